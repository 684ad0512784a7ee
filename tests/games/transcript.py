"""A whole game as text: segment headings, answers, journal lines, the final chain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.games.endings import Player
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header

FOLDER = Path(__file__).parents[1] / "transcripts"
_ANSWER = re.compile(r"^(?:allied|german)> (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Golden:
    """A whole game that is compared word for word."""

    definition: GameDefinition
    scenario: str
    seed: int
    name: str
    """The file that holds it."""
    prefix: str
    """Of the rules of the game."""
    least: int
    """Its journal has more lines."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What was chosen with the scenario."""
    player: Player | None = None
    """Who plays it; None for the answers that its transcript holds."""

    def played(self) -> Session:
        """The game to its end."""
        header = new_header(self.definition, self.scenario, self.seed, options=self.options)
        session = Session.start(self.definition, header)
        player = self.player or _again(self.name)
        while session.ask is not None:
            session.answer(player(session))
        return session


def _again(name: str) -> Player:
    answers = iter(_ANSWER.findall((FOLDER / name).read_text("utf-8")))
    return lambda _session: next(answers)


def written(text: str, name: str, request: pytest.FixtureRequest) -> str:
    """What the transcript of that name says; with `--golden` it is written anew first."""
    if request.config.getoption("--golden"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")
    return (FOLDER / name).read_text(encoding="utf-8")


def without_rule(text: str, prefix: str, *, least: int) -> list[str]:
    """The lines of a journal, more than *least*, that name no rule of the game."""
    told = [line for line in text.split("\n") if line.startswith(("   ", "=="))]
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
