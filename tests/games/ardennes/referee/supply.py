"""Supply of section 5.3 and the supply degrees of SS-17."""

from __future__ import annotations

from . import ground
from .front import big_water, bridged, communication, river, sources, water, zoc
from .position import ENEMY, Position, Unit


def enemy_bridge(pos: Position, a: str, b: str, side: str) -> bool:
    """The Bridge between a and b is destroyed or an enemy stands beside it (HC-02)."""
    if ground.side(a, b) not in ground.BRIDGES:
        return False
    foe = ENEMY[side]
    return not bridged(pos, a, b) or bool(pos.at(a, foe) or pos.at(b, foe))


def _barred(pos: Position, h: str, side: str, hostile: frozenset[str]) -> bool:
    """SP-02, SP-04, SP-05, SP-06 and SP-08 of one hex on the trace."""
    foe = ENEMY[side]
    if pos.at(h, foe) or (side == "german" and h in pos.roadblocks):
        return True
    if pos.at(h, side):
        return False
    if h in hostile or (ground.built_up(h) and pos.owned_by(h) == foe):
        return True
    return side == "allied" and h in ground.WESTWALL


def road_part(pos: Position, side: str) -> frozenset[str]:
    """Every Road hex a source reaches along Road hexsides (5.3.1, 5.3.2)."""
    key = ("road", side)
    if key not in pos.found:
        pos.found[key] = _roads(pos, side)
    known: frozenset[str] = pos.found[key]
    return known


def _roads(pos: Position, side: str) -> frozenset[str]:
    hostile = zoc(pos, ENEMY[side])
    edge = [h for h in sources(pos, side) if not _barred(pos, h, side, hostile)]
    seen = set(edge)
    while edge:
        h = edge.pop()
        for n in pos.near(h):
            if n in seen or not _by_road(pos, h, n, side):
                continue
            if not _barred(pos, n, side, hostile):
                seen.add(n)
                edge.append(n)
    return frozenset(seen)


def _by_road(pos: Position, a: str, b: str, side: str) -> bool:
    """A usable Road hexside joins a and b (5.3.2)."""
    if ground.side(a, b) not in ground.ROAD:
        return False
    return not river(a, b) or not (water(pos, a, b) or enemy_bridge(pos, a, b, side))


def supplied(pos: Position, h: str, side: str) -> bool:
    """A unit of the side standing in h can trace Supply; else one is imagined there (5.3.5)."""
    roads = road_part(pos, side)
    foe = bool(pos.at(h, ENEMY[side]))
    if h in roads or (h in sources(pos, side) and not foe):
        return True
    hostile = zoc(pos, ENEMY[side])
    if any(n in roads and _by_road(pos, n, h, side) for n in pos.near(h)):
        return True
    edge, seen = set(roads), set(roads)
    for length in range(1, 5):
        fresh: set[str] = set()
        for a in edge:
            for n in pos.near(a):
                if n in seen or not _step(pos, a, n, side, single=length == 1 and n == h):
                    continue
                if n == h:
                    return True
                if not _barred(pos, n, side, hostile):
                    fresh.add(n)
        seen |= fresh
        edge = fresh
    return False


def _step(pos: Position, a: str, b: str, side: str, *, single: bool) -> bool:
    """One hexside of the off-road part may be crossed (5.3.3)."""
    if big_water(pos, a, b):
        return False
    if water(pos, a, b):
        return single
    return not enemy_bridge(pos, a, b, side)


def next_state(pos: Position, u: Unit) -> str:
    """Tomorrow's state of a unit by the table of 5.3."""
    if ".vdh" in u.id or supplied(pos, u.hex, u.side):
        return "in"
    if communication(pos, u.hex, u.side):
        return "low" if u.supply == "in" else "out"
    return "out" if u.supply in ("in", "low") else "isolated"


def surrenders(u: Unit, roll: int) -> bool:
    """Surrender roll of an Isolated unit (SS-16)."""
    return roll <= {"G": 6, "R": 4, "E": 2}[u.q]
