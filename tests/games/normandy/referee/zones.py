"""NOR-ZC and NOR-MV-06, 07  Zones of control, adjacency, and what may stand where."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.normandy.referee.board import column, distance, row
from tests.games.normandy.referee.position import OTHER, Position, Unit

STACK_LIMIT = 7


def exerts(unit: Unit) -> bool:
    """NOR-ZC-01  Current strength 2 or more and not Disorganized."""
    return unit.combat and unit.strength >= 2 and not unit.has("disorganized")


def zoc(pos: Position, unit: Unit) -> frozenset[str]:
    """NOR-ZC-01  The hexes a unit covers; none across an unbridged barrier, none that is a city."""
    if not exerts(unit):
        return frozenset()
    return frozenset(
        h
        for h in pos.near(unit.hex)
        if not pos.barrier(unit.hex, h) and pos.ground.terrain[h] != "C"
    )


def ezoc(pos: Position, who: str) -> frozenset[str]:
    """All hexes in enemy ZOC for a side; NOR-ZC-05 is left to the caller."""
    found: set[str] = set()
    for unit in pos.units.values():
        if unit.side != who and unit.hex in pos.ground.terrain:
            found |= zoc(pos, unit)
    return frozenset(found)


def held(pos: Position, hex_: str, who: str, but: Iterable[str] = ()) -> bool:
    """Whether a combat unit of the side is there, the units `but` not counted."""
    left_out = set(but)
    return any(u.id not in left_out for u in pos.combat_at(hex_, who))


def enemy_near(pos: Position, hex_: str, who: str) -> bool:
    """1  An enemy combat unit in a neighbouring hex, rivers and ZOC regardless."""
    return any(pos.combat_at(h, OTHER[who]) for h in pos.near(hex_))


def load(pos: Position, hex_: str, but: Iterable[str] = ()) -> int:
    """NOR-MV-06  Stacking points in a hex without the units `but`."""
    left_out = set(but)
    return sum(u.stacking for u in pos.at(hex_) if u.id not in left_out)


def fits(pos: Position, units: Iterable[Unit], hex_: str) -> bool:
    """NOR-MV-06, BD-05  Within the limit and without the other Allied nationality."""
    group = list(units)
    ids = [u.id for u in group]
    there = [u for u in pos.at(hex_) if u.id not in ids and u.side == group[0].side]
    points = sum(u.stacking for u in [*there, *group])
    return points <= STACK_LIMIT and len({u.nation for u in [*there, *group]}) == 1


def line(pos: Position, hex_: str) -> int:
    """NOR-BD-02  Column of the boundary in the row of a hex."""
    return pos.boundary.get(row(hex_), 27)


def own_zone(pos: Position, nation: str, hex_: str) -> bool:
    """NOR-BD-02  The shared column belongs to both zones; the German has no line."""
    if nation == "ge" or not pos.campaign:
        return True
    at = line(pos, hex_)
    return column(hex_) <= at if nation == "us" else column(hex_) >= at


def to_zone(pos: Position, nation: str, hex_: str) -> int:
    """NOR-BD-04  Hexes to the nearest hex of the own zone, sea included."""
    return min(distance(hex_, h) for h in pos.ground.terrain if own_zone(pos, nation, h))


def zone_allows(pos: Position, nation: str, a: str, b: str) -> bool:
    """NOR-BD-04  A step from own zone stays in it; one from the wrong zone goes nearer to it."""
    if own_zone(pos, nation, b):
        return True
    if own_zone(pos, nation, a):
        return False
    return to_zone(pos, nation, b) < to_zone(pos, nation, a)


def open_to(pos: Position, unit: Unit, b: str) -> bool:
    """NOR-MV-07, HQ-01  No enemy there, or only HQ and support that a combat unit runs over."""
    enemies = [u for u in pos.at(b) if u.side != unit.side]
    return not enemies or (unit.combat and not any(u.combat for u in enemies))


def faults_of_standing(pos: Position) -> list[str]:
    """Every hex that breaks a limit of a finished position, in words with the rule."""
    found = []
    for hex_, units in sorted(pos.by_hex.items()):
        if hex_ not in pos.ground.terrain:
            continue
        if not pos.playable(hex_):
            found.append(f"NOR-MV-07 {hex_} is no land in play")
        if len({u.side for u in units}) > 1:
            found.append(f"NOR-MV-07 {hex_} holds both sides")
        elif len({u.nation for u in units}) > 1:
            found.append(f"NOR-BD-05 {hex_} holds both Allied nationalities")
        if load(pos, hex_) > STACK_LIMIT:
            found.append(f"NOR-MV-06 {hex_} holds {load(pos, hex_)} points")
    return found
