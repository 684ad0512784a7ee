"""Theatre zoom: two half-block pixels a hex, terrain and sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wargame.content.map import MapContent
from wargame.hexes.grid import Hex
from wargame.picture.by_steps import Steps
from wargame.picture.contents import EMPTY, Contents
from wargame.picture.glyphs import Glyphs
from wargame.picture.ink import Sheet, ink
from wargame.picture.layers import Layers
from wargame.picture.layout import Cell, Pixels
from wargame.picture.printed import TABLE, ground_of

_UPPER: Final = "▀"


class PixelPicture:
    """Every hex is one colour; a letter set without blocks shows terrain and side by glyph."""

    __slots__ = ("_content", "_glyphs", "_roles", "_signs", "layout", "sheet")

    def __init__(self, content: MapContent, layout: Pixels, glyphs: Glyphs) -> None:
        self.layout = layout
        self._content = content
        self._glyphs = glyphs
        self._roles = [[TABLE.back] * (2 * layout.height) for _ in range(layout.grid.cols)]
        """Role of every pixel by column, from the top."""
        self._signs: dict[Cell, tuple[str, str]] = {}
        """What stands in the middle of a hex, and the role of its paper."""
        self.sheet = Sheet(layout.width, layout.height, TABLE)

    def draw(self, hexes: Iterable[Hex], contents: Contents, layers: Layers) -> set[Hex]:
        """Set the pixels of these hexes."""
        dirty = set(hexes)
        for h in sorted(dirty):
            pixels = self._roles[h // self.layout.grid.rows]
            role = self._role(h, contents, layers)
            sign = self._sign(h, contents, layers)
            if sign and self.layout.size > 1:
                self._signs[self.layout.centre(h)] = sign, "path" if layers.heads(h) else role
            else:
                self._signs.pop(self.layout.centre(h), None)
            for at in self.layout.pixels(h):
                pixels[at] = role
            for y, start, _ in self.layout.owned(h):
                self._show(y, start, pixels[2 * y], pixels[2 * y + 1])
        return dirty

    def _role(self, h: Hex, contents: Contents, layers: Layers) -> str:
        marks, content = layers.marks(h), contents.get(h, EMPTY)
        if marks.frame not in ("", "choice") and not (marks.frame == "must" and content.counter):
            return marks.frame
        if marks.tone == "path":
            return "path"
        if content.counter:
            return f"side{max(content.colour, 0)}"
        paper = ground_of(self._content, h)
        return f"{paper}|{marks.tone}" if marks.tone else paper

    def _sign(self, h: Hex, contents: Contents, layers: Layers) -> str:
        """The head of an arrow that leaves the hex, or what frames a unit in it."""
        if heads := layers.heads(h):
            return self._glyphs.heads[int(heads[-1])]
        framed = layers.frame(h) == "must" and contents.get(h, EMPTY).counter
        return self._glyphs.frames["must"] if framed else ""

    def _show(self, y: int, x: int, upper: str, lower: str) -> None:
        wide = self.layout.size
        if upper == lower:
            self.sheet.put(y, x, " " * wide, ink("outline", upper))
        else:
            self.sheet.put(y, x, _UPPER * wide, ink(upper, lower))
        for at in range(x, x + wide):
            if found := self._signs.get((y, at)):
                sign, paper = found
                self.sheet.lay(y, at, sign, ink(f"{paper}_text", paper, "b"))


def print_pixels(content: MapContent, layout: Pixels, glyphs: Glyphs) -> Steps[PixelPicture]:
    """The map with nothing on it, a column at a step."""
    picture, rows = PixelPicture(content, layout, glyphs), layout.grid.rows
    for start in range(0, layout.grid.size, rows):
        picture.draw(range(start, start + rows), {}, Layers())
        yield
    return picture


def theatre_text(content: MapContent, contents: Contents, glyphs: Glyphs) -> str:
    """The map without colour: a terrain glyph and a side's sign a hex, row by row."""
    grid = content.grid
    lines = []
    for row in range(grid.rows):
        cells = []
        for column in range(grid.cols):
            h = column * grid.rows + row
            found = contents.get(h, EMPTY)
            terrain = glyphs.terrain_of(content.terrain[h])
            sign = glyphs.flags[found.colour % 2] if found.counter else " "
            cells.append(f"{'.' if terrain == ' ' else terrain}{sign}")
        lines.append("".join(cells).rstrip())
    return "\n".join(lines) + "\n"
