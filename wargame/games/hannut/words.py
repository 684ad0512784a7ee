"""What the names in events of Hannut say: words.toml, and three sentences that count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wargame.flow.definition import Sentence
from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.data.files import FILES
from wargame.games.hannut.state import HannutGame, kind_of

_FIRES = {"artillery": "artillery", "stuka": "Stukas"}


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    counted = {"turn": _turn, "assaulted": _assaulted, "out_of_command": _out_of_command}
    return {**FILES.words(), **_markers(), **counted, "needed": _needed}


def _markers() -> Mapping[str, str]:
    """HAN-CU-01, HAN-IF-01  A marker by what is printed on it, with who acts or fires when it is drawn."""
    formations = {row["marker"]: row["name"] for row in HannutContent.listed.formation}
    fires = {row.id: _FIRES[row.kind] for row in HannutContent.indirect.marker}
    return {marker: f"{marker} ({who})" for marker, who in {**formations, **fires}.items()}


def _turn(g: HannutGame, facts: Mapping[str, Any]) -> str:
    """HAN-SP-23"""
    return f"Turn {facts['turn']}: {g.content.turns[facts['turn']].time}."


def _assaulted(g: HannutGame, facts: Mapping[str, Any]) -> str:
    """HAN-AS-01"""
    names = " and ".join(kind_of(g, unit).name for unit in facts["units"])
    does = "assault" if len(facts["units"]) > 1 else "assaults"
    return f"{names} {does} {g.grid.name(facts['where'])}."


def _out_of_command(_: HannutGame, facts: Mapping[str, Any]) -> str:
    """HAN-SP-03"""
    lost = facts["count"]
    who = {0: "No unit is", 1: "1 unit is"}.get(lost, f"{lost} units are")
    return f"{who} Out of Command."


def _needed(_: HannutGame, facts: Mapping[str, Any]) -> str:
    """HAN-GE-07, HAN-GE-08  What the dice had to show, whether modifiers change the roll or the number."""
    return f"needs {facts['needed'] - facts['added']} or less on the dice"
