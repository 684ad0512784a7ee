"""A view over the printed map: what lies in it is drawn as it is looked at, its lines are kept."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from wargame.hexes.grid import Hex
from wargame.picture.cells import Picture
from wargame.picture.contents import Contents
from wargame.picture.ink import ink
from wargame.picture.layers import Layers
from wargame.picture.layout import Box, Zoom
from wargame.tui.map.paint import Painter
from wargame.tui.map.prints import Prints, in_view
from wargame.tui.private import SpannedView

_TABLE: Final = ink("outline", "table")
_MANY: Final = 40
"""From so many changed hexes on, one refresh of everything costs less."""


class DrawnView(SpannedView):
    """Shows one print of the map with what lies on it; knows neither a game nor a cursor."""

    def __init__(self, zoom: Zoom, painter: Painter, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._zoom: Zoom = zoom
        self._painter = painter
        self._layers = Layers()
        self._contents: Contents = {}
        self._picture: Picture | None = None
        self._prints = Prints()
        self._sight: set[Hex] | None = None
        """The hexes in view; None when it shows another part of the map, until they are asked for."""
        self._drawn = False
        """Whether all that is in view is drawn as it looks now."""
        self._edges: tuple[int, int] | None = None
        """The margin, until the size changes."""
        self._strips: dict[int, tuple[int, int, Strip]] = {}
        """By row: the first column and the width it was made for."""

    @property
    def bare(self) -> Style:
        """The table beside the map."""
        return self._painter.style(_TABLE)

    def render_line(self, y: int) -> Strip:
        """One line of the view, out of the cache if nothing in its row changed."""
        width = self.columns
        if self._picture is None:
            return Strip.blank(width, self.bare)
        if not self._drawn:
            self._draw_seen()
        left, top = self._margin()
        start, above = self.scroll_offset
        row = y - top + above
        if not 0 <= row < self._picture.layout.height:
            return Strip.blank(width, self.bare)
        known = self._strips.get(row)
        if known and known[:2] == (start, width):
            return known[2]
        strip = self._strip(row, start, width, left)
        self._strips[row] = (start, width, strip)
        return strip

    def shown_text(self) -> str:
        """What the view shows, as lines of text."""
        lines = (self.render_line(y).text.rstrip() for y in range(self.size.height))
        return "".join(f"{line}\n" for line in lines)

    def _strip(self, row: int, start: int, width: int, left: int) -> Strip:
        assert self._picture is not None
        sheet = self._picture.sheet
        chars = [" "] * left + sheet.chars[row][start : start + width - left]
        inks = [_TABLE] * left + sheet.inks[row][start : start + width - left]
        spare = width - len(chars)
        chars.extend(" " * spare)
        inks.extend([_TABLE] * spare)
        return Strip(self._painter.segments(chars, inks), width)

    def _changed(self, hexes: set[Hex]) -> None:
        """Hexes look different: they are drawn when they are in view."""
        assert self._picture is not None
        self._prints.change(hexes)
        self._drawn = False
        layout, view = self._picture.layout, self._view()
        boxes = [layout.box(h) for h in hexes & self._in_view()]
        if len(boxes) > _MANY:
            self.refresh()
        elif boxes:
            self.refresh(*(Region(b.x - view.x, b.y - view.y, b.width, b.height) for b in boxes))

    def _view(self) -> Box:
        """The part of the map that is in view, and the table around a map that is smaller."""
        left, top = self._margin()
        return Box(self.scroll_offset.x - left, self.scroll_offset.y - top, *self.size)

    def _look_again(self) -> None:
        """The view shows another part of the map, or will."""
        self._sight, self._drawn = None, False

    def _in_view(self) -> set[Hex]:
        """The hexes in view."""
        assert self._picture is not None
        if self._sight is None:
            self._sight = in_view(self._picture.layout, self._view())
        return self._sight

    def _draw_seen(self) -> None:
        """Draw what has changed and is in view now."""
        self._drawn = True
        if self._picture is not None and (stale := self._prints.stale.get(self._zoom)):
            self._draw(self._zoom, stale & self._in_view())

    def _draw(self, zoom: Zoom, hexes: Collection[Hex]) -> None:
        """Draw hexes as they look now; the lines through them are made anew."""
        dirty = self._prints.draw(zoom, hexes, self._contents, self._layers)
        if self._picture is None or zoom != self._zoom:
            return
        boxes = map(self._picture.layout.box, dirty)
        for row in {row for box in boxes for row in range(box.y, box.y + box.height)}:
            self._strips.pop(row, None)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Other hexes are in view."""
        self._look_again()
        super().watch_scroll_x(old_value, new_value)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other hexes are in view."""
        self._look_again()
        super().watch_scroll_y(old_value, new_value)

    def sized(self) -> None:
        """The margin is another."""
        self._edges = None
        self._look_again()

    def _margin(self) -> tuple[int, int]:
        """Cells left free beside a map smaller than the view; asked for every line."""
        if self._edges is None:
            layout = self._picture.layout if self._picture else None
            width, height = self.container_size
            wide, high = (layout.width, layout.height) if layout else (width, height)
            self._edges = max(width - wide, 0) // 2, max(height - high, 0) // 2
        return self._edges
