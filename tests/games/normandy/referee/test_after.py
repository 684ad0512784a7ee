"""5.7, 5.10, 5.11  What follows an attack: losses, stand, retreat, advance."""

from __future__ import annotations

import pytest

from tests.games.normandy.referee import advances, results, retreats
from tests.games.normandy.referee.board import distance
from tests.games.normandy.referee.retreats import Route
from tests.games.normandy.referee.table import table


def test_co_19_nobody_takes_two_before_all_have_one() -> None:
    pos = table("ge.a 2018 G-INF F\nge.b 2018 G-INF F\nge.c 2018 G-HVY C")
    group = pos.at("2018")
    assert 3 == len(results.loss_options(group, 1))
    assert {(("ge.a", 1), ("ge.b", 1)), (("ge.a", 1), ("ge.c", 1)), (("ge.b", 1), ("ge.c", 1))} == (
        results.loss_options(group, 2)
    )
    assert {(("ge.a", 1), ("ge.b", 1), ("ge.c", 1))} == results.loss_options(group, 3)
    five = results.loss_options(group, 5)
    assert {
        (("ge.a", 3), ("ge.b", 1), ("ge.c", 1)),
        (("ge.a", 2), ("ge.b", 2), ("ge.c", 1)),
        (("ge.a", 1), ("ge.b", 3), ("ge.c", 1)),
    } == five
    assert results.loss_options(group, 7) == results.loss_options(group, 99)


def test_co_19_steps_lost_before_in_the_attack_count() -> None:
    pos = table("ge.a 2018 G-INF R\nge.b 2018 G-INF F")
    assert {(("ge.b", 1),)} == results.loss_options(pos.at("2018"), 1, {"ge.a": 1})


def test_st_steps() -> None:
    pos = table("ge.a 2018 G-INF F\nge.b 2018 G-STA F\nge.c 2018 G-BN F")
    sides = [
        [
            None if left is None else left.shown
            for left in (results.reduced(u, 1), results.reduced(u, 2))
        ]
        for u in pos.at("2018")
    ]
    assert [["R", "C"], ["C", None], [None, None]] == sides


@pytest.mark.parametrize(
    ("hex_", "marks", "back", "wanted"),
    [
        ("2018", {}, 2, True),
        ("2018", {}, 3, False),
        ("2019", {}, 1, False),
        ("2019", {"2019": "improved"}, 1, True),
    ],
)
def test_co_21_who_may_stand(hex_: str, marks: dict[str, str], back: int, wanted: bool) -> None:
    pos = table(f"ge.a {hex_} G-INF F", positions=marks)
    assert wanted is results.may_stand(pos, hex_, pos.at(hex_), back)


def test_co_21_not_to_the_last_unit() -> None:
    pos = table("ge.a 2018 G-INF R\nge.b 2018 G-BN F")
    assert results.may_stand(pos, "2018", pos.at("2018"), 2)
    assert not results.may_stand(pos, "2018", [pos.units["ge.a"]], 2)


def test_dr_05_07_disorganized_again() -> None:
    pos = table("ge.a 2018 G-INF F disorganized\nge.b 2018 G-INF F regroup\nge.w 2018 G-WRF F")
    assert 1 == results.shaken(pos.units["ge.a"])[1]
    after, lost = results.shaken(pos.units["ge.b"])
    assert {"disorganized"} == after.states
    assert 0 == lost
    assert "R" == results.shaken(pos.units["ge.w"])[0].shown


def _ends(found: list[Route]) -> set[str]:
    return {route.end for route in found}


def test_rt_01_two_hexes_end_two_away() -> None:
    pos = table("ge.x 2520 G-INF F\nus.x 2519 US-INF F")
    found = retreats.routes(pos, ["ge.x"], 2, ["2519"])
    assert found
    assert all(r.done for r in found)
    assert {2} == {distance(end, "2520") for end in _ends(found)}
    assert {"2320", "2321", "2422", "2522", "2622", "2721", "2720"} >= _ends(found)


def test_rt_02_surrounded_without_a_way_is_elimination() -> None:
    ring = ["2519", "2521", "2420", "2421", "2620", "2621"]
    text = "ge.x 2520 G-INF F\n" + "".join(f"us.{h} {h} US-INF F\n" for h in ring)
    pos = table(text)
    assert [] == retreats.next_steps(pos, pos.at("2520"), "2520", ring)
    assert [Route((), done=False)] == retreats.routes(pos, ["ge.x"], 1, ring)


def test_rt_03_an_unbridged_major_river_is_the_last_choice() -> None:
    blown = ["3516 3617"]
    pos = table("ge.x 3516 G-INF F\nge.y 3516 G-PGR F\ncw.x 3515 CW-INF F", destroyed=blown)
    group = pos.at("3516")
    steps = {s.hex: s for s in retreats.next_steps(pos, group, "3516", ["3515"])}
    over = [s for s in steps.values() if s.river]
    assert over
    assert all((1, 9) == (s.price(mech=False), s.price(mech=True)) for s in over)
    assert any(not s.river for s in steps.values())


def test_rt_05_off_the_map_at_a_friendly_entry_hex() -> None:
    pos = table("ge.x 0940 G-INF F\nus.x 0939 US-INF F")
    assert "area:A" in {s.hex for s in retreats.next_steps(pos, pos.at("0940"), "0940", ["0939"])}
    taken = table("ge.x 0940 G-INF F\nus.x 0939 US-INF F", areas={"A": "allied"})
    assert "area:A" not in {
        s.hex for s in retreats.next_steps(taken, taken.at("0940"), "0940", ["0939"])
    }


def test_rt_06_attackers_go_apart_from_the_hex_attacked() -> None:
    pos = table("us.x 2520 US-INF F\nge.x 2521 G-INF C")
    found = {s.hex for s in retreats.back_steps(pos, ["us.x"], ["2521"])}
    assert {"2519", "2420", "2620"} == found


def test_rt_06_nobody_is_sent_over_a_river_to_get_apart() -> None:
    """R-96: 3617 lies over the Orne without a bridge; dry hexes next to the enemy stay in the choice."""
    pos = table("ge.x 3516 G-INF F\ncw.x 3416 CW-INF C", destroyed=["3516 3617"])
    steps = retreats.back_steps(pos, ["ge.x"], ["3416"])
    over = [s for s in steps if s.river]
    assert over
    assert {s.hex for s in steps if not s.river}


def test_rt_04_overstacked_goes_on() -> None:
    full = "".join(f"ge.{i} 2521 G-INF F\n" for i in range(3))
    pos = table(full + "ge.x 2520 G-INF F\nus.x 2519 US-INF F")
    assert retreats.overstacked(pos, ["ge.x"], "2521")
    stops = retreats.settle(pos, ["ge.x"], "2521", ["2519"])
    assert all(0 == stop.excess and 1 == len(stop.route.steps) for stop in stops)
    assert 1 == retreats.surplus(pos, ["ge.x"], "2521")


@pytest.mark.parametrize(
    ("back", "mech", "foot"), [(0, 2, 1), (1, 1, 1), (2, 2, 2), (3, 3, 2), (4, 3, 2)]
)
def test_ad_02_lengths(back: int, mech: int, foot: int) -> None:
    pos = table("us.x 2519 US-CC F\nus.y 2519 US-INF F")
    found = advances.length(pos.units["us.x"], back), advances.length(pos.units["us.y"], back)
    assert (mech, foot) == found


def test_ad_03_ezoc_ends_the_advance() -> None:
    pos = table("us.x 2519 US-CC F")
    assert {"2520", "2521"} <= advances.hexes(pos, "us.x", "2520", 2)
    near = table("us.x 2519 US-CC F\nge.x 2521 G-INF F")
    assert {"2520"} == advances.hexes(near, "us.x", "2520", 3)
    shaken = table("us.x 2519 US-CC F disorganized")
    assert set() == advances.hexes(shaken, "us.x", "2520", 2)


def test_ad_03_the_boundary_holds() -> None:
    pos = table("us.x 2719 US-INF F\nge.x 4229 G-INF F")
    assert set() == advances.hexes(pos, "us.x", "2820", 1)
