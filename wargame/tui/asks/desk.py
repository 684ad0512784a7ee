"""What every ask controller works with: the open question, names for things, legality, odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from wargame.content.figures import points
from wargame.flow.ask import DONE_WORD, PASS, Ask, IllegalAnswer, Odds, Option, OrdersAsk, Refusal
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.view import Layer


@dataclass(frozen=True, slots=True)
class Give:
    """The player answers."""

    answer: str


@dataclass(frozen=True, slots=True)
class Say:
    """The player must be told something."""

    text: str
    rule: str = ""
    bad: bool = True


LONG = 12
"""So many rows stand in the smallest panel."""
_BRIEF = 60
"""The longest label of a key."""

Move: TypeAlias = "Give | Say | None"
"""What a key did: an answer, a message, or only a change of what is shown."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The open question with the table it stands on."""

    game: Game[Any]
    definition: GameDefinition
    ask: Ask[Any]
    onward: str = ""
    """The way on of a move that was interrupted, to where it was going."""
    left: Hex | None = None
    """Where the last move began: who still stands there is taken next."""
    told: frozenset[UnitId] = frozenset()
    """Units whose orders wait to be given."""
    struck: frozenset[Hex] = frozenset()
    """Hexes whose attacks wait to be given."""

    room: Callable[[], int] = lambda: LONG
    """How many rows stand in the panel. Of more those of one hex are listed, or a page of them: the
    others are picked on the map."""

    def page(self, rows: Sequence[int], at: int) -> list[int]:
        """So many rows as stand in the panel, with row *at* among them if it is one of *rows*."""
        room = self.room()
        begins = rows.index(at) // room * room if at in rows else 0
        return list(rows[begins : begins + room])

    def hex(self, where: Hex) -> str:
        """A hex as players write it, with its name."""
        number = self.game.grid.name(where)
        place = self.game.content.map.places.get(where)
        return f"{number} {place.name}" if place else number

    def unit(self, unit: UnitId) -> str:
        """A unit's name in running text."""
        return self.definition.face.unit_name(self.game, unit)

    def at(self, unit: UnitId) -> Hex | None:
        """Where a unit stands; None off the map."""
        found = self.game.state.units.get(unit)
        return found.hex if found is not None and found.hex >= 0 else None

    def aimed(self, orders: Iterable[Option]) -> bool:
        """Whether one of these orders is aimed at a hex with an enemy in it."""
        aims = {h for order in orders for h in order.hexes}
        return any(unit.side != self.ask.side for h in aims for unit in self.game.state.at(h))

    def about(self, unit: UnitId) -> str:
        """A unit with its factors and what is left of its movement."""
        face = self.definition.face
        left = points(round(face.allowance(self.game, unit) * 2))
        marches = not face.counter(self.game, unit).below
        facts = [face.strength(self.game, unit), f"{left} MP" if marches else ""]
        return f"{self.unit(unit)}: {', '.join(fact for fact in facts if fact)}"

    def refusal(self, answer: str) -> Refusal | None:
        """Why an answer is not legal; None if it is."""
        try:
            self.ask.read(answer)
        except IllegalAnswer as error:
            return error.refusal
        return None

    def odds(self, answer: str) -> Odds | None:
        """Exact chances of a legal answer, shifts as players call them."""
        if not answer or self.refusal(answer) is not None:
            return None
        found = self.ask.odds(answer)
        return self.definition.journal.odds(found) if found else None

    def way_out(self) -> str:
        """The answer that passes or ends this segment; "" while there is none."""
        for word in (PASS, DONE_WORD):
            if self.refusal(word) is None:
                return self.ask.read(word)[0]
        return ""

    def way_out_label(self) -> str:
        """What the answer that passes means, "" if the question does not say."""
        out, ask = self.way_out(), self.ask
        listed = ask.others() if isinstance(ask, OrdersAsk) else ask.options()
        return next((lowered(o.label) for o in listed if o.answer == out), out)

    def leave(self) -> Move:
        """Answer with pass or done, or say why not: what can be answered is listed beside it."""
        answer = self.way_out()
        if answer:
            return Give(answer)
        refusal = self.refusal(DONE_WORD)
        return told(refusal._replace(nearest=())) if refusal else None


def told(refusal: Refusal) -> Say:
    """A refusal as a message."""
    near = f" Legal instead: {'; '.join(refusal.nearest)}." if refusal.nearest else ""
    return Say(refusal.reason + near, refusal.rule)


def instead(refusal: Refusal, other: Option) -> Say:
    """A hex is out of reach, but another unit stands there and is taken now."""
    return Say(f"{refusal.reason} {other.label} is taken instead.", refusal.rule)


def stands(desk: Desk, option: Option) -> tuple[Hex, ...]:
    """Hexes where an option can be picked on the map: those it names, else where its units are."""
    if option.hexes:
        return option.hexes
    return tuple(where for unit in option.units if (where := desk.at(unit)) is not None)


def marked(hexes: Sequence[Hex], kind: str, label: str = "") -> Layer:
    """A layer with the same mark on several hexes."""
    return Layer(kind, dict.fromkeys(hexes, label))


def lowered(label: str) -> str:
    """A label inside a line of keys."""
    return label[:1].lower() + label[1:]


def brief(label: str, name: str = "") -> str:
    """A label short enough to leave room for the other keys.

    One that begins with the *name* of its unit tells what is done first: "fires at 11. Kp., 3. Kp.".
    """
    rest = label.removeprefix(name).lstrip(" ,:")
    if len(label) > _BRIEF and name and rest and rest != label and rest[0] != ";":
        label = f"{rest}, {name}"
    return label if len(label) <= _BRIEF else f"{label[: _BRIEF - 1].rstrip()}…"
