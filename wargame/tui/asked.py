"""What the terminal answers when it is asked, kept apart from what is typed."""

from __future__ import annotations

import threading
from asyncio import to_thread
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from textual.driver import Driver

from wargame.picture.spoken import (
    BEGUN,
    LAST,
    PATIENCE,
    QUERY,
    REPLIES,
    Spoken,
    spoken,
)
from wargame.system import letter_size

if TYPE_CHECKING:
    from textual.drivers.linux_driver import LinuxDriver as _Base
else:
    _Base = object

Change: TypeAlias = Callable[[str], str]


class Answers:
    """Goes over all that is read from the terminal while an answer is awaited."""

    def __init__(self) -> None:
        self.heard = b""
        self.whole = threading.Event()
        """The last of the answers has come."""
        self._awaited = False
        self._begun = b""

    def await_them(self) -> None:
        """The terminal is about to be asked."""
        self.heard, self._awaited = b"", True
        self.whole.clear()

    def typed(self, data: bytes) -> bytes:
        """What of *data* is no answer; one that comes late is none either."""
        if not self._awaited or not data:
            return data
        data, self._begun = self._begun + data, b""
        self.heard += b"".join(REPLIES.findall(data))
        typed = REPLIES.sub(b"", data)
        if begun := BEGUN.search(typed):
            typed, self._begun = typed[: begun.start()], begun[0]
        if LAST.search(self.heard):
            self._awaited = False
            typed, self._begun = typed + self._begun, b""
            self.whole.set()
        return typed


class Asked(_Base):
    """A driver whose terminal can be asked, and what is written to it changed on the way."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.answers = Answers()
        self.changes: list[Change] = []
        """What becomes of all that is written; the last one counts."""

    def write(self, data: str) -> None:
        """Write to the terminal."""
        super().write(self.changes[-1](data) if self.changes else data)

    async def ask(self) -> Spoken:
        """How the terminal takes pictures."""
        self.answers.await_them()
        self.write(QUERY)
        await to_thread(self.answers.whole.wait, PATIENCE)
        return spoken(self.answers.heard, letter_size())


async def asked(driver: Driver | None) -> Spoken:
    """How the terminal of a driver takes pictures; nothing is asked of what is none."""
    if isinstance(driver, Asked):
        return await driver.ask()
    return Spoken(why="what the table runs in is no terminal that can be asked")


def write_through(driver: Driver | None, change: Change) -> None:
    """Let all that is written be changed."""
    if isinstance(driver, Asked):
        driver.changes.append(change)


def write_plain(driver: Driver | None, change: Change, last: str) -> None:
    """Let it be changed no longer, and write something last."""
    if isinstance(driver, Asked) and change in driver.changes:
        driver.changes.remove(change)
        if last:
            driver.write(last)
