"""Every private part of Textual that the table stands on; the rest of it uses public ones only.

tests/tui/test_private.py holds Textual to them: when it fails, this is the file to mend.
"""

from __future__ import annotations

import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Sequence
from functools import lru_cache, partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from rich.style import Style
from textual._time import get_time
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarCorner, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from wargame.tui.asked import Answers, Asked

if TYPE_CHECKING:
    from textual.widget import Widget as _Base
else:
    _Base = object  # styles and bindings are inherited from the first widget among the bases

__all__ = [
    "Excused",
    "ExcusedApp",
    "SpannedView",
    "bar_lines",
    "capture_mouse",
    "driver_of",
    "key_of",
    "now",
    "table_driver",
]

now = get_time
"""The clock by which events are stamped."""
key_of = _character_to_key
"""What a key is called that types a character."""


def driver_of(app: App[Any]) -> Driver | None:
    """What the table reads from and writes to."""
    return app._driver  # noqa: SLF001 - it is told nowhere else


class Kept(_Base):
    """Keeps the lines it has shown until something of it must be shown anew."""

    _seen: tuple[object, list[Strip]] | None = None
    """The lines, and what part of it they show."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines in view."""
        look = crop, self.size, self.scroll_offset
        if self._seen is None or self._seen[0] != look:
            self._seen = look, self.drawn(crop)
        return self._seen[1]

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines in view, made."""
        return super().render_lines(crop)

    def _set_dirty(self, *regions: Region) -> None:
        self._seen = None
        super()._set_dirty(*regions)


class LaidOnce(_Base):
    """A widget that a layout of the screen has given another size asks for no second one."""

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        del layout
        return super()._size_updated(size, virtual_size, container_size, layout=False)


class Excused(LaidOnce, Kept):
    """A screen or widget that may go on after a fault in taking a message."""

    def excuse(self, error: Exception) -> bool:  # noqa: ARG002 - what classes below look at
        """Whether the fault is dealt with; else it is raised."""
        return False

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not self.excuse(error):
                raise


class ExcusedApp(App[int]):
    """An app that may go on after a fault in a message or an action, or in none of its parts."""

    def excuse(self, error: Exception) -> bool:  # noqa: ARG002 - as above
        """Whether the fault is dealt with; else it is raised."""
        return False

    def survive(self, error: Exception) -> bool:  # noqa: ARG002 - as above
        """Whether a fault that nothing caught is dealt with; else the program ends by it."""
        return False

    def collapse(self, error: Exception) -> None:
        """A fault with which nobody can work the program any more: it ends."""
        super()._handle_exception(error)

    def fail(self, error: Exception) -> None:
        """A fault outside every part of the screen."""
        self._handle_exception(error)

    def hold_mouse(self, *, on: bool) -> None:
        """Take the mouse or give it back to the terminal, while the program runs."""
        capture_mouse(self._driver, on=on)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        try:
            return await super()._dispatch_action(namespace, action_name, params)
        except Exception as error:
            if not self.excuse(error):
                raise
            return True

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not self.excuse(error):
                raise

    def _handle_exception(self, error: Exception) -> None:
        if not self.survive(error):
            super()._handle_exception(error)


class LineBar(LaidOnce, Kept, ScrollBar):
    """A scroll bar whose lines are made once; Textual's own makes every cell anew when it moves.

    With nothing to scroll it is as blank as the view it belongs to.
    """

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines of the bar."""
        view, bar = self.parent, self.render()
        assert isinstance(view, SpannedView)
        assert isinstance(bar, ScrollBarRender)
        if bar.window_size:
            place = bar.virtual_size, bar.window_size, bar.position
            style = view.app.console.get_style(bar.style)
            strips = bar_lines(self.size, self.vertical, place, style)
        else:
            strips = [Strip.blank(self.size.width, view.bare)] * self.size.height
        return view.filtered(strips[crop.y : crop.bottom], crop)


class LineCorner(ScrollBarCorner):
    """Between two scroll bars: as blank as the view."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Its one cell."""
        view = self.parent
        assert isinstance(view, SpannedView)
        return view.filtered([Strip.blank(crop.right, view.bare)] * crop.height, crop)


@lru_cache(256)
def bar_lines(
    size: Size, vertical: bool, place: tuple[float, float, float], style: Style
) -> list[Strip]:
    """What a bar shows where so much is seen of so much, from a place on."""
    virtual, window, position = place
    assert style.bgcolor is not None
    assert style.color is not None
    cells = ScrollBarRender.render_bar(
        size=size.height if vertical else size.width,
        virtual_size=virtual,
        window_size=window,
        position=position,
        thickness=size.width if vertical else size.height,
        vertical=vertical,
        back_color=style.bgcolor,
        bar_color=style.color,
    ).segments
    if not vertical:
        return [Strip(cells[: size.width], size.width).simplify()] * size.height
    kinds = {cell: Strip([cell], size.width) for cell in cells}
    return [kinds[cell] for cell in cells]


class SpannedView(Kept, ScrollView):
    """A view over lines of its own: how many there are changes without a new layout of the screen.

    Its lines go straight to the screen, each made once, also while it scrolls.
    """

    _columns: int | None = None
    _fitted: tuple[Size, Size, tuple[bool, bool]] | None = None
    """What the bars were fitted to: what is shown of how much, and which of them there are."""

    @property
    def bare(self) -> Style:
        """Of cells on which nothing stands."""
        return self.rich_style

    @property
    def columns(self) -> int:
        """Of a line; asked for every one of them."""
        if self._columns is None:
            self._columns = self.size.width
        return self._columns

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through; none has terminal colours that must be translated."""
        found = super().get_line_filters()
        return [each for each in found if not isinstance(each, ANSIToTruecolor)]

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines in view; those of a border, and all of what wears more than that, by Textual."""
        gutter = self.styles.gutter
        if gutter.bottom or gutter.width or self.opacity < 1:
            return super().drawn(crop)
        top = max(gutter.top - crop.y, 0)
        lines = super().drawn(Region(*crop.offset, crop.width, top)) if top else []
        own = [self.render_line(y - gutter.top) for y in range(crop.y + top, crop.bottom)]
        return [*lines, *self.filtered(own, crop)]

    def notify_style_update(self) -> None:
        """The bars take their colours from the view."""
        super().notify_style_update()
        for bar in (self._vertical_scrollbar, self._horizontal_scrollbar):
            if bar is not None:
                bar.refresh()

    def filtered(self, strips: Sequence[Strip], crop: Region) -> list[Strip]:
        """Lines as they are shown."""
        filters = self.get_line_filters()
        _, paper = self.background_colors
        lines = []
        for strip in strips:
            shown = strip
            for each in filters:
                shown = shown.apply_filter(each, paper)
            lines.append(shown.crop(crop.x, crop.right))
        return lines

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar at the side, made when it is first needed."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = self._bar(vertical=True)
        return self._vertical_scrollbar

    @property
    def horizontal_scrollbar(self) -> ScrollBar:
        """The bar below."""
        if self._horizontal_scrollbar is None:
            self._horizontal_scrollbar = self._bar(vertical=False)
        return self._horizontal_scrollbar

    @property
    def scrollbar_corner(self) -> ScrollBarCorner:
        """Where both bars would meet."""
        if self._scrollbar_corner is None:
            self._scrollbar_corner = LineCorner()
            self._begin(self._scrollbar_corner)
        return self._scrollbar_corner

    def _bar(self, *, vertical: bool) -> ScrollBar:
        bar = LineBar(vertical=vertical)
        bar.display = False
        self._begin(bar)
        return bar

    def _begin(self, part: Widget) -> None:
        self.app._start_widget(self, part)  # noqa: SLF001 - as Textual begins its own

    def span(self, size: Size) -> None:
        """Scroll over so many cells; only scroll bars that come or go need a new layout."""
        if self.styles.auto_dimensions or not self.size:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(SpannedView.virtual_size, size)
            self._scroll_update(size)

    def _scroll_update(self, virtual_size: Size) -> None:
        """Textual draws the bars of every view anew when the screen is laid out; they stay where they fit."""
        fitted = virtual_size, self.container_size, self.scrollbars_enabled
        if fitted != self._fitted:
            self._fitted = fitted
            super()._scroll_update(virtual_size)

    def sized(self) -> None:
        """The size of the view or of what it shows is about to change."""

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        self._columns = None
        self.sized()
        return super()._size_updated(size, virtual_size, container_size, layout)


if sys.platform == "win32":

    def table_driver() -> type[Driver] | None:
        """The driver of the platform will do."""
        return None

    def capture_mouse(driver: Driver | None, *, on: bool) -> None:
        """Nothing to do here."""

else:
    from textual.constants import DRIVER
    from textual.drivers import linux_driver
    from textual.drivers.linux_driver import LinuxDriver

    class _Lenient:
        """Drops bytes which are no text: legacy mouse reports send some. Without any the terminal is gone."""

        def __init__(self, answers: Answers) -> None:
            self._decoder = getincrementaldecoder("utf-8")(errors="ignore")
            self._answers = answers

        def decode(self, data: bytes, *, final: bool = False) -> str:
            """The text in some bytes; raises EOFError where a terminal that is read has none."""
            if not data and not final:
                raise EOFError("the terminal is gone")
            return self._decoder.decode(self._answers.typed(data), final)

    class TableDriver(Asked, LinuxDriver):
        """Gives the mouse back on request, and comes back clean from any kind of stop."""

        def _run_input_thread(self) -> None:
            """Read what is typed; without that nobody could work with the program, so it ends."""
            vars(linux_driver)["getincrementaldecoder"] = lambda _: partial(_Lenient, self.answers)
            try:
                self.run_input_thread()
            except EOFError:
                os.kill(os.getpid(), signal.SIGHUP)  # as where the window is closed
            except Exception as error:  # noqa: BLE001 - whatever it is, the terminal is left clean
                assert isinstance(self._app, ExcusedApp)
                self._app.call_later(self._app.collapse, error)

        def capture_mouse(self, *, on: bool) -> None:
            """Take the mouse, or leave it to the terminal so that text can be copied."""
            if on:
                self._mouse = True
                self._enable_mouse_support()
            else:
                self._disable_mouse_support()
                self._mouse = False

        def _sigcont_application(self, *_: int | FrameType | None) -> None:
            """Go on after a stop; one that came without warning is made good first."""
            if self._auto_restart and not self._must_signal_resume:
                self.suspend_application_mode()
                self._must_signal_resume = True
            super()._sigcont_application()

    def table_driver() -> type[Driver] | None:
        """The driver the table runs on; None for the one that the environment names."""
        return None if DRIVER else TableDriver

    def capture_mouse(driver: Driver | None, *, on: bool) -> None:
        """Take the mouse or give it back, while the program runs."""
        if isinstance(driver, TableDriver):
            driver.capture_mouse(on=on)
