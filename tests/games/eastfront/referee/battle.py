"""4.3 to 4.5, 5.13.4  Strengths, odds, modifiers, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from tests.games.eastfront.referee.board import around
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.tables import (
    AE_TERRAIN,
    CRT,
    ODDS,
    RESULTS,
    TERRAIN_DRM,
    Result,
)

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Attack:
    """A declared attack on one hex with everything that bears on it."""

    units: tuple[Unit, ...]
    target: str
    kind: str = "normal"
    """normal, hasty, delayed, exploitation"""
    oc: bool = False
    """An active OC covers every attacking hex."""
    unpaid: frozenset[str] = frozenset()
    """Units that count half for want of SPs."""
    joined: frozenset[str] = frozenset()
    """EF-CB-12  Hasty contributors of a delayed attack."""
    defenders: tuple[Unit, ...] = ()
    air: int = 0
    """Net Tac: attacker's less defender's."""
    guns: int = 0
    """DRM of naval gunfire."""
    engineers: bool = False
    """CE stacked with an attacker."""
    june: bool = False
    """EF-SU-15  The bonus turn of A1."""
    hexes: frozenset[str] = field(default=frozenset())

    @property
    def start(self) -> frozenset[str]:
        return self.hexes or frozenset(u.hex for u in self.units)

    @property
    def hasty(self) -> bool:
        return self.kind in ("hasty", "exploitation")


def strength(p: Position, attack: Attack, unit: Unit) -> Fraction:
    """EF-CB-20  Modified attack strength of one unit; each halving multiplies."""
    cls = p.values(unit)
    if unit.level >= 4:
        return Fraction(0)
    points = Fraction(unit.steps * cls.att)
    if unit.level >= 2:
        points *= HALF
    if not cls.mobile and (attack.hasty or unit.id in attack.joined):
        points *= HALF
    return points * HALF if unit.id in attack.unpaid else points


def resistance(p: Position, unit: Unit) -> Fraction:
    """EF-CB-20  Modified defence strength of one unit."""
    points = Fraction(unit.steps * p.values(unit).dfn)
    return points * HALF if unit.level >= 3 else points


def attack_total(p: Position, attack: Attack) -> int:
    return floor(sum((strength(p, attack, u) for u in attack.units), Fraction(0)))


def defence_total(p: Position, units: Iterable[Unit]) -> int:
    return max(1, ceil(sum((resistance(p, u) for u in units), Fraction(0))))


def column(attacker: int, defender: int) -> int | None:
    """4.3  Index of the odds column, None below 1:3."""
    odds = Fraction(attacker, defender)
    fitting = [i for i, least in enumerate(ODDS) if odds >= least]
    return fitting[-1] if fitting else None


def result(roll: int, drm: int, col: int) -> str:
    return CRT[min(11, max(0, roll + drm))][col]


def effect(code: str) -> Result:
    return RESULTS[code]


# -- 4.4 ---------------------------------------------------------------------------------------------


def modifiers(p: Position, attack: Attack) -> dict[str, int]:
    """4.4  Every case that applies, by name; zeros left out."""
    ground = terrain(p, attack)
    fort = -p.fort(attack.target)
    cases = {
        "terrain": ground,
        "fort": fort,
        "river": crossing(p, attack),
        "lake": _from_lake(p, attack),
        "armour": armour(p, attack),
        "oc": 1 if attack.oc and attack.kind in ("normal", "delayed") else 0,
        "delayed": 1 if attack.kind == "delayed" else 0,
        "hasty": _haste(attack),
        "hexes": 1 if surrounded(attack) else 0,
        "isolated": 1 if all(u.isolated for u in attack.defenders) else 0,
        "engineers": _engineers(p, attack, fort + ground),
        "air": air_support(attack.air),
        "guns": attack.guns,
        "unprepared": 1 if any(u.unprepared for u in attack.defenders) else 0,
        "minor": -1 if _minor(p, attack) else 0,
        "weather": weather(p, attack),
        "winter": 1 if _winter(p, attack) else 0,
    }
    return {name: drm for name, drm in cases.items() if drm}


def total(p: Position, attack: Attack) -> int:
    """EF-CB-21"""
    return min(5, max(-5, sum(modifiers(p, attack).values())))


def terrain(p: Position, attack: Attack) -> int:
    """4.2  Terrain or city, the worse; EF-UN-03 eases the terrain."""
    code = p.ground.terrain[attack.target]
    drm = TERRAIN_DRM[code]
    if code == "s" and p.sky(attack.target) in "FSB":
        drm = -1
    if _trained(p, attack, code):
        drm += 1
    return min(drm, city(p, attack))


def city(p: Position, attack: Attack) -> int:
    drm = {"city": -1, "major_city": -2}.get(p.ground.kind(attack.target), 0)
    return 0 if attack.june else drm


def _trained(p: Position, attack: Attack, code: str) -> bool:
    """EF-UN-03  At least half the attack strength."""
    if code not in "mrf":
        return False
    mark = "forest" if code == "f" else "mountain"
    able = [u for u in attack.units if p.values(u).flag(mark) or (u.alpine and code in "mr")]
    return _share(p, attack, able) >= HALF


def _share(p: Position, attack: Attack, units: Sequence[Unit]) -> Fraction:
    whole = sum((strength(p, attack, u) for u in attack.units), Fraction(0))
    part = sum((strength(p, attack, u) for u in units), Fraction(0))
    return part / whole if whole else Fraction(0)


def crossing(p: Position, attack: Attack) -> int:
    """4.2  Every attacker crosses: the lesser penalty; a highway takes none of it away."""
    return max(_hexside(p, start, attack.target) for start in attack.start)


def _hexside(p: Position, start: str, target: str) -> int:
    if p.strait(start, target):
        return -3
    return {"minor": -1, "major": -2}.get(p.river(start, target), 0)


def _from_lake(p: Position, attack: Attack) -> int:
    """EF-CB-31  When any attacker stands on a frozen lake (R-285)."""
    return -2 if any(p.ground.terrain[h] == "l" for h in attack.start) else 0


def armour(p: Position, attack: Attack) -> int:
    """EF-CB-22, 4.5  Armour effect."""
    target = attack.target
    if p.sky(target) in "MB" or p.fort(target) >= 2:
        return 0
    works = AE_TERRAIN[p.ground.terrain[target]]
    works = min(works, {"city": 1, "major_city": 0}.get(p.ground.kind(target), works))
    share = _share(p, attack, [u for u in attack.units if p.values(u).flag("armoured")])
    if works == 2:
        ae = 2 if share >= HALF else 1 if share >= Fraction(1, 5) else 0
    else:
        ae = 1 if works == 1 and share >= HALF else 0
    whole = sum((resistance(p, u) for u in attack.defenders), Fraction(0))
    steel = sum(
        (resistance(p, u) for u in attack.defenders if p.values(u).flag("armoured")), Fraction(0)
    )
    against = whole > 0 and steel / whole >= Fraction(1, 3)
    return max(0, ae - against)


def _haste(attack: Attack) -> int:
    """4.4, EF-CB-13"""
    if not attack.hasty:
        return 0
    return -1 if attack.kind == "exploitation" and attack.oc else -2


def surrounded(attack: Attack) -> bool:
    """Attackers in three or more hexes, or in two opposite ones."""
    ring = around(attack.target)
    places = {i for i, h in enumerate(ring) if h in attack.start}
    return len(places) >= 3 or any((i + 3) % 6 in places for i in places)


def _engineers(p: Position, attack: Attack, defences: int) -> int:
    """4.4  Never makes fort, city and terrain better than 0."""
    built = p.fort(attack.target) or p.ground.kind(attack.target) in ("city", "major_city")
    return 1 if attack.engineers and built and defences < 0 else 0


def air_support(net: int) -> int:
    """4.8  Net bombing points to DRM."""
    size = abs(net)
    drm = 3 if size >= 14 else 2 if size >= 8 else 1 if size >= 4 else 0
    return drm if net > 0 else -drm


def _minor(p: Position, attack: Attack) -> bool:
    minor = [u for u in attack.units if p.values(u).flag("minor") and not u.is_("FN")]
    return _share(p, attack, minor) > HALF


def _axis(p: Position, attack: Attack) -> bool:
    """An Axis attack, by more than half not Finnish (R-258)."""
    others = [u for u in attack.units if u.folk != "F"]
    return attack.units[0].who == "axis" and _share(p, attack, others) > HALF


def weather(p: Position, attack: Attack) -> int:
    sky = p.sky(attack.target)
    tender = _axis(p, attack) and p.turn <= 36
    if sky == "B":
        return -2 if tender else -1
    return {"M": -2, "S": -1 if tender else 0}.get(sky, 0)


def _winter(p: Position, attack: Attack) -> bool:
    """EF-WX-06"""
    if not 22 <= p.turn <= 36 or p.zone(attack.target) == "D" or p.sky(attack.target) not in "SB":
        return False
    return attack.units[0].who == "soviet" and any(u.folk != "F" for u in attack.defenders)


def surrenders(attack: Attack, odds: Fraction) -> bool:
    """EF-CB-34"""
    return odds >= 3 and all(u.isolated and u.level == 4 for u in attack.defenders)
