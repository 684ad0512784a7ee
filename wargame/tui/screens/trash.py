"""Deleted saves: they lie in a folder of their own and can be brought back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from wargame.store import shelf
from wargame.store.errors import SaveError
from wargame.tui.save_facts import SaveFacts, facts
from wargame.tui.screens.bindings import TRASH
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows


class TrashScreen(Guarded, Screen[None]):
    """Lists what was deleted; Enter brings it back."""

    BINDINGS: ClassVar[list[BindingType]] = TRASH
    DEFAULT_CSS = """
    TrashScreen #title, TrashScreen #keys { height: 1; background: $panel; text-style: bold; }
    TrashScreen #said { height: auto; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._saves: list[SaveFacts] = []

    def compose(self) -> ComposeResult:
        """One list."""
        yield Static(f" Deleted campaigns - {shelf.trash_folder()}", id="title", markup=False)
        yield Rows(id="trash")
        yield Static("", id="said", markup=False)
        yield KeyBar(" {rows.choose} bring it back   {trash.back} back to the campaigns", id="keys")

    def on_mount(self) -> None:
        """Fill in."""
        self._list()
        self.query_one("#trash", Rows).focus()

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Bring it back."""
        try:
            path = shelf.restore(self._saves[event.index].path)
            said = f"{path.stem} is among the campaigns again."
        except SaveError as error:
            said = str(error)
        self._list()
        self.query_one("#said", Static).update(said)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()

    def _list(self) -> None:
        self._saves = [facts(save) for save in shelf.trashed()]
        entries = [
            row(
                (f" {save.name:<26}", "strong"),
                save.game,
                (f", {save.place}" if save.place else "", "dim"),
                (f"  {save.when}", "dim"),
                id=save.name,
                hang=28,
            )
            for save in self._saves
        ]
        rows = self.query_one("#trash", Rows)
        rows.fill(entries or [row((" The trash is empty.", "dim"))], max(rows.at, 0))
