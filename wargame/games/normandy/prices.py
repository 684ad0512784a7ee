"""Tables of what a step costs over the bridges that stand: by road, off it, in Strategic Movement (NOR-MV, NOR-SM)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Mobility, Nation
from wargame.games.normandy.state import (
    BRIDGE,
    NorGame,
    hexside_of,
)
from wargame.games.normandy.zones import away_beyond, beyond
from wargame.hexes.bits import flags
from wargame.hexes.field import Costs
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import Scalar


def intact_bridges(g: NorGame) -> frozenset[HexsideKey]:
    """NOR-MV-05  The bridges that stand now."""
    return _intact(g, g.board.version_of(BRIDGE))


@lru_cache(maxsize=4)
def _intact(g: NorGame, _bridges: int) -> frozenset[HexsideKey]:
    """The same, found once as long as no bridge changes."""
    return _without(g.content, frozenset(g.state.layers.get(BRIDGE, ())))


@lru_cache(maxsize=4)
def _without(content: NormandyContent, fallen: frozenset[int]) -> frozenset[HexsideKey]:
    """The bridges of the map but for some."""
    return content.map.bridges - {hexside_of(content, place) for place in fallen}


Prices = dict[Mobility, Costs]


class Known(NamedTuple):
    """Prices that last as long as the program runs."""

    whole: Prices
    """Where every bridge of the map stands."""
    rows: dict[tuple[Mobility, Hex, tuple[HexsideKey, ...]], Sequence[int]]
    """Of leaving a hex in which these bridges are down."""


@lru_cache(maxsize=8)
def by_road(content: NormandyContent, intact: frozenset[HexsideKey], mech_primary: int) -> Prices:
    """NOR-MV-04, NOR-WX-08, NOR-IT-04  Every step, by road where one leads; *mech_primary*: see `content`."""
    every = _by_road_everywhere(content, mech_primary)
    price = partial(content.prices, mech_primary=mech_primary)
    return _where_fallen(content, intact, price, every)


@cache
def _by_road_everywhere(content: NormandyContent, mech_primary: int) -> Known:
    """The same over every bridge of the map."""
    return Known(content.prices(content.map.bridges, mech_primary), {})


@lru_cache(maxsize=4)
def off_road(content: NormandyContent, intact: frozenset[HexsideKey]) -> Prices:
    """NOR-MV-04, NOR-MV-05  Every step where no rate of a road applies."""
    return _where_fallen(content, intact, content.off_road, _off_road_everywhere(content))


@cache
def _off_road_everywhere(content: NormandyContent) -> Known:
    """The same over every bridge of the map."""
    return Known(content.off_road(content.map.bridges), {})


def _where_fallen(
    content: NormandyContent,
    intact: frozenset[HexsideKey],
    price: Callable[[frozenset[HexsideKey]], Prices],
    every: Known,
) -> Prices:
    """The prices over the intact bridges of leaving a hex where one is down, elsewhere those over *every* bridge."""
    if intact == content.map.bridges:
        return every.whole
    fallen, rows = _fallen_at(content, intact), every.rows
    ends = content.grid.mask(fallen)

    def row(mobility: Mobility, h: Hex) -> Sequence[int]:
        place = mobility, h, fallen[h]
        if place not in rows:
            rows[place] = price(intact)[mobility][h]
        return rows[place]

    return {m: costs.but(ends, partial(row, m)) for m, costs in every.whole.items()}


@lru_cache(maxsize=4)
def _fallen_at(
    content: NormandyContent, intact: frozenset[HexsideKey]
) -> dict[Hex, tuple[HexsideKey, ...]]:
    """The bridges that are down, by each hex in which one ends."""
    found: dict[Hex, tuple[HexsideKey, ...]] = {}
    for side in sorted(content.map.bridges - intact):
        for h in side:
            found[h] = (*found.get(h, ()), side)
    return found


@lru_cache(maxsize=8)
def roads(
    content: NormandyContent,
    intact: frozenset[HexsideKey],
    boundary: tuple[Scalar, ...],
    nation: Nation,
) -> Costs:
    """NOR-SM-03, NOR-BD-04  Two half MPs for each step by road within the boundary."""
    every, around = _roads_over(content, intact), content.grid.around
    if not boundary:
        return every
    away = away_beyond(content, boundary, nation)

    def row(h: Hex) -> Sequence[int]:
        pairs = zip(around[h], every[h], strict=True)
        return [p if p and (not away[b] or away[b] < away[h]) else 0 for b, p in pairs]

    return every.but(content.grid.spread(beyond(content, boundary, nation)), row)


@lru_cache(maxsize=4)
def _roads_over(content: NormandyContent, intact: frozenset[HexsideKey]) -> Costs:
    """NOR-SM-03  Two half MPs for each step by road, over the bridges that stand."""
    every = _every_road(content)
    if intact == content.map.bridges:
        return every
    around, rivers = content.grid.around, content.rivers

    def row(h: Hex) -> Sequence[int]:
        sides = [side_key(h, b) for b in around[h]]
        pairs = zip(sides, every[h], strict=True)
        return [0 if side in rivers and side not in intact else price for side, price in pairs]

    return every.but(content.grid.mask(_fallen_at(content, intact)), row)


@cache
def _every_road(content: NormandyContent) -> Costs:
    """NOR-SM-03  The same over every bridge of the map."""
    road, rivers, land = content.map.road_step, content.rivers, content.land
    bridges, around = content.map.bridges, content.grid.around

    def price(h: Hex, b: Hex) -> int:
        side = side_key(h, b)
        if b not in land or side not in road:
            return 0
        return 2 if side not in rivers or side in bridges else 0

    return Costs(content.grid, lambda h: [price(h, b) for b in around[h]])


@lru_cache(maxsize=8)
def beside(grid: Grid, hexes: int) -> bytes:
    """True for each hex next to one of a set."""
    return flags(grid.spread(hexes), grid.size)


class Terms(NamedTuple):
    """What the prices of Tactical and Reserve Movement hang on besides the map."""

    mobility: Mobility
    nation: Nation
    zoned: int
    """Hexes in an EZOC: a set of hexes."""
    boundary: tuple[Scalar, ...]
    """Of the Allies alone."""
    intact: frozenset[HexsideKey]
    mech_primary: int
    rubble: int
    """A set of hexes, as are those that follow."""
    targeted: int
    """Hexes under targeted interdiction, of the German alone."""
    struck: int
    """Hexes that cost more: bombed, or targeted."""


class Tactical:
    """What the steps of units cost that move alike, while nothing changes that their prices hang on."""

    def __init__(self, content: NormandyContent, terms: Terms) -> None:
        self._content, self._terms = content, terms
        grid, added = content.grid, content.terrain.added
        self._around = grid.around
        self._away = away_beyond(content, terms.boundary, terms.nation)
        self._off = off_road(content, terms.intact)[terms.mobility]
        self._road = by_road(content, terms.intact, terms.mech_primary)[terms.mobility]
        self._rubble = added.rubble.price(terms.mobility)
        row = added.targeted if terms.nation == "ge" else added.bombed
        self._added = row.price(terms.mobility)

    def costs(self) -> Costs:
        """All prices; they know this object, it does not know them."""
        grid, terms = self._content.grid, self._terms
        foreign = beyond(self._content, terms.boundary, terms.nation)
        strewn = terms.rubble | terms.struck | terms.targeted
        return self._road.but(grid.spread(terms.zoned | foreign | strewn), self._row)

    def _row(self, h: Hex) -> Sequence[int]:
        """The prices of leaving a hex, by direction."""
        terms, found = self._terms, []
        for d, b in enumerate(self._around[h]):
            price = 0
            if b >= 0 and self.crosses(h, b):
                if self.by_road(h, b):
                    price = self._road[h][d]
                elif self._off[h][d]:
                    price = self._off[h][d] + (self._rubble if terms.rubble >> b & 1 else 0)
            found.append(price + self._added if price and terms.struck >> b & 1 else price)
        return tuple(found)

    def crosses(self, a: Hex, b: Hex) -> bool:
        """NOR-BD-04  Whether a step leads where the boundary lets the unit go."""
        return not self._away[b] or self._away[b] < self._away[a]

    def by_road(self, a: Hex, b: Hex) -> bool:
        """NOR-MV-04, NOR-IT-05  Whether the rate of a road applies to a step."""
        side, terms = (min(a, b), max(a, b)), self._terms
        if (terms.zoned | terms.targeted) >> b & 1 or side not in self._content.map.road_step:
            return False
        return side not in self._content.rivers or side in terms.intact


@lru_cache(maxsize=12)
def tactical(content: NormandyContent, terms: Terms) -> tuple[Tactical, Costs]:
    """NOR-MV-03, NOR-MV-04  Prices that were found before, as long as they hang on the same."""
    prices = Tactical(content, terms)
    return prices, prices.costs()


@lru_cache(maxsize=8)
def without_slips(grid: Grid, every: Costs, zoned: int, friends: int) -> Costs:
    """NOR-ZC-04  The same prices, but none from one EZOC hex straight into another that no friend holds."""
    around, shut = grid.around, zoned & ~friends

    def row(h: Hex) -> Sequence[int]:
        pairs = zip(around[h], every[h], strict=True)
        return [0 if b >= 0 and shut >> b & 1 else price for b, price in pairs]

    return every.but(zoned, row)


FAR = 999
"""More steps than any way has."""


@cache
def steps_by_road(content: NormandyContent, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """NOR-SM-03  The steps by road to the nearest of some hexes, if every bridge stands, by hex that has a way."""
    found, order = dict.fromkeys(goals, 0), list(goals)
    joined = _every_road(content)
    for h in order:
        for near, price in zip(content.grid.around[h], joined[h], strict=True):
            if price and near not in found:
                found[near] = found[h] + 1
                order.append(near)
    return found
