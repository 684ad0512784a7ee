"""The map as plain text, for line mode, `wargame map` and tests."""

from __future__ import annotations

from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.tui.map.content import contents_of
from wargame.tui.map.glyphs import GlyphsName, glyphs_called
from wargame.tui.map.layers import Layers
from wargame.tui.map.layout import Zoom
from wargame.tui.map.paint import Painter
from wargame.tui.map.palette import PALETTES, ThemeName
from wargame.tui.map.picture import picture_of
from wargame.tui.map.pixels import theatre_text


def text_map(
    definition: GameDefinition,
    game: Game[Any],
    zoom: Zoom,
    *,
    colour: bool = False,
    glyphs: GlyphsName = "unicode",
    theme: ThemeName = "paper",
    layers: Layers | None = None,
) -> str:
    """Draw the position; *colour* adds true-colour escape codes.

    >>> text_map(definition, game, "wide")  # doctest: +SKIP
    """
    laid = layers or Layers()
    characters = glyphs_called(glyphs)
    contents = contents_of(game, definition, laid["top"])
    if zoom == "theatre" and not colour:
        return theatre_text(game.content.map, contents, characters)
    picture = picture_of(game.content.map, zoom, characters)
    picture.draw(range(game.grid.size), contents, laid)
    return Painter(PALETTES[theme]).ansi(picture.sheet) if colour else picture.sheet.text()
