"""NOR-RF  Where reinforcements and returning units come onto the map."""

from __future__ import annotations

from dataclasses import replace

from tests.games.normandy.referee import moves
from tests.games.normandy.referee.board import distance, neighbours
from tests.games.normandy.referee.position import OTHER, Position
from tests.games.normandy.referee.tables import FOOT_COST, MECH_COST
from tests.games.normandy.referee.zones import ezoc, open_to

ORDER = "ABCDE"


def entry_area(pos: Position, area: str) -> str | None:
    """NOR-RF-04  The named area or the next towards E that is German; None: wait."""
    later = ORDER[ORDER.index(area) :]
    return next((a for a in later if pos.areas.get(a, "german") == "german"), None)


def entry_hexes(pos: Position, area: str, who: str = "german") -> list[str]:
    """NOR-RF-03, 04  Free entry hexes; with none of them free, free edge hexes within 4."""
    zone = ezoc(pos, who)

    def free(hex_: str) -> bool:
        return hex_ not in zone and not pos.combat_at(hex_, OTHER[who])

    own = pos.ground.entry[area]
    named = [h for h in own if free(h)]
    if named:
        return named
    edge = [h for h in sorted(pos.ground.terrain) if pos.playable(h) and len(neighbours(h)) < 6]
    return [h for h in edge if free(h) and min(distance(h, o) for o in own) <= 4]


def entry_cost(pos: Position, unit_id: str, hex_: str) -> int | None:
    """NOR-RF-03  Halves for the entry hex by its terrain, None when it cannot be paid."""
    unit = pos.units[unit_id]
    terrain = (MECH_COST if unit.mech else FOOT_COST).get(pos.ground.terrain[hex_])
    if terrain is None or not open_to(pos, unit, hex_):
        return None
    cost = 2 * terrain
    return cost if cost <= 2 * moves.allowance(unit) else None


def beaches(pos: Position, nation: str) -> list[str]:
    """NOR-RF-01  Beaches where a nationality may land."""
    own = [h for h, n in pos.ground.beaches.items() if n == nation]
    return [h for h in sorted(own) if pos.controls("allied", h)]


def landed(pos: Position, unit_id: str, beach: str) -> Position:
    """NOR-RF-01  The position once a unit has landed: no MP spent, half MA this turn."""
    unit = pos.units[unit_id]
    units = dict(pos.units)
    units[unit_id] = replace(unit, hex=beach, states=unit.states | {"landed"})
    return replace(pos, units=units)
