"""4.14, 4.15, NOR-CO-12 to 18  Ratio, modifiers, numbers, fire and the chances of an attack."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.normandy.referee import battle, guns
from tests.games.normandy.referee.battle import Attack
from tests.games.normandy.referee.position import Position
from tests.games.normandy.referee.table import ground, table

HQ = "hq=us.hq.v"


def _drm(text: str, targets: str, attackers: str, **values: Any) -> dict[str, int]:
    """Modifiers of an attack with 1 SP."""
    pos = table(text, **values)
    return battle.modifiers(pos, Attack(tuple(attackers.split()), tuple(targets.split()), sp=1))


@pytest.mark.parametrize(
    ("ours", "theirs", "column"),
    [
        ((1, 4), 1, "1:3"),
        ((1, 2), 1, "1:2"),
        ((3, 2), 1, "3:2"),
        ((29, 10), 1, "2:1"),
        ((5, 1), 1, "4:1"),
        ((7, 1), 1, "6:1"),
        ((99, 1), 1, "8:1"),
    ],
)
def test_co_12_columns(ours: tuple[int, int], theirs: int, column: str) -> None:
    assert column == battle.column(Fraction(*ours) / theirs)


def test_5_7_4_halves_are_kept_and_the_defender_is_at_least_one() -> None:
    pos = table("us.x 2519 US-INF F supply=out\nge.x 2520 G-BN F disorganized")
    assert Fraction(2) == battle.ratio(pos, Attack(("us.x",), ("2520",)))
    pos = table("us.x 2519 US-CAV C supply=out\nge.x 2520 G-INF F disorganized retreated")
    assert Fraction(1, 3) == battle.ratio(pos, Attack(("us.x",), ("2520",)))


def test_heights_rubble_and_fortress_add_to_the_ground() -> None:
    text = f"cw.x 3217 CW-INF F {HQ}\nge.x 3318 G-INF F"
    terrain = {".": 0, "b": -2, "r": -3, "f": -3}[ground().terrain["3318"]]
    assert terrain - 1 == _drm(text, "3318", "cw.x").get("terrain", 0)
    town = f"us.x 2017 US-INF F {HQ}\nge.x 2018 G-INF F"
    assert -4 == _drm(town, "2018", "us.x", rubble=["2018"])["terrain"]
    north = f"us.x 0904 US-INF F {HQ}\nge.x 0903 G-GAR F\nge.hq.cherbourg 0903 G-FHQ"
    assert -4 == _drm(north, "0903", "us.x")["terrain"]


def test_4_9_half_the_strength_over_a_river() -> None:
    wet = f"us.x 1918 US-INF F {HQ}\nus.y 2017 US-INF F {HQ}\nus.z 2017 US-INF R {HQ}\nge.x 2018 G-INF F"
    assert "minor" != ground().rivers.get(("1918", "2018"))
    assert -2 == _drm(wet, "2018", "us.x us.y")["river"]
    assert "river" not in _drm(wet, "2018", "us.x us.y us.z")
    blown = ["1918 2018"]
    assert -3 == _drm(wet, "2018", "us.x us.y", destroyed=blown)["river"]


def test_combined_arms_and_heavy_tanks() -> None:
    ours = f"us.x 2519 US-INF F {HQ}\nus.y 2519 US-CC F {HQ}\n"
    bocage = ours + "ge.x 2520 G-INF F"
    assert "b" == ground().terrain["2520"]
    assert "arms" not in _drm(bocage, "2520", "us.x us.y", turn=24)
    assert 1 == _drm(bocage, "2520", "us.x us.y", turn=25)["arms"]
    assert "arms" not in _drm(bocage + "\nge.y 2520 G-FLK F", "2520", "us.x us.y", turn=25)
    opened = f"cw.x 3315 CW-INF F {HQ}\ncw.y 3315 CW-IAB F {HQ}\nge.x 3416 G-INF F"
    assert 1 == _drm(opened, "3416", "cw.x cw.y")["arms"]
    assert -1 == _drm(opened + "\nge.y 3416 G-FLK R", "3416", "cw.x cw.y")["arms"]
    assert "arms" not in _drm(opened + "\nge.y 3416 G-STG F", "3416", "cw.x cw.y")


def test_division_of_two_and_three() -> None:
    rows = (
        f"cw.a 2519 CW-ARM F {HQ} division=7\ncw.b 2519 CW-MOT F {HQ} division=7\nge.x 2520 G-INF F"
    )
    assert 1 == _drm(rows, "2520", "cw.a cw.b", campaign=False)["division"]
    third = rows + f"\ncw.c 2517 CW-INF F {HQ} division=7"
    assert "division" not in _drm(third, "2520", "cw.a cw.b", campaign=False)


def test_concentric_isolated_disorganized_bombed_weather() -> None:
    text = "".join(f"us.{h} {h} US-INF F {HQ}\n" for h in ("2519", "2420", "2620"))
    text += "ge.x 2520 G-INF F supply=isolated disorganized"
    found = _drm(text, "2520", "us.2519 us.2420 us.2620", weather="rain", bombed=["2520"])
    wanted = {"concentric": 1, "isolated": 1, "disorganized": 1, "weather": -1, "bombed": 2}
    assert wanted == {name: found[name] for name in wanted}


def test_below_1_3_costs_two_more() -> None:
    text = f"us.x 2519 US-CAV C {HQ}\nge.x 2520 G-PZR F"
    assert -2 == _drm(text, "2520", "us.x")["ratio"]
    assert "ratio" not in _drm(text.replace("G-PZR", "G-INF"), "2520", "us.x")


def test_co_13_limit() -> None:
    pos = table("us.x 2017 US-CAV C\nge.x 2018 G-PZR F", weather="storm", supported=[])
    attack = Attack(("us.x",), ("2018",))
    assert sum(battle.modifiers(pos, attack).values()) < -6
    assert -6 == battle.drm(pos, attack)


def test_4_15_limits_and_modifiers() -> None:
    text = (
        "".join(f"us.{i} 2519 US-INF F {HQ}\n" for i in range(3)) + f"us.art.v 2518 US-ART F {HQ}\n"
    )
    text += "ge.x 2520 G-INF F"
    ours = ("us.0", "us.1", "us.2")
    guns_on = Attack(ours, ("2520",), sp=1, guns=("us.art.v",), air=2)
    pos = table(text)
    assert (2, 4) == (battle.attacker_number(pos, guns_on), battle.defender_number(pos, guns_on))
    dug_in = table(text, positions={"2520": "entrenchment"}, bombed=["2520"])
    quiet = Attack(ours, ("2520",), sp=1)
    assert (3, 1) == (battle.attacker_number(dug_in, quiet), battle.defender_number(dug_in, quiet))


def test_the_chances_of_an_attack_are_exact() -> None:
    pos = table(f"us.x 2519 US-INF F {HQ}\nge.x 2520 G-INF F")
    found = battle.distribution(pos, Attack(("us.x",), ("2520",), sp=1))
    assert 1 == sum(found.values())
    worst = max(found, key=lambda o: o.attacker_steps)
    assert (3, True, 1) == (worst.attacker_steps, worst.attacker_shaken, worst.attacker_back)


def _fire(**values: Any) -> Position:
    text = """
        us.x 2519 US-INF F hq=us.hq.v
        us.art.v 2517 US-ART F hq=us.hq.v
        us.art.xix 2517 US-ART F hq=us.hq.xix
        us.art.army 2517 US-ART R hq=us.hq.xix army=us1
        us.art.far 2514 US-ART F hq=us.hq.v
        us.art.out 2517 US-ART F hq=us.hq.v supply=out
        us.art.done 2517 US-ART R hq=us.hq.v fired
        ge.x 2520 G-INF F hq=ge.hq.lxxxiv
        ge.art.84 2521 G-ART R hq=ge.hq.lxxxiv
        ge.wrf7 2521 G-WRF F hq=ge.hq.isspz army=ge7
    """
    return table(text, **values)


def test_co_15_who_may_fire() -> None:
    attack = Attack(("us.x",), ("2520",))
    assert ["us.art.army", "us.art.v"] == guns.guns_at_hand(_fire(), attack)
    assert ["ge.wrf7"] == guns.guns_at_hand(_fire(), attack, defence=True)
    assert [] == guns.guns_at_hand(_fire(supported=["us.hq.xix"]), attack)[1:]


def test_co_14_who_may_spend() -> None:
    attack = Attack(("us.x",), ("2520",))
    assert (2, 1) == (guns.sp_limit(_fire(), attack), guns.sp_limit(_fire(), attack, defence=True))
    assert 3 == guns.sp_limit(_fire(operation=["us.hq.v"]), attack)
    assert 0 == guns.sp_limit(_fire(supported=[]), attack)


def test_sl_10_the_fortress_spends_and_fires_out_of_supply() -> None:
    text = """
        us.x 0904 US-INF F hq=us.hq.vii
        ge.gar.a 0903 G-GAR F hq=ge.hq.cherbourg supply={0}
        ge.far 0903 G-FAR F hq=ge.hq.cherbourg supply={0}
        ge.hq.cherbourg 0903 G-FHQ F
    """
    attack = Attack(("us.x",), ("0903",))
    out = table(text.format("out"), supported=[])
    assert {"fortress"} == guns.purses(out, battle.defending(out, attack))
    assert ["ge.far"] == guns.guns_at_hand(out, attack, defence=True)
    cut = table(text.format("isolated"), supported=[])
    assert set() == guns.purses(cut, battle.defending(cut, attack))
    assert [] == guns.guns_at_hand(cut, attack, defence=True)


def test_co_16_naval_gunfire() -> None:
    assert battle.naval_reach(table(), "2513")
    assert not battle.naval_reach(table(), "2520")
    assert not battle.naval_reach(table(sea="rough"), "2513")
    assert not battle.naval_reach(table(turn=35), "2513")
