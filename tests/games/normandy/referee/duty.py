"""NOR-CO-07 to 11, 23, 24  Who must attack whom, and which attacks are legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tests.games.normandy.referee.board import adjacent, side
from tests.games.normandy.referee.position import OTHER, Position, Unit, total
from tests.games.normandy.referee.tables import EXEMPT_TERRAIN

FRONTAGE = 8
OPERATION_FRONTAGE = 10


@dataclass(frozen=True)
class Bout:
    """What has happened so far in one Combat Segment, or among reserve attacks."""

    side: str
    reserve: bool = False
    """True for the reserve attacks of the Reserve Movement Segment."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Binding pairs (unit, hex) at the start of the segment."""
    units: frozenset[str] = field(default_factory=frozenset)
    """Units that have attacked."""
    hexes: frozenset[str] = field(default_factory=frozenset)
    """Hexes that have been attacked."""

    def after(self, attackers: Iterable[str], targets: Iterable[str]) -> Bout:
        """5.8.2  The same bout once an attack was declared."""
        return Bout(
            self.side,
            self.reserve,
            self.pairs,
            self.units | set(attackers),
            self.hexes | set(targets),
        )


def eligible(unit: Unit, bout: Bout) -> bool:
    """Whether the unit's own state lets it attack in this bout (voluntarily at least)."""
    if not unit.combat or unit.side != bout.side or unit.hex.startswith("area:"):
        return False
    if unit.has("disorganized", "regroup", "replaced"):
        return False
    if bout.reserve:
        return unit.has("reserve_moved")
    return not unit.has("reserve")


def crosses(pos: Position, unit: Unit, target: str) -> bool:
    """NOR-CO-11  Rivers and marsh do not forbid this unit to attack this hex."""
    here = unit.hex
    kind = pos.ground.rivers.get(side(here, target))
    if kind == "flooded" and not pos.intact(here, target):
        return False
    if not unit.mech:
        return True
    if kind == "major" and not pos.intact(here, target):
        return False
    return pos.ground.terrain[target] != "m" or pos.by_road(here, target)


def can_attack(pos: Position, unit: Unit, target: str, bout: Bout) -> bool:
    """The unit may attack the hex now, obligations aside."""
    return (
        eligible(unit, bout)
        and unit.id not in bout.units
        and target not in bout.hexes
        and adjacent(unit.hex, target)
        and bool(pos.combat_at(target, OTHER[bout.side]))
        and crosses(pos, unit, target)
    )


def obliged(unit: Unit, bout: Bout) -> bool:
    """NOR-CO-08  The unit's own state does not exempt it."""
    return (
        eligible(unit, bout)
        and unit.strength >= 2
        and unit.shown != "C"
        and unit.supply != "isolated"
    )


def bound(pos: Position, unit: Unit, target: str, bout: Bout) -> bool:
    """4.10  Whether the pair is binding in this position."""
    if not obliged(unit, bout) or not adjacent(unit.hex, target):
        return False
    if pos.ground.terrain[unit.hex] in EXEMPT_TERRAIN or unit.hex in pos.positions:
        return False
    if side(unit.hex, target) in pos.ground.rivers:
        return False
    return bool(pos.combat_at(target, OTHER[bout.side])) and crosses(pos, unit, target)


def binding_pairs(pos: Position, bout: Bout) -> frozenset[tuple[str, str]]:
    """5.8.1  All binding pairs of a position."""
    return frozenset(
        (unit.id, target)
        for unit in pos.units.values()
        if unit.side == bout.side and unit.hex in pos.ground.terrain
        for target in pos.near(unit.hex)
        if bound(pos, unit, target, bout)
    )


def opened(pos: Position, who: str, *, reserve: bool = False) -> Bout:
    """The bout at its start."""
    bout = Bout(who, reserve)
    return Bout(who, reserve, binding_pairs(pos, bout))


def live_pairs(pos: Position, bout: Bout) -> set[tuple[str, str]]:
    """5.8.3  Pairs of the start that have not lapsed.

    A unit that attacked elsewhere still binds the hex, also after an advance; ground and
    distance are not looked at again, only what 5.8.3 names.
    """
    return {(i, target) for i, target in bout.pairs if _lives(pos, bout, i, target)}


def _lives(pos: Position, bout: Bout, unit_id: str, target: str) -> bool:
    unit = pos.units.get(unit_id)
    if unit is None or unit.has("retreated") or not obliged(unit, bout):
        return False
    return bool(pos.combat_at(target, OTHER[bout.side]))


def open_hexes(pos: Position, bout: Bout) -> set[str]:
    """Binding hexes that somebody must and can still attack (5.8.5)."""
    hexes = {target for _, target in live_pairs(pos, bout)} - bout.hexes
    return {h for h in hexes if possible(pos, h, bout)}


def open_units(pos: Position, bout: Bout) -> set[str]:
    """Units that must still take part in an attack."""
    hexes = open_hexes(pos, bout)
    return {i for i, target in live_pairs(pos, bout) if i not in bout.units and target in hexes}


def possible(pos: Position, target: str, bout: Bout) -> list[str]:
    """Units that may still attack a hex, bound to it or not, by id."""
    return [i for i in sorted(pos.units) if can_attack(pos, pos.units[i], target, bout)]


def attack_strength(unit: Unit) -> Fraction:
    """5.7.4  Half when Out of Supply or Isolated."""
    return Fraction(unit.strength, 1 if unit.supply == "in" else 2)


def is_operation_attack(pos: Position, units: Iterable[Unit]) -> bool:
    """NOR-OP-13  Half the attacking strength or more is attached to HQs of the Operation."""
    group = list(units)
    strong = total(attack_strength(u) for u in group)
    in_it = total(attack_strength(u) for u in group if u.hq in pos.operation)
    return 2 * in_it >= strong > 0


def frontage(pos: Position, units: Iterable[Unit]) -> int:
    """NOR-CO-23"""
    return OPERATION_FRONTAGE if is_operation_attack(pos, units) else FRONTAGE


def plain_faults(pos: Position, bout: Bout, attackers: set[str], targets: set[str]) -> list[str]:
    """NOR-CO-09, 11, 23, BD-05  Faults of an attack before obligations are looked at."""
    if not attackers or not targets:
        return ["NOR-CO-09 an attack needs attackers and a target"]
    units = [pos.units[i] for i in sorted(attackers)]
    faults = [
        f"NOR-CO-09 {u.id} may not attack {t}"
        for u in units
        for t in sorted(targets)
        if not can_attack(pos, u, t, bout)
    ]
    if len({u.nation for u in units}) > 1:
        faults.append("NOR-BD-05 both nationalities")
    width = sum(u.stacking for u in units)
    if width > frontage(pos, units):
        faults.append(f"NOR-CO-23 frontage {width}")
    return faults


def left_out(pos: Position, bout: Bout, attackers: set[str], targets: set[str]) -> list[str]:
    """NOR-CO-24  Bound units that must be in this attack and could be."""
    missing = []
    duties: dict[str, set[str]] = {}
    for i, target in live_pairs(pos, bout):
        duties.setdefault(i, set()).add(target)
    for i in sorted(duties.keys() - bout.units - attackers):
        elsewhere = duties[i] - targets - bout.hexes
        if elsewhere or not duties[i] & targets:
            continue
        if not plain_faults(pos, bout, attackers | {i}, targets):
            missing.append(i)
    return missing


def stranded(pos: Position, bout: Bout, attackers: set[str], targets: set[str]) -> list[str]:
    """NOR-CO-24, last sentence  Binding hexes this attack would leave without an attacker."""
    after = bout.after(attackers, targets)
    lost = []
    for target in sorted(open_hexes(pos, bout) - targets):
        if possible(pos, target, after):
            continue
        takers = attackers & set(possible(pos, target, bout))
        joinable = takers == attackers and not plain_faults(
            pos, bout, attackers, targets | {target}
        )
        if joinable or any(_can_stay_out(pos, bout, attackers - {i}, targets, i) for i in takers):
            lost.append(target)
    return lost


def _can_stay_out(
    pos: Position, bout: Bout, rest: set[str], targets: set[str], unit_id: str
) -> bool:
    """Whether the attack would be legal without this unit, so that the hex is left to it."""
    if plain_faults(pos, bout, rest, targets):
        return False
    return unit_id not in left_out(pos, bout, rest, targets)


def attack_faults(
    pos: Position, bout: Bout, attackers: Iterable[str], targets: Iterable[str]
) -> list[str]:
    """Everything that is wrong with an attack; empty when it is legal."""
    who, where = set(attackers), set(targets)
    faults = plain_faults(pos, bout, who, where)
    if faults:
        return faults
    faults += [f"NOR-CO-24 {i} must join" for i in left_out(pos, bout, who, where)]
    faults += [f"NOR-CO-24 {h} would be stranded" for h in stranded(pos, bout, who, where)]
    return faults


def compositions(pos: Position, bout: Bout, targets: Iterable[str]) -> Iterator[frozenset[str]]:
    """Every set of attackers that may legally attack exactly these hexes."""
    where = set(targets)
    near = possible(pos, min(where), bout)
    able = [i for i in near if all(can_attack(pos, pos.units[i], t, bout) for t in where)]
    for size in range(1, len(able) + 1):
        for group in combinations(able, size):
            if not attack_faults(pos, bout, group, where):
                yield frozenset(group)


def may_end_segment(pos: Position, bout: Bout) -> bool:
    """NOR-CO-07  No obligation is open."""
    return not open_hexes(pos, bout)
