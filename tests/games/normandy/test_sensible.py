"""Whole turns of Normandy by decisions that somebody might take, not by chance: they go on, verify and ask little."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.normandy.player import reply
from wargame.flow.session import Session, new_header
from wargame.flow.verify import verify
from wargame.games.normandy import GAME
from wargame.games.normandy.score import cities_held

MOST = 90
"""Questions that a side may be asked in a game-turn, every one answered by itself."""


def played(scenario: str, seed: int, turns: int) -> tuple[Session, Counter[tuple[int, str]]]:
    """So many turns from the first on, and how many questions each side had in each."""
    session = Session.start(GAME, new_header(GAME, scenario, seed))
    last, asked = session.state.turn() + turns, Counter[tuple[int, str]]()
    while session.ask is not None and session.state.turn() < last:
        asked[session.state.turn(), session.ask.side] += 1
        session.answer(reply(session))
    assert verify(GAME, session.header, session.entries).ok
    return session, asked


def test_a_sensible_game_of_the_odon_ends_with_ground_won() -> None:
    session, asked = played("epsom", 3, 3)
    assert session.ask is None
    assert max(asked.values()) <= MOST
    assert 2 == cities_held(session.game)
    assert {(10, "allied"), (10, "german"), (12, "allied"), (12, "german")} <= asked.keys()


@pytest.mark.long
def test_ten_sensible_turns_of_the_campaign() -> None:
    """Before July the beaches are joined, and a side is asked no more than in July."""
    session, asked = played("campaign", 7, 10)
    assert 11 == session.state.turn()
    assert max(asked.values()) <= MOST
    assert cities_held(session.game) > 2
