"""When an app has come to rest: no message is left to be taken, and everything is drawn.

Textual's own pilot sleeps until the processor is quiet, four times 20 ms for a key, and asks each
part of the screen whether it has looked at its messages.  Here nobody sleeps or asks: messages are
taken until there are none, then the new size of the terminal or the frame that waits for its time
is brought forward.
"""

from __future__ import annotations

import asyncio
from typing import Any

from textual._context import active_app

from wargame.tui.app import TableApp

_LOOK = 0.001
"""Seconds between two looks at a key that waits for a part of the screen that hangs."""
_PATIENCE = 60.0
"""Seconds after which an app that goes on and on is given up."""


async def at_rest(*_: object) -> bool:
    """Wait until all messages are taken, all keys done with, and everything is drawn.

    Stands in for Textual's own ways to wait, whatever they take; raises TimeoutError.
    """
    loop: Any = asyncio.get_running_loop()
    app = active_app.get()
    end = loop.time() + _PATIENCE
    while loop.time() < end:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if isinstance(app, TableApp) and app.typed.busy:
            await asyncio.sleep(_LOOK)
        elif not _bring_forward(app):
            return True
    raise TimeoutError("the app does not come to rest")


def _bring_forward(app: Any) -> bool:
    """Do what waits some milliseconds for its time; whether anything did."""
    if app._resize_timer is not None:
        app._check_resize()
        return True
    for screen in app.screen_stack:
        if screen._update_timer._active.is_set():
            screen._on_timer_update()
            return True
    return False
