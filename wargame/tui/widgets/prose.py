"""A rulebook's markdown as rows: paragraphs, lists, tables; rule ids stand out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wargame.content.rulebook import CITED, Rulebook
from wargame.tui.widgets.row import Row, Span, row
from wargame.tui.widgets.tabular import blocks, fit, gap_for, table_lines

_ID = re.compile(rf"\b({CITED})\b")
_BULLET = re.compile(r"(\s*)(?:[-*]|\d+\.)\s+")
_RULE_START = re.compile(rf"\*\*({CITED})\*\*")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
LINKED = "·"
"""Id of a row that mentions rules but is none."""


def prose_rows(text: str, width: int) -> list[Row]:
    """The rows of some markdown; the row of a rule has the rule's id."""
    rows: list[Row] = []
    for block in _blocks(text):
        if block[0].lstrip().startswith("|"):
            rows += _table(block, width)
        else:
            rows += [_paragraph(part) for part in _parts(block)]
        rows.append(row(""))
    return rows[:-1]


def links_of(entry: Row) -> list[str]:
    """The rules a row mentions, its own left out."""
    return [rule for rule in Rulebook.links(entry.text) if rule != entry.id]


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines between blank lines; a table is a block of its own."""
    block: list[str] = []
    for line in text.splitlines():
        tabled = line.lstrip().startswith("|")
        if block and (not line.strip() or tabled != block[0].lstrip().startswith("|")):
            yield block
            block = []
        if line.strip():
            block.append(line)
    if block:
        yield block


def _parts(block: list[str]) -> Iterator[str]:
    """A paragraph, or the items of a list."""
    part = ""
    for line in block:
        if _BULLET.match(line) and part:
            yield part
            part = line
        else:
            part = f"{part} {line.strip()}" if part else line
    yield part


def _paragraph(text: str) -> Row:
    rule = _RULE_START.match(text)
    bullet = _BULLET.match(text)
    example = text.startswith(("*Example", "*"))
    plain = _BOLD.sub(r"\1", text)
    plain = re.sub(r"(?<!\w)\*(.+?)\*(?!\w)", r"\1", plain).replace("`", "")
    base = "dim" if example and not rule and not bullet and text[1:2] != "*" else ""
    spans: list[Span] = []
    for n, piece in enumerate(_ID.split(plain)):
        if n % 2:
            spans.append((piece, "heading" if rule and len(spans) == 0 else "rule"))
        elif piece:
            spans.append((piece, base))
    mentions = _ID.search(plain)
    id = rule.group(1) if rule else (LINKED if mentions else "")  # noqa: A001 - the field's name
    return row(*spans, id=id, hang=len(bullet.group(0)) if bullet else 0)


def _table(block: list[str], width: int) -> list[Row]:
    table = [_cells(line) for line in block if not set(line) <= set("|-: ")]
    wide = max(len(cells) for cells in table)
    table = [cells + [""] * (wide - len(cells)) for cells in table]
    rows: list[Row] = []
    for n, columns in enumerate(blocks(table, width)):
        part = [[cells[column] for column in columns] for cells in table]
        gap = gap_for(part, width)
        widths = fit(part, width, gap)
        rows += [row("")] if n else []
        rows += table_lines(part[0], widths, ["strong"] * len(columns), gap)
        for cells in part[1:]:
            rows += table_lines(cells, widths, ["key", *[""] * (len(columns) - 1)], gap)
    return rows


def _cells(line: str) -> list[str]:
    cells = line.strip().strip("|").split("|")
    return [_BOLD.sub(r"\1", cell).replace("`", "").replace("*", "").strip() for cell in cells]
