"""Random events and how long they act (ARR-EV-01..08)."""

from __future__ import annotations

import pytest

from tests.games.arras.battle import RIFLES, TWO_S35, battle, order
from tests.games.arras.table import (
    answers,
    asked,
    bases,
    charts,
    costs,
    dice_of,
    disrupted,
    events_of,
    is_legal,
    notes,
    play,
    position,
    reach,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras import GAME
from wargame.model import events as ev

FAR = {"uk-6dli": "1005", "de-sr6-1": "1016"}
"""One unit of each side, far from each other."""


def rolled(*dice: int, turn: int = 3, scenario: str = "campaign", **units: str) -> Session:
    """The End segment with this event roll."""
    laid = {**FAR, **{name.replace("_", "-"): place for name, place in units.items()}}
    return position("end.events", turn=turn, units=laid, dice=dice, scenario=scenario)


def mp(game: Session, unit_id: str) -> float:
    """The movement points a unit has now."""
    return GAME.face.allowance(game.game, unit_id)


def test_ARR_EV_01_two_dice_are_rolled_for_one_event() -> None:
    game = rolled(3, 4)
    assert (3, 4) == dice_of(game)[0]
    assert ["No Event"] == [read.result for read in charts(game, "events")]


def test_ARR_EV_01_the_learning_scenario_rolls_after_turns_1_and_3_only() -> None:
    for turn, rolls in ((1, 1), (2, 0), (3, 1), (4, 0)):
        units = {"uk-6dli": "1008", "de-sr6-1": "1315"}
        game = position("end.events", turn=turn, units=units, dice=[3, 4], scenario="learning")
        assert rolls == len(charts(game, "events"))


TABLE = {
    2: "max_air", 3: "german_paralysis", 4: "refugees", 5: "rommel", 6: "", 7: "", 8: "",
    9: "allied_paralysis", 10: "rommel", 11: "german_paralysis", 12: "max_air",
}  # fmt: skip


@pytest.mark.parametrize(("total", "event"), TABLE.items())
def test_ARR_EV_01_every_total_gives_its_event(total: int, event: str) -> None:
    game = rolled(max(1, total - 6), min(6, total - 1))
    title = charts(game, "events")[0].result
    if event == "rommel":
        assert ("Rommel Arrives", "de-rommel") == (title, asked_or_placed(game))
    elif event:
        assert [event] == str(game.state.tracks["events"]).split()  # the next turn has begun
    else:
        assert ("No Event", "") == (title, game.state.tracks["events"])


def asked_or_placed(game: Session) -> str:
    """Rommel, if he is on the map by now."""
    return "de-rommel" if unit(game, "de-rommel").hex >= 0 else ""


def test_ARR_EV_02_no_event_changes_nothing() -> None:
    game = rolled(1, 6)
    assert ("", "") == (game.state.tracks["events"], game.state.tracks["coming"])


@pytest.mark.parametrize(
    ("rule", "event", "side", "ids"),
    [
        ("ARR-EV-03", "german_paralysis", "german", ("de-pz25-1", "de-pz25-2")),
        ("ARR-EV-04", "allied_paralysis", "allied", ("fr-1cuir-1", "fr-1cuir-2")),
    ],
)
def test_ARR_EV_03_and_ARR_EV_04_paralysis_costs_exploitation_and_a_movement_point(
    rule: str, event: str, side: str, ids: tuple[str, str]
) -> None:
    units = {**FAR, **dict.fromkeys(ids, "0505" if side == "allied" else "1617")}
    game = position(f"{side}.movement", units=units, set_={"events": [event]})
    assert 3 == mp(game, ids[0])
    while game.segment.startswith(f"arras.{side}"):
        assert "exploitation.move" != asked(game).key
        play(game, "done")
    assert rule in {e.rule for e in events_of(game, ev.Noted) if e.what == "no_exploitation"}


def test_ARR_EV_03_paralysis_never_goes_below_1_and_comes_after_lifting() -> None:
    units = {"uk-6dli": "1005", "uk-tr-1": "1005", "uk-4rtr-a": "1008", "de-sr6-1": "1016"}
    game = position("allied.movement", units=units, set_={"events": ["allied_paralysis"]})
    assert (1, 1) == (mp(game, "uk-6dli"), mp(game, "uk-4rtr-a"))
    assert 4 == reach(game, "move uk-tr-1 with uk-6dli")["1006"]  # 3 points less 1


def test_ARR_EV_04_paralysis_stops_the_reinforcement_dice_but_not_those_who_passed() -> None:
    units = {**FAR, "uk-2rsf": "waiting", "uk-6sea": "waiting"}
    game = position(
        "allied.reinforcement", turn=4, units=units, states={"uk-6sea": ["passed"]}, dice=[1],
        more={"uk-2rsf": {"earliest": 2}, "uk-6sea": {"earliest": 2}},
        set_={"events": ["allied_paralysis"]},
    )  # fmt: skip
    assert [] == charts(game, "reinforcement")
    assert "passed" not in unit(game, "uk-2rsf").states
    assert is_legal(game, "enter uk-6sea 1401")


@pytest.mark.parametrize("segment", ["allied.combat", "german.combat"])
def test_ARR_EV_03_and_ARR_EV_04_the_paralysed_may_not_order_no_retreat(segment: str) -> None:
    allied = segment.startswith("allied")
    events = ["german_paralysis" if allied else "allied_paralysis"]
    game = battle(TWO_S35, RIFLES, 6, segment=segment, events=events)
    play(game, order(game, "0410" if allied else "0409"))
    assert game.ask is None or game.ask.key != "combat.no_retreat"
    assert any("No Retreat cannot be ordered" in note for note in notes(game))


def test_ARR_EV_03_units_within_2_hexes_of_rommel_are_exempt() -> None:
    near = {"de-pz25-1": "1016", "de-rommel": "1016", "de-pz25-2": "1018", "de-pz25-4": "1315"}
    game = position(
        "german.movement", units={"uk-6dli": "1005", **near}, set_={"events": ["german_paralysis"]}
    )
    assert (4, 4, 3) == (mp(game, "de-pz25-1"), mp(game, "de-pz25-2"), mp(game, "de-pz25-4"))
    play(game, "done")
    assert "exploitation.move" == asked(game).key
    assert is_legal(game, "exploit de-pz25-2 1018-1017")
    assert not is_legal(game, "exploit de-pz25-4 1315-1314")
    ordered = battle(
        TWO_S35, {**RIFLES, "de-rommel": "0412", "de-k7": "0412"}, events=["german_paralysis"]
    )
    play(ordered, order(ordered, "0410"))
    assert "combat.no_retreat" == asked(ordered).key


@pytest.mark.parametrize(("rommel", "left"), [("1516", 3), ("1515", 1)])
def test_ARR_EV_03_a_reinforcement_is_measured_from_its_entry_hex(rommel: str, left: int) -> None:
    session = position(  # R-21: 1518 is a main-road hex, 1/2 MP of 2 or, paralysed, of 1
        "german.movement", turn=7, units={"de-rommel": rommel, "de-k7": rommel, "de-ss1-1": "waiting"},
        states={"de-ss1-1": ["passed"]}, set_={"events": ["german_paralysis"]},
    )  # fmt: skip
    assert left == reach(session, "enter de-ss1-1")["1518"]


def test_ARR_EV_05_rommel_comes_with_7_panzer_division_and_its_stack_recovers() -> None:
    units = {**FAR, "de-k7": "1014", "de-tr-1": "1014", "de-ss3-1": "0915"}
    game = position(
        "end.events", turn=3, units=units, dice=[5, 5],
        states={u: ["disrupted"] for u in ("de-k7", "de-tr-1", "de-sr6-1")},
    )  # fmt: skip
    assert ("arras.end.rommel", "german") == (game.segment, asked(game).side)
    assert ["place de-rommel 1014", "place de-rommel 1016"] == answers(game)
    play(game, "place de-rommel 1014")
    assert "1014" == where(game, "de-rommel")
    shed = {e.unit for e in events_of(game, ev.StateLost) if e.rule == "ARR-EV-05"}
    assert {"de-k7", "de-tr-1"} == shed
    assert "de-sr6-1" in disrupted(game)


def test_ARR_EV_05_with_any_german_combat_unit_if_the_division_is_gone() -> None:
    units = {"uk-6dli": "1005", "de-ss3-1": "0915", "de-sstr-1": "0616", "de-sr14-1": "1913"}
    game = position("end.events", turn=3, units=units, dice=[1, 4])
    assert ["place de-rommel 0915", "place de-rommel 1913"] == answers(game)


def test_ARR_EV_05_on_the_map_already_he_may_move_without_a_second_recovery() -> None:
    units = {**FAR, "de-rommel": "1016", "de-k7": "1014"}
    states = {"de-k7": ["disrupted"]}
    game = position("end.events", turn=3, units=units, dice=[5, 5], states=states)
    assert ["place de-rommel 1014", "pass"] == answers(game)
    play(game, "place de-rommel 1014")
    assert "1014" == where(game, "de-rommel")
    assert "de-k7" in disrupted(game)


def test_ARR_EV_05_once_lost_he_never_comes_again() -> None:
    game = rolled(5, 5, de_rommel="lost")
    assert "lost" == where(game, "de-rommel")
    assert any(note.startswith("No Event") for note in notes(game))


def test_ARR_EV_06_maximum_air_effort_brings_two_missions_and_better_dice() -> None:
    states = {u: ["grounded"] for u in ("de-lg2", "de-stg2", "de-jg27", "fr-air")}
    units = {"uk-6dli": "1005", "de-sr6-1": "1010", "de-k7": "1012"}
    game = position(
        "allied.air", units=units, states=states, dice=[4, 3, 3], set_={"events": ["max_air"]}
    )
    play(game, "strike 1010 with uk-air", "intercept with de-zg26")
    assert "total 3" == bases(game, "intercept")[0]  # 4 - 1: the mission continues
    assert "de-sr6-1" in disrupted(game)  # 3 + 1
    play(game, "strike 1012 with uk-air")
    assert "de-k7" in disrupted(game)
    assert "arras.german.air" == game.segment


def test_ARR_EV_06_aircraft_that_are_down_return_at_once() -> None:
    game = position(
        "end.events", turn=3, units=FAR, dice=[1, 1],
        states={"uk-air": ["down"], "de-jg27": ["down"]},
        more={"uk-air": {"returns": 5}, "de-jg27": {"returns": 5}},
    )  # fmt: skip
    assert 4 == game.state.turn()
    assert "down" not in unit(game, "uk-air").states
    assert "down" in unit(game, "de-jg27").states
    told = [GAME.journal.numbers(unit(game, air)) for air in ("uk-air", "de-jg27")]
    assert [False, True] == ["returns" in numbers for numbers in told]


def test_ARR_EV_06_the_second_mission_needs_a_striker_that_came_back() -> None:
    states = {u: ["grounded"] for u in ("de-lg2", "de-stg2", "de-jg27", "de-zg26", "fr-air")}
    units = {"uk-6dli": "1005", "de-sr6-1": "1010"}
    game = position(
        "allied.air", units=units, states=states, dice=[1], set_={"events": ["max_air"]}
    )
    play(game, "strike 1010 with uk-air")
    assert "arras.german.movement" == game.segment


def test_ARR_EV_06_an_air_effort_of_the_night_is_held_over_to_turn_6() -> None:
    game = rolled(1, 1, turn=4)
    assert (5, "", "max_air") == (
        game.state.turn(), game.state.tracks["events"], game.state.tracks["coming"]
    )  # fmt: skip
    night = position("end.events", turn=5, units=FAR, dice=[5, 4], set_={"coming": ["max_air"]})
    assert (6, "allied_paralysis max_air") == (night.state.turn(), night.state.tracks["events"])
    again = position("end.events", turn=5, units=FAR, dice=[6, 6], set_={"coming": ["max_air"]})
    assert "max_air" == again.state.tracks["events"]


def test_ARR_EV_07_refugees_take_the_road_rate_and_add_1_to_the_dice() -> None:
    units = {"uk-4nf-y": "1009", "de-sr6-1": "1016"}
    assert [1] == costs(position("allied.movement", units=units), "move uk-4nf-y 1009-1109")
    clogged = position("allied.movement", units=units, set_={"events": ["refugees"]})
    assert costs(clogged, "move uk-4nf-y 1009-1109")[0] > 1
    waits = position(
        "allied.reinforcement", turn=3, units={**FAR, "uk-2rsf": "waiting"}, dice=[2],
        more={"uk-2rsf": {"earliest": 2}}, set_={"events": ["refugees"]},
    )  # fmt: skip
    assert ["waits"] == [read.result for read in charts(waits, "reinforcement")]


def test_ARR_EV_07_roads_still_carry_supply() -> None:
    units = {"uk-6dli": "1309", "de-sr6-1": "1016"}
    game = position("allied.supply", units=units, set_={"events": ["refugees"]})
    assert set() == disrupted(game)


@pytest.mark.parametrize(
    "dice", [(1, 2), (4, 5), (1, 3), (1, 1)], ids=["german", "allied", "refugees", "air"]
)
def test_ARR_EV_08_an_event_acts_through_the_next_game_turn_only(dice: tuple[int, int]) -> None:
    game = position("end.events", turn=6, units=FAR, dice=[*dice, 3, 4])
    assert 7 == game.state.turn()
    assert game.state.tracks["events"]
    while game.state.turn() == 7:
        play(game, "done")
    assert (8, "", "") == (
        game.state.turn(), game.state.tracks["events"], game.state.tracks["coming"]
    )  # fmt: skip


def test_ARR_EV_08_on_the_last_turn_rommel_may_still_prevent_sudden_death() -> None:
    units = {"uk-6dli": "1005", "de-k7": "1014"}
    states = {"de-k7": ["disrupted"]}
    lost = position("end.events", turn=10, units=units, states=states, dice=[3, 4])
    assert lost.state.ended is not None
    assert "sudden death" == lost.state.ended.level
    saved = position("end.events", turn=10, units=units, states=states, dice=[5, 5])
    assert saved.state.ended is not None
    assert "Allied marginal" == saved.state.ended.level
    assert "1014" == where(saved, "de-rommel")  # the only place is taken without asking
