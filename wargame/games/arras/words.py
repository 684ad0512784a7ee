"""What the names in events of Arras say: words.toml, titles of the tables, and two sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.games.arras.asks.attack import describe
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import FILES
from wargame.games.arras.state import ArrasGame


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    events = ArrasContent.events.values()
    return {
        **FILES.words(),
        **{event.id: event.title for event in events},
        **{f"events.{event.id}": event.title for event in events},
        **{f"intercept.{row.id}": row.text for row in ArrasContent.interception.result},
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
