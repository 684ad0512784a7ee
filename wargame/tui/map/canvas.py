"""The widget that shows a position on the map: layers, zooms, the cursor, what is printed ahead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from textual import events
from textual.geometry import Offset, Size

from wargame.flow.definition import GameDefinition
from wargame.flow.face import OverlayView
from wargame.flow.game import Game
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.picture.cells import picture_by_steps, picture_of
from wargame.picture.contents import Contents, changed, contents_of
from wargame.picture.fit import around, corners_in_play, fitting, held, theatre_size, within
from wargame.picture.glyphs import GlyphsName, glyphs_called
from wargame.picture.layers import Layer, LayerName
from wargame.picture.layout import ZOOMS, Zoom
from wargame.picture.palette import PALETTES, ThemeName
from wargame.tui.map.drawn import DrawnView
from wargame.tui.map.paint import Painter
from wargame.tui.map.prints import Turn, at_leisure

_SOME: Final = 20
"""Hexes drawn ahead before a key may come between."""


class MapCanvas(DrawnView):
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
        super().__init__(zoom, Painter(PALETTES[palette]), id=id)
        self._game: Game[Any] | None = None
        self._definition: GameDefinition | None = None
        self._glyphs = glyphs_called(glyphs)
        self._few = False
        """Whether the terminal has but 16 colours."""
        self._ahead = False
        """Whether the map is being printed at another zoom, beside the table."""
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

    def _start_picture(self) -> None:
        """Print the map at the present zoom and put everything on it."""
        if self._game is None:
            return
        size = self._theatre_size()
        known = self._prints.known(self._zoom, size)
        if known is None:
            known = picture_of(self._game.content.drawn, self._zoom, self._glyphs, size)
            self._prints.keep(self._zoom, known, size, self._filled())
        self._picture = known
        self._look_again()
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
        self._changed(hexes)

    # Scrolling

    def on_resize(self) -> None:
        """A resize never loses the cursor."""
        self._strips.clear()
        self.sized()
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
