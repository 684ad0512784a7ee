"""The Line: what the Germans reach, and which hexes must not be vacated (ARD-GE-06)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.front import (
    gone_without,
    is_proximate,
    standing,
    without,
    zone_but,
    zone_of,
)
from wargame.games.ardennes.state import (
    BRIDGE,
    DISPERSED,
    ROADBLOCK,
    ArdGame,
    in_enemy_zoc,
    would_exert,
)
from wargame.games.ardennes.works import Water, roadblock_mask, water
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def line_of(g: ArdGame) -> Line:
    """The Line now, the same one while nobody moves and no Bridge or Roadblock changes."""
    return _line(g, g.board.ground, g.board.versions_of(_READ))


_READ = (ROADBLOCK, BRIDGE)


@lru_cache(maxsize=16)
def _line(g: ArdGame, _ground: int, _read: tuple[int, ...]) -> Line:
    return Line(g)


def reach_set(g: ArdGame) -> int:
    """ARD-GE-06  The hexes that the Germans reach as the position stands."""
    return _reach(g, zone_of(g, "allied"), standing(g, "allied"))


def _reach(g: ArdGame, stop: int, allies: int) -> int:
    """ARD-GE-06  The hexes that Germans who are not Dispersed reach in six hexes.

    The Allied ZOC is where they *stop*; where Allies stand they do not come.
    """
    free = g.content.board_mask & ~allies & ~roadblock_mask(g)
    return _reached(g.content, water(g), without(g, "german", DISPERSED), free, stop)


@lru_cache(maxsize=256)
def _reached(content: ArdennesContent, ground: Water, start: int, free: int, stop: int) -> int:
    spread, found, edge = ground.rivers.spread, start, start
    for _ in range(content.limits.front.reach):
        near = spread(edge) & free & ~found
        found |= near
        edge = near & ~stop
    return found


class _Vacated(NamedTuple):
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
    _vacated: dict[tuple[UnitId, ...], _Vacated] = field(default_factory=dict, compare=False)
    """As it would be without units."""
    _touched: dict[Hex, bool] = field(default_factory=dict, compare=False)

    def is_touched(self, where: Hex) -> bool:
        """ARD-GE-04  Whether a German is Proximate to the stack of a hex."""
        if where not in self._touched:
            self._touched[where] = is_proximate(self.g, where, "allied")
        return self._touched[where]

    @cached_property
    def reach(self) -> int:
        """Where the Germans reach."""
        return reach_set(self.g)

    def gap(self, units: Collection[UnitId], to: Hex | None = None) -> bool:
        """Whether vacating their hex makes a Gap: *to* where they go, None where they leave the map."""
        g = self.g
        where = g.state.units[next(iter(units))].hex
        before, own = self.reach, 1 << where | g.grid.spread(1 << where)
        if not before & own:  # nobody comes to where their leaving changes anything
            return False
        known = before | own
        if not self._without(units).reach & ~known:
            return False
        return to is None or bool(self._reach_with(units, to) & ~known)

    def _without(self, units: Collection[UnitId]) -> _Vacated:
        """The Line if units vanish."""
        g, key = self.g, tuple(units)
        if key not in self._vacated:
            gone = gone_without(g, key, "allied")
            stop = zone_but(g, "allied", gone.silent)
            self._vacated[key] = _Vacated(stop, gone.stood, _reach(g, stop, gone.stood))
        return self._vacated[key]

    def _reach_with(self, units: Collection[UnitId], to: Hex) -> int:
        """Where the Germans reach if units come to a hex from theirs."""
        g, (stop, allies, _) = self.g, self._without(units)
        mates = g.board.at[to] if g.board.here["allied"][to] else ()
        if would_exert(g, [*units, *mates], to, "allied"):
            stop |= g.grid.mask(water(g).dry[to])
        return _reach(g, stop, allies | 1 << to)

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
        return wanted & ~self._reach_with(units, where)
