"""5.6  Tactical and reserve movement: costs of a step and the hexes a group can reach.

Costs are counted in half points (`halves`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.games.normandy.referee.board import side
from tests.games.normandy.referee.position import Position, Unit
from tests.games.normandy.referee.tables import FOOT_COST, MECH_COST
from tests.games.normandy.referee.zones import (
    enemy_near,
    ezoc,
    fits,
    held,
    open_to,
    zone_allows,
)

Costs = tuple[int, int]
"""Halves spent by the foot and by the mech units of a group."""


@dataclass(frozen=True)
class Move:
    """One group that starts together."""

    units: tuple[Unit, ...]
    zone: frozenset[str]
    """Enemy ZOC."""
    reserve: bool = False
    """True in the Reserve Movement Segment."""

    @property
    def side(self) -> str:
        return self.units[0].side

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(u.id for u in self.units)

    @property
    def start(self) -> str:
        return self.units[0].hex

    @property
    def budget(self) -> int:
        """NOR-MV-08  Halves of the slowest unit."""
        return 2 * min(allowance(u, reserve=self.reserve) for u in self.units)


def group(pos: Position, unit_ids: Sequence[str], *, reserve: bool = False) -> Move:
    units = tuple(pos.units[i] for i in unit_ids)
    return Move(units, ezoc(pos, units[0].side), reserve)


def allowance(unit: Unit, *, reserve: bool = False) -> int:
    """NOR-MV-08, RV-10  MP of a unit; `reserve` asks for the Reserve Movement Segment."""
    if reserve:
        return unit.cls.ma * 2 // 3
    points = unit.cls.ma
    if unit.has("disorganized", "regroup"):
        points //= 2
    if unit.supply != "in":
        points = (points + 1) // 2
    if unit.has("reserve"):
        points //= 2
    if unit.has("landed"):
        points //= 2
    return points


def river_cost(pos: Position, mech: bool, a: str, b: str) -> int | None:
    """NOR-MV-05  Halves for the river, None where it may not be crossed."""
    kind = pos.ground.rivers.get(side(a, b))
    if kind is None or pos.by_road(a, b):
        return 0
    if kind == "flooded" or (kind == "major" and mech):
        return None
    if kind == "major":
        return 6
    return 4 if mech else 2


def road_cost(pos: Position, unit: Unit, a: str, b: str) -> int:
    """4.9, NOR-WX-08, 4.12  Halves by road; only mech on a primary road is quicker than 1 MP."""
    if pos.ground.roads[side(a, b)] == "secondary" or not unit.mech:
        return 2
    slow = pos.weather in ("rain", "storm") or (unit.side == "german" and pos.level >= 2)
    return 2 if slow else 1


def step_cost(
    pos: Position, unit: Unit, a: str, b: str, zone: frozenset[str], *, reserve: bool = False
) -> int | None:
    """Halves from `a` to its neighbour `b`, None where the ground forbids it.

    `zone` is the enemy's. A mech unit enters marsh along a road only, at the price of foot where
    no road rate is given (R-85). Level and targeted hexes bind the German Movement Phase, not his reserves.
    """
    if not pos.playable(b):
        return None
    river = river_cost(pos, unit.mech, a, b)
    if river is None:
        return None
    target = unit.side == "german" and b in pos.targeted and not reserve
    if pos.by_road(a, b) and b not in zone and not target:
        where = pos if not reserve else _without_level(pos)
        cost = road_cost(where, unit, a, b)
    else:
        terrain = (MECH_COST if unit.mech else FOOT_COST).get(pos.ground.terrain[b])
        if terrain is None and pos.ground.terrain[b] == "m" and side(a, b) in pos.ground.roads:
            terrain = FOOT_COST["m"]
        if terrain is None:
            return None
        cost = 2 * terrain + river + (2 if b in pos.rubble else 0)
    if target:
        cost += 6 if unit.mech else 4
    if unit.side == "allied" and b in pos.bombed:
        cost += 2
    return cost


def _without_level(pos: Position) -> Position:
    return Position(ground=pos.ground, units={}, weather=pos.weather, destroyed=pos.destroyed)


def leaving_cost(unit: Unit) -> int:
    """NOR-ZC-03  Halves for leaving an EZOC hex."""
    return 4 if unit.mech else 2


def may_enter(pos: Position, move: Move, a: str, b: str) -> bool:
    """Enemies, zones of control, boundary and waiting bombs, whatever the cost."""
    unit = move.units[0]
    if not all(open_to(pos, u, b) for u in move.units):
        return False
    if not zone_allows(pos, unit.nation, a, b):
        return False
    if unit.side == "allied" and b in pos.bombs:
        return False
    friend = held(pos, b, move.side, move.ids)
    if b in move.zone and not friend:
        return a not in move.zone and all(u.combat for u in move.units)
    return True


def may_end(pos: Position, move: Move, hex_: str) -> bool:
    """NOR-MV-06, BD-05, RV-07  Whether the group may end its move here."""
    if not fits(pos, move.units, hex_):
        return False
    marked = any(u.has("reserve") for u in move.units) and not move.reserve
    return not (marked and enemy_near(pos, hex_, move.side))


def reach(pos: Position, move: Move) -> Mapping[str, list[Costs]]:
    """Every hex on the way or at the end, with the cheapest costs that lead there.

    Each unit pays its own costs out of the allowance of the slowest.
    """
    best: dict[str, list[Costs]] = {move.start: [(0, 0)]}
    todo: list[tuple[str, Costs]] = [(move.start, (0, 0))]
    while todo:
        here, spent = todo.pop()
        if spent not in best[here] or (here in move.zone and here != move.start):
            continue
        for there in pos.near(here):
            costs = _after(pos, move, here, there, spent)
            if costs is None or max(costs) > move.budget or there == move.start:
                continue
            if may_enter(pos, move, here, there) and _better(best.setdefault(there, []), costs):
                todo.append((there, costs))
    return best


def _after(pos: Position, move: Move, a: str, b: str, spent: Costs) -> Costs | None:
    costs = list(spent)
    for index, mech in enumerate((False, True)):
        unit = next((u for u in move.units if u.mech is mech), None)
        if unit is None:
            continue
        step = step_cost(pos, unit, a, b, move.zone, reserve=move.reserve)
        if step is None:
            return None
        costs[index] += step + (leaving_cost(unit) if a in move.zone else 0)
    return costs[0], costs[1]


def _better(known: list[Costs], costs: Costs) -> bool:
    """Keeps the costs that no other beats; tells whether these are new."""
    if any(k[0] <= costs[0] and k[1] <= costs[1] for k in known):
        return False
    known[:] = [k for k in known if not (costs[0] <= k[0] and costs[1] <= k[1])]
    known.append(costs)
    return True


def minimum_steps(pos: Position, move: Move) -> list[str]:
    """NOR-MV-03  Hexes the group may enter with all its MP, whatever they cost."""
    if move.start in move.zone or move.reserve or any(u.has("reserve") for u in move.units):
        return []
    if any(u.cls.ma == 0 for u in move.units):
        return []
    return [
        there
        for there in pos.near(move.start)
        if _after(pos, move, move.start, there, (0, 0)) is not None
        and may_enter(pos, move, move.start, there)
    ]


def destinations(
    pos: Position, unit_ids: Sequence[str], *, reserve: bool = False
) -> dict[str, list[Costs]]:
    """Hexes (and `area:X`, `exit`) where the group may end, with costs in halves.

    A hex within reach of the minimum move alone has the cost (-1, -1): all MP.
    """
    move = group(pos, unit_ids, reserve=reserve)
    found = dict(reach(pos, move))
    for there in minimum_steps(pos, move):
        found.setdefault(there, [(-1, -1)])
    ends = {h: costs for h, costs in found.items() if h != move.start and may_end(pos, move, h)}
    return ends | _off_map(pos, move, found)


def _off_map(pos: Position, move: Move, found: Mapping[str, list[Costs]]) -> dict[str, list[Costs]]:
    """NOR-OM-01, 04, WN-04  Ways off the map from the hexes reached."""
    ends: dict[str, list[Costs]] = {}
    for goal, hexes, price in ways_off(pos, move.units[0]):
        for hex_ in hexes:
            stopped = hex_ in move.zone and hex_ != move.start
            for spent in [] if stopped or move.reserve else found.get(hex_, []):
                extra = [leaving_cost(u) if hex_ in move.zone else 0 for u in move.units]
                costs = _paid(move, spent, 2 * price, max(extra))
                if min(spent) >= 0 and max(costs) <= move.budget:
                    _better(ends.setdefault(goal, []), costs)
    return {goal: costs for goal, costs in ends.items() if costs}


def _paid(move: Move, spent: Costs, price: int, leaving: int) -> Costs:
    foot = any(not u.mech for u in move.units)
    mech = any(u.mech for u in move.units)
    return (
        spent[0] + (price + min(leaving, 2) if foot else 0),
        spent[1] + (price + leaving if mech else 0),
    )


def ways_off(pos: Position, unit: Unit) -> list[tuple[str, tuple[str, ...], int]]:
    """Goal, hexes it is left from, MP: US to any area, German to A, B, C, later off the east."""
    entry = pos.ground.entry
    if unit.nation == "us":
        return [(f"area:{a}", entry[a], 2) for a in sorted(entry)]
    if unit.nation == "ge" and not pos.withdrawn:
        return [(f"area:{a}", entry[a], 2) for a in "ABC"]
    if unit.nation == "ge":
        return [("exit", (*entry["D"], *entry["E"]), 1)]
    return []
