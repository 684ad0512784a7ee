"""4.1 to 4.8, 4.12, 4.13, 5.2  Weather, sea, support levels, points, interdiction and bombs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.games.normandy.referee.board import distance
from tests.games.normandy.referee.tables import AIR_POINTS, SP_INCOME

MONTH = ((12, 0), (28, -1), (40, 1))
BEACHES = {"1810": ("us", 2), "2511": ("us", 3), "3112": ("cw", 3), "3413": ("cw", 2)}
SWORD = "3613"
MULBERRIES = {"a": ("2511", "us", 2, 5), "b": ("3012", "cw", 3, 6)}
"""4.4  Hex, nationality, points, first turn."""
PORTS = {
    "us": ("2110", "1912", "1605", "1603", "0926"),
    "cw": ("2711", "3312", "3713"),
}
CHERBOURG = ("0903", "0804")
LEVEL_FROM = (2, 4, 6, 8, 10, 13)
GERMAN_SP = ((3, 4), (5, 5), (7, 6), (9, 7), (11, 8), (12, 9))


def weather(turn: int, first: int, second: int) -> str:
    """4.1  Weather of a turn from the two dice rolled for it; T1 is Overcast unrolled."""
    shift = -3 if turn in (7, 8) else next(m for last, m in MONTH if turn <= last)
    value = first + second + shift
    return _row(value, ((2, "storm"), (5, "rain"), (7, "overcast")), "clear")


def sea(revealed: str, die: int) -> str:
    """4.2"""
    value = die + {"clear": 0, "overcast": 1, "rain": 2, "storm": 4}[revealed]
    return _row(value, ((3, "calm"), (5, "moderate"), (7, "rough")), "gale")


def _row(value: int, rows: tuple[tuple[int, str], ...], last: str) -> str:
    return next((name for top, name in rows if value <= top), last)


def mulberry_stands(which: str, die: int) -> bool:
    """NOR-WX-07  In a Gale A is lost on 1 to 4, B on 1 to 2."""
    return die > {"a": 4, "b": 2}[which]


def air_points(turn: int, revealed: str, die: int) -> int:
    """4.3, NOR-AA-03"""
    if revealed == "storm":
        return 0
    period = -2 if turn <= 6 else 3 if turn >= 25 else 0
    return max(0, AIR_POINTS[revealed][die - 1] + period)


@dataclass(frozen=True)
class Shore:
    """What decides the facility points of a turn."""

    turn: int
    sea: str
    allied: frozenset[str]
    """Hexes under Allied control."""
    german_units: frozenset[str] = frozenset()
    """Hexes of German combat units."""
    ports_from: Mapping[str, int] = field(default_factory=dict)
    """Port to the first turn in which it works (control in T n: n + 2; at start: 2)."""
    mulberries: frozenset[str] = frozenset("ab")
    """Those not destroyed."""
    cherbourg: int | None = None
    """Turn in whose Victory Point Segment both its hexes were Allied."""


def port_works(shore: Shore, hex_: str) -> bool:
    """NOR-SL-11"""
    if hex_ not in shore.allied or shore.turn < shore.ports_from.get(hex_, 99):
        return False
    return all(distance(hex_, h) > 3 for h in shore.german_units)


def cherbourg_points(shore: Shore) -> int:
    """4.4  2 points after 8 turns, 4 after 12; enemies near do not matter to it."""
    if shore.cherbourg is None or not set(CHERBOURG) <= shore.allied:
        return 0
    turns = shore.turn - shore.cherbourg
    return 4 if turns >= 12 else 2 if turns >= 8 else 0


def facility_points(shore: Shore, nation: str) -> int:
    """4.4, NOR-SL-12  Points of a nationality after the sea effect."""
    beaches = sum(p for h, (n, p) in BEACHES.items() if n == nation and h in shore.allied)
    if nation == "cw" and SWORD in shore.allied and shore.turn <= 14:
        beaches += 1
    docks = sum(
        points
        for name, (hex_, owner, points, first) in MULBERRIES.items()
        if owner == nation
        and name in shore.mulberries
        and shore.turn >= first
        and hex_ in shore.allied
    )
    ports = sum(1 for h in PORTS[nation] if port_works(shore, h))
    ports += cherbourg_points(shore) if nation == "us" else 0
    if shore.sea == "gale":
        return ports // 2
    return (beaches // 2 if shore.sea == "rough" else beaches) + docks + ports


def support_level(points: int) -> int:
    """4.5"""
    return sum(1 for start in LEVEL_FROM if points >= start)


def allocation(level: int) -> int:
    """NOR-SL-04  Points that support an HQ or re-supply an artillery unit."""
    return 2 * level


def landing_capacity(points: int) -> int:
    """NOR-RF-02  Stacking points a turn."""
    return 2 * points


def landing_price(mech: bool, stacking: int, sea_state: str) -> int:
    """NOR-RF-02  A mech unit of 2 counts 3 in Rough or Gale."""
    return 3 if mech and stacking == 2 and sea_state in ("rough", "gale") else stacking


def allied_income(level: int, die: int) -> int:
    """4.6"""
    return SP_INCOME[level][die - 1]


def german_income(turn: int, dice: int, level: int, *, withdrawn: bool = False) -> int:
    """4.7, NOR-AS-04  `level` is that of the preceding German player-turn."""
    value = next(sp for top, sp in GERMAN_SP if dice <= top) - level - (turn >= 29)
    if withdrawn:
        value = (value + 1) // 2
    return max(2, value)


def purse(sp: int, side: str) -> int:
    """NOR-SL-09  Reserve SP after the cap."""
    return min(sp, 20 if side == "allied" else 14)


def operation_cost(hqs: int, *, running: bool = False) -> int:
    """NOR-OP-08"""
    return hqs if running else 2 + hqs


def replacements(nation: str, turn: int, die: int, sea_state: str) -> int:
    """4.8  Allied points of a turn, kept ones not counted."""
    if sea_state == "gale":
        return 0
    late = (0, 0, 0, 1, 1, 1)
    if nation == "us":
        row = (0, 0, 1, 1, 1, 1) if turn <= 6 else (3, 3, 4, 4, 5, 5)
    else:
        row = (1, 1, 2, 2, 2, 3) if 7 <= turn <= 28 else late
    return row[die - 1]


def german_replacements(die: int, level: int, *, withdrawn: bool = False) -> int:
    """4.8"""
    value = die - level
    return 0 if withdrawn or value <= 2 else 2 if value >= 6 else 1


def interdiction_level(die: int, points: int) -> int:
    """4.12, NOR-AA-06  Without points no die is rolled."""
    value = die + points
    return 0 if points == 0 else sum(1 for start in (5, 9, 13) if value >= start)


def targets_allowed(revealed: str) -> int:
    """NOR-IT-05  Hexes of Targeted Interdiction in a turn, at 2 points each."""
    return {"clear": 4, "overcast": 2}.get(revealed, 0)


@dataclass(frozen=True)
class Bombs:
    """4.13  `shaken` is none, one or all; `positions` 0, 1 (down a grade) or 2 (all gone)."""

    name: str
    steps: int = 0
    shaken: str = "none"
    positions: int = 0
    bridges: bool = False
    """Each intact bridge touching is destroyed on 1 to 3."""
    bombed: bool = False
    """Bombed marker, and rubble in a town or city."""


def carpet(dice: int, *, close: bool) -> Bombs:
    """4.13  `close`: an Allied combat unit is adjacent to the target."""
    if dice <= (4 if close else 3):
        return Bombs("short")
    if dice <= 5:
        return Bombs("thin", shaken="one")
    if dice <= 8:
        return Bombs("heavy", 1, "all", 1, bridges=False, bombed=True)
    steps = 2 if dice <= 11 else 3
    name = "crushing" if dice <= 11 else "annihilating"
    return Bombs(name, steps, "all", 2, bridges=True, bombed=True)


def short_hexes(target: str, allied: Iterable[str]) -> list[str]:
    """4.13  Nearest hexes with Allied combat units within 2; the Allied player chooses."""
    near = [(distance(target, h), h) for h in sorted(set(allied)) if distance(target, h) <= 2]
    return [h for d, h in near if d == min(near)[0]]


SEGMENTS = {"first": range(1, 7), "allied": range(7, 16), "german": range(16, 24)}


def segment_order(*, german_first: bool) -> list[int]:
    """3, NOR-OP-16  Numbers of the segments in the order played."""
    turns = ("german", "allied") if german_first else ("allied", "german")
    middle = [n for name in turns for n in SEGMENTS[name]]
    return [*SEGMENTS["first"], *middle, 24, 25]
