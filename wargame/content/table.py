"""Tables of results as they stand in a file: a row for each roll, a cell for each column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from wargame.content.errors import DataError

Cell = TypeVar("Cell")
Column = TypeVar("Column")


def by_column(
    file: Path,
    key: str,
    rows: Mapping[int, Sequence[Cell]],
    *,
    rolls: Collection[int],
    columns: Sequence[Column],
) -> dict[Column, dict[int, Cell]]:
    """The cells by column and roll; every roll has a row and every row a cell for each column."""
    if sorted(rows) != sorted(rolls):
        raise DataError(file, key, f"does not cover {min(rolls)} to {max(rolls)}")
    for roll, row in rows.items():
        if len(row) != len(columns):
            wrong = f"has {len(row)} results for {len(columns)} columns"
            raise DataError(file, f"{key}.{roll}", wrong)
    return {
        column: {roll: rows[roll][place] for roll in rolls} for place, column in enumerate(columns)
    }
