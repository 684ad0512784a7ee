"""The situation: the map as far as anything goes on, and how far each side is from winning."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from wargame.exports.situation import situation
from wargame.flow.replay import Replay
from wargame.tui.play import Play
from wargame.tui.screens.bindings import SITUATION
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.section import section_rows
from wargame.tui.widgets.small_map import FittedMap


class SituationScreen(Guarded, Screen[None]):
    """A look at the whole; the same key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = SITUATION
    DEFAULT_CSS = """
    SituationScreen #title, SituationScreen #keys { height: 1; background: $panel; text-style: bold; }
    SituationScreen FittedMap { width: 1fr; }
    SituationScreen #facts { width: 31; border-left: solid $primary; padding: 0 0 0 1; }
    SituationScreen.roomy #facts { width: 46; }
    SituationScreen.wide #facts { width: 64; }
    """

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play

    def compose(self) -> ComposeResult:
        """Map and facts."""
        yield Static("", id="title", markup=False)
        with Horizontal():
            yield FittedMap(self.shell.settings)
            yield Rows(id="facts")
        yield KeyBar(" {situation.close}: back   arrows: the facts", id="keys")

    def on_mount(self) -> None:
        """Add up what the side at the table may know."""
        play, session = self._play, self._play.session
        face = play.definition.face
        self.query_one("#title", Static).update(f" The situation: {face.turn_label(play.game)}")
        replay = Replay(play.definition, session.header, session.entries, session.viewer)
        rows = [r for part in situation(play.definition, replay) for r in section_rows(part)]
        facts = self.query_one("#facts", Rows)
        facts.fill(rows[1:] or [row(("Nothing is counted in this game.", "dim"))])
        facts.focus()
        self.on_resize()

    def on_resize(self) -> None:
        """The map gets what the facts leave."""
        self.set_class(self.size.width >= 110, "roomy")
        self.set_class(self.size.width >= 180, "wide")
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        self.query_one(FittedMap).show_position(self._play.game, self._play.definition)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss()
