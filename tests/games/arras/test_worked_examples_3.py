"""Worked examples 18 to 21, with scripted dice."""

from __future__ import annotations

from tests.games.arras.table import (
    answers,
    asked,
    charts,
    costs,
    crt,
    dice_of,
    disrupted,
    play,
    position,
    reach,
    refusal,
    retreat_routes,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras.score import score

FAR = {"uk-6dli": "1207", "de-sr6-2": "1317"}
"""Somebody of either side, so that the game goes on."""


# -- overrun (ARR-MV-15) ------------------------------------------------------------------------


def test_ARR_MV_15_we18_overrun() -> None:
    session = position(
        "german.movement", units={"de-pz25-1": "1004", "uk-tr-2": "1103", "uk-6dli": "1409"}
    )
    assert [2, 2] == costs(session, "move de-pz25-1 1103-1203")
    assert 0 == score(session.game).kills["german"]
    play(session, "move de-pz25-1 1103-1203")
    assert "eliminated" == where(session, "uk-tr-2")
    assert 1 == score(session.game).kills["german"]
    assert "1203" == where(session, "de-pz25-1")


def test_ARR_MV_15_we18_not_where_a_combat_unit_stands() -> None:
    units = {"de-pz25-1": "1004", "uk-tr-2": "1103", "uk-9dli": "1103"}
    session = position("german.movement", units=units)
    assert "ARR-MV-15" == refusal(session, "move de-pz25-1 1103").rule
    assert "1103" not in reach(session, "move de-pz25-1")


# -- points (ARR-VI-03) -------------------------------------------------------------------------

GERMAN_DEAD = ["de-sr6-1", "de-sr7-1", "de-pj42-1", "de-pj42-2", "de-tr-1", "de-tr-2", "de-tr-3"]
ALLIED_DEAD = ["uk-4rtr-a", "uk-4rtr-b", "uk-4rtr-c", "fr-1cuir-1", "uk-8dli", "uk-151at"]
TAKEN = {"0306": "german", "0405": "german", "0704": "german", "0910": "allied", "0814": "allied"}


def last_turn(*more: str) -> Session:
    dead = dict.fromkeys([*GERMAN_DEAD, *ALLIED_DEAD, *more], "eliminated")
    return position("end.victory", turn=10, units={**FAR, **dead}, set_={"control": TAKEN})


def test_ARR_VI_03_we19_points() -> None:
    session = last_turn()
    found = score(session.game)
    assert {"allied": 28, "german": 32} == found.objectives
    assert {"allied": 9, "german": 11} == found.kills
    assert (15, 9) == (found.bonus, found.margin)
    ended = session.state.ended
    assert ended is not None
    assert ("allied", "allied_marginal") == (ended.winner, ended.level.replace(" ", "_").lower())


def test_ARR_VI_03_we19_two_more_losses_make_it_a_draw() -> None:
    session = last_turn("uk-9dli", "uk-1wg")
    ended = session.state.ended
    assert 5 == score(session.game).margin
    assert ended is not None
    assert ("", "draw") == (ended.winner, ended.level.lower())


# -- events and night (ARR-EV-06) ---------------------------------------------------------------


def after_the_night(*dice: int) -> Session:
    """Air effort rolled on turn 4, Allied paralysis on turn 5; now it is turn 6."""
    session = position(
        "end.events",
        turn=4,
        units=FAR,
        states={"uk-air": ["down"]},
        more={"uk-air": {"returns": 7}},
        dice=[1, 1, 5, 4, *dice],
    )
    assert (5, "", "max_air") == (
        session.state.turn(),
        session.state.tracks["events"],
        session.state.tracks["coming"],
    )
    assert "down" in unit(session, "uk-air").states
    return play(session, "done", "done")


def test_ARR_EV_06_we20_the_air_effort_waits_for_daylight() -> None:
    session = after_the_night()
    assert [(1, 1), (5, 4)] == dice_of(session)[:2]
    assert (6, "allied_paralysis max_air") == (
        session.state.turn(),
        session.state.tracks["events"],
    )
    assert "down" not in unit(session, "uk-air").states
    assert "ARR-MV-07" == refusal(session, "move uk-6dli 1106-1006").rule  # MA 2 - 1


def test_ARR_EV_06_we20_two_missions_each_with_one_more() -> None:
    session = after_the_night(2, 3)
    play(session, "done", "strike 1317 with uk-air", "pass")
    assert set() == disrupted(session)  # 2 + 1
    play(session, "strike 1317 with uk-air", "pass")
    assert {"de-sr6-2"} == disrupted(session)  # 3 + 1
    assert [[1], [1]] == [[n for _, n in read.shifts] for read in charts(session, "bombard")]
    assert 2 == unit(session, "uk-air").numbers["flown"]


def test_ARR_EV_06_we20_german_interception_gets_one_less() -> None:
    session = after_the_night(2, 3)
    play(session, "done", "strike 1317 with uk-air", "intercept with de-zg26")
    assert "down" in unit(session, "de-zg26").states  # 2 + 0 - 0 - 1


# -- Arras under attack (ARR-CO-14) -------------------------------------------------------------

PANZERS = {"de-pz25-1": "1010", "de-pz25-2": "1010", "de-pz25-4": "1010"}
GARRISON = {"uk-5gh": "1110", "uk-8nf": "1110"}
ASSAULT = "attack 1110 from de-pz25-1 de-pz25-2 de-pz25-4"


def arras(die: int, *shaken: str) -> Session:
    session = position(
        "german.combat",
        turn=1,
        units={**PANZERS, **GARRISON},
        states={u: ["disrupted"] for u in shaken},
        dice=[die],
    )
    return play(session, ASSAULT, "no")


def test_ARR_CO_14_we21_the_city_is_two_columns() -> None:
    session = arras(1)
    assert crt(session) == ("10 against 5 = 2:1", "1:1", {"city": -2}, "R2/-")
    assert "german" == asked(session).side
    assert set(PANZERS) == set(retreat_routes(session))
    assert all(answer.startswith("retreat de-pz25") for answer in answers(session))


def test_ARR_CO_12_we21_half_the_garrison_disrupted() -> None:
    session = arras(6, "uk-5gh")
    shifts = {"disrupted": 1, "city": -2}
    assert crt(session) == ("10 against 5 = 2:1", "3:2", shifts, "-/R2")
    assert set(GARRISON) == set(retreat_routes(session))
