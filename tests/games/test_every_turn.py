"""A game that nobody wins early is played for as many turns as its scenario says."""

from __future__ import annotations

import random

import pytest

from wargame import games
from wargame.flow.ask import DONE_WORD, PASS
from wargame.flow.session import Session, new_header

SCENARIOS = [name for game in games.MODULES for name in games.names(game)]


def quiet_game(scenario: str, seed: int) -> tuple[Session, set[int]]:
    """Both sides let pass whatever they may; the turns in which something was asked."""
    definition, info = games.find(scenario)
    session = Session.start(definition, new_header(definition, info.id, seed))
    chance, asked = random.Random(seed), set()
    while session.ask is not None:
        asked.add(session.state.turn())
        ways_out = [word for word in (DONE_WORD, PASS) if session.why_not(word) is None]
        session.answer(ways_out[0] if ways_out else session.ask.sample(chance.randrange))
    return session, asked


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_turn_is_played(scenario: str, seed: int) -> None:
    info = games.find(scenario)[1]
    session, asked = quiet_game(scenario, seed)
    assert session.state.ended is not None
    assert session.state.ended.reason == "points"
    last = session.state.turn()
    played = set(range(last - info.turns + 1, last + 1))
    assert played <= asked, "a decision in every turn, the last one too"
    assert asked - played <= {0}, "0 is the laying out before the first"
