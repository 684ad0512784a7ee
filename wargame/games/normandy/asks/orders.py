"""The notation of movement: `move us.1.16th 2412-2413`, `reserve us.1.16th`, `leave us.1.16th B`."""

from __future__ import annotations

from typing import NamedTuple

from wargame.flow.notation import Grammar
from wargame.games.normandy.state import NorGame, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Path


def name_of(g: NorGame, unit: UnitId) -> str:
    """What a unit is called besides its id."""
    return unit_name(g, unit)


GRAMMAR = Grammar("NOR-MV-03", verb="NOR-SQ-01", unit="NOR-MV-01", name=name_of)


class Order(NamedTuple):
    """What one unit is told in a movement segment."""

    verb: str
    unit: UnitId
    path: Path = ()
    """Every hex, the one it stands in or enters by first."""
    area: str = ""
    """Off the map to this area, or to another one."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The unit alone: stacks go as plans of single orders."""
        return (self.unit,)

    @property
    def head(self) -> str:
        """The answer up to its path."""
        return f"{self.verb} {self.unit}"

    def along(self, path: Path) -> Order:
        """The same by a path."""
        return Order(self.verb, self.unit, path, self.area)

    def write(self, g: NorGame) -> str:
        """The canonical notation."""
        tail = f" {self.area}" if self.area else f" {g.grid.write(self.path)}" if self.path else ""
        return self.head + tail

    @property
    def end(self) -> Hex:
        """Where its path ends."""
        return self.path[-1]
