"""Hex numbers as printed on the map: CCRR, two digits of column, then two of row."""

from __future__ import annotations

import re

LARGEST = 99
"""Columns or rows that two digits can number."""


class UnknownHex(ValueError):  # noqa: N818 - named for what the player did, as IllegalAnswer is
    """A text that names no hex of the map; `nearest` is the closest number that does."""

    def __init__(self, text: str, cols: int, rows: int) -> None:
        self.text = text
        self.nearest = _nearest(text, cols, rows)
        fault = "is not on the map" if _well_formed(text) else "is not a hex number"
        if not text.strip():
            super().__init__(f"A hex is missing: hexes run from 0101 to {number(cols, rows)}.")
            return
        super().__init__(
            f'"{text}" {fault}: hexes run from 0101 to {number(cols, rows)}, '
            f"the nearest is {self.nearest}."
        )


def number(column: int, row: int) -> str:
    """Return the printed number of a 1-based column and row."""
    return f"{column:02d}{row:02d}"


def _well_formed(text: str) -> bool:
    return re.fullmatch(r"[0-9]{4}", text) is not None


def _nearest(text: str, cols: int, rows: int) -> str:
    """Read whatever digits there are as a column and a row, and bring them onto the map."""
    groups = re.findall(r"[0-9]+", text)
    if len(groups) != 2:
        digits = "".join(groups)[:4].zfill(4)
        groups = [digits[:2], digits[2:]]
    column, row = (int(digits[:4]) for digits in groups)
    return number(min(max(column, 1), cols), min(max(row, 1), rows))
