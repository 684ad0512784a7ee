"""What the names in events of Normandy say: words.toml, titles of the tables, and a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.games.normandy.data.files import FILES
from wargame.games.normandy.state import NorGame


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    return {**FILES.words(), "turn": _turn}


def _turn(g: NorGame, facts: Mapping[str, Any]) -> str:
    """NOR-SQ-02"""
    turn = g.content.turns[facts["turn"]]
    shaded = (
        " The cities are counted at its end." if turn.shaded and g.content.plays("victory") else ""
    )
    return f"Turn {turn.number}: {turn.date}.{shaded}"
