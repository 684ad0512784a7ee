"""Reinforcements: who waits off the map, who is due, and where they enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.state import Side, Unit, UnitId

WAITING: Final = "waiting"
"""The box of units that have not come yet."""


def waiting(g: Game[Any], side: Side = "") -> list[Unit]:
    """Units that wait, all or those of a side, by id."""
    found = (u for u in g.state.units.values() if u.box == WAITING and side in ("", u.side))
    return sorted(found, key=lambda unit: unit.id)


def due(
    g: Game[Any], units: Iterable[UnitId], earliest: Callable[[UnitId], int | None]
) -> list[UnitId]:
    """Those of *units* that wait and whose turn has come, in that order."""
    turn, stands = g.state.turn(), g.state.units
    return [u for u in units if stands[u].box == WAITING and (earliest(u) or 0) <= turn]


def entries(
    listed: Iterable[Hex], beside: Iterable[Hex], is_open: Callable[[Hex], bool]
) -> list[Hex]:
    """Where it may come on: the open ones of its hexes, and only if all are blocked those beside."""
    return [*filter(is_open, listed)] or [*filter(is_open, beside)]
