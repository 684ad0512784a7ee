"""Recorded player-turns: the answers of players one by one, counted; what standing orders answer is not.

A file in `turns/` is a game from its start, a text a player-turn; its rows name those that are counted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.ledger import mark_of
from wargame import games
from wargame.flow.session import Session, new_header

TURNS = Path(__file__).parent / "turns"


class Stretch(NamedTuple):
    """Player-turns that have a goal."""

    what: str
    most: int
    """Questions of the longest of them."""
    turns: int
    goal: int


def stretches() -> Iterator[Stretch]:
    """Every row of every file, once its game has been played again; raises AssertionError where it went another way."""
    for path in sorted(TURNS.glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        counts = _played(path.stem, raw)
        for row in raw["row"]:
            found = counts[row["first"] : row["last"] + 1]
            yield Stretch(row["what"], max(found), len(found), row["goal"])


def told(found: Stretch) -> str:
    """The longest of its player-turns beside the goal; one that misses it says so."""
    missed = "  MISSED" if found.most > found.goal else ""
    return (
        f"{found.most} questions (goal {found.goal}) at most in {found.turns} player-turns{missed}"
    )


def _played(name: str, raw: dict[str, Any]) -> list[int]:
    """How many questions players answered in each player-turn, the orders that they gave apart."""
    definition, info = games.find(raw["scenario"])
    session = Session.start(definition, new_header(definition, info.id, raw["seed"]))
    counts = []
    for n, text in enumerate(raw["turns"]):
        answers, turn = [answer.strip() for answer in text.split(";")], _turn(session)
        for answer in answers:
            assert _turn(session) == turn, f"{name}: player-turn {n} is over before {answer}"
            session.answer(answer)
        assert _turn(session) != turn, f"{name}: player-turn {n} is not over"
        counts.append(len(answers))
    assert mark_of(session.state) == raw["position"], f"{name} led to another position"
    return counts


def _turn(session: Session) -> tuple[int, str]:
    """The game-turn and the player-turn in it: the second of the open steps."""
    return session.state.turn(), session.state.frames[1].name
