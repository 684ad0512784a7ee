"""4.2, 5.9, 5.14  Movement allowance, costs and reach."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection

from tests.games.eastfront.referee.board import side
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.tables import (
    COLUMN,
    COSTS,
    HIGHWAY,
    ONE_HEX,
    RIVERS,
)
from tests.games.eastfront.referee.zones import ezoc, fits

SERVING = ("HQ", "RE", "CE")


def as_mobile(p: Position, unit: Unit) -> bool:
    """EF-MV-18  Pays as c/m; everything else of HQs and engineers is foot."""
    return p.values(unit).mobile or unit.is_(*SERVING)


def allowance(p: Position, unit: Unit, halvings: Collection[str] = ()) -> int:
    """EF-MV-12  MA; `halvings` in the order met, each "up" or "down".

    Class and date; weather, Ploesti, U1; halvings; caps of U3-U4; the minimum of 1.
    """
    cls = p.values(unit)
    if cls.ma == 0:
        return 0
    ma = cls.ma - _cold(p, unit)
    ma -= cls.mobile and unit.who == "axis" and not p.ploesti_axis  # EF-SP-25
    ma -= (2 if cls.mobile else 1) if unit.level == 1 else 0
    ma = max(ma, 1)
    own = (["up"] if unit.level == 2 else []) + (["up"] if unit.unprepared else [])
    for way in (*own, *halvings):
        ma = (ma + 1) // 2 if way == "up" else ma // 2
    ma = min(ma, 2) if unit.level >= 3 else ma
    return max(ma, 1)


def _cold(p: Position, unit: Unit) -> int:
    """EF-WX-05  Foot here is every class without c/m."""
    sky = p.sky(unit.hex)
    tender = (
        unit.who == "axis"
        and unit.folk != "F"
        and not p.values(unit).mobile
        and p.turn <= 36
        and sky in "SB"
    )
    return (1 if tender else 0) + (1 if sky == "B" else 0)


def ground_cost(p: Position, unit: Unit, a: str, b: str) -> int | None:
    """4.2  Terrain and hexside from `a` into `b`; None never, `ONE_HEX` only as a one-hex move."""
    if _never(p, unit, a, b):
        return None
    sky = p.sky(b)
    column = COLUMN[sky]
    worse = 1 if sky == "B" else 0
    if p.highway(a, b):
        return HIGHWAY[column] + worse
    cost = 2 if p.ground.terrain[b] == "l" else _terrain(p, unit, b)
    if cost >= ONE_HEX:
        return ONE_HEX
    river = p.river(a, b)
    return cost + worse + (RIVERS[river][column] if river else 0)


def _terrain(p: Position, unit: Unit, hex_: str) -> int:
    code, sky = p.ground.terrain[hex_], p.sky(hex_)
    column = COLUMN[sky]
    cls = p.values(unit)
    mountain = cls.flag("mountain") or unit.alpine
    if column != "mud":  # EF-UN-03, "(dry, frost, snow)" read for both trainings
        if mountain and code in "mr":
            return 2 if code == "m" else 1
        if cls.flag("forest") and code == "f":
            return 1
    row = COSTS[code]
    costs = row.get("frost", row[column]) if sky == "F" else row[column]
    return costs[0 if as_mobile(p, unit) else 1]


def _never(p: Position, unit: Unit, a: str, b: str) -> bool:
    lake = p.ground.terrain[b] == "l"
    if not p.footed(b) or p.strait(a, b) or p.border(a, b):
        return True
    return lake and as_mobile(p, unit)


def occupied(p: Position, who: str, hex_: str) -> bool:
    """EF-MV-16, EF-ZC-04  Only enemy combat units with a ZOC of their class close a hex."""
    return any(p.values(u).flag("zoc") for u in _enemies(p, who, hex_))


def _enemies(p: Position, who: str, hex_: str) -> tuple[Unit, ...]:
    return tuple(u for u in p.by_hex.get(hex_, ()) if u.who != who and u.cls != "PA")


def _anywhere(_a: str, _b: str) -> bool:
    return True


def reach(
    p: Position,
    unit: Unit,
    mp: int,
    *,
    fresh: bool = True,
    free: Callable[[str, str], bool] = _anywhere,
) -> dict[str, int]:
    """EF-MV-11 to 14  Hexes the unit may enter with the least MP spent there.

    `fresh`: it has not moved, a one-hex move is open to it. `free`: whether politics let it go
    from a hex into the next. Hexes reached by a one-hex move alone cost the whole allowance.
    """
    mobile = p.values(unit).mobile
    feared = ezoc(p, unit.who)
    best: dict[str, int] = {unit.hex: 0}
    heap = [(0, unit.hex)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here] or (here != unit.hex and here in feared and not mobile):
            continue
        for there in p.near(here):
            cost = _step(p, unit, here, there, feared)
            if cost is None or spent + cost > mp or not free(here, there):
                continue
            if spent + cost < best.get(there, 999):
                best[there] = spent + cost
                heapq.heappush(heap, (spent + cost, there))
    if fresh and mp > 0:
        for there in p.near(unit.hex):
            if there not in best and free(unit.hex, there) and one_hex(p, unit, there, feared):
                best[there] = mp
    del best[unit.hex]
    return best


def _step(p: Position, unit: Unit, a: str, b: str, feared: Collection[str]) -> int | None:
    """4.2  Cost of one hex of a longer move, None if it may not be part of one."""
    cost = ground_cost(p, unit, a, b)
    if cost is None or cost >= ONE_HEX or occupied(p, unit.who, b):
        return None
    cost += 2 if b in p.harassed else 0
    if b in feared:
        if a in feared and not as_mobile(p, unit):
            return None
        cost += 1 + (2 if a in feared else 0)
    return cost


def one_hex(p: Position, unit: Unit, there: str, feared: Collection[str]) -> bool:
    """EF-MV-13  Any cost, but never EZOC to EZOC across a river, frozen or not."""
    if p.values(unit).ma == 0 or ground_cost(p, unit, unit.hex, there) is None:
        return False
    if occupied(p, unit.who, there):
        return False
    both = unit.hex in feared and there in feared
    return not (both and side(unit.hex, there) in p.ground.rivers)


def may_stop(p: Position, unit: Unit, hex_: str) -> bool:
    """EF-SK-02"""
    staying = [u for u in p.at(hex_, unit.who) if u.id != unit.id]
    return fits(p, hex_, [*staying, unit])
