"""Reinforcements and refit: ARR-RE-01..06, ARR-RF-01..07."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.arras.table import (
    LEARNING,
    charts,
    costs,
    dice_of,
    events_of,
    heads,
    is_legal,
    notes,
    play,
    position,
    reach,
    refusal,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras.state import area_of, attack, defence
from wargame.model import events as ev

FAR = {"uk-6dli": "1207", "de-sr6-2": "1317"}
NO_EVENT = [3, 4]


def rolls(
    turn: int,
    waiting: Sequence[str],
    dice: Sequence[int],
    set_: Mapping[str, Any] | None = None,
    segment: str = "allied.reinforcement",
) -> Session:
    units = {**FAR, **dict.fromkeys(waiting, "waiting")}
    return position(segment, turn=turn, units=units, dice=dice, set_=set_)


def passed(session: Session) -> set[str]:
    return {h.split()[1] for h in heads(session) if h.startswith("enter") and "with" not in h}


# -- the die -------------------------------------------------------------------------------------


def test_ARR_RE_01_one_die_a_unit_in_order_of_id() -> None:
    session = rolls(3, ["uk-tr-5", "uk-2rsf", "uk-91fr"], [1, 4, 2])
    assert [(1,), (4,), (2,)] == dice_of(session)
    thrown = events_of(session, ev.DiceRolled)
    assert ["uk-2rsf", "uk-91fr", "uk-tr-5"] == [throw.unit for throw in thrown]
    assert {"uk-2rsf", "uk-tr-5"} == passed(session)


@pytest.mark.parametrize("turn", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_ARR_RE_02_less_than_the_number_of_the_turn(turn: int, die: int) -> None:
    assert (passed(rolls(turn, ["uk-2rsf"], [die])) == {"uk-2rsf"}) == (die < turn)


def test_ARR_RE_02_it_enters_in_the_movement_phase_of_the_same_turn() -> None:
    session = rolls(2, ["uk-2nthn", "uk-2rsf"], [1, 2])
    assert session.segment == "arras.allied.movement"
    assert "ARR-RE-02" == refusal(session, "enter uk-2rsf 1401").rule
    play(session, "enter uk-2nthn 1401")
    assert "1401" == where(session, "uk-2nthn")
    assert "ARR-RE-02" == refusal(session, "enter uk-2nthn 1501").rule


def test_ARR_RE_03_not_before_its_earliest_turn() -> None:
    session = rolls(5, ["fr-4cuir-1", "uk-2rsf"], [1])
    assert [(1,)] == dice_of(session)  # the French squadron may not roll before turn 6
    session = rolls(6, ["fr-4cuir-1", "uk-2rsf"], [1, 1])
    assert {"fr-4cuir-1", "uk-2rsf"} == passed(session)


def test_ARR_RE_03_each_turn_until_it_passes() -> None:
    session = position(
        "allied.reinforcement", units={**FAR, "uk-2rsf": "waiting"}, dice=[6, *NO_EVENT, 2]
    )
    play(session, "done", "done", "done", "done")
    assert (3, {"uk-2rsf"}) == (session.state.turn(), passed(session))


@pytest.mark.parametrize(
    ("unit_id", "segment", "area", "places"),
    [
        ("uk-2rsf", "allied", "A-N", {"1301", "1401", "1501"}),
        ("fr-4dp-1", "allied", "A-W", {"0103", "0104", "0105"}),
        ("de-ss2-1", "german", "G-W", {"0113", "0114", "0115"}),
        ("de-ss1-1", "german", "G-S", {"1218", "1418", "1518"}),
        ("de-sr14-2", "german", "G-E", {"2413", "2414", "2415"}),
    ],
)
def test_ARR_RE_03_the_entry_areas(unit_id: str, segment: str, area: str, places: set[str]) -> None:
    session = position(
        f"{segment}.movement",
        turn=7,
        units={**FAR, unit_id: "waiting"},
        states={unit_id: ["passed"]},
    )
    assert area == area_of(session.game, unit_id)
    edges = {f"{c:02}{r:02}" for c in range(1, 25) for r in range(1, 19)}
    open_to = {p for p in sorted(edges) if is_legal(session, f"enter {unit_id} {p}")}
    assert places == open_to


def test_ARR_RE_04_held_back_without_another_roll() -> None:
    session = position(
        "allied.reinforcement", units={**FAR, "uk-2rsf": "waiting"}, dice=[1, *NO_EVENT]
    )
    play(session, "done", "done", "done", "done")
    assert (3, {"uk-2rsf"}) == (session.state.turn(), passed(session))
    assert [(1,), (3, 4)] == dice_of(session)


# -- entering ------------------------------------------------------------------------------------


def entering(*entrants: str, units: Mapping[str, str] | None = None) -> Session:
    return position(
        "allied.movement",
        turn=7,
        units={"uk-6dli": "1207", **(units or {}), **dict.fromkeys(entrants, "waiting")},
        states={u: ["passed"] for u in entrants},
    )


@pytest.mark.parametrize(
    ("unit_id", "place", "cost"),
    [
        ("uk-2rsf", "1401", 1),  # RN17
        ("uk-2rsf", "1301", 2),
        ("uk-2rsf", "1501", 2),  # a minor road
        ("uk-tr-5", "1501", 2),
        ("fr-4cuir-1", "0105", 1),  # RN39
        ("fr-4cuir-1", "0104", 2),
    ],
)
def test_ARR_RE_05_the_price_of_the_entry_hex(unit_id: str, place: str, cost: int) -> None:
    assert [cost] == costs(entering(unit_id), f"enter {unit_id} {place}")


def test_ARR_RE_05_it_goes_on_with_the_rest() -> None:
    session = entering("uk-2rsf")
    assert [1, 1, 1, 1] == costs(session, "enter uk-2rsf 1401-1402-1403-1303")
    assert "ARR-MV-07" == refusal(session, "enter uk-2rsf 1401-1402-1403-1303-1304").rule


def test_ARR_RE_05_it_obeys_zocs_at_once() -> None:
    session = entering("uk-2rsf", units={"de-k7": "1403"})
    play(session, "enter uk-2rsf 1401-1402")
    assert "1402" == where(session, "uk-2rsf")
    session = entering("uk-2rsf", units={"de-k7": "1403"})
    assert "ARR-MV-01" == refusal(session, "enter uk-2rsf 1401-1402-1302").rule


def test_ARR_RE_05_not_into_a_zoc_or_an_enemy() -> None:
    session = entering("uk-2rsf", units={"de-k7": "1401"})
    # 1301 and 1501 are in the ZOC of 1401: the listed hexes are all closed.
    assert "ARR-RE-05" == refusal(session, "enter uk-2rsf 1301").rule
    assert "ARR-RE-05" == refusal(session, "enter uk-2rsf 1401").rule
    open_to = {f"{c:02}01" for c in range(1, 25) if is_legal(session, f"enter uk-2rsf {c:02}01")}
    assert {"1001", "1101", "1201", "1601", "1701", "1801"} == open_to
    assert [2] == costs(session, "enter uk-2rsf 1001")  # a main road, but the price is 1


def test_ARR_RE_05_an_open_listed_hex_shuts_the_others() -> None:
    session = entering("uk-2rsf", units={"de-k7": "1501"})  # 1301 is free
    assert is_legal(session, "enter uk-2rsf 1301")
    assert "ARR-RE-05" == refusal(session, "enter uk-2rsf 1201").rule


def test_ARR_RE_05_listed_hexes_may_be_full() -> None:
    full = {
        "uk-8dli": "1301", "uk-9dli": "1301", "uk-1wg": "1301", "uk-5gh": "1401", "uk-8nf": "1401",
        "uk-70bde": "1401", "uk-4ey": "1501", "uk-4gh": "1501", "uk-2cam": "1501",
    }  # fmt: skip
    session = entering("uk-2rsf", "uk-tr-5", units=full)
    assert is_legal(session, "enter uk-2rsf 1201")
    assert is_legal(session, "enter uk-tr-5 1401")  # transports count apart
    assert not is_legal(session, "enter uk-tr-5 1201")


def test_ARR_RE_05_with_everything_closed_it_waits() -> None:
    guards = {
        "de-sr6-1": "1101", "de-sr7-1": "1301", "de-sr7-2": "1501", "de-pi58": "1701",
        "de-k7": "1801", "de-aa37": "1002",
    }  # fmt: skip
    session = entering("uk-2rsf", units=guards)
    assert {} == reach(session, "enter uk-2rsf")
    play(session, "done")
    assert "waiting" == where(session, "uk-2rsf")
    assert "passed" in unit(session, "uk-2rsf").states


# -- modifiers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("markers", "added"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_ARR_RE_06_interdiction_of_the_area_at_most_two(markers: int, added: int) -> None:
    session = rolls(5, ["uk-2rsf"], [3], {"interdiction": ["A-N"] * markers})
    assert added == sum(value for _, value in charts(session, "reinforcement")[-1].shifts)
    assert (passed(session) == {"uk-2rsf"}) == (3 + added < 5)


def test_ARR_RE_06_of_that_area_only() -> None:
    session = rolls(5, ["uk-2rsf"], [4], {"interdiction": ["A-W"]})
    assert {"uk-2rsf"} == passed(session)


@pytest.mark.parametrize("segment", ["allied", "german"])
def test_ARR_RE_06_refugees_hinder_both_sides(segment: str) -> None:
    comer = {"allied": "uk-2rsf", "german": "de-sr14-2"}[segment]
    session = rolls(3, [comer], [2], {"events": ["refugees"]}, segment=f"{segment}.reinforcement")
    assert [1] == [value for _, value in charts(session, "reinforcement")[0].shifts]
    assert "passed" not in unit(session, comer).states


def test_ARR_RE_06_the_die_is_drawn_even_when_nothing_could_pass() -> None:
    session = rolls(2, ["uk-2rsf"], [1], {"interdiction": ["A-N"]})
    assert [(1,)] == dice_of(session)
    assert set() == passed(session)


def test_ARR_RE_01_no_rolls_under_paralysis() -> None:
    units = {**FAR, "uk-2rsf": "waiting", "uk-2nthn": "waiting"}
    session = position(
        "allied.reinforcement", turn=6, units=units, states={"uk-2nthn": ["passed"]},
        set_={"events": ["allied_paralysis"], "interdiction": ["A-N"]},
    )  # fmt: skip
    assert [] == dice_of(session)
    assert "Command paralysis: no reinforcement rolls." in notes(session)
    assert {"uk-2nthn"} == passed(session)  # who passed before may enter
    assert {} == session.state.markers


# -- refit ---------------------------------------------------------------------------------------


def night(segment: str, dead: Mapping[str, int], *dice: int, turn: int = 5) -> Session:
    """Units eliminated on these turns wait for the refit."""
    more = {u: {"box": "eliminated", "eliminated": on} for u, on in dead.items()}
    return position(f"{segment}.refit", turn=turn, units=FAR, more=more, dice=dice)


def test_ARR_RF_01_on_the_night_turn_only() -> None:
    for turn in (4, 6):
        more = {"uk-9dli": {"box": "eliminated", "eliminated": 1}}
        session = position("allied.recovery", turn=turn, units=FAR, more=more, dice=[1, *NO_EVENT])
        assert [] == dice_of(session)
        assert "eliminated" == where(session, "uk-9dli")
    more = {"uk-9dli": {"box": "eliminated", "eliminated": 1}}
    session = position("allied.recovery", turn=5, units=FAR, more=more, dice=[1])
    assert "waiting" == where(session, "uk-9dli")


def test_ARR_RF_01_there_is_none_in_the_learning_scenario() -> None:
    session = position(
        "allied.recovery", turn=4, scenario=LEARNING, units={"uk-4rtr-a": "1108"}, clear=False,
        more={"uk-6dli": {"box": "eliminated", "eliminated": 1}},
    )  # fmt: skip
    assert "eliminated" == where(session, "uk-6dli")


def test_ARR_RF_02_all_who_fell_the_day_before_by_id() -> None:
    dead = {"uk-9dli": 1, "fr-1cuir-1": 2, "uk-4rtr-a": 4, "de-sr6-1": 3}
    session = night("allied", dead, 4, 1, 4)
    assert [(4,), (1,), (4,)] == dice_of(session)
    assert "waiting" == where(session, "uk-4rtr-a")  # fr-1cuir-1, uk-4rtr-a, uk-9dli
    assert "eliminated" == where(session, "de-sr6-1")  # in its own side's turn


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_ARR_RF_03_one_to_three_returns(die: int) -> None:
    session = night("allied", {"uk-9dli": 3}, die)
    assert ("waiting" if die <= 3 else "eliminated") == where(session, "uk-9dli")


def test_ARR_RF_04_both_factors_less_one() -> None:
    session = night("allied", {"uk-9dli": 3}, 1)
    g = session.game
    assert (2, 2) == (attack(g, "uk-9dli"), defence(g, "uk-9dli"))
    assert "refit" in unit(session, "uk-9dli").states


@pytest.mark.parametrize(
    "unit_id",
    ["uk-365fb", "uk-tr-1", "uk-4rtr-lt", "uk-8nf", "uk-12l-a", "fr-12cuir", "uk-206at"],
)
def test_ARR_RF_05_who_cannot_refit(unit_id: str) -> None:
    session = night("allied", {unit_id: 1}, 1)
    assert [] == dice_of(session)
    assert "eliminated" == where(session, unit_id)


def test_ARR_RF_05_nor_88s() -> None:
    session = night("german", {"de-88-1": 1, "de-ar78-1": 1, "de-tr-1": 1}, *NO_EVENT)
    assert [(3, 4)] == dice_of(session)  # the event only


def test_ARR_RF_06_who_fell_at_night_is_out_for_good() -> None:
    session = night("allied", {"uk-9dli": 5, "uk-8dli": 4}, 4)
    assert [(4,)] == dice_of(session)
    assert {"eliminated"} == {where(session, u) for u in ("uk-9dli", "uk-8dli")}


@pytest.mark.parametrize(
    ("unit_id", "segment", "area"),
    [
        ("uk-9dli", "allied", "A-N"),
        ("fr-1cuir-1", "allied", "A-W"),
        ("fr-4dp-1", "allied", "A-W"),
        ("de-sr6-1", "german", "G-S"),
        ("de-ss3-1", "german", "G-S"),
        ("de-ss2-1", "german", "G-S"),  # it had come by G-W
        ("de-sr14-1", "german", "G-E"),
    ],
)
def test_ARR_RF_07_where_they_wait_and_from_when(unit_id: str, segment: str, area: str) -> None:
    session = night(segment, {unit_id: 3}, 1, *NO_EVENT)
    assert area == area_of(session.game, unit_id)
    assert 6 == unit(session, unit_id).numbers["earliest"]
    assert "passed" not in unit(session, unit_id).states
