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
from wargame.picture.fit import around, fitting
from wargame.picture.layout import ZOOMS, layout_for
from wargame.tui.play import Play
from wargame.tui.screens.bindings import SITUATION
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.section import section_rows
from wargame.tui.widgets.small_map import FittedMap, corners_of

_BARS, _BELOW, _BESIDE = 2, (10, 6), 29
"""Lines of title and keys; lines that the facts may have below the map, or columns beside it."""
_IDLE = 0.4
"""How much of the height a map with nothing on it may take beside the facts."""
_ROOMY, _WIDE = 110, 180
"""Columns from which the facts beside the map are broader."""


class SituationScreen(Guarded, Screen[None]):
    """A look at the whole; the same key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = SITUATION
    DEFAULT_CSS = """
    SituationScreen #title, SituationScreen #keys { height: 1; background: $panel; text-style: bold; }
    SituationScreen FittedMap { width: 1fr; height: 1fr; }
    SituationScreen #facts { width: 29; border-left: solid $primary; padding: 0 0 0 1; }
    SituationScreen.roomy #facts { width: 46; }
    SituationScreen.wide #facts { width: 64; }
    SituationScreen.flat #both { layout: vertical; }
    SituationScreen.flat #facts {
        width: 1fr; padding: 0 1; border-left: none; border-top: solid $primary;
    }
    """

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play

    def compose(self) -> ComposeResult:
        """Map and facts."""
        yield Static("", id="title", markup=False)
        with Horizontal(id="both"):
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
        self.set_class(self.size.width >= _ROOMY, "roomy")
        self.set_class(self.size.width >= _WIDE, "wide")
        below = self._below()
        self.set_class(below > 0, "flat")
        self.query_one("#facts", Rows).styles.height = below or "1fr"
        self.call_after_refresh(self._draw)

    def _below(self) -> int:
        """Lines of the facts where the map is nearer above them, as where the front is broad, or where
        half of the map beside them would show what nobody fights for.
        """
        game, (width, height) = self._play.game, self.size
        corners, height = corners_of(game, self._play.definition), height - _BARS
        zoom = fitting(game.grid, corners, width - _BESIDE, height)
        for lines in _BELOW if width < _ROOMY else ():
            if ZOOMS.index(fitting(game.grid, corners, width, height - lines)) > ZOOMS.index(zoom):
                return lines
        spare = height - around(layout_for(game.grid, zoom), corners).height
        idle = _ROOMY <= width < _WIDE and zoom != ZOOMS[0] and spare > height * _IDLE
        return spare if idle else 0

    def _draw(self) -> None:
        self.query_one(FittedMap).show_position(self._play.game, self._play.definition)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss()
