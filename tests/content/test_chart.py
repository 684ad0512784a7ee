"""Charts: reading, looking up, refusing."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.content.chart import Chart, ChartRow, read_charts, with_rows
from wargame.content.errors import DataError

TEXT = """
[[chart]]
name = "turns"
title = "Turn track"
rule = "ARR-SQ-01"
corner = "turn"
columns = ["time", "light"]
rows = [["1", "14:00", "day"], ["2", "22:00", "night"]]
[[chart]]
name = "empty"
title = "Derived"
rule = "ARR-SQ-01"
columns = ["a"]
"""


def load(tmp_path: Path, text: str = TEXT) -> dict[str, Chart]:
    file = tmp_path / "charts.toml"
    file.write_text(text, encoding="utf-8")
    return read_charts(file)


def test_charts_keep_the_order_of_the_file(tmp_path: Path) -> None:
    assert list(load(tmp_path)) == ["turns", "empty"]


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
        load(tmp_path, TEXT.replace('name = "empty"', 'name = "turns"'))


def test_derived_rows_are_checked_too(tmp_path: Path) -> None:
    empty = load(tmp_path)["empty"]
    assert with_rows(empty, (ChartRow("x", ("1",)),)).cell("a", "x") == "1"
    with pytest.raises(DataError):
        with_rows(empty, (ChartRow("x", ()),))
