"""Every change of a position: past-tense facts that apply and revert themselves.

`apply` returns what `revert` needs to take the fact back.  The vocabulary is closed: rules, the
log, undo, replay and saves know these kinds and no others.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, get_args

from wargame.hexes.grid import Hex
from wargame.model.state import Ending, Frame, Marker, Scalar, Side, State
from wargame.model.unit_events import (
    NumberSet,
    StateGained,
    StateLost,
    UnitBoxed,
    UnitMoved,
    UnitPlaced,
)

__all__ = [
    "BARRIERS",
    "KINDS",
    "ChartRead",
    "CupFilled",
    "DiceRolled",
    "Event",
    "GameEnded",
    "HexTaken",
    "ItemDrawn",
    "ItemMoved",
    "MarkerPlaced",
    "MarkerRemoved",
    "Noted",
    "NumberSet",
    "SegmentEntered",
    "SegmentLeft",
    "SegmentStepped",
    "StateGained",
    "StateLost",
    "SubstepEntered",
    "TrackSet",
    "UnitBoxed",
    "UnitMoved",
    "UnitPlaced",
]


class MarkerPlaced(NamedTuple):
    """A marker was laid on a hex or in a box (moved there if it lay elsewhere)."""

    marker: str
    kind: str
    side: Side
    hex: Hex
    box: str
    rule: str

    def apply(self, s: State) -> Marker | None:
        old = s.markers.get(self.marker)
        s.markers[self.marker] = Marker(self.marker, self.kind, self.side, self.hex, self.box)
        return old

    def revert(self, s: State, old: Marker | None) -> None:
        if old is None:
            del s.markers[self.marker]
        else:
            s.markers[self.marker] = old


class MarkerRemoved(NamedTuple):
    """A marker was taken off the table."""

    marker: str
    rule: str

    def apply(self, s: State) -> tuple[Marker, list[str]]:
        order = list(s.markers)
        return s.markers.pop(self.marker), order

    def revert(self, s: State, old: tuple[Marker, list[str]]) -> None:
        marker, order = old
        s.markers[marker.id] = marker
        s.markers = {name: s.markers[name] for name in order}


class TrackSet(NamedTuple):
    """A track or a piece of common knowledge became *value*."""

    name: str
    value: Scalar
    rule: str

    def apply(self, s: State) -> Scalar | None:
        old = s.tracks.get(self.name)
        s.tracks[self.name] = self.value
        return old

    def revert(self, s: State, old: Scalar | None) -> None:
        if old is None:
            del s.tracks[self.name]
        else:
            s.tracks[self.name] = old


class HexTaken(NamedTuple):
    """A side took control of a hex."""

    hex: Hex
    side: Side
    rule: str

    def apply(self, s: State) -> Side | None:
        old = s.control.get(self.hex)
        s.control[self.hex] = self.side
        return old

    def revert(self, s: State, old: Side | None) -> None:
        if old is None:
            del s.control[self.hex]
        else:
            s.control[self.hex] = old


class DiceRolled(NamedTuple):
    """Dice were rolled, in order."""

    why: str
    dice: tuple[int, ...]
    sides: int
    rule: str

    def apply(self, s: State) -> list[int]:
        old = s.script
        s.script = old[len(self.dice) :]
        s.drawn += len(self.dice)
        return old

    def revert(self, s: State, old: list[int]) -> None:
        s.script = old
        s.drawn -= len(self.dice)


class CupFilled(NamedTuple):
    """A cup, deck or pile was laid out anew with *items*, in order."""

    cup: str
    items: tuple[str, ...]
    rule: str

    def apply(self, s: State) -> list[str] | None:
        old = s.cups.get(self.cup)
        s.cups[self.cup] = list(self.items)
        return old

    def revert(self, s: State, old: list[str] | None) -> None:
        if old is None:
            del s.cups[self.cup]
        else:
            s.cups[self.cup] = old


class ItemDrawn(NamedTuple):
    """Chance took *item* out of a cup; *roll* is the number that picked it."""

    cup: str
    item: str
    roll: int
    why: str
    rule: str

    def apply(self, s: State) -> tuple[int, list[int]]:
        cup = s.cups[self.cup]
        place = cup.index(self.item)
        del cup[place]
        old = s.script
        s.script = old[1:]
        s.drawn += 1
        return place, old

    def revert(self, s: State, old: tuple[int, list[int]]) -> None:
        place, s.script = old
        s.cups[self.cup].insert(place, self.item)
        s.drawn -= 1


class ItemMoved(NamedTuple):
    """A known item went from one cup, hand or pile to another ("" = from or to nowhere)."""

    item: str
    source: str
    target: str
    rule: str

    def apply(self, s: State) -> tuple[int, bool]:
        place = -1
        if self.source:
            place = s.cups[self.source].index(self.item)
            del s.cups[self.source][place]
        fresh = bool(self.target) and self.target not in s.cups
        if self.target:
            s.cups.setdefault(self.target, []).append(self.item)
        return place, fresh

    def revert(self, s: State, old: tuple[int, bool]) -> None:
        place, fresh = old
        if fresh:
            del s.cups[self.target]
        elif self.target:
            s.cups[self.target].pop()
        if self.source:
            s.cups[self.source].insert(place, self.item)


class ChartRead(NamedTuple):
    """A result was read off a chart: which column, why it shifted, which row, what it says."""

    chart: str
    column: str
    row: str
    result: str
    basis: str
    """The numbers that led to the column, as a player would say them."""
    shifts: tuple[tuple[str, int], ...]
    rule: str

    def apply(self, s: State) -> None:
        """Charts change nothing by themselves."""

    def revert(self, s: State, old: None) -> None:
        """Nothing to take back."""


class Noted(NamedTuple):
    """A line for the journal."""

    text: str
    rule: str

    def apply(self, s: State) -> None:
        """A note changes nothing."""

    def revert(self, s: State, old: None) -> None:
        """Nothing to take back."""


class SegmentEntered(NamedTuple):
    """A segment was opened on top of the stack."""

    name: str
    args: tuple[tuple[str, Scalar], ...]

    def apply(self, s: State) -> None:
        s.frames.append(Frame(self.name, dict(self.args)))

    def revert(self, s: State, old: None) -> None:  # noqa: ARG002
        s.frames.pop()


class SegmentLeft(NamedTuple):
    """The segment on top of the stack is over."""

    name: str

    def apply(self, s: State) -> tuple[Frame, str]:
        old = s.frames.pop(), s.substep
        s.substep = ""
        return old

    def revert(self, s: State, old: tuple[Frame, str]) -> None:
        frame, s.substep = old
        s.frames.append(frame)


class SegmentStepped(NamedTuple):
    """The sequence on top of the stack goes on to its child number *at*."""

    at: int

    def apply(self, s: State) -> int:
        old = s.frames[-1].at
        s.frames[-1].at = self.at
        return old

    def revert(self, s: State, old: int) -> None:
        s.frames[-1].at = old


class SubstepEntered(NamedTuple):
    """An interrupt inside the segment began ("" = the segment itself goes on)."""

    name: str
    rule: str

    def apply(self, s: State) -> str:
        old, s.substep = s.substep, self.name
        return old

    def revert(self, s: State, old: str) -> None:
        s.substep = old


class GameEnded(NamedTuple):
    """The game is over."""

    winner: Side
    level: str
    reason: str
    rule: str

    def apply(self, s: State) -> tuple[Ending | None, list[Frame], str]:
        old = s.ended, s.frames, s.substep
        s.ended = Ending(self.winner, self.level, self.reason)
        s.frames, s.substep = [], ""
        return old

    def revert(self, s: State, old: tuple[Ending | None, list[Frame], str]) -> None:
        s.ended, s.frames, s.substep = old


Event: TypeAlias = (
    UnitMoved
    | UnitPlaced
    | UnitBoxed
    | StateGained
    | StateLost
    | NumberSet
    | MarkerPlaced
    | MarkerRemoved
    | TrackSet
    | HexTaken
    | DiceRolled
    | CupFilled
    | ItemDrawn
    | ItemMoved
    | ChartRead
    | Noted
    | SegmentEntered
    | SegmentLeft
    | SegmentStepped
    | SubstepEntered
    | GameEnded
)
"""A fact: `apply` makes it so and returns the token with which `revert` takes it back."""

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Event)}
"""Event classes by name: the whole vocabulary."""

BARRIERS = (DiceRolled, ItemDrawn)
"""After one of these the decisions before it cannot be taken back freely."""
