"""Movement of single units: ARR-MV-01..10, ARR-MV-13..16."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    LEARNING,
    costs,
    events_of,
    heads,
    is_legal,
    play,
    position,
    reach,
    refusal,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.model import events as ev

MAIN = "1402-1403-1303-1304-1305-1306-1307-1308-1209"
"""RN17 southwards from 1401, every step half a point, no city."""


def furthest(unit_id: str, start: str, path: str, segment: str = "allied.movement") -> int:
    """Half MPs a unit has on an empty map: main-road hexes it can go along *path*."""
    session = position(segment, units={unit_id: start})
    steps = path.split("-")
    legal = [n for n in range(1, len(steps) + 1) if is_legal(session, _move(unit_id, steps[:n]))]
    return max(legal)


def _move(unit_id: str, steps: list[str]) -> str:
    return f"move {unit_id} {'-'.join(steps)}"


# -- ARR-MV-01, 02, 10: zones of control --------------------------------------------------------


def duisans(**units: str) -> Session:
    """de-k7 holds 0708; its ZOC is 0707 0709 0608 0609 0808 0809... on both banks of the Gy."""
    named = {name.replace("_", "-"): place for name, place in units.items()}
    return position("allied.movement", units={"de-k7": "0708", **named})


def test_ARR_MV_01_a_unit_stops_when_it_enters_a_zoc() -> None:
    session = duisans(uk_12l_a="0908")
    assert [1] == costs(session, "move uk-12l-a 0808")
    refused = refusal(session, "move uk-12l-a 0808-0807")
    assert refused.rule == "ARR-MV-01"
    assert "0808" in refused.reason
    play(session, "move uk-12l-a 0808")
    assert "0808" == where(session, "uk-12l-a")


def test_ARR_MV_02_leaving_a_zoc_costs_one_more() -> None:
    session = duisans(uk_12l_a="0808")
    assert [3] == costs(session, "move uk-12l-a 0908")  # main road 1/2, and 1
    assert [3, 1] == costs(session, "move uk-12l-a 0908-1009")  # once, with the first step


def test_ARR_MV_02_nothing_to_pay_where_the_enemy_is_disrupted() -> None:
    session = position(
        "allied.movement",
        units={"de-k7": "0708", "uk-12l-a": "0808"},
        states={"de-k7": ["disrupted"]},
    )
    assert [1] == costs(session, "move uk-12l-a 0908")


def test_ARR_MV_10_from_zoc_to_zoc() -> None:
    session = duisans(uk_4nf_z="0707")
    assert [6] == costs(session, "move uk-4nf-z 0808")  # 1, the stream 1, leaving 1
    assert "ARR-MV-01" == refusal(session, "move uk-4nf-z 0808-0908").rule
    play(session, "move uk-4nf-z 0808")
    assert "0808" == where(session, "uk-4nf-z")


# -- ARR-MV-03 to 06: allowances -----------------------------------------------------------------


@pytest.mark.parametrize("unit_id", ["uk-6dli", "uk-72fr", "fr-11dp-1"])
def test_ARR_MV_03_infantry_and_artillery_have_two(unit_id: str) -> None:
    assert 4 == furthest(unit_id, "1401", MAIN)


@pytest.mark.parametrize("rider", ["uk-6dli", "uk-72fr"])
def test_ARR_MV_04_with_transport_they_have_four(rider: str) -> None:
    session = position("allied.movement", units={rider: "1401", "uk-tr-1": "1401"})
    answer = f"move uk-tr-1 with {rider} {'-'.join(MAIN.split('-')[:8])}"
    assert [1] * 8 == costs(session, answer)
    assert "ARR-MV-07" == refusal(session, f"{answer}-1209").rule
    play(session, answer)
    assert {"1308"} == {where(session, u) for u in (rider, "uk-tr-1")}


@pytest.mark.parametrize("unit_id", ["uk-4rtr-a", "uk-4rtr-m2", "uk-7rtr-d"])
def test_ARR_MV_05_heavy_tanks_have_two(unit_id: str) -> None:
    assert 4 == furthest(unit_id, "1401", MAIN)


@pytest.mark.parametrize(
    ("unit_id", "halves"), [("fr-1cuir-1", 8), ("fr-2cuir-2", 6), ("fr-13bcc-1", 6)]
)
def test_ARR_MV_06_other_tanks_have_three_or_four(unit_id: str, halves: int) -> None:
    assert halves == furthest(unit_id, "1401", MAIN)


def test_ARR_MV_06_german_tanks_have_four() -> None:
    south = "1313-1314-1315-1316-1417-1517-1518"
    session = position("german.movement", units={"de-pz25-1": "1312"})
    assert [1] * 7 == costs(session, f"move de-pz25-1 {south}")
    assert 1 == reach(session, "move de-pz25-1")["1518"]


# -- ARR-MV-07, 08: terrain and roads ------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit_id", "start", "to", "cost"),
    [
        ("uk-6dli", "0607", "0707", 2),  # woods to clear
        ("uk-6dli", "0706", "0607", 4),  # over the Scarpe 1 more
        ("uk-6dli", "0705", "0806", 2),  # foot into woods
        ("uk-12l-a", "0705", "0806", 4),  # wheels
        ("uk-4rtr-lt", "0705", "0806", 4),  # tracks
        ("uk-12l-a", "0708", "0808", 1),  # main road
        ("uk-12l-a", "0707", "0708", 2),  # minor road, the Gy does not matter
        ("uk-12l-a", "0707", "0807", 2),  # minor road over the Scarpe
        ("uk-12l-a", "0707", "0808", 4),  # no road: the Gy costs 1
        ("uk-12l-a", "0807", "0806", 2),  # minor road into woods
        ("uk-12l-a", "1306", "1307", 1),
        ("uk-12l-a", "1306", "1207", 2),
        ("uk-12l-a", "1206", "1302", 0),
    ],
)
def test_ARR_MV_07_the_price_of_a_step(unit_id: str, start: str, to: str, cost: int) -> None:
    session = position("allied.movement", units={unit_id: start})
    answer = f"move {unit_id} {to}"
    if cost:
        assert [cost] == costs(session, answer)
    else:
        assert "ARR-MV-07" == refusal(session, answer).rule  # not next to it


def test_ARR_MV_07_roads_help_only_along_the_drawn_road() -> None:
    # 0808 and 0909 lie near main roads, but no road joins them.
    session = position("allied.movement", units={"uk-12l-a": "1009"})
    assert [2] == costs(session, "move uk-12l-a 1010")


def test_ARR_MV_07_an_unbridged_river_is_prohibited() -> None:
    session = position("allied.movement", units={"uk-6dli": "1509", "uk-12l-a": "1609"})
    refused = refusal(session, "move uk-6dli 1510")
    assert refused.rule == "ARR-MV-07"
    assert "river" in refused.reason
    assert [2] == costs(session, "move uk-12l-a 1709")  # over the bridge


@pytest.mark.parametrize(
    ("start", "to"), [("1109", "1210"), ("1209", "1210"), ("1010", "1110"), ("1111", "1110")]
)
def test_ARR_MV_08_a_city_hex_costs_one_by_any_road(start: str, to: str) -> None:
    session = position("allied.movement", units={"uk-12l-a": start})
    assert [2] == costs(session, f"move uk-12l-a {to}")


def test_ARR_MV_08_leaving_the_city_by_main_road_costs_half() -> None:
    session = position("allied.movement", units={"uk-12l-a": "1210"})
    assert [1] == costs(session, "move uk-12l-a 1109")


# -- ARR-MV-09: minimum move ---------------------------------------------------------------------


def test_ARR_MV_09_one_hex_whatever_it_costs() -> None:
    session = position(
        "allied.movement",
        units={"uk-7rtr-a": "0705", "de-k7": "0605", "uk-6dli": "1207"},
    )
    assert [6] == costs(session, "move uk-7rtr-a 0806")  # woods 2, leaving 1
    assert 0 == reach(session, "move uk-7rtr-a")["0806"]


def test_ARR_MV_09_only_the_first_hex_and_only_a_legal_one() -> None:
    session = position("allied.movement", units={"uk-7rtr-a": "0705", "uk-6dli": "1509"})
    assert [4] == costs(session, "move uk-7rtr-a 0806")
    assert "ARR-MV-07" == refusal(session, "move uk-7rtr-a 0805-0806").rule  # 3 in all
    assert "ARR-MV-07" == refusal(session, "move uk-6dli 1510").rule  # the river stays shut


def test_ARR_MV_09_not_in_exploitation() -> None:
    session = position(
        "allied.exploitation", units={"uk-7rtr-a": "0705", "uk-12l-a": "1207", "de-k7": "1317"}
    )
    assert "ARR-EX-01" == refusal(session, "exploit uk-7rtr-a 0806").rule


# -- ARR-MV-13: disrupted ------------------------------------------------------------------------


def test_ARR_MV_13_a_disrupted_unit_moves_one_hex() -> None:
    units = {"uk-12l-a": "1105", "uk-6dli": "1509"}
    session = position("allied.movement", units=units, states={u: ["disrupted"] for u in units})
    assert "ARR-MV-13" == refusal(session, "move uk-12l-a 1106-1107").rule
    grid = session.game.grid
    near = {grid.name(h) for h in grid.neighbours[grid.hex("1105")]}
    assert near == set(reach(session, "move uk-12l-a"))
    assert not is_legal(session, "move uk-6dli 1510")  # an unbridged river
    play(session, "move uk-12l-a 1106")
    assert "1106" == where(session, "uk-12l-a")


def test_ARR_MV_13_at_any_price_and_out_of_a_zoc() -> None:
    session = position(
        "allied.movement",
        units={"uk-7rtr-a": "0706", "de-k7": "0606"},
        states={"uk-7rtr-a": ["disrupted"]},
    )
    assert [0] == costs(session, "move uk-7rtr-a 0807")
    assert "ARR-MV-13" == refusal(session, "move uk-7rtr-a 0705").rule  # EZOC of 0606
    assert "ARR-MV-13" == refusal(session, "move uk-7rtr-a 0607").rule


# -- ARR-MV-14: move or bombard ------------------------------------------------------------------


def test_ARR_MV_14_allied_artillery_that_moved_does_not_bombard() -> None:
    units = {"uk-365fb": "0806", "uk-368fb": "0806", "uk-8dli": "0707", "de-k7": "0708"}
    session = play(position("allied.movement", units=units), "move uk-365fb 0807", "done", "done")
    assert session.segment == "arras.allied.artillery"
    assert "ARR-MV-14" == refusal(session, "bombard de-k7 with uk-365fb").rule
    assert is_legal(session, "bombard de-k7 with uk-368fb")


def test_ARR_MV_14_nor_do_guns_that_were_carried() -> None:
    units = {"uk-368fb": "0906", "uk-tr-3": "0906", "uk-365fb": "0806", "uk-8dli": "0707"}
    session = position("allied.movement", units={**units, "de-k7": "0708"})
    play(session, "move uk-tr-3 with uk-368fb 0807", "done", "done")
    assert "ARR-MV-14" == refusal(session, "bombard de-k7 with uk-368fb").rule


def test_ARR_MV_14_german_artillery_that_fired_does_not_move() -> None:
    units = {"de-ar78-1": "0713", "de-ar78-2": "0713", "de-tr-1": "0713", "uk-260at": "0811"}
    session = position("german.artillery", units=units, dice=[1])
    play(session, "bombard uk-260at with de-ar78-1", "done")
    assert "move de-ar78-1" not in heads(session)
    assert "ARR-MV-14" == refusal(session, "move de-ar78-1 0714").rule
    assert "ARR-MV-14" == refusal(session, "move de-tr-1 with de-ar78-1 0714").rule
    assert is_legal(session, "move de-ar78-2 0714")


# -- ARR-MV-15: overrun --------------------------------------------------------------------------


def test_ARR_MV_15_transports_alone_are_overrun() -> None:
    units = {"uk-12l-a": "1109", "de-tr-1": "1009", "de-tr-2": "1009", "de-sr6-1": "1317"}
    session = position("allied.movement", units=units)
    assert [1, 1] == costs(session, "move uk-12l-a 1009-0908")
    play(session, "move uk-12l-a 1009-0908")
    assert {"eliminated"} == {where(session, u) for u in ("de-tr-1", "de-tr-2")}
    assert "0908" == where(session, "uk-12l-a")
    boxed = [e for e in events_of(session, ev.UnitBoxed, last=True) if e.box == "eliminated"]
    assert {"ARR-MV-15"} == {e.rule for e in boxed}


def test_ARR_MV_15_a_zoc_stops_the_overrunning_unit() -> None:
    units = {"uk-12l-a": "1109", "de-tr-1": "1009", "de-k7": "0909"}
    session = position("allied.movement", units=units)
    assert "ARR-MV-01" == refusal(session, "move uk-12l-a 1009-0908").rule
    play(session, "move uk-12l-a 1009")
    assert "eliminated" == where(session, "de-tr-1")


@pytest.mark.parametrize("mover", ["uk-tr-1", "uk-tr-1 with uk-6dli"])
def test_ARR_MV_15_transports_and_pairs_may_not(mover: str) -> None:
    units = {"uk-tr-1": "1109", "uk-6dli": "1109", "de-tr-1": "1009"}
    session = position("allied.movement", units=units)
    assert "ARR-MV-15" == refusal(session, f"move {mover} 1009").rule
    assert "1009" not in reach(session, f"move {mover}")


def test_ARR_MV_15_nobody_enters_a_hex_that_is_held() -> None:
    units = {"uk-12l-a": "1109", "de-tr-1": "1009", "de-ar78-1": "1009"}
    session = position("allied.movement", units=units, states={"de-ar78-1": ["disrupted"]})
    refused = refusal(session, "move uk-12l-a 1009")
    assert refused.rule == "ARR-MV-15"
    assert "combat units" in refused.reason


# -- ARR-MV-16: the edge of the map ----------------------------------------------------------------


def test_ARR_MV_16_no_unit_leaves_the_map() -> None:
    session = position("allied.movement", units={"uk-12l-a": "1401"})
    assert not is_legal(session, "move uk-12l-a 1400")
    grid = session.game.grid
    assert all(0 <= grid.hex(name) < grid.size for name in reach(session, "move uk-12l-a"))


def test_ARR_MV_16_the_small_board_ends_earlier() -> None:
    session = position("allied.movement", clear=False, scenario=LEARNING)
    assert "ARR-MV-16" == refusal(session, "move uk-4nf-y 1106").rule
    assert "1106" not in reach(session, "move uk-4nf-y")
    assert all(
        9 <= int(name[:2]) <= 14 and 7 <= int(name[2:]) <= 16
        for name in reach(session, "move uk-4nf-y")
    )


def test_ARR_MV_16_the_germans_may_not_enter_arras_there() -> None:
    session = position("german.movement", units={"de-aa37": "1010"}, scenario=LEARNING)
    assert "ARR-MV-16" == refusal(session, "move de-aa37 1110").rule
    assert {"1110", "1210", "1310"}.isdisjoint(reach(session, "move de-aa37"))
    session = position("german.movement", units={"de-aa37": "1010"})
    assert is_legal(session, "move de-aa37 1110")


def test_ARR_MV_07_a_move_that_goes_nowhere_is_refused() -> None:
    session = position("allied.movement", units={"uk-12l-a": "1401"})
    assert "ARR-MV-07" == refusal(session, "move uk-12l-a").rule
    assert "ARR-UN-02" == refusal(session, "move uk-12l-x 1402").rule
    assert "uk-12l-a" in refusal(session, "move uk-12l-x 1402").reason
    assert set() == unit(session, "uk-12l-a").states


def test_ARR_RE_04_who_is_not_on_the_map_is_refused_without_a_way() -> None:
    """A destination alone, or a path: no way is looked for from where nobody stands."""
    session = position("allied.movement", clear=False)
    for answer in ("move uk-6sea 1008", "move uk-6sea 0908-1008"):
        refused = refusal(session, answer)
        assert ("ARR-RE-04", ()) == (refused.rule, refused.nearest), answer
