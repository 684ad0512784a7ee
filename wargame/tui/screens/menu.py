"""The main menu."""

from __future__ import annotations

from asyncio import to_thread
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from wargame import games
from wargame.content.teach import lessons_of
from wargame.store import rescue
from wargame.store.errors import SaveError
from wargame.tui.save_facts import SaveFacts, last_save
from wargame.tui.screens.bindings import MENU, MENU_ENTRIES
from wargame.tui.screens.dialog import PickDialog, hotkeys, tell
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows

_TITLE = """\
 __      ____ _ _ __ __ _  __ _ _ __ ___   ___
 \\ \\ /\\ / / _` | '__/ _` |/ _` | '_ ` _ \\ / _ \\
  \\ V  V / (_| | | | (_| | (_| | | | | | |  __/
   \\_/\\_/ \\__,_|_|  \\__, |\\__,_|_| |_| |_|\\___|
                    |___/"""
_FOOT = "Arrows and {rows.choose}, or the letter. {menu.help} lists all keys; {app.quit} leaves."


class MenuScreen(Guarded, Screen[None]):
    """Where the program starts."""

    BINDINGS: ClassVar[list[BindingType]] = MENU
    DEFAULT_CSS = """
    MenuScreen { align: center middle; }
    MenuScreen > Vertical { width: 66; max-width: 96%; height: auto; }
    MenuScreen #banner { color: $primary; text-style: bold; height: 6; }
    MenuScreen #list { height: auto; }
    MenuScreen #foot { color: $text-muted; height: auto; margin-top: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: SaveFacts | None = None

    def compose(self) -> ComposeResult:
        """Title, entries, a word on the keys."""
        with Vertical():
            yield Static(_TITLE, id="banner", markup=False)
            yield Rows(id="list")
            yield KeyBar(_FOOT, id="foot")

    def on_mount(self) -> None:
        """What most entries lead to needs the games: they are read while the menu is looked at.

        One that cannot be read says so where it is wanted.
        """
        self.run_worker(_read_ahead(), exit_on_error=False)

    def on_screen_resume(self) -> None:
        """The last save may have changed."""
        self._last = last_save()
        rows = self.query_one("#list", Rows)
        rows.fill(self._rows(), max(rows.at, 0))
        rows.focus()

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Enter or a click."""
        self.action_go(event.rows.entries[event.index].id)

    def action_go(self, where: str) -> None:
        """Do what the entry says."""
        match where:
            case "continue" if self._last is not None:
                if problem := self.shell.play_save(str(self._last.path), welcome=True):
                    tell(self.app, "This campaign cannot be continued", problem)
            case "rescued":
                self._fetch()
            case "first":
                self._first()
            case "new":
                self.shell.open_new()
            case "load" | "replay":
                self.shell.open_load(replay=where == "replay")
            case "rules":
                self._rules()
            case "settings":
                self.shell.open_settings()
            case "quit":
                self.app.exit(0)

    def _fetch(self) -> None:
        """Bring back the latest game that could not be saved."""
        for kept in rescue.waiting()[:1]:
            try:
                problem = self.shell.play_save(str(rescue.fetch(kept.path)))
            except SaveError as error:
                problem = str(error)
            if problem:
                tell(self.app, "It cannot be brought back", problem)

    def _first(self) -> None:
        """Begin the first scenario that is explained."""
        taught = ((name, lessons_of(name)) for name in games.MODULES)
        found = next(f"{name}/{each.scenarios[0]}" for name, each in taught if each)
        if problem := self.shell.play_new(found, teach=True, welcome=True):
            tell(self.app, "No game can be begun", problem)

    def _rules(self) -> None:
        """Of one of the games; not asked where there is only one."""
        known = [games.game(name) for name in games.MODULES]
        keys = hotkeys([game.title for game in known])
        entries = [(key, game.title, game.id) for key, game in zip(keys, known, strict=True)]

        def chosen(value: str | None) -> None:
            if value:
                self.shell.open_rulebook(games.game(value), "")

        if len(known) == 1:
            chosen(known[0].id)
        else:
            self.app.push_screen(PickDialog("Whose rules?", entries), chosen)

    def _rows(self) -> list[Row]:
        rows = []
        if self._last is not None:
            text = f"{self._last.name} - {self._last.game}, {self._last.place}"
            rows.append(self._row("Continue", text, "continue"))
        for kept in rescue.waiting()[:1]:
            rows.append(
                self._row("Unsaved", f"{kept.name}: could not be saved; bring it back", "rescued")
            )
        for _, label, note, to in MENU_ENTRIES:
            shown = f"{note} ({len(games.MODULES)})" if to == "new" and not note else note
            rows.append(self._row(label, shown, to))
        return rows

    def _row(self, label: str, note: str, to: str) -> Row:
        key = self.shell.keys.spelled(f"{{menu.{to}}}")
        return row((f" {key}  ", "key"), (f"{label:<12}", "strong"), (note, "dim"), id=to, hang=16)


async def _read_ahead() -> None:
    """Import one game after the other, beside the table."""
    for name in games.MODULES:
        await to_thread(games.game, name)
