"""A whole game of the learning scenario as a player reads it, compared word for word.

`pytest --golden tests/games/hannut/test_transcript.py` writes it anew, with the same answers.
"""

from __future__ import annotations

import pytest

from tests.games.transcript import reads_as_it_did, replayed, without_rule
from wargame.flow.session import Session
from wargame.games.hannut import GAME

NAME = "hannut-orp.txt"


@pytest.fixture(scope="module")
def played() -> Session:
    """The learning scenario by the answers that the transcript holds."""
    return replayed(GAME, "orp", 1940, NAME)


@pytest.mark.golden
def test_the_learning_scenario_reads_as_it_did(
    played: Session, request: pytest.FixtureRequest
) -> None:
    assert reads_as_it_did(played, NAME, request)


def test_every_line_of_the_journal_names_its_rule(played: Session) -> None:
    assert without_rule(played, "HAN", least=300) == []
