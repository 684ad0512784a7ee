"""A whole game of the learning scenario as a player reads it, compared word for word.

`WARGAME_REGEN=1 pytest tests/games/arras/test_transcript.py` writes it anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.games.arras.player import reply
from tests.games.arras.transcript import transcript
from wargame.flow.session import Session, new_header
from wargame.games.arras import GAME

GOLDEN = Path(__file__).parents[2] / "transcripts" / "arras-learning.txt"
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
    text = transcript(played)
    if os.environ.get("WARGAME_REGEN") or request.config.getoption("--golden"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


def test_every_line_of_the_journal_names_its_rule(played: Session) -> None:
    told = [line for line in transcript(played).split("\n") if line.startswith(("   ", "=="))]
    assert len(told) > 100
    assert [line for line in told if "[ARR-" not in line] == []


def test_the_game_shows_what_the_rules_are_about(played: Session) -> None:
    keys = {entry.key for entry in played.entries}
    assert {"movement.move", "air.mission", "air.intercept", "artillery.fire"} <= keys
    assert {"combat.attack", "combat.no_retreat", "combat.retreat", "combat.advance"} <= keys
