"""All charts of a game, with the column and row of the last result lit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from wargame.content.chart import Chart
from wargame.flow.words import added_to
from wargame.model.events import ChartRead
from wargame.tui.screens.bindings import CHARTS
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.tabular import chart_rows

_WIDE = 100
"""So many columns leave the names room enough."""

_KEYS = (
    " {rows.up} and {rows.down}: another chart   {charts.other}: scroll the chart   {charts.rule}: its rule   "
    "{charts.close}: close"
)


class ChartsScreen(Guarded, Screen[str]):
    """Shows the charts; the result is a rule to open, or ""."""

    BINDINGS: ClassVar[list[BindingType]] = CHARTS
    DEFAULT_CSS = """
    ChartsScreen #title, ChartsScreen #keys { height: 1; background: $panel; text-style: bold; }
    ChartsScreen #names { width: 26; border-right: solid $primary; }
    ChartsScreen.narrow #names { width: 18; }
    ChartsScreen #chart { padding: 0 1; }
    """

    def __init__(
        self, charts: Mapping[str, Chart], reading: ChartRead | None, basis: str = ""
    ) -> None:
        super().__init__()
        self._charts = list(charts.values())
        self._reading = reading
        self._basis = basis
        """The numbers that led to what was read last."""

    def compose(self) -> ComposeResult:
        """Names on the left, the chart on the right."""
        yield Static(" Charts", id="title")
        with Horizontal():
            yield Rows(id="names")
            yield Rows(id="chart")
        yield KeyBar(_KEYS, id="keys")

    def on_mount(self) -> None:
        """Open at the chart that was read last."""
        names = self.query_one("#names", Rows)
        at = 0
        if self._reading is not None:
            known = [chart.name for chart in self._charts]
            at = known.index(self._reading.chart) if self._reading.chart in known else 0
        names.fill([row(chart.title, id=chart.name, hang=2) for chart in self._charts], at)
        names.focus()
        self.call_after_refresh(self._show)

    def on_resize(self, event: Resize) -> None:
        """Fit the chart to the width."""
        self.set_class(event.size.width < _WIDE, "narrow")
        self.call_after_refresh(self._show)

    def on_rows_highlighted(self) -> None:
        """Another chart."""
        self._show()

    def action_leave(self) -> None:
        """Close."""
        self.dismiss("")

    def action_rule(self) -> None:
        """The rule of the chart shown."""
        self.dismiss(self._current().rule)

    def _current(self) -> Chart:
        return self._charts[max(self.query_one("#names", Rows).at, 0)]

    def _show(self) -> None:
        chart, reading = self._current(), self._reading
        view = self.query_one("#chart", Rows)
        width = max(view.size.width - 2, 30)
        if reading is not None and reading.chart == chart.name:
            label = chart.line_of(reading.row, reading.total, added_to(reading))
            rows = chart_rows(chart, width, reading.column, label)
            read = self._basis or f"{reading.column}, {label}: {reading.result}"
            rows += [row(""), row(("last read: ", "dim"), read, hang=2)]
        else:
            rows = chart_rows(chart, width)
        view.fill(rows)
