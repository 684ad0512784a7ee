"""The widget that shows a picture of the map: cached lines, small refreshes, scrolling."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from wargame.flow.definition import GameDefinition
from wargame.flow.face import OverlayView
from wargame.flow.game import Game
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.picture.cells import Picture, picture_by_steps, picture_of
from wargame.picture.contents import Contents, changed, contents_of
from wargame.picture.fit import around, corners_in_play, fitting, held, theatre_size, within
from wargame.picture.glyphs import GlyphsName, glyphs_called
from wargame.picture.ink import ink
from wargame.picture.layers import Layer, LayerName, Layers
from wargame.picture.layout import ZOOMS, Box, Zoom
from wargame.picture.palette import PALETTES, ThemeName
from wargame.tui.map.paint import Painter
from wargame.tui.map.prints import Prints, Turn, at_leisure, in_view
from wargame.tui.private import SpannedView

_TABLE: Final = ink("outline", "table")
_MANY: Final = 40
"""From so many changed hexes on, one refresh of everything costs less."""
_SOME: Final = 20
"""Hexes drawn ahead before a key may come between."""


class MapCanvas(SpannedView):
    """Draws a position with its layers; knows no keys and no mouse."""

    DEFAULT_CSS = "MapCanvas { overflow: scroll scroll; }"

    def __init__(
        self,
        *,
        zoom: Zoom = "normal",
        palette: ThemeName = "paper",
        glyphs: GlyphsName = "unicode",
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self._game: Game[Any] | None = None
        self._definition: GameDefinition | None = None
        self._zoom: Zoom = zoom
        self._glyphs = glyphs_called(glyphs)
        self._painter = Painter(PALETTES[palette])
        self._few = False
        """Whether the terminal has but 16 colours."""
        self._layers = Layers()
        self._contents: Contents = {}
        self._picture: Picture | None = None
        self._prints = Prints()
        self._looked: tuple[Zoom, Offset, Size] | None = None
        """What the view showed when all in it was drawn; None after a change."""
        self._ahead = False
        """Whether the map is being printed at another zoom, beside the table."""
        self._edges: tuple[int, int] | None = None
        """The margin, until the size changes."""
        self._strips: dict[int, tuple[int, int, Strip]] = {}
        """By row: the first column and the width it was made for."""
        self._held: set[Hex] | None = None
        """Hexes that wait to be drawn together; None while each change is drawn at once."""

    # What the app says

    def show(self, game: Game[Any], definition: GameDefinition) -> None:
        """Draw the position; after an event only the hexes that look different."""
        fresh = self._game is None or self._game.content.drawn is not game.content.drawn
        self._game, self._definition = game, definition
        if fresh:
            self._layers.clear()
            self._layers.cursor = _middle(game.grid)
            self._contents = self._read()
            self._prints.forget()
            self._start_picture()
            return
        before, self._contents = self._contents, self._read()
        self._redraw(changed(before, self._contents))

    def set_layer(self, name: LayerName, layer: Layer) -> None:
        """Lay a layer over the map in place of the one of that name; see `layers`."""
        hexes = self._layers.lay(name, layer)
        if name == "top" and hexes and self._game:
            hexes = self._turn_over(hexes)
        self._redraw(hexes)

    def _turn_over(self, hexes: set[Hex]) -> set[Hex]:
        """Lay other units of these stacks on top; the hexes that look different."""
        before = {h: self._contents[h] for h in hexes & self._contents.keys()}
        after = self._read(hexes - {OFF})
        self._contents |= after
        return changed(before, after)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is changed in it is drawn at its end, each hex once."""
        held: set[Hex] = set()
        self._held = held
        try:
            yield
        finally:
            self._held = None
            self._redraw(held)

    def show_overlay(self, view: OverlayView) -> None:
        """Lay an overlay's washes and labels."""
        hexes = self._layers.lay("tint", view.tinted) | self._layers.lay("label", view.labels)
        self._redraw(hexes)

    def on_mount(self) -> None:
        """Take over the app's theme, now and whenever it changes, if it is one of ours."""
        self._few = self.app.console.color_system == "standard"
        self._painter = Painter(self._painter.palette, few=self._few)
        self.watch(self.app, "theme", self._follow_theme)

    def _follow_theme(self, theme: str) -> None:
        name = next((name for name in PALETTES if name == theme), None)
        if name and name != self._painter.palette.name:
            self.set_look(name)

    def set_look(self, palette: ThemeName, glyphs: GlyphsName | None = None) -> None:
        """Change the colours and, if asked, the characters."""
        self._painter = Painter(PALETTES[palette], few=self._few)
        if glyphs and glyphs != self._glyphs.name:
            self._glyphs = glyphs_called(glyphs)
            self._prints.forget()
            self._start_picture()
        self._strips.clear()
        self.refresh()

    def centre(self, where: Hex | None = None) -> None:
        """Bring a hex, or the cursor's, to the middle of the view, with no more around what is in play than must be."""
        if self._picture is None or self._game is None:
            return
        seen = self._layers.cursor if where is None else where
        part = around(self._picture.layout, corners_in_play(self._game.content.drawn))
        width, height = self.scrollable_content_region.size
        y, x = self._picture.layout.centre(seen) if seen != OFF else part.middle
        left = held(x - width // 2, part.x, part.width, width)
        self._scroll(left, held(y - height // 2, part.y, part.height, height))

    def raise_up(self, where: Hex) -> None:
        """Bring a hex to the middle of the upper part of the view, if the map goes on below."""
        if self._picture is None or self._game is None:
            return
        part = around(self._picture.layout, corners_in_play(self._game.content.drawn))
        width, height = self.scrollable_content_region.size
        y, x = self._picture.layout.centre(where)
        self._scroll(held(x - width // 2, part.x, part.width, width), y - height // 4)

    def line_of(self, where: Hex) -> int:
        """The line of the screen on which the middle of a hex lies."""
        if self._picture is None:
            return 0
        y, _ = self._picture.layout.centre(where)
        return y - self._view().y + self.content_region.y

    def _move_cursor(self, where: Hex) -> bool:
        """Put the cursor on a hex of the map; False if it is there already."""
        if self._game is None or not 0 <= where < self._game.grid.size:
            return False
        was = self._layers.cursor
        if was == where:
            return False
        self._layers.cursor = where
        self._redraw({was, where})
        self.keep_in_view()
        return True

    def _set_zoom(self, zoom: Zoom) -> None:
        self._zoom = zoom
        self._start_picture()

    def _whole(self) -> Zoom:
        """The nearest zoom at which all that is in play is in view."""
        if (game := self._game) is None:
            return "theatre"
        room = self.scrollable_content_region.size
        return fitting(game.grid, corners_in_play(game.content.drawn), *room)

    def _theatre_size(self) -> int:
        """Half blocks each way of a hex of the theatre: what is in play fills the window as far as it can."""
        if (game := self._game) is None:
            return 2
        room = self.scrollable_content_region.size
        return theatre_size(game.grid, corners_in_play(game.content.drawn), *room)

    def _hex_under(self, event: events.MouseEvent) -> Hex:
        """The hex under the mouse, OFF beside the map."""
        if self._picture is None:
            return OFF
        at = event.get_content_offset(self)
        if at is None:
            return OFF
        view = self._view()
        return self._picture.layout.hex_at(at.y + view.y, at.x + view.x)

    # Drawing

    @property
    def bare(self) -> Style:
        """The table beside the map."""
        return self._painter.style(_TABLE)

    def render_line(self, y: int) -> Strip:
        """One line of the view, out of the cache if nothing in its row changed."""
        width = self.size.width
        if self._picture is None:
            return Strip.blank(width, self.bare)
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

    def _start_picture(self) -> None:
        """Print the map at the present zoom and put everything on it."""
        if self._game is None:
            return
        size = self._theatre_size()
        known = self._prints.known(self._zoom, size)
        if known is None:
            known = picture_of(self._game.content.drawn, self._zoom, self._glyphs, size)
            self._prints.keep(self._zoom, known, size, self._filled())
        self._picture, self._looked = known, None
        self._strips.clear()
        self._edges = None
        layout = self._picture.layout
        self.span(Size(layout.width, layout.height))
        self.centre()
        self.call_after_refresh(self.centre)
        self.refresh()

    async def print_ahead(self, turn: Turn) -> None:
        """Print the map at the zooms it was not seen at, and draw what lies on it, step by step."""
        if self._game is None or self._ahead:
            return
        self._ahead = True
        drawn, glyphs = self._game.content.drawn, self._glyphs
        here = ZOOMS.index(self._zoom)
        for zoom in sorted(ZOOMS, key=lambda zoom: abs(ZOOMS.index(zoom) - here)):
            size = self._theatre_size()
            if zoom in self._prints.by_zoom:
                continue
            picture = await at_leisure(picture_by_steps(drawn, zoom, glyphs, size), turn)
            if drawn is not self._game.content.drawn or glyphs is not self._glyphs:
                break  # another game, or another look
            if zoom not in self._prints.by_zoom:
                self._prints.keep(zoom, picture, size, self._filled())
        for zoom in ZOOMS:
            while stale := self._prints.stale.get(zoom):
                self._draw(zoom, set(islice(sorted(stale), _SOME)))
                await turn()
        self._ahead = False

    def _filled(self) -> set[Hex]:
        """Hexes that do not look as they are printed."""
        return self._contents.keys() | self._layers.hexes()

    def _read(self, hexes: set[Hex] | None = None) -> Contents:
        assert self._game is not None
        assert self._definition is not None
        return contents_of(self._game, self._definition, self._layers["top"], hexes)

    def _redraw(self, hexes: set[Hex]) -> None:
        if self._held is not None:
            self._held |= hexes
            return
        if self._picture is None or not hexes:
            return
        self._prints.change(hexes)
        self._looked = None
        layout, view = self._picture.layout, self._view()
        boxes = [layout.box(h) for h in in_view(hexes - {OFF}, layout, view)]
        if len(boxes) > _MANY:
            self.refresh()
        elif boxes:
            self.refresh(*(Region(b.x - view.x, b.y - view.y, b.width, b.height) for b in boxes))

    def _view(self) -> Box:
        """The part of the map that is in view, and the table around a map that is smaller."""
        left, top = self._margin()
        return Box(self.scroll_offset.x - left, self.scroll_offset.y - top, *self.size)

    def _draw_seen(self) -> None:
        """Draw what has changed and is in view now."""
        look = self._zoom, self.scroll_offset, self.size
        if look == self._looked or self._picture is None:
            return
        self._looked = look
        if stale := self._prints.stale.get(self._zoom):
            self._draw(self._zoom, in_view(stale, self._picture.layout, self._view()))

    def _draw(self, zoom: Zoom, hexes: Collection[Hex]) -> None:
        """Draw hexes as they look now; the lines through them are made anew."""
        dirty = self._prints.draw(zoom, hexes, self._contents, self._layers)
        if self._picture is None or zoom != self._zoom:
            return
        for h in dirty:
            box = self._picture.layout.box(h)
            for row in range(box.y, box.y + box.height):
                self._strips.pop(row, None)

    # Scrolling

    def on_resize(self) -> None:
        """A resize never loses the cursor."""
        self._strips.clear()
        self._edges = None
        if self._zoom == "theatre" and self._theatre_size() != self._prints.hex_size:
            self._start_picture()
        self.keep_in_view()

    def on_focus(self) -> None:
        """The terminal's cursor comes to the map."""
        self._place_terminal_cursor()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Take the terminal's cursor along."""
        super().watch_scroll_x(old_value, new_value)
        self._place_terminal_cursor()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Take the terminal's cursor along."""
        super().watch_scroll_y(old_value, new_value)
        self._place_terminal_cursor()

    def sized(self) -> None:
        """The margin is another."""
        self._edges = None

    def _margin(self) -> tuple[int, int]:
        """Cells left free beside a map smaller than the view; asked for every line."""
        if self._edges is None:
            layout = self._picture.layout if self._picture else None
            width, height = self.container_size
            wide, high = (layout.width, layout.height) if layout else (width, height)
            self._edges = max(width - wide, 0) // 2, max(height - high, 0) // 2
        return self._edges

    def keep_in_view(self) -> None:
        """Scroll just so far that the cursor's hex and a margin around it are in view."""
        if self._picture is None or self._layers.cursor == OFF:
            return
        box = self._picture.layout.box(self._layers.cursor)
        width, height = self.scrollable_content_region.size
        x = within(self.scroll_offset.x, box.x, box.width, width)
        y = within(self.scroll_offset.y, box.y, box.height, height)
        self._scroll(x, y)
        self._place_terminal_cursor()

    def _scroll(self, x: int, y: int) -> None:
        if (x, y) != self.scroll_offset:
            self.scroll_to(x, y, animate=False, force=True, immediate=True)

    def _place_terminal_cursor(self) -> None:
        if self._picture is None or self._layers.cursor == OFF or not self.has_focus:
            return
        if not self.screen.is_active:
            return  # what lies in front of the map must not show where its cursor is
        y, x = self._picture.layout.centre(self._layers.cursor)
        view = self._view()
        self.app.cursor_position = self.content_region.offset + Offset(x - view.x, y - view.y)


def _middle(grid: Grid) -> Hex:
    return (grid.cols // 2) * grid.rows + grid.rows // 2
