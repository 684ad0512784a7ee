"""Combat strengths, modifiers and the table: what an attack comes to (EF-CB-20 to EF-CB-22, tables 4.3 to 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from wargame.games.eastfront.content import LAKE, MAJOR_CITY, EastFrontContent
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.ground import Ae
from wargame.games.eastfront.overrun import terrain_drm, water_drm
from wargame.games.eastfront.state import (
    ISOLATED,
    OTHER,
    SHIPPED,
    SURPRISE,
    UNPREPARED,
    USED_CHIT,
    EfGame,
    attack_halves,
    class_of,
    defence_halves,
    fort_level,
    nation,
    stack,
    steps,
    trained,
    weather_at,
)
from wargame.games.eastfront.supply import serves, supply_of
from wargame.games.eastfront.support import net
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.modifiers import Modifiers

NORMAL, HASTY, DELAYED, EXPLOIT = "normal", "hasty", "delayed", "exploit"
"""EF-CB-10 to EF-CB-13  Types of attack."""


@dataclass(frozen=True)
class Battle:
    """An attack on a hex: who, by whom, of what type."""

    side: Side
    target: Hex
    kind: str
    units: tuple[UnitId, ...]
    joined: tuple[UnitId, ...] = ()
    """EF-CB-12  Those of the units that joined a delayed attack in phase 9."""
    paid: bool = True
    """EF-CB-33  Whether SP or a chit carry it; an unpaid one has half strength."""
    short: tuple[UnitId, ...] = ()
    """EF-SP-13  Those out of reach of whoever pays."""
    guns: int = 0
    """EF-NV-16  The modifier of naval gunfire, both sides together."""

    @property
    def hasty(self) -> bool:
        """EF-CB-13  An exploitation attack is a hasty one."""
        return self.kind in (HASTY, EXPLOIT)


def covered(g: EfGame, battle: Battle) -> bool:
    """EF-SP-13, EF-CB-32  Whether one used chit covers every attacking hex."""
    if battle.kind == HASTY:
        return False
    hexes = {g.state.units[u].hex for u in battle.units}
    supply = supply_of(g, battle.side)
    return any(
        USED_CHIT in hq.states
        and all(supply.in_range(hq.id, h) for h in hexes)
        and all(serves(g, hq.id, u) for u in battle.units)
        for hq in supply.hqs()
    )


def _eighths(g: EfGame, battle: Battle, units: Sequence[UnitId]) -> int:
    """EF-CB-20  What some attackers count, in eighths: none is halved more than three times."""
    return sum(_eighths_of(g, battle, u) for u in units)


def _eighths_of(g: EfGame, battle: Battle, unit: UnitId) -> int:
    """EF-CB-20, EF-CB-11, EF-CB-12, EF-SP-13, EF-NV-15  What one attacker counts, each halving by itself."""
    found = 4 * attack_halves(g, unit)
    foot = not class_of(g, unit).cm
    landed = SHIPPED in g.state.units[unit].states
    if foot and (battle.hasty or unit in battle.joined or landed):
        found //= 2
    if battle.kind in (NORMAL, DELAYED) and (not battle.paid or unit in battle.short):
        found //= 2
    return found


def attack(g: EfGame, battle: Battle) -> Fraction:
    """EF-CB-20  The exact attack strength, before it is rounded down."""
    return Fraction(_eighths(g, battle, battle.units), 8)


def whole_attack(g: EfGame, units: Sequence[UnitId]) -> int:
    """EF-SP-13  The total that is paid for: not halved in any way."""
    return sum(steps(g, u) * class_of(g, u).attack for u in units)


def defenders(g: EfGame, battle: Battle) -> list[UnitId]:
    """EF-CB-15  All units of the hex, by id."""
    return [u.id for u in stack(g, battle.target, OTHER[battle.side])]


def defence(g: EfGame, battle: Battle) -> int:
    """EF-CB-20  Rounded up, at least 1."""
    halves = sum(defence_halves(g, u) for u in defenders(g, battle))
    return max(1, -(-halves // 2))


@cache
def ratios(content: EastFrontContent) -> tuple[tuple[int, int], ...]:
    """The columns of the table as ratios: attack, defence."""
    split = (column.partition(":") for column in content.combat.columns)
    return tuple((int(a), int(d)) for a, _, d in split)


def column(g: EfGame, battle: Battle) -> int | None:
    """EF-CB-20  The column, rounded down; None below the first."""
    ours, theirs = _eighths(g, battle, battle.units) // 8, defence(g, battle)
    reached = [n for n, (a, d) in enumerate(ratios(g.content)) if ours * d >= theirs * a]
    return reached[-1] if reached else None


def share(g: EfGame, battle: Battle, units: Sequence[UnitId]) -> Fraction:
    """The share of some attackers in the attack strength."""
    if not units:
        return Fraction(0)
    total = _eighths(g, battle, battle.units)
    return Fraction(_eighths(g, battle, units), total) if total else Fraction(0)


def armour(g: EfGame, battle: Battle) -> int:
    """EF-CB-22, 4.5  The armour effect."""
    rows, target = g.content.limits.attack.armour, battle.target
    if weather_at(g, target) in ("M", "B") or fort_level(g, target) >= 2:
        return 0
    works = _ae(g, target)
    part = share(g, battle, [u for u in battle.units if class_of(g, u).armoured])
    if works == "full":
        found = rows.half if part >= Fraction(1, 2) else rows.fifth if part >= Fraction(1, 5) else 0
    else:
        found = rows.fifth if works == "half" and part >= Fraction(1, 2) else 0
    return max(0, found + rows.defence_third) if found and _met(g, battle) else found


def _ae(g: EfGame, where: Hex) -> Ae:
    """4.2  How much of the armour effect works: by terrain or place, the less of the two."""
    order: tuple[Ae, ...] = ("none", "half", "full")
    row = g.content.rows[where]
    found: list[Ae] = ["full" if row is None else row.ae]
    place = g.content.terrain.place.get(g.content.place_kind(where))
    if place and place.ae:
        found.append(place.ae)
    return min(found, key=order.index)


def _met(g: EfGame, battle: Battle) -> bool:
    """4.5  Whether armoured defenders supply a third of the defence."""
    units = defenders(g, battle)
    total = sum(defence_halves(g, u) for u in units)
    part = sum(defence_halves(g, u) for u in units if class_of(g, u).armoured)
    return bool(total) and part * 3 >= total


def ground(g: EfGame, battle: Battle) -> int:
    """4.2, EF-UN-03, EF-SU-15  Terrain or city; one less severe for troops trained for it."""
    target, kind = battle.target, g.content.map.terrain[battle.target]
    first = (
        g.state.tracks.get(SURPRISE) == "axis"
        and g.state.turn() == 1
        and g.state.tracks.get("bonus")
    )
    row = g.content.rows[target]
    found = terrain_drm(g, target)
    if first and battle.side == "axis" and row is not None:
        found = row.drm  # no city modifier in June 1941
    fit = [u for u in battle.units if trained(g, u, kind)]
    if found < 0 and kind in g.content.terrain.trained and share(g, battle, fit) >= Fraction(1, 2):
        place = g.content.terrain.place.get(g.content.place_kind(target))
        bare = 0 if row is None else row.drm + 1
        found = min(bare, place.drm) if place and not first else bare
    return found


def crossing(g: EfGame, battle: Battle) -> int:
    """4.2  A river or strait, if every attacker crosses one: the lesser penalty."""
    found = [water_drm(g, g.state.units[u].hex, battle.target) for u in battle.units]
    wet = [g.content.water(g.state.units[u].hex, battle.target) for u in battle.units]
    return max(found) if all(wet) and found else 0


def directions(g: EfGame, battle: Battle) -> int:
    """4.4  Attackers in three hexes or more, or in two opposite ones."""
    hexes = {g.state.units[u].hex for u in battle.units}
    ways = {g.grid.direction(battle.target, h) for h in sorted(hexes)}
    opposite = any((d + 3) % 6 in ways for d in ways)
    return g.content.limits.attack.from_three if len(hexes) >= 3 or opposite else 0


def _weather(g: EfGame, battle: Battle) -> list[tuple[str, int]]:
    """4.4  Mud, snow, blizzard, the first winter."""
    rows, weather, turn = g.content.limits.attack, weather_at(g, battle.target), g.state.turn()
    if weather == "M":
        return [("mud", rows.mud)]
    if weather not in ("S", "B"):
        return []
    winter = g.content.weather.winter
    cold = [u for u in battle.units if nation(g, u) != "F"]
    axis = battle.side == "axis" and share(g, battle, cold) * 2 > 1
    found = []
    if weather == "S" and axis and turn <= rows.snow.last:
        found.append(("snow", rows.snow.drm))
    if weather == "B":
        early = axis and turn <= winter.last
        found.append(("blizzard", rows.blizzard_axis if early else rows.blizzard))
    finns = all(nation(g, u) == "F" for u in defenders(g, battle))
    if (
        battle.side == "soviet" and weather in ("S", "B") and not finns
        and winter.first <= turn <= winter.last and g.content.zone[battle.target] != "D"
    ):  # fmt: skip
        found.append(("first winter", rows.first_winter))
    return found


def modifiers(g: EfGame, battle: Battle) -> Modifiers:
    """EF-CB-21, table 4.4  Everything that applies, by name."""
    rows, target = g.content.limits.attack, battle.target
    enemy = [g.state.units[u] for u in defenders(g, battle)]
    fort, land = fort_level(g, target), ground(g, battle)
    engineers = _engineers(g, battle)
    place = min(0, land - fort)
    minor = [u for u in battle.units if class_of(g, u).minor and nation(g, u) != "F"]
    lake = any(g.content.map.terrain[g.state.units[u].hex] == LAKE for u in battle.units)
    chit = covered(g, battle)
    hasty = rows.exploiting if battle.kind == EXPLOIT and chit else rows.hasty
    found = [
        ("terrain", land),
        ("fort", -fort),
        ("river", crossing(g, battle)),
        ("armour", armour(g, battle)),
        ("chit", rows.chit if chit and battle.kind != EXPLOIT else 0),
        ("delayed", rows.delayed if battle.kind == DELAYED else 0),
        ("hasty", hasty if battle.hasty else 0),
        ("directions", directions(g, battle)),
        ("isolated", rows.isolated if enemy and all(ISOLATED in u.states for u in enemy) else 0),
        ("engineers", min(rows.engineers, -place) if engineers and place < 0 else 0),
        ("air", net(g, target, battle.side)),
        ("gunfire", battle.guns),
        ("unprepared", rows.unprepared if any(UNPREPARED in u.states for u in enemy) else 0),
        ("minor allies", rows.minor_ally if share(g, battle, minor) * 2 > 1 else 0),
        ("frozen lake", rows.frozen_lake if lake else 0),
        *_weather(g, battle),
    ]
    return tuple((name, n) for name, n in found if n)


def _engineers(g: EfGame, battle: Battle) -> bool:
    """4.4  Construction engineers stacked with an attacker, against a fort or city."""
    city = g.content.place_kind(battle.target) in ("city", MAJOR_CITY)
    if not city and not fort_level(g, battle.target):
        return False
    hexes = {g.state.units[u].hex for u in battle.units}
    return any(
        class_of(g, u.id).id == "CE" for h in sorted(hexes) for u in stack(g, h, battle.side)
    )
