"""A position of the referee: units and markers, and nothing derived."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from . import ground

_BRITISH = "X" * 3
"""The British corps."""

ENEMY = {"german": "allied", "allied": "german"}
MECH = ("armor", "mech", "recon")
RESERVE = "reserve"
CORPS_ORDER = {
    name: number
    for number, name in (
        (1, "I SS"), (2, "II SS"), (3, "III"), (5, "V"), (7, "VII"), (8, "VIII"),
        (12, "XII"), (18, "XVIII"), (30, _BRITISH), (47, "XLVII"), (53, "LIII"),
        (58, "LVIII"), (66, "LXVI"), (67, "LXVII"), (80, "LXXX"), (85, "LXXXV"),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """One unit; `steps` are the strengths still left, best first."""

    id: str
    side: str
    hex: str
    num: int
    corps: str
    army: str
    div: str
    type: str
    steps: tuple[int, ...]
    bracket: bool
    ma: int
    q: str
    dispersed: bool = False
    supply: str = "in"  # in, low, out, isolated
    no_fuel: bool = False

    @property
    def strength(self) -> int:
        return self.steps[0]

    @property
    def mech(self) -> bool:
        return self.type in MECH

    @property
    def order(self) -> tuple[int, int, str]:
        """Ascending #: selector number, then corps number."""
        return self.num, CORPS_ORDER.get(self.corps, 99), self.id


@dataclass(frozen=True)
class Position:
    """Date, mode, units by id, markers; `owner` only where it is not the start."""

    date: int
    units: dict[str, Unit]
    mode: str = "gs"
    roadblocks: frozenset[str] = frozenset()
    destroyed: frozenset[frozenset[str]] = frozenset()
    built: frozenset[frozenset[str]] = frozenset()
    """Bridges that engineers built, without a Road."""
    improved: frozenset[str] = frozenset()
    owner: dict[str, str] = field(default_factory=dict)
    freeze: bool = False
    window: tuple[int, int, int, int] = (1, ground.COLS, 1, ground.ROWS)
    crossed: tuple[frozenset[str], ...] = ()
    """Hexsides of Rivers crossed in this Activation, one entry for each unit."""

    @cached_property
    def found(self) -> dict[object, Any]:
        """What was asked of this position before."""
        return {}

    @cached_property
    def hexes(self) -> dict[str, list[Unit]]:
        """Units by hex in ascending #."""
        by_hex: dict[str, list[Unit]] = {}
        for u in sorted(self.units.values(), key=lambda u: u.order):
            by_hex.setdefault(u.hex, []).append(u)
        return by_hex

    def at(self, h: str, side: str | None = None) -> list[Unit]:
        """Units in h in ascending #."""
        return [u for u in self.hexes.get(h, ()) if side in (None, u.side)]

    def on_map(self, side: str) -> list[Unit]:
        """Units of a side on the map in ascending #."""
        found = (u for u in self.units.values() if u.hex[:1].isdigit() and u.side == side)
        return sorted(found, key=lambda u: u.order)

    def near(self, h: str) -> tuple[str, ...]:
        """Neighbours inside the window of the scenario."""
        west, east, north, south = self.window
        if self.window == (1, ground.COLS, 1, ground.ROWS):
            return ground.neighbours(h)
        return tuple(
            n
            for n in ground.neighbours(h)
            if west <= int(n[:2]) <= east and north <= int(n[2:]) <= south
        )

    def put(self, ids: Iterable[str], h: str) -> Position:
        """The same position with some units elsewhere ("" = off the map)."""
        units = dict(self.units)
        for name in ids:
            units[name] = replace(units[name], hex=h)
        return replace(self, units=units)

    def add(self, *units: Unit) -> Position:
        """The same position with more units."""
        return replace(self, units=self.units | {u.id: u for u in units})

    def owned_by(self, h: str) -> str:
        """The side a hex belongs to (HC-01)."""
        here = self.at(h)
        if here:
            return here[0].side
        if h in self.owner:
            return self.owner[h]
        if h in ground.WESTWALL or ground.start_german(h):
            return "german"
        return "allied"


def unit(name: str, h: str, *, lost: int = 0, **state: object) -> Unit:
    """A unit of the order of battle in a hex, some steps lost."""
    row = ground.OOB[name]
    made = Unit(
        id=name,
        side="german" if name.startswith("de.") else "allied",
        hex=h,
        num=row["num"],
        corps=row["corps"],
        army=row["army"],
        div=row["div"],
        type=row["type"],
        steps=tuple(row["steps"][lost:]),
        bracket=row["bracket"],
        ma=row["ma"],
        q=row["q"],
    )
    return replace(made, **state)  # type: ignore[arg-type]


def phantom(side: str, h: str) -> Unit:
    """A unit that is only imagined: full strength, with ZOC."""
    return Unit("phantom", side, h, 99, "", "", "", "inf", (1,), False, 4, "R")


def position(date: int, *units: Unit, **rest: object) -> Position:
    """A position of some units."""
    made = Position(date, {u.id: u for u in units})
    return replace(made, **rest)  # type: ignore[arg-type]


def steps(units: Iterable[Unit]) -> int:
    """Steps left in all."""
    return sum(len(u.steps) for u in units)


def strength(units: Iterable[Unit]) -> int:
    """Strength points in all."""
    return sum(u.strength for u in units)
