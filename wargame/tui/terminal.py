"""The terminal is left clean, however the program is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

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
