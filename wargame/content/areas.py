"""Entry areas: hexes of the map's edge where reinforcements come on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Generic, TypeVar

from wargame.content.errors import DataError
from wargame.content.toml import HexNumber, TomlModel
from wargame.hexes.grid import Edge, Grid, Hex

Side = TypeVar("Side", bound=str)


class Area(TomlModel, Generic[Side]):
    """An entry area; of its hexes the first is the one that names it."""

    id: str
    side: Side
    name: str
    hexes: tuple[HexNumber, ...]
    edge: Edge

    @property
    def hex(self) -> Hex:
        """Its first hex."""
        return self.hexes[0]

    def others(self, grid: Grid) -> tuple[Hex, ...]:
        """The rest of the edge, the nearest first, of equally near hexes the lower number."""
        rest = (h for h in grid.edge(self.edge) if h not in self.hexes)
        near = sorted((min(grid.distance(h, own) for own in self.hexes), h) for h in rest)
        return tuple(h for _, h in near)


def areas_by_id(file: Path, rows: Iterable[Area[Side]], grid: Grid) -> dict[str, Area[Side]]:
    """The areas of a file by id; each lies on its edge."""
    found = {row.id: row for row in rows}
    for area in found.values():
        if astray := sorted(set(area.hexes) - set(grid.edge(area.edge))):
            wrong = f"{grid.name(astray[0])} is not on the {area.edge} edge"
            raise DataError(file, f"area.{area.id}.hexes", wrong)
    return found
