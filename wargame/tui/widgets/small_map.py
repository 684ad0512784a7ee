"""A whole map in a corner: to look at, not to play on."""

from __future__ import annotations

from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.hexes.grid import OFF, Hex
from wargame.tui.map.canvas import MapCanvas
from wargame.tui.settings import Settings
from wargame.tui.themes import palette_for
from wargame.tui.widgets.guarded import Guarded


class SmallMap(Guarded, MapCanvas):
    """The map at theatre zoom, without cursor and keys."""

    DEFAULT_CSS = "SmallMap { scrollbar-size: 0 0; }"
    can_focus = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            zoom="theatre",
            palette=palette_for(settings.theme),
            glyphs="ascii" if settings.plain else "unicode",
        )

    def show_position(self, game: Game[Any], definition: GameDefinition) -> None:
        """Show another position, of whatever game."""
        self.show(game, definition)
        was, self._layers.cursor = self._layers.cursor, OFF
        self._redraw({was})
        self.centre()

    def centre(self, where: Hex | None = None) -> None:
        """Bring the middle of the map to the middle of the view."""
        if self._game is not None:
            grid = self._game.grid
            super().centre(
                (grid.cols // 2) * grid.rows + grid.rows // 2 if where is None else where
            )
