"""Lines of supply: up to four hexes to a road, then along roads to a source (ARR-SU-03)."""

from __future__ import annotations

from functools import cache

from wargame.games.arras.content import SIDES, ArrasContent
from wargame.games.arras.data.files import SIDE_TITLES, Side
from wargame.games.arras.state import OTHER, ArrasGame, ground_units, kind_of
from wargame.hexes.field import Barriers
from wargame.model.state import Unit
from wargame.rules.supply import CutOff, Net, open_mask

REACH = 4
"""ARR-SU-03  Hexes from the unit to a road, the most."""


@cache
def _board(content: ArrasContent) -> int:
    return content.grid.mask(content.board)


@cache
def _barriers(content: ArrasContent) -> Barriers:
    return Barriers(content.grid, content.barrier)


def supply_of(g: ArrasGame, side: Side) -> Net:
    """ARR-SU-03, ARR-SU-04, ARR-ZC-03  Tells whether a unit of a side would be in supply in a hex."""
    content, sources = g.content, g.content.sources[side]
    free = open_mask(g, side, OTHER[side], _board(content))
    always = g.grid.mask(sources | content.depot[side])
    return Net(g.grid, sources, free, content.road_links, REACH, _barriers(content), always)


def out_of_supply(g: ArrasGame, side: Side, units: list[Unit]) -> list[Unit]:
    """ARR-SU-02  Those of *units* that no line reaches, all judged by one position."""
    net = supply_of(g, side)
    return [u for u in units if not net.reaches(u.hex)]


def cut_off(g: ArrasGame) -> CutOff:
    """ARR-SU-03  Who would be out of supply as the table stands."""
    return {
        SIDE_TITLES[side]: [
            (u.id, kind_of(g, u.id).name) for u in out_of_supply(g, side, ground_units(g, side))
        ]
        for side in SIDES
    }
