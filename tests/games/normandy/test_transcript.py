"""A whole game of the learning scenario as a player reads it, compared word for word.

`pytest --golden tests/games/normandy/test_transcript.py` writes it anew, with the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME

GOLDEN = Path(__file__).parents[2] / "transcripts" / "normandy-epsom.txt"
SEED = 1944


@pytest.fixture(scope="module")
def played() -> Session:
    """The learning scenario by the answers that the transcript holds."""
    session = Session.start(GAME, new_header(GAME, "epsom", SEED))
    for answer in re.findall(r"^(?:allied|german)> (.+)$", GOLDEN.read_text("utf-8"), re.MULTILINE):
        session.answer(answer)
    assert session.ask is None
    return session


def lines_of(session: Session) -> Iterator[str]:
    """Segment headings, answers, journal lines, the final chain."""
    yield f"normandy/epsom, seed {SEED}"
    teller = Teller(session.definition, session.game, session.steps)
    for entry in session.entries:
        if entry.n:
            yield f"{entry.side}> {entry.answer}"
        for line in teller.lines(entry.events):
            heading = line.kind == "segment"
            yield f"{'== ' if heading else '   '}{line.text}  [{line.rule}]"
    yield f"chain {session.chain}"


@pytest.mark.golden
def test_the_learning_scenario_reads_as_it_did(
    played: Session, request: pytest.FixtureRequest
) -> None:
    text = "\n".join([*lines_of(played), ""])
    if request.config.getoption("--golden"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


def test_every_line_of_the_journal_names_its_rule(played: Session) -> None:
    told = [line for line in lines_of(played) if line.startswith(("   ", "== "))]
    assert len(told) > 300
    assert [line for line in told if "[NOR-" not in line] == []
