"""Cells of a drawn board as letters: which cell each is, and the tile it belongs to."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Tile: TypeAlias = tuple[int, int]
"""Column and row of a tile, counted in tiles."""

WIDE, DEEP = 12, 5
"""Cells of a tile each way."""
_ACROSS, _DOWN = 256, 224
"""After so many cells the letters begin again: no window is as large."""
_FIRST: Final = 0x100000
"""The letters that mean nothing in any writing."""
CELLS: Final = re.compile("[\U00100000-\U0010dfff]+")


def letter(y: int, x: int) -> str:
    """The letter of a cell."""
    return chr(_FIRST + (y % _DOWN) * _ACROSS + x % _ACROSS)


def cell_of(char: str, top: int, left: int) -> tuple[int, int]:
    """Line and column of the cell of a letter, in a window that begins there."""
    y, x = divmod(ord(char) - _FIRST, _ACROSS)
    return top + (y - top) % _DOWN, left + (x - left) % _ACROSS
