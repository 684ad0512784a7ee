"""A game is played turn by turn: to the last one of its scenario, or until its rules break it off."""

from __future__ import annotations

import random

import pytest

from wargame import games
from wargame.flow.ask import DONE_WORD, PASS
from wargame.flow.session import Session, new_header

_LONG = 100
"""Turns of a scenario from which on it is played by `make long` only."""
SCENARIOS = [
    pytest.param(name, marks=pytest.mark.long) if games.find(name)[1].turns > _LONG else name
    for game in games.MODULES
    for name in games.names(game)
]


def quiet_game(scenario: str, seed: int) -> tuple[Session, list[int]]:
    """Both sides let pass whatever they may; the turn of each question."""
    definition, info = games.find(scenario)
    session = Session.start(definition, new_header(definition, info.id, seed))
    chance, asked = random.Random(seed), list[int]()
    while session.ask is not None:
        asked.append(session.state.turn())
        ways_out = [word for word in (DONE_WORD, PASS) if session.why_not(word) is None]
        session.answer(ways_out[0] if ways_out else session.ask.sample(chance.randrange))
    return session, asked


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_turn_is_played(scenario: str, seed: int) -> None:
    info = games.find(scenario)[1]
    session, asked = quiet_game(scenario, seed)
    assert session.state.ended is not None
    last = session.state.turn()
    if session.state.ended.reason == "stopped":  # a rule ends it before its time: told by the turn
        first = asked[0]
        assert first <= last < first + info.turns - 1
    else:
        assert session.state.ended.reason == "points"
        first = last - info.turns + 1
    played = set(range(first, last + 1))
    assert played <= set(asked), "a decision in every turn, the last one too"
    assert set(asked) - played <= {0}, "0 is the laying out before the first"
