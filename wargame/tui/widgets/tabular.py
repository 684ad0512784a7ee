"""A chart as rows of text, with the column and row of the last roll lit."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from wargame.content.chart import Chart, ChartRow
from wargame.tui.widgets.row import Row, Span, row, wrap

_GAP = 2
_NARROWEST = 4
_CARD = 37
"""Columns of a card in a gallery: two of them fit a terminal of 80."""


def chart_rows(chart: Chart, width: int, column: str = "", label: str = "") -> list[Row]:
    """Title, table and note; the cell where *column* and *label* meet is lit.

    A table too wide for *width* goes on below with its further columns and the same labels; a gallery
    shows its rows as cards, as many beside each other as there is room for.
    """
    if chart.gallery:
        return _gallery_rows(chart, width)
    table = [[chart.corner, *chart.columns], *([entry.label, *entry.cells] for entry in chart.rows)]
    rows = [row((chart.title, "heading"), (f"  {chart.rule}", "rule"), id=chart.rule)]
    for n, block in enumerate(blocks(table, width)):
        rows += [row("")] if n else []
        rows += _block_rows([[cells[n] for n in block] for cells in table], width, column, label)
    if chart.note:
        rows += [row(""), row((chart.note, "dim"))]
    return rows


def _gallery_rows(chart: Chart, width: int) -> list[Row]:
    rows = [row((chart.title, "heading"), (f"  {chart.rule}", "rule"), id=chart.rule)]
    rows += [row((chart.note, "dim"))] if chart.note else []
    wide = min(_CARD, width)
    beside = max(1, (width + 1) // (wide + 1))
    cards = [_card(entry.label, chart.told(entry), wide) for entry in chart.rows]
    for n in range(0, len(cards), beside):
        group = cards[n : n + beside]
        most = max(len(card) for card in group)
        filled = [
            [*card[:-1], *([_inside("", wide)] * (most - len(card))), card[-1]] for card in group
        ]
        for line in zip(*filled, strict=True):
            spans = [span for card in line for span in (*card, (" ", ""))]
            rows.append(row(*spans[:-1]))
    return rows


def _card(title: str, told: Sequence[tuple[str, str]], wide: int) -> list[list[Span]]:
    """A card with its title in the frame and a line for whatever stands on it."""
    name = textwrap.shorten(title, wide - 6, placeholder="…")
    lines = [[("╭─ ", "dim"), (name, "strong"), (f" {'─' * (wide - 5 - len(name))}╮", "dim")]]
    for heading, cell in told:
        first, *more = textwrap.wrap(f"{heading}  {cell}", wide - 4, subsequent_indent="  ")
        lines.append(_inside(first, wide, len(heading)))
        lines += [_inside(line, wide) for line in more]
    return [*lines, [(f"╰{'─' * (wide - 2)}╯", "dim")]]


def _inside(line: str, wide: int, heading: int = 0) -> list[Span]:
    text = [(line[:heading], "key"), (line[heading:], "")]
    return [("│ ", "dim"), *text, (f"{' ' * (wide - 3 - len(line))}│", "dim")]


def chart_window(
    chart: Chart, width: int, height: int, *, column: str = "", label: str = ""
) -> list[Row]:
    """The chart on at most *height* lines where that can be: if it is longer, the block of columns
    with *column*, its headings, and the lines about *label*, with "..." where others are left out.
    Nothing where it is longer and no line of it was read: any part of it would be another one's.
    """
    whole = chart_rows(chart, width, column, label)
    if _lines(whole, width) <= height:
        return whole
    labels = [entry.label for entry in chart.rows]
    if label not in labels:
        return []
    table = [[chart.corner, *chart.columns], *([e.label, *e.cells] for e in chart.rows)]
    found = blocks(table, width)
    at = table[0].index(column, 1) if column in chart.columns else 1
    kept = next(block[1:] for block in found if at in block)
    cut = replace(
        chart,
        columns=tuple(chart.columns[n - 1] for n in kept),
        rows=tuple(ChartRow(e.label, tuple(e.cells[n - 1] for n in kept)) for e in chart.rows),
        note="",
        gallery=False,
    )
    lit = labels.index(label)
    rows: list[Row] = []
    for around in range(len(labels), -1, -1):
        shown = _about(cut.rows, lit, around)
        rows = chart_rows(replace(cut, rows=shown), width, column, label)
        if _lines(rows, width) <= height:
            return rows
    rule = next(n for n, entry in enumerate(rows) if entry.text.startswith("─"))
    heads, body = rows[1:rule], rows[rule + 1 :]
    if _lines([*heads, *body], width) <= height:
        return [*heads, *body]
    return [*heads, *(entry for entry in body if not entry.text.startswith("..."))]


def _about(rows: Sequence[ChartRow], at: int, around: int) -> tuple[ChartRow, ...]:
    """Some lines about one, with dots for those before and after them."""
    first, last = max(at - around, 0), min(at + around, len(rows) - 1)
    dots = ChartRow("...", ("",) * len(rows[at].cells))
    before, after = (dots,) * (first > 0), (dots,) * (last < len(rows) - 1)
    return (*before, *rows[first : last + 1], *after)


def _lines(rows: Sequence[Row], width: int) -> int:
    return sum(len(wrap(entry, width)) for entry in rows)


def _block_rows(table: list[list[str]], width: int, column: str, label: str) -> list[Row]:
    heads, *body = table
    gap = gap_for(table, width)
    widths = fit(table, width, gap)
    lit = heads.index(column, 1) if column in heads[1:] else -1
    keys = ["strong" if n == lit else "key" for n in range(len(heads))]
    rows = table_lines(heads, widths, keys, gap)
    rows.append(row(("─" * min(sum(widths) + gap * (len(widths) - 1), width), "dim")))
    for cells in body:
        hit = bool(label) and cells[0] == label
        styles = [_cell_style(n, lit, hit=hit) for n in range(len(cells))]
        rows += table_lines(cells, widths, styles, gap)
    return rows


def blocks(table: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Columns that fit beside each other, block by block; each block begins with the labels."""
    _, least = _widths(table)
    found, taken = [[0]], least[0]
    for n in range(1, len(least)):
        if len(found[-1]) > 1 and taken + 1 + least[n] > width:
            found.append([0])
            taken = least[0]
        found[-1].append(n)
        taken += 1 + least[n]
    return found


def gap_for(table: Sequence[Sequence[str]], width: int) -> int:
    """Blanks between the columns: one where a table of short words would not fit with two."""
    _, least = _widths(table)
    return _GAP if sum(least) + _GAP * (len(least) - 1) <= width else 1


def fit(table: Sequence[Sequence[str]], width: int, gap: int = _GAP) -> list[int]:
    """Column widths that fit: the widest column gives way first, never below its longest word."""
    widths, least = _widths(table)
    room = width - gap * (len(widths) - 1)
    while sum(widths) > room:
        slack = [w - n for w, n in zip(widths, least, strict=True)]
        widest = max(range(len(widths)), key=lambda n: (slack[n] > 0, widths[n]))
        if slack[widest] <= 0:
            break
        widths[widest] -= 1
    return widths


def table_lines(
    cells: Sequence[str], widths: Sequence[int], styles: Sequence[str], gap: int = _GAP
) -> list[Row]:
    """One table row, over as many lines as its longest cell needs."""
    folded = [textwrap.wrap(c, w) or [""] for c, w in zip(cells, widths, strict=True)]
    rows = []
    for n in range(max(len(lines) for lines in folded)):
        spans: list[Span] = []
        for lines, wide, style in zip(folded, widths, styles, strict=True):
            text = lines[n] if n < len(lines) else ""
            spans += [(text, style), (" " * (wide - len(text) + gap), "")]
        rows.append(row(*spans))
    return rows


def _widths(table: Sequence[Sequence[str]]) -> tuple[list[int], list[int]]:
    """The widest cell of each column, and the least it can do with."""
    columns = list(zip(*table, strict=True))
    widths = [max(len(cell) for cell in cells) for cells in columns]
    least = [max(_longest_word(cell) for cell in cells) for cells in columns]
    return widths, [max(n, min(_NARROWEST, w)) for n, w in zip(least, widths, strict=True)]


def _longest_word(text: str) -> int:
    return max((len(word) for word in text.split()), default=0)


def _cell_style(n: int, lit: int, *, hit: bool) -> str:
    if hit and n == lit:
        return "lit"
    if hit or n == lit:
        return "strong"
    return "key" if n == 0 else ""
