"""What a step costs and where a mover may go: terrain, roads, ZOC, interdiction (ARR-MV, ARR-GE-03).

All costs and allowances are half movement points.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from wargame.flow.ask import Refusal
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Mobility, Side
from wargame.games.arras.state import (
    DISRUPTED,
    INTERDICTION,
    OTHER,
    ROMMEL,
    ArrasGame,
    combat_units,
    in_force,
    is_paralysed,
    kind_of,
    zone_makers,
)
from wargame.hexes.field import Costs
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Bar, Mover, Toll

LEAVE = 2
"""ARR-MV-02  Half MPs more for the step out of an EZOC."""
SLOWED = 2
"""ARR-GE-03  Half MPs once a phase in a covered hex."""
NOWHERE: frozenset[Hex] = frozenset()
LIFTED_ALLOWANCE = 4
"""ARR-MV-04  Movement points of a unit with transport."""


def allowance(g: ArrasGame, unit_id: UnitId, where: Hex, *, lifted: bool = False) -> int:
    """ARR-MV-03 to ARR-MV-06  Half MPs of a unit that begins its move in *where*."""
    kind = kind_of(g, unit_id)
    points = LIFTED_ALLOWANCE if lifted else kind.allowance
    if is_paralysed(g, kind.side, where):
        points = max(points - 1, 1)  # ARR-EV-03, ARR-EV-04
    return points * 2


def is_slow(g: ArrasGame, unit: UnitId, passenger: UnitId = "") -> bool:
    """ARR-MV-12, ARR-MV-13  Whether the mover, or its passenger, is disrupted."""
    units = g.state.units
    shaken = DISRUPTED in units[unit].states
    return shaken or (passenger != "" and DISRUPTED in units[passenger].states)


def covered_hexes(g: ArrasGame) -> frozenset[Hex]:
    """ARR-GE-03  Hexes under an interdiction marker on the map."""
    return _covered(g, g.board.version_of(INTERDICTION))


@lru_cache(maxsize=4)
def _covered(g: ArrasGame, _version: int) -> frozenset[Hex]:
    marked = [m.hex for m in g.state.marked(INTERDICTION) if m.hex >= 0]
    return frozenset(marked).union(*(g.grid.neighbours[h] for h in marked)) if marked else NOWHERE


@cache
def _costs(content: ArrasContent, mobility: Mobility, side: Side, *, no_roads: bool) -> Costs:
    """ARR-MV-07, ARR-MV-16, ARR-EV-07  Step prices made ready for searching, none to closed hexes."""
    table = (content.entry_cost_no_road if no_roads else content.entry_cost)[mobility]
    if not content.closed.get(side):
        return Costs(content.grid, table)
    out = _outside(content, side)

    def row(h: Hex) -> tuple[int, ...]:
        return tuple(
            0 if out[b] else n for b, n in zip(content.grid.around[h], table[h], strict=True)
        )

    return Costs(content.grid, row)


@lru_cache(maxsize=24)
def _interdicted(
    content: ArrasContent, mobility: Mobility, covered: frozenset[Hex], *, no_roads: bool
) -> Toll:
    """ARR-GE-03  No road rate on steps that start or end in a covered hex, and slowed once."""
    on = _costs(content, mobility, "allied", no_roads=no_roads)
    off = _costs(content, mobility, "allied", no_roads=True)
    around = content.grid.around

    def through(h: Hex) -> tuple[int, ...]:
        return tuple(
            off[h][d] if h in covered or b in covered else on[h][d] for d, b in enumerate(around[h])
        )

    def clear(h: Hex) -> tuple[int, ...]:
        return tuple(
            0 if h in covered or b in covered else on[h][d] for d, b in enumerate(around[h])
        )

    grid = content.grid
    return Toll("interdiction", covered, SLOWED, Costs(grid, through), Costs(grid, clear))


@cache
def _outside(content: ArrasContent, side: Side) -> bytes:
    """ARR-MV-16  True for each hex that is closed to a side or off the board."""
    closed = content.closed.get(side, frozenset())
    return bytes(h in closed or h not in content.board for h in range(content.grid.size))


class Manner(NamedTuple):
    """How somebody moves: those who move alike share a walker."""

    side: Side
    mobility: Mobility
    leader: bool
    overruns: bool
    """ARR-MV-15"""
    exploiting: bool
    slow: bool
    minimum: bool
    """ARR-MV-09"""
    no_roads: bool
    """ARR-EV-07"""
    covered: frozenset[Hex]
    """ARR-GE-03"""


def walker_of(
    g: ArrasGame,
    lead: UnitId,
    *,
    lifted: bool = False,
    exploiting: bool = False,
    slow: bool = False,
    minimum: bool = True,
) -> Walker:
    """One mover, or a lifted pair, as the table stands now."""
    leader = lead == ROMMEL
    kind = g.content.rommel if leader else kind_of(g, lead)
    slowed = kind.side == "allied" and not exploiting
    manner = Manner(
        kind.side,
        kind.mobility,
        leader,
        kind.combat_unit and not lifted and not leader,
        exploiting,
        slow,
        minimum and not leader and not exploiting,
        in_force(g, "refugees"),
        covered_hexes(g) if slowed else NOWHERE,
    )
    return _walker(g, manner)


@lru_cache(maxsize=64)
def _walker(g: ArrasGame, manner: Manner) -> Walker:
    return Walker(g, manner)


class Walker(Mover):
    """Movers of a manner, and the rules that bind their steps; it reads the board as it stands."""

    def __init__(self, g: ArrasGame, manner: Manner) -> None:
        self.g, self.grid = g, g.grid
        self.side, self.mobility, self.leader = manner.side, manner.mobility, manner.leader
        self.minimum, self.no_roads, self.covered = manner.minimum, manner.no_roads, manner.covered
        self.rule = "ARR-EX-01" if manner.exploiting else "ARR-MV-07"
        self.costs = _costs(g.content, self.mobility, self.side, no_roads=self.no_roads)
        if self.covered:
            self.toll = _interdicted(g.content, self.mobility, self.covered, no_roads=self.no_roads)
        self.zoc = g.board.zoc[OTHER[self.side]]
        self.stop = None if self.leader else self.zoc  # ARR-MV-01
        self.bars = self._bars(
            overruns=manner.overruns, exploiting=manner.exploiting, slow=manner.slow
        )
        if manner.slow:
            self.single = Refusal("A disrupted unit moves one hex and no more.", "ARR-MV-13")

    def _bars(self, *, overruns: bool, exploiting: bool, slow: bool) -> list[Bar]:
        board, enemy = self.g.board, OTHER[self.side]
        bars = [
            Bar(_outside(self.g.content, self.side), self._why_outside, priced=True),
            Bar(board.held[enemy] if overruns else board.here[enemy], self._why_held),
        ]
        if slow:
            bars.insert(0, Bar(self.zoc, self._why_shy))
        if exploiting:
            bars.append(Bar(self.zoc, self._why_no_exploitation))
        return bars

    # -- reasons ------------------------------------------------------------------------------

    def _why_outside(self, h: Hex) -> Refusal:
        said = f"{self.grid.name(h)} is closed to this side or off the board."
        return Refusal(said, "ARR-MV-16")

    def _why_held(self, h: Hex) -> Refusal:
        name = self.grid.name(h)
        if combat_units(self.g, h, OTHER[self.side]):
            return Refusal(f"{name} is held by enemy combat units.", "ARR-MV-15")
        said = "holds enemy transports, which only a combat unit on its own may overrun"
        return Refusal(f"{name} {said}.", "ARR-MV-15")

    def _why_shy(self, h: Hex) -> Refusal:
        said = "is in an enemy ZOC; a disrupted unit may not enter one"
        return Refusal(f"{self.grid.name(h)} {said}.", "ARR-MV-13")

    def _why_no_exploitation(self, h: Hex) -> Refusal:
        said = "is in an enemy ZOC: exploitation never enters one"
        return Refusal(f"{self.grid.name(h)} {said}.", "ARR-EX-02")

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """ARR-MV-07  Only an unbridged river bars a step within the board."""
        pair = f"{self.grid.name(a)} and {self.grid.name(b)}"
        return Refusal(f"An unbridged river runs between {pair}.", "ARR-MV-07")

    def stopped(self, h: Hex) -> Refusal:
        """ARR-MV-01"""
        names = (kind_of(self.g, u).name for u in zone_makers(self.g, h, OTHER[self.side]))
        said = f"It must stop in {self.grid.name(h)}, in the ZOC of {'; '.join(names)}."
        return Refusal(said, "ARR-MV-01")

    # -- prices -------------------------------------------------------------------------------

    def stops_in(self, h: Hex) -> bool:
        """ARR-MV-01  Whether entering the hex ends the move."""
        return self.stop is not None and self.stop[h] > 0

    def leaving(self, h: Hex) -> int:
        """ARR-MV-02  What starting in the hex adds to the first step."""
        return LEAVE if self.stops_in(h) else 0

    def leap(self, a: Hex, b: Hex) -> bool:
        """ARR-MV-09  One hex that is not prohibited, whatever it costs."""
        return self.minimum and self.costs[a][self.grid.around[a].index(b)] > 0

    def ground(self, a: Hex, b: Hex) -> str:
        """ARR-MV-07, ARR-MV-08  Road or terrain, and what is crossed."""
        printed, key = self.g.content.map, (min(a, b), max(a, b))
        off = self.no_roads or a in self.covered or b in self.covered
        road = "" if off else printed.road_step.get(key, "")
        crossed = "" if road else printed.hexsides.get(key, "")
        return (f"{road} road" if road else printed.terrain[b]) + (
            f", {crossed}" if crossed else ""
        )

    def entry(self, h: Hex, *, listed: bool) -> tuple[int, bool]:
        """ARR-RE-05, ARR-GE-03  Half MPs of an entry hex, and whether interdiction is paid."""
        content, slowed = self.g.content, h in self.covered
        table = content.edge_cost_no_road if self.no_roads or slowed else content.edge_cost
        price = table[self.mobility][h] if listed else content.terrain.entry.nearby
        return price + (SLOWED if slowed else 0), slowed
