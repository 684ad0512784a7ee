"""Attacks to look at without a segment: what is assessed, by the modifiers' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.normandy.table import table
from wargame.games.normandy.odds import NOTHING, Assessment, Stake, assess
from wargame.games.normandy.state import NorGame

POINT = Stake(1)
CALM: dict[str, Any] = {"weather": "overcast", "sea": "rough", "turn": 13}


def look(
    units: Mapping[str, str],
    target: str | Sequence[str],
    states: Mapping[str, Sequence[str]] | None = None,
    stake: Stake = POINT,
    answer: Stake = NOTHING,
    **more: Any,
) -> Assessment:
    """The attack of all Allied (if the target holds them, German) combat units in *units*."""
    g = table(units, states=states, **{**CALM, **more})
    hexes = [target] if isinstance(target, str) else list(target)
    targets = [g.grid.hex(h) for h in hexes]
    defends = g.state.units[g.board.at[targets[0]][0]].side
    near = {n for t in targets for n in g.grid.neighbours[t]}
    attackers = [
        u for u in sorted(units) if _attacks(g, u, defends) and g.state.units[u].hex in near
    ]
    return assess(g, targets, attackers, stake, answer)


def _attacks(g: NorGame, unit: str, defends: str) -> bool:
    return g.content.units[unit].combat_unit and g.state.units[unit].side != defends


def drm(*args: Any, **more: Any) -> dict[str, int]:
    """The modifiers of an attack by name, without those of Unsupported HQs."""
    found = dict(look(*args, **more).modifiers)
    found.pop("Unsupported attackers", 0)
    return found


OPEN = {"cw.3c.9th": "3415", "ge.12ss.ss-pzgr25": "3416"}
"""4 against 4 in the clear."""
