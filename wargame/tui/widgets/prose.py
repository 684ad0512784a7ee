"""A rulebook's markdown as rows: paragraphs, lists, tables; rule ids stand out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wargame.content.markdown import Block, Run, blocks, words
from wargame.content.rulebook import CITED, Rulebook
from wargame.tui.widgets.row import Row, Span, row
from wargame.tui.widgets.tabular import blocks as blocks_of
from wargame.tui.widgets.tabular import fit, gap_for, table_lines

_ID = re.compile(rf"\b({CITED})\b")
LINKED = "·"
"""Id of a row that mentions rules but is none."""


def prose_rows(text: str, width: int) -> list[Row]:
    """The rows of some markdown; the row of a rule has the rule's id."""
    rows: list[Row] = []
    before = ""
    for block in blocks(text):
        if rows and not (block.kind == before == "item"):
            rows.append(row(""))
        before = block.kind
        match block.kind:
            case "table":
                rows += _table([[words(cell) for cell in line] for line in block.rows], width)
            case "code":
                rows += [row(line) for line in block.runs[0].text.rstrip().splitlines()]
            case _:
                rows.append(_paragraph(block))
    return rows


def links_of(entry: Row) -> list[str]:
    """The rules a row mentions, its own left out."""
    return [rule for rule in Rulebook.links(entry.text) if rule != entry.id]


def _paragraph(block: Block) -> Row:
    """A paragraph or an item; the id of a rule that it begins with is a heading, an example is dim."""
    first = block.runs[0] if block.runs else Run("")
    rule = first.text if first.strong and _ID.fullmatch(first.text) else ""
    base = "dim" if first.slanted and block.kind == "paragraph" else ""
    mark = f"{'    ' * block.depth}{block.mark} " if block.kind == "item" else ""
    spans: list[Span] = []
    for n, piece in enumerate(_ID.split(mark + block.text)):
        if n % 2:
            spans.append((piece, "heading" if rule and n == 1 else "rule"))
        elif piece:
            spans.append((piece, base))
    id = rule or (LINKED if _ID.search(block.text) else "")  # noqa: A001 - the field's name
    return row(*spans, id=id, hang=len(mark))


def _table(table: Sequence[Sequence[str]], width: int) -> list[Row]:
    rows: list[Row] = []
    for n, columns in enumerate(blocks_of(table, width)):
        part = [[cells[column] for column in columns] for cells in table]
        gap = gap_for(part, width)
        widths = fit(part, width, gap)
        rows += [row("")] if n else []
        rows += table_lines(part[0], widths, ["strong"] * len(columns), gap)
        for cells in part[1:]:
            rows += table_lines(cells, widths, ["key", *[""] * (len(columns) - 1)], gap)
    return rows
