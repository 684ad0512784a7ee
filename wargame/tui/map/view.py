"""The map on the table: cursor, keys and mouse; what the player does leaves as messages."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from wargame.hexes.grid import OFF, Hex
from wargame.picture.glyphs import GlyphsName
from wargame.picture.layout import ZOOMS, Zoom
from wargame.picture.palette import ThemeName
from wargame.tui.map.nearest import BoardCanvas
from wargame.tui.map.prints import Turn
from wargame.tui.map.steps import Step, leapt, stepped


class MapView(BoardCanvas, can_focus=True):
    """Draws a position; says where the cursor goes and what the player chooses."""

    DEFAULT_CSS = "MapView { width: 1fr; height: 1fr; scrollbar-size: 1 1; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step('N')", "North", show=False, id="map.north"),
        Binding("down,j", "step('S')", "South", show=False, id="map.south"),
        Binding("left,h", "step('W')", "West", show=False, id="map.west"),
        Binding("right,l", "step('E')", "East", show=False, id="map.east"),
        Binding("y", "step('NW')", "North-west", show=False, id="map.north_west"),
        Binding("u", "step('NE')", "North-east", show=False, id="map.north_east"),
        Binding("b", "step('SW')", "South-west", show=False, id="map.south_west"),
        Binding("n", "step('SE')", "South-east", show=False, id="map.south_east"),
        Binding("pageup", "leap(-1)", "Page north", show=False, id="map.page_up"),
        Binding("pagedown", "leap(1)", "Page south", show=False, id="map.page_down"),
        Binding("enter", "choose", "Choose", show=False, id="map.choose"),
        Binding("plus,equals_sign", "zoom(1)", "Nearer", show=False, id="map.nearer"),
        Binding("minus", "zoom(-1)", "Farther", show=False, id="map.farther"),
        Binding("0", "theatre", "Theatre", show=False, id="map.theatre"),
        Binding("home", "centre", "Centre", show=False, id="map.centre"),
    ]

    class CursorMoved(Message):
        """The cursor stands on another hex."""

        def __init__(self, where: Hex) -> None:
            super().__init__()
            self.hex = where

    class Chosen(CursorMoved):
        """The player chose a hex: Enter, or a click on the cursor's hex."""

        def __init__(self, where: Hex, *, clicked: bool) -> None:
            super().__init__(where)
            self.clicked = clicked

    class Hovered(Message):
        """The mouse is over another hex, or over none."""

        def __init__(self, where: Hex | None) -> None:
            super().__init__()
            self.hex = where

    class Zoomed(Message):
        """The map is drawn at another size."""

        def __init__(self, zoom: Zoom) -> None:
            super().__init__()
            self.zoom: Zoom = zoom

    def __init__(
        self,
        *,
        zoom: Zoom = "normal",
        palette: ThemeName = "paper",
        glyphs: GlyphsName = "unicode",
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(zoom=zoom, palette=palette, glyphs=glyphs, id=id)
        self._near: Zoom = zoom if zoom != "theatre" else "normal"
        """The zoom that the key for the whole map goes back to."""
        self._hover: Hex = OFF

    @property
    def cursor(self) -> Hex:
        """The hex the cursor stands on."""
        return self._layers.cursor

    @cursor.setter
    def cursor(self, where: Hex) -> None:
        if self._move_cursor(where):
            # straight to the screen, so that its panels are drawn in one frame with the cursor
            self.screen.post_message(self.CursorMoved(where))

    @property
    def zoom(self) -> Zoom:
        """How near the map is."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: Zoom) -> None:
        if zoom == self._zoom and not self.pictured:
            return
        self.leave_board()
        if zoom != "theatre":
            self._near = zoom
        self._set_zoom(zoom)
        self.post_message(self.Zoomed(zoom))

    # Keys

    def action_step(self, step: Step) -> None:
        """Move the cursor to the next hex."""
        if self._game:
            self.cursor = stepped(self._game.grid, self.cursor, step)

    def action_leap(self, pages: int) -> None:
        """Move the cursor a screen north or south."""
        if self._game and self._picture:
            lines = self._picture.layout.box(0).height
            rows = max(self.size.height // max(lines - 1, 1) - 1, 1)
            self.cursor = leapt(self._game.grid, self.cursor, pages * rows)

    def action_choose(self) -> None:
        """Choose the cursor's hex."""
        if self.cursor != OFF:
            self.post_message(self.Chosen(self.cursor, clicked=False))

    def action_zoom(self, steps: int) -> None:
        """Go nearer or farther; beyond the nearest, to the drawn board where it can be shown."""
        at = ZOOMS.index(self._zoom) + steps + self.pictured
        if at >= len(ZOOMS):
            if not self.pictured:
                self.run_worker(self.draw_board(), exclusive=True)
            return
        self.zoom = ZOOMS[min(max(at, 0), len(ZOOMS) - 1)]

    def action_theatre(self) -> None:
        """See the whole map as near as the window lets, or go back to where it was read."""
        was, whole = self._zoom, self._whole()
        self.zoom = self._near if was == whole else whole
        self._near = was if self._zoom == whole != was else self._near

    def action_centre(self) -> None:
        """Centre the view on the cursor."""
        self.centre()

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Select a hex; a second click chooses it."""
        where = self._hex_under(event)
        if where == OFF:
            return
        event.stop()
        if where == self.cursor:
            self.post_message(self.Chosen(where, clicked=True))
        else:
            self.cursor = where

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say which hex the mouse is over."""
        self._hover_over(self._hex_under(event))

    def on_leave(self) -> None:
        """The mouse went away."""
        self._hover_over(OFF)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Ctrl and the wheel: farther; the wheel alone scrolls."""
        self._wheel(event, -1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Ctrl and the wheel: nearer."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, steps: int) -> None:
        if event.ctrl:
            event.stop()
            event.prevent_default()
            self.action_zoom(steps)

    def _hover_over(self, where: Hex) -> None:
        if where != self._hover:
            self._hover = where
            self.post_message(self.Hovered(None if where == OFF else where))


def print_ahead(screen: Screen[Any], turn: Turn) -> None:
    """Let the maps of a screen print what they may be asked for next; *turn* waits until nobody else has work."""
    for canvas in screen.query(MapView):
        canvas.run_worker(canvas.print_ahead(turn))
