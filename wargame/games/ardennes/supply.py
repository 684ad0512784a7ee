"""Supply: along Road from a source, then a few hexes to the unit; degrees (ARD-SP-01 to -08, ARD-SS-17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import communication
from wargame.games.ardennes.state import (
    ISOLATED,
    LOW,
    OTHER,
    OUT,
    ROADBLOCK,
    SHORT,
    ArdGame,
)
from wargame.games.ardennes.works import water
from wargame.hexes.bits import counted, mask_of
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.supply import Net, along, open_mask


@dataclass(frozen=True)
class Lines:
    """A side's lines of supply; good until the table changes."""

    g: ArdGame
    side: Side

    @cached_property
    def free(self) -> int:
        """ARD-SP-05, ARD-SP-06, ARD-SP-04, ARD-SP-02, ARD-SP-08  Hexes that a line may pass.

        None with an enemy, none in an enemy ZOC without a friend, no enemy City or Town; for the German no
        Roadblock (ARD-RB-04), for the Allies no empty Westwall hex.
        """
        g, side, enemy = self.g, self.side, OTHER[self.side]
        free = open_mask(g, side, enemy, g.grid.mask(g.content.board))
        control = g.state.control
        free &= ~mask_of([h for h in g.content.built_up if control.get(h) == enemy], g.grid.size)
        if side == "german":
            return free & ~mask_of(g.state.layers.get(ROADBLOCK, ()), g.grid.size)
        return free & (~mask_of(g.content.westwall, g.grid.size) | counted(g.board.held[side]))

    @cached_property
    def net(self) -> Net:
        """ARD-SP-01, ARD-SP-03  Road from a usable source, its Bridges standing, then so many hexes to the unit,
        not over a river.
        """
        g, ground = self.g, water(self.g)
        off_road = g.content.limits.supply.off_road
        heads = g.content.sources[self.side]
        return Net(g.grid, heads, self.free, ground.links, off_road, ground.rivers, self._beside)

    @cached_property
    def road(self) -> int:
        """ARD-SP-01  The hexes of the Road part."""
        heads = self.g.content.sources[self.side]
        return along(water(self.g).links, heads, self.free)

    @cached_property
    def _beside(self) -> int:
        """ARD-SP-07  Hexes over a minor river from the Road, the one case in which it is crossed.

        A unit that stands in a source hex, in whatever ZOC, is at the source (5.3.1, 5.3.5).
        """
        g, theirs = self.g, counted(self.g.board.held[OTHER[self.side]])
        heads = g.grid.mask(g.content.sources[self.side]) & ~theirs
        return water(g).majors.spread(self.road) | self.road | heads

    def reaches(self, where: Hex) -> bool:
        """Whether a unit in a hex, there or imagined there, can trace Supply now."""
        return self.net.reaches(where)


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
    for unit_id in g.board.on_map[side]:
        unit = g.state.units[unit_id]
        traces = unit_id in exempt or lines.reaches(unit.hex)
        found[unit_id] = next_degree(degree(unit), traces=traces, talks=bool(talks >> unit.hex & 1))
    return found
