"""BRD-OR  Orders for one's fire, what may be said at any question, and who may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.toy.content import OTHER, ToyGame
from wargame.flow.aside import Aside, Words, conceding
from wargame.flow.ask import PASS, Ask, refuse
from wargame.flow.record import Entry
from wargame.flow.seat import Decision
from wargame.flow.veil import HIDDEN, Level
from wargame.hexes.grid import UnknownHex
from wargame.model import events as ev
from wargame.model.state import Side, State
from wargame.rules.march import WATCH

ORDERS = "orders."
SECRET = (ORDERS, WATCH)
"""How the names of lists begin that are known to one side."""
KNOWN = ("fire", "hold", "propose", "off")


class Fire:
    """BRD-OR-01  Fires at marchers, holds its fire, or proposes to fire, as ordered."""

    def plays(self, g: ToyGame, side: Side) -> bool:
        """Whether a side has given orders."""
        return bool(g.state.lists.get(ORDERS + side))

    def decide(self, known: ToyGame, ask: Ask[Any]) -> Decision | None:
        """Its fire only; everything else is its player's."""
        if ask.key != "border.react":
            return None
        word = str(known.state.lists[ORDERS + ask.side][0])
        rows = (("fire", 2), ("hold", 1))
        return Decision(PASS if word == "hold" else "fire", rows, confirm=word == "propose")


# -- asides --------------------------------------------------------------------------------------


def _read_orders(_g: ToyGame, _side: Side, words: Words) -> Words:
    if len(words) != 1 or words[0].casefold() not in KNOWN:
        raise refuse("Orders are fire, hold, propose or off.", "BRD-OR-01", "orders hold")
    return (words[0].casefold(),)


def _say_orders(g: ToyGame, side: Side, words: Words) -> None:
    g.set_list(ORDERS + side, [w for w in words if w != "off"], rule="BRD-OR-02")


def _read_watch(g: ToyGame, _side: Side, words: Words) -> Words:
    try:
        return tuple(g.grid.name(g.grid.hex(word)) for word in words)
    except UnknownHex as error:
        raise refuse(str(error), "BRD-OR-02") from error


def _say_watch(g: ToyGame, side: Side, words: Words) -> None:
    g.set_list(WATCH + side, [g.grid.hex(word) for word in words], rule="BRD-OR-02")


def _concede(g: ToyGame, side: Side) -> None:
    g.end(OTHER[side], "concession", "concedes", rule="BRD-VC-01")


def _offer(*texts: str) -> Any:
    def offers(_g: ToyGame, _side: Side) -> Sequence[str]:
        return texts

    return offers


ASIDES = {
    "orders": Aside(
        "Orders for fire", _read_orders, _say_orders, _offer(*(f"orders {w}" for w in KNOWN))
    ),
    "watch": Aside(
        "Hexes to watch", _read_watch, _say_watch, _offer("watch 0403 0503", "watch 0302 0603")
    ),
    "concede": conceding(_concede, "BRD-OR-02"),
}


class BorderVeil:
    """BRD-OR-03  Orders and watched hexes are their side's alone."""

    looks = False

    def cover(self, state: State, g: ToyGame, side: Side) -> None:  # noqa: ARG002
        """The lists of other sides are not seen to be there."""
        for name in [name for name in state.lists if _is_secret(name, side)]:
            del state.lists[name]

    def tell(self, event: ev.Event, g: ToyGame, side: Side) -> ev.Event | None:  # noqa: ARG002
        """Nor is it told what is written into them."""
        return None if isinstance(event, ev.ListSet) and _is_secret(event.name, side) else event

    def answer(self, entry: Entry, g: ToyGame, side: Side) -> str:  # noqa: ARG002
        """That something was said is heard, not what."""
        return HIDDEN if entry.key == "aside" and entry.side != side else entry.answer

    def lays_open(self, event: ev.Event, state: State) -> bool:  # noqa: ARG002
        """Nothing comes out that undo would take back."""
        return False

    def level(self, state: State) -> Level:  # noqa: ARG002
        """Lists are shown when their side asks for them: nobody need look away."""
        return "aside"


def _is_secret(name: str, side: Side) -> bool:
    owner = next((name.removeprefix(begin) for begin in SECRET if name.startswith(begin)), side)
    return owner != side
