"""The after-action report on the screen: what happened, losses, ground taken, luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from wargame.tui.screens.bindings import REPORT
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows

_RULES = ({"="}, {"-"})
"""What a line under a heading is made of."""

_MARGIN = 5
_NARROWEST = 40
_WIDEST = 100
"""Columns: beside the text, and of a line that can still be read."""


class ReportScreen(Guarded, Screen[str]):
    """Shows the report; the result is "export" to write it to a file, or ""."""

    BINDINGS: ClassVar[list[BindingType]] = REPORT
    DEFAULT_CSS = """
    ReportScreen #title, ReportScreen #keys { height: 1; background: $panel; text-style: bold; }
    ReportScreen #text { padding: 0 1; }
    """

    def __init__(
        self, make: Callable[[int], list[str]], title: str = "After-action report"
    ) -> None:
        super().__init__()
        self._heading = title
        self._make = make

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(f" {self._heading}", id="title", markup=False)
        yield Rows(id="text")
        yield KeyBar(" {report.write}: write it to a file   {report.close}: close", id="keys")

    def on_mount(self) -> None:
        """A long game takes a moment to add up: say so first."""
        text = self.query_one("#text", Rows)
        text.fill([row(("Adding up...", "dim"))])
        text.focus()
        self.call_after_refresh(self._show)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss("")

    def action_write(self) -> None:
        """To a file."""
        self.dismiss("export")

    def _show(self) -> None:
        width = max(self.size.width - _MARGIN, _NARROWEST)
        lines = self._make(min(width, _WIDEST))
        self.query_one("#text", Rows).fill(list(report_rows(lines)))


def report_rows(lines: Sequence[str]) -> Iterator[Row]:
    """The lines of a report; a heading is told by the rule under it, which is left out."""
    for line, after in pairwise([*lines, ""]):
        if set(line) in _RULES:
            continue
        if set(after) in _RULES:
            yield row((line, "heading"))
        else:
            yield row(line, hang=len(line) - len(line.lstrip()) + 2)
