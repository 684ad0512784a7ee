"""A fault in one part of the screen stops nothing else: messages and drawing are guarded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.segment import Segment
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip

from wargame.tui.private import Excused
from wargame.tui.shell import Housed, Shell, shell_of

BLOT = " This could not be drawn."
"""Stands where a line of the screen should be."""


class Guarded(Excused):
    """A screen or widget whose faults end neither itself nor the program."""

    @property
    def shell(self) -> Shell:
        """The program around it."""
        return shell_of(self.app)

    def excuse(self, error: Exception) -> bool:
        """A fault in taking a message stops nothing else."""
        return isinstance(self.app, Housed) and self.app.shell.own_up(error)

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
        return isinstance(self.app, Housed) and self.app.shell.blot(error)


class Box(Guarded, Container):
    """Holds parts of a screen; its own lines, most of them hidden, are made once."""


class Beside(Guarded, Horizontal):
    """The same, side by side."""


class Stacked(Guarded, Vertical):
    """The same, one below the other."""
