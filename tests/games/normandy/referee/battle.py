"""5.7, 4.14, 4.15  One attack: ratio, column, modifiers, attrition numbers, exact outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.games.normandy.referee.board import distance, side
from tests.games.normandy.referee.duty import attack_strength, is_operation_attack
from tests.games.normandy.referee.position import OTHER, Position, Unit, total
from tests.games.normandy.referee.supply import supported
from tests.games.normandy.referee.tables import COLUMNS, CRT, POSITION_DRM, TERRAIN_DRM

AIR_LIMIT = {"clear": 2, "overcast": 1, "rain": 1, "storm": 0}


@dataclass(frozen=True)
class Attack:
    """What both sides have committed."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    sp: int = 0
    guns: tuple[str, ...] = ()
    air: int = 0
    naval: bool = False
    defence_sp: int = 0
    defence_guns: tuple[str, ...] = ()
    defence_air: int = 0
    defence_naval: bool = False


@dataclass(frozen=True)
class Outcome:
    """Steps lost and what the survivors do; `attacker_back` and `defender_back` in hexes."""

    attacker_steps: int
    defender_steps: int
    attacker_shaken: bool
    defender_shaken: bool
    attacker_back: int
    defender_back: int


def attacking(pos: Position, attack: Attack) -> list[Unit]:
    return [pos.units[i] for i in attack.attackers]


def defending(pos: Position, attack: Attack) -> list[Unit]:
    """NOR-CO-10  All combat units in the target hexes."""
    enemy = OTHER[pos.units[attack.attackers[0]].side]
    return [u for h in attack.targets for u in pos.combat_at(h, enemy)]


def defence_strength(unit: Unit) -> Fraction:
    """5.7.4, NOR-CO-25  Half when Disorganized or beaten back before, never a quarter."""
    return Fraction(unit.strength, 2 if unit.has("disorganized", "retreated") else 1)


def ratio(pos: Position, attack: Attack) -> Fraction:
    """5.7.4  Halves are kept; the defender's sum is at least 1."""
    ours = total(attack_strength(u) for u in attacking(pos, attack))
    theirs = total(defence_strength(u) for u in defending(pos, attack))
    return ours / max(theirs, Fraction(1))


def column(value: Fraction) -> str:
    """NOR-CO-12  Highest column reached; everything below 1:2 is 1:3."""
    found = COLUMNS[0]
    for name in COLUMNS:
        a, b = name.split(":")
        if value >= Fraction(int(a), int(b)):
            found = name
    return found


def terrain_drm(pos: Position, attack: Attack) -> int:
    """4.9  The hex best for the defender: terrain with heights, rubble and fortress."""
    return min(_ground_drm(pos, h) for h in attack.targets)


def _ground_drm(pos: Position, hex_: str) -> int:
    value = TERRAIN_DRM[pos.ground.terrain[hex_]]
    value -= hex_ in pos.ground.heights
    value -= hex_ in pos.rubble
    value -= hex_ in pos.ground.fortress and "ge.hq.cherbourg" in pos.units
    return value


def position_drm(pos: Position, attack: Attack) -> int:
    return min(POSITION_DRM.get(pos.positions.get(h, ""), 0) for h in attack.targets)


def river_drm(pos: Position, attack: Attack) -> int:
    """4.9  Worst line that units with half of the strength cross; worse lines count for milder."""
    units = attacking(pos, attack)
    strong = total(attack_strength(u) for u in units)
    worst = {u.id: min(_line_drm(pos, u.hex, t) for t in attack.targets) for u in units}
    reached = [
        value
        for value in (-3, -2, -1)
        if 2 * total(attack_strength(u) for u in units if worst[u.id] <= value) >= strong
    ]
    return min(reached, default=0)


def _line_drm(pos: Position, a: str, b: str) -> int:
    kind = pos.ground.rivers.get(side(a, b))
    if kind == "major":
        return -2 if pos.intact(a, b) else -3
    return {"minor": -1, "flooded": -3, None: 0}[kind]


def gun_points(pos: Position, guns: Iterable[str], limit: int) -> int:
    """NOR-CO-15  Whole ratings, the excess over the limit lost."""
    return min(limit, sum(pos.units[i].rating for i in guns))


def attack_guns(pos: Position, attack: Attack) -> int:
    limit = 4 if is_operation_attack(pos, attacking(pos, attack)) else 3
    return gun_points(pos, attack.guns, limit)


def defence_guns(pos: Position, attack: Attack) -> int:
    return gun_points(pos, attack.defence_guns, 2)


def _arms(pos: Position, attack: Attack) -> int:
    """4.14  Combined arms, and heavy tanks against armour in the open; one sum for both."""
    units = attacking(pos, attack)
    arm = [u for u in units if u.flag("arm")]
    if not arm:
        return 0
    inside = {h: [u for u in pos.at(h) if u.side != arm[0].side] for h in attack.targets}
    open_to = {h: pos.ground.terrain[h] in ".t" for h in attack.targets}
    heavy = any(open_to[h] and u.flag("hvy") for h in inside for u in inside[h])
    cutters = pos.turn >= 25 and all(u.nation == "us" for u in arm)
    fit = all(open_to[h] or (pos.ground.terrain[h] == "b" and cutters) for h in attack.targets)
    tanks = any(u.flag("arm") or u.flag("hvy") for h in inside for u in inside[h])
    combined = fit and not tanks and any(u.flag("inf") for u in units)
    return int(combined) - int(heavy)


def _division(pos: Position, attack: Attack) -> bool:
    """4.14  Three units of a division attack, or both of one that has two on the map."""
    units = attacking(pos, attack)
    for name in {(u.nation, u.division) for u in units if u.division}:
        here = sum(1 for u in units if (u.nation, u.division) == name)
        on_map = sum(
            1
            for u in pos.units.values()
            if (u.nation, u.division) == name and u.combat and u.hex in pos.ground.terrain
        )
        if here >= 3 or here == on_map == 2:
            return True
    return False


def _unsupported(pos: Position, attack: Attack) -> bool:
    units = attacking(pos, attack)
    weak = total(attack_strength(u) for u in units if not supported(pos, u))
    return 2 * weak >= total(attack_strength(u) for u in units)


def modifiers(pos: Position, attack: Attack) -> dict[str, int]:
    """4.14  Every modifier that applies, by name; those of 0 are left out."""
    units = attacking(pos, attack)
    enemies = defending(pos, attack)
    found = {
        "terrain": terrain_drm(pos, attack),
        "position": position_drm(pos, attack),
        "river": river_drm(pos, attack),
        "sp": {0: -2, 1: 0, 2: 1, 3: 2}[attack.sp],
        "defence sp": -attack.defence_sp,
        "guns": attack_guns(pos, attack),
        "defence guns": -defence_guns(pos, attack),
        "naval": int(attack.naval) - int(attack.defence_naval),
        "air": attack.air - attack.defence_air,
        "bombed": 2 * int(all(h in pos.bombed for h in attack.targets)),
        "operation": int(is_operation_attack(pos, units)),
        "arms": _arms(pos, attack),
        "division": int(_division(pos, attack)),
        "concentric": int(len({u.hex for u in units}) >= 3),
        "disorganized": int(all(u.has("disorganized") for u in enemies)),
        "isolated": int(any(u.supply == "isolated" for u in enemies)),
        "unsupported": -2 * int(_unsupported(pos, attack)),
        "ratio": -2 * int(ratio(pos, attack) < Fraction(1, 3)),
        "weather": {"rain": -1, "storm": -2}.get(pos.weather, 0),
    }
    return {name: value for name, value in found.items() if value}


def drm(pos: Position, attack: Attack) -> int:
    """NOR-CO-13"""
    return max(-6, min(6, sum(modifiers(pos, attack).values())))


def _base(steps: int, bounds: tuple[int, int, int]) -> int:
    return 1 + sum(1 for bound in bounds if steps > bound)


def attacker_number(pos: Position, attack: Attack) -> int:
    """4.15  Several targets: any one that is covered or dug in counts, Bombed only if all are."""
    value = _base(sum(u.steps for u in defending(pos, attack)), (2, 5, 8))
    value += any(pos.ground.terrain[h] not in ".m" for h in attack.targets)
    value += any(h in pos.positions for h in attack.targets)
    value -= all(h in pos.bombed for h in attack.targets)
    value -= attack.air >= 2
    return max(0, min(5, value))


def defender_number(pos: Position, attack: Attack) -> int:
    """4.15"""
    value = _base(sum(u.steps for u in attacking(pos, attack)), (3, 6, 9))
    value += attack_guns(pos, attack) - defence_guns(pos, attack) >= 2
    value += position_drm(pos, attack)
    return max(0, min(5, value))


def cell(name: str, value: int) -> str:
    """4.11  The table at a column and a modified sum of two dice."""
    return CRT[max(0, min(16, value))][name]


def read(text: str, white: int, black: int, attacker: int, defender: int) -> Outcome:
    """NOR-CO-18  A cell with the attrition of both dice."""
    found: Mapping[str, int] = {
        word.rstrip("0123456789"): int(word.lstrip("ADRX-") or 1) for word in text.split()
    }
    return Outcome(
        attacker_steps=found.get("A", 0) + (white <= attacker),
        defender_steps=found.get("D", 0) + (black <= defender),
        attacker_shaken="AX" in found,
        defender_shaken="DX" in found,
        attacker_back=found.get("AR", 0),
        defender_back=found.get("DR", 0),
    )


def outcome(pos: Position, attack: Attack, white: int, black: int) -> Outcome:
    """5.7.8 to 10  What two dice bring."""
    text = cell(column(ratio(pos, attack)), white + black + drm(pos, attack))
    numbers = attacker_number(pos, attack), defender_number(pos, attack)
    return read(text, white, black, *numbers)


def distribution(pos: Position, attack: Attack) -> dict[Outcome, Fraction]:
    """Exact chances of every outcome."""
    found: dict[Outcome, Fraction] = {}
    for white in range(1, 7):
        for black in range(1, 7):
            result = outcome(pos, attack, white, black)
            found[result] = found.get(result, Fraction(0)) + Fraction(1, 36)
    return found


def naval_reach(pos: Position, hex_: str) -> bool:
    """NOR-CO-16  A sea hex within 3 hexes, Calm or Moderate sea, not after T34."""
    sea = [h for h, code in pos.ground.terrain.items() if code == "~"]
    near = any(distance(hex_, h) <= 3 for h in sea)
    return near and pos.sea in ("calm", "moderate") and pos.turn <= 34
