"""What a step costs and where a mover may go, alone or stacked, In Column or not (HAN-SP-12).

All costs and allowances are half movement points (HAN-MV-03).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wargame.content.figures import in_halves
from wargame.games.hannut.content import HannutContent, Mobility
from wargame.games.hannut.orders import refuse
from wargame.games.hannut.state import (
    MINES,
    MOVED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    column_room,
    current_ma,
    half_ma,
    holds,
    kind_of,
    mine_at,
    mobility,
    room,
    spent,
    where_is,
)
from wargame.hexes.field import Costs, Reach
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId

FREE, HALF = "free", "half"
"""Legs of an action: the whole allowance, or half of it after fire or loading (HAN-SP-14, -16)."""


@lru_cache(maxsize=512)
def _costs(
    content: HannutContent, mobility_: Mobility, in_column: bool, mined: frozenset[Hex]
) -> Costs:
    """HAN-TE-01 to HAN-TE-09  Every step of a class in a posture, mines on the map included."""
    printed = content.entry_cost_column if in_column else content.entry_cost
    table = printed[mobility_]
    if not mined:
        return Costs(content.grid, table)
    extra = content.mine_cost[mobility_]  # HAN-TE-09
    rows = [
        [
            cost + extra if cost and near in mined else cost
            for near, cost in zip(six, row, strict=True)
        ]
        for six, row in zip(content.grid.around, table, strict=True)
    ]
    return Costs(content.grid, rows)


def mined_hexes(g: HannutGame) -> frozenset[Hex]:
    """HAN-MI-01  Where mines lie."""
    return frozenset(m.hex for m in g.state.markers.values() if m.kind == MINES)


def costs_for(g: HannutGame, unit_id: UnitId, *, column: bool) -> Costs:
    """What every step costs a unit in a posture."""
    return _costs(g.content, mobility(g, unit_id), column, mined_hexes(g))


def entry_cost(g: HannutGame, unit_id: UnitId, where: Hex, *, column: bool) -> int:
    """HAN-EN-01  Half MPs for the entry hex: road cost or terrain cost; 0 is prohibited."""
    table = g.content.edge_cost_column if column else g.content.edge_cost
    return table[mobility(g, unit_id)][where]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a move: hex entered, half MPs of the first mover, the reasons in words."""

    hex: Hex
    cost: int
    why: str


@dataclass(frozen=True, slots=True)
class _Legs:
    """What one member of a mover can pay."""

    unit: UnitId
    costs: Costs
    left: int
    single: bool
    """HAN-NE-01  Exactly one hex, at any cost."""
    minimum: bool
    """HAN-MV-01  Has spent nothing: one hex at any cost, as its whole action."""


@dataclass(slots=True)
class Field:
    """Where a mover may stop."""

    left: dict[Hex, int] = field(default_factory=dict)
    """Half MPs left by hex."""
    ways: dict[Hex, Reach] = field(default_factory=dict)
    """The search that found the cheapest path to a hex."""

    def path(self, where: Hex) -> tuple[Hex, ...]:
        """The cheapest path, the start included."""
        return self.ways[where].path_to(where)

    def add(self, other: Field) -> None:
        """Take over the hexes that only *other* has."""
        for where, left in other.left.items():
            if where not in self.left:
                self.left[where], self.ways[where] = left, other.ways[where]


class Walker:
    """One unit or a stack that moves together, and the rules that bind its steps."""

    def __init__(
        self,
        g: HannutGame,
        units: Sequence[UnitId],
        *,
        column: bool,
        leg: str = FREE,
        entry: Hex = OFF,
    ) -> None:
        self.g, self.units, self.column = g, tuple(units), column
        self.side = kind_of(g, units[0]).side
        self.entry = entry
        """HAN-EN-01  The hex by which it enters the map, OFF for a unit on it."""
        self.start = where_is(g, units[0]) if entry == OFF else entry
        self._legs = [self._member(u, leg) for u in units]
        self.closed: Sequence[int] = g.board.here[OTHER[self.side]]
        """HAN-ST-03  True for hexes held by the enemy."""

    def _member(self, unit: UnitId, leg: str) -> _Legs:
        g = self.g
        budget = half_ma(g, unit) if leg == HALF else current_ma(g, unit)
        fresh = self.entry == OFF and MOVED not in g.state.units[unit].states
        fresh = fresh and spent(g, unit) == 0
        paid = entry_cost(g, unit, self.entry, column=self.column) if self.entry >= 0 else 0
        shaken = NEUTRALIZED in g.state.units[unit].states
        return _Legs(
            unit,
            costs_for(g, unit, column=self.column),
            budget - spent(g, unit) - paid,
            single=shaken,
            minimum=fresh and (leg == FREE or shaken),
        )

    # -- single steps -------------------------------------------------------------------------

    def may_end(self, where: Hex) -> bool:
        """HAN-ST-01, HAN-ST-02  Whether the mover may stop in a hex."""
        if not self.g.board.at[where]:
            return not self.column or len(self.units) == 1 or self._column_room(where)
        return room(self.g, where, self.units) and self._column_room(where)

    def _column_room(self, where: Hex) -> bool:
        return not self.column or column_room(self.g, where, self.units)

    # -- searching ----------------------------------------------------------------------------

    def reach(self) -> Field:
        """Hexes where the mover may stop."""
        found = Field()
        if self.entry >= 0 and self.may_end(self.entry):
            found.left[self.entry] = max(self._legs[0].left, 0)
            found.ways[self.entry] = Reach({self.entry: 0}, {})
        for search, lead in self._searches():
            others = [self._rest(member, search) for member in self._legs if member is not lead]
            for h, cost in search.cost.items():
                if h == self.start or h in found.left or not self.may_end(h):
                    continue
                left = min([lead.left - cost, *[rest[h] for rest in others]])
                if left >= 0:
                    found.left[h], found.ways[h] = left, search
        for near in self.g.grid.neighbours[self.start]:
            if near not in found.left and self._one_step(near) and self.may_end(near):
                found.left[near] = 0
                found.ways[near] = Reach({self.start: 0, near: 0}, {near: self.start})
        return found

    def _searches(self) -> list[tuple[Reach, _Legs]]:
        """One search for each class and allowance in the stack; none for those of one hex."""
        if any(member.single for member in self._legs):
            return []
        seen: dict[tuple[int, int], _Legs] = {}
        for member in self._legs:
            seen.setdefault((id(member.costs), member.left), member)
        return [
            (member.costs.reach(self.start, member.left, closed=self.closed), member)
            for member in seen.values()
            if member.left > 0
        ]

    def _rest(self, member: _Legs, search: Reach) -> dict[Hex, int]:
        """What a member has left where it goes the ways of another's search; negative: it cannot."""
        around, rest = self.g.grid.around, {self.start: member.left}
        for h in sorted(search.came_from, key=search.cost.__getitem__):  # what leads to h is first
            before = search.came_from[h]
            step = member.costs[before][around[before].index(h)]
            rest[h] = rest[before] - step if step and rest[before] >= 0 else -1
        return rest

    def any_step(self) -> bool:
        """Whether the mover can go anywhere at all."""
        if any(self._one_step(near) for near in self.g.grid.neighbours[self.start]):
            return True
        if any(member.single for member in self._legs):
            return False
        d_costs = self._legs[0].costs[self.start]
        return any(
            0 < cost <= self._legs[0].left and near >= 0 and not self.closed[near]
            for near, cost in zip(self.g.grid.around[self.start], d_costs, strict=True)
        )

    def _one_step(self, near: Hex) -> bool:
        """HAN-MV-01, HAN-NE-01  Whether every member may take this as its one step."""
        if self.closed[near]:
            return False
        for member in self._legs:
            cost = member.costs[self.start][self.g.grid.direction(self.start, near)]
            if not cost or not (member.minimum or (not member.single and cost <= member.left)):
                return False
        return True

    def _price(self, member: _Legs, path: Sequence[Hex]) -> int:
        grid, total = self.g.grid, 0
        for a, b in itertools.pairwise(path):
            step = member.costs[a][grid.direction(a, b)]
            if not step:
                return member.left + 1
            total += step
        return total

    # -- following a path ---------------------------------------------------------------------

    def follow(self, path: Sequence[Hex]) -> list[Step]:
        """The priced steps of a path; raises IllegalAnswer with the rule and the numbers."""
        steps: list[Step] = []
        if self.entry >= 0:
            cost = entry_cost(self.g, self.units[0], self.entry, column=self.column)
            steps.append(Step(self.entry, cost, "enters the map"))
        for n, (a, b) in enumerate(itertools.pairwise(path)):
            self._check_open(b)
            if n and any(member.single for member in self._legs):
                raise refuse("A neutralized unit moves one hex only.", "HAN-NE-01")
            for member in self._legs:
                self._check_price(member, path[: n + 2])
            cost = self._legs[0].costs[a][self.g.grid.direction(a, b)]
            steps.append(Step(b, cost, self.ground(a, b)))
        self._check_end(path[-1])
        return steps

    def _check_open(self, where: Hex) -> None:
        name = self.g.grid.name(where)
        if where not in self.g.content.board:
            raise refuse(f"{name} is outside the scenario's area.", "HAN-SC-01")
        if holds(self.g, where, OTHER[self.side]):
            raise refuse(f"{name} is held by the enemy: only an assault enters it.", "HAN-ST-03")

    def _check_price(self, member: _Legs, path: Sequence[Hex]) -> None:
        grid, (a, b) = self.g.grid, path[-2:]
        if not member.costs[a][grid.direction(a, b)]:
            pair = f"{grid.name(a)} and {grid.name(b)}"
            raise refuse(f"No road joins {pair}: a unit In Column follows roads.", "HAN-CO-02")
        total = self._price(member, path)
        if total <= member.left or (member.minimum and len(path) == 2):
            return
        name = kind_of(self.g, member.unit).name
        raise refuse(
            f"{grid.name(b)} costs {name} {in_halves(total)} MP in all; it has {in_halves(max(member.left, 0))}.",
            "HAN-MV-02",
        )

    def _check_end(self, where: Hex) -> None:
        name, limits = self.g.grid.name(where), self.g.content.limits
        if not room(self.g, where, self.units):
            most = f"{limits.stack} combat units and {limits.stack_hqs} HQs"
            raise refuse(f"{name} would hold more than {most}.", "HAN-ST-01")
        if not self._column_room(where):
            most = f"{limits.stack_columns} combat units In Column"
            raise refuse(f"{name} would hold more than {most}.", "HAN-ST-02")

    def ground(self, a: Hex, b: Hex) -> str:
        """What a step is priced by, in words."""
        printed, side = self.g.content.map, side_key(a, b)
        mined = ", mines" if mine_at(self.g, b) else ""
        if self.column:
            return f"{printed.road_step.get(side, 'no')} road{mined}"
        edge = printed.hexsides.get(side, "")
        crossed = f", {edge}" if edge and side not in printed.bridges else ""
        return f"{printed.terrain[b]}{crossed}{mined}"

    def costs_of(self, a: Hex, b: Hex) -> dict[UnitId, int]:
        """What one step costs each member."""
        d = self.g.grid.direction(a, b)
        return {member.unit: member.costs[a][d] for member in self._legs}
