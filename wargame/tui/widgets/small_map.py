"""A map to look at, not to play on: whole in a corner, or as near as all that goes on fits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.ground import ground, scene
from wargame.hexes.grid import OFF, Hex
from wargame.picture.fit import Corners, around, corners_in_play, fits, fitting
from wargame.picture.layout import layout_for
from wargame.picture.names import shortened, told_apart
from wargame.tui.map.canvas import MapCanvas
from wargame.tui.settings import Settings
from wargame.tui.themes import palette_for
from wargame.tui.widgets.guarded import Guarded

_SIDE = 3
"""The tone of the ground of the first side."""
_NUMBER = re.compile(r"\d")
_HALF_BLOCKS = (6, 5, 4, 3, 2)
"""Half blocks each way that a hex of the theatre may have in a fitted map."""
_SHORT = 4
"""Letters of a name where hexes are bricks."""


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

    def _theatre_size(self) -> int:
        """A map that has no room otherwise is drawn with a dot a hex."""
        size = super()._theatre_size()
        return 1 if size == 2 and self._game and not self._has_room(self._game) else size

    def _has_room(self, game: Game[Any]) -> bool:
        """Whether the usual theatre has all in view that is to be seen."""
        return fits(game.grid, "theatre", corners_in_play(game.content.drawn), *self.size)


class FittedMap(SmallMap):
    """The part of the map where something goes on, as large as fits, with each side's ground."""

    _corners: Corners = (0, 0)
    _names: Mapping[Hex, str] = MappingProxyType({})

    def show_position(self, game: Game[Any], definition: GameDefinition) -> None:
        """Show a position with the ground of the sides and the hexes that count."""
        prizes = definition.face.standing(game).prizes
        self._corners = corners_of(game, definition)
        super().show_position(game, definition)
        tones = {side.id: _SIDE + side.colour % 2 for side in definition.sides}
        self.set_layer("tint", {h: tones[side] for h, side in ground(game).items()})
        self.set_layer("must", {prize.hex: "" for prize in prizes})
        self._names = told_apart(
            {prize.hex: prize.name for prize in prizes if not _NUMBER.search(prize.name)},
            lambda name: shortened(name, _SHORT) or name[:_SHORT].strip(" -'"),
        )
        self._fit()

    def on_resize(self) -> None:
        """Another size, another zoom."""
        super().on_resize()
        self._fit()

    def _fit(self) -> None:
        if self._game is None:
            return
        zoom = fitting(self._game.grid, self._corners, *self.size)
        if zoom != self._zoom or self._theatre_size() != self._prints.hex_size:
            self._set_zoom(zoom)
        self.set_layer("label", self._names if zoom == "wide" else {})
        self.centre()
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """The margins are others at another zoom: draw anew."""
        self._edges = None
        self._strips.clear()
        self.centre()
        self.refresh()

    def centre(self, where: Hex | None = None) -> None:  # noqa: ARG002 - all that goes on
        """Bring the middle of what goes on to the middle of the view."""
        if self._picture is not None:
            box = around(self._picture.layout, self._corners)
            width, height = self.scrollable_content_region.size
            self._scroll(box.x + (box.width - width) // 2, box.y + (box.height - height) // 2)

    def _theatre_size(self) -> int:
        """As large as all that goes on leaves room for."""
        game, (width, height) = self._game, self.size
        if game is None:
            return 2
        boxes = (
            (n, around(layout_for(game.grid, "theatre", n), self._corners)) for n in _HALF_BLOCKS
        )
        return next((n for n, box in boxes if box.width <= width and box.height <= height), 1)


def corners_of(game: Game[Any], definition: GameDefinition) -> Corners:
    """The north-west and the south-east of all that goes on and all that counts."""
    return scene(game, [prize.hex for prize in definition.face.standing(game).prizes])
