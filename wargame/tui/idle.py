"""Garbage is looked for, and maps are printed, while the table rests, so that no key waits for it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

_SEEN, _RESTED, _LONG = 0.05, 0.3, 2.0
"""Seconds without a frame after which what is young is looked through, work is done ahead, and all is looked through."""
_MOST = 100_000
"""Objects after which what is young is looked through all the same: a key is held down."""


class Idle:
    """Waits until no frame has been drawn for a while."""

    def __init__(self, ahead: Callable[[], None]) -> None:
        self._begun = False
        self._ahead = ahead
        """What is to be done ahead, a little at a time."""
        self._due: list[asyncio.TimerHandle] = []

    def begin(self) -> None:
        """From now on; what the start has made stays and need not be looked through."""
        gc.freeze()
        gc.set_threshold(_MOST, 100, 100)
        gc.enable()
        self._begun = True

    def drawn(self) -> None:
        """A frame was drawn."""
        for each in self._due:
            each.cancel()
        if self._begun:
            later = asyncio.get_running_loop().call_later
            self._due = [
                later(_SEEN, gc.collect, 1),
                later(_RESTED, self._ahead),
                later(_LONG, gc.collect),
            ]
