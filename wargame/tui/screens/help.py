"""All keys of the table."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from wargame.tui.commands import WORDS
from wargame.tui.screens.keys import key_lines
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows

_ABOUT = (
    "The bar below the map says who decides, what is asked, and which keys answer it. Move the "
    "cursor on the map; what can be chosen is marked there and listed under Orders. Enter gives "
    "the answer. Everything is saved after each answer, and u takes an answer back as long as no "
    "die was rolled since."
)


class HelpScreen(Screen[None]):
    """Lists every key and every command."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f9,q", "app.pop_screen", "Close", id="help.close"),
    ]
    DEFAULT_CSS = """
    HelpScreen #title, HelpScreen #keys { height: 1; background: $panel; text-style: bold; }
    HelpScreen #list { padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """One list."""
        yield Static(" Keys and commands", id="title")
        yield Rows(id="list")
        yield Static(" Esc: close", id="keys")

    def on_mount(self) -> None:
        """Fill in."""
        rows = [row(_ABOUT), row("")]
        rows += [row((f"{key:<19}", "key"), text, hang=19) for key, text in key_lines()]
        rows += [row(""), row(("Typed after a colon, beside any answer:", "heading"))]
        rows += [row((f"{word:<19}", "key"), text, hang=19) for word, text in WORDS.items()]
        view = self.query_one("#list", Rows)
        view.fill(rows)
        view.focus()
