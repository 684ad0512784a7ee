"""The geometry of the front (ARD-GE-01 to -05): questions put to the position as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.state import (
    BRIDGE,
    OTHER,
    ROADBLOCK,
    ArdGame,
    carrying,
    day,
    hold_value,
    stack,
    steps,
    would_exert,
)
from wargame.games.ardennes.works import Water, has_roadblock, roadblock_mask, water
from wargame.hexes.bits import members
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model.state import UnitId


def open_neighbours(g: ArdGame, where: Hex, side: str) -> list[Hex]:
    """ARD-GE-01  The hexes beside *where* into which a stack of a side could still go, ascending."""
    board, enemy = g.board, OTHER[side]
    ours, theirs, zone = board.here[side], board.here[enemy], board.zoc[enemy]
    found = [h for h in water(g).dry[where] if not theirs[h] and (ours[h] or not zone[h])]
    return [h for h in found if not has_roadblock(g, h)] if side == "german" else found


def is_surrounded(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-02  No open neighbour."""
    return not open_neighbours(g, where, side)


def in_danger(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-03  In danger of Surround: next to nowhere to go, and an enemy near; Surrounded is another thing."""
    return _is_narrow(g, open_neighbours(g, where, side)) and is_proximate(g, where, side)


def _is_narrow(g: ArdGame, found: Sequence[Hex]) -> bool:
    return len(found) == 1 or (len(found) == 2 and g.grid.adjacent(*found))


def is_trapped(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-03  What rules that avoid danger of Surround avoid: the danger, and being Surrounded."""
    found = open_neighbours(g, where, side)
    return not found or (_is_narrow(g, found) and is_proximate(g, where, side))


def would_trap(g: ArdGame, where: Hex, side: str, units: Sequence[UnitId]) -> bool:
    """ARD-GE-03  Whether units of one hex would be Surrounded or in danger of it in another; () for whoever comes onto
    the map.

    Of what is open beside it only the hex they come from may close, when they leave nobody there: ZOC of
    the enemy does not depend on them.
    """
    found, start = open_neighbours(g, where, side), g.state.units[units[0]].hex if units else OFF
    if start in found and g.board.zoc[OTHER[side]][start]:
        stay = g.board.here[side][start] > len(units)
        found = found if stay else [h for h in found if h != start]
    if not found or not _is_narrow(g, found):
        return not found
    gone = gone_without(g, units, side)
    zone = zone_but(g, side, (*gone.silent, where))
    return bool(_close_to(g, side, standing(g, OTHER[side]), zone, gone.stood) >> where & 1)


class Gone(NamedTuple):
    """A side without some units of one hex."""

    silent: tuple[Hex, ...]
    """That hex where no ZOC is left to it."""
    stood: int
    """Where the others stand."""


def gone_without(g: ArdGame, units: Sequence[UnitId], side: str) -> Gone:
    """A side once these units have left their hex; () for none."""
    if not units:
        return Gone((), standing(g, side))
    where = g.state.units[units[0]].hex
    stay = [u for u in g.board.at[where] if u not in units]
    if not stay:
        return Gone((where,), standing(g, side) & ~(1 << where))
    return Gone(() if would_exert(g, stay, where, side) else (where,), standing(g, side))


def is_missed(g: ArdGame, units: Sequence[UnitId], side: str) -> bool:
    """Whether a side stands elsewhere, or has another ZOC, without some units of one hex."""
    gone = gone_without(g, units, side)
    return gone.stood != standing(g, side) or zone_but(g, side, gone.silent) != zone_of(g, side)


def zone_but(g: ArdGame, side: str, stacks: Iterable[Hex]) -> int:
    """The ZOC of a side without that of its stacks in some hexes."""
    board, counts = g.board, g.board.zoc[side]
    covered = [h for where in stacks for h in board.covers(side, where)]
    alone = 0
    for h in covered:
        if counts[h] == covered.count(h):
            alone |= 1 << h
    return zone_of(g, side) & ~alone if alone else zone_of(g, side)


# -- proximity --------------------------------------------------------------------------------------


def proximate_hexes(g: ArdGame, where: Hex, side: str) -> int:
    """ARD-GE-04, ARD-RB-03  The hexes from which an enemy of *side* comes within three hexes of *where*.

    No hex between holds a unit or a Roadblock or lies in a ZOC hostile to that enemy; the ZOC of the
    units in *where* is left out.
    """
    zone, stood = zone_but(g, side, (where,)), standing(g, "german") | standing(g, "allied")
    return _within_three(g, 1 << where, zone, stood) & ~(1 << where)


def _close_to(g: ArdGame, side: str, enemies: int, zone: int, stood: int) -> int:
    """ARD-GE-04  The hexes to which one of some enemies is Proximate, a side having this ZOC and standing there.

    The way back is the way there: one search from all enemies serves every hex.
    """
    return _within_three(g, enemies, zone, stood | standing(g, OTHER[side]))


def _within_three(g: ArdGame, start: int, zone: int, stood: int) -> int:
    """ARD-GE-04, ARD-RB-03  Hexes that many steps from one of *start*, over hexes that nobody bars."""
    free = g.content.board_mask & ~zone & ~stood & ~roadblock_mask(g)
    return _steps_over(g.content, water(g), start, free)


@lru_cache(maxsize=256)
def _steps_over(content: ArdennesContent, ground: Water, start: int, free: int) -> int:
    found, edge, spread = 0, start, ground.rivers.spread
    for _ in range(content.limits.front.proximate):
        near = spread(edge) & ~found
        found |= near
        edge = near & free
    return found


def zone_of(g: ArdGame, side: str) -> int:
    """The ZOC of a side."""
    return g.board.zoned[side]


def standing(g: ArdGame, side: str) -> int:
    """Where units of a side stand."""
    return g.board.stood[side]


def is_proximate(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-04  Whether any enemy of *side* is Proximate to a hex."""
    enemies = standing(g, OTHER[side])
    if not near_enemy(g, side, g.content.limits.front.proximate) >> where & 1:
        return False
    if not enemies >> where & 1:
        if close_hexes(g, side) >> where & 1:
            return True
        if not g.board.covers(side, where):
            return False
    return bool(proximate_hexes(g, where, side) & enemies)


def close_hexes(g: ArdGame, side: str, but: str = "") -> int:
    """The hexes to which an enemy of *side* is Proximate, those apart that have a ZOC of their own.

    *but*: enemies with a state that ZOC reads are left out.
    """
    return _close_to(g, side, without(g, OTHER[side], but), zone_of(g, side), standing(g, side))


def proximate_enemies(g: ArdGame, where: Hex, side: str) -> list[Hex]:
    """ARD-GE-04  The hexes of enemies Proximate to a hex, ascending."""
    enemies = standing(g, OTHER[side])
    return members(proximate_hexes(g, where, side) & enemies)


def hexes_to_enemy(g: ArdGame, where: Hex, side: str, but: str = "") -> int:
    """Hexes to the nearest enemy of *side* on the map, those with a state left out; 99 for none."""
    enemies = without(g, OTHER[side], but)
    if not enemies:
        return 99
    return next(n for n, ring in enumerate(_rings(g.grid, enemies)) if ring >> where & 1)


def near_enemy(g: ArdGame, side: str, far: int, but: str = "") -> int:
    """The hexes within so many of an enemy of *side*, those with a state left out, as a set."""
    enemies = without(g, OTHER[side], but)
    return (_rings(g.grid, enemies)[: far + 1])[-1] if enemies else 0


@lru_cache(maxsize=16)
def _rings(grid: Grid, start: int) -> list[int]:
    """By a number of hexes those that are no farther from one of a set that is not empty."""
    rings = [start]
    while rings[-1] != grid.full:
        rings.append(rings[-1] | grid.spread(rings[-1]))
    return rings


def around(g: ArdGame, found: int, far: int) -> int:
    """The hexes within so many of one of a set."""
    for _ in range(far):
        found |= g.grid.spread(found)
    return found


def nearest_to_enemy(g: ArdGame, units: Sequence[UnitId], side: str) -> list[UnitId]:
    """Units on the map by hexes to the nearest enemy of *side*, those equally far in their order."""
    enemies, known, left = standing(g, OTHER[side]), g.state.units, [*units]
    found: list[UnitId] = []
    for ring in _rings(g.grid, enemies) if enemies else ():
        found += [u for u in left if ring >> known[u].hex & 1]
        left = [u for u in left if not ring >> known[u].hex & 1]
        if not left:
            break
    return [*found, *left]


def without(g: ArdGame, side: str, but: str) -> int:
    """Where units of a side stand, those with a state left out; "" for none."""
    left_out = carrying(g, side, but) if but else ()
    return _without(g, side, left_out, g.board.ground) if left_out else standing(g, side)


@lru_cache(maxsize=64)
def _without(g: ArdGame, side: str, left_out: tuple[UnitId, ...], _ground: int) -> int:
    at, hexes = g.board.at, {g.state.units[u].hex for u in left_out}
    return standing(g, side) & ~g.grid.mask([h for h in hexes if {*at[h]}.issubset(left_out)])


# -- communication ----------------------------------------------------------------------------------


def passable(g: ArdGame, side: str) -> int:
    """ARD-SP-05, ARD-GE-05  Hexes that no enemy keeps a line of a side out of: his ZOC only where no friend is."""
    theirs, zone = standing(g, OTHER[side]), zone_of(g, OTHER[side])
    return g.content.board_mask & ~theirs & (~zone | standing(g, side))


def communication(g: ArdGame, side: str) -> int:
    """ARD-GE-05  Hexes from which a path leads to a source; the hex it starts from is never tested."""
    return _communication(g, side, g.board.ground, g.board.versions_of(_BARS))


_BARS = (ROADBLOCK, BRIDGE)


@lru_cache(maxsize=16)
def _communication(g: ArdGame, side: str, _ground: int, _bars: tuple[int, ...]) -> int:
    free = passable(g, side)
    if side == "german":
        free &= ~roadblock_mask(g)
    return joined(g.content, side, free, water(g))


@lru_cache(maxsize=64)
def joined(content: ArdennesContent, side: str, free: int, ground: Water) -> int:
    """ARD-GE-05  The same as long as a path may lead over the same hexes."""
    sources, spread = content.source_mask[side], ground.majors.spread  # type: ignore[index]
    found = edge = sources & free
    while edge:
        edge = spread(edge) & free & ~found
        found |= edge
    return found | spread(found) | sources


def in_communication(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-05"""
    return bool(communication(g, side) >> where & 1)


# -- the Meuse --------------------------------------------------------------------------------------


def held_back(g: ArdGame) -> bool:
    """ARD-MV-12  Whether XXX Corps may not cross the Meuse yet."""
    if day(g) >= g.content.limits.british.across_from:
        return False
    return not standing(g, "german") & _near_meuse(g.content)


@cache
def _near_meuse(content: ArdennesContent) -> int:
    """ARD-MV-12  Hexes from which a German lets XXX Corps cross."""
    grid, near = content.grid, content.limits.british.near
    return grid.mask({h for bank in content.beside_meuse for h in grid.within(bank, near)})


# -- units without contact --------------------------------------------------------------------------


def is_wandering(g: ArdGame, where: Hex) -> bool:
    """ARD-AA-05  An Allied stack behind enemy lines."""
    return (
        not in_communication(g, where, "allied")
        and where not in g.content.built_up
        and not is_surrounded(g, where, "allied")
    )


def protects_vp(g: ArdGame, where: Hex) -> bool:
    """ARD-AA-11  Whether an Allied stack may not vacate its hex: a VP hex with a German near."""
    if where not in g.content.points:
        return False
    near = near_enemy(g, "allied", g.content.actions.protect.near)
    return bool(near >> where & 1) or is_proximate(g, where, "allied")


def too_few_to_attack(g: ArdGame, where: Hex) -> bool:
    """ARD-AA-11  A VP hex whose stack is too small to attack out of it."""
    if where not in g.content.points:
        return False
    return sum(steps(g, u.id) for u in stack(g, where, "allied")) < g.content.actions.protect.steps


def best_hold(g: ArdGame, hexes: Iterable[Hex]) -> list[Hex]:
    """Hexes by highest HV, then westernmost, then lowest id (ARD-RB-21, ARD-GE-07)."""
    return sorted(hexes, key=lambda h: (-hold_value(g, h), g.grid.column(h), h))
