"""From hex to hex by key: six directions, and west and east along a row of numbers."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from wargame.hexes.grid import Grid, Hex

Step: TypeAlias = Literal["N", "NE", "SE", "S", "SW", "NW", "W", "E"]

_SIX: Final[dict[Step, int]] = {"N": 0, "NE": 1, "SE": 2, "S": 3, "SW": 4, "NW": 5}


def stepped(grid: Grid, h: Hex, step: Step) -> Hex:
    """The hex one step on, or *h* itself where the map ends.

    West and east keep the row: they go north and south of west, or of east, by turns.
    """
    if step == "W":
        return h - grid.rows if grid.column(h) > 1 else h
    if step == "E":
        return h + grid.rows if grid.column(h) < grid.cols else h
    other = grid.around[h][_SIX[step]]
    return other if other >= 0 else h


def leapt(grid: Grid, h: Hex, rows: int) -> Hex:
    """The hex *rows* further south in the column, as far as the map goes."""
    row = min(max(grid.row(h) + rows, 1), grid.rows)
    return h + row - grid.row(h)
