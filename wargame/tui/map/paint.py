"""Inks turned into Rich styles, apart also where the terminal has but 16 colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from wargame.picture.few import of_few_colours
from wargame.picture.ink import Ink
from wargame.picture.paint import colours, runs
from wargame.picture.palette import RGB, Palette, grey, mix, rgb

_FAINT: Final = 100
"""Greys, of 255, between which a difference cannot be relied on."""


class Painter:
    """The styles of one palette, each made once."""

    __slots__ = ("_few", "_styles", "palette")

    def __init__(self, palette: Palette, *, few: bool = False) -> None:
        self.palette = of_few_colours(palette.name) if few else palette
        self._few = few
        """Whether the terminal has but 16 colours."""
        self._styles: dict[Ink, Style] = {}

    def style(self, ink: Ink) -> Style:
        """The Rich style of an ink."""
        found = self._styles.get(ink)
        if found is None:
            found = self._styles[ink] = self._style(ink)
        return found

    def segments(self, chars: Sequence[str], inks: Sequence[Ink]) -> list[Segment]:
        """A row as styled pieces, as few as will do."""
        known, style = self._styles, self.style
        return [
            Segment(text, known[ink] if ink in known else style(ink))
            for text, ink in runs(chars, inks)
        ]

    def colours(self, ink: Ink) -> tuple[RGB, RGB]:
        """Colour of character and of paper, before any reversing."""
        fore, back = colours(self.palette, ink)
        return (self._apart(fore, back) if self._few and fore != back else fore), back

    def _apart(self, fore: RGB, back: RGB) -> RGB:
        """A character in a colour that is still another than the paper's when both are one of 16."""
        paper, end = nearest_of_16(back), rgb(self.palette.ink)
        if grey(fore) == grey(end) or abs(grey(end) - grey(back)) < _FAINT:
            end = (255, 255, 255) if grey(back) < _FAINT else (0, 0, 0)
        shares = (0.0, 0.4, 0.6, 0.8, 1.0)
        shades = (mix(fore, end, share) for share in shares)
        return next((shade for shade in shades if nearest_of_16(shade) != paper), end)

    def _style(self, ink: Ink) -> Style:
        fore, back = self.colours(ink)
        return Style(
            color=Color.from_rgb(*fore),
            bgcolor=Color.from_rgb(*back),
            bold="b" in ink.attr or None,
            dim="d" in ink.attr or None,
            underline="u" in ink.attr or None,
            reverse="r" in ink.attr or None,
        )


def nearest_of_16(colour: RGB) -> int:
    """Which of the 16 colours a terminal shows in place of this one."""
    return Color.from_rgb(*colour).downgrade(ColorSystem.STANDARD).number or 0
