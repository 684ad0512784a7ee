"""The whole position as plain mutable data: units, markers, tracks, layers, lists, cups, frames, dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from wargame.hexes.grid import OFF, Hex

Side: TypeAlias = str
UnitId: TypeAlias = str
Scalar: TypeAlias = int | str
Fact: TypeAlias = int | str | tuple[int | str, ...]
"""What an event or a frame may hold under a name: a number, a word, or a row of them."""
Facts: TypeAlias = tuple[tuple[str, Fact], ...]
"""Names with what goes under them, in the order they were given."""


@dataclass(slots=True)
class Unit:
    """One counter.  Printed values live in the game's content under the same id."""

    id: UnitId
    side: Side
    hex: Hex = OFF
    """Where it stands; OFF when it is in a box."""
    box: str = ""
    """Where it waits when it is off the map: "eliminated", "waiting", "air"..."""
    states: set[str] = field(default_factory=set)
    """Markers on the counter: "disrupted", "moved"...  Never iterate without sorting."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Counts that go with the unit: steps lost, turn of elimination..."""
    ties: dict[str, str] = field(default_factory=dict)
    """What it belongs to for now, by the name of the tie: its HQ, attack, base, ship, escort."""

    def copy(self, like: Unit | None = None) -> Unit:
        """The same counter, or *like* if it is equal."""
        if like is self:
            return like
        if (
            like is not None
            and (like.hex, like.box, like.side) == (self.hex, self.box, self.side)
            and like.states == self.states
            and like.numbers == self.numbers
            and like.ties == self.ties
        ):
            return like
        return Unit(
            self.id, self.side, self.hex, self.box,
            set(self.states), dict(self.numbers), dict(self.ties),
        )  # fmt: skip


@dataclass(slots=True)
class Marker:
    """A counter without a unit: interdiction, mines, a roadblock."""

    id: str
    kind: str
    side: Side = ""
    hex: Hex = OFF
    box: str = ""
    count: int = 1
    """How many of them lie there."""


CONTROL = "control"
"""The name of control among tracks, layers and kinds of marker, for lookups that are told of changes."""
INTO = "into"
"""The argument that says under which name the frame below keeps what a segment hands back."""


@dataclass(slots=True)
class Frame:
    """One open segment: its name, its arguments, the children still to go, what it keeps."""

    name: str
    args: dict[str, Scalar] = field(default_factory=dict)
    todo: tuple[str, ...] = ()
    """Ids of the steps of a sequence that are still to be walked, the next one first."""
    kept: dict[str, Fact] = field(default_factory=dict)
    """What a battle, an activation or a march remembers; it goes when the frame is left."""

    @property
    def values(self) -> dict[str, Fact]:
        """What its script gets: its arguments, and what it keeps."""
        values = {**self.args, **self.kept}
        values.pop(INTO, None)
        return values

    def packed(self) -> tuple[Any, ...]:
        """The same in little room: there are tens of thousands in the memory of a long campaign."""
        return self.name, self.todo, len(self.args), *chain(*self.args.items(), *self.kept.items())

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Frame:
        """The frame as it was."""
        name, todo, n, *flat = packed
        pairs = list(zip(flat[::2], flat[1::2], strict=True))
        return cls(name, dict(pairs[:n]), todo, dict(pairs[n:]))


@dataclass(slots=True)
class Ending:
    """How the game ended; winner is "" for a draw."""

    winner: Side
    level: str
    reason: str
    """Its name in the game's words, or the sentence itself."""
    facts: Facts = ()


@runtime_checkable
class Lookups(Protocol):
    """What is derived from a position, as the position tells it of a change; see `Board`."""

    @property
    def at(self) -> Sequence[Sequence[UnitId]]:
        """Units by hex, in order of id."""

    def refresh(self, state: State, unit: Unit, mark: str = "") -> None:
        """A unit stands or counts differently, or carries a *mark* or not any more."""

    def refresh_all_of(self, state: State, units: Iterable[UnitId], marks: Iterable[str]) -> None:
        """Several units carry *marks*, or not any more."""

    def taken(self, state: State, where: Hex, old: Side | None, new: Side | None) -> None:
        """A hex has gone from one side to another."""

    def reread(self, state: State, name: str) -> None:
        """A track or layer has changed."""

    def relaid(self, state: State, name: str, places: Iterable[int]) -> None:
        """Places of a layer have changed."""


@dataclass(slots=True)
class State:
    """Everything that a save must hold.  Only events change it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"arbitrary_types_allowed": True}
    """Lets the codec step over `board`, which is no data."""

    game: str
    scenario: str
    seed: int
    units: dict[UnitId, Unit] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    tracks: dict[str, Scalar] = field(default_factory=dict)
    lists: dict[str, list[Scalar]] = field(default_factory=dict)
    """Rows of ids, hexes or words: orders given, watched hexes, what an action is about."""
    layers: dict[str, dict[int, int]] = field(default_factory=dict)
    """Values of hexes or hexsides by layer: forts, gauge, countdowns; a place without one counts 0."""
    control: dict[Hex, Side] = field(default_factory=dict)
    cups: dict[str, list[str]] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    substep: str = ""
    """The interrupt inside the current segment that is being played, "" if none."""
    drawn: int = 0
    """How many numbers chance has given; the next die is number `drawn`."""
    script: list[int] = field(default_factory=list)
    """Dice that a lab position laid out, used up before the seeded stream."""
    ended: Ending | None = None
    board: Lookups | None = field(default=None, compare=False, repr=False)
    """Derived lookups kept in step by events; never saved."""

    def copy(self, like: State | None = None) -> State:
        """The same position, sharing nothing that an event changes; without derived lookups.

        Units that are equal in *like* are taken from there: it is not to be played on beside the copy.
        """
        near = like.units if like else {}
        return State(
            self.game,
            self.scenario,
            self.seed,
            {name: unit.copy(near.get(name)) for name, unit in self.units.items()},
            {
                m.id: Marker(m.id, m.kind, m.side, m.hex, m.box, m.count)
                for m in self.markers.values()
            },
            dict(self.tracks),
            {name: list(items) for name, items in self.lists.items()},
            {name: dict(layer) for name, layer in self.layers.items()},
            dict(self.control),
            {name: list(items) for name, items in self.cups.items()},
            [Frame(f.name, dict(f.args), f.todo, dict(f.kept)) for f in self.frames],
            self.substep,
            self.drawn,
            list(self.script),
            self.ended,
        )

    def touch(self, unit_id: UnitId, mark: str = "") -> None:
        """Tell the derived lookups that *unit_id* stands or counts differently, or of a *mark* on it."""
        if self.board is not None:
            self.board.refresh(self, self.units[unit_id], mark)

    def touch_all(self, units: Iterable[UnitId], marks: Iterable[str]) -> None:
        """Tell the derived lookups of *marks* on several units."""
        if self.board is not None:
            self.board.refresh_all_of(self, units, marks)

    def taken(self, where: Hex, old: Side | None, new: Side | None) -> None:
        """Tell the derived lookups that a hex has gone from one side to another."""
        if self.board is not None:
            self.board.taken(self, where, old, new)

    def reread(self, *names: str) -> None:
        """Tell the derived lookups of a change of tracks, layers or kinds of marker."""
        if self.board is not None:
            for name in names:
                self.board.reread(self, name)

    def relaid(self, layer: str, places: Iterable[int]) -> None:
        """Tell the derived lookups of a change of places of a layer."""
        if self.board is not None:
            self.board.relaid(self, layer, places)

    def at(self, where: Hex) -> list[Unit]:
        """Units in a hex, in order of id."""
        assert self.board is not None
        return [self.units[unit_id] for unit_id in self.board.at[where]]

    def marked(self, *kinds: str) -> list[Marker]:
        """Markers of some kinds, in order of id."""
        found = [marker for marker in self.markers.values() if marker.kind in kinds]
        return sorted(found, key=lambda marker: marker.id)

    def marked_hexes(self, kind: str) -> set[Hex]:
        """Where markers of a kind lie."""
        return {marker.hex for marker in self.markers.values() if marker.kind == kind}

    def laid(self, layer: str) -> list[Hex]:
        """The places of a layer with a value other than 0."""
        return [where for where, value in self.layers.get(layer, {}).items() if value]

    def turn(self) -> int:
        """Number of the current game-turn, 0 before the first."""
        return int(self.tracks.get("turn", 0))

    def number(self, unit_id: UnitId, name: str, default: int = 0) -> int:
        """A count that goes with a unit."""
        return self.units[unit_id].numbers.get(name, default)
