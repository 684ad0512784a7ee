"""Supply: along Road from a source, then a few hexes to the unit; degrees (ARD-SP-01 to -08, ARD-SS-17)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import (
    communication,
    gone_without,
    passable,
    standing,
    zone_but,
)
from wargame.games.ardennes.state import (
    ISOLATED,
    LOW,
    OTHER,
    OUT,
    SHORT,
    ArdGame,
    on_map,
    would_exert,
)
from wargame.games.ardennes.works import Water, roadblock_mask, water
from wargame.hexes.field import flood_links
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL, Unit, UnitId
from wargame.rules.supply import Net, within


@dataclass(frozen=True)
class Lines:
    """A side's lines of supply; good until the table changes."""

    g: ArdGame
    side: Side

    @property
    def free(self) -> int:
        """ARD-SP-05, ARD-SP-06, ARD-SP-04, ARD-SP-02, ARD-SP-08  Hexes that a line may pass.

        None with an enemy, none in an enemy ZOC without a friend, no enemy City or Town; for the German no
        Roadblock (ARD-RB-04), for the Allies no empty Westwall hex.
        """
        g, side = self.g, self.side
        free = passable(g, side) & ~hostile(g, OTHER[side])
        if side == "german":
            return free & ~roadblock_mask(g)
        return free & (~g.content.westwall_mask | standing(g, side))

    @cached_property
    def net(self) -> Net:
        """ARD-SP-01, ARD-SP-03  Road from a usable source, its Bridges standing, then so many hexes to the unit,
        not over a river.
        """
        return _net(self.g.content, self.side, self.free, water(self.g), self.sources)

    @property
    def road(self) -> int:
        """ARD-SP-01  The hexes of the Road part."""
        return _road(self.g.content, self.side, self.free, water(self.g))

    @property
    def sources(self) -> int:
        """ARD-SP-01, ARD-SP-05  A unit that stands in a source hex, in whatever ZOC, is at the source."""
        g = self.g
        return g.content.source_mask[self.side] & ~standing(g, OTHER[self.side])

    @cached_property
    def reached(self) -> int:
        """The hexes in which a unit, there or imagined there, can trace Supply now."""
        return traced(self.g.content, self.side, self.free, water(self.g), self.sources)

    def reaches(self, where: Hex) -> bool:
        """Whether a unit in a hex can trace Supply now."""
        return bool(self.reached >> where & 1)


@dataclass(frozen=True)
class LinesPast(Lines):
    """R-383  Allied lines as they are once some Germans have come into another hex, where no German stands: their ZOC
    lies there and no more where they started, and what they came through is theirs.
    """

    units: Sequence[UnitId]
    where: Hex
    way: Collection[Hex]
    """Hexes that they have stood in."""

    @property
    def free(self) -> int:
        """The hexes that a line may pass then."""
        g, gone = self.g, gone_without(self.g, self.units, "german")
        zone, ours = zone_but(g, "german", gone.silent), standing(g, "allied")
        if would_exert(g, self.units, self.where, "german"):
            zone |= g.grid.mask(water(g).dry[self.where])
        towns = hostile(g, "german") | g.grid.mask(g.content.built_up.intersection(self.way))
        closed = gone.stood | 1 << self.where | towns | (zone | g.content.westwall_mask) & ~ours
        return g.content.board_mask & ~closed

    @property
    def sources(self) -> int:
        """ARD-SP-01, ARD-SP-05"""
        stood = gone_without(self.g, self.units, "german").stood | 1 << self.where
        return self.g.content.source_mask["allied"] & ~stood


def hostile(g: ArdGame, enemy: Side) -> int:
    """ARD-SP-04  Cities and Towns of the enemy as a set."""
    return _hostile(g, enemy, g.board.version_of(CONTROL))


@lru_cache(maxsize=8)
def _hostile(g: ArdGame, enemy: Side, _control: int) -> int:
    control = g.state.control
    return g.grid.mask([h for h in g.content.built_up if h in control and control[h] == enemy])


@lru_cache(maxsize=32)
def _road(content: ArdennesContent, side: Side, free: int, ground: Water) -> int:
    return flood_links(content.grid, content.source_mask[side] & free, free, ground.roads)


@lru_cache(maxsize=32)
def _net(content: ArdennesContent, side: Side, free: int, ground: Water, sources: int) -> Net:
    """The same as long as a line may pass the same hexes.

    ARD-SP-07: hexes over a minor river from the Road are the one case in which it is crossed.
    """
    road, off_road = _road(content, side, free, ground), content.limits.supply.off_road
    beside = ground.majors.spread(road) | road | sources
    heads, rivers = content.sources[side], ground.rivers
    return Net(content.grid, heads, free, ground.links, off_road, rivers, beside)


@lru_cache(maxsize=32)
def traced(content: ArdennesContent, side: Side, free: int, ground: Water, sources: int) -> int:
    """What the net reaches, as a set."""
    net, road = (
        _net(content, side, free, ground, sources),
        _road(content, side, free, ground),
    )
    return within(net.grid, road, net.far, net.free, net.barriers) | net.always


def supplied(g: ArdGame, where: Hex, side: Side) -> bool:
    """ARD-SP-01  Whether a unit of a side in a hex can trace Supply now."""
    return Lines(g, side).reaches(where)


def degree(unit: Unit) -> str:
    """ARD-SS-17  Its supply state: one of SHORT, or "" for In Supply."""
    return next((state for state in SHORT if state in unit.states), "")


def next_degree(was: str, *, traces: bool, talks: bool) -> str:
    """ARD-SS-17  The state after a Supply Phase: by yesterday's, Supply and Communication today."""
    if traces:
        return ""
    if talks:
        return OUT if was else LOW
    return ISOLATED if was in (OUT, ISOLATED) else OUT


def states_now(g: ArdGame, side: Side, exempt: Sequence[UnitId] = ()) -> dict[UnitId, str]:
    """ARD-SS-17, ARD-SS-18  What every unit of a side on the map is found in, by id."""
    lines, talks = Lines(g, side), communication(g, side)
    found = {}
    for unit in on_map(g, side):
        traces = unit.id in exempt or lines.reaches(unit.hex)
        was = "" if traces else degree(unit)  # of one that traces it does not matter
        found[unit.id] = next_degree(was, traces=traces, talks=bool(talks >> unit.hex & 1))
    return found
