"""Retreat after combat: which hexes go before others, what a way costs (EF-CB-24 to EF-CB-26)."""

from __future__ import annotations

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import LAKE, MAJOR_RIVER, STRAIT
from wargame.games.eastfront.isolation import own_sources
from wargame.games.eastfront.state import (
    OTHER,
    EfGame,
    border_shut,
    class_of,
    free_of_zoc,
    frozen_at,
    side_of,
    unit_name,
    why_full,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, Rules, ways


def rules_of(g: EfGame, unit: UnitId) -> Rules:
    """EF-CB-25  What binds a unit that goes back, as the table stands."""
    side = side_of(g, unit)
    start = g.state.units[unit].hex
    sources = own_sources(g, side)
    near = g.grid.nearest(start, sources) if sources else -1

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
        here = path[-1]
        farther = near >= 0 and g.grid.distance(h, near) > g.grid.distance(here, near)
        full = why_full(g, side, h, [unit]) is not None
        return 4 * zone + 2 * farther + full

    return Rules(g.grid, "EF-CB-25", shut, rank)


def retreats(g: EfGame, unit: UnitId, n: int) -> list[Path]:
    """EF-CB-24  The ways of a unit, exactly *n* hexes long, those that end so far away if any do."""
    start = g.state.units[unit].hex
    found = ways(rules_of(g, unit), start, n, n)
    far = [way for way in found if g.grid.distance(start, way[-1]) == n]
    return far or found


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
