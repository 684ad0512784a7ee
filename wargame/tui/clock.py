"""The time of what runs by itself on the screen; a test has a clock of its own and moves it by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual.message_pump import MessagePump


class Ticker(Protocol):
    """Does something again and again."""

    def resume(self) -> None:
        """Go on."""

    def pause(self) -> None:
        """Stand still until told to go on."""

    def stop(self) -> None:
        """Never do it again."""


class Clock(Protocol):
    """Where tickers come from."""

    def every(
        self, owner: MessagePump, seconds: float, do: Callable[[], None], *, pause: bool
    ) -> Ticker:
        """Do something every so many seconds for a screen; *pause*: not before it is resumed."""


class WallClock:
    """The clock of the world."""

    def every(
        self, owner: MessagePump, seconds: float, do: Callable[[], None], *, pause: bool
    ) -> Ticker:
        """As a clock does."""
        return owner.set_interval(seconds, do, pause=pause)
