"""Losses: the rungs that a unit goes down and comes up again, a step or a check at a time.

A ladder lists the sides of a counter, or how its nerve stands, the best first; that one is marked by no
state, each other by a state of its name.  What comes below the last rung is the game's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wargame.flow.game import Game
from wargame.model.events import Event, StateGained, StateLost
from wargame.model.state import Unit, UnitId


def shifted(unit: Unit, ladder: Sequence[str], by: int, rule: str) -> Iterator[Event]:
    """What going so many rungs down, or up if negative, comes to; nothing beyond an end."""
    now = next((n for n, state in enumerate(ladder) if state in unit.states), 0)
    if 0 <= now + by < len(ladder):
        if now:
            yield StateLost(unit.id, ladder[now], rule)
        if now + by:
            yield StateGained(unit.id, ladder[now + by], rule)


def shift(g: Game[Any], unit_id: UnitId, ladder: Sequence[str], by: int, *, rule: str) -> bool:
    """The same on the table; whether there was such a rung."""
    facts = tuple(shifted(g.state.units[unit_id], ladder, by, rule))
    g.emit_all(facts)
    return bool(facts)
