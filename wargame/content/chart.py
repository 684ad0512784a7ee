"""Charts: the tables a player reads, as titled rows of text that take their numbers from the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Any, Protocol, TypeAlias, TypeVar

from wargame.content.errors import DataError
from wargame.content.figures import in_halves, signed, span
from wargame.content.toml import TomlModel, read_toml
from wargame.hexes.grid import Grid

Rows: TypeAlias = Sequence[tuple[str, ...]]
"""Rows worked out by a game, each with its label first."""


class Printed(Hashable, Protocol):
    """What a chart takes its numbers from: a game's content."""

    @property
    def grid(self) -> Grid: ...


Content = TypeVar("Content", bound=Printed)


class Each(TomlModel):
    """A row for every entry of a table: `{ each = "terrain.terrain", row = ["{title}", ...] }`."""

    each: str
    row: tuple[str, ...]


class Made(TomlModel):
    """Rows that the game works out, by name; a chart without rows has those of its own name."""

    made: str


class ChartTable(TomlModel):
    """One [[chart]] of a charts file; the first entry of each row is its label.

    A text in braces is looked up in the game's content: "{terrain.road.main:halves}".
    """

    name: str
    title: str
    rule: str
    corner: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | Each | Made, ...] = ()
    note: str = ""
    gallery: bool = False
    """Whether each row is a card of its own, to be looked at rather than compared."""


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
    gallery: bool = False

    def told(self, row: ChartRow) -> list[tuple[str, str]]:
        """What stands in a row, by its heading; empty cells left out."""
        cells = zip(self.columns, row.cells, strict=True)
        return [(heading, cell) for heading, cell in cells if cell not in ("", "-")]

    def line_of(self, row: str, total: int, added: int = 0) -> str:
        """The label of the line that was read: *row* itself, or the one that covers the total of the dice.

        A row that is the dice as they fell, before something was *added*, is not the one that was
        read; beyond the numbers of a chart its last counts.
        """
        labels = [entry.label for entry in self.rows]
        modified = added != 0 and row == str(total - added)
        if (row in labels and not modified) or not (row == "total" or row.isdigit()):
            return row
        covering = next((label for label in labels if _covers(label, total)), "")
        if covering or not modified or not all(_NUMBER.fullmatch(label) for label in labels):
            return covering or row
        return str(max(min(total, max(map(int, labels))), min(map(int, labels))))

    def cell(self, column: str, row_label: str) -> str:
        """The entry where a column and a row meet."""
        labels = [row.label for row in self.rows]
        if column not in self.columns:
            raise DataError.unknown("charts", f"{self.name}.columns", column, self.columns)
        if row_label not in labels:
            raise DataError.unknown("charts", f"{self.name}.rows", row_label, labels)
        return self.rows[labels.index(row_label)].cells[self.columns.index(column)]


_NUMBER = re.compile(r"\d+")
_TOTALS = re.compile(r"(-?\d+)(?:-(\d+)| or (less|more))?")
"""6, 4-5, 3 or less, 8 or more."""


def _covers(label: str, total: int) -> bool:
    found = _TOTALS.fullmatch(label)
    if found is None:
        return False
    least, most = int(found[1]), int(found[2] or found[1])
    return (found[3] == "less" or least <= total) and (found[3] == "more" or total <= most)


def chart_book(
    path: Path, *made: Callable[[Content], Rows]
) -> Callable[[Content], dict[str, Chart]]:
    """The charts of a game for a content, in file order; *made* work out rows: `_crt` those called "crt"."""
    by_name = {rows.__name__.removeprefix("_"): rows for rows in made}

    @cache
    def charts(content: Content) -> dict[str, Chart]:
        return _read(
            path, content, {name: partial(rows, content) for name, rows in by_name.items()}
        )

    return charts


def read_charts(path: Path) -> dict[str, Chart]:
    """Every chart of a file whose rows all stand in it."""
    return _read(path, None, {})


def _read(
    path: Path, content: Printed | None, made: Mapping[str, Callable[[], Rows]]
) -> dict[str, Chart]:
    charts: dict[str, Chart] = {}
    for table in read_toml(path, ChartFile).chart:
        if table.name in charts:
            raise DataError(path, f"chart.{table.name}", "this chart is listed twice")
        found = tuple(ChartRow(row[0], row[1:]) for row in _rows(path, table, content, made))
        _check(path, table.name, table.columns, found)
        charts[table.name] = Chart(
            table.name,
            table.title,
            table.rule,
            table.columns,
            found,
            table.note,
            table.corner,
            table.gallery,
        )
    return charts


def _rows(
    path: Path,
    table: ChartTable,
    content: Printed | None,
    made: Mapping[str, Callable[[], Rows]],
) -> Iterator[tuple[str, ...]]:
    figures = _Figures(content)
    for n, row in enumerate(table.rows or (Made(made=table.name),)):
        key = f"chart.{table.name}.rows.{n}"
        match row:
            case Made():
                if row.made not in made:
                    raise DataError.unknown(path, key, row.made, made)
                yield from made[row.made]()
            case Each():
                entries = figures.at(path, key, row.each)
                yield from (figures.filled(path, key, row.row, entry) for entry in entries)
            case _:
                yield figures.filled(path, key, row or ("",), content)


class _Figures(Formatter):
    """Fills texts from an object: {name}, {table.key:signed};"""

    def __init__(self, content: Printed | None) -> None:
        self._content = content

    def at(self, path: Path, key: str, name: str) -> Iterable[Any]:
        """The entries of a table of the content."""
        try:
            found = self.get_field(name, (self._content,), {})[0]
            return list(found.values() if isinstance(found, Mapping) else found)
        except (AttributeError, LookupError, TypeError) as error:
            raise DataError(path, key, f'"{name}" is no table') from error

    def filled(
        self, path: Path, key: str, texts: tuple[str, ...], entry: object
    ) -> tuple[str, ...]:
        """The texts with what stands in braces looked up."""
        try:
            return tuple(self.format(text, entry) for text in texts)
        except (AttributeError, LookupError, ValueError) as error:
            raise DataError(path, key, f"cannot be filled ({error})") from error

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A name stands for an attribute of what is shown."""
        return (
            getattr(args[0], key) if isinstance(key, str) else super().get_value(key, args, kwargs)
        )

    def format_field(self, value: Any, format_spec: str) -> str:
        """As a player reads it: signed, halves, up to it from 1, title, hex."""
        match format_spec:
            case "signed":
                return signed(value)
            case "halves":
                return in_halves(value)
            case "up":
                return span(1, value)
            case "title":
                return str(value).title()
            case "hex" if self._content is not None:
                return self._content.grid.name(value)
        return str(value)


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
