"""Charts: reading, looking up, refusing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from wargame.content.chart import Chart, ChartRow, Rows, chart_book, read_charts
from wargame.content.errors import DataError
from wargame.hexes.grid import Grid

TEXT = """
[[chart]]
name = "turns"
title = "Turn track"
rule = "ARR-SQ-01"
corner = "turn"
columns = ["time", "light"]
rows = [["1", "14:00", "day"], ["2", "22:00", "night"]]
[[chart]]
name = "other"
title = "Another"
rule = "ARR-SQ-01"
columns = ["a"]
rows = [["x", "1"]]
"""
DERIVED = """
[[chart]]
name = "costs"
title = "Derived"
rule = "ARR-SQ-01"
columns = ["MP", "to"]
rows = [
  { each = "roads", row = ["{name}", "{cost:halves}", "{hex:hex}"] },
  ["by {best.name:title}", "+{best.cost:halves}", "{best.cost:up}, {best.cost:signed}"],
]
[[chart]]
name = "made"
title = "Worked out"
rule = "ARR-SQ-01"
columns = ["a"]
"""


@dataclass(frozen=True)
class Road:
    name: str
    cost: int
    hex: int


@dataclass(frozen=True)
class Printed:
    grid: Grid
    roads: tuple[Road, ...]

    @property
    def best(self) -> Road:
        return self.roads[0]


PRINTED = Printed(Grid.of(3, 3), (Road("main", 1, 0), Road("minor", 3, 4)))


def derived(
    tmp_path: Path, text: str = DERIVED, row: tuple[str, ...] = ("x", "1")
) -> dict[str, Chart]:
    file = tmp_path / "charts.toml"
    file.write_text(text, encoding="utf-8")

    def _made(_: Printed) -> Rows:
        return [row]

    return chart_book(file, _made)(PRINTED)


def load(tmp_path: Path, text: str = TEXT) -> dict[str, Chart]:
    file = tmp_path / "charts.toml"
    file.write_text(text, encoding="utf-8")
    return read_charts(file)


def test_charts_keep_the_order_of_the_file(tmp_path: Path) -> None:
    assert list(load(tmp_path)) == ["turns", "other"]


def test_a_cell_is_found_by_column_and_label(tmp_path: Path) -> None:
    assert load(tmp_path)["turns"].cell("light", "2") == "night"


def test_an_unknown_column_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(DataError, match='the nearest valid one is "light"'):
        load(tmp_path)["turns"].cell("lihgt", "2")


def test_an_unknown_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"turns\.rows"):
        load(tmp_path)["turns"].cell("light", "3")


def test_a_row_of_the_wrong_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"chart\.turns\.rows\.1: has 1 cells for 2 columns"):
        load(tmp_path, TEXT.replace('"22:00", "night"', '"22:00"'))


def test_a_label_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="stands twice"):
        load(tmp_path, TEXT.replace('["2"', '["1"'))


def test_a_chart_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="listed twice"):
        load(tmp_path, TEXT.replace('name = "other"', 'name = "turns"'))


def test_numbers_in_braces_come_from_the_content(tmp_path: Path) -> None:
    assert [(row.label, *row.cells) for row in derived(tmp_path)["costs"].rows] == [
        ("main", "1/2", "0101"),
        ("minor", "1 1/2", "0202"),
        ("by Main", "+1/2", "1, +1"),
    ]


def test_a_chart_without_rows_has_those_that_are_worked_out(tmp_path: Path) -> None:
    assert derived(tmp_path)["made"].cell("a", "x") == "1"
    with pytest.raises(DataError, match="has 0 cells for 1 columns"):
        derived(tmp_path, row=("x",))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("{best.cost:up}", "{best.price}", "rows.1"),
        ('"roads"', '"rails"', "rows.0"),
        ('"made"', '"mdae"', "rows.0"),
    ],
)
def test_what_the_content_does_not_have_is_refused_by_place(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    with pytest.raises(DataError, match=key):
        derived(tmp_path, DERIVED.replace(old, new))


@pytest.mark.parametrize(
    ("row", "total", "line"),
    [
        ("total", 6, "6"), ("5", 5, "4-5"), ("total", 2, "3 or less"), ("9", 12, "8 or more"),
        ("HQ", 6, "HQ"), ("die", 6, "die"), ("total", 7, "total"),
    ],
)  # fmt: skip
def test_the_line_that_was_read_is_found_by_the_total(row: str, total: int, line: str) -> None:
    """A chart that is read by the sum of dice names its lines by numbers, and by spans of them."""
    labels = ("3 or less", "4-5", "6", "8 or more", "HQ", "turns 1-6")
    chart = Chart("c", "C", "R-1", (), tuple(ChartRow(label, ()) for label in labels))
    assert chart.line_of(row, total) == line


@pytest.mark.parametrize(
    ("row", "total", "added", "line"),
    [("2", 2, 0, "2"), ("2", 3, 1, "3"), ("3", 5, 2, "3"), ("1", -1, -2, "1"), ("2", 3, 0, "2")],
)
def test_dice_with_what_was_added_to_them_are_read_in_the_line_of_the_sum(
    row: str, total: int, added: int, line: str
) -> None:
    """What fell is a line of the chart too, but not the one that was read; beyond the last the last counts."""
    chart = Chart("c", "C", "R-1", (), tuple(ChartRow(label, ()) for label in ("1", "2", "3")))
    assert chart.line_of(row, total, added) == line
