"""Lines of supply: up to four hexes to a road, then along roads to a source (ARR-SU-03)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import OTHER, ArrasGame
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Hex
from wargame.model.state import Unit
from wargame.rules.supply import along, open_mask, within

REACH = 4
"""ARR-SU-03  Hexes from the unit to a road, the most."""


@cache
def _barriers(content: ArrasContent) -> Barriers:
    return Barriers(content.grid, content.barrier)


def supply_of(g: ArrasGame, side: Side) -> Callable[[Hex], bool]:
    """ARR-SU-03, ARR-SU-04, ARR-ZC-03  Tells whether a unit of a side would be in supply in a hex."""
    content = g.content
    free = open_mask(g, side, OTHER[side], content.board)
    roads = along(content.road_links, content.sources[side], free)
    traced = within(g.grid, roads, REACH, free, _barriers(content))
    reached = traced | g.grid.mask(content.sources[side] | content.depot[side])
    return lambda where: bool(reached >> where & 1)


def out_of_supply(g: ArrasGame, side: Side, units: list[Unit]) -> list[Unit]:
    """ARR-SU-02  Those of *units* that no line reaches, all judged by one position."""
    reached = supply_of(g, side)
    return [u for u in units if not reached(u.hex)]
