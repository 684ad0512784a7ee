"""Retreat after combat: which hexes go before others, what a way costs (EF-CB-24 to EF-CB-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import LAKE, MAJOR_RIVER, STRAIT
from wargame.games.eastfront.isolation import connected, own_sources
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    OTHER,
    EfGame,
    border_shut,
    class_of,
    free_of_zoc,
    frozen_at,
    side_of,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, Rules, ways


def rules_of(g: EfGame, unit: UnitId, n: int, gone: Mapping[UnitId, Hex]) -> Rules:
    """EF-CB-24, EF-CB-25  What binds a unit that goes *n* hexes back; *gone* are others with the end of their way.

    Enemies and ZOC are those of the table before anybody moved; only room looks at who goes before.
    """
    side = side_of(g, unit)
    joined = connected(g, side)
    sources = [h for h in own_sources(g, side) if joined >> h & 1]

    def shut(path: Path, h: Hex) -> Refusal | None:
        here, name = path[-1], g.grid.name(h)
        if h in path:
            return Refusal("A retreat does not come back.", "EF-CB-24")
        if h not in g.content.land or h not in g.content.board:
            return Refusal(f"{name} cannot be entered.", "EF-CB-25")
        if g.content.water(here, h) == STRAIT or g.content.map.terrain[h] == LAKE:
            return Refusal("No retreat leads across a strait or a lake.", "EF-CB-25")
        if g.board.here[OTHER[side]][h]:
            return Refusal(f"Enemies stand in {name}.", "EF-CB-25")
        if border_shut(g.state, g.content, here, h):
            return Refusal("The border is closed.", "EF-HC-05")
        return None

    def rank(path: Path, h: Hex) -> int:
        zone = not free_of_zoc(g, side, h)
        coming = [unit, *(u for u, end in gone.items() if end == h)]
        full = len(path) == n and why_full(g, side, h, coming) is not None
        return 4 * zone + 2 * _farther(g, sources, path[-1], h) + full

    return Rules(g.grid, "EF-CB-25", shut, rank)


def _farther(g: EfGame, sources: Sequence[Hex], here: Hex, h: Hex) -> bool:
    """EF-CB-25  Whether a hex is farther from the source nearest to the hex being left, from each if many are (R-280)."""
    least = min((g.grid.distance(here, source) for source in sources), default=0)
    near = [source for source in sources if g.grid.distance(here, source) == least]
    return bool(near) and all(g.grid.distance(h, source) > least for source in near)


def retreats(
    g: EfGame, unit: UnitId, n: int, gone: Mapping[UnitId, Hex] = MappingProxyType({})
) -> list[Path]:
    """EF-CB-24, EF-CB-26  The ways of a unit: *n* hexes, to an end so far away if any is; HQs and engineers may go on."""
    start = g.state.units[unit].hex
    most = n if class_of(g, unit).combat else max(n, g.content.limits.attack.staff_retreat)
    found = []
    for length in range(n, most + 1):
        every = ways(rules_of(g, unit, length, gone), start, length, length)
        far = [way for way in every if g.grid.distance(start, way[-1]) == length]
        found += far or (every if length == n else [])
    return found


def price(g: EfGame, unit: UnitId, way: Path) -> int:
    """EF-CB-25, EF-CB-26  Steps a way costs: a ZOC each, a major river for armour; HQs and engineers none."""
    cls = class_of(g, unit)
    side = side_of(g, unit)
    if not cls.combat:
        return 0
    cost, here = 0, g.state.units[unit].hex
    for h in way:
        cost += not free_of_zoc(g, side, h)
        wet = g.content.water(here, h) == MAJOR_RIVER and not frozen_at(g, h)
        bridged = g.content.highway(here, h) or side_key(here, h) in g.content.rail_steps
        cost += wet and not bridged and (cls.cm or cls.armoured)
        here = h
    return cost


def told(g: EfGame, unit: UnitId, way: Path) -> str:
    """A way in a list, with what it costs."""
    cost = price(g, unit, way)
    lost = f", loses {cost}" if cost else ""
    return f"{unit_name(g, unit)} back by {g.grid.write(way)}{lost}"
