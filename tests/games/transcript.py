"""A whole game as text: segment headings, answers, journal lines, the final chain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header

FOLDER = Path(__file__).parents[1] / "transcripts"
_ANSWER = re.compile(r"^(?:allied|german)> (.+)$", re.MULTILINE)


def replayed(definition: GameDefinition, scenario: str, seed: int, name: str) -> Session:
    """A game by the answers that the transcript called *name* holds."""
    session = Session.start(definition, new_header(definition, scenario, seed))
    for answer in _ANSWER.findall((FOLDER / name).read_text("utf-8")):
        session.answer(answer)
    assert session.ask is None
    return session


def reads_as_it_did(session: Session, name: str, request: pytest.FixtureRequest) -> bool:
    """Whether a game reads as its transcript; with `--golden` the transcript is written anew first."""
    text = transcript(session)
    if request.config.getoption("--golden"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")
    return (FOLDER / name).read_text(encoding="utf-8") == text


def without_rule(session: Session, prefix: str, *, least: int) -> list[str]:
    """The lines of the journal, more than *least*, that name no rule of the game."""
    told = [line for line in transcript(session).split("\n") if line.startswith(("   ", "=="))]
    assert len(told) > least
    return [line for line in told if f"[{prefix}-" not in line]


def transcript(session: Session) -> str:
    """Everything that was answered and what it caused."""
    return "\n".join([*_lines(session), ""])


def _lines(session: Session) -> Iterator[str]:
    header = session.header
    yield f"{header.game}/{header.scenario}, seed {header.seed}"
    teller = Teller(session.definition, session.game, session.steps)
    for entry in session.entries:
        if entry.n:
            yield f"{entry.side}> {entry.answer}"
        for line in teller.lines(entry.events):
            if line.kind == "segment":
                yield ""
                yield f"== {line.text}  [{line.rule}]"
            else:
                yield f"   {line.text}  [{line.rule}]"
    yield ""
    yield f"chain {session.chain}"
