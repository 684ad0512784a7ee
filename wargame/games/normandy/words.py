"""What the names in events of Normandy say: words.toml, titles of the tables, and a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.games.normandy.data.files import FILES
from wargame.games.normandy.state import NorGame, unit_name


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    mine = {"turn": _turn, "enters": _enters, "withdrawal_forced": _forced, "boundary": _boundary}
    return {**FILES.words(), **mine}


def _turn(g: NorGame, facts: Mapping[str, Any]) -> str:
    """NOR-SQ-02"""
    turn = g.content.turns[facts["turn"]]
    shaded = (
        " The cities are counted at its end." if turn.shaded and g.content.plays("victory") else ""
    )
    return f"Turn {turn.number}: {turn.date}.{shaded}"


def _enters(g: NorGame, facts: Mapping[str, Any]) -> str:
    """NOR-RF-03, NOR-OM-02  Areas by their letters; the entries of a short scenario by name."""
    area = g.content.areas[facts["area"]]
    where = f"Area {area.id}" if g.content.plays("areas") else area.name
    return f"{unit_name(g, facts['unit'])} enters from {where}."


def _forced(g: NorGame, facts: Mapping[str, Any]) -> str:
    """NOR-WN-02  With what compels it."""
    rules = g.content.victory.withdrawal
    why = {
        "cities": f"{rules.must_cities} cities or more are Allied-controlled",
        "areas": f"Areas {' and '.join(rules.must_areas)} are Allied-controlled",
        "turn": f"turn {rules.must_turn} is over",
    }[facts["why"]]
    return f"The Germans must withdraw from Normandy: {why}. The last turn is {facts['turn']}."


def _boundary(_: NorGame, facts: Mapping[str, Any]) -> str:
    """NOR-BD-03  A run of rows, or a single one."""
    first, last = facts["first"], facts["last"]
    rows = f"row {first}" if first == last else f"rows {first} to {last}"
    return f"The boundary runs along column {facts['column']} in {rows}."
