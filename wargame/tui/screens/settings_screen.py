"""Settings: each takes effect at once and is kept."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from wargame.tui.guide import Guide
from wargame.tui.screens.bindings import SETTINGS
from wargame.tui.settings import CHOICES, TITLES
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows


@runtime_checkable
class Taught(Protocol):
    """A table with a guide of its own."""

    guide: Guide


class SettingsScreen(Guarded, ModalScreen[None]):
    """Turns settings."""

    BINDINGS: ClassVar[list[BindingType]] = SETTINGS
    DEFAULT_CSS = """
    SettingsScreen { align: center middle; }
    SettingsScreen > Vertical {
        width: 70; max-width: 96%; height: auto;
        border: round $primary; background: $surface; padding: 0 1;
    }
    SettingsScreen #title { text-style: bold; color: $primary; }
    SettingsScreen #list { height: auto; margin: 1 0; }
    """

    def compose(self) -> ComposeResult:
        """One list."""
        with Vertical():
            yield Label("Settings", id="title")
            yield Rows(id="list")
            yield KeyBar(
                "{settings.back} and {settings.next} change a value; {settings.close} closes."
            )

    def on_mount(self) -> None:
        """Fill in."""
        rows = self.query_one("#list", Rows)
        rows.fill(self._rows(), 0)
        rows.focus()

    def on_rows_selected(self) -> None:
        """Enter turns too."""
        self.action_turn(1)

    def action_turn(self, by: int) -> None:
        """Another value."""
        rows = self.query_one("#list", Rows)
        name = rows.entries[rows.at].id
        self.shell.change_settings(self.shell.settings.turned(name, by))
        rows.fill(self._rows(), rows.at)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss()

    def _rows(self) -> list[Row]:
        settings = self.shell.settings
        return [
            row(
                (f" {TITLES[name]:<10}", "strong"),
                f"< {settings.title(name)} >",
                (self._here() if name == "teach" else "", "dim"),
                id=name,
                hang=13,
            )
            for name in CHOICES
        ]

    def _here(self) -> str:
        """Where the game on the table goes another way than the setting."""
        tables = (screen for screen in self.app.screen_stack if isinstance(screen, Taught))
        guide = next((table.guide for table in tables), None)
        if (
            guide is None
            or guide.lessons is None
            or guide.on == (self.shell.settings.teach == "on")
        ):
            return ""
        return (
            f"  in this game: {'on' if guide.on else 'off'} ({self.shell.keys.spelled('{teach}')})"
        )
