"""Section 10  Every worked example, held against the referee of the rule text."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from tests.games.normandy.referee import (
    advances,
    battle,
    duty,
    guns,
    moves,
    results,
    retreats,
    strategic,
    supply,
    support,
    victory,
    zones,
)
from tests.games.normandy.referee.battle import Attack
from tests.games.normandy.referee.board import distance, road_path
from tests.games.normandy.referee.position import Position
from tests.games.normandy.referee.table import ground, hexes, table


def test_ex_01_forecast_and_sea() -> None:
    assert "overcast" == support.weather(6, 3, 4)
    assert "moderate" == support.sea("clear", 5)


def test_ex_02_the_great_storm() -> None:
    assert "storm" == support.weather(7, 2, 3)
    assert "rain" == support.weather(8, 4, 4)
    assert "gale" == support.sea("storm", 4)
    assert not support.mulberry_stands("a", 3)
    assert support.mulberry_stands("b", 4)
    assert {0} == {support.air_points(7, "storm", die) for die in range(1, 7)}


def test_ex_03_air_points() -> None:
    assert 9 == support.air_points(3, "clear", 4)
    pos = hedgerow()
    plain = Attack(THIRTIETH, ("1818",))
    assert 3 == guns.air_limit(pos, plain)
    assert 2 == guns.air_limit(table(HEDGEROW, turn=25), plain)
    refused = Attack(THIRTIETH, ("1818",), air=3)
    assert ["NOR-AA-04 3 Ground Support"] == guns.commitment_faults(
        table(HEDGEROW, turn=25), refused
    )


def test_ex_04_support_level() -> None:
    ports = ("1912", "2110", "1605", "1603", "2711", "3312", "3713")
    allied = frozenset(("1810", "2511", "3112", "3413", "3613", "3012", *ports))
    shore = support.Shore(
        13,
        "rough",
        allied,
        german_units=frozenset({"3914"}),
        ports_from=dict.fromkeys(ports, 2),
        mulberries=frozenset("b"),
    )
    assert 2 == distance("3914", "3713")
    assert (6, 8) == tuple(support.facility_points(shore, n) for n in ("us", "cw"))
    assert (3, 4) == (support.support_level(6), support.support_level(8))
    assert (6, 8) == (support.allocation(3), support.allocation(4))
    assert (12, 16) == (support.landing_capacity(6), support.landing_capacity(8))
    assert (5, 4) == (support.allied_income(3, 5), support.allied_income(4, 2))


def test_ex_05_operations_and_player_turn_order() -> None:
    assert 4 == support.operation_cost(2)
    assert 2 == support.operation_cost(2, running=True)
    order = [*range(1, 7), *range(16, 24), *range(7, 16), 24, 25]
    assert order == support.segment_order(german_first=True)
    assert list(range(1, 26)) == support.segment_order(german_first=False)
    assert 5 == support.german_income(10, 4 + 5, 2)
    assert 7 == support.purse(2 + 5, "german")


COTENTIN = """
us.hq.vii 1810 US-HQ
us.82.505thpir 1510 US-ABN F
us.82.507thpir 1410 US-ABN R
us.82.508thpir 1411 US-ABN R
us.82.325thgir 1611 US-ABN F
us.4.8th 1611 US-INF F
us.4.12th 1609 US-INF F
us.4.22nd 1709 US-INF F
us.101.501stpir 1711 US-ABN R
us.101.502ndpir 1609 US-ABN F
us.101.506thpir 1711 US-ABN F
us.101.327thgir 1810 US-ABN F
ge.91.gr1058 1509 G-INF R
ge.91.gr1057 1310 G-INF F
ge.243.gr920 1408 G-STA F
ge.st7 1408 G-BN F
ge.709.gr919 1608 G-STA C
ge.fjr6 1613 G-FJ F
ge.pz100 1311 G-OBS F
"""


def test_ex_06_supply_through_a_bridge_and_a_held_zoc_hex() -> None:
    pos = table(COTENTIN, turn=2)
    zone = zones.ezoc(pos, "allied")
    assert {"1409", "1410", "1508", "1510", "1609", "1610"} == zones.zoc(
        pos, pos.units["ge.91.gr1058"]
    )
    path = ("1411", "1510", "1611", "1710", "1810")
    assert all(b in pos.near(a) and not pos.barrier(a, b) for a, b in pairwise(path))
    assert all(supply.passable(pos, "allied", h, zone) for h in path[1:])
    assert not supply.passable(pos, "allied", "1610", zone)
    assert 4 == supply.flood(pos, "allied", ["1411"], 6)["1810"]
    assert "in" == supply.status(pos, pos.units["us.82.508thpir"])


def test_ex_06_without_the_bridge() -> None:
    cut = ["3914 4014", "3916 4016", "1411 1510"]
    pos = table(COTENTIN, turn=2, destroyed=cut)
    assert {"1411"} == supply.flood(pos, "allied", ["1411"]).keys()
    assert "out" == supply.status(pos, pos.units["us.82.508thpir"])
    late = table(COTENTIN, turn=4, destroyed=cut)
    assert "isolated" == supply.status(late, late.units["us.82.508thpir"])


def _march(pos: Position, unit_id: str, path: tuple[str, ...]) -> list[int | None]:
    """Halves of each step of a path."""
    unit = pos.units[unit_id]
    zone = zones.ezoc(pos, unit.side)
    return [moves.step_cost(pos, unit, a, b, zone) for a, b in pairwise(path)]


def test_ex_07_tactical_movement() -> None:
    pos = table("""
        cw.7.22ndarmd 2814 CW-ARM F
        ge.12ss.ss-pzgr25 3416 G-SSG F
        ge.77.gr1049 1310 G-INF F
    """)
    path = ("2814", "2914", "3015", "3115", "3215", "3315")
    assert [1, 1, 1, 1, 2] == _march(pos, "cw.7.22ndarmd", path)
    found = moves.reach(pos, moves.group(pos, ["cw.7.22ndarmd"]))
    assert [(0, 6)] == found["3315"]
    assert [4, 4] == _march(pos, "ge.77.gr1049", ("1310", "1210", "1209"))
    assert 5 == moves.allowance(pos.units["ge.77.gr1049"])


def test_ex_08_interdiction_and_strategic_movement() -> None:
    assert 2 == support.interdiction_level(4, 6)
    pos = table("ge.lehr.pzr130 4229 G-PZL F", level=2)
    assert 12 == strategic.strategic_allowance(pos, pos.units["ge.lehr.pzr130"])
    path = hexes("4229 4228 4127 4027 4026 3925 3924 3923 3823 3822 3721 3720 3620")
    assert road_path(ground(), path)
    found = strategic.destinations(pos, "ge.lehr.pzr130")
    assert 12 == found["3620"]
    assert "3619" not in found
    stepped = pos.changed("ge.lehr.pzr130", states=frozenset({"moved"}))
    assert {} == strategic.destinations(stepped, "ge.lehr.pzr130")


CAEN = """
cw.3c.9th 3415 CW-INF F hq=cw.hq.i division=3c
cw.2cab 3415 CW-IAB F hq=cw.hq.i
cw.3.9th 3514 CW-INF F hq=cw.hq.i division=3
cw.3.185th 3615 CW-INF F hq=cw.hq.i division=3
ge.12ss.ss-pzr12 3416 G-SSP F hq=ge.hq.isspz division=12ss
ge.12ss.ss-pzgr25 3416 G-SSG F hq=ge.hq.isspz division=12ss
ge.12ss.ss-pzgr26 3219 G-SSG F hq=ge.hq.isspz division=12ss
ge.21.pzgr192 3515 G-PGR F hq=ge.hq.isspz division=21
ge.716.gr736 3515 G-STA C hq=ge.hq.isspz division=716
"""
COUNTERSTROKE = Attack(
    ("ge.12ss.ss-pzr12", "ge.12ss.ss-pzgr25", "ge.21.pzgr192"),
    ("3415",),
    sp=1,
    defence_air=1,
    defence_naval=True,
)


def caen() -> Position:
    return table(
        CAEN,
        turn=1,
        weather="overcast",
        sea="moderate",
        positions={"3515": "improved"},
    )


def test_ex_09_mandatory_combat_of_the_germans() -> None:
    pos = caen()
    bout = duty.opened(pos, "german")
    tanks = {"ge.12ss.ss-pzr12", "ge.12ss.ss-pzgr25"}
    assert {(i, "3415") for i in tanks} == bout.pairs
    assert not duty.may_end_segment(pos, bout)
    assert [] == duty.attack_faults(pos, bout, COUNTERSTROKE.attackers, ["3415"])
    alone = duty.attack_faults(pos, bout, ["ge.12ss.ss-pzr12"], ["3415"])
    assert ["NOR-CO-24 ge.12ss.ss-pzgr25 must join"] == alone
    after = bout.after(COUNTERSTROKE.attackers, ["3415"])
    assert duty.may_end_segment(pos, after)


def test_ex_09_its_resolution() -> None:
    pos = caen()
    assert 3 == distance("3415", "3412")
    assert battle.naval_reach(pos, "3415")
    assert [] == guns.commitment_faults(pos, COUNTERSTROKE)
    assert Fraction(12, 8) == battle.ratio(pos, COUNTERSTROKE)
    assert {"naval": -1, "air": -1} == battle.modifiers(pos, COUNTERSTROKE)
    assert "3:2" == battle.column(Fraction(12, 8))
    assert 3 == battle.attacker_number(pos, COUNTERSTROKE)
    assert 3 == battle.defender_number(pos, COUNTERSTROKE)
    assert battle.Outcome(
        1, 0, attacker_shaken=True, defender_shaken=False, attacker_back=0, defender_back=0
    ) == battle.outcome(pos, COUNTERSTROKE, 3, 4)
    group = battle.attacking(pos, COUNTERSTROKE)
    assert (("ge.21.pzgr192", 1),) in results.loss_options(group, 1)
    left = results.reduced(pos.units["ge.21.pzgr192"], 1)
    assert left is not None
    assert "R" == left.shown


THIRTIETH = ("us.30.117th", "us.30.119th", "us.30.120th")
HEDGEROW = """
us.30.117th 1918 US-INF F hq=us.hq.xix division=30
us.30.119th 1918 US-INF F hq=us.hq.xix division=30
us.30.120th 1918 US-INF F hq=us.hq.xix division=30
us.art.xix 1917 US-ART F hq=us.hq.xix
ge.5fj.fjr14 1818 G-FJ R hq=ge.hq.lxxxiv division=5fj
ge.275.gr983 1818 G-INF F hq=ge.hq.lxxxiv division=275
ge.art.84 1820 G-ART F hq=ge.hq.lxxxiv
"""


def hedgerow() -> Position:
    return table(
        HEDGEROW,
        turn=25,
        positions={"1818": "improved"},
        operation=["us.hq.xix"],
    )


def test_ex_10_a_prepared_hedgerow_attack() -> None:
    pos = hedgerow()
    attack = Attack(THIRTIETH, ("1818",), sp=1, guns=("us.art.xix",), defence_guns=("ge.art.84",))
    assert [] == guns.commitment_faults(pos, attack)
    assert 2 == distance("1820", "1818")
    assert Fraction(12, 5) == battle.ratio(pos, attack)
    sum_of = {"terrain": -2, "position": -1, "division": 1, "guns": 2, "operation": 1}
    assert sum_of | {"defence guns": -1} == battle.modifiers(pos, attack)
    assert (0, 10) == (
        battle.drm(pos, attack),
        duty.frontage(pos, battle.attacking(pos, attack)),
    )
    assert (4, 2) == (battle.attacker_number(pos, attack), battle.defender_number(pos, attack))
    assert "D1 DR1" == battle.cell(battle.column(Fraction(12, 5)), 10)
    assert battle.Outcome(
        0, 1, attacker_shaken=False, defender_shaken=False, attacker_back=0, defender_back=1
    ) == battle.outcome(pos, attack, 5, 5)
    options = results.loss_options(battle.defending(pos, attack), 1)
    assert {(("ge.275.gr983", 1),), (("ge.5fj.fjr14", 1),)} == options
    emptied = pos.without(["ge.5fj.fjr14", "ge.275.gr983"])
    assert {"1818"} == advances.hexes(emptied, "us.30.117th", "1818", 1)
    assert advances.all_fit(emptied, [(i, "1818") for i in THIRTIETH])


def test_ex_11_determined_stand() -> None:
    pos = table("""
        ge.352.gr915 2018 G-INF F
        ge.352.gr916 2018 G-INF F
    """)
    group = pos.at("2018")
    assert results.may_stand(pos, "2018", group, 2)
    both = (("ge.352.gr915", 1), ("ge.352.gr916", 1))
    assert {both} == results.loss_options(group, 2)
    assert ["R", "R"] == [u.shown for u in (results.reduced(u, 1) for u in group) if u]


RETREAT = """
us.30.117th 1918 US-INF F
us.29.115th 1817 US-INF F
ge.275.gr983 1818 G-INF F
"""


def _steps(text: str) -> set[tuple[str, str]]:
    pos = table(RETREAT + text)
    units = [pos.units["ge.275.gr983"]]
    found = retreats.next_steps(pos, units, "1818", ["1817", "1918"])
    return {(step.hex, step.rank) for step in found}


def test_ex_12_retreat_preference() -> None:
    assert {("1718", "a")} == _steps("")
    assert {("1718", "a")} == _steps("ge.353a 1819 G-INF F")
    third = "us.29.116th 1719 US-INF F\n"
    assert {("1819", "b")} == _steps(third + "ge.353a 1819 G-INF F")
    assert {(h, "c") for h in ("1718", "1717", "1819", "1917")} == _steps(third)


def test_ex_13_reserve() -> None:
    cca = "us.4a.cca 1220 US-CC F hq=us.hq.viii"
    pos = table(cca + " reserve")
    assert 5 == moves.allowance(pos.units["us.4a.cca"])
    assert 6 == moves.allowance(pos.units["us.4a.cca"], reserve=True)
    path = hexes("1220 1221 1222 1322 1423 1424 1425 1325 1326 1327 1328 1329 1430")
    assert [1] * 12 == _march(pos, "us.4a.cca", tuple(path))
    assert [(0, 12)] == moves.destinations(pos, ["us.4a.cca"], reserve=True)["1430"]
    rain = table(cca + " reserve", weather="rain")
    assert [2] * 6 == _march(rain, "us.4a.cca", tuple(path[:7]))
    assert "1325" not in moves.destinations(rain, ["us.4a.cca"], reserve=True)
    assert "1425" in moves.destinations(rain, ["us.4a.cca"], reserve=True)


def test_ex_14_carpet_bombing() -> None:
    assert support.Bombs("short") == support.carpet(4, close=True)
    assert ["1817", "1918"] == support.short_hexes("1818", ["1817", "1918"])
    heavy = support.carpet(7, close=False)
    assert ("heavy", 1, "all", True) == (heavy.name, heavy.steps, heavy.shaken, heavy.bombed)
    crushing = support.carpet(9, close=False)
    assert ("crushing", 2, 2) == (crushing.name, crushing.steps, crushing.positions)
    assert not any("1717" in pair for pair in ground().bridges)
    assert 1 == distance("1818", "1718") == distance("1718", "1717")
    assert (2, 2) == (distance("1718", "1817"), distance("1718", "1918"))


def test_ex_15_two_stage_recovery() -> None:
    start = table("""
        ge.275.gr983 1820 G-INF F disorganized
        us.30.117th 1816 US-INF F disorganized
    """)
    t20 = results.after_regroup(start, "allied")
    assert {"regroup"} == t20.units["ge.275.gr983"].states
    assert {"disorganized"} == t20.units["us.30.117th"].states
    assert not duty.eligible(t20.units["ge.275.gr983"], duty.Bout("german"))
    t20 = results.after_regroup(t20, "german")
    assert set() == t20.units["ge.275.gr983"].states
    assert {"regroup"} == t20.units["us.30.117th"].states
    assert not duty.eligible(t20.units["us.30.117th"], duty.Bout("allied"))
    t21 = results.after_regroup(t20, "allied")
    assert set() == t21.units["us.30.117th"].states


def test_ex_16_targeted_interdiction() -> None:
    assert 2 == support.targets_allowed("overcast")
    bridges = {pair for pair in ground().bridges if "3321" in pair}
    assert {("3321", "3421"), ("3321", "3422")} <= bridges
    assert 1 == support.interdiction_level(2, 3)
    pos = table("ge.21.pzr22 3320 G-PZW F", level=1, targeted=["3321"], weather="overcast")
    assert [8] == _march(pos, "ge.21.pzr22", ("3320", "3321"))


def test_ex_17_victory_points() -> None:
    held = hexes("2814 1613 1207 0903 0804 3516 3617 2018 1220 0926 1430 1726")
    beaches = list(ground().beaches)
    pos = table(allied=[*held, *beaches], turn=28)
    allied = victory.city_points(pos, 28) + victory.operation_points("allied", 9)
    allied += 2 * victory.pocket_points("isolated", cornered=False)
    assert 16 == allied
    assert 2 == victory.loss_points(147, 22)
    assert not victory.must_withdraw(pos, 28)


def test_ex_18_isolation_attrition() -> None:
    assert 1 == supply.attrition(5, "isolated", "isolated")
    assert 0 == supply.attrition(5, "isolated", "out")
    pos = table("""
        ge.fjr6 1613 G-FJ R supply=isolated disorganized
        us.101.501stpir 1712 US-ABN F hq=us.hq.vii
    """)
    assert Fraction(1) == duty.attack_strength(pos.units["ge.fjr6"])
    assert not results.regroup_allowed(pos.units["ge.fjr6"], 1)
    attack = Attack(("us.101.501stpir",), ("1613",), sp=1)
    assert 1 == battle.modifiers(pos, attack)["isolated"]


def test_ex_19_unsupported_corps() -> None:
    second = "".join(
        f"us.2.{name} 2214 US-INF F hq=us.hq.v division=2\n" for name in ("9th", "23rd", "38th")
    )
    pos = table(second + "ge.352.gr914 2215 G-INF F", supported=[])
    attack = Attack(("us.2.9th", "us.2.23rd", "us.2.38th"), ("2215",))
    assert {"terrain": -2, "sp": -2, "unsupported": -2, "division": 1} == battle.modifiers(
        pos, attack
    )
    assert 0 == guns.sp_limit(pos, attack)
    assert "4:1" == battle.column(battle.ratio(pos, attack))
    assert "-" == battle.cell("4:1", 2 + 6 + battle.drm(pos, attack))
    assert (3, 3) == (battle.attacker_number(pos, attack), battle.defender_number(pos, attack))
    assert battle.Outcome(
        1, 0, attacker_shaken=False, defender_shaken=False, attacker_back=0, defender_back=0
    ) == battle.outcome(pos, attack, 2, 6)
