"""Hexes that a sentence names."""

from __future__ import annotations

import re

from wargame.hexes.grid import Grid, Hex

_NUMBER = re.compile(r"\b\d{4}\b")


def hexes_in(text: str, grid: Grid) -> list[Hex]:
    """The hexes named by number in *text*, in order."""
    known = set(grid.names)
    return [grid.hex(name) for name in _NUMBER.findall(text) if name in known]
