"""A fault in one part of the screen stops nothing else: messages and drawing are guarded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rich.segment import Segment
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.widget import Widget as _Base
else:
    _Base = object  # styles and bindings are inherited from the first widget among the bases

BLOT = " This could not be drawn."
"""Stands where a line of the screen should be."""


@runtime_checkable
class Owner(Protocol):
    """The program, as far as its parts tell it of their faults."""

    def own_up(self, error: Exception) -> bool:
        """A part failed at what it was doing; False if the fault is to stop the program."""

    def blot(self, error: Exception) -> bool:
        """A part failed to draw itself; False if the fault is to stop the program."""


class Guarded(_Base):
    """A screen or widget whose faults end neither itself nor the program."""

    async def _dispatch_message(self, message: Message) -> None:
        """Take a message; a fault in doing so stops nothing else."""
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not (isinstance(self.app, Owner) and self.app.own_up(error)):
                raise

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw; lines that fail are left blank but for a notice."""
        try:
            return super().render_lines(crop)
        except Exception as error:
            if not self._blot(error):
                raise
            return [self._line(crop, y) for y in crop.line_range]

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """What is only there to be looked at may fail."""
        try:
            yield
        except Exception as error:
            if not self._blot(error):
                raise

    def _line(self, crop: Region, y: int) -> Strip:
        """One line, or the notice in its place."""
        try:
            return super().render_lines(Region(crop.x, y, crop.width, 1))[0]
        except Exception as error:
            if not self._blot(error):
                raise
            return Strip([Segment(BLOT)]).adjust_cell_length(crop.width)

    def _blot(self, error: Exception) -> bool:
        return isinstance(self.app, Owner) and self.app.blot(error)
