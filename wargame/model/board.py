"""Derived lookups of a position: who stands in a hex, how many units hold a ZOC there."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from wargame.hexes.grid import Grid, Hex

if TYPE_CHECKING:
    from wargame.model.state import Side, Unit, UnitId

ZocRule = Callable[["Unit"], tuple[Hex, ...]]
"""Which hexes a unit's ZOC covers as it stands now; () for none."""


class Board:
    """Occupancy and ZOC counters, updated one unit at a time by `refresh`."""

    __slots__ = ("_place", "_reach", "_zoc_rule", "at", "grid", "version", "zoc")

    def __init__(self, grid: Grid, sides: Iterable[Side], zoc_rule: ZocRule) -> None:
        self.grid = grid
        self.at: list[list[UnitId]] = [[] for _ in range(grid.size)]
        """Unit ids by hex, sorted."""
        self.zoc: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many units of a side hold a ZOC in each hex."""
        self.version = 0
        """Grows with every change: a key for caches."""
        self._zoc_rule = zoc_rule
        self._place: dict[UnitId, Hex] = {}
        self._reach: dict[UnitId, tuple[Hex, ...]] = {}

    def refresh(self, unit: Unit) -> None:
        """Take over where *unit* stands and which ZOC it holds."""
        self.version += 1
        was = self._place.get(unit.id, -1)
        if was != unit.hex:
            if was >= 0:
                self.at[was].remove(unit.id)
            if unit.hex >= 0:
                insort(self.at[unit.hex], unit.id)
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
