"""5.17.5, 5.17.6, 4.6  Limited heads, supply judged, attrition, the first winter.

What the text leaves open: of limited heads those by sea come first, then the lake, HQs by id and
dumps by hex; units that do not fit under a head's stacking value any more are passed over for those
that do; strength is what EF-CB-20 makes of it, U-level and all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tests.games.eastfront.referee.battle import Attack, strength
from tests.games.eastfront.referee.lines import connected
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.ships import frozen, joined
from tests.games.eastfront.referee.supply import (
    PLACES,
    Lines,
    attrition,
    farther,
    lines,
    road_of_life,
    serves,
)
from tests.games.eastfront.referee.zones import stacking

FAR = 8
"""EF-SP-27  The longest path anybody traces."""


@dataclass(frozen=True)
class Head:
    """A head that serves so many units; one that an HQ may trace to for those in its range, or not (R-287)."""

    hexes: frozenset[str]
    path: int
    units: int
    value: int
    traced: bool = True


def limited(p: Position, who: str) -> Iterator[Head]:
    """EF-NV-20, EF-SP-30, EF-SP-15, EF-SP-22"""
    for port, points in sorted(joined(p, who, connected(p, who)).items()):
        yield Head(frozenset({port}), 3, 4 * points, 6 * points, traced=False)
    if who == "soviet" and (lake := road_of_life(p)):
        units = 12 if all(frozen(p, h) for h in ("2713", "2814", "2815")) else 8
        yield Head(frozenset(lake), 4, units, 6 * units)
    for unit in sorted(p.units.values(), key=lambda u: u.id):
        if unit.who == who and unit.cls == "HQ" and unit.sp:
            yield Head(frozenset({unit.hex}), 4, 4 * unit.sp, 6 * unit.sp)
    for dump, stock in sorted(p.dumps.items()):
        if stock and p.controller(dump) == who:
            cut = dump in p.cut.get(who, ())
            yield Head(frozenset({dump}), 2 if cut else 4, 4 * stock, 6 * stock, traced=not cut)


def fed(p: Position, who: str) -> set[str]:
    """EF-SP-15, EF-SP-27  Units in supply, those included that limited heads serve."""
    view = lines(p, who)
    mine = [u for u in p.units.values() if u.who == who and u.cls != "PA"]
    found = view.supplied()
    for head in limited(p, who):
        hungry = [u for u in mine if u.id not in found]
        near = [u for u in hungry if u.id in _reached(p, view, head, hungry)]
        near.sort(key=lambda u: (u.cls != "HQ", -_power(p, u), u.id))
        found |= _served(p, near, head)
    return found


def _power(p: Position, unit: Unit) -> Fraction:
    return strength(p, Attack((unit,), ""), unit)


def _reached(p: Position, view: Lines, head: Head, hungry: Iterable[Unit]) -> set[str]:
    """EF-SP-27, EF-SP-28  Those that trace to it, or to an HQ that does."""
    costs = view.to(head.hexes, FAR)
    stretched = head.path == 4
    found = {
        u.id for u in hungry
        if costs.get(u.hex, 999) <= head.path + (farther(p, u) if stretched else 0)
    }  # fmt: skip
    if not head.traced:
        return found
    hqs = [u for u in hungry if u.cls == "HQ" and costs.get(u.hex, 999) <= u.trace]
    for hq in hqs:
        reach = view.to([hq.hex], hq.range + 2)
        found.add(hq.id)
        found |= {
            u.id for u in hungry
            if u.cls != "HQ" and serves(p, hq, u)
            and reach.get(u.hex, 999) <= hq.range + farther(p, u)
        }  # fmt: skip
    return found


def _served(p: Position, units: Iterable[Unit], head: Head) -> set[str]:
    found: set[str] = set()
    value = 0
    for unit in units:
        fits = value + stacking(p, unit) <= head.value
        if len(found) < head.units and fits:
            found.add(unit.id)
            value += stacking(p, unit)
    return found


def levels(p: Position, phasing: str) -> dict[str, int]:
    """EF-SP-16, EF-SP-29  U-levels of all units once supply has been judged."""
    supplied = {who: fed(p, who) for who in ("axis", "soviet")}
    found = {}
    for unit in p.units.values():
        if unit.cls == "PA":
            continue
        if unit.id in supplied[unit.who]:
            found[unit.id] = 0
        elif unit.who != phasing:
            found[unit.id] = max(unit.level, 1)
        else:
            worst = max(2, unit.level) if sheltered(p, unit.hex) else 4
            found[unit.id] = min(unit.level + 1, worst)
    return found


def sheltered(p: Position, hex_: str) -> bool:
    """EF-SP-29  A major city or fortress; here nobody has been judged unsupplied there before."""
    return p.ground.kind(hex_) == "major_city" or p.ground.fortress(hex_)


def rolls(p: Position, phasing: str) -> dict[str, int]:
    """EF-SP-18  Who rolls for attrition in a position with the new levels, and the highest die that costs a step."""
    mine = (u for u in p.units.values() if u.who == phasing and u.cls != "PA")
    return {u.id: n for u in mine if (n := attrition(p, u, phasing=True))}


def frosted(p: Position) -> set[str]:
    """EF-WX-06  Hexes in which the Axis rolls for the first winter."""
    if not 22 <= p.turn <= 36:
        return set()
    return {
        u.hex
        for u in p.units.values()
        if u.who == "axis" and u.folk != "F" and u.cls != "PA"
        and p.sky(u.hex) == "B" and p.zone(u.hex) in "ABC"
        and p.ground.kind(u.hex) not in PLACES
    }  # fmt: skip
