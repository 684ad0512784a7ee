"""Keys one at a time: each is done with before the next is looked at, whatever it opened.

A key belongs to what the player saw when pressing it. Lists, menus and text lines that the player
opened take what was typed ahead for them. A notice or a question that came up in front of the table
does not: it takes no key of a burst that began before it was shown. Nor does a screen that cannot be
seen because the terminal is too small: only leaving and help work there. And a question takes no key
that was pressed before it stood on the screen, but for those that open a line to type in.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from textual import events
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input

from wargame.tui.private import ExcusedApp, now
from wargame.tui.screens.curtain import Curtain
from wargame.tui.screens.dialog import Dialog
from wargame.tui.screens.leave import LeaveDialog
from wargame.tui.widgets.too_small import TooSmall

PAUSE = 0.12
"""Seconds between two keys that make the second one begin a new burst."""
_WEIGHTY = 3
"""So many times longer is the pause before a question whose answer cannot be taken back."""
_LOOK, _PATIENCE = 0.02, 50
"""Seconds between two looks at a part of the screen that has not done with a key; how many looks."""
_REST = 0.04
"""Seconds after a key in which it is shown: what is done ahead waits so long."""
_REMEMBERED = 200
Handle = Callable[[events.Key], Awaitable[None]]
Test = Callable[[str], bool]
"""Tells something of a key."""


@runtime_checkable
class Asking(Protocol):
    """A screen on which a question is open."""

    @property
    def question(self) -> object:
        """What presents it: another one for each question."""


class KeyQueue:
    """The keys pressed and not yet looked at."""

    def __init__(self, app: ExcusedApp, handle: Handle, always: Test, opens_line: Test) -> None:
        self._app, self._handle = app, handle
        self._always, self._opens_line = always, opens_line
        self.pause = PAUSE
        self._waiting: deque[tuple[events.Key, bool]] = deque()
        self._work: asyncio.Task[None] | None = None
        self._times: deque[float] = deque(maxlen=_REMEMBERED)
        """When the last keys were pressed."""
        self._front: Screen[object] | None = None
        """The screen the player sees."""
        self._since = 0.0
        """Since when."""
        self._asked: object = None
        """The question the player sees."""
        self._asked_since = 0.0

    @property
    def busy(self) -> bool:
        """Whether a key is not yet done with."""
        return self._work is not None and not self._work.done()

    def take(self, event: events.Key, *, sure: bool = False) -> None:
        """A key was pressed; *sure*: certainly for what is shown now."""
        self._waiting.append((event, sure))
        if not self.busy:
            self._work = asyncio.create_task(self._take_all())
            self._work.add_done_callback(self._failed)

    async def rest(self) -> None:
        """Wait until the last key is done with, and what it changed is on the screen."""
        await asyncio.sleep(0)
        while (left := self._unrested()) > 0:  # noqa: ASYNC110 - each key puts it off anew
            await asyncio.sleep(left)

    def _unrested(self) -> float:
        """Seconds until a key that was pressed just now is shown."""
        if self.busy:
            return _REST
        return self._times[-1] + _REST - now() if self._times else 0.0

    def shown(self, screen: Screen[object]) -> None:
        """A screen was drawn."""
        if screen is not self._front:
            self._front, self._since = screen, now()
        if isinstance(screen, Asking) and screen.question is not self._asked:
            self._asked, self._asked_since = screen.question, now()

    def ahead(self, time: float) -> bool:
        """Whether what was pressed at *time* was meant for what lay in front before."""
        self._times.append(time)
        screen = self._app.screen
        if not isinstance(screen, Dialog | Curtain):
            return False
        weighty = isinstance(screen, Dialog) and screen.weighty
        pause = self.pause * (_WEIGHTY if weighty else 1)
        return screen is not self._front or self._burst(pause) < self._since

    def unasked(self, event: events.Key) -> bool:
        """Whether a key was pressed before the open question stood on the screen."""
        screen = self._app.screen
        if not isinstance(screen, Asking) or isinstance(self._app.focused, Input):
            return False
        seen = screen.question is self._asked and event.time >= self._asked_since
        return not seen and not self._opens_line(event.key)

    def unseen(self, event: events.Event) -> bool:
        """Whether a key or the mouse would act behind the notice that the terminal is too small."""
        screen = self._app.screen
        if isinstance(screen, LeaveDialog) or not self._covered():
            return False
        if not isinstance(event, events.Key):
            return isinstance(event, events.MouseEvent) and not isinstance(event, events.MouseUp)
        active = screen.active_bindings.get(event.key)
        name = (active.binding.id or "") if active else ""
        return not (name.startswith("app.") or name.endswith(".help"))

    def _covered(self) -> bool:
        """Whether the notice hides the screen in front, or the one behind a dialog."""
        for screen in reversed(self._app.screen_stack):
            if any(isinstance(part, TooSmall) and part.shown for part in screen.children):
                return True
            if not screen.is_modal:
                break
        return False

    def _failed(self, work: asyncio.Task[None]) -> None:
        error = None if work.cancelled() else work.exception()
        if isinstance(error, Exception):
            self._app.fail(error)

    def _burst(self, pause: float) -> float:
        """When the burst of the last key began."""
        start = self._times[-1]
        for time in reversed(self._times):
            if start - time > pause:
                break
            start = time
        return start

    async def _take_all(self) -> None:
        while self._waiting:
            await self._take(*self._waiting.popleft())

    async def _take(self, event: events.Key, sure: bool) -> None:
        """Hand on one key, unless it came too early."""
        app = self._app
        early = not sure and (self.ahead(event.time) or self.unasked(event))
        if early and not self._always(event.key):
            return
        if self.unseen(event):
            return
        before: Screen[object] = app.screen
        target = app.focused or before
        await self._handle(event)
        for _ in range(2):  # the key itself, then what its action has sent
            await _settled(target)
        if self._app.screen is not before:
            await _settled(self._app.screen)


async def _settled(start: DOMNode) -> None:
    """Wait until everything from *start* up has looked at what it was sent so far."""
    for node in start.ancestors_with_self:
        done = asyncio.Event()
        if node.call_later(done.set):
            await _ended(done, node)


async def _ended(done: asyncio.Event, node: DOMNode) -> None:
    """Wait, but not for a part of the screen that is gone or hangs."""
    for _ in range(_PATIENCE):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), _LOOK)
        if done.is_set() or not node.is_attached:
            return
