"""Clauses of the random events and of interdiction that no worked example meets."""

from __future__ import annotations

from tests.games.arras.table import (
    asked,
    charts,
    is_legal,
    play,
    position,
    reach,
    refusal,
    unit,
)
from wargame.flow.ask import PathAsk

FAR = {"uk-6dli": "1207", "de-sr6-2": "1317"}
PARALYSED = {"events": ["german_paralysis"]}


def test_ARR_EV_03_no_dice_are_rolled_but_those_that_passed_may_enter() -> None:
    game = position(
        "german.reinforcement", turn=7, units={**FAR, "de-ss1-1": "waiting", "de-ss1-2": "waiting"},
        states={"de-ss1-1": ["passed"]}, set_=PARALYSED, dice=[1],
    )  # fmt: skip
    assert [] == charts(game, "reinforcement")
    assert "passed" not in unit(game, "de-ss1-2").states
    assert "arras.german.air" == game.segment
    play(game, "done")
    assert is_legal(game, "enter de-ss1-1 1518")


def test_ARR_EV_03_the_distance_of_a_pair_is_that_of_its_transport() -> None:
    pair = {"uk-6dli": "1207", "de-tr-1": "1314", "de-sr6-1": "1315"}
    near = position("german.movement", units={**pair, "de-rommel": "1313", "de-k7": "1313"},
                    set_=PARALYSED)  # fmt: skip
    far = position("german.movement", units={**pair, "de-rommel": "1317", "de-k7": "1317"},
                   set_=PARALYSED)  # fmt: skip
    head = "move de-tr-1 lift de-sr6-1"
    assert max(reach(near, head).values()) > max(reach(far, head).values())


def test_ARR_EV_03_a_unit_is_measured_where_it_begins_its_exploitation() -> None:
    units = {"uk-6dli": "1005", "de-pz25-1": "1016", "de-rommel": "1016", "de-k7": "1016"}
    game = position("german.movement", units=units, set_=PARALYSED)
    ask: object = asked(game)
    assert isinstance(ask, PathAsk)
    play(game, ask.route("move de-pz25-1", [game.game.grid.hex("1317")]), "no", "done")
    assert is_legal(game, "exploit de-k7 1016-1017")
    assert "ARR-EV-03" == refusal(game, "exploit de-pz25-1 1317-1417").rule


def test_ARR_EV_07_there_is_no_road_rate_in_exploitation_for_either_side() -> None:
    for side, who, where, goal in (
        ("allied", "fr-1cuir-1", "0507", "0407"), ("german", "de-pz25-1", "1315", "1314"),
    ):  # fmt: skip
        units = {"uk-6dli": "1005", "de-sr6-2": "2010", who: where}
        free = position(f"{side}.exploitation", units=units)
        clogged = position(f"{side}.exploitation", units=units, set_={"events": ["refugees"]})
        head = f"exploit {who}"
        assert reach(free, head)[goal] > reach(clogged, head).get(goal, -1), side


def test_ARR_GE_02_a_mission_that_is_shot_down_leaves_no_marker() -> None:
    for die, down in ((6, True), (2, False)):
        game = position("german.air", units=FAR, dice=[die])
        play(game, "interdict 1108 with de-stg2", "intercept with uk-air")
        assert down == ("down" in unit(game, "de-stg2").states)
        assert (not down) == bool(game.state.markers)


def test_ARR_GE_02_interdiction_is_flown_instead_of_a_strike() -> None:
    game = position("german.air", units=FAR, states={"uk-air": ["down"], "fr-air": ["down"]})
    play(game, "strike 1207 with de-stg2")
    assert not is_legal(game, "interdict 1108 with de-stg2")
    assert is_legal(game, "interdict 1108 with de-lg2")
