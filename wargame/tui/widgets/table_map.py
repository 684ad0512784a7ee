"""The map as the table uses it: its letters y, u, b, n belong to the questions."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.picture.glyphs import GlyphsName
from wargame.tui.map.view import MapView
from wargame.tui.settings import Settings
from wargame.tui.themes import palette_for
from wargame.tui.widgets.guarded import Guarded

_TAKEN = {"y", "u", "b", "n"}


def _own_keys() -> list[BindingType]:
    return [
        b
        for b in MapView.BINDINGS
        if not (isinstance(b, Binding) and set(b.key.split(",")) <= _TAKEN)
    ]


class TableMap(Guarded, MapView, inherit_bindings=False):
    """A map that wears the player's settings."""

    BINDINGS: ClassVar[list[BindingType]] = _own_keys()

    def __init__(self, settings: Settings) -> None:
        super().__init__(id="map", palette=palette_for(settings.theme), glyphs=_glyphs(settings))

    def show(self, game: Game[Any], definition: GameDefinition) -> None:
        """Draw the position; a fault in that leaves the table to be played on."""
        with self.drawing():
            super().show(game, definition)

    def wear(self, settings: Settings) -> None:
        """Take over other settings."""
        self.set_look(palette_for(settings.theme), _glyphs(settings))

    def _redraw(self, hexes: set[Hex]) -> None:
        with self.drawing():
            super()._redraw(hexes)


def _glyphs(settings: Settings) -> GlyphsName:
    return "ascii" if settings.plain else "unicode"
