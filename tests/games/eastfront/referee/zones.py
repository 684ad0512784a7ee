"""5.1, 5.3  Zones of control and stacking."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tests.games.eastfront.referee.position import OTHER, Position, Unit


def exerts(p: Position, unit: Unit) -> bool:
    """EF-ZC-01, 02, 04"""
    return p.values(unit).flag("zoc") and unit.steps > 0 and unit.level < 4


def crosses(p: Position, a: str, b: str) -> bool:
    """EF-ZC-01  Whether a ZOC reaches from `a` into its neighbour `b`.

    Lake hexes bar it, frozen or not: the text frees frozen rivers only.
    """
    wet = any(p.ground.terrain[h] in "~l#" for h in (a, b))
    return not (wet or p.strait(a, b) or p.border(a, b) or p.river(a, b) == "major")


def zone_of(p: Position, unit: Unit) -> set[str]:
    """Hexes that the unit's ZOC covers."""
    if not exerts(p, unit):
        return set()
    own_only = p.values(unit).flag("own") or (p.bonus and unit.unprepared)
    reached = () if own_only else p.near(unit.hex)
    return {unit.hex, *(h for h in reached if crosses(p, unit.hex, h))}


@lru_cache(maxsize=32)
def ezoc(p: Position, who: str) -> set[str]:
    """Hexes in a ZOC of the enemy of `who`: for movement."""
    found: set[str] = set()
    for unit in p.units.values():
        if unit.who == OTHER[who]:
            found |= zone_of(p, unit)
    return found


@lru_cache(maxsize=32)
def barred(p: Position, who: str) -> set[str]:
    """EF-ZC-03  EZOC for supply, isolation and retreat: own combat units cancel it."""
    return {h for h in ezoc(p, who) if not p.fighters(h, who)}


# -- stacking ----------------------------------------------------------------------------------------


def stacking(p: Position, unit: Unit) -> int:
    """4.1  Small 0, otherwise 1 with one step and 2 with more."""
    if p.values(unit).flag("small"):
        return 0
    return 1 if unit.steps == 1 else 2


def fits(p: Position, hex_: str, stack: Iterable[Unit]) -> bool:
    """EF-SK-01, 03  Whether these units of one side may end together in the hex."""
    units = [u for u in stack if u.cls != "PA"]
    limit = 4 if p.ground.terrain[hex_] == "m" else 6
    small = sum(1 for u in units if p.values(u).flag("small"))
    folk = {u.folk for u in units}
    apart = {"H", "R"} <= folk or ("F" in folk and not folk <= {"F", "G"})
    return sum(stacking(p, u) for u in units) <= limit and small <= 3 and not apart
