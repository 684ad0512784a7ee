"""Theatre zoom: two half-block pixels a hex, terrain and sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wargame.content.map import MapContent
from wargame.hexes.grid import Hex
from wargame.picture.contents import EMPTY, Contents
from wargame.picture.glyphs import Glyphs
from wargame.picture.ink import Sheet, ink
from wargame.picture.layers import Layers
from wargame.picture.layout import Cell, Pixels
from wargame.picture.printed import TABLE, ground_of

_UPPER: Final = "▀"


class PixelPicture:
    """Every hex is one colour; a letter set without blocks shows terrain and side by glyph."""

    __slots__ = ("_content", "_glyphs", "_heads", "_roles", "layout", "sheet")

    def __init__(self, content: MapContent, layout: Pixels, glyphs: Glyphs) -> None:
        self.layout = layout
        self._content = content
        self._glyphs = glyphs
        self._roles = [[TABLE.back] * (2 * layout.height) for _ in range(layout.grid.cols)]
        """Role of every pixel by column, from the top."""
        self._heads: dict[Cell, tuple[str, str]] = {}
        """Heads of arrows on the paper of their hexes."""
        self.sheet = Sheet(layout.width, layout.height, TABLE)
        self.wipe()

    def wipe(self) -> None:
        """Take everything off the print."""
        self.draw(range(self.layout.grid.size), {}, Layers())

    def draw(self, hexes: Iterable[Hex], contents: Contents, layers: Layers) -> set[Hex]:
        """Set the pixels of these hexes."""
        dirty = set(hexes)
        for h in sorted(dirty):
            pixels = self._roles[h // self.layout.grid.rows]
            role = self._role(h, contents, layers)
            self._point(h, role, layers.heads(h))
            for at in self.layout.pixels(h):
                pixels[at] = role
            for y, start, _ in self.layout.owned(h):
                self._show(y, start, pixels[2 * y], pixels[2 * y + 1])
        return dirty

    def _role(self, h: Hex, contents: Contents, layers: Layers) -> str:
        marks, content = layers.marks(h), contents.get(h, EMPTY)
        if marks.frame and marks.frame != "choice":
            return marks.frame
        if marks.tone == "path":
            return "path"
        if content.counter:
            return f"side{max(content.colour, 0)}"
        paper = ground_of(self._content, h)
        return f"{paper}|{marks.tone}" if marks.tone else paper

    def _point(self, h: Hex, paper: str, heads: str) -> None:
        """A hex that an arrow leaves has its head in the middle."""
        self._heads.pop(self.layout.centre(h), None)
        if heads:
            self._heads[self.layout.centre(h)] = self._glyphs.heads[int(heads[-1])], paper

    def _show(self, y: int, x: int, upper: str, lower: str) -> None:
        wide = 2 * self.layout.scale
        if upper == lower:
            self.sheet.put(y, x, " " * wide, ink("outline", upper))
        else:
            self.sheet.put(y, x, _UPPER * wide, ink(upper, lower))
        for at in range(x, x + wide):
            if found := self._heads.get((y, at)):
                head, paper = found
                fore = "name" if paper.startswith("@") else f"{paper}_text"
                self.sheet.lay(y, at, head, ink(fore, paper, "b"))


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
