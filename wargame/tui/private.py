"""Every private part of Textual that the table stands on; the rest of it uses public ones only.

tests/tui/test_private.py holds Textual to them: when it fails, this is the file to mend.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

from textual._time import get_time
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.scroll_view import ScrollView

if TYPE_CHECKING:
    from textual.widget import Widget as _Base
else:
    _Base = object  # styles and bindings are inherited from the first widget among the bases

__all__ = ["Excused", "ExcusedApp", "SpannedView", "capture_mouse", "key_of", "now", "table_driver"]

now = get_time
"""The clock by which events are stamped."""
key_of = _character_to_key
"""What a key is called that types a character."""


class Excused(_Base):
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


class SpannedView(ScrollView):
    """A view over lines of its own: how many there are changes without a new layout of the screen."""

    def span(self, size: Size) -> None:
        """Scroll over so many cells; only scroll bars that come or go need a new layout."""
        if self.styles.auto_dimensions or not self.size:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(SpannedView.virtual_size, size)
            self._scroll_update(size)

    def sized(self) -> None:
        """The size of the view or of what it shows is about to change."""

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        self.sized()
        return super()._size_updated(size, virtual_size, container_size, layout)


if sys.platform == "win32":

    def table_driver() -> type[Driver] | None:
        """The driver of the platform will do."""
        return None

    def capture_mouse(driver: Driver | None, *, on: bool) -> None:
        """Nothing to do here."""

else:
    from textual.drivers.linux_driver import LinuxDriver

    class TableDriver(LinuxDriver):
        """Gives the mouse back on request, and comes back clean from any kind of stop."""

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
        """The driver the table runs on."""
        return TableDriver

    def capture_mouse(driver: Driver | None, *, on: bool) -> None:
        """Take the mouse or give it back, while the program runs."""
        if isinstance(driver, TableDriver):
            driver.capture_mouse(on=on)
