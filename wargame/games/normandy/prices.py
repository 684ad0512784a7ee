"""Tables of what a step costs over the bridges that stand: by road, off it, in Strategic Movement (NOR-MV, NOR-SM)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Mobility, Nation
from wargame.games.normandy.state import BRIDGE, NorGame, away_beyond, hexside_of
from wargame.hexes.field import Costs
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import Scalar


def intact_bridges(g: NorGame) -> frozenset[HexsideKey]:
    """NOR-MV-05  The bridges that stand now."""
    return _without(g.content, frozenset(g.state.layers.get(BRIDGE, ())))


@lru_cache(maxsize=4)
def _without(content: NormandyContent, fallen: frozenset[int]) -> frozenset[HexsideKey]:
    """The bridges of the map but for some."""
    return content.map.bridges - {hexside_of(content, place) for place in fallen}


Prices = dict[Mobility, Costs]


@lru_cache(maxsize=8)
def by_road(content: NormandyContent, intact: frozenset[HexsideKey], mech_primary: int) -> Prices:
    """NOR-MV-04, NOR-WX-08, NOR-IT-04  Every step, by road where one leads; *mech_primary*: see `content`."""
    found, whole = content.prices(intact, mech_primary), content.map.bridges
    if intact == whole:
        return found
    return _at_bridges(content, found, by_road(content, whole, mech_primary))


@lru_cache(maxsize=4)
def off_road(content: NormandyContent, intact: frozenset[HexsideKey]) -> Prices:
    """NOR-MV-04, NOR-MV-05  Every step where no rate of a road applies."""
    found, whole = content.off_road(intact), content.map.bridges
    return found if intact == whole else _at_bridges(content, found, off_road(content, whole))


def _at_bridges(content: NormandyContent, found: Prices, whole: Prices) -> Prices:
    """The prices *found* where a bridge is printed, elsewhere those that no bridge changes."""
    return {mobility: _at_ends(content, found[mobility], whole[mobility]) for mobility in found}


def _at_ends(content: NormandyContent, now: Costs, always: Costs) -> Costs:
    """The prices *now* of leaving a hex with a printed bridge, of leaving others those of *always*."""
    ends = _ends(content)
    return Costs(content.grid, lambda h: (now if h in ends else always)[h])


@cache
def _ends(content: NormandyContent) -> frozenset[Hex]:
    """The hexes in which printed bridges end."""
    return frozenset(h for side in content.map.bridges for h in side)


@lru_cache(maxsize=8)
def roads(
    content: NormandyContent,
    intact: frozenset[HexsideKey],
    boundary: tuple[Scalar, ...],
    nation: Nation,
) -> Costs:
    """NOR-SM-03, NOR-BD-04  Two half MPs for each step by road within the boundary."""
    every, around = _every_road(content, intact), content.grid.around
    if not boundary:
        return every
    away = away_beyond(content, boundary, nation)

    def row(h: Hex) -> Sequence[int]:
        if not any(map(away.__getitem__, content.grid.neighbours[h])):
            return every[h]
        pairs = zip(around[h], every[h], strict=True)
        return [price if not away[b] or away[b] < away[h] else 0 for b, price in pairs]

    return Costs(content.grid, row)


@lru_cache(maxsize=4)
def _every_road(content: NormandyContent, intact: frozenset[HexsideKey]) -> Costs:
    """NOR-SM-03  Two half MPs for each step by road, over the bridges that stand."""
    road, rivers, land = content.map.road_step, content.rivers, content.land

    def price(h: Hex, b: Hex) -> int:
        side = side_key(h, b)
        if b not in land or side not in road:
            return 0
        return 2 if side not in rivers or side in intact else 0

    around, whole = content.grid.around, content.map.bridges
    found = Costs(content.grid, lambda h: [price(h, b) for b in around[h]])
    return found if intact == whole else _at_ends(content, found, _every_road(content, whole))


FAR = 999
"""More steps than any way has."""


@cache
def steps_by_road(content: NormandyContent, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """NOR-SM-03  The steps by road to the nearest of some hexes, if every bridge stands, by hex that has a way."""
    found, order = dict.fromkeys(goals, 0), list(goals)
    joined = _every_road(content, content.map.bridges)
    for h in order:
        for near, price in zip(content.grid.around[h], joined[h], strict=True):
            if price and near not in found:
                found[near] = found[h] + 1
                order.append(near)
    return found
