"""A whole game as text: segment headings, answers, journal lines, the final chain."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.games.endings import Player
from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header

FOLDER = Path(__file__).parents[1] / "transcripts"
PROOFS = FOLDER / "rulesets.toml"
_ANSWER = re.compile(r"^[a-z]+> (.+)$", re.MULTILINE)


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
    """Who plays it where the answers that its transcript holds no longer do."""

    def played(self) -> Session:
        """The game to its end, with the answers of its transcript as far as they are legal to the end."""
        try:
            return self._played(_again(self.name))
        except (IllegalAnswer, LookupError, OSError):
            if self.player is None:
                raise
            return self._played(self.player)

    def _played(self, player: Player) -> Session:
        header = new_header(self.definition, self.scenario, self.seed, options=self.options)
        session = Session.start(self.definition, header)
        while session.ask is not None:
            session.answer(player(session))
        return session


def _again(name: str) -> Player:
    answers = _ANSWER.findall((FOLDER / name).read_text("utf-8"))
    return lambda session: answers[session.n]


def written(text: str, golden: Golden, request: pytest.FixtureRequest) -> str:
    """What its transcript says; with `--golden` it is written anew first, and its proof if there is none."""
    path = FOLDER / golden.name
    if request.config.getoption("--golden"):
        path.write_text(text, encoding="utf-8")
        ruleset = golden.definition.ruleset
        if ruleset not in proofs().get(golden.name, {}):
            with PROOFS.open("a", encoding="utf-8") as file:
                file.write(f'\n["{golden.name}"."{ruleset}"]\nchain = "{proof(path)}"\n')
    return path.read_text(encoding="utf-8")


def proofs() -> dict[str, dict[str, dict[str, str]]]:
    """By transcript and ruleset, the chain value at its end."""
    return tomllib.loads(PROOFS.read_text(encoding="utf-8"))


def proof(path: Path) -> str:
    """The chain value at the end of a transcript: all that was answered and came of it, without a word."""
    return path.read_text(encoding="utf-8").rsplit("chain ", 1)[1].strip()


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
