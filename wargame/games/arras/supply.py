"""Lines of supply: up to four hexes to a road, then along roads to a source (ARR-SU-03)."""

from __future__ import annotations

from functools import cache

from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import OTHER, ArrasGame
from wargame.hexes.field import Barriers, flood_along, flood_links
from wargame.hexes.grid import Hex
from wargame.model.state import Unit

REACH = 4
"""ARR-SU-03  Hexes from the unit to a road, the most."""


@cache
def _barriers(content: ArrasContent) -> Barriers:
    return Barriers(content.grid, content.barrier)


def unblocked(g: ArrasGame, side: Side) -> int:
    """ARR-SU-03, ARR-ZC-03  Hexes a line may pass: no enemy combat unit; EZOC only with a friend."""
    enemy = OTHER[side]
    zoc, theirs, ours = g.board.zoc[enemy], g.board.held[enemy], g.board.held[side]
    return g.grid.mask(h for h in g.content.board if not theirs[h] and (not zoc[h] or ours[h]))


class SupplyNet:
    """ARR-SU-03, ARR-SU-04  Which hexes are in supply for a side as the position stands."""

    def __init__(self, g: ArrasGame, side: Side) -> None:
        content = g.content
        self._content, self._grid = content, g.grid
        self.open = unblocked(g, side)
        sources = [h for h in sorted(content.sources[side]) if self.open >> h & 1]
        self.roads = flood_along(content.road_links, sources, self.open) if sources else 0
        barriers = _barriers(content)
        self.near = flood_links(g.grid, self.roads, self.open, barriers, REACH - 1)
        self.supplied = flood_links(g.grid, self.near, self.open, barriers, 1)
        self._sources, self._depot = content.sources[side], content.depot[side]

    def reaches(self, where: Hex) -> bool:
        """ARR-SU-03, ARR-SU-04  Whether a unit in a hex is in supply; its own hex is never blocked."""
        if where in self._depot or self.supplied >> where & 1 or where in self._sources:
            return True
        if self.open >> where & 1:
            return False
        if any(self.roads >> b & 1 for b in self._content.road_links[where]):
            return True
        return any(self.near >> b & 1 for b in self._content.contact[where])


def out_of_supply(g: ArrasGame, side: Side, units: list[Unit]) -> list[Unit]:
    """ARR-SU-02  Those of *units* that no line reaches, all judged by one position."""
    net = SupplyNet(g, side)
    return [u for u in units if not net.reaches(u.hex)]
