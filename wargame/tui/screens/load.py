"""The campaign browser: all saves, what stands in the chosen one, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from wargame.store import shelf
from wargame.store.errors import SaveError
from wargame.store.folder import fresh, saves_folder
from wargame.tui.keymap import Keymap
from wargame.tui.post import take_in
from wargame.tui.save_facts import SaveFacts, SaveLook, all_saves, look_into
from wargame.tui.screens.bindings import LOAD
from wargame.tui.screens.dialog import Dialog, TextDialog
from wargame.tui.screens.trash import TrashScreen
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.small_map import SmallMap
from wargame.tui.widgets.too_small import TooSmall

_ROOMY = 110
"""Columns from which the facts stand beside the list."""
_NAME = 24
_RECOVER = "{load.recover} saves what is good under another name."
_TRASHED = "It goes into the trash folder and can be brought back with {load.trash}."


class LoadScreen(Guarded, Screen[None]):
    """Chooses a save to play on or to replay; renames, copies, deletes."""

    BINDINGS: ClassVar[list[BindingType]] = LOAD
    DEFAULT_CSS = """
    LoadScreen #title { height: 1; background: $panel; text-style: bold; }
    LoadScreen #keys { height: 2; background: $panel; }
    LoadScreen #said { height: auto; color: $error; padding: 0 1; }
    LoadScreen #said.good { color: $success; }
    LoadScreen #main { height: 1fr; }
    LoadScreen #saves { height: 1fr; }
    LoadScreen #side { height: 10; border-top: solid $primary; layout: vertical; }
    LoadScreen #facts { height: 1fr; padding: 0 1; }
    LoadScreen SmallMap { display: none; width: 1fr; height: 21; }
    LoadScreen.roomy #main { layout: horizontal; }
    LoadScreen.roomy #saves { width: 1fr; }
    LoadScreen.roomy #side {
        width: 58; height: 1fr; border-top: none; border-left: solid $primary;
    }
    LoadScreen.roomy SmallMap.seen { display: block; }
    """

    def __init__(self, *, replay: bool) -> None:
        super().__init__()
        self._replay = replay
        self._saves: list[SaveFacts] = []
        self._looks: dict[Path, SaveLook | None] = {}

    def compose(self) -> ComposeResult:
        """The list, the facts of the chosen save, its map."""
        what = "Replay a campaign" if self._replay else "Campaigns"
        yield Static(f" {what} - {saves_folder()}", id="title", markup=False)
        with Container(id="main"):
            yield Rows(id="saves")
            with Container(id="side"):
                yield Rows(id="facts")
                yield SmallMap(self.shell.settings)
        yield Static("", id="said", markup=False)
        verb = "replay" if self._replay else "play on"
        yield KeyBar(
            f" {{rows.choose}} {verb}   {{load.replay}} replay   {{load.rename}} rename   "
            "{load.copy} copy   {load.delete} delete   {load.back} back\n"
            " {load.recover} recover a damaged one   {load.receive} take in a file   {load.trash} trash   {load.other} scroll the facts",
            id="keys",
        )
        yield TooSmall()

    def on_screen_resume(self) -> None:
        """List the saves as they are now."""
        self._list(max(self._list_widget.at, 0))
        self._list_widget.focus()

    def on_resize(self) -> None:
        """The facts beside the list, or below it."""
        self.query_one(TooSmall).fit(self.size)
        self.set_class(self.size.width >= _ROOMY, "roomy")
        self.call_after_refresh(lambda: self._refill(self._list_widget.at))

    # -- choosing -----------------------------------------------------------------------------

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Another save."""
        if event.rows.id == "saves":
            self._say("")
            self._show()

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Open it."""
        if event.rows.id == "saves":
            self._open(self._saves[event.index], replay=self._replay)

    def action_replay(self) -> None:
        """Watch it."""
        if save := self._chosen():
            self._open(save, replay=True)

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss()

    # -- keeping order ------------------------------------------------------------------------

    def action_rename(self) -> None:
        """Another name."""
        if save := self._chosen():
            play = self.shell.play
            campaign = play.campaign if play and play.campaign.path == save.path else None
            self._ask_name(
                f"Rename {save.name} to",
                save.name,
                campaign.rename if campaign else lambda name: shelf.rename(save.path, name),
                f"{save.name} is called {{}} now.",
            )

    def action_copy(self) -> None:
        """A copy under another name."""
        if save := self._chosen():
            stem = fresh(f"{save.name}-copy").stem
            self._ask_name(
                f"Copy {save.name} as",
                stem,
                lambda name: shelf.duplicate(save.path, name),
                f"{save.name} was copied to {{}}.",
            )

    def action_recover(self) -> None:
        """What is good of a damaged save, as a save of its own."""
        save = self._chosen()
        if save is None:
            return
        if not save.damage:
            self._say(f"{save.name} is not damaged: there is nothing to recover.")
            return
        if not save.readable:
            self._say(f"Nothing of {save.name} can be recovered.")
            return
        stem = fresh(f"{save.name}-recovered").stem
        self._ask_name(
            f"Recover what is good of {save.name} as",
            stem,
            lambda name: shelf.recover(save.path, name),
            f"What is good of {save.name} is in {{}}.",
        )

    def action_discard(self) -> None:
        """Into the trash, once confirmed."""
        save = self._chosen()
        if save is None:
            return

        def decided(value: str | None) -> None:
            if value == "yes":
                said = f"{save.name} lies in the trash; {{load.trash}} shows it."
                self._do(lambda: shelf.discard(save.path), self.shell.keys.spelled(said))

        rows = [
            row((save.name, "strong"), f"  {save.game}  {save.place}", hang=2),
            row(""),
            row(self.shell.keys.spelled(_TRASHED)),
        ]
        choices = [("yes,delete", "delete", "yes"), ("no,choose", "keep", "")]
        dialog = Dialog("Delete this campaign?", rows, choices, weighty=True)
        self.app.push_screen(dialog, decided)

    def action_take_in(self) -> None:
        """A file that the other player sent."""
        take_in(self, self.shell, self._say)

    def action_trash(self) -> None:
        """What was deleted."""
        self.app.push_screen(TrashScreen())

    # -- inside -------------------------------------------------------------------------------

    @property
    def _list_widget(self) -> Rows:
        return self.query_one("#saves", Rows)

    def _chosen(self) -> SaveFacts | None:
        at = self._list_widget.at
        return self._saves[at] if 0 <= at < len(self._saves) else None

    def _open(self, save: SaveFacts, *, replay: bool) -> None:
        shell, path = self.shell, str(save.path)
        self._say(shell.replay_save(path) if replay else shell.play_save(path, welcome=True))

    def _ask_name(self, title: str, stem: str, work: Callable[[str], Path], said: str) -> None:
        def done(name: str | None) -> None:
            if name:
                self._do(lambda: work(name), said)
            elif name is not None:
                self._say("A save needs a name; everything is as it was.")

        self._say("")
        self.app.push_screen(TextDialog(title, "A name inside the saves folder.", stem), done)

    def _do(self, work: Callable[[], Path], said: str) -> None:
        """Do a thing with files, then show the list with what came of it; say so."""
        try:
            path = work()
        except SaveError as error:
            self._list(max(self._list_widget.at, 0))
            self._say(str(error))
            return
        self._list(max(self._list_widget.at, 0))
        paths = [save.path for save in self._saves]
        if path in paths:
            self._refill(paths.index(path))
        self._say(said.replace("{}", path.stem), good=True)

    def _list(self, at: int) -> None:
        self._saves = all_saves()
        self._looks.clear()
        self._refill(at)

    def _refill(self, at: int) -> None:
        rows = self._list_widget
        wide = min(max((len(save.name) for save in self._saves), default=0), _NAME)
        entries = [save_row(save, wide, rows.size.width) for save in self._saves]
        empty = [row((" There is no save yet: begin a new game.", "dim"))]
        rows.fill(entries or empty, at)
        self._show()

    def _show(self) -> None:
        """The facts and the map of the chosen save."""
        save = self._chosen()
        look = self._look(save) if save else None
        if save and look and look.damage:  # a list looks at the ends of a save only
            save = self._saves[self._list_widget.at] = replace(save, damage=look.damage)
        self.query_one("#facts", Rows).fill(_facts(save, look, self.shell.keys) if save else [])
        small = self.query_one(SmallMap)
        small.set_class(look is not None, "seen")
        if look is not None:
            small.show_position(look.game, look.definition)

    def _look(self, save: SaveFacts) -> SaveLook | None:
        if save.path not in self._looks:
            self._looks[save.path] = look_into(save.path) if save.readable else None
        return self._looks[save.path]

    def _say(self, text: str, *, good: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(good, "good")
        said.update(text)


def save_row(save: SaveFacts, wide: int, width: int) -> Row:
    """One line: name in *wide* columns, what is wrong, game, turn; of the date what there is room for."""
    name = save.name if len(save.name) <= wide else save.name[: wide - 1] + "…"
    spans = [(f" {name:<{wide}}  ", "strong")]
    if save.damage:
        spans.append(("DAMAGED " if save.readable else "UNREADABLE ", "bad"))
    spans.append((save.game.partition(":")[0], ""))
    if save.place:
        spans.append((f", {save.place}", "dim"))
    room = width - sum(len(text) for text, _ in spans) - 2
    dates = (" ".join(save.when.split()[:parts]) for parts in (4, 3, 2))
    if when := next((date for date in dates if len(date) < room), ""):
        spans.append((f"{when:>{room}}", "dim"))
    return row(*spans, id=save.name, hang=wide + 3)


def _facts(save: SaveFacts, look: SaveLook | None, keymap: Keymap) -> list[Row]:
    rows = [row((save.name, "heading")), row(save.game if save.readable else "Cannot be opened.")]
    if look is not None:
        rows.append(_fact("Turn", f"{look.turn} ({save.place})"))
        rows.append(_fact("Score", look.score))
        rows.append(_fact("Last", look.last))
        marks = "1 note or bookmark" if look.marks == 1 else f"{look.marks} notes and bookmarks"
        rows.append(_fact("Marks", marks if look.marks else ""))
    rows.append(_fact("Played by", save.players))
    rows.append(_fact("Saved", save.when))
    if save.damage:
        rows.insert(1, row(("Damaged: ", "bad"), save.damage, hang=2))
        if save.readable:
            rows.insert(2, row((keymap.spelled(_RECOVER), "dim")))
    return [entry for entry in rows if entry.spans]


def _fact(name: str, text: str) -> Row:
    return row((f"{name:<10}", "dim"), text, hang=10) if text else row()
