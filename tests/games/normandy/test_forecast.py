"""NOR-WX-02  The forecast is the Allied player's alone: permuting it changes nothing that others see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.games.normandy.table import asked, events, position, track
from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.flow.session import Session
from wargame.flow.veil import BYSTANDER
from wargame.games.normandy import GAME
from wargame.games.normandy.veil import FORECAST, REVEALED, VEIL
from wargame.model import events as ev
from wargame.model.codec import state_to_json
from wargame.model.state import Side

STORM, RAIN, OVERCAST, CLEAR = (1, 1), (2, 3), (3, 4), (6, 6)
"""Throws for the weather of T6, all that is different between the stories."""
UNITS = {
    "us.hq.v": "2514", "us.hq.vii": "1812", "us.1.16th": "2515", "us.1.18th": "2414", "us.4.8th": "1813",
    "cw.hq.xxx": "2914", "cw.50.69th": "2915", "ge.hq.lxxxiv": "2020", "ge.hq.iifj": "2120",
    "ge.352.gr916": "2121", "ge.3fj.fjr5": "2021", "ge.hq.isspz": "3620", "ge.12ss.ss-pzgr25": "3520",
}  # fmt: skip
PUBLIC = (2, 4, 3, 3, 3, 4)
"""Sea, Air Points, income."""
STEPS = 9


def story(forecast: tuple[int, int], answers: int) -> Session:
    """T5 from its Weather Segment on, so many answers further; every answer is the proposal."""
    session = position("air.weather", UNITS, turn=5, forecast="clear", dice=[*forecast, *PUBLIC],
                       sp={"ge7": 3, "gepgw": 3})  # fmt: skip
    for _ in range(answers):
        session.answer(asked(session).options()[0].answer)
    return session


def seen(session: Session, side: Side) -> tuple[Any, ...]:
    """What the kernel hands out for *side*: position, events, question, answers, the end of the film."""
    game, told, ask = session.seen_by(side), tuple(session.told_to(side)), session.ask
    asked_ = (ask.prompt, tuple(ask.options())) if ask is not None and ask.side == side else ()
    replay = Replay(session.definition, session.header, session.entries, side)
    replay.seek(len(told) - 1)
    film = repr(state_to_json(replay.game.state))
    return repr(state_to_json(game.state)), told, asked_, film, tuple(replay.entries)


def panels(session: Session, side: Side) -> tuple[Any, ...]:
    """What the face makes of the table that a side knows."""
    known, face = session.seen_by(side), GAME.face
    return face.status(known), face.track(known), face.reckoning(known)


@pytest.mark.parametrize("viewer", ["german", BYSTANDER])
@pytest.mark.parametrize("answers", [0, 3, 6, STEPS])
def test_another_forecast_changes_nothing_that_others_are_given(viewer: Side, answers: int) -> None:
    """NOR-WX-01, NOR-WX-02, NOR-WX-04  Positions, questions, films and events are the same."""
    truth = story(OVERCAST, answers)
    known = seen(truth, viewer), panels(truth, viewer)
    for other in (STORM, CLEAR):
        told = story(other, answers)
        assert (seen(told, viewer), panels(told, viewer)) == known
        assert asked(told).prompt == asked(truth).prompt, "no question tells it either"


def test_the_story_reaches_the_germans_questions() -> None:
    """Nothing would be proved by a story without them."""
    session = story(CLEAR, STEPS)
    assert {entry.side for entry in session.entries} >= {"allied", "german"}


def test_the_allied_player_sees_his_forecast() -> None:
    """NOR-WX-01"""
    session = story(RAIN, 0)
    assert track(session, "forecast") == "rain"
    assert session.seen_by("allied").state.tracks["forecast"] == "rain"
    assert any(
        isinstance(e, ev.ChartRead) and e.chart == "weather" for e in _told(session, "allied")
    )
    assert "forecast" not in session.seen_by("german").state.tracks
    assert not any(
        isinstance(e, ev.ChartRead) and e.chart == "weather" for e in _told(session, "german")
    )


def _told(session: Session, side: Side) -> list[Any]:
    return [e for e in session.game.journal if VEIL.tell(e, session.game, side) is not None]


def test_the_weather_that_has_come_is_open_to_all() -> None:
    """NOR-WX-02  And no undo takes it back."""
    session = story(STORM, 0)
    notes = [e for e in _told(session, "german") if isinstance(e, ev.Noted)]
    assert [dict(e.facts) for e in notes if e.what == REVEALED] == [{"weather": "clear"}]
    shown = [e for e in events(session, ev.Noted) if VEIL.lays_open(e, session.state)]
    assert [e.what for e in shown] == [REVEALED]
    assert session.seen_by("german").state.tracks["weather"] == "clear"


def test_the_table_says_that_something_is_hidden() -> None:
    """NOR-WX-04  It is shown to its owner when he asks; without forecast nothing is hidden."""
    session = story(CLEAR, 0)
    assert VEIL.level(session.state) == "aside"
    session.state.tracks[FORECAST] = ""
    assert VEIL.level(session.state) == "open"


HOLES: dict[str, Callable[..., Any]] = {
    "cover": lambda *_: None,
    "tell": lambda event, *_: event,
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_veil_would_be_found(hole: str) -> None:
    """NOR-WX-02  The comparison above can fail."""
    torn = type("Torn", (type(VEIL),), {hole: staticmethod(HOLES[hole])})
    definition: GameDefinition = replace(GAME, veil=torn())

    def through(forecast: tuple[int, int]) -> tuple[Any, ...]:
        session = story(forecast, 1)
        session.definition = definition
        return seen(session, "german")

    assert through(CLEAR) != through(STORM)
