"""The map as rows of cells at one zoom: the print, and on it what lies there now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from wargame.content.map import MapContent
from wargame.hexes.grid import OFF, Hex
from wargame.picture.by_steps import Steps, made
from wargame.picture.contents import EMPTY, Contents
from wargame.picture.counters import draw_brick, draw_outlined
from wargame.picture.glyphs import Glyphs
from wargame.picture.ink import Sheet, framed, ink, tinted
from wargame.picture.layers import FRAMES, Layers
from wargame.picture.layout import (
    Bricks,
    Cell,
    Layout,
    Outlined,
    Pixels,
    Zoom,
    layout_for,
    sides_of,
)
from wargame.picture.lines import crossing
from wargame.picture.pixels import print_pixels
from wargame.picture.printed import print_bricks, print_outlined


class Picture(Protocol):
    """What a view needs of a drawn map."""

    @property
    def layout(self) -> Layout:
        """Its geometry."""

    @property
    def sheet(self) -> Sheet:
        """The rows as they stand."""

    def draw(self, hexes: Iterable[Hex], contents: Contents, layers: Layers) -> set[Hex]:
        """Draw these hexes anew; the hexes whose box must be shown again."""


class CellPicture:
    """Close, normal and wide zoom: a printed sheet, copied back before a hex is drawn again."""

    __slots__ = ("_framed", "_glyphs", "_heads", "_print", "layout", "sheet")

    def __init__(self, printed: Sheet, layout: Outlined | Bricks, glyphs: Glyphs) -> None:
        self.layout: Outlined | Bricks = layout
        self._glyphs = glyphs
        self._print = printed
        self.sheet = printed.copy()
        self._framed: dict[Hex, str] = {}
        """Hexes with a frame, as drawn."""
        self._heads: dict[Hex, str] = {}
        """Hexes that arrows leave, with the directions, as drawn."""

    def draw(self, hexes: Iterable[Hex], contents: Contents, layers: Layers) -> set[Hex]:
        """Draw these hexes, and those beside one whose frame or arrow comes or goes.

        The latter change only where they touch it, inside the box of the former.
        """
        asked = set(hexes)
        dirty = set(asked)
        around = self.layout.grid.neighbours
        for h in sorted(asked):
            frame, heads = layers.frame(h), layers.heads(h)
            if self._framed.get(h, "") != frame or self._heads.get(h, "") != heads:
                dirty.update(around[h])
                self._framed[h], self._heads[h] = frame, heads
        for h in sorted(dirty):
            self._draw_hex(h, contents, layers)
        touched = sorted(dirty.union(*(around[near] for near in dirty)))
        for h in touched:
            if self._framed.get(h):
                self._draw_frame(h)
        for h in touched:
            for direction in map(int, self._heads.get(h, "")):
                self._draw_head(h, direction)
        return asked

    def _draw_hex(self, h: Hex, contents: Contents, layers: Layers) -> None:
        layout, sheet = self.layout, self.sheet
        marks, content = layers.marks(h), contents.get(h, EMPTY)
        for y, start, end in layout.owned(h):
            sheet.restore(self._print, y, start, end)
        edge = OFF in layout.grid.around[h]
        for _, other, cells in sides_of(h, layout) if edge else ():
            for y, x in cells if other < 0 else ():
                sheet.restore(self._print, y, x, x + 1)
        tone = marks.tone
        if isinstance(layout, Bricks) and marks.frame == "cursor":
            tone = "cursor"
        if tone:
            self._wash(h, tone)
        if isinstance(layout, Bricks):
            draw_brick(sheet, layout.origin(h), content, marks, self._glyphs)
        else:
            draw_outlined(sheet, layout, h, content=content, marks=marks, glyphs=self._glyphs)

    def _wash(self, h: Hex, tone: str) -> None:
        sheet = self.sheet
        for y, start, end in self.layout.owned(h):
            row = sheet.inks[y]
            row[start:end] = [tinted(one, tone) for one in row[start:end]]
        dot = self._glyphs.tones.get(tone, "")
        for y, x in self._dotted(h) if dot else ():
            if sheet.chars[y][x] == " ":
                sheet.chars[y][x] = dot

    def _dotted(self, h: Hex) -> Iterable[Cell]:
        """Inner cells near the corners, where a sign stands in a washed hex."""
        y, x = self.layout.origin(h)
        last = x + self.layout.pitch
        if isinstance(self.layout, Bricks):
            return ((y, last - 1), (y + 1, x + 1))
        return ((y + 1, x + 1), (y + 1, last), (y + 2, x + 1), (y + 2, last))

    def _draw_frame(self, h: Hex) -> None:
        sheet = self.sheet
        for _, other, cells in sides_of(h, self.layout):
            frame = max(self._framed[h], self._framed.get(other, ""), key=FRAMES.index)
            if isinstance(self.layout, Bricks) and len(cells) != 1:
                continue  # the counter stands there
            for y, x in cells:
                char = self._glyphs.in_frame(frame, sheet.chars[y][x])
                sheet.lay(y, x, char, framed(sheet.inks[y][x], frame))

    def _draw_head(self, h: Hex, direction: int) -> None:
        """A head on the hexside that an arrow crosses, beside a chip or name there; a filled frame keeps its colour."""
        if self.layout.grid.around[h][direction] < 0:
            return
        y, x = self._crossed(h, direction)
        while x and self.sheet.chars[y][x].isalnum():
            x -= 1
        under = self.sheet.inks[y][x]
        with_ink = under if "r" in under.attr else ink("path_text", "path", "b")
        self.sheet.lay(y, x, self._glyphs.heads[direction], with_ink)

    def _crossed(self, h: Hex, direction: int) -> Cell:
        """Where a head stands: among bricks beside the counter when it points north or south."""
        if isinstance(self.layout, Bricks) and direction in (0, 3):
            y, x = self.layout.origin(h)
            return y + direction // 3, x
        return crossing(self.layout.side(h, direction))


def picture_of(content: MapContent, zoom: Zoom, glyphs: Glyphs, size: int = 2) -> Picture:
    """The printed map at *zoom* with nothing on it yet; *size*: see `layout_for`."""
    return made(picture_by_steps(content, zoom, glyphs, size))


def picture_by_steps(
    content: MapContent, zoom: Zoom, glyphs: Glyphs, size: int = 2
) -> Steps[Picture]:
    """The same, while others wait for their turn."""
    layout = layout_for(content.grid, zoom, size)
    if isinstance(layout, Pixels):
        return (yield from print_pixels(content, layout, glyphs))
    if isinstance(layout, Bricks):
        printed = yield from print_bricks(content, layout, glyphs)
    else:
        printed = yield from print_outlined(content, layout, glyphs)
    yield
    return CellPicture(printed, layout, glyphs)
