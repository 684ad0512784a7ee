"""The table as its conversations know it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from textual.app import App

from wargame.tui.guide import Guide
from wargame.tui.map.view import MapView
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.shell import Shell
from wargame.tui.table.flash import Flash
from wargame.tui.table.panels import Panels
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.lesson import LessonCard


class Table(Protocol):
    """A game, the parts of the screen it is shown on, and how they follow it."""

    play: Play
    panels: Panels
    guide: Guide
    flash: Flash
    noted: set[str]
    """Segments that have been explained in a line."""

    @property
    def app(self) -> App[object]:
        """Where dialogs are opened."""

    @property
    def shell(self) -> Shell:
        """The program around it."""

    @property
    def map(self) -> MapView:
        """The map."""

    @property
    def line(self) -> CommandLine:
        """Where commands are typed."""

    @property
    def card(self) -> LessonCard:
        """Where explanations are read."""

    def call_later(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Do something after what has been sent to it so far."""

    def refresh_view(self) -> None:
        """After the cursor or a choice has changed."""

    def refresh_table(self) -> None:
        """After the position has changed."""

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show what an answer brought about."""

    def action_ask(self, action: str) -> None:
        """Do what belongs to the open question."""

    def action_panel(self, panel: str) -> None:
        """Bring a panel forward and give it the keys."""

    def action_rule(self) -> None:
        """Open the rule of what is shown."""

    def action_briefing(self) -> None:
        """What happened since this side decided last."""
