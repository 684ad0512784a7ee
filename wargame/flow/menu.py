"""What a menu says of a game, taken from its files: sides and scenarios."""

from __future__ import annotations

from typing import Any

from wargame.content.shelf import GameFiles
from wargame.flow.definition import ScenarioInfo, SideInfo


def sides(files: GameFiles[Any]) -> tuple[SideInfo, ...]:
    """The players' sides, coloured in the order they are named."""
    return tuple(SideInfo(side, title, n) for n, (side, title) in enumerate(files.sides.items()))


def scenarios(files: GameFiles[Any]) -> tuple[ScenarioInfo, ...]:
    """The scenarios, the longest first."""
    return tuple(
        ScenarioInfo(s.id, s.title, s.turns, s.minutes, s.blurb, s.answers, s.first_turn)
        for s in files.scenarios.all()
    )
