"""Markdown of the rulebook as lines for a terminal: paragraphs whole, lists and tables by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wargame.content.markdown import blocks, words

_WIDEST = 10_000
"""Columns; no row is folded."""


def prose_lines(text: str) -> Iterator[str]:
    """The text without its markup: a line for each paragraph, item of a list and row of a table."""
    for block in blocks(text):
        match block.kind:
            case "table":
                yield from aligned([[words(cell) for cell in row] for row in block.rows])
            case "item":
                yield f"{'    ' * block.depth}{block.mark} {block.text}"
            case "code":
                yield from block.runs[0].text.rstrip().splitlines()
            case _:
                yield block.text


def aligned(rows: Sequence[Sequence[str]], numeric: Sequence[int] = ()) -> Iterator[str]:
    """Rows of cells as columns two blanks apart; columns named in *numeric* end flush right."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for n in range(max(map(len, rows), default=0)):
        grid.add_column(justify="right" if n in numeric else "left", no_wrap=True)
    for row in rows:
        grid.add_row(*map(Text, row))
    console = Console(width=_WIDEST, color_system=None)
    for line in console.render_lines(grid, pad=False) if rows else ():
        yield "".join(segment.text for segment in line).rstrip()
