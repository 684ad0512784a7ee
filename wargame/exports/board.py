"""The drawn board as a picture of the table: tiles of cells, made when they come into view.

The ground of a tile is drawn once, what lies on it whenever it has changed. A cell of the sheet is a
letter that says which cell it is; whoever writes to the terminal puts the picture in its place.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from itertools import count
from typing import Final, NamedTuple

from PIL import Image

from wargame.content.map import MapContent
from wargame.exports.raster import png
from wargame.exports.window import Lying, Part, ground_svg, pieces_svg
from wargame.flow.face import Counter
from wargame.hexes.grid import OFF, Hex
from wargame.picture.contents import Contents
from wargame.picture.drawn import Drawn
from wargame.picture.ink import Sheet, ink
from wargame.picture.layers import Layers
from wargame.picture.layout import Box
from wargame.picture.tiles import DEEP, WIDE, Tile, letter

_KEPT: Final = 900
"""Grounds that are kept: three large windows, or so."""
_SPREAD: Final = 2
"""Tiles in a rectangle for each that must be drawn, up to which one drawing of all costs less."""
_BARE: Final = ink("outline", "table")

Under = Callable[[Hex], Sequence[Counter]]
"""The counters of a hex below the top one."""


class Drawing(NamedTuple):
    """A tile as it looks now."""

    number: int
    """Of this look: another look has another."""
    image: Image.Image


class Board:
    """What a view needs of a drawn map, and the tiles for who writes to the terminal."""

    __slots__ = ("_content", "_contents", "_layers", "_numbers", "_under", "grounds", "layout", "sheet", "tiles")  # fmt: skip

    def __init__(self, content: MapContent, cell: tuple[int, int], under: Under) -> None:
        self.layout = Drawn(content.grid, cell)
        self._content, self._under = content, under
        self._contents: Contents = {}
        self._layers = Layers()
        self._numbers = count(1)
        self.grounds: OrderedDict[Tile, Image.Image] = OrderedDict()
        self.tiles: dict[Tile, Drawing] = {}
        """Those in view; one that has changed is not among them."""
        wide, high = self.layout.width, self.layout.height
        self.sheet = Sheet(wide, high, _BARE)
        self.sheet.chars = [[letter(y, x) for x in range(wide)] for y in range(high)]

    def draw(self, hexes: Iterable[Hex], contents: Contents, layers: Layers) -> set[Hex]:
        """Note that these hexes look different; the hexes that must be shown again."""
        self._contents, self._layers = contents, layers
        asked = set(hexes)
        for h in asked:
            for tile in self._touched(h):
                self.tiles.pop(tile, None)
        return asked

    def boxes(self, hexes: Iterable[Hex]) -> list[Box]:
        """The cells of the tiles that these hexes touch."""
        tiles = sorted({tile for h in hexes if h != OFF for tile in self._touched(h)})
        return [Box(x * WIDE, y * DEEP, WIDE, DEEP) for x, y in tiles]

    def prepare(self, view: Box) -> None:
        """Draw what is missing of the tiles in view."""
        seen = _tiles(view, self.layout.width, self.layout.height)
        for gone in self.tiles.keys() - set(seen):
            del self.tiles[gone]
        missing = [tile for tile in seen if tile not in self.tiles]
        if not missing:
            return
        self._lay_grounds([tile for tile in missing if tile not in self.grounds])
        for group in _grouped(missing):
            part, hexes = self._part(group)
            under = {h: self._under(h) for h in hexes if h in self._contents}
            svg = pieces_svg(
                self.layout.grid, hexes, Lying(self._contents, self._layers, under), part
            )
            above = _opened(svg)
            for tile in group:
                if tile in missing:
                    self._lay(tile, group[0], above)
        while len(self.grounds) > max(_KEPT, 2 * len(seen)):
            self.grounds.popitem(last=False)

    def _lay(self, tile: Tile, first: Tile, above: Image.Image) -> None:
        """A tile's ground with its part of a drawing on it."""
        image = self.grounds[tile].copy()
        own = above.crop(self._pixels(tile, first))
        image.paste(own, (0, 0), own)
        self.tiles[tile] = Drawing(next(self._numbers), image)

    def _lay_grounds(self, missing: list[Tile]) -> None:
        for group in _grouped(missing):
            part, hexes = self._part(group)
            drawn = _opened(ground_svg(self._content, set(hexes), part)).convert("RGB")
            for tile in group:
                self.grounds[tile] = drawn.crop(self._pixels(tile, group[0]))

    def _pixels(self, tile: Tile, first: Tile) -> tuple[int, int, int, int]:
        """Where a tile lies in a drawing that begins with another."""
        wide, high = WIDE * self.layout.cell[0], DEEP * self.layout.cell[1]
        x, y = (tile[0] - first[0]) * wide, (tile[1] - first[1]) * high
        return x, y, x + wide, y + high

    def _part(self, group: list[Tile]) -> tuple[Part, list[Hex]]:
        """The rectangle of a group of tiles, and all hexes that reach into it."""
        (wide, high), scale = self.layout.cell, self.layout.scale
        (left, top), (right, foot) = group[0], group[-1]
        across, down = right - left + 1, foot - top + 1
        pixels = across * WIDE * wide, down * DEEP * high
        part = Part(
            left * WIDE * wide / scale,
            top * DEEP * high / scale,
            pixels[0] / scale,
            pixels[1] / scale,
            pixels,
        )
        return part, self._within(Box(left * WIDE, top * DEEP, across * WIDE, down * DEEP))

    def _within(self, box: Box) -> list[Hex]:
        """The hexes of which anything may lie in a rectangle of cells, with a hex around it."""
        one, found = self.layout.box(0), []
        grid = self.layout.grid
        for h in range(grid.size):
            y, x = self.layout.centre(h)
            beside = box.x - one.width <= x <= box.x + box.width + one.width
            if beside and box.y - one.height <= y <= box.y + box.height + one.height:
                found.append(h)
        return found

    def _touched(self, h: Hex) -> list[Tile]:
        """The tiles that a hex, its frame and its arrows reach into."""
        box = self.layout.box(h)
        more = Box(box.x - 2, box.y - 1, box.width + 4, box.height + 2)
        return _tiles(more, self.layout.width, self.layout.height)


def _tiles(box: Box, width: int, height: int) -> list[Tile]:
    """The tiles of a board that a rectangle of cells touches, row by row."""
    left, top = max(box.x, 0) // WIDE, max(box.y, 0) // DEEP
    right = (min(box.x + box.width, width) - 1) // WIDE
    foot = (min(box.y + box.height, height) - 1) // DEEP
    return [(x, y) for y in range(top, foot + 1) for x in range(left, right + 1)]


def _grouped(tiles: list[Tile]) -> list[list[Tile]]:
    """Rectangles of tiles that are drawn at once."""
    if not tiles:
        return []
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    whole = [(x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1)]
    if len(whole) <= _SPREAD * len(tiles) + 2:
        return [whole]
    return [[tile] for tile in tiles]


def _opened(svg: str) -> Image.Image:
    with Image.open(BytesIO(png(svg))) as image:
        return image.convert("RGBA")
