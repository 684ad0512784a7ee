"""Charts: the tables a player reads, as titled rows of text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml


class ChartTable(TomlModel):
    """One [[chart]] of a charts file; the first entry of each row is its label."""

    name: str
    title: str
    rule: str
    corner: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""


class ChartFile(TomlModel):
    """A charts.toml."""

    chart: tuple[ChartTable, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One line of a chart."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One table as the player sees it."""

    name: str
    title: str
    rule: str
    columns: tuple[str, ...]
    """The headings of the cells; the labels stand under `corner`."""
    rows: tuple[ChartRow, ...]
    note: str = ""
    corner: str = ""

    def cell(self, column: str, row_label: str) -> str:
        """The entry where a column and a row meet."""
        labels = [row.label for row in self.rows]
        if column not in self.columns:
            raise DataError.unknown("charts", f"{self.name}.columns", column, self.columns)
        if row_label not in labels:
            raise DataError.unknown("charts", f"{self.name}.rows", row_label, labels)
        return self.rows[labels.index(row_label)].cells[self.columns.index(column)]


def read_charts(path: Path) -> dict[str, Chart]:
    """Every chart of the file by name, in file order; a chart without rows awaits derived ones."""
    charts: dict[str, Chart] = {}
    for table in read_toml(path, ChartFile).chart:
        if table.name in charts:
            raise DataError(path, f"chart.{table.name}", "this chart is listed twice")
        charts[table.name] = _chart(path, table)
    return charts


def with_rows(chart: Chart, rows: tuple[ChartRow, ...]) -> Chart:
    """The same chart with rows worked out from the game's machine tables."""
    _check("charts", chart.name, chart.columns, rows)
    return Chart(chart.name, chart.title, chart.rule, chart.columns, rows, chart.note, chart.corner)


def _chart(path: Path, table: ChartTable) -> Chart:
    rows = tuple(ChartRow(row[0] if row else "", row[1:]) for row in table.rows)
    _check(path, table.name, table.columns, rows)
    return Chart(table.name, table.title, table.rule, table.columns, rows, table.note, table.corner)


def _check(
    file: Path | str, name: str, columns: tuple[str, ...], rows: tuple[ChartRow, ...]
) -> None:
    labels = [row.label for row in rows]
    for number, row in enumerate(rows):
        key = f"chart.{name}.rows.{number}"
        if len(row.cells) != len(columns):
            wanted = len(columns)
            raise DataError(file, key, f"has {len(row.cells)} cells for {wanted} columns")
        if labels.index(row.label) != number:
            raise DataError(file, key, f'the label "{row.label}" stands twice')
    if len(set(columns)) != len(columns):
        raise DataError(file, f"chart.{name}.columns", "a heading stands twice")
