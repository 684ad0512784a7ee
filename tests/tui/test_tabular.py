"""Charts as text: they fit the width they are given, whatever it is."""

from __future__ import annotations

import pytest

from tests.tui.driver import text_lines
from wargame import games
from wargame.content.chart import Chart, ChartRow
from wargame.tui.widgets.tabular import blocks, chart_rows, chart_window

CHARTS = [
    pytest.param(chart, id=f"{game_id}-{name}")
    for game_id in games.GAME_IDS
    for definition in [games.game(game_id)]
    for name, chart in definition.charts(definition.load(definition.scenarios[-1].id)).items()
]


@pytest.mark.parametrize("width", [44, 57, 96])
@pytest.mark.parametrize("chart", CHARTS)
def test_a_chart_fits_and_loses_no_word(chart: Chart, width: int) -> None:
    lines = text_lines(chart_rows(chart, width), width)
    assert max(map(len, lines)) <= width
    shown = set(" ".join(lines).split())
    cells = [*chart.columns, *(cell for entry in chart.rows for cell in entry.cells)]
    assert {word for cell in cells for word in cell.replace("-", " ").split()} <= {
        part for word in shown for part in (word, *word.replace("-", " ").split())
    }


def test_a_table_too_wide_goes_on_below_with_its_labels() -> None:
    table = [["turn", "aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"], ["1", "x", "y", "z"]]
    assert blocks(table, 40) == [[0, 1, 2, 3]]
    assert blocks(table, 30) == [[0, 1, 2], [0, 3]]
    assert blocks(table, 5) == [[0, 1], [0, 2], [0, 3]], "a column at least, however narrow"


@pytest.mark.parametrize("height", [3, 4, 7, 10, 99])
@pytest.mark.parametrize("chart", CHARTS)
def test_a_window_on_a_chart_keeps_the_cell_that_was_read(chart: Chart, height: int) -> None:
    column, label = chart.columns[-1], chart.rows[len(chart.rows) // 2].label
    rows = chart_window(chart, 70, height, column=column, label=label)
    lit = [entry for entry in rows if any(style == "lit" for _, style in entry.spans)]
    whole = chart_rows(chart, 70, column, label)
    least = len(text_lines(chart_window(chart, 70, 1, column=column, label=label), 70))
    if chart.rows[len(chart.rows) // 2].cells[-1]:
        assert lit, "the cell is lit"
    assert any(column.split()[0] in entry.text for entry in rows), "under its heading"
    assert len(text_lines(rows, 70)) <= max(height, least)
    if height >= len(text_lines(whole, 70)):
        assert rows == whole


@pytest.mark.parametrize("chart", CHARTS)
def test_of_a_chart_no_line_of_which_was_read_no_line_is_picked(chart: Chart) -> None:
    """A check against a number that several lines make up: the first of them is not the one read."""
    whole = chart_rows(chart, 70)
    height = len(text_lines(whole, 70))
    assert chart_window(chart, 70, height, label="9: fails") == whole
    assert chart_window(chart, 70, height - 1, label="9: fails") == []


def test_a_gallery_shows_cards_beside_each_other() -> None:
    """What a card has not is left out; two cards fit a terminal of 80, one where there is less room."""
    rows = (
        ChartRow("G1 First", ("all", "-")),
        ChartRow("G2 Second", ("", "a long word or two more")),
    )
    chart = Chart("c", "Cards", "R-1", ("uses", "event"), rows, gallery=True)
    lines = text_lines(chart_rows(chart, 76), 76)
    assert lines[1].startswith("╭─ G1 First ─")
    assert "╮ ╭─ G2 Second ─" in lines[1]
    assert "│ uses  all" in lines[2]
    assert "│ event  a long word or two more" in lines[2]
    assert len(lines) == 4
    assert len(text_lines(chart_rows(chart, 60), 60)) == 7
