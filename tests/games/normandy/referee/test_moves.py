"""5.6, NOR-MV, NOR-ZC, NOR-SM, NOR-BD  Movement by the rule text."""

from __future__ import annotations

import pytest

from tests.games.normandy.referee import moves, strategic, zones
from tests.games.normandy.referee.board import distance, neighbours, side
from tests.games.normandy.referee.position import Position
from tests.games.normandy.referee.table import ground, table


def _cost(pos: Position, unit_id: str, b: str) -> int | None:
    unit = pos.units[unit_id]
    return moves.step_cost(pos, unit, unit.hex, b, zones.ezoc(pos, unit.side))


def _joined(kind: str, terrain: str) -> tuple[str, str]:
    """A pair of hexes joined by a road of a class with no river, the second of a terrain."""
    return next(
        pair
        for pair, road in sorted(ground().roads.items())
        if road == kind and pair not in ground().rivers and ground().terrain[pair[1]] == terrain
    )


def _plain(terrain: str, river: str | None = None) -> tuple[str, str]:
    """Two land hexes without road, the second of a terrain, with a river of a class or none."""
    return next(
        (a, b)
        for a in sorted(ground().terrain)
        for b in neighbours(a)
        if ground().land(a)
        and ground().terrain[b] == terrain
        and side(a, b) not in ground().roads
        and ground().rivers.get(side(a, b)) == river
    )


def test_geometry_is_the_same_from_both_sides() -> None:
    for hex_ in ("0101", "1810", "2718", "5440", "3533"):
        for near in neighbours(hex_):
            assert hex_ in neighbours(near)
            assert 1 == distance(hex_, near)
    assert 53 == distance("0101", "5401")


@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [(".", 2, 2), ("b", 4, 6), ("r", 4, 8), ("f", 4, 8), ("m", 6, None), ("t", 2, 2)],
)
def test_4_9_terrain_costs(terrain: str, foot: int, mech: int | None) -> None:
    a, b = _plain(terrain)
    pos = table(f"us.x {a} US-INF F\nus.y {a} US-CC F")
    assert (foot, mech) == (_cost(pos, "us.x", b), _cost(pos, "us.y", b))


@pytest.mark.parametrize(
    ("river", "foot", "mech"),
    [("minor", 2, 4), ("major", 6, None), ("flooded", None, None)],
)
def test_4_9_rivers_without_road(river: str, foot: int | None, mech: int | None) -> None:
    a, b = _plain("b", river)
    pos = table(f"us.x {a} US-INF F\nus.y {a} US-CC F")
    costs = _cost(pos, "us.x", b), _cost(pos, "us.y", b)
    wanted = (None if foot is None else 4 + foot, None if mech is None else 6 + mech)
    assert wanted == costs


def test_mv_04_road_rates() -> None:
    a, b = _joined("primary", "b")
    c, d = _joined("secondary", "b")
    text = f"ge.x {a} G-PGR F\nge.y {a} G-INF F\nge.z {c} G-PGR F"
    pos = table(text)
    assert (1, 2, 2) == (_cost(pos, "ge.x", b), _cost(pos, "ge.y", b), _cost(pos, "ge.z", d))
    assert 2 == _cost(table(text, weather="storm"), "ge.x", b)
    assert 1 == _cost(table(text, level=1), "ge.x", b)
    assert 2 == _cost(table(text, level=2), "ge.x", b)


def test_mv_04_05_a_bridge_removes_the_river_into_ezoc() -> None:
    text = "us.x 1411 US-INF F\nge.x 1509 G-INF F"
    assert 2 == _cost(table(text), "us.x", "1510"), "town, no river cost"
    cut = table(text, destroyed=["1411 1510"])
    assert _cost(cut, "us.x", "1510") is None


def test_it_05_targeted_hexes_cost_more_by_class() -> None:
    a, b = _joined("primary", ".")
    text = f"ge.x {a} G-PGR F\nge.y {a} G-INF F"
    pos = table(text, targeted=[b])
    assert (2 + 6, 2 + 4) == (_cost(pos, "ge.x", b), _cost(pos, "ge.y", b))
    assert b not in strategic.destinations(pos, "ge.x")
    assert b in strategic.destinations(table(text), "ge.x")


@pytest.mark.parametrize(
    ("states", "supply", "wanted"),
    [
        ("", "in", 10),
        ("disorganized", "in", 5),
        ("disorganized", "out", 3),
        ("", "isolated", 5),
        ("reserve", "in", 5),
        ("landed", "in", 5),
        ("regroup", "in", 5),
    ],
)
def test_mv_08_allowance(states: str, supply: str, wanted: int) -> None:
    pos = table(f"us.x 2414 US-CC F supply={supply} {states}")
    assert wanted == moves.allowance(pos.units["us.x"])


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("G-STA", 2),
        ("G-INF", 3),
        ("US-INF", 4),
        ("G-SCH", 4),
        ("CW-TNK", 5),
        ("US-CC", 6),
        ("US-CAV", 8),
    ],
)
def test_rv_10_two_thirds(name: str, wanted: int) -> None:
    prefix = "ge" if name.startswith("G-") else "us"
    pos = table(f"{prefix}.x 2414 {name} F reserve")
    assert wanted == moves.allowance(pos.units[f"{prefix}.x"], reserve=True)


def test_zc_01_cadres_disorganized_and_cities() -> None:
    pos = table("ge.x 2714 G-INF F\nge.y 3423 G-INF C\nge.z 3429 G-INF F disorganized")
    assert "2814" not in zones.zoc(pos, pos.units["ge.x"]), "a city"
    assert 5 == len(zones.zoc(pos, pos.units["ge.x"]))
    assert set() == zones.zoc(pos, pos.units["ge.y"]) | zones.zoc(pos, pos.units["ge.z"])


def test_zc_02_04_stop_and_zone_to_zone() -> None:
    text = "cw.x 3215 CW-INF F\nge.x 3416 G-SSG F\n"
    pos = table(text)
    found = moves.destinations(pos, ["cw.x"])
    assert "3315" in found
    assert "3415" in found, "by way of 3314"
    friend = table(text + "cw.y 3415 CW-INF F")
    inside = moves.group(friend.moved({"cw.x": "3315"}), ["cw.x"])
    assert moves.may_enter(friend, inside, "3315", "3415")
    assert not moves.may_enter(friend, inside, "3315", "3316")
    assert "3316" in moves.destinations(friend, ["cw.x"]), "by way of 3216"


def test_zc_03_leaving_costs_more_for_mech() -> None:
    text = "cw.x 3315 CW-INF F\ncw.y 3315 CW-IAB F\nge.x 3416 G-SSG F"
    pos = table(text)
    start = pos.moved({"cw.x": "3315", "cw.y": "3315"})
    free = table("cw.x 3315 CW-INF F\ncw.y 3315 CW-IAB F")
    for unit_id, extra in (("cw.x", 2), ("cw.y", 4)):
        held = max(moves.destinations(start, [unit_id])["3214"][0])
        assert extra == held - max(moves.destinations(free, [unit_id])["3214"][0])


def test_mv_03_minimum_move() -> None:
    a, b = _plain("r")
    pos = table(f"ge.x {a} G-PGR F disorganized supply=out")
    assert 3 == moves.allowance(pos.units["ge.x"])
    assert [(-1, -1)] == moves.destinations(pos, ["ge.x"])[b]
    marked = table(f"ge.x {a} G-GAR F reserve")
    assert b not in moves.destinations(marked, ["ge.x"])
    assert {} == moves.destinations(table(f"ge.x {a} G-FAR F"), ["ge.x"])


def test_mv_06_a_full_hex_is_passed_but_not_entered_to_stay() -> None:
    full = "".join(f"ge.{i} 3321 G-INF F\n" for i in range(3))
    pos = table(full + "ge.x 3320 G-INF F")
    assert 6 == zones.load(pos, "3321")
    found = moves.destinations(pos, ["ge.x"])
    assert "3321" not in found
    assert "3322" in found
    assert "3321" in moves.destinations(table(full + "ge.x 3320 G-KG F"), ["ge.x"])


def test_mv_09_hq_enters_ezoc_only_to_a_friend() -> None:
    text = "cw.hq.i 3214 CW-HQ F\nge.x 3416 G-SSG F\n"
    assert "3315" not in moves.destinations(table(text), ["cw.hq.i"])
    friend = table(text + "cw.x 3315 CW-INF F")
    assert "3315" in moves.destinations(friend, ["cw.hq.i"])


def test_bd_04_the_line_binds_and_a_stray_goes_home() -> None:
    pos = table("us.x 2714 US-INF F\ncw.x 2715 CW-INF F\nus.y 2920 US-INF F")
    assert not any(h[:2] > "27" for h in moves.destinations(pos, ["us.x"]))
    assert not any(h[:2] < "27" for h in moves.destinations(pos, ["cw.x"]))
    assert all(h[:2] <= "28" for h in moves.destinations(pos, ["us.y"]))


def test_bd_05_nationalities_do_not_stack() -> None:
    pos = table("us.x 2714 US-INF F\ncw.x 2715 CW-INF F")
    assert "2715" not in moves.destinations(pos, ["us.x"])


def test_hq_01_a_combat_unit_runs_over_an_hq() -> None:
    pos = table("us.x 2414 US-INF F\nge.hq.lxxxiv 2415 G-HQ F\nus.hq.v 2413 US-HQ F")
    assert "2415" in moves.destinations(pos, ["us.x"])
    assert "2415" not in moves.destinations(pos, ["us.hq.v"])


def test_cb_05_no_allied_unit_enters_a_target() -> None:
    pos = table("us.x 2414 US-INF F\nge.x 2416 G-INF F", bombs=["2415"])
    assert "2415" not in moves.destinations(pos, ["us.x"])


def test_om_01_off_the_map_for_two() -> None:
    pos = table("us.x 0940 US-CC F\nge.x 1640 G-INF F\nge.y 5434 G-INF F")
    assert "area:A" in moves.destinations(pos, ["us.x"])
    assert "area:B" in moves.destinations(pos, ["ge.x"])
    assert not {"area:D", "exit"} & moves.destinations(pos, ["ge.y"]).keys()
    gone = table("ge.y 5434 G-INF F", withdrawn=True)
    assert [(2, 0)] == moves.destinations(gone, ["ge.y"])["exit"]


def test_sm_03_strategic_movement_keeps_away_from_enemies() -> None:
    pos = table("us.x 2214 US-INF F\nge.x 4229 G-PZR F supply=out\nge.y 2414 G-INF F")
    assert 12 == strategic.strategic_allowance(pos, pos.units["ge.x"])
    assert not set(neighbours("2414")) & strategic.destinations(pos, "us.x").keys()
    beside = pos.moved({"us.x": "2413"})
    assert "NOR-SM-03" == strategic.refusal(beside, beside.units["us.x"])


def test_a_stack_moves_at_the_slowest_and_each_pays_its_own() -> None:
    a, b = _plain("b")
    pos = table(f"cw.x {a} CW-INF F\ncw.y {a} CW-IAB F", campaign=False)
    assert [(4, 6)] == moves.destinations(pos, ["cw.x", "cw.y"])[b]
