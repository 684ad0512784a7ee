"""EF-AU-02, EF-SQ-07, EF-SQ-12  What a side has ordered, prepared or watches is seen by itself alone."""

from __future__ import annotations

from typing import Any, Final

from wargame.flow.game import Game
from wargame.flow.record import Entry
from wargame.flow.veil import HIDDEN, Level
from wargame.games.eastfront.standing.book import DROPPED
from wargame.model import events as ev
from wargame.model.state import Side, State
from wargame.rules.march import WATCH

_SECRET: Final = ("standing.", WATCH)
"""How the names of lists begin that are known to one side."""


_TOUCHED: Final = (ev.ListSet, ev.Decided, ev.Noted)
"""The kinds of events that may tell of them."""


def _is_secret(name: str, side: Side) -> bool:
    owner = next((name.removeprefix(begin) for begin in _SECRET if name.startswith(begin)), side)
    return owner != side


class EastFrontVeil:
    """Orders and watched hexes; nothing else is hidden."""

    looks = False

    def cover(self, state: State, g: Game[Any], side: Side) -> None:  # noqa: ARG002
        """The lists of the other side are not seen to be there."""
        for name in [name for name in state.lists if _is_secret(name, side)]:
            del state.lists[name]

    def tell(self, event: ev.Event, g: Game[Any], side: Side) -> ev.Event | None:  # noqa: ARG002
        """EF-AU-02  An act by order looks like one by hand; what is written into the lists is not told."""
        if type(event) not in _TOUCHED:
            return event
        match event:
            case ev.ListSet(name) if _is_secret(name, side):
                return None
            case ev.Decided(by) if by != side:
                return None
            case ev.Noted(what, facts) if what == DROPPED and dict(facts).get("side") != side:
                return None
        return event

    def answer(self, entry: Entry, g: Game[Any], side: Side) -> str:  # noqa: ARG002
        """That something was said is heard, not what."""
        return HIDDEN if entry.key == "aside" and entry.side != side else entry.answer

    def lays_open(self, event: ev.Event, state: State) -> bool:  # noqa: ARG002
        """Nothing comes out that undo would take back."""
        return False

    def level(self, state: State) -> Level:
        """Shown to its owner when he asks for it: nobody need look away."""
        return (
            "aside"
            if any(name.startswith(_SECRET) and state.lists[name] for name in state.lists)
            else "open"
        )


VEIL = EastFrontVeil()
