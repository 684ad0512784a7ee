"""The terminal is left clean, however the program is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

from wargame.system import STOPS

_SIGNALLED = 128
_GRACE = 2.0
"""Seconds that good order may take."""


def leave_on_signals(leave: Callable[[int], None]) -> None:
    """End the program in good order when it is told to stop or its terminal goes away, and after a while in any.

    Textual waits for ever to write to a terminal that is gone, and asyncio's own handlers with it.
    """
    loop = asyncio.get_running_loop()

    def stop(number: int, _: FrameType | None) -> None:
        forced = threading.Timer(_GRACE, os._exit, (_SIGNALLED + number,))
        forced.daemon = True
        forced.start()
        loop.call_soon_threadsafe(leave, _SIGNALLED + number)

    for name in STOPS:
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(ValueError):
                signal.signal(number, stop)
