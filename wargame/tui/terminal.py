"""The terminal is left clean, however the program is stopped; the mouse can be given back."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable
from types import FrameType

from textual.driver import Driver

_STOPS = ("SIGINT", "SIGTERM", "SIGHUP")
_SIGNALLED = 128


def leave_on_signals(leave: Callable[[int], None]) -> None:
    """End the program in good order when it is told to stop or its terminal goes away."""
    loop = asyncio.get_running_loop()
    for name in _STOPS:
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(RuntimeError, ValueError):
                loop.add_signal_handler(number, leave, _SIGNALLED + number)


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
