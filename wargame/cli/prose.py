"""Markdown of the rulebook as lines for a terminal: paragraphs whole, lists and tables by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wargame.content.rulebook import plain

_ITEM = re.compile(r"\s*(?:[-*]|\d+[.)])\s")
_RULED = re.compile(r"^[\s|:-]+$")


def prose_lines(text: str) -> Iterator[str]:
    """The text without its markup: a line for each paragraph, item of a list and row of a table."""
    table: list[list[str]] = []
    for line in _joined(text):
        if line.lstrip().startswith("|"):
            if not _RULED.match(line):
                table.append([plain(cell) for cell in line.strip().strip("|").split("|")])
            continue
        yield from aligned(table)
        table = []
        indent = " " * (len(line) - len(line.lstrip())) if _ITEM.match(line) else ""
        yield indent + plain(line)
    yield from aligned(table)


def aligned(rows: Sequence[Sequence[str]], numeric: Sequence[int] = ()) -> Iterator[str]:
    """Rows of cells as columns two blanks apart; columns named in *numeric* end flush right."""
    most = max(map(len, rows), default=0)
    cells = [[*row, *[""] * (most - len(row))] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = [
            cell.rjust(width) if n in numeric else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(padded).rstrip()


def _joined(text: str) -> Iterator[str]:
    """The lines, those that only go on with what stands before joined to it."""
    held = ""
    for line in text.splitlines():
        starts = not line.strip() or line.lstrip().startswith("|") or _ITEM.match(line)
        if held and (starts or held.lstrip().startswith("|")):
            yield held
            held = ""
        held = f"{held} {line.strip()}" if held else line.rstrip()
    if held:
        yield held
