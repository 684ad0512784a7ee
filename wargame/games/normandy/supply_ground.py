"""What lines of supply run along and where they come from (NOR-SU-05 to -07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation, Side
from wargame.games.normandy.entry import holder
from wargame.games.normandy.facilities import is_held, is_working, rows_of
from wargame.games.normandy.state import NATIONS, OTHER, NorGame, hexside_of
from wargame.hexes.bits import mask_of
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import CONTROL
from wargame.rules.supply import open_mask

SIDES: tuple[Side, ...] = ("allied", "german")


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """What lines run along while the same bridges stand; the same object, so that it is quickly compared."""

    barriers: Barriers
    """Water that no line crosses over land."""
    roads: Barriers
    """What nothing but a road crosses."""


@lru_cache(maxsize=4)
def ground_of(content: NormandyContent, broken: frozenset[int]) -> Ground:
    """NOR-SU-05, NOR-SU-06  Shut water, and the roads whose rivers are bridged; *broken* bridges are not."""
    whole = _printed(content)
    sides = [hexside_of(content, place) for place in sorted(broken)]
    shut = [side for side in sides if content.rivers[side].shuts]
    return Ground(whole.barriers.shut(shut), whole.roads.shut(sides))


@cache
def _printed(content: NormandyContent) -> Ground:
    """The same where every bridge of the map stands."""
    barriers, roads = [], []
    for h, six in enumerate(content.grid.around):
        shut, off = 0, 0b111111
        for d, near in enumerate(six):
            if near < 0:
                continue
            side = side_key(h, near)
            river = content.rivers.get(side)
            crossed = river is None or side in content.map.bridges
            if river is not None and river.shuts and not crossed:
                shut |= 1 << d
            if content.ground.road(h, near) and crossed:
                off &= ~(1 << d)
        barriers.append(shut)
        roads.append(off)
    return Ground(Barriers(content.grid, barriers), Barriers(content.grid, roads))


def sources(g: NorGame, nation: Nation) -> tuple[Hex, ...]:
    """NOR-SU-07, section 8.2  The hexes supply comes from, ascending."""
    return _sources(g, nation, g.board.ground, g.board.rewritten)


@lru_cache(maxsize=6)
def _sources(g: NorGame, nation: Nation, _ground: int, _rewritten: int) -> tuple[Hex, ...]:
    """They hang on control, the turn, who holds areas, what became of ports, and on Germans near them."""
    return found_sources(g, nation)


def found_sources(g: NorGame, nation: Nation) -> tuple[Hex, ...]:
    """The same, found anew."""
    content, side = g.content, side_of(nation)
    if content.scenario.supply_sources:
        return tuple(sorted(map(g.grid.hex, content.scenario.supply_sources[side])))
    areas = content.off_map.area if content.plays("areas") else ()
    if nation == "ge":
        return tuple(sorted(h for a in areas if holder(g, a.id) == "german" for h in a.hexes))
    found = {h for row in rows_of(content, nation, "beach") if is_held(g, row) for h in row.hexes}
    ports = rows_of(content, nation, "port")
    found.update([h for row in ports if is_working(g, row) for h in row.hexes])
    use = content.off_map.use
    if nation == use.nation:
        held = [a for a in areas if a.id in use.supply and holder(g, a.id) == "allied"]
        found |= {h for a in held for h in a.hexes}
    return tuple(sorted(found))


def side_of(nation: Nation) -> Side:
    """The side of a nation."""
    return "german" if nation == "ge" else "allied"


@cache
def _land(content: NormandyContent) -> int:
    """NOR-MV-07"""
    return mask_of(content.land, content.grid.size)


def free_land(g: NorGame, side: Side) -> int:
    """NOR-SU-05, NOR-ZC-05  Land that a line of a side may pass."""
    return _free(g, side, g.board.ground, g.board.version_of(CONTROL))


@lru_cache(maxsize=4)
def _free(g: NorGame, side: Side, _ground: int, _control: int) -> int:
    own = g.board.owned(g.state, side) & _land(g.content)
    return open_mask(g, side, OTHER[side], own)


def stale(g: NorGame) -> Iterator[str]:
    """What is remembered wrongly: nothing ever, or a change was not told of."""
    for side in SIDES:
        own = mask_of([h for h, who in g.state.control.items() if who == side], g.grid.size)
        own &= _land(g.content)
        if free_land(g, side) != open_mask(g, side, OTHER[side], own):
            yield f"other land of the {side} side"
        for nation in NATIONS[side]:
            if sources(g, nation) != found_sources(g, nation):
                yield f"other sources of the {side} side"
