"""Weather and Air: forecast, weather, sea, Mulberries, Air Points (NOR-WX, NOR-AA, NOR-SQ-04)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    EPSOM,
    asked,
    events,
    is_legal,
    left,
    notes,
    play,
    position,
    refusal,
    refused_by,
    track,
)
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.games.normandy.segments.air import split_ask
from wargame.model import events as ev

HERE = {"us.1.16th": "2512", "us.hq.v": "2511", "ge.352.gr916": "2518"}


def weather(turn: int, dice: list[int], **more: Any) -> Session:
    """Before the Weather Segment."""
    return position("air.weather", HERE, turn=turn, dice=dice, **more)


def air(turn: int, die: int, **more: Any) -> Session:
    """Before the Allied Air Segment."""
    return position("air.allied_air", HERE, turn=turn, dice=[die], **more)


def rolls(session: Session) -> list[tuple[str, tuple[int, ...]]]:
    """What has been thrown, in order."""
    return [(e.kind, e.dice) for e in events(session, ev.DiceRolled)]


# -- weather ----------------------------------------------------------------------------------------


def test_EX_01_the_old_forecast_is_revealed_after_the_new_one_is_rolled() -> None:
    """NOR-WX-01, NOR-WX-02, NOR-WX-03, NOR-WX-05  T5: Clear comes, 3 and 4 give Overcast for T6."""
    session = weather(5, [3, 4, 5, 1], forecast="clear")
    assert rolls(session)[:2] == [("forecast", (3, 4)), ("sea", (5,))]
    assert (track(session, "weather"), track(session, "sea")) == ("clear", "moderate")
    assert track(session, "forecast") == "overcast"
    assert not notes(session, "mulberry_lost")


def test_EX_02_the_great_storm() -> None:
    """NOR-WX-06, NOR-WX-07  The rolls for T7 and T8 get -3; a Gale tries both Mulberries, A first."""
    before = weather(6, [2, 3, 1], forecast="clear")
    assert track(before, "forecast") == "storm"
    session = weather(7, [4, 4, 4, 3, 4], forecast="storm")
    assert [kind for kind, _ in rolls(session)] == ["forecast", "sea", "mulberry", "mulberry"]
    assert (track(session, "weather"), track(session, "forecast")) == ("storm", "rain")
    assert track(session, "sea") == "gale"
    assert (track(session, "mulberry-a"), track(session, "mulberry-b")) == (1, 0)
    assert (track(session, "interdiction"), track(session, "ground")) == (0, 0)


@pytest.mark.parametrize(("a", "b", "lost"), [(4, 2, [1, 1]), (5, 3, [0, 0]), (4, 3, [1, 0])])
def test_a_gale_destroys_a_on_four_and_b_on_two(a: int, b: int, lost: list[int]) -> None:
    """NOR-WX-07"""
    session = weather(9, [6, 6, 6, a, b], forecast="storm")
    assert [track(session, "mulberry-a"), track(session, "mulberry-b")] == lost


def test_a_mulberry_that_is_lost_or_not_complete_is_not_tried() -> None:
    """NOR-WX-07  A is complete from T5, B from T6."""
    gone = weather(9, [6, 6, 6, 1, 6], forecast="storm", tracks={"mulberry-a": 1})
    assert [kind for kind, _ in rolls(gone)].count("mulberry") == 1
    assert track(gone, "mulberry-b") == 1
    young = weather(5, [6, 6, 6, 5, 1], forecast="storm")
    assert notes(young, "mulberry_stands") == [{"name": "Mulberry A"}]
    assert not notes(young, "mulberry_lost")


@pytest.mark.parametrize(
    ("turn", "dice", "coming"),
    [
        (11, [2, 4], "overcast"),
        (12, [2, 4], "rain"),
        (28, [2, 4], "overcast"),
        (28, [1, 1], "rain"),
    ],
)
def test_the_month_of_the_turn_it_is_rolled_for_counts(
    turn: int, dice: list[int], coming: str
) -> None:
    """NOR-WX-05  June nothing, July -1, August +1."""
    assert track(weather(turn, dice, forecast="clear"), "forecast") == coming


def test_the_first_turn_rolls_a_forecast_only() -> None:
    """NOR-SQ-04  T1 is Overcast, the sea Moderate."""
    session = weather(1, [6, 6, 1])
    assert rolls(session)[0] == ("forecast", (6, 6))
    assert "sea" not in [kind for kind, _ in rolls(session)]
    assert (track(session, "weather"), track(session, "sea")) == ("overcast", "moderate")


def test_the_last_turn_rolls_no_forecast() -> None:
    """NOR-SQ-04"""
    session = weather(40, [3, 1], forecast="clear")
    assert rolls(session)[0][0] == "sea"
    assert (track(session, "weather"), track(session, "sea")) == ("clear", "calm")
    assert not track(session, "forecast")


def test_the_small_scenario_fixes_weather_and_sea() -> None:
    """Section 8.2  No weather procedure; Air Points are rolled."""
    session = position("air.weather", scenario=EPSOM, turn=12, clear=False, dice=[1])
    assert rolls(session) == [("air_points", (1,))]
    assert (track(session, "weather"), track(session, "sea")) == ("clear", "calm")


# -- air --------------------------------------------------------------------------------------------


def test_EX_03_nine_points_are_divided() -> None:
    """NOR-AA-01, NOR-AA-02, NOR-AA-03  T3, Clear, 4: 11 less 2 for the period."""
    session = air(3, 4, weather="clear")
    assert "9 Air Points" in asked(session).prompt
    assert refused_by(session, "allocate interdiction=5 ground=3") == "NOR-AA-02"
    assert (
        "9 Air Points must be given; that is 8"
        in refusal(session, "allocate interdiction=8").reason
    )
    assert refused_by(session, "allocate interdiction=5 ground=5") == "NOR-AA-02"
    assert refused_by(session, "done") == "NOR-AA-02"
    assert is_legal(session, "allocate ground=9")
    play(session, "allocate interdiction=5 ground=4")
    assert (track(session, "interdiction"), track(session, "ground")) == (5, 4)


@pytest.mark.parametrize(
    ("turn", "weather_", "die", "points"),
    [(7, "clear", 1, 8), (24, "overcast", 6, 6), (25, "overcast", 6, 9), (30, "rain", 1, 3), (6, "overcast", 1, 2)],
)  # fmt: skip
def test_points_by_weather_die_and_period(turn: int, weather_: str, die: int, points: int) -> None:
    """NOR-AA-03"""
    session = air(turn, die, weather=weather_)
    assert asked(session).prompt.startswith(f"{points} Air Points")


@pytest.mark.parametrize(("turn", "weather_"), [(30, "storm"), (4, "rain")])
def test_without_points_nothing_is_thrown_or_asked(turn: int, weather_: str) -> None:
    """NOR-AA-03, segment 2  Storm is 0 also from T25 on; Rain is never above 0 until T6."""
    session = air(turn, 6, weather=weather_, interdiction=3, ground=3)
    assert left(session) == 1 or ("air_points", (6,)) not in rolls(session)
    assert (track(session, "interdiction"), track(session, "ground")) == (0, 0)
    assert notes(session, "no_air")


def test_the_shares_of_last_time_are_proposed() -> None:
    """NOR-AA-02  Three combats at first, then as it was; never more than the weather lets three have."""
    session = air(10, 3, weather="clear")
    ask = asked(session)
    assert isinstance(ask, Allotment)
    assert ask.proposed() == {"interdiction": 4, "ground": 6}
    assert any("Interdiction Level" in line for line in ask.account(ask.proposed()))
    play(session, "allocate interdiction=6 ground=4")
    assert session.state.lists["air last"] == [6, 4]
    session.game.set_list("air last", [1, 3], rule="NOR-AA-02")
    again = split_ask(session.game, "allied", 9)
    assert again.proposed() == {"interdiction": 3, "ground": 6}
    session.game.set_track("weather", "overcast", rule="NOR-WX-02")
    clouded = split_ask(session.game, "allied", 6)
    assert clouded.proposed() == {"interdiction": 3, "ground": 3}
