"""What the other side did, played on the map beside the card that tells of it; any key ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.widgets import Label

from wargame.flow.deed import Deed
from wargame.tui.clock import Ticker
from wargame.tui.screens.dialog import Dialog
from wargame.tui.widgets.row import Row
from wargame.tui.widgets.rows import Rows

_BEAT = 0.9
"""Seconds that a scene of a film stays."""
_TRAIL = 3
"""How many scenes before it leave a trail."""
Scene = tuple[str, Deed]
"""What is said of a deed, and the deed."""


class FilmDialog(Dialog):
    """A notice with a film behind it."""

    DEFAULT_CSS = "FilmDialog #title { text-wrap: nowrap; text-overflow: ellipsis; }"

    scenes: Sequence[Scene] = ()
    parts: Sequence[Sequence[Row]] = ()
    """The body, scene by scene, where it comes with them; () where it stands from the start."""
    summary: Sequence[Row] = ()
    """What stands before the body once the film has ended."""
    beat = _BEAT
    """Seconds that a scene stays."""
    at = -1
    """The scene that is shown."""
    show_scene: Callable[[Sequence[Deed]], None] | None = None
    """Shows deeds on the map, the last one first."""
    _ticker: Ticker | None = None

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self._ticker = self.shell.clock.every(self, self.beat, self._beat, pause=False)
        self._beat()

    def on_key(self, event: events.Key) -> None:
        """A key that answers nothing here ends the film."""
        if self._ticker is not None and event.key not in ("up", "down", "pageup", "pagedown"):
            self._end()

    def on_unmount(self) -> None:
        """No ticker outlives the card."""
        self._stop()

    def _beat(self) -> None:
        """The next scene."""
        if self.at + 1 >= len(self.scenes):
            self._end()
            return
        self.at += 1
        self._reveal(self.at + 1)
        told, _ = self.scenes[self.at]
        if self.show_scene is not None:
            past = self.scenes[max(self.at - _TRAIL, 0) : self.at + 1]
            self.show_scene([deed for _, deed in past][::-1])
        self._say(f"{self._heading} · {self.at + 1} of {len(self.scenes)}: {told}")

    def _end(self) -> None:
        if self._ticker is not None:
            self._stop()
            if self.summary:
                self.query_one("#body", Rows).follow = False
            self._reveal(len(self.parts), self.summary)
            if not self.holds(self.summary):
                self.spread()
            self._say(self._heading)

    def _reveal(self, count: int, before: Sequence[Row] = ()) -> None:
        """The body as far as the film has come, with what stands *before* it."""
        if self.parts:
            self._body = [*before, *(row for part in self.parts[:count] for row in part)]
            self._fill()

    def _stop(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None

    def _say(self, told: str) -> None:
        self.query_one("#title", Label).update(told)
