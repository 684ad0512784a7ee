"""Shows what the terminal sends for a key, and what the key does here."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from wargame.tui.keymap import Action, Keymap, bound
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows


class KeyTester(Guarded, Screen[None]):
    """Takes every key; Escape twice leaves."""

    DEFAULT_CSS = """
    KeyTester #title, KeyTester #keys { height: 1; background: $panel; text-style: bold; }
    KeyTester #pressed { padding: 0 1; }
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions
        self._last = ""

    def compose(self) -> ComposeResult:
        """What was pressed."""
        yield Static(" Key tester", id="title")
        yield Rows(id="pressed", follow=True)
        yield KeyBar(
            " Press any key   Esc twice: close   {app.ask_quit}, {app.quit}, {app.suspend} work as always",
            id="keys",
        )

    def on_mount(self) -> None:
        """Nothing yet."""
        rows = self.query_one("#pressed", Rows)
        rows.can_focus = False
        rows.fill([row(("key in a keymap file", "heading"), "    what it does", hang=24)])

    def on_key(self, event: events.Key) -> None:
        """Tell about a key."""
        event.stop()
        event.prevent_default()
        if event.key == self._last == "escape":
            self.dismiss()
            return
        self._last = event.key
        found = told(event.key, event.character, self._actions, self.shell.keys)
        self.query_one("#pressed", Rows).extend([found])


def told(key: str, character: str | None, actions: Sequence[Action], keymap: Keymap) -> Row:
    """A key as a line: its name, what it writes, what it does."""
    sign = f" {character} " if character and character.isprintable() and character != " " else ""
    does = bound(actions, keymap, key)
    text = "; ".join(f"{action.id}: {action.text}" for action in does) or "nothing"
    return row((f"{key:<20}", "key"), (f"{sign:<4}", "strong"), text, hang=24)
