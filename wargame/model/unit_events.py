"""Changes of one unit: where it stands, its states, counts, ties and side; part of `events`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wargame.hexes.grid import OFF, Hex
from wargame.model.state import Side, State, UnitId


class UnitMoved(NamedTuple):
    """A unit went along a path on the map; the first hex is where it stood."""

    unit: UnitId
    path: tuple[Hex, ...]
    how: str
    """Verb for the journal: "moves", "retreats", "advances"..."""
    rule: str

    def apply(self, s: State) -> Hex:
        unit = s.units[self.unit]
        old, unit.hex = unit.hex, self.path[-1]
        s.touch(self.unit)
        return old

    def revert(self, s: State, old: Hex) -> None:
        s.units[self.unit].hex = old
        s.touch(self.unit)


class UnitPlaced(NamedTuple):
    """A unit was put on the map from a box."""

    unit: UnitId
    hex: Hex
    rule: str

    def apply(self, s: State) -> tuple[Hex, str]:
        unit = s.units[self.unit]
        old = unit.hex, unit.box
        unit.hex, unit.box = self.hex, ""
        s.touch(self.unit)
        return old

    def revert(self, s: State, old: tuple[Hex, str]) -> None:
        unit = s.units[self.unit]
        unit.hex, unit.box = old
        s.touch(self.unit)


class UnitBoxed(NamedTuple):
    """A unit left the map, or its box, for a box."""

    unit: UnitId
    box: str
    rule: str

    def apply(self, s: State) -> tuple[Hex, str]:
        unit = s.units[self.unit]
        old = unit.hex, unit.box
        unit.hex, unit.box = OFF, self.box
        s.touch(self.unit)
        return old

    def revert(self, s: State, old: tuple[Hex, str]) -> None:
        unit = s.units[self.unit]
        unit.hex, unit.box = old
        s.touch(self.unit)


class StateGained(NamedTuple):
    """A unit took on a state: disrupted, moved, fired..."""

    unit: UnitId
    state: str
    rule: str

    def apply(self, s: State) -> bool:
        states = s.units[self.unit].states
        had = self.state in states
        states.add(self.state)
        s.touch(self.unit, self.state)
        return had

    def revert(self, s: State, old: bool) -> None:
        if not old:
            s.units[self.unit].states.discard(self.state)
            s.touch(self.unit, self.state)


class StateLost(NamedTuple):
    """A unit shed a state."""

    unit: UnitId
    state: str
    rule: str

    def apply(self, s: State) -> bool:
        states = s.units[self.unit].states
        had = self.state in states
        states.discard(self.state)
        s.touch(self.unit, self.state)
        return had

    def revert(self, s: State, old: bool) -> None:
        if old:
            s.units[self.unit].states.add(self.state)
            s.touch(self.unit, self.state)


class UnitsMarked(NamedTuple):
    """Several units took on and shed states, all of them the same: one fact for the end of a phase."""

    units: tuple[str, ...]
    """Their ids."""
    gained: tuple[str, ...]
    """None of them had one of these."""
    lost: tuple[str, ...]
    """All of them had each of these."""
    rule: str

    def apply(self, s: State) -> tuple[set[str], ...]:
        units, lost, gained = s.units, self.lost, self.gained
        old = tuple([units[unit].states for unit in self.units])
        for unit, states in zip(self.units, old, strict=True):
            left = states.difference(lost) if lost else states
            units[unit].states = left.union(gained) if gained else left
        s.touch_all(self.units, (*lost, *gained))
        return old

    def revert(self, s: State, old: tuple[set[str], ...]) -> None:
        for unit, states in zip(self.units, old, strict=True):
            s.units[unit].states = states
        s.touch_all(self.units, (*self.lost, *self.gained))

    def singly(self) -> Iterator[StateGained | StateLost]:
        """The same state by state and unit by unit: for whoever tells of it."""
        for unit in self.units:
            for state in self.lost:
                yield StateLost(unit, state, self.rule)
            for state in self.gained:
                yield StateGained(unit, state, self.rule)


class NumberSet(NamedTuple):
    """A count of a unit became *value*."""

    unit: UnitId
    name: str
    value: int
    rule: str

    def apply(self, s: State) -> int | None:
        numbers = s.units[self.unit].numbers
        old = numbers.get(self.name)
        numbers[self.name] = self.value
        s.touch(self.unit, self.name)
        return old

    def revert(self, s: State, old: int | None) -> None:
        numbers = s.units[self.unit].numbers
        if old is None:
            del numbers[self.name]
        else:
            numbers[self.name] = old
        s.touch(self.unit, self.name)


class Tied(NamedTuple):
    """A unit was tied to something under a name: its HQ, attack, base ("" = it is free again)."""

    unit: UnitId
    tie: str
    to: str
    rule: str

    def apply(self, s: State) -> dict[str, str]:
        unit = s.units[self.unit]
        old, unit.ties = unit.ties, dict(unit.ties)
        unit.ties.pop(self.tie, None)
        if self.to:
            unit.ties[self.tie] = self.to
        s.touch(self.unit, self.tie)
        return old

    def revert(self, s: State, old: dict[str, str]) -> None:
        s.units[self.unit].ties = old
        s.touch(self.unit, self.tie)


class UnitTurned(NamedTuple):
    """A unit went over to another side."""

    unit: UnitId
    side: Side
    rule: str

    def apply(self, s: State) -> Side:
        unit = s.units[self.unit]
        old, unit.side = unit.side, self.side
        s.touch(self.unit)
        return old

    def revert(self, s: State, old: Side) -> None:
        s.units[self.unit].side = old
        s.touch(self.unit)
