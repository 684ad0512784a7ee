"""5.11, NOR-AD  Advance after combat: lengths and hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tests.games.normandy.referee.duty import crosses
from tests.games.normandy.referee.position import Position, Unit
from tests.games.normandy.referee.zones import ezoc, fits, open_to, zone_allows


def length(unit: Unit, back: int) -> int:
    """NOR-AD-02  Hexes of advance; `back` is n of DRn, 0 when losses emptied the hex."""
    if back == 0:
        return 2 if unit.mech else 1
    most = {1: 1, 2: 2, 3: 3, 4: 3}[back]
    return most if unit.mech else min(most, 2)


def may_advance(unit: Unit) -> bool:
    """NOR-AD-01  A survivor that took part and is not Disorganized."""
    return unit.combat and not unit.has("disorganized")


def _enters(pos: Position, unit: Unit, here: str, there: str) -> bool:
    if not pos.playable(there) or not open_to(pos, unit, there):
        return False
    if not zone_allows(pos, unit.nation, here, there):
        return False
    return crosses(pos, replace(unit, hex=here), there)


def paths(pos: Position, unit_id: str, vacated: str, back: int) -> set[tuple[str, ...]]:
    """NOR-AD-02, 03  Every path of a unit's advance, the vacated hex first.

    Stacking is looked at where a path ends; the vacated hex in EZOC ends the advance.
    """
    unit = pos.units[unit_id]
    if not may_advance(unit) or not _enters(pos, unit, unit.hex, vacated):
        return set()
    zone = ezoc(pos, unit.side)
    found: set[tuple[str, ...]] = {(vacated,)}
    todo: list[tuple[str, ...]] = [(vacated,)] if vacated not in zone else []
    while todo:
        path = todo.pop()
        if len(path) == length(unit, back):
            continue
        for there in pos.near(path[-1]):
            longer = (*path, there)
            if longer in found or not _enters(pos, unit, path[-1], there):
                continue
            found.add(longer)
            if there not in zone:
                todo.append(longer)
    return found


def hexes(pos: Position, unit_id: str, vacated: str, back: int) -> set[str]:
    """Hexes where the unit may end its advance."""
    unit = pos.units[unit_id]
    ends = {path[-1] for path in paths(pos, unit_id, vacated, back)}
    return {h for h in ends if h != unit.hex and fits(pos, [unit], h)}


def all_fit(pos: Position, ends: Iterable[tuple[str, str]]) -> bool:
    """NOR-AD-01  Whether units may stand together where their advances end."""
    places = dict(ends)
    after = pos.moved(places)
    return all(fits(after, [after.units[i]], h) for i, h in places.items())
