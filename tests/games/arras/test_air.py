"""Air missions: strikes, interception, aircraft lost and back (ARR-AR-01..15)."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    answers,
    asked,
    bases,
    charts,
    dice_of,
    disrupted,
    events_of,
    is_legal,
    notes,
    play,
    position,
    refusal,
    unit,
)
from wargame.flow.session import Session
from wargame.flow.words import Wording
from wargame.games.arras.content import load_content
from wargame.model import events as ev

FIGHTERS = {"de-jg27": ["grounded"], "de-lg2": ["grounded"], "de-stg2": ["grounded"]}
"""Leaves the German side de-zg26, rated 0, to intercept with."""
NOBODY = {**FIGHTERS, "de-zg26": ["grounded"]}
"""No German interceptor."""


def raid(
    *dice: int,
    turn: int = 3,
    states: dict[str, list[str]] | None = None,
    events: tuple[str, ...] = (),
    **units: str,
) -> Session:
    """Allied air missions against German units, by default an infantry battalion in the open."""
    targets = {name.replace("_", "-"): where for name, where in units.items()}
    return position(
        "allied.air", turn=turn, units={"uk-6dli": "1005", **(targets or {"de-sr6-1": "1010"})},
        states=NOBODY if states is None else states, dice=dice, set_={"events": list(events)},
    )  # fmt: skip


def german_raid(*dice: int, states: dict[str, list[str]] | None = None, turn: int = 3) -> Session:
    """German air missions against a British battalion in the open."""
    units = {"uk-6dli": "1005", "de-sr6-1": "1010"}
    return position("german.air", turn=turn, units=units, states=states or {}, dice=dice)


def test_ARR_AR_01_the_british_and_the_french_have_one_air_unit_each() -> None:
    content = load_content("campaign")
    assert ["fr-air", "uk-air"] == [a.id for a in content.air.values() if a.side == "allied"]
    flights = [a for a in answers(raid()) if a.startswith("strike")]
    assert ["strike 1010 with fr-air", "strike 1010 with uk-air"] == flights


def test_ARR_AR_02_a_striking_air_unit_is_placed_on_a_target_hex() -> None:
    game = raid(3)
    assert (
        "There is no enemy ground unit in 1011." == refusal(game, "strike 1011 with uk-air").reason
    )
    play(game, "strike 1010 with uk-air")
    assert any("RAF Component" in note and "strikes 1010" in note for note in notes(game))
    assert "ARR-AR-13" == refusal(game, "strike 1010 with uk-airship").rule


def test_ARR_AR_03_the_german_player_may_intercept() -> None:
    game = play(raid(4, states=FIGHTERS), "strike 1010 with uk-air")
    assert "arras.allied.air.intercept" == game.segment
    assert "german" == asked(game).side
    assert ["intercept with de-zg26", "pass"] == answers(game)


def test_ARR_AR_03_nobody_is_asked_without_a_ready_interceptor() -> None:
    game = play(raid(4, states=NOBODY), "strike 1010 with uk-air")
    assert [] == charts(game, "intercept")
    assert {"de-sr6-1"} <= disrupted(game)


def test_ARR_AR_04_interception_may_shoot_down_the_interceptor() -> None:
    game = play(raid(1, 4, states=FIGHTERS), "strike 1010 with uk-air", "intercept with de-zg26")
    assert "down" in unit(game, "de-zg26").states
    assert "down" not in unit(game, "uk-air").states
    assert "de-sr6-1" in disrupted(game)


def test_ARR_AR_04_interception_may_shoot_down_the_striker() -> None:
    game = play(raid(6, states=FIGHTERS), "strike 1010 with uk-air", "intercept with de-zg26")
    assert "down" in unit(game, "uk-air").states
    assert "down" not in unit(game, "de-zg26").states
    assert [] == charts(game, "bombard")


def test_ARR_AR_05_a_shot_down_air_unit_returns_two_turns_later() -> None:
    game = play(raid(6, states=FIGHTERS), "strike 1010 with uk-air", "intercept with de-zg26")
    assert 5 == unit(game, "uk-air").numbers["returns"]
    for turn, is_down in ((4, True), (5, False)):
        later = position(
            "turn.start", turn=turn, units={"uk-6dli": "1005", "de-sr6-1": "1010"},
            states={"uk-air": ["down"]}, more={"uk-air": {"returns": 5}},
        )  # fmt: skip
        assert turn == later.state.turn()
        assert is_down == ("down" in unit(later, "uk-air").states)


@pytest.mark.parametrize(("die", "goes_on"), [(2, True), (3, True), (4, False), (5, False)])
def test_ARR_AR_06_interception_aborts_the_strike_or_it_continues(die: int, goes_on: bool) -> None:
    game = play(raid(die, 4, states=FIGHTERS), "strike 1010 with uk-air", "intercept with de-zg26")
    assert goes_on == bool(charts(game, "bombard"))
    assert goes_on == ("grounded" not in unit(game, "uk-air").states)
    assert goes_on == ("de-sr6-1" in disrupted(game))


def test_ARR_AR_07_a_die_is_rolled_for_each_target_unit() -> None:
    game = raid(4, 3, 5, de_sr6_1="1010", de_k7="1010", de_tr_1="1010")
    play(game, "strike 1010 with uk-air", "target de-tr-1", "target de-k7")
    assert [(4,), (3,), (5,)] == dice_of(game)[:3]
    assert {"de-tr-1", "de-sr6-1"} == disrupted(game) & {"de-tr-1", "de-k7", "de-sr6-1"}


@pytest.mark.parametrize(
    ("die", "result"), [(1, "striker shot down"), (3, "no effect"), (4, "disrupted")]
)
def test_ARR_AR_08_a_target_is_disrupted_or_the_striker_shot_down_or_nothing(
    die: int, result: str
) -> None:
    game = play(raid(die), "strike 1010 with uk-air")
    assert [result] == [read.result for read in charts(game, "bombard")]
    assert (die == 4) == ("de-sr6-1" in disrupted(game))
    assert (die == 1) == ("down" in unit(game, "uk-air").states)


@pytest.mark.parametrize(("die", "is_down"), [(1, True), (2, True), (3, False)])
@pytest.mark.parametrize("flak", ["de-88-1", "de-lfl86"])
def test_ARR_AR_08_flak_shoots_the_striker_down_on_a_2_as_well(
    flak: str, die: int, is_down: bool
) -> None:
    game = position(
        "allied.air", units={"uk-6dli": "1005", flak: "1010"}, states=NOBODY, dice=[die]
    )
    play(game, "strike 1010 with uk-air")
    assert is_down == ("down" in unit(game, "uk-air").states)
    assert flak not in disrupted(game)


def test_ARR_AR_08_flak_disrupted_by_the_strike_stops_counting() -> None:
    game = raid(4, 2, de_88_1="1010", de_sr6_1="1010")
    play(game, "strike 1010 with uk-air", "target de-88-1")
    assert "down" not in unit(game, "uk-air").states
    assert "de-88-1" in {e.unit for e in events_of(game, ev.StateGained) if e.state == "disrupted"}


def test_ARR_AR_09_a_striker_that_survives_may_intercept_later() -> None:
    units = {"uk-6dli": "1005", "de-sr6-1": "1012"}
    game = position("allied.air", units=units, states={"fr-air": ["grounded"]}, dice=[2])
    play(game, "strike 1012 with uk-air", "pass")
    assert "arras.german.air" == game.segment
    play(game, "strike 1005 with de-stg2")
    assert "arras.german.air.intercept" == game.segment
    assert "allied" == asked(game).side
    assert ["intercept with uk-air", "pass"] == answers(game)


def test_ARR_AR_10_one_mission_in_the_own_player_turn() -> None:
    game = play(raid(3), "strike 1010 with uk-air")
    assert ["strike 1010 with fr-air", "done"] == answers(game)
    assert "ARR-AR-10" == refusal(game, "strike 1010 with uk-air").rule


def test_ARR_AR_10_one_interception_in_the_enemy_player_turn() -> None:
    game = raid(2, 3, 3, states=FIGHTERS)
    play(game, "strike 1010 with uk-air", "intercept with de-zg26", "strike 1010 with fr-air")
    assert 1 == len(charts(game, "intercept"))
    assert 2 == len(charts(game, "bombard"))


def test_ARR_AR_10_no_air_activity_at_night() -> None:
    units = {"uk-6dli": "1005", "de-sr6-1": "1010"}
    game = play(position("allied.movement", turn=5, units=units), "done")
    assert "Air missions: skipped." in notes(game)
    assert "arras.german.movement" == game.segment
    assert "air.mission" != asked(raid(turn=5)).key


def test_ARR_AR_11_at_most_one_interceptor_and_only_after_the_mission_is_placed() -> None:
    game = raid(2, 3, states={"de-jg27": ["grounded"], "de-lg2": ["grounded"]})
    play(game, "strike 1010 with uk-air")
    assert ["intercept with de-stg2", "intercept with de-zg26", "pass"] == answers(game)
    play(game, "intercept with de-zg26")
    assert "air.intercept" != asked(game).key
    assert 1 == len(charts(game, "bombard"))


def test_ARR_AR_11_a_declined_interception_draws_no_die() -> None:
    game = play(raid(4, states=FIGHTERS), "strike 1010 with uk-air")
    assert 0 == game.state.drawn
    play(game, "pass")
    first = events_of(game, ev.DiceRolled)[0]
    assert "Air strike on I./Schuetzen-Rgt. 6" == Wording.of(game).roll(first)


def test_ARR_AR_12_an_aborted_air_unit_is_grounded_and_does_not_intercept() -> None:
    units = {"uk-6dli": "1005", "de-sr6-1": "1012"}
    states = {"fr-air": ["grounded"], **FIGHTERS}
    game = position("allied.air", units=units, states=states, dice=[4])
    play(game, "strike 1012 with uk-air", "intercept with de-zg26")
    assert "arras.german.air" == game.segment
    play(game, "strike 1005 with de-zg26")
    assert [1] == [len(charts(game, "intercept"))]
    assert "air.intercept" != asked(game).key


def test_ARR_AR_12_a_grounded_air_unit_is_ready_in_the_next_game_turn() -> None:
    game = position(
        "turn.start", turn=2, units={"uk-6dli": "1005", "de-sr6-1": "1010"},
        states={"uk-air": ["grounded", "intercepted"]}, more={"uk-air": {"flown": 1}},
    )  # fmt: skip
    assert set() == unit(game, "uk-air").states
    assert 0 == unit(game, "uk-air").numbers["flown"]


RATINGS = [
    ("uk-air", 0, 0), ("fr-air", 0, 0), ("de-stg2", -1, 1), ("de-lg2", -1, 1),
    ("de-zg26", 0, 0), ("de-jg27", 1, -1),
]  # fmt: skip


@pytest.mark.parametrize(("air_id", "air", "strike"), RATINGS)
def test_ARR_AR_13_air_and_strike_ratings(air_id: str, air: int, strike: int) -> None:
    kind = load_content("campaign").air[air_id]
    assert (air, strike) == (kind.air, kind.strike)


@pytest.mark.parametrize(
    ("fighter", "total"), [("de-jg27", 4), ("de-zg26", 3), ("de-stg2", 2), ("de-lg2", 2)]
)
def test_ARR_AR_13_the_air_rating_counts_in_interception(fighter: str, total: int) -> None:
    game = play(raid(3, 3, states={}), "strike 1010 with uk-air", f"intercept with {fighter}")
    assert [f"total {total}"] == bases(game, "intercept")


@pytest.mark.parametrize(("striker", "hits"), [("de-stg2", True), ("de-jg27", False)])
def test_ARR_AR_13_the_strike_rating_counts_in_strikes(striker: str, hits: bool) -> None:
    game = play(german_raid(3), f"strike 1005 with {striker}", "pass")
    assert hits == ("uk-6dli" in disrupted(game))


def test_ARR_AR_14_every_target_is_rolled_for_once() -> None:
    game = raid(3, 3, 3, de_sr6_1="1010", de_k7="1010", de_tr_1="1010")
    play(game, "strike 1010 with uk-air")
    assert ["target de-k7", "target de-sr6-1", "target de-tr-1"] == answers(game)
    assert not is_legal(game, "done")  # there is no breaking off
    play(game, "target de-sr6-1")
    assert ["target de-k7", "target de-tr-1"] == answers(game)
    play(game, "target de-tr-1")  # the last one is rolled for without asking
    assert 3 == len(charts(game, "bombard"))
    assert "air.mission" == asked(game).key


def test_ARR_AR_14_disrupted_and_hopeless_units_are_no_targets() -> None:
    units = {"uk-6dli": "1005", "de-sr6-1": "1110", "de-k7": "1110", "de-pz25-1": "1110"}
    states = {**NOBODY, "de-k7": ["disrupted"]}
    game = play(
        position("allied.air", units=units, states=states, dice=[6]), "strike 1110 with uk-air"
    )
    assert 1 == len(charts(game, "bombard"))
    assert "de-sr6-1" in disrupted(game)
    hopeless = raid(de_pz25_1="1110", de_sr6_1="1010")
    assert "ARR-AR-14" == refusal(hopeless, "strike 1110 with uk-air").rule


def test_ARR_AR_14_a_shot_down_striker_ends_the_strike() -> None:
    game = raid(1, de_sr6_1="1010", de_k7="1010", de_tr_1="1010")
    play(game, "strike 1010 with uk-air", "target de-k7")
    assert 1 == len(charts(game, "bombard"))
    assert "de-k7" not in disrupted(game)


@pytest.mark.parametrize(("die", "laid"), [(2, True), (4, False), (6, False)])
def test_ARR_AR_15_interdiction_is_intercepted_like_a_strike(die: int, laid: bool) -> None:
    game = german_raid(die)
    play(game, "interdict 1108 with de-zg26")
    assert ["intercept with fr-air", "intercept with uk-air", "pass"] == answers(game)
    play(game, "intercept with uk-air")
    assert laid == ("interdiction-1108" in game.state.markers)
    assert (die == 6) == ("down" in unit(game, "de-zg26").states)


def test_ARR_AR_15_allied_air_units_intercept_any_german_mission() -> None:
    game = play(german_raid(6), "interdict A-N with de-stg2", "intercept with fr-air")
    assert {} == game.state.markers
    play(game, "strike 1005 with de-zg26")
    assert ["intercept with uk-air", "pass"] == answers(game)
