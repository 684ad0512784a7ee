"""Hexes that a sentence names."""

from __future__ import annotations

import re
from typing import Any

from wargame.flow.game import Game
from wargame.flow.journal import Line
from wargame.hexes.grid import Grid, Hex

_NUMBER = re.compile(r"\b\d{4}\b")


def hexes_in(text: str, grid: Grid) -> list[Hex]:
    """The hexes named by number in *text*, in order."""
    known = set(grid.names)
    return [grid.hex(name) for name in _NUMBER.findall(text) if name in known]


def place_of(line: Line, game: Game[Any]) -> Hex | None:
    """Where a journal line leads: the end of its path, its units, or the hex it names."""
    units = game.state.units
    hexes = line.hexes or [h for u in line.units if u in units and (h := units[u].hex) >= 0]
    hexes = hexes or hexes_in(line.text, game.grid)
    return hexes[-1] if hexes else None
