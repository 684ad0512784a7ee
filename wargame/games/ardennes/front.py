"""The geometry of the front (ARD-GE-01 to -06): questions put to the position as it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from wargame.flow.imagined import imagined
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.state import (
    BRIDGE,
    DISPERSED,
    OTHER,
    RESERVE,
    ROADBLOCK,
    ArdGame,
    day,
    hold_value,
    in_enemy_zoc,
    on_map,
    stack,
    steps,
    would_exert,
)
from wargame.games.ardennes.works import has_roadblock, roadblock_mask, water
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model import events as ev
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


def would_trap(g: ArdGame, where: Hex, side: str, units: Sequence[UnitId], rule: str) -> bool:
    """ARD-GE-03  Whether units of one hex, or of none, would be Surrounded or in danger of it in another hex.

    Of what is open beside it only the hex they come from may close, when they leave nobody there: ZOC of
    the enemy does not depend on them.
    """
    start, found = g.state.units[units[0]].hex, open_neighbours(g, where, side)
    if start in found and g.board.zoc[OTHER[side]][start]:
        stay = g.board.here[side][start] > len(units)
        found = found if stay else [h for h in found if h != start]
    if not found or not _is_narrow(g, found):
        return not found
    with imagined(g, [ev.UnitPlaced(u, where, rule) for u in units]):
        return is_proximate(g, where, side)


# -- proximity --------------------------------------------------------------------------------------


def proximate_hexes(g: ArdGame, where: Hex, side: str) -> int:
    """ARD-GE-04, ARD-RB-03  The hexes from which an enemy of *side* comes within three hexes of *where*.

    No hex between holds a unit or a Roadblock or lies in a ZOC hostile to that enemy; the ZOC of the
    units in *where* is left out.
    """
    board = g.board
    own = [h for h in board.covers(side, where) if board.zoc[side][h] == 1]
    return _within_three(g, 1 << where, zone_of(g, side) & ~g.grid.mask(own)) & ~(1 << where)


def _within_three(g: ArdGame, start: int, zone: int) -> int:
    """ARD-GE-04, ARD-RB-03  Hexes that many steps from one of *start*, over hexes that nobody bars.

    The way back is the way there: one search from all enemies serves every hex.
    """
    walls, taken = water(g).rivers, standing(g, "german") | standing(g, "allied")
    free = g.content.board_mask & ~zone & ~taken & ~roadblock_mask(g)
    found, edge = 0, start
    for _ in range(g.content.limits.front.proximate):
        near = walls.spread(edge) & ~found
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
    board = g.board
    if not board.covers(side, where) and not board.here[OTHER[side]][where]:
        return bool(close_hexes(g, side) >> where & 1)
    return bool(proximate_hexes(g, where, side) & standing(g, OTHER[side]))


def close_hexes(g: ArdGame, side: str, but: str = "") -> int:
    """The hexes to which an enemy of *side* is Proximate, those apart that have a ZOC of their own.

    *but*: enemies with a state that ZOC reads are left out.
    """
    board = g.board
    return _close(g, side, but, board.ground, roadblock_mask(g), board.version_of(BRIDGE))


@lru_cache(maxsize=64)
def _close(g: ArdGame, side: str, but: str, _version: int, _blocks: int, _bridges: int) -> int:
    return _within_three(g, without(g, OTHER[side], but), zone_of(g, side))


def proximate_enemies(g: ArdGame, where: Hex, side: str) -> list[Hex]:
    """ARD-GE-04  The hexes of enemies Proximate to a hex, ascending."""
    enemies = standing(g, OTHER[side])
    return members(proximate_hexes(g, where, side) & enemies)


def hexes_to_enemy(g: ArdGame, where: Hex, side: str, but: str = "") -> int:
    """Hexes to the nearest enemy of *side* on the map, those with a state left out; 99 for none."""
    enemies, found, n = without(g, OTHER[side], but), 1 << where, 0
    if not enemies:
        return 99
    while not found & enemies:
        found, n = found | g.grid.spread(found), n + 1
    return n


def nearest_to_enemy(g: ArdGame, units: Sequence[UnitId], side: str) -> list[UnitId]:
    """Units on the map by hexes to the nearest enemy of *side*, those equally far in their order."""
    near, found, rest = standing(g, OTHER[side]), list[UnitId](), list(units)
    while rest and near:
        here = [u for u in rest if near >> g.state.units[u].hex & 1]
        rest = [u for u in rest if u not in here] if here else rest
        found, near = found + here, near | g.grid.spread(near)
    return found + rest


def without(g: ArdGame, side: str, but: str) -> int:
    """Where units of a side stand, those with a state that ZOC reads left out; "" for none."""
    return _without(g, side, but, g.board.ground) if but else standing(g, side)


@lru_cache(maxsize=64)
def _without(g: ArdGame, side: str, but: str, _version: int) -> int:
    units = on_map(g, side)
    if not [u for u in units if but in u.states]:
        return standing(g, side)
    return g.grid.mask(u.hex for u in units if but not in u.states)


# -- communication ----------------------------------------------------------------------------------


def passable(g: ArdGame, side: str) -> int:
    """ARD-SP-05, ARD-GE-05  Hexes that no enemy keeps a line of a side out of: his ZOC only where no friend is."""
    return _passable(g, side, g.board.ground)


@lru_cache(maxsize=64)
def _passable(g: ArdGame, side: str, _version: int) -> int:
    theirs, zone = standing(g, OTHER[side]), zone_of(g, OTHER[side])
    return g.content.board_mask & ~theirs & (~zone | standing(g, side))


def communication(g: ArdGame, side: str) -> int:
    """ARD-GE-05  Hexes from which a path leads to a source; the hex it starts from is never tested."""
    board = g.board
    return _communication(g, side, board.ground, board.version_of(ROADBLOCK))


@lru_cache(maxsize=64)
def _communication(g: ArdGame, side: str, _version: int, _roadblocks: int) -> int:
    free = passable(g, side)
    if side == "german":
        free &= ~roadblock_mask(g)
    sources = g.content.source_mask[side]  # type: ignore[index]
    walls = water(g).majors
    joined = edge = sources & free
    while edge:
        edge = walls.spread(edge) & free & ~joined
        joined |= edge
    return joined | walls.spread(joined) | sources


def in_communication(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-GE-05"""
    return bool(communication(g, side) >> where & 1)


# -- the Line ---------------------------------------------------------------------------------------


def reach_set(g: ArdGame) -> int:
    """ARD-GE-06  The hexes that the Germans reach as the position stands."""
    return _reach(g, _germans(g), zone_of(g, "allied"), standing(g, "allied"))


def _reach(g: ArdGame, start: int, stop: int, allies: int) -> int:
    """ARD-GE-06  The hexes that Germans who are not Dispersed reach in six hexes from where they *start*.

    The Allied ZOC is where they *stop*; where Allies stand they do not come.
    """
    walls = water(g).rivers
    shut = allies | roadblock_mask(g)
    free = g.content.board_mask & ~shut
    found = edge = start
    for _ in range(g.content.limits.front.reach):
        near = walls.spread(edge) & free & ~found
        found |= near
        edge = near & ~stop
    return found


def _germans(g: ArdGame) -> int:
    return without(g, "german", DISPERSED)


class _Gone(NamedTuple):
    """The Line without some units."""

    stop: int
    """The Allied ZOC."""
    allies: int
    """Where the others stand."""
    reach: int
    """ARD-GE-06  Where the Germans reach."""


@dataclass(frozen=True)
class Line:
    """ARD-GE-06  The Line as it stands; good until the table changes."""

    g: ArdGame
    _gone: dict[tuple[UnitId, ...], _Gone] = field(default_factory=dict, compare=False)
    """As it would be without units."""

    @cached_property
    def reach(self) -> int:
        """Where the Germans reach."""
        board = self.g.board
        read = board.version_of(ROADBLOCK), board.version_of(BRIDGE)
        return _reach_now(self.g, board.ground, *read)

    @cached_property
    def _start(self) -> int:
        return _germans(self.g)

    def gap(self, units: Collection[UnitId], to: Hex | None = None) -> bool:
        """Whether vacating their hex makes a Gap: *to* where they go, None where they leave the map."""
        g = self.g
        where = g.state.units[next(iter(units))].hex
        before, own = self.reach, 1 << where | g.grid.spread(1 << where)
        if not before & own:  # nobody comes to where their leaving changes anything
            return False
        gone = self._without(units)
        if to is None or not gone.reach & ~before & ~own:  # nor does any wherever they go
            return bool(gone.reach & ~before & ~own)
        if not g.board.here["allied"][to]:
            after = self._reach_with(gone, units, to)
        else:
            with imagined(g, [ev.UnitPlaced(u, to, "ARD-GE-06") for u in units]):
                after = _reach(g, self._start, zone_of(g, "allied"), standing(g, "allied"))
        return bool(after & ~before & ~own)

    def _without(self, units: Collection[UnitId]) -> _Gone:
        """The Line if units vanish."""
        g, key = self.g, tuple(units)
        if key not in self._gone:
            start = self._start
            with imagined(g, [ev.UnitBoxed(u, RESERVE, "ARD-GE-06") for u in key]):
                stop, allies = zone_of(g, "allied"), standing(g, "allied")
                self._gone[key] = _Gone(stop, allies, _reach(g, start, stop, allies))
        return self._gone[key]

    def _reach_with(self, gone: _Gone, units: Collection[UnitId], where: Hex) -> int:
        """Where the Germans reach if units stand in a hex in which no Ally stood."""
        g, stop = self.g, gone.stop
        if would_exert(g, tuple(units), where, "allied"):
            stop |= g.grid.mask(water(g).dry[where])
        return _reach(g, self._start, stop, gone.allies | 1 << where)

    def plugs(self, units: Collection[UnitId], where: Hex) -> int:
        """The VP and Primary-route hexes that a stack in an empty hex would take out of the Germans' reach.

        Where the stack would have no ZOC there it plugs nothing.
        """
        g = self.g
        if g.board.at[where] or in_enemy_zoc(g, where, "allied"):
            return 0
        wanted = self.reach & (g.content.points_mask | g.content.route_mask)
        if not wanted or not would_exert(g, tuple(units), where, "allied"):
            return 0
        return wanted & ~self._reach_with(self._without(units), units, where)


@lru_cache(maxsize=8)
def _reach_now(g: ArdGame, _version: int, _roadblocks: int, _bridges: int) -> int:
    return reach_set(g)


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
    near = g.content.actions.protect.near
    return hexes_to_enemy(g, where, "allied") <= near or is_proximate(g, where, "allied")


def too_few_to_attack(g: ArdGame, where: Hex) -> bool:
    """ARD-AA-11  A VP hex whose stack is too small to attack out of it."""
    few = sum(steps(g, u.id) for u in stack(g, where, "allied")) < g.content.actions.protect.steps
    return where in g.content.points and few


def best_hold(g: ArdGame, hexes: Iterable[Hex]) -> list[Hex]:
    """Hexes by highest HV, then westernmost, then lowest id (ARD-RB-21, ARD-GE-07)."""
    return sorted(hexes, key=lambda h: (-hold_value(g, h), g.grid.column(h), h))
