"""Movement (5.5): legal destinations and their costs; Roadblock candidates (5.6)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from typing import TypeAlias

from . import ground
from .front import bridged, water, zoc
from .position import ENEMY, Position, Unit, steps
from .supply import enemy_bridge, supplied

_BRITISH = "X" * 3
"""The British corps."""

COSTS = {
    "inf": {"clear": 1, "broken": 1, "woods": 1, "forest": 2},
    "mech": {"clear": 1, "broken": 2, "woods": 3, "forest": 4},
    "frozen": {"clear": 1, "broken": 1, "woods": 2, "forest": 3},
}


Way: TypeAlias = "tuple[str, ...]"


def immobile(u: Unit) -> bool:
    """May not move at all (5.5.9)."""
    return u.dispersed or u.no_fuel or (u.supply == "isolated" and u.mech)


def one_hex(pos: Position, u: Unit, *, joining: bool = False) -> bool:
    """May move 1 hex only (5.5.8, 5.5.9)."""
    if u.side == "allied" and pos.date == 16 and not joining:
        return True
    return u.supply == "isolated" or (u.supply == "out" and u.mech)


def room(pos: Position, units: list[Unit], h: str) -> bool:
    """Stacking limit of 3 units and 6 steps (ST-01)."""
    ids = {u.id for u in units}
    all_here = [u for u in pos.at(h) if u.id not in ids] + units
    return len(all_here) <= 3 and steps(all_here) <= 6


def ground_cost(pos: Position, u: Unit, a: str, b: str) -> int:
    """Movement points of one step, no River and no ZOC (4.1)."""
    edge = ground.side(a, b)
    if edge in ground.ROAD and not water(pos, a, b) and edge not in pos.built:
        return 1
    if not u.mech:
        return COSTS["inf"][ground.terrain(b)]
    return COSTS["frozen" if pos.freeze else "mech"][ground.terrain(b)]


def may_enter(pos: Position, u: Unit, a: str, b: str) -> bool:
    """Whether one unit may step from a to b, MP and ZOC aside."""
    side, foe = u.side, ENEMY[u.side]
    if pos.at(b, foe) or (ground.side(a, b) in ground.MAJOR and water(pos, a, b)):
        return False
    if side == "german" and b in pos.roadblocks:
        return False
    if side == "german" and pos.date <= 19 and u.army != ground.sector(b):
        return False
    if u.id.startswith("de.vdh") and ground.kind(b) == "city":
        return False
    if u.supply == "isolated" and _isolated_bar(pos, u, a, b):
        return False
    return not (u.corps == _BRITISH and a in ground.LEFT_BANK and not may_cross_meuse(pos, b))


def _isolated_bar(pos: Position, u: Unit, a: str, b: str) -> bool:
    """SS-11 to SS-13."""
    foe = ENEMY[u.side]
    if a in zoc(pos, foe) or enemy_bridge(pos, a, b, u.side):
        return True
    if ground.built_up(b) and pos.owned_by(b) == foe:
        return True
    return u.side == "allied" and b in ground.WESTWALL and not pos.at(b)


def may_cross_meuse(pos: Position, b: str) -> bool:
    """MV-12: British units keep to the left bank before Dec 24."""
    if b in ground.LEFT_BANK or pos.date >= 24:
        return True
    return any(ground.distance(u.hex, h) <= 2 for u in pos.on_map("german") for h in _banks())


@cache
def _banks() -> frozenset[str]:
    """The hexes beside the Meuse."""
    left = {h for h in ground.LEFT_BANK if any(meuse(h, n) for n in ground.neighbours(h))}
    return frozenset(left | {n for h in left for n in ground.neighbours(h) if meuse(h, n)})


def meuse(a: str, b: str) -> bool:
    """The Meuse runs between a and b."""
    banks = (a in ground.LEFT_BANK) != (b in ground.LEFT_BANK)
    return banks and ground.side(a, b) in ground.MAJOR


def step_cost(pos: Position, units: list[Unit], path: tuple[str, int], b: str) -> int | None:
    """MP the stack pays from path = (hex, spent) into b; None if it may not."""
    a, spent = path
    foe = ENEMY[units[0].side]
    hostile = zoc(pos, foe)
    ma = min(u.ma for u in units)
    edge = ground.side(a, b)
    if (a in hostile and b in hostile) or not all(may_enter(pos, u, a, b) for u in units):
        return None
    if water(pos, a, b):
        if spent or len(units) > 1 or edge in pos.crossed:
            return None
        return ma
    whole = _bridge_whole(pos, units, path, b)
    if whole is None:
        return None
    if whole:
        return ma
    return max(ground_cost(pos, u, a, b) for u in units) + (a in hostile)


def _bridge_whole(pos: Position, units: list[Unit], path: tuple[str, int], b: str) -> bool | None:
    """MV-05 and DX-08 over a Bridge: None barred, True the whole MA, False normal."""
    a, spent = path
    edge = ground.side(a, b)
    if edge not in ground.BRIDGES:
        return False
    early = pos.date == 16 and units[0].side == "german"
    gone = pos.crossed.count(edge)
    if early and gone:  # as if unbridged: MV-03 and MV-04, no longer MV-05
        return None if gone > 1 or len(units) > 1 or spent else True
    alone = early or b in zoc(pos, ENEMY[units[0].side])
    if (alone and len(units) > 1) or (not early and alone and gone):
        return None
    return False


def stops(pos: Position, units: list[Unit], h: str) -> bool:
    """Entering h ends the move: enemy ZOC or RB-05."""
    if h in zoc(pos, ENEMY[units[0].side]):
        return True
    return units[0].side == "german" and any(
        n in pos.roadblocks and ground.side(h, n) in ground.ROAD and not water(pos, h, n)
        for n in pos.near(h)
    )


def destinations(
    pos: Position, units: list[Unit], extra: int = 0, *, joining: bool = False
) -> dict[str, int]:
    """Hexes where the stack may end a normal move, with the least MP each.

    joining: by Reinforce Battle, to which DX-09 does not apply.
    """
    return {h: cost for h, (cost, _) in ways(pos, units, extra, joining=joining).items()}


def ways(
    pos: Position, units: list[Unit], extra: int = 0, *, joining: bool = False
) -> dict[str, tuple[int, Way]]:
    """The same with the way: of routes of equal cost the one through the lowest hex ids."""
    if any(immobile(u) for u in units):
        return {}
    start = units[0].hex
    purse = min(u.ma for u in units) + extra
    early = units[0].side == "allied" and pos.date == 16
    short = any(one_hex(pos, u, joining=joining) for u in units)
    free = early and not joining
    best: dict[str, tuple[int, Way]] = {start: (0, (start,))}
    heap: list[tuple[int, Way]] = [(0, (start,))]
    while heap:
        spent, way = heappop(heap)
        h = way[-1]
        if (spent, way) > best[h] or (h != start and (short or stops(pos, units, h))):
            continue
        for n in pos.near(h):
            cost = step_cost(pos, units, (h, spent), n)
            if cost is None or (spent + cost > purse and not free):
                continue
            found: tuple[int, Way] = (spent + cost, (*way, n))
            if n not in best or found < best[n]:
                best[n] = found
                heappush(heap, found)
    del best[start]
    return {h: found for h, found in best.items() if room(pos, units, h)}


def strategic(pos: Position, units: list[Unit]) -> dict[str, int]:
    """Hexes of a Strategic Move with the hexes it takes (MV-08, RB-06).

    Fuel, Supply limits and stacking bind as in a normal move.
    """
    if any(immobile(u) or one_hex(pos, u) for u in units):
        return {}
    start, side = units[0].hex, units[0].side
    purse = min(u.ma for u in units) + 4
    if _beside_enemy(pos, start, side):
        return {}
    best: dict[str, int] = {}
    edge: list[tuple[str, ...]] = [(start,)]
    while edge:
        fresh: list[tuple[str, ...]] = []
        for path in edge:
            for n in pos.near(path[-1]):
                if n in best or n == start or not _strategic_step(pos, units, path, n):
                    continue
                best[n] = len(path)
                if len(path) < purse:
                    fresh.append((*path, n))
        edge = fresh
    return {h: cost for h, cost in best.items() if room(pos, units, h)}


def _beside_enemy(pos: Position, h: str, side: str) -> bool:
    return any(pos.at(n, ENEMY[side]) for n in pos.near(h))


def _strategic_step(pos: Position, units: list[Unit], path: tuple[str, ...], n: str) -> bool:
    a, side = path[-1], units[0].side
    if ground.side(a, n) not in ground.ROAD or water(pos, a, n):
        return False
    if _beside_enemy(pos, n, side) or not all(may_enter(pos, u, a, n) for u in units):
        return False
    if side == "allied":
        return True
    if any(m in pos.roadblocks for m in pos.near(n)):
        return False
    checks = [far for far, _ in bridge_checks(pos, n) if far not in path]
    return not candidates(pos, units, n, path) and not checks


def candidates(pos: Position, stack: list[Unit], h: str, been: tuple[str, ...] = ()) -> list[str]:
    """Roadblock candidates beside h for the stack that entered it, best first (5.6)."""
    moved = pos.put([u.id for u in stack], h)
    moved = replace(moved, owner=moved.owner | dict.fromkeys(been, "german"))
    found = [n for n in moved.near(h) if n not in been and _candidate(moved, stack, n)]
    return sorted(found, key=lambda n: (-ground.hv(n), n))


def _candidate(pos: Position, stack: list[Unit], n: str) -> bool:
    """RB-08 to RB-14 of one hex."""
    ids = {u.id for u in stack}
    if not ground.hv(n) or n not in ground.ROAD_HEXES or pos.at(n) or n in pos.roadblocks:
        return False
    if ground.built_up(n) and pos.owned_by(n) == "german":
        return False
    if any(u.id not in ids for m in pos.near(n) for u in pos.at(m, "german")):
        return False
    strong = ground.hv(n) >= 5
    if (strong or pos.date >= 20) and not ground.vp(n):
        return False
    if not strong and n in zoc(pos, "allied"):
        return False
    return supplied(pos, n, "allied")


def bridge_checks(pos: Position, h: str) -> list[tuple[str, int]]:
    """Far hexes and HV of the Bridges to be checked at h, in order (BR-01)."""
    if pos.date < 17:
        return []
    far = [n for n in pos.near(h) if bridged(pos, h, n) and pos.owned_by(n) != "german"]
    far = [n for n in far if ground.hv(n)]
    return sorted(((n, ground.hv(n)) for n in far), key=lambda x: (x[0][:2], x[0]))
