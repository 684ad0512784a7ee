"""5.4, NOR-SU  Lines, statuses and their exceptions."""

from __future__ import annotations

import pytest

from tests.games.normandy.referee import supply
from tests.games.normandy.referee.position import Position
from tests.games.normandy.referee.table import ground, table

LAND = [h for h in ground().terrain if ground().land(h)]


def _status(pos: Position, unit_id: str) -> str:
    return supply.status(pos, pos.units[unit_id])


def test_unit_lines_are_six_and_eight_hexes_and_two_more_in_an_operation() -> None:
    text = "us.hq.v 2511 US-HQ\nus.x 2517 US-INF F\nus.y 2518 US-INF F\nus.z 2519 US-INF F"
    pos = table(text, allied=LAND, turn=30)
    assert ["in", "out", "out"] == [_status(pos, i) for i in ("us.x", "us.y", "us.z")]
    busy = table(text, allied=LAND, turn=30, operation=["us.hq.v"])
    assert ["in", "in", "in"] == [_status(busy, i) for i in ("us.x", "us.y", "us.z")]


def test_an_hq_line_is_four_hexes_and_then_a_road() -> None:
    pos = table("ge.hq.lxxxiv 2018 G-HQ\nge.x 2019 G-INF F", allied=[], turn=10)
    assert supply.hq_line(pos, pos.units["ge.hq.lxxxiv"])
    lost = table(
        "ge.hq.lxxxiv 2018 G-HQ\nge.x 2019 G-INF F",
        allied=[],
        turn=10,
        areas=dict.fromkeys("ABCDE", "allied"),
    )
    assert ["isolated", "isolated"] == [_status(lost, i) for i in sorted(lost.units)]


def test_su_13_early_germans_and_only_those_that_are_not_isolated() -> None:
    text = "ge.hq.lxxxiv 2018 G-HQ\nge.x 4229 G-INF F"
    assert "in" == _status(table(text, allied=[], turn=5), "ge.x")
    assert "out" == _status(table(text, allied=[], turn=6), "ge.x")
    alone = table(text, allied=[h for h in LAND if h != "4229"], turn=5)
    assert "isolated" == _status(alone, "ge.x")


def test_su_11_round_the_fortress() -> None:
    text = "ge.hq.cherbourg 0903 G-FHQ\nge.gar.b 0904 G-GAR F\nge.gar.a 0905 G-GAR F\nge.hq.lxxxiv 2018 G-HQ"
    town = ["0903", "0804", "0904", "0905", "0805"]
    pos = table(text, allied=[h for h in LAND if h not in town], turn=10)
    assert "out" == _status(pos, "ge.hq.cherbourg")
    assert "out" == _status(pos, "ge.gar.b")
    assert "isolated" == _status(pos, "ge.gar.a"), "0905 is next to no fortress hex"
    assert "isolated" == _status(pos.without(["ge.hq.cherbourg"]), "ge.gar.b")


def test_su_12_the_airborne_in_june() -> None:
    text = "us.hq.vii 1810 US-HQ\nus.82.508thpir 1411 US-ABN F\nus.4.8th 1412 US-INF F"
    for turn, wanted in ((3, "out"), (4, "isolated")):
        pos = table(text, allied=["1810", "1411"], turn=turn)
        assert wanted == _status(pos, "us.82.508thpir")
        assert "isolated" == _status(pos, "us.4.8th")


@pytest.mark.parametrize(("turn", "wanted"), [(2, "out"), (4, "in"), (9, "in")])
def test_su_14_reach_of_the_build_up(turn: int, wanted: str) -> None:
    pos = table("us.hq.v 2512 US-HQ\nus.x 2518 US-INF F", allied=LAND, turn=turn)
    assert wanted == _status(pos, "us.x")


def test_bd_04_out_at_best_in_the_wrong_zone() -> None:
    text = "us.hq.v 2612 US-HQ\nus.x 2813 US-INF F"
    assert "out" == _status(table(text, allied=LAND, turn=30), "us.x")
    moved = table(text, allied=LAND, turn=30, boundary=dict.fromkeys(range(1, 41), 29))
    assert "in" == _status(moved, "us.x")


def test_su_05_an_enemy_zone_bars_the_way_unless_a_friend_stands_there() -> None:
    cut = "us.hq.v 2511 US-HQ\nus.x 2514 US-INF F\n"
    strip = ["2511", "2512", "2513", "2514"]
    enemy = "ge.x 2413 G-INF F\n"
    assert "in" == _status(table(cut, allied=strip, turn=3), "us.x")
    assert "isolated" == _status(table(cut + enemy, allied=strip, turn=3), "us.x")
    friends = "us.y 2513 US-INF F\nus.z 2512 US-INF F\n"
    assert "in" == _status(table(cut + enemy + friends, allied=strip, turn=3), "us.x")


def test_su_10_a_displaced_hq_feeds_nobody() -> None:
    pos = table("us.hq.v 2511 US-HQ\nus.x 2512 US-INF F", allied=LAND, turn=3, mute=["us.hq.v"])
    assert "out" == _status(pos, "us.x")


def test_su_04_room_and_divisions() -> None:
    text = "ge.hq.schlieben 1207 G-HQ\nge.hq.lxxxiv 1610 G-HQ\n"
    text += "".join(f"ge.{i} 1308 G-INF F division=d{i // 2}\n" for i in range(10))
    pos = table(text, allied=[], turn=8)
    ids = [f"ge.{i}" for i in range(10)]
    assert ["ge.hq.lxxxiv", "ge.hq.schlieben"] == supply.hqs_in_reach(pos, pos.units["ge.0"])
    all_to_one = dict.fromkeys(ids, "ge.hq.schlieben")
    assert ["ge.hq.schlieben has 10 combat units"] == supply.attachment_faults(pos, all_to_one)
    split = all_to_one | {"ge.0": "ge.hq.lxxxiv", "ge.2": "ge.hq.lxxxiv"}
    assert ["ge d0 could stay together", "ge d1 could stay together"] == (
        supply.attachment_faults(pos, split)
    )


def test_1_the_nearest_hq_by_hexes_then_id() -> None:
    pos = table("ge.hq.lxxxiv 1410 G-HQ\nge.hq.schlieben 1414 G-HQ\nge.x 1412 G-INF F")
    assert "ge.hq.lxxxiv" == supply.nearest_hq(pos, pos.units["ge.x"])


def test_8_2_epsom_has_its_own_sources() -> None:
    sources = {"cw": ["3112", "3413", "3613"], "ge": ["3321", "3617", "3822"]}
    north = [h for h in LAND if int(h[2:]) < 15]
    pos = table(
        "cw.hq.xxx 2914 CW-HQ\ncw.x 2915 CW-INF F\nge.hq.isspz 3319 G-HQ\nge.x 3217 G-SSG F",
        allied=[*north, "2915"],
        window=[28, 39, 12, 22],
        sources=sources,
        campaign=False,
    )
    assert {"in"} == set(supply.statuses(pos).values())
