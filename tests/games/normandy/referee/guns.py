"""NOR-CO-14 to 16, SL-07, 10  Who may spend support points and fire in one attack."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.normandy.referee.battle import (
    AIR_LIMIT,
    Attack,
    attacking,
    defending,
    naval_reach,
)
from tests.games.normandy.referee.board import distance
from tests.games.normandy.referee.duty import is_operation_attack
from tests.games.normandy.referee.position import Position, Unit
from tests.games.normandy.referee.supply import FORTRESS, supported


def able(pos: Position, unit: Unit) -> bool:
    """NOR-SL-07, 10  In Supply and Supported; the fortress cares for its own while not Isolated."""
    if unit.hq == FORTRESS and FORTRESS in pos.units:
        return unit.supply != "isolated"
    return unit.supply == "in" and supported(pos, unit)


def purses(pos: Position, units: Iterable[Unit]) -> set[str]:
    """NOR-CO-14  Purses from which SP may come: armies, or `fortress`."""
    found = set()
    for unit in units:
        if unit.combat and unit.hq is not None and able(pos, unit):
            found.add("fortress" if unit.hq == FORTRESS else pos.armies[unit.hq])
    return found


def may_fire(pos: Position, gun: Unit, attack: Attack, *, defence: bool = False) -> bool:
    """NOR-CO-15, NOR-SU-09  One target hex in range is enough; units without supply have no guns (R-145)."""
    units = defending(pos, attack) if defence else attacking(pos, attack)
    if gun.rating == 0 or gun.side != units[0].side or gun.has("fired") or not able(pos, gun):
        return False
    if min(distance(gun.hex, h) for h in attack.targets) > gun.cls.range:
        return False
    units = [u for u in units if able(pos, u)]
    if gun.hq in {u.hq for u in units}:
        return True
    return gun.army is not None and gun.army in {pos.armies.get(u.hq or "") for u in units}


def guns_at_hand(pos: Position, attack: Attack, *, defence: bool = False) -> list[str]:
    """Artillery that may fire in this attack, by id."""
    guns = (pos.units[i] for i in sorted(pos.units) if pos.units[i].flag("art"))
    return [g.id for g in guns if may_fire(pos, g, attack, defence=defence)]


def air_limit(pos: Position, attack: Attack, *, defence: bool = False) -> int:
    """NOR-AA-04  Ground Support points of the Allied player in one combat."""
    units = attacking(pos, attack)
    if (units[0].side == "allied") is defence:
        return 0
    if not defence and pos.weather == "clear" and is_operation_attack(pos, units):
        return 3
    return AIR_LIMIT[pos.weather]


def sp_limit(pos: Position, attack: Attack, *, defence: bool = False) -> int:
    """NOR-CO-14  Most SP that a side may spend, its purse not looked at."""
    units = defending(pos, attack) if defence else attacking(pos, attack)
    if not purses(pos, units):
        return 0
    if defence:
        return 1
    return 3 if is_operation_attack(pos, units) else 2


def commitment_faults(pos: Position, attack: Attack) -> list[str]:
    """What may not be committed, with the rule; empty when all is legal."""
    faults = []
    german = attacking(pos, attack)[0].side == "german"
    for defence, sp, air, guns, naval in (
        (False, attack.sp, attack.air, attack.guns, attack.naval),
        (True, attack.defence_sp, attack.defence_air, attack.defence_guns, attack.defence_naval),
    ):
        if sp > sp_limit(pos, attack, defence=defence):
            faults.append(f"NOR-CO-14 {sp} SP")
        if air > air_limit(pos, attack, defence=defence):
            faults.append(f"NOR-AA-04 {air} Ground Support")
        hand = guns_at_hand(pos, attack, defence=defence)
        faults += [f"NOR-CO-15 {g}" for g in guns if g not in hand]
        if naval and (
            german is not defence or not any(naval_reach(pos, h) for h in attack.targets)
        ):
            faults.append("NOR-CO-16 naval gunfire")
    return faults
