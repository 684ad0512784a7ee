"""All saves: game, turn, last change; damaged ones are shown as such."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from wargame.store.folder import saves_folder
from wargame.tui.saves import SaveFacts, all_saves
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from wargame.tui.app import TableApp


class LoadScreen(Screen[None]):
    """Chooses a save to play on or to replay."""

    app: TableApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="load.back"),
        Binding("r", "replay", "Replay", id="load.replay"),
    ]
    DEFAULT_CSS = """
    LoadScreen #title, LoadScreen #keys { height: 1; background: $panel; text-style: bold; }
    LoadScreen #said { height: auto; color: $error; padding: 0 1; }
    """

    def __init__(self, *, replay: bool) -> None:
        super().__init__()
        self._replay = replay
        self._saves: list[SaveFacts] = []

    def compose(self) -> ComposeResult:
        """One list."""
        what = "Replay a save" if self._replay else "Load a save"
        yield Static(f" {what} - {saves_folder()}", id="title", markup=False)
        yield Rows(id="saves")
        yield Static("", id="said", markup=False)
        verb = "replay" if self._replay else "play on"
        yield Static(f" Up and down: choose   Enter: {verb}   r: replay   Esc: back", id="keys")

    def on_screen_resume(self) -> None:
        """List the saves as they are now."""
        self._saves = all_saves()
        rows = self.query_one("#saves", Rows)
        entries = [_row(save) for save in self._saves]
        rows.fill(entries or [row(("There is no save yet: begin a new game.", "dim"))], 0)
        rows.focus()

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Open it."""
        self._open(event.index, replay=self._replay)

    def action_replay(self) -> None:
        """Watch it."""
        at = self.query_one("#saves", Rows).at
        if 0 <= at < len(self._saves):
            self._open(at, replay=True)

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss()

    def _open(self, at: int, *, replay: bool) -> None:
        save = self._saves[at]
        open_it = self.app.replay_save if replay else self.app.play_save
        self.query_one("#said", Static).update(open_it(str(save.path)))


def _row(save: SaveFacts) -> Row:
    spans = [(f" {save.name:<26}", "strong"), (f" {save.game}", ""), (f"  {save.place}", "dim")]
    spans.append((f"  {save.when}", "dim"))
    if save.players:
        spans.append((f"  {save.players}", "dim"))
    if save.damage:
        spans.append((f"  DAMAGED: {save.damage}", "bad"))
    return row(*spans, id=save.name, hang=28)
