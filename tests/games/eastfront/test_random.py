"""Random games of the smallest scenario come to an end, and nothing is broken on the way."""

from __future__ import annotations

import random

import pytest

from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME
from wargame.games.eastfront.invariants import broken


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_minsk_is_played_to_its_end(seed: int) -> None:
    session = Session.start(GAME, new_header(GAME, "minsk", seed))
    chance, turns = random.Random(seed), set()
    while session.ask is not None:
        turns.add(session.state.turn())
        session.answer(session.ask.sample(chance.randrange))
        assert [] == broken(session.game)
    assert {1, 2, 3, 4} == turns
    ended = session.state.ended
    assert ended is not None
    assert "points" == ended.reason
    assert ended.level in {band.level for band in GAME.load("minsk").scenario.band}  # type: ignore[attr-defined]


def test_a_turn_is_taken_back_and_played_again() -> None:
    session = Session.start(GAME, new_header(GAME, "minsk", 7))
    chance, given = random.Random(7), []
    for _ in range(60):
        assert session.ask is not None
        given.append(session.ask.sample(chance.randrange))
        session.answer(given[-1])
    again = Session.start(GAME, new_header(GAME, "minsk", 7))
    for answer in given:
        again.answer(answer)
    assert session.chain == again.chain
