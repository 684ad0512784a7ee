"""What was struck flashes for a moment, unless the players want nothing on the screen to move."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.hexes.grid import Hex
from wargame.tui.clock import Ticker
from wargame.tui.map.view import MapView
from wargame.tui.widgets.guarded import Guarded

_BEAT = 0.15
"""Seconds that the frame of a target is there, or is not."""
_BEATS = 6


class Flash:
    """Takes the frames of targets away and puts them back, the frames being there at the end."""

    def __init__(self, owner: Guarded) -> None:
        self._owner = owner
        self._ticker: Ticker | None = None
        self._left = 0

    def begin(self, view: MapView, targets: Iterable[Hex]) -> None:
        """Let these flash, and no others any more."""
        self.stop()
        struck, settings = dict.fromkeys(targets, ""), self._owner.shell.settings
        if not struck or settings.plain or settings.motion == "off":
            return

        def beat() -> None:
            self._left -= 1
            view.set_layer("struck", {} if self._left % 2 else struck)
            if not self._left:
                self.stop()

        self._left = _BEATS
        self._ticker = self._owner.shell.clock.every(self._owner, _BEAT, beat, pause=False)

    def stop(self) -> None:
        """No flash runs any more."""
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
