"""What a step costs and where a mover may go, alone or stacked, In Column or not (HAN-SP-12).

All costs and allowances are half movement points (HAN-MV-03).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from wargame.flow.ask import IllegalAnswer, Pick, Refusal, allow
from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.data.files import Mobility
from wargame.games.hannut.state import (
    COLUMN,
    MOVED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    current_ma,
    half_ma,
    has,
    kind_of,
    mine_at,
    mined,
    mobility,
    spent,
    where_is,
    why_full,
)
from wargame.hexes.field import Costs
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules import walk
from wargame.rules.onward import out_of_reach
from wargame.rules.walk import Bar, Field, Mover, Path, Step

FREE, HALF = "free", "half"
"""Legs of an action: the whole allowance, or half of it after fire or loading (HAN-SP-14, -16)."""
ONE_HEX = Refusal("A neutralized unit moves one hex only.", "HAN-NE-01")


@lru_cache(maxsize=512)
def _costs(
    content: HannutContent, mobility_: Mobility, in_column: bool, under: frozenset[Hex]
) -> Costs:
    """HAN-TE-01 to HAN-TE-09  Every step of a class in a posture, mines on the map included."""
    printed = content.entry_cost_column if in_column else content.entry_cost
    table, around = printed[mobility_], content.grid.around
    if not under:
        return Costs(content.grid, table)
    extra = content.mine_cost[mobility_]  # HAN-TE-09

    def row(h: Hex) -> list[int]:
        pairs = zip(around[h], table[h], strict=True)
        return [cost + extra if cost and near in under else cost for near, cost in pairs]

    return Costs(content.grid, row)


def costs_for(g: HannutGame, unit_id: UnitId, *, column: bool) -> Costs:
    """What every step costs a unit in a posture."""
    return _costs(g.content, mobility(g, unit_id), column, mined(g))


def price(g: HannutGame, unit_id: UnitId, path: Sequence[Hex]) -> int:
    """HAN-MV-02  What a unit pays for a path in the posture it has."""
    costs, direction = costs_for(g, unit_id, column=has(g, unit_id, COLUMN)), g.grid.direction
    return sum(costs[a][direction(a, b)] for a, b in pairwise(path))


def entry_cost(g: HannutGame, unit_id: UnitId, where: Hex, *, column: bool) -> int:
    """HAN-EN-01  Half MPs for the entry hex: road cost or terrain cost; 0 is prohibited."""
    table = g.content.edge_cost_column if column else g.content.edge_cost
    return table[mobility(g, unit_id)][where]


class _Member(Mover):
    """One unit of those that go together, and what it can pay."""

    rule = "HAN-MV-02"

    def __init__(self, g: HannutGame, unit: UnitId, *, column: bool, leg: str, entry: Hex) -> None:
        kind, states = kind_of(g, unit), g.state.units[unit].states
        paid = entry_cost(g, unit, entry, column=column) if entry >= 0 else 0
        shaken, used = NEUTRALIZED in states, spent(g, unit)
        fresh = entry == OFF and MOVED not in states and not used
        self.g, self.grid, self.column, self.name = g, g.grid, column, kind.name
        self.costs = costs_for(g, unit, column=column)
        self.bars = (Bar(g.board.here[OTHER[kind.side]], self._why_held),)
        self.left = (half_ma(g, unit) if leg == HALF else current_ma(g, unit)) - used - paid
        self.single = ONE_HEX if shaken else None
        self.minimum = fresh and (leg == FREE or shaken)
        """HAN-MV-01  Has spent nothing: one hex at any cost, as its whole action."""

    def _why_held(self, h: Hex) -> Refusal:
        name = self.grid.name(h)
        return Refusal(f"{name} is held by the enemy: only an assault enters it.", "HAN-ST-03")

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """HAN-SC-01, HAN-CO-02"""
        name = self.grid.name
        if b not in self.g.content.board:
            return Refusal(f"{name(b)} is outside the scenario's area.", "HAN-SC-01")
        said = f"No road joins {name(a)} and {name(b)}: a unit In Column follows roads."
        return Refusal(said, "HAN-CO-02")

    def leap(self, a: Hex, b: Hex) -> bool:
        """HAN-MV-01, HAN-NE-01  One hex that is not prohibited."""
        return self.minimum and self.costs[a][self.grid.direction(a, b)] > 0

    def can_step(self, a: Hex, b: Hex) -> bool:
        """Whether it can take this as its one step; b is not held by the enemy."""
        cost = self.costs[a][self.grid.direction(a, b)]
        return cost > 0 and (self.minimum or (not self.single and cost <= self.left))

    def ground(self, a: Hex, b: Hex) -> str:
        """What a step is priced by, in words."""
        printed, side = self.g.content.map, side_key(a, b)
        mined = ", mines" if mine_at(self.g, b) else ""
        if self.column:
            return f"{printed.road_step.get(side, 'no')} road{mined}"
        edge = printed.hexsides.get(side, "")
        crossed = f", {edge}" if edge and side not in printed.bridges else ""
        return f"{printed.terrain[b]}{crossed}{mined}"


def alone(g: HannutGame, unit: UnitId) -> walk.Member:
    """HAN-MV-02  A unit by itself, in the posture it has, with the half MPs that it has left."""
    member = _Member(g, unit, column=has(g, unit, COLUMN), leg=FREE, entry=OFF)
    return member, max(member.left, 0)


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
        self.g, self.units, self.column, self.entry = g, units, column, entry
        self.start = where_is(g, units[0]) if entry == OFF else entry
        self._members = [_Member(g, u, column=column, leg=leg, entry=entry) for u in units]

    def ways(self, start: Hex) -> Field:
        """HAN-SP-12  Where it gets to from a hex, whether or not it may stop there."""
        party = [(member, member.left) for member in self._members]
        if len(party) > 1:
            return walk.reach_together(party, start)
        found = walk.reach(party[0][0], start, party[0][1])
        found.left[start] = max(found.left[start], 0)  # an entry hex is entered at any price
        return found

    def why_out(self, goal: Hex) -> Refusal | None:
        """HAN-MV-02  Why the first of them that does not get to a hex does not; None if each does."""
        for member in self._members:
            if goal not in walk.reach(member, self.start, member.left).left:
                return out_of_reach(member, self.start, goal, member.left)
        return None

    def wander(self, pick: Pick, goal: Hex = OFF) -> Path:
        """Some way that it may take, towards *goal* if there is one; () if a try finds none."""
        lead, turn = self._members[0], OFF
        if goal >= 0 and goal != self.start:
            turn = self.g.grid.direction(self.start, self.g.grid.line(self.start, goal)[1])
        led = (lambda n: turn if n == 6 else pick(9)) if turn >= 0 else pick
        way = walk.wander(lead, self.start, lead.left, led)
        while len(way) > (self.entry == OFF) and not self._may_take(way):
            way = way[:-1]
        return way if len(way) > (self.entry == OFF) else ()

    def _may_take(self, way: Path) -> bool:
        if len(self.units) == 1:
            return why_full(self.g, way[-1], self.units, column=self.column) is None
        try:
            return bool(self.follow(way))
        except IllegalAnswer:
            return False

    def any_step(self) -> bool:
        """Whether the mover can go anywhere at all: all of it in one step, or the first for its price."""
        lead, start = self._members[0], self.start
        enemy, single = lead.bars[0].mask, any(m.single for m in self._members)
        return any(
            near >= 0
            and not enemy[near]
            and (
                (not single and 0 < cost <= lead.left)
                or all(m.can_step(start, near) for m in self._members)
            )
            for near, cost in zip(self.g.grid.around[start], lead.costs[start], strict=True)
        )

    def follow(self, path: Path) -> list[Step]:
        """The priced steps of the first unit; raises IllegalAnswer with the rule and the numbers."""
        found = [walk.follow(member, path, member.left).steps for member in self._members]
        allow(why_full(self.g, path[-1], self.units, column=self.column))
        if self.entry == OFF:
            return found[0]
        cost = entry_cost(self.g, self.units[0], self.entry, column=self.column)
        return [Step(self.entry, cost, "enters the map"), *found[0]]
