"""A whole game of the learning scenario as a player reads it, compared word for word.

`pytest --golden tests/games/arras/test_transcript.py` writes it anew.
"""

from __future__ import annotations

import pytest

from tests.games.arras.player import reply
from tests.games.transcript import reads_as_it_did, without_rule
from wargame.flow.session import Session, new_header
from wargame.games.arras import GAME

NAME = "arras-learning.txt"
SEED = 1940


@pytest.fixture(scope="module")
def played() -> Session:
    """The learning scenario between two scripted players."""
    session = Session.start(GAME, new_header(GAME, "learning", SEED))
    while session.ask is not None:
        session.answer(reply(session))
    return session


@pytest.mark.golden
def test_the_learning_scenario_reads_as_it_did(
    played: Session, request: pytest.FixtureRequest
) -> None:
    assert reads_as_it_did(played, NAME, request)


def test_every_line_of_the_journal_names_its_rule(played: Session) -> None:
    assert without_rule(played, "ARR", least=100) == []


def test_the_game_shows_what_the_rules_are_about(played: Session) -> None:
    keys = {entry.key for entry in played.entries}
    assert {"movement.move", "air.mission", "air.intercept", "artillery.fire"} <= keys
    assert {"combat.attack", "combat.no_retreat", "combat.retreat", "combat.advance"} <= keys
