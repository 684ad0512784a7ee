"""Section 10  The referee on the worked examples, and on corners of the rules it was written from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.eastfront.referee import (
    after,
    battle,
    lines,
    moves,
    overruns,
    rails,
    supply,
    zones,
)
from tests.games.eastfront.referee import tables as tb
from tests.games.eastfront.referee.battle import Attack
from tests.games.eastfront.referee.board import distance, printed
from tests.games.eastfront.referee.position import Position, Unit

BREST, MINSK = "1135", "2032"


def units(*rows: str, **every: Any) -> dict[str, Unit]:
    """Units from "id class steps hex", the side by class or the mark `s` or `a` after the hex."""
    soviet = ("SR", "SM", "SA", "SK", "SG", "ST", "SC", "CV", "AB", "MI", "FR", "AC")
    found = {}
    for line in rows:
        name, cls, steps, hex_, *side = line.split()
        who = "soviet" if cls in soviet or name.startswith("S-") else "axis"
        who = {"s": "soviet", "a": "axis"}[side[0]] if side else who
        found[name] = Unit(name, who, cls, hex_, int(steps), **every)
    return found


def attack(p: Position, names: str, target: str, **how: Any) -> Attack:
    mine = tuple(p.units[n] for n in names.split())
    against = overruns.defenders(p, mine[0].who, target)
    return Attack(mine, target, defenders=against, **how)


def odds(p: Position, given: Attack) -> tuple[int, int]:
    return battle.attack_total(p, given), battle.defence_total(p, given.defenders)


def read(p: Position, given: Attack, roll: int) -> str:
    column = battle.column(*odds(p, given))
    assert column is not None
    return battle.result(roll, battle.total(p, given), column)


# -- section 10 --------------------------------------------------------------------------------------


def test_W1_normal_attack_with_oc_on_brest() -> None:
    axis = units(
        "G-XII GI 3 1136",
        "G-XXIV GP 4 1136",
        "G-XLIII GI 3 1035",
        "G-XLVII GP 3 1035",
        "G-LIII GI 2 1036",
    )
    p = Position(axis | units("S-28 SR 2 1135", "S-FR2 FR 1 1135", unprepared=True), turn=1)
    given = attack(p, " ".join(axis), BREST, oc=True, june=True)
    assert odds(p, given) == (59, 9)
    assert battle.modifiers(p, given) == {
        "fort": -2,
        "river": -1,
        "hexes": 1,
        "oc": 1,
        "unprepared": 1,
    }
    assert read(p, given, 6) == "D1"
    gone = replace(p.units["S-28"], steps=1)
    assert ("1235",) in after.paths(after.retreat(p, "soviet", BREST), gone, 1)
    assert after.static(p, p.units["S-FR2"])


def test_W2_overrun_in_the_bonus_turn() -> None:
    axis = units("G-LVII GP 3 1130", "G-VIII GI 3 1130", "G-VI GI 2 1130")
    p = Position(axis | units("S-6C CV 1 1031", unprepared=True), turn=1, bonus=True)
    stack = list(axis.values())
    given = attack(p, " ".join(axis), "1031")
    assert odds(p, given) == (30, 2)
    assert overruns.needed(p, stack, "1031") == 10
    assert overruns.strong_enough(p, stack, "1031")
    assert {overruns.cost(p, u, "1031") for u in stack} == {3}
    assert [moves.allowance(p, u) - 3 for u in stack] == [3, 2, 2]


def test_W3_high_odds() -> None:
    axis = units(
        "G-XXXIX GP 4 1129",
        "G-V GI 2 1129",
        "G-II GI 3 1129",
        "G-VIII GI 3 1130",
        "G-VI GI 2 1130",
        "G-LVII GP 3 1130",
    )
    p = Position(axis | units("S-4 SR 2 1230", unprepared=True), turn=1)
    given = attack(p, " ".join(axis), "1230", oc=True, june=True)
    assert odds(p, given) == (65, 6)
    assert battle.column(65, 6) == len(tb.ODDS) - 1
    assert battle.modifiers(p, given) == {"oc": 1, "armour": 2, "unprepared": 1}
    assert read(p, given, 2) == "D2"
    assert battle.effect("D2").second


def test_W4_hasty_attack_of_the_side_that_reacts() -> None:
    p = Position(units("S-7M SM 2 2032", "S-20M SM 1 2133", "G-XXIV GP 2 2033"), turn=3)
    given = attack(p, "S-7M S-20M", "2033", kind="hasty")
    assert odds(p, given) == (9, 8)
    assert battle.modifiers(p, given) == {"hasty": -2, "armour": 1}
    assert read(p, given, 9) == "BR"


def test_W5_supply_paths_of_2nd_panzer_group() -> None:
    corps = units("G-XXIV GP 4 2032", "G-XLVII GP 3 2231")
    taken = {
        h: "axis" for h in printed().terrain if 11 <= int(h[:2]) <= 23 and 30 <= int(h[2:]) <= 36
    }
    hq = Unit("A-HP2", "axis", "HQ", "1634", range=5, trace=8)
    p = Position(
        corps | {"A-HP2": hq},
        turn=3,
        control=taken,
        standard=frozenset({BREST}),
    )
    elsewhere = rails.tail(p) - {"1235", "1334", "1435"}
    p = replace(p, breaks=frozenset(elsewhere | {"1235"}))
    view = supply.Lines(p, "axis")
    assert rails.tail(p) & {"1235", "1334", "1435"} == set()
    assert view.to([BREST])["1634"] == 5
    assert view.to(["1634"])[MINSK] == 4
    assert view.to(["1634"])["2231"] == 6
    assert view.supplied() == {"A-HP2", "G-XXIV"}
    at_minsk = p.moved({"A-HP2": MINSK})
    assert supply.Lines(at_minsk, "axis").to([BREST])[MINSK] == 9
    assert supply.Lines(at_minsk, "axis").supplied() == set()
    repaired = replace(at_minsk, breaks=frozenset(elsewhere))
    assert rails.tail(repaired) >= {"1235", "1334", "1435"}
    view = supply.Lines(repaired, "axis")
    assert view.to(["1435"])[MINSK] == 6
    assert view.supplied() == {"A-HP2", "G-XXIV", "G-XLVII"}


def test_W6_levels_of_a_pocket() -> None:
    levels = [0]
    for phasing in (False, True, False, True, True):
        levels.append(supply.judged(levels[-1], supplied=False, phasing=phasing))
    assert levels == [0, 1, 2, 2, 3, 4]
    assert supply.judged(4, supplied=True, phasing=False) == 0
    p = Position({}, turn=3)
    cut = Unit("S-1", "soviet", "SR", "1233", 2, isolated=True)
    limits = [supply.attrition(p, replace(cut, level=n), phasing=True) for n in (2, 3, 4)]
    assert limits == [0, 5, 7]
    assert supply.attrition(p, replace(cut, level=3, isolated=False), phasing=True) == 3


def test_W8_rail_costs() -> None:
    p = Position({}, turn=5)
    moved = units("S-24A SA 3 3827", "S-28A SA 3 3827", "S-27M SM 1 3827", "S-RB2 RE 1 3827")
    assert [rails.cost(p, u) for u in moved.values()] == [3, 3, 2, 1]
    main = max(rails.nets(p, "soviet"), key=lambda n: n.pot)
    assert main.pot == 36
    assert main.fed


def test_W9_points_of_an_attack() -> None:
    assert supply.attack_cost(45) == 3
    assert supply.attack_cost(36) == 2


def test_W10_retreat_over_the_niemen() -> None:
    south = ("A GI 1 1433", "B GI 1 1533", "C GI 1 1633")
    p = Position(units("S-21 SR 2 1532", "S-17M SM 1 1532", *south), turn=3)
    assert [distance("3827", h) for h in ("1532", "1531", "1632", "1432")] == [23, 23, 22, 24]
    view = after.retreat(p, "soviet", "1532")
    rifles, tanks = p.units["S-21"], p.units["S-17M"]
    assert after.paths(view, rifles, 1) == {("1531",), ("1632",)}
    assert after.toll(view, tanks, ["1632"]) == 1
    assert after.toll(view, tanks, ["1531"]) == 0
    held = Position(dict(p.units) | units("D GI 1 1531"), turn=3)
    view = after.retreat(held, "soviet", "1532")
    assert after.paths(view, rifles, 1) == {("1632",)}
    assert after.toll(view, rifles, ["1632"]) == 1


def test_W11_delayed_attack_with_a_joiner() -> None:
    axis = units("G-VII GI 4 1733", "G-IX GI 3 1732", "G-XLVI GP 3 1834")
    p = Position(axis | units("S-47 SR 2 1833"), turn=3)
    joined = frozenset({"G-XLVI"})
    given = attack(p, " ".join(axis), "1833", kind="delayed", joined=joined)
    assert odds(p, given) == (36, 6)
    assert battle.modifiers(p, given) == {"delayed": 1, "hexes": 1, "armour": 1}
    assert read(p, given, 5) == "D2"


def test_W12_net_air_support() -> None:
    assert [battle.air_support(n) for n in (3, 4, 11, 14, -8)] == [0, 1, 2, 3, -2]


def test_W15_freezing() -> None:
    turns = {(name, q): t for t in range(1, 188) for name, q in [tb.month(t)] if t < 30}
    assert turns["Jun", 4] == 1
    assert turns["Dec", 4] == 25
    assert tb.rolled(turns["Dec", 2], 2)["D"] == "M"
    ice, before = False, "F"
    for month, quarter, sky in (("Nov", 4, "S"), ("Dec", 1, "S")):
        ice = tb.frozen(ice, before, sky, turns[month, quarter])
        before = sky
    assert ice
    assert not tb.frozen(True, "S", "M", turns["Dec", 2])


def test_W16_ratings() -> None:
    assert [tb.front_rating(t) for t in (30, 60, 98)] == [1, 2, 3]


# -- corners -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "ice", "reached"),
    [("1433", "1434", "", True), ("1532", "1531", "", False), ("1532", "1531", "B", True)],
)
def test_a_zone_stops_at_an_unfrozen_major_river(a: str, b: str, ice: str, reached: bool) -> None:
    """EF-ZC-01"""
    p = Position(units(f"X GI 1 {a}"), ice=frozenset(ice))
    assert (b in zones.ezoc(p, "soviet")) == reached


def test_no_zone_of_guards_and_of_units_out_of_supply() -> None:
    """EF-ZC-01, 02"""
    p = Position(units("S GS 1 2033", "V GI 2 2133 a"))
    assert zones.zone_of(p, p.units["S"]) == set()
    assert zones.zone_of(p, replace(p.units["V"], level=4)) == set()
    fort = Unit("F", "soviet", "FR", "2033")
    assert zones.zone_of(p, fort) == {"2033"}


def test_hungarians_and_romanians_apart() -> None:
    """EF-SK-03"""
    p = Position({})
    hun, rom, fin, ger = units("H HI 2 0744", "R RI 2 0744", "F FN 1 0744", "G GI 2 0744").values()
    assert not zones.fits(p, "0744", [hun, rom])
    assert not zones.fits(p, "0744", [fin, rom])
    assert zones.fits(p, "0744", [fin, ger, ger])
    assert not zones.fits(p, "0744", [ger] * 4)


def test_a_pocket_is_isolated_and_its_hexes() -> None:
    """EF-IS-01, 02"""
    ring = ("2031", "2131", "2132", "2033", "1932", "1931")
    p = Position(units("S-44 SR 1 2032", *(f"A{h} GI 1 {h}" for h in ring)), turn=3)
    p = replace(p, control=dict.fromkeys(ring, "axis"))
    cut = lines.isolated(p)
    assert "S-44" in cut
    assert MINSK in lines.isolated_hexes(p)
    assert "A2031" in cut  # on its own islands behind the front


def test_foot_goes_from_zone_to_zone_by_a_one_hex_move() -> None:
    """4.2, EF-MV-13, 14"""
    p = Position(units("S-1 SR 2 2034", "G-V GI 2 1934", "G-L GP 3 1934"), turn=3)
    foot, tanks = p.units["G-V"], p.units["G-L"]
    assert moves.allowance(p, foot) == 5
    reach = moves.reach(p, foot, 2)
    feared = zones.ezoc(p, "axis")
    assert "1934" in feared
    assert feared & set(reach) == {"1933", "2035"}
    assert moves.reach(p, foot, 2, fresh=False).keys() & feared == set()
    assert moves.reach(p, tanks, 6)["1933"] == 3  # round by 1833; straight it is 4


def test_the_axis_nets_never_join() -> None:
    """EF-RA-10, 4.15"""
    p = Position({}, turn=3)
    pots = sorted((n.pot for n in rails.nets(p, "axis") if n.fed), reverse=True)
    assert pots[:2] == [30, 5]
    assert not any(len({rails.gauge(p, h) for h in n.hexes}) > 1 for n in rails.nets(p, "axis"))


def test_stand_fast() -> None:
    """EF-CB-27"""
    p = Position({}, turn=30)
    unit = Unit("S-1", "soviet", "SR", MINSK, 2)
    assert after.may_stand(p, "soviet", MINSK, [unit])
    assert not after.may_stand(p, "soviet", "2033", [unit])
    assert after.may_stand(replace(p, turn=53), "soviet", "2033", [unit])
    cut = replace(unit, isolated=True, level=3)
    assert not after.may_stand(p, "soviet", MINSK, [cut])
