"""The map as plain text, for line mode, `wargame map` and tests."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.hexes.grid import Grid, Hex
from wargame.picture.cells import picture_of
from wargame.picture.contents import contents_of
from wargame.picture.glyphs import GlyphsName, glyphs_called
from wargame.picture.layers import Layers
from wargame.picture.layout import Zoom
from wargame.picture.paint import ansi
from wargame.picture.palette import PALETTES, ThemeName
from wargame.picture.pixels import theatre_text


def text_map(
    definition: GameDefinition,
    game: Game[Any],
    zoom: Zoom,
    *,
    colour: bool = False,
    glyphs: GlyphsName = "unicode",
    theme: ThemeName = "paper",
    layers: Layers | None = None,
    hexes: Collection[Hex] = (),
) -> str:
    """Draw the position; *colour* adds true-colour escape codes.

    Without colour *hexes* limits the drawing to the rectangle around them.

    >>> text_map(definition, game, "wide")  # doctest: +SKIP
    """
    laid = layers or Layers()
    characters = glyphs_called(glyphs)
    contents = contents_of(game, definition, laid["top"])
    if zoom == "theatre" and not colour:
        return _within_rows(
            theatre_text(game.content.drawn, contents, characters), game.grid, hexes
        )
    picture = picture_of(game.content.drawn, zoom, characters)
    picture.draw(range(game.grid.size), contents, laid)
    if colour:
        return ansi(PALETTES[theme], picture.sheet)
    boxes = [picture.layout.box(h) for h in hexes]
    if not boxes:
        return picture.sheet.text()
    left, top = (max(0, min(at)) for at in zip(*((b.x, b.y) for b in boxes), strict=True))
    right, below = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    return _cut(picture.sheet.text(), slice(top, below), slice(left, right))


def _within_rows(text: str, grid: Grid, hexes: Collection[Hex]) -> str:
    """Of a drawing of two cells a hex the part around some hexes."""
    if not hexes:
        return text
    columns = [2 * (grid.column(h) - 1) for h in hexes]
    rows = [grid.row(h) - 1 for h in hexes]
    return _cut(text, slice(min(rows), max(rows) + 1), slice(min(columns), max(columns) + 2))


def _cut(text: str, lines: slice, columns: slice) -> str:
    return "".join(f"{line[columns].rstrip()}\n" for line in text.split("\n")[lines])
