"""Derived lookups of a position: who stands in a hex, how many units hold a ZOC there."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from wargame.hexes.grid import OFF, Grid, Hex

if TYPE_CHECKING:
    from wargame.model.state import Side, Unit, UnitId

ZocRule = Callable[["Unit"], tuple[Hex, ...]]
"""Which hexes a unit's ZOC covers as it stands now; () for none."""
HoldRule = Callable[["Unit"], bool]
"""Whether a unit counts as holding the hex it stands in (a combat unit, say)."""


def always(_unit: Unit) -> bool:
    """Every unit holds its hex."""
    return True


class Board:
    """Occupancy and ZOC counters, updated one unit at a time by `refresh`."""

    __slots__ = (
        "_holds", "_place", "_reach", "_side", "_zoc_rule",
        "at", "grid", "held", "here", "on_map", "version", "zoc",
    )  # fmt: skip

    def __init__(
        self, grid: Grid, sides: Iterable[Side], zoc_rule: ZocRule, holds: HoldRule = always
    ) -> None:
        self.grid = grid
        sides = tuple(sides)
        self.at: list[list[UnitId]] = [[] for _ in range(grid.size)]
        """Unit ids by hex, sorted."""
        self.zoc: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many units of a side hold a ZOC in each hex."""
        self.here: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many units of a side stand in each hex."""
        self.held: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many of them hold it."""
        self.on_map: dict[Side, list[UnitId]] = {side: [] for side in sides}
        """Ids of a side's units on the map, sorted."""
        self.version = 0
        """Grows with every change: a key for caches."""
        self._zoc_rule = zoc_rule
        self._holds = holds
        self._place: dict[UnitId, Hex] = {}
        self._side: dict[UnitId, Side] = {}
        self._reach: dict[UnitId, tuple[Hex, ...]] = {}

    def blank(self) -> Board:
        """Lookups of the same rules that know no unit yet."""
        return Board(self.grid, self.zoc, self._zoc_rule, self._holds)

    def refresh(self, unit: Unit) -> None:
        """Take over where *unit* stands and which ZOC it holds."""
        self.version += 1
        side = self._side.setdefault(unit.id, unit.side)
        if side != unit.side:  # it went over: it is gone from its old side first
            self._side[unit.id] = unit.side
            self._count(replace(unit, side=side, hex=OFF))
        self._count(unit)

    def _count(self, unit: Unit) -> None:
        was = self._place.get(unit.id, -1)
        if was != unit.hex:
            self._shift(unit, was)
            self._place[unit.id] = unit.hex
        reach = self._zoc_rule(unit) if unit.hex >= 0 else ()
        old = self._reach.get(unit.id, ())
        if reach != old:
            counters = self.zoc[unit.side]
            for where in old:
                counters[where] -= 1
            for where in reach:
                counters[where] += 1
            self._reach[unit.id] = reach

    def _shift(self, unit: Unit, was: Hex) -> None:
        """Count the unit where it stands now instead of in *was*."""
        side, now = unit.side, unit.hex
        holds = int(self._holds(unit))
        if was >= 0:
            self.at[was].remove(unit.id)
            self.here[side][was] -= 1
            self.held[side][was] -= holds
        else:
            insort(self.on_map[side], unit.id)
        if now >= 0:
            insort(self.at[now], unit.id)
            self.here[side][now] += 1
            self.held[side][now] += holds
        else:
            self.on_map[side].remove(unit.id)
