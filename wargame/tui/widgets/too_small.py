"""The notice over a screen whose terminal is too small; everything below stays as it is."""

from __future__ import annotations

from textual.geometry import Size
from textual.widgets import Static

from wargame.tui.widgets.guarded import Guarded

SMALLEST = (80, 24)


class TooSmall(Guarded, Static):
    """Covers its screen while the terminal is too small; the screen keeps focus and text."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; overlay: screen; position: absolute; offset: 0 0; width: 100vw; height: 100vh;
        background: $background; color: $foreground; padding: 1 2;
    }
    TooSmall.shown { display: block; }
    """

    def fit(self, size: Size) -> None:
        """Show or hide the notice."""
        wide, high = SMALLEST
        self.set_class(size.width < wide or size.height < high, "shown")
        self.update(
            f"The table needs {wide} x {high} characters; this terminal has "
            f"{size.width} x {size.height}.\nMake it larger: nothing is lost."
        )

    @property
    def shown(self) -> bool:
        """Whether the screen is covered."""
        return self.has_class("shown")
