"""Every change of a position: past-tense facts that apply and revert themselves.

`apply` returns what `revert` needs to take the fact back.  The vocabulary is closed: rules, the
log, undo, replay and saves know these kinds and no others.  No event holds prose: `what`, `kind`,
`how` and `reason` are names, which the game's words turn into sentences, with the facts beside
them, when they are shown (`flow/words.py`); a word without an entry there is shown as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias, get_args

from wargame.model.map_events import HexTaken, LayerSet, MarkerPlaced, MarkerRemoved
from wargame.model.sequence_events import (
    FrameFilled,
    FrameSet,
    GameEnded,
    SegmentEntered,
    SegmentLeft,
    SegmentRepeated,
    SegmentStepped,
    SubstepEntered,
)
from wargame.model.state import Facts, Scalar, Side, State, UnitId
from wargame.model.track_events import ListSet, TrackSet
from wargame.model.unit_events import (
    NumberSet,
    StateGained,
    StateLost,
    Tied,
    UnitBoxed,
    UnitMoved,
    UnitPlaced,
    UnitsMarked,
    UnitTurned,
)

__all__ = [
    "BARRIERS",
    "KINDS",
    "ChartRead",
    "CupFilled",
    "Decided",
    "DiceRolled",
    "Event",
    "FrameFilled",
    "FrameSet",
    "GameEnded",
    "HexTaken",
    "ItemDrawn",
    "ItemMoved",
    "LayerSet",
    "ListSet",
    "MarkerPlaced",
    "MarkerRemoved",
    "Noted",
    "NumberSet",
    "SegmentEntered",
    "SegmentLeft",
    "SegmentRepeated",
    "SegmentStepped",
    "StateGained",
    "StateLost",
    "SubstepEntered",
    "Tied",
    "TrackSet",
    "UnitBoxed",
    "UnitMoved",
    "UnitPlaced",
    "UnitTurned",
    "UnitsMarked",
    "singly",
]


class DiceRolled(NamedTuple):
    """Dice were rolled, in order."""

    kind: str
    """What kind of roll it was: a name in the game's words."""
    dice: tuple[int, ...]
    sides: int
    names: tuple[str, ...]
    """What the dice are called where they differ: ("white", "black")."""
    by: Side
    """Whose roll it was, "" for nobody's."""
    unit: UnitId
    """The unit that rolled, "" for none."""
    facts: Facts
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
    """Chance took *item* out of a cup; *roll* is the number that picked it, 0 for a name laid out."""

    cup: str
    item: str
    roll: int
    kind: str
    by: Side
    rule: str

    def apply(self, s: State) -> tuple[int, list[int]]:
        cup = s.cups[self.cup]
        place = cup.index(self.item)
        del cup[place]
        old = s.script
        s.script = old[1:] if self.roll else old
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
    total: int
    """The number the row was found with: the dice and what was added to them."""
    drm: tuple[tuple[str, int], ...]
    """What was added to the dice, and why."""
    shifts: tuple[tuple[str, int], ...]
    """By how many columns it moved, and why."""
    facts: Facts
    """The numbers that led to the column."""
    rule: str

    def apply(self, s: State) -> None:
        """Charts change nothing by themselves."""

    def revert(self, s: State, old: None) -> None:
        """Nothing to take back."""


class Noted(NamedTuple):
    """Something worth a line of the journal happened that no other fact tells."""

    what: str
    facts: Facts
    rule: str

    def apply(self, s: State) -> None:
        """A note changes nothing."""

    def revert(self, s: State, old: None) -> None:
        """Nothing to take back."""


class Decided(NamedTuple):
    """A side's decision was made by its orders or by a procedure of the rules, with its working."""

    side: Side
    what: str
    chosen: str
    working: tuple[tuple[Scalar, ...], ...]
    """A row for each candidate that was weighed, the chosen one included."""
    rule: str

    def apply(self, s: State) -> None:
        """What was decided follows as facts of its own."""

    def revert(self, s: State, old: None) -> None:
        """Nothing to take back."""


Event: TypeAlias = (
    UnitMoved
    | UnitPlaced
    | UnitBoxed
    | StateGained
    | StateLost
    | UnitsMarked
    | NumberSet
    | Tied
    | UnitTurned
    | MarkerPlaced
    | MarkerRemoved
    | TrackSet
    | ListSet
    | LayerSet
    | HexTaken
    | DiceRolled
    | CupFilled
    | ItemDrawn
    | ItemMoved
    | ChartRead
    | Noted
    | Decided
    | SegmentEntered
    | SegmentLeft
    | SegmentStepped
    | SegmentRepeated
    | FrameSet
    | FrameFilled
    | SubstepEntered
    | GameEnded
)
"""A fact: `apply` makes it so and returns the token with which `revert` takes it back."""

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Event)}
"""Event classes by name: the whole vocabulary."""


def singly(events: Iterable[Event]) -> Iterator[Event]:
    """Events with those of several units unit by unit: for whoever tells of them."""
    for event in events:
        if isinstance(event, UnitsMarked):
            yield from event.singly()
        else:
            yield event


BARRIERS = (DiceRolled, ItemDrawn)
"""After one of these the decisions before it cannot be taken back freely."""
