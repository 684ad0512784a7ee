"""What a game lets position files say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wargame.flow.game import Game
from wargame.model.state import UnitId


@dataclass(frozen=True, slots=True)
class LabKit:
    """What a position file may say beyond hexes, dice and turns; all else is refused."""

    states: Sequence[str] = ()
    """States it may put on a unit."""
    set: Mapping[str, Callable[[Game[Any], Any], None]] = field(default_factory=dict)
    """What it may set, by documented name; a handler raises ValueError."""
    unit: Mapping[str, Callable[[Game[Any], UnitId, Any], None]] = field(default_factory=dict)
    """Further keys of a unit."""
    boxes: Sequence[str] = ()
    """Boxes it may put a unit in."""
    kept: Sequence[str] = ()
    """Boxes that `clear = true` leaves alone."""
    ready: Callable[[Game[Any], str], None] | None = None
    """Called before its segment runs: make the table as if it was reached normally."""
    opened: Mapping[str, str] = field(default_factory=dict)
    """Steps that a script opens and in which a position may stand, each with the script's own step, which stands
    before it; `ready` keeps what their frames hold."""
    later: Callable[[Game[Any]], Collection[str]] | None = None
    """What is put into a cup only as the game goes on, so that `draws` may name it."""
    die: int = 6
    """The highest number it may lay out for a die."""
