"""What a step costs and where a mover may go: terrain, roads, ZOC, interdiction (ARR-MV, ARR-GE-03).

All costs and allowances are half movement points.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import or_

from wargame.content.figures import in_halves
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Mobility, Side
from wargame.games.arras.orders import refuse
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
)
from wargame.hexes.field import Costs, Reach, reach
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

LEAVE = 2
"""ARR-MV-02  Half MPs more for the step out of an EZOC."""
PICK_UP = 2
"""ARR-MV-11  Half MPs for taking up a passenger on the way."""
SLOWED = 2
"""ARR-GE-03  Half MPs once a phase in a covered hex."""
LIFTED_ALLOWANCE = 4
"""ARR-MV-04  Movement points of a unit with transport."""


def allowance(g: ArrasGame, unit_id: UnitId, where: Hex, *, lifted: bool = False) -> int:
    """ARR-MV-03 to ARR-MV-06  Half MPs of a unit that begins its move in *where*."""
    kind = kind_of(g, unit_id)
    points = LIFTED_ALLOWANCE if lifted else kind.allowance
    if is_paralysed(g, kind.side, where):
        points = max(points - 1, 1)  # ARR-EV-03, ARR-EV-04
    return points * 2


def covered_hexes(g: ArrasGame) -> frozenset[Hex]:
    """ARR-GE-03  Hexes under an interdiction marker on the map."""
    found: set[Hex] = set()
    for marker in g.state.markers.values():
        if marker.kind == INTERDICTION and marker.hex >= 0:
            found.add(marker.hex)
            found.update(g.grid.neighbours[marker.hex])
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a move: hex entered, half MPs, the reasons in words."""

    hex: Hex
    cost: int
    why: str


@dataclass(slots=True)
class Field:
    """Where a mover can get to."""

    start: Hex
    budget: int
    cost: dict[Hex, int]
    """Half MPs spent of the budget by hex; the start may be among them."""
    found: Reach | None
    ways: dict[Hex, Reach]
    """The search that found a hex, where there were two."""
    jumps: set[Hex] = field(default_factory=set)
    """Neighbours that only the minimum move reaches (ARR-MV-09)."""

    def spending(self, already: int) -> Field:
        """The same field after *already* half MPs were spent to get to its start."""
        cost = {where: spent + already for where, spent in self.cost.items()}
        return Field(self.start, self.budget + already, cost, self.found, self.ways, self.jumps)

    def path(self, where: Hex) -> tuple[Hex, ...]:
        """The cheapest path, the start included."""
        if where in self.jumps:
            return self.start, where
        search = self.ways.get(where, self.found)
        return search.path_to(where) if search is not None else (self.start, where)


@cache
def _compiled(content: ArrasContent, mobility: Mobility, no_roads: bool) -> Costs:
    """Step prices made ready for searching."""
    table = content.entry_cost_no_road if no_roads else content.entry_cost
    return Costs(content.grid, table[mobility])


Prices = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=24)
def _slowed(
    content: ArrasContent, mobility: Mobility, no_roads: bool, covered: frozenset[Hex]
) -> Prices:
    """ARR-GE-03  Prices without road rate on steps that start or end in a covered hex."""
    table = content.entry_cost_no_road if no_roads else content.entry_cost
    return _patched(content, table[mobility], content.entry_cost_no_road[mobility], covered)


@lru_cache(maxsize=24)
def _spared(
    content: ArrasContent, mobility: Mobility, no_roads: bool, covered: frozenset[Hex]
) -> Prices:
    """ARR-GE-03  Prices with every step that starts or ends in a covered hex left out."""
    table = content.entry_cost_no_road if no_roads else content.entry_cost
    nothing = ((0,) * 6,) * content.grid.size
    return _patched(content, table[mobility], nothing, covered)


def _patched(
    content: ArrasContent, plain: Prices, other: Prices, covered: frozenset[Hex]
) -> Prices:
    """The plain prices, but the others for steps from, to or within the covered hexes."""
    rows, around = list(plain), content.grid.around
    touched = covered.union(*(content.grid.neighbours[h] for h in covered))
    for a in touched:
        rows[a] = tuple(
            other[a][d] if a in covered or b in covered else plain[a][d]
            for d, b in enumerate(around[a])
        )
    return tuple(rows)


class Walker:
    """One mover, or a lifted pair, and the rules that bind its steps."""

    def __init__(
        self, g: ArrasGame, lead: UnitId, *, lifted: bool = False, exploiting: bool = False
    ) -> None:
        self.g, self.lead = g, lead
        self.leader = lead == ROMMEL
        kind = g.content.rommel if self.leader else kind_of(g, lead)
        self.side: Side = kind.side
        self.exploiting = exploiting
        self.overruns = kind.combat_unit and not lifted and not self.leader  # R-09, ARR-MV-15
        self._off = g.content.entry_cost_no_road[kind.mobility]
        no_roads = in_force(g, "refugees")  # ARR-EV-07
        self._on = self._off if no_roads else g.content.entry_cost[kind.mobility]
        self.no_roads = no_roads
        slowed = self.side == "allied" and not exploiting  # ARR-GE-03
        self.covered = covered_hexes(g) if slowed else frozenset()
        self.mobility = kind.mobility
        self.zoc = g.board.zoc[OTHER[self.side]]
        self._closed = g.content.closed.get(self.side, frozenset())
        self._shut: dict[Hex, str] = {}
        self._mask: Sequence[int] | None = None
        self._costs = _compiled(g.content, kind.mobility, no_roads)

    # -- single steps -------------------------------------------------------------------------

    def stops_in(self, where: Hex) -> bool:
        """ARR-MV-01  Whether entering the hex ends the move."""
        return self.zoc[where] > 0 and not self.leader

    def leaving(self, where: Hex) -> int:
        """ARR-MV-02  What starting in the hex adds to the first step."""
        return LEAVE if self.zoc[where] and not self.leader else 0

    def shut(self, where: Hex) -> str:
        """ARR-MV-15, ARR-MV-16, ARR-EX-02  The rule that forbids entering a hex, "" if none does."""
        if where not in self._shut:
            self._shut[where] = self._why_shut(where)
        return self._shut[where]

    def price(self, a: Hex, d: int, *, paid: bool) -> tuple[int, bool]:
        """ARR-GE-03  Half MPs from *a* in direction *d* (0: none), whether interdiction is paid."""
        cost = self._on[a][d]
        if not cost or not self.covered:
            return cost, paid
        if a not in self.covered and self.g.grid.around[a][d] not in self.covered:
            return cost, paid
        return self._off[a][d] + (0 if paid else SLOWED), True

    def _why_shut(self, where: Hex) -> str:
        g, enemy = self.g, OTHER[self.side]
        if where in self._closed or where not in g.content.board:
            return "ARR-MV-16"
        if g.board.held[enemy][where] or (g.board.here[enemy][where] and not self.overruns):
            return "ARR-MV-15"
        if self.exploiting and self.zoc[where]:
            return "ARR-EX-02"
        return ""

    # -- searching ----------------------------------------------------------------------------

    def reach(
        self, start: Hex, budget: int, *, minimum: bool, first: int, paid: bool = False
    ) -> Field:
        """Hexes it can get to for *budget*; *first* is added to the first step.

        With *minimum* any neighbour that is not prohibited counts too (ARR-MV-09).
        """
        if self.covered:
            reached = self._slowed_reach(start, budget, first=first, paid=paid)
        else:
            stop = None if self.leader else self.zoc
            found = self._costs.reach(
                start, budget, stop=stop, closed=self._closed_hexes(), surcharge=first
            )
            reached = Field(start, budget, found.cost, found, {})
        if minimum:
            for d, near in enumerate(self.g.grid.around[start]):
                new = near >= 0 and near not in reached.cost and not self.shut(near)
                if new and self.price(start, d, paid=paid)[0]:
                    reached.cost[near] = budget
                    reached.jumps.add(near)
        return reached

    def _slowed_reach(self, start: Hex, budget: int, *, first: int, paid: bool) -> Field:
        """ARR-GE-03  The cheaper of two ways: past every covered hex, or through, once slowed."""
        key = self.mobility, self.no_roads, self.covered
        stop, closed = self.zoc, self._closed_hexes()
        grid, content, extra = self.g.grid, self.g.content, 0 if paid else SLOWED
        through = reach(
            grid, start, budget, _slowed(content, *key), stop=stop, closed=closed,
            surcharge=first + extra,
        )  # fmt: skip
        around = reach(
            grid, start, budget, _spared(content, *key), stop=stop, closed=closed, surcharge=first
        )
        costs, ways = dict(around.cost), dict.fromkeys(around.cost, around)
        for where, cost in through.cost.items():
            if cost < costs.get(where, budget + 1):
                costs[where], ways[where] = cost, through
        return Field(start, budget, costs, None, ways)

    def _closed_hexes(self) -> Sequence[int]:
        """The same as `shut`, as a mask for the fast search."""
        if self._mask is None:
            board, enemy = self.g.board, OTHER[self.side]
            shut = board.held[enemy] if self.overruns else board.here[enemy]
            if self.exploiting:
                shut = list(map(or_, shut, self.zoc))
            if self._closed:
                shut = [n or h in self._closed for h, n in enumerate(shut)]
            self._mask = shut
        return self._mask

    def single_steps(self, start: Hex) -> list[Hex]:
        """ARR-MV-13  Where a disrupted mover may step: any price, no EZOC, no river."""
        return [
            near
            for d, near in enumerate(self.g.grid.around[start])
            if near >= 0 and not self.zoc[near] and not self.shut(near) and self._on[start][d]
        ]

    # -- following a path ---------------------------------------------------------------------

    def follow(
        self, path: tuple[Hex, ...], budget: int, *, minimum: bool, first: int, paid: bool = False
    ) -> tuple[list[Step], bool]:
        """The priced steps of a path, and whether interdiction is paid; raises IllegalAnswer."""
        steps: list[Step] = []
        spent = 0
        for n, (a, b) in enumerate(itertools.pairwise(path)):
            if n and self.stops_in(a):
                name = self.g.grid.name(a)
                raise refuse(f"It must stop in {name}, in an enemy ZOC.", "ARR-MV-01")
            extra = first if n == 0 else 0
            cost, now_paid = self._checked_price(a, b, paid=paid)
            cost += extra
            if spent + cost > budget and not (minimum and n == 0):
                raise self._too_far(
                    b, spent + cost, budget, [*steps, self._step(b, cost, a, extra)]
                )
            step = self._step(b, cost, a, extra, slowed=now_paid and not paid)
            spent += min(cost, budget)
            paid = now_paid
            steps.append(step)
        return steps, paid

    def _checked_price(self, a: Hex, b: Hex, *, paid: bool) -> tuple[int, bool]:
        grid = self.g.grid
        cost, now_paid = self.price(a, grid.direction(a, b), paid=paid)
        if self.shut(b):
            raise refuse(self.say_shut(b), self.shut(b))
        if not cost:
            pair = f"{grid.name(a)} and {grid.name(b)}"
            raise refuse(f"An unbridged river runs between {pair}.", "ARR-MV-07")
        return cost, now_paid

    def say_shut(self, where: Hex) -> str:
        """Why a hex may not be entered, as a sentence."""
        name = self.g.grid.name(where)
        match self.shut(where):
            case "ARR-MV-16":
                return f"{name} is closed to this side or off the board."
            case "ARR-EX-02":
                return f"{name} is in an enemy ZOC: exploitation never enters one."
            case _ if combat_units(self.g, where, OTHER[self.side]):
                return f"{name} is held by enemy combat units."
        return f"{name} holds enemy transports, which only a combat unit on its own may overrun."

    def _too_far(self, where: Hex, cost: int, budget: int, steps: list[Step]) -> Exception:
        account = ", ".join(
            f"{self.g.grid.name(s.hex)} {in_halves(s.cost)} ({s.why})" for s in steps
        )
        rule = "ARR-EX-01" if self.exploiting else "ARR-MV-07"
        text = f"{self.g.grid.name(where)} costs {in_halves(cost)} MP in all, {in_halves(budget)} are there"
        return refuse(f"{text}: {account}.", rule)

    def _step(self, where: Hex, cost: int, a: Hex, extra: int, *, slowed: bool = False) -> Step:
        content = self.g.content
        key = (a, where) if a < where else (where, a)
        road = content.map.road_step.get(key, "")
        off = self.no_roads or a in self.covered or where in self.covered
        ground = f"{road} road" if road and not off else content.map.terrain[where]
        if key in content.map.hexsides and (off or not road):
            ground += f", {content.map.hexsides[key]}"
        ground += ", leaving a ZOC" if extra else ""
        ground += ", interdiction" if slowed else ""
        return Step(where, cost, ground)


def is_slow(g: ArrasGame, *units: UnitId) -> bool:
    """ARR-MV-12, ARR-MV-13  Whether the mover, or its passenger, is disrupted."""
    return any(u and DISRUPTED in g.state.units[u].states for u in units)
