"""Which units and hexes qualify: Reserve, replacements, HQs that are driven out, engineering."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.normandy.referee.board import Side, distance
from tests.games.normandy.referee.position import OTHER, Position, Unit
from tests.games.normandy.referee.supply import supported
from tests.games.normandy.referee.zones import enemy_near

CONSTRUCTIONS = {"us": 3, "cw": 3, "ge": 6}
BRIDGES = {"us": 2, "cw": 2, "ge": 1}
RESERVE_LIMIT = 6
CARPET_GAP = 3
CARPET_MISSIONS = 4


def may_be_marked(pos: Position, unit: Unit) -> bool:
    """NOR-RV-07, 08  A unit of an Operation HQ that may take a Reserve marker here and now."""
    if not unit.combat or unit.hq not in pos.operation or unit.supply != "in":
        return False
    if unit.has("disorganized", "regroup", "replaced", "reserve"):
        return False
    marked = sum(1 for u in pos.units.values() if u.hq == unit.hq and u.has("reserve"))
    return marked < RESERVE_LIMIT and not enemy_near(pos, unit.hex, unit.side)


def may_be_replaced(pos: Position, unit: Unit) -> bool:
    """NOR-RP-06  Reduced or cadre, In Supply, steady, no enemy beside it."""
    return (
        unit.combat
        and unit.steps < unit.cls.steps
        and unit.supply == "in"
        and not unit.has("disorganized", "regroup", "replaced")
        and not enemy_near(pos, unit.hex, unit.side)
    )


def replacement_price(unit: Unit) -> int:
    """NOR-RP-05"""
    return 2 if unit.flag("arm") else 1


def may_rest(pos: Position, unit: Unit) -> bool:
    """NOR-RP-09  The state `stirred` marks a unit that moved, attacked or retreated."""
    hq = pos.units.get(unit.hq or "")
    return (
        unit.combat
        and unit.steps < unit.cls.steps
        and unit.supply == "in"
        and not unit.has("stirred", "replaced")
        and hq is not None
        and distance(unit.hex, hq.hex) <= 3
        and not enemy_near(pos, unit.hex, unit.side)
    )


def may_merge(pos: Position, a: Unit, b: Unit) -> bool:
    """NOR-RP-07  Two `inf` cadres of one German division, together or side by side."""
    both = (a, b)
    fit = all(
        u.side == "german" and u.flag("inf") and u.shown == "C" and u.supply == "in" for u in both
    )
    if not fit or a.division is None or a.division != b.division or a.id == b.id:
        return False
    return distance(a.hex, b.hex) <= 1 and not any(enemy_near(pos, u.hex, u.side) for u in both)


def refuges(pos: Position, hq: Unit) -> list[str]:
    """NOR-HQ-01  Hexes an HQ may flee to; none means that it is destroyed."""
    hexes = {
        u.hex
        for u in pos.units.values()
        if u.combat and u.nation == hq.nation and u.hex in pos.ground.terrain
    }
    far = {h: distance(h, hq.hex) for h in hexes if distance(h, hq.hex) >= 3}
    return sorted(h for h, d in far.items() if d == min(far.values()))


def may_dig(pos: Position, unit: Unit) -> bool:
    """NOR-EN-06  A unit that lets a construction be placed in its hex.

    The state `attacked` marks a unit that attacked in this player-turn.
    """
    return (
        unit.combat
        and unit.flag("inf")
        and unit.supply == "in"
        and supported(pos, unit)
        and not unit.has("disorganized", "attacked")
        and pos.ground.terrain[unit.hex] not in "Cm"
        and unit.hex not in pos.positions
    )


def may_build(pos: Position, nation: str, bridge: Side) -> bool:
    """NOR-EN-10  A destroyed bridge with an own unit on or next to an end and no enemy on one."""
    who = "german" if nation == "ge" else "allied"
    if bridge not in pos.destroyed or any(pos.combat_at(h, OTHER[who]) for h in bridge):
        return False
    reach = {h for end in bridge for h in (end, *pos.near(end))}
    return any(
        u.combat and u.nation == nation and u.supply == "in" and u.hex in reach
        for u in pos.units.values()
    )


def may_demolish(pos: Position, bridge: Side) -> bool:
    """NOR-EN-11  An intact bridge with a steady German combat unit on one end."""
    if not pos.intact(*bridge):
        return False
    ends = [u for h in bridge for u in pos.combat_at(h, "german")]
    return any(not u.has("disorganized") for u in ends)


def may_be_targeted(pos: Position, hex_: str) -> bool:
    """NOR-IT-05  A road and no Allied unit."""
    return pos.ground.on_road(hex_) and not any(u.side == "allied" for u in pos.at(hex_))


def carpet_allowed(pos: Position, missions: Iterable[int], *, initiated: bool) -> bool:
    """NOR-CB-03  `missions` are the turns of earlier ones."""
    before = list(missions)
    rested = all(pos.turn - turn >= CARPET_GAP for turn in before)
    return initiated and pos.weather == "clear" and len(before) < CARPET_MISSIONS and rested


def carpet_targets(pos: Position, hexes: Iterable[str], hqs: Iterable[str]) -> bool:
    """NOR-CB-04  Three German land hexes, connected, each within 2 of a unit of the HQs."""
    three = sorted(set(hexes))
    if len(three) != 3 or not all(pos.playable(h) and pos.controls("german", h) for h in three):
        return False
    joins = sum(1 for n, a in enumerate(three) for b in three[n + 1 :] if distance(a, b) == 1)
    named = set(hqs)
    own = [u.hex for u in pos.units.values() if u.combat and u.hq in named]
    close = all(any(distance(h, o) <= 2 for o in own if ":" not in o) for h in three)
    return joins >= 2 and close
