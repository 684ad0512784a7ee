"""A map to look at, not to play on: whole in a corner, or as near as all that goes on fits."""

from __future__ import annotations

from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.ground import ground, scene
from wargame.hexes.grid import OFF, Hex
from wargame.picture.layout import ZOOMS, Zoom, layout_for
from wargame.tui.map.canvas import MapCanvas
from wargame.tui.settings import Settings
from wargame.tui.themes import palette_for
from wargame.tui.widgets.guarded import Guarded

_SIDE = 3
"""The tone of the ground of the first side."""


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


class FittedMap(SmallMap):
    """The part of the map where something goes on, as large as fits, with each side's ground."""

    def show_position(self, game: Game[Any], definition: GameDefinition) -> None:
        """Show a position with the ground of the sides and the hexes that count."""
        super().show_position(game, definition)
        tones = {side.id: _SIDE + side.colour % 2 for side in definition.sides}
        self.set_layer("tint", {h: tones[side] for h, side in ground(game).items()})
        prizes = definition.face.standing(game).prizes
        free = [prize.hex for prize in prizes if not game.board.at[prize.hex]]
        self.set_layer("must", dict.fromkeys(free, ""))
        self._fit()

    def on_resize(self) -> None:
        """Another size, another zoom."""
        super().on_resize()
        self._fit()

    def _fit(self) -> None:
        if self._game is None or self._definition is None:
            return
        prizes = self._definition.face.standing(self._game).prizes
        corners = scene(self._game, [prize.hex for prize in prizes])
        zoom = fitting(self._game, corners, self.size.width, self.size.height)
        if zoom != self._zoom:
            self._set_zoom(zoom)
        deep = self._game.grid.rows
        (west, north), (east, south) = (divmod(h, deep) for h in corners)
        self._middle = (west + east) // 2 * deep + (north + south) // 2
        self.centre(self._middle)
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """The margins are others at another zoom: draw anew."""
        self._edges = None
        self._strips.clear()
        self.refresh()

    def centre(self, where: Hex | None = None) -> None:
        """Bring the middle of what goes on to the middle of the view."""
        super().centre(self._middle if where is None else where)

    _middle: Hex | None = None


def fitting(game: Game[Any], corners: tuple[Hex, Hex], width: int, height: int) -> Zoom:
    """The nearest zoom at which all between two corners fits into so many cells."""
    for zoom in reversed(ZOOMS):
        layout = layout_for(game.grid, zoom)
        first, last = (layout.box(h) for h in corners)
        wide, high = last.x + last.width - first.x, last.y + last.height - first.y
        if wide <= width and high + last.height // 2 <= height:
            return zoom
    return ZOOMS[0]
