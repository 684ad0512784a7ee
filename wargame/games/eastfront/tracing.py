"""The way of supply to a unit as one line: over land to an HQ or a railway, by rail to a source (EF-SP-14, EF-SP-27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import barriers, own_sources
from wargame.games.eastfront.nets import fed_hexes, version
from wargame.games.eastfront.state import EfGame, kind_of, on_map
from wargame.games.eastfront.supply import Supply, harder, serves, supply_of
from wargame.hexes.bits import mask_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.supply import Net
from wargame.rules.walk import Path


def rails_of(g: EfGame, side: Side) -> tuple[Net, dict[UnitId, Path]]:
    """EF-SP-15  The fed railways of a side, and the trail of each unit that needs supply, worked out once for a table."""
    return _rails(g, side, version(g))


@lru_cache(maxsize=4)
def _rails(g: EfGame, side: Side, _version: tuple[int, ...]) -> tuple[Net, dict[UnitId, Path]]:
    supply, units = supply_of(g, side), (u.id for u in on_map(g, side))
    ground = [u for u in units if u in g.content.units and kind_of(g, u).cls != "PA"]
    sources = own_sources(g, side)
    free = fed_hexes(g, side) | mask_of(sources, g.grid.size)
    lines = Net(g.grid, sources, free, g.content.rail_links(g.state.turn()), 1, barriers(g))
    return lines, {u: trail(supply, u) for u in ground}


def trail(supply: Supply, unit: UnitId) -> Path:
    """EF-SP-27  From a supplied unit over land to its railhead or source, by way of its HQ if it needs one; () for none."""
    g, costs = supply.g, supply.to_heads
    here, kind = g.state.units[unit].hex, kind_of(g, unit)
    limits = g.content.limits.supply
    most = supply.path_of_hq(unit) if kind.hq else limits.unit_path + harder(g, unit)
    if costs.get(here, most + 1) <= most:
        return supply.paths.way(here, costs)
    near = [
        (supply.near(hq.id)[here], hq.id, hq.hex)
        for hq in supply.hqs()
        if serves(g, hq.id, unit) and supply.hq_supplied(hq.id)
        if not kind.hq and supply.in_range(hq.id, here, harder(g, unit))
    ]
    if not near:
        return ()
    _, hq_id, at = min(near)
    return (*supply.paths.way(here, supply.near(hq_id)), *supply.paths.way(at, costs)[1:])


def hanging(
    lines: Net, trails: Mapping[UnitId, Path], units: Iterable[UnitId]
) -> dict[Hex, list[UnitId]]:
    """EF-SP-15  Rail hexes without which the railhead of one of *units* has no way to a source, each with all who hang on it."""
    heads: dict[Hex, list[UnitId]] = {}
    for unit, way in sorted(trails.items()):
        if way:
            heads.setdefault(way[-1], []).append(unit)
    found = {}
    for h in lines.chokes({trails[u][-1] for u in units if trails[u]}):
        shut = lines.without(h)
        found[h] = sorted(
            u
            for head in heads
            if lines.reaches(head) and not shut.reaches(head)
            for u in heads[head]
        )
    return found
