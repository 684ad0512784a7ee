"""What the names in events of Arras say: words.toml, titles of the tables, and two sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.content.words import read_words
from wargame.flow.definition import Sentence
from wargame.games.arras.attack import describe
from wargame.games.arras.data.files import HERE, read_tables
from wargame.games.arras.state import ArrasGame


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    tables = read_tables()
    return {
        **read_words(HERE / "words.toml"),
        **{event.id: event.title for event in tables.events.event},
        **{f"events.{event.id}": event.title for event in tables.events.event},
        **{f"intercept.{row.id}": row.text for row in tables.interception.result},
        "turn": _turn,
        "declared": _declared,
    }


def _turn(g: ArrasGame, facts: Mapping[str, Any]) -> str:
    """ARR-SQ-05"""
    turn = g.content.turns[facts["turn"]]
    return f"Turn {turn.number}: {turn.date}, {turn.time}, {turn.light}."


def _declared(g: ArrasGame, facts: Mapping[str, Any]) -> str:
    """ARR-CO-10"""
    return describe(g, facts["targets"], facts["units"])
