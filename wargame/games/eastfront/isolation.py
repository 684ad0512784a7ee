"""EF-IS  Which hexes are joined to a source, and which units and hexes are isolated."""

from __future__ import annotations

from functools import cache, lru_cache

from wargame.games.eastfront.content import STRAIT, EastFrontContent
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.sea import frozen_sea, joined_ports
from wargame.games.eastfront.state import (
    ACTIVE,
    BULGARIA_CLOSED,
    CLOSED,
    CUT,
    FINLAND_OUT,
    ISOLATED,
    OTHER,
    ROUTES,
    EfGame,
    on_map,
)
from wargame.hexes.bits import mask_of, members
from wargame.hexes.field import Barriers, flood_links
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

BULGARIA = "B"
LADOGA = "Ladoga"


@cache
def _borders(content: EastFrontContent) -> dict[str, tuple[HexsideKey, ...]]:
    """EF-HC-05  By nation that may be closed: the hexsides of its border."""
    found: dict[str, list[HexsideKey]] = {letter: [] for letter, _ in CLOSED}
    for h in sorted(content.land):
        for near in content.grid.neighbours[h]:
            here, there = content.nation[h], content.nation[near]
            if h < near and here != there:
                for letter in sorted({here, there} & found.keys()):
                    found[letter].append(side_key(h, near))
    return {letter: tuple(sides) for letter, sides in found.items()}


@cache
def _land(content: EastFrontContent) -> int:
    return mask_of(content.land, content.grid.size)


@cache
def _straits(content: EastFrontContent) -> Barriers:
    sides = [side for side, kind in content.map.hexsides.items() if kind == STRAIT]
    return Barriers(content.grid, [0] * content.grid.size).shut(sides)


@cache
def _barriers(content: EastFrontContent, closed: tuple[str, ...]) -> Barriers:
    borders = _borders(content)
    return _straits(content).shut([side for letter in closed for side in borders[letter]])


def barriers(g: EfGame) -> Barriers:
    """What no chain and no path crosses: straits, and the borders of closed countries (EF-HC-05)."""
    return _barriers(g.content, closed_now(g))


def closed_now(g: EfGame) -> tuple[str, ...]:
    """EF-HC-05  The nations that are closed."""
    return tuple(letter for letter, track in CLOSED if g.state.tracks.get(track))


def own_mask(g: EfGame, side: Side) -> int:
    """The hexes that a side controls: a set of hexes."""
    return g.board.owned(g.state, side)


def free_mask(g: EfGame, side: Side) -> int:
    """EF-IS-01  Hexes a chain may go through: own, without enemy units and without EZOC (EF-ZC-03)."""
    return own_mask(g, side) & ~enemies_mask(g, side) & ~barring_zoc(g, side)


def enemies_mask(g: EfGame, side: Side) -> int:
    """Hexes in which enemies of a side stand: a set of hexes."""
    return g.board.stood[OTHER[side]]


def barring_zoc(g: EfGame, side: Side) -> int:
    """EF-ZC-03  Hexes in an EZOC that no own combat unit cancels: a set of hexes."""
    return zoc_mask(g, OTHER[side]) & ~g.board.holding[side]


def zoc_mask(g: EfGame, side: Side) -> int:
    """EF-ZC-01  Hexes in the ZOC of a side: a set of hexes."""
    return g.board.zoned[side]


def active_bands(g: EfGame) -> list[Hex]:
    """EF-PT-11  The hexes of active bands."""
    bands = (g.state.units[u] for u in g.content.bands)
    return [band.hex for band in bands if band.hex >= 0 and ACTIVE in band.states]


def joined_by_land(g: EfGame, side: Side, heads: int) -> int:
    """Hexes joined to *heads* by a chain, those at its end too if they are own: they are not tested (R)."""
    free, across = free_mask(g, side), barriers(g)
    near = flood_links(g.grid, heads & free, free, across)
    return near | across.spread(near) & own_mask(g, side) & ~enemies_mask(g, side)


def connected(g: EfGame, side: Side) -> int:
    """EF-IS-01  Every hex that is connected for a side now: a set of hexes."""
    return _connected(g, side, (*g.board.changes, *g.state.lists.get(ROUTES[side], ())))


@lru_cache(maxsize=4)
def _connected(g: EfGame, side: Side, _now: tuple[object, ...]) -> int:
    content = g.content
    found = joined_by_land(g, side, mask_of(own_sources(g, side), g.grid.size))
    while True:
        ports = mask_of(joined_ports(g, side, found), g.grid.size)
        over_ice = mask_of(_over_ladoga(g, side, found), g.grid.size)
        if not (ports | over_ice) & ~found:
            break  # what is found leads no farther
        found |= ports | over_ice
        found |= joined_by_land(g, side, found)
    if side == "axis" and g.state.tracks.get(BULGARIA_CLOSED):
        found |= content.countries.get(BULGARIA, 0) & _land(content)
    return found


def own_sources(g: EfGame, side: Side) -> list[Hex]:
    """EF-SP-15, EF-PE-18  The supply sources that a side controls, without an enemy unit, ascending; none in Finland
    after the armistice.
    """
    control, enemy = g.state.control, g.board.here[OTHER[side]]
    found = [h for h in g.content.sources[side] if control.get(h) == side and not enemy[h]]
    if g.state.tracks.get(FINLAND_OUT):
        found = [h for h in found if g.content.nation[h] != "F"]
    return found


def _over_ladoga(g: EfGame, side: Side, found: int) -> list[Hex]:
    """EF-IS-01  Hexes that the lake joins to Volkhov, while a flotilla or ice carries over it."""
    row = g.content.geography.ladoga
    if side != "soviet" or row.to not in g.content.board:
        return []
    if not found >> row.to & 1 or not lake_carries(g):
        return []
    grid, control = g.grid, g.state.control
    shore = {n for lake in row.lake for n in grid.neighbours[lake] if control.get(n) == side}
    return sorted({*shore, *([row.port] if control.get(row.port) == side else [])})


def lake_carries(g: EfGame) -> bool:
    """EF-IS-01  Whether Ladoga is crossed: frozen, or by a Soviet flotilla or transport."""
    row = g.content.geography.ladoga
    if all(frozen_sea(g, h) for h in row.lake):
        return True
    return any(
        group.sea == LADOGA and group.side == "soviet" and g.state.units[group.id].hex >= 0
        for group in g.content.naval.values()
    )


def is_cut(g: EfGame, side: Side, where: Hex) -> bool:
    """EF-IS-03  Whether a hex of a side was isolated in the last Isolation Segment."""
    return bool(g.state.layers.get(CUT[side], {}).get(where))


def determine(g: EfGame) -> None:
    """EF-IS-02, EF-IS-03  Units and hexes of both sides, from one picture of the map."""
    joined = {side: connected(g, side) for side in SIDES}
    for side in SIDES:
        cut = members(own_mask(g, side) & ~joined[side])
        was = g.state.layers.get(CUT[side], {})
        g.set_layer(
            CUT[side],
            {**dict.fromkeys(sorted(was), 0), **dict.fromkeys(cut, 1)},
            rule="EF-IS-02",
        )
        alone = g.board.stood[side] & ~joined[side]
        for unit in on_map(g, side):
            apart = alone >> unit.hex & 1 if alone else 0
            if apart == (ISOLATED in unit.states) or g.content.units[unit.id].cls == "PA":
                continue
            if not apart:
                g.shed(unit.id, ISOLATED, rule="EF-IS-02")
            else:
                g.gain(unit.id, ISOLATED, rule="EF-IS-02")
