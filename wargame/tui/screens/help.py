"""All keys of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from wargame.tui.keymap import shown, written
from wargame.tui.screens.bindings import HELP
from wargame.tui.screens.dialog import tell
from wargame.tui.screens.key_tester import KeyTester
from wargame.tui.table.keys import key_lines
from wargame.tui.typed_line import ANSWERS, WORDS
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows

_ABOUT = (
    "The bar below the map says who decides, what is asked, and which keys answer it. Move the "
    "cursor on the map; what can be chosen is marked there and listed under Orders. {commit} gives "
    "the answer. Everything is saved after each answer, and {undo} takes an answer back as long as no "
    "die was rolled since."
)

_SHOWN = "-"
"""Id of a row that is only there to be read."""
_GROUPS = {
    "map": "The map",
    "rows": "Lists and texts",
    "command": "The typed line",
    "dialog": "Dialogs",
    "pick": "Menus",
    "game": "The game menu",
    "pin": "The menu of a PIN",
    "text": "A line to type",
    "curtain": "Curtain",
    "replay": "Replay",
    "menu": "Main menu",
    "new": "New game",
    "load": "Campaigns",
    "trash": "Deleted campaigns",
    "rulebook": "Rulebook",
    "charts": "Charts",
    "report": "After-action report",
    "settings": "Settings",
    "help": "This list",
}
"""Groups of actions besides the table's own, by the heading they stand under."""


@runtime_checkable
class Doing(Protocol):
    """A table on which what the list names can be done at once."""

    def action_type(self, word: str) -> None:
        """Begin a typed command."""


class HelpScreen(Guarded, Screen[None]):
    """Lists every key and every command."""

    BINDINGS: ClassVar[list[BindingType]] = HELP
    DEFAULT_CSS = """
    HelpScreen #title, HelpScreen #keys { height: 1; background: $panel; text-style: bold; }
    HelpScreen #list { padding: 0 1; }
    """

    def __init__(self, group: str = "") -> None:
        super().__init__()
        self._group = group
        """Whose keys come first; "" for those of the table."""

    def compose(self) -> ComposeResult:
        """One list."""
        yield Static(" Keys and commands", id="title")
        yield Rows(id="list")
        yield KeyBar(
            " {help.test}: test keys   {help.write}: write a keymap file to change them   "
            "{help.close}: close",
            id="keys",
        )

    def on_mount(self) -> None:
        """Fill in."""
        keymap = self.shell.keys
        rows = self._keys_of(self._group) if self._group else []
        rows += [row(keymap.spelled(_ABOUT)), row("")]
        at_table = isinstance(self.app.screen_stack[-2], Doing)
        for key, text, action in key_lines(keymap):
            rows.append(row((f"{key:<19}", "key"), text, id=action if at_table else "", hang=19))
        rows += [row(""), row(("Typed after a colon, beside any answer:", "heading"))]
        for word, text in {**WORDS, **ANSWERS}.items():
            rows.append(
                row((f"{word:<19}", "key"), text, id=f":{word}" if at_table else "", hang=19)
            )
        rows += self._other_keys()
        rows += self._own_keys()
        view = self.query_one("#list", Rows)
        view.fill([replace(entry, id=entry.id or _SHOWN) for entry in rows] if at_table else rows)
        view.focus()

    def action_test(self) -> None:
        """What the terminal sends."""
        self.app.push_screen(KeyTester(self.shell.actions))

    def action_write(self) -> None:
        """A file to change keys in."""
        tell(self.app, "The keymap file", written(self.shell.actions))

    async def on_rows_selected(self, event: Rows.Selected) -> None:
        """Enter or a second click on a key or command of the table does it."""
        does = event.rows.entries[event.index].id
        if does == _SHOWN:
            return
        table = self.app.screen_stack[-2]
        self.dismiss()
        if does.startswith(":"):
            await table.run_action(f"type('{does[1:]}')")
        else:
            await table.run_action(does)

    def _other_keys(self) -> list[Row]:
        """The keys of everything that is not the table, group by group."""
        rows: list[Row] = []
        for group in _GROUPS:
            rows += [row(""), *self._keys_of(group)[:-1]]
        return rows

    def _keys_of(self, group: str) -> list[Row]:
        """A heading, the keys of a group, an empty line."""
        rows = [row((_GROUPS[group], "heading"))]
        for action in self.shell.actions:
            if action.id.partition(".")[0] == group:
                keys = " ".join(map(shown, self.shell.keys.keys_for(action.id)))
                rows.append(row((f"{keys:<19}", "key"), action.text, hang=19))
        return [*rows, row("")]

    def _own_keys(self) -> list[Row]:
        """What the players' file changes, and what is wrong in it."""
        keymap = self.shell.keys
        if keymap.path is None:
            return []
        rows = [row(""), row((f"Changed in {keymap.path.name}:", "heading"))]
        rows += [row((problem, "bad"), hang=2) for problem in keymap.problems]
        for action in self.shell.actions:
            if action.id in keymap.keys:
                text = f"{action.text} ({action.id})"
                rows.append(row((f"{keymap.keys[action.id]:<19}", "key"), text, hang=19))
        return rows
