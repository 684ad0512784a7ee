"""NOR-SM  Strategic movement: who may, how far, and where to."""

from __future__ import annotations

from tests.games.normandy.referee.moves import ways_off
from tests.games.normandy.referee.position import Position, Unit
from tests.games.normandy.referee.tables import STRATEGIC_LEVELS
from tests.games.normandy.referee.zones import enemy_near, fits, open_to, zone_allows


def strategic_allowance(pos: Position, unit: Unit) -> int:
    """4.12 first, then half (down) when Out of Supply; Isolated units have none."""
    points = unit.cls.strategic
    if unit.side == "german":
        points = STRATEGIC_LEVELS[points][pos.level]
    if unit.supply == "isolated":
        return 0
    return points // 2 if unit.supply == "out" else points


def refusal(pos: Position, unit: Unit) -> str | None:
    """Why a unit may not use strategic movement, with the rule; None when it may."""
    if unit.has("moved", "landed"):
        return "NOR-MV-10"
    if unit.has("reserve"):
        return "NOR-SM-02"
    if unit.has("disorganized", "regroup") or unit.supply == "isolated":
        return "NOR-SM-03"
    if not pos.ground.on_road(unit.hex) or enemy_near(pos, unit.hex, unit.side):
        return "NOR-SM-03"
    return None


def step(pos: Position, unit: Unit, a: str, b: str) -> bool:
    """NOR-SM-03  One hex by road, never next to an enemy, never into a targeted hex."""
    if not pos.playable(b) or not pos.by_road(a, b) or not open_to(pos, unit, b):
        return False
    if enemy_near(pos, b, unit.side) or not zone_allows(pos, unit.nation, a, b):
        return False
    if unit.side == "german":
        return b not in pos.targeted
    return b not in pos.bombs


def destinations(pos: Position, unit_id: str) -> dict[str, int]:
    """Hexes where the unit may end, with the MP spent; `area:X` and `exit` too."""
    unit = pos.units[unit_id]
    if refusal(pos, unit):
        return {}
    budget = strategic_allowance(pos, unit)
    found = flood(pos, unit, unit.hex, budget)
    ends = {h: cost for h, cost in found.items() if h != unit.hex and fits(pos, [unit], h)}
    for goal, hexes, price in ways_off(pos, unit):
        costs = [found[h] + price for h in hexes if h in found and found[h] + price <= budget]
        if costs:
            ends[goal] = min(costs)
    return ends


def flood(pos: Position, unit: Unit, start: str, budget: int) -> dict[str, int]:
    """Hexes by road from a start with the MP spent; stacking is not looked at."""
    found = {start: 0}
    todo = [start]
    for here in todo:
        for there in pos.near(here):
            if there in found or found[here] == budget or not step(pos, unit, here, there):
                continue
            found[there] = found[here] + 1
            todo.append(there)
    return found


def from_area(pos: Position, unit_id: str) -> dict[str, int]:
    """NOR-OM-02, 04  Adjacent areas, or the map by an entry hex with what is left minus 10."""
    unit = pos.units[unit_id]
    area = unit.hex.removeprefix("area:")
    if unit.has("disorganized", "regroup", "moved") or unit.supply == "isolated":
        return {}
    names = {goal for goal, _, _ in ways_off(pos, unit)}
    order = "ABCDE"
    at = order.index(area)
    beside = (order[n] for n in (at - 1, at + 1) if 0 <= n < len(order))
    ends = {f"area:{a}": 0 for a in beside if f"area:{a}" in names}
    budget = max(0, strategic_allowance(pos, unit) - 10)
    for entry in pos.ground.entry[area]:
        if enemy_near(pos, entry, unit.side) or not open_to(pos, unit, entry):
            continue
        for hex_, cost in flood(pos, unit, entry, budget).items():
            if fits(pos, [unit], hex_):
                ends[hex_] = min(cost, ends.get(hex_, cost))
    return ends
