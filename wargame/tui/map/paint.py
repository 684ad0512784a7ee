"""Inks turned into colours by a palette: Rich styles for the table, ANSI codes for plain output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from wargame.tui.map.ink import Ink, Sheet
from wargame.tui.map.palette import RGB, Palette, grey, mix, rgb

Run = tuple[str, Ink]

_FAINT: Final = 100
"""Greys, of 255, between which a difference cannot be relied on."""
_SGR: Final = {"b": "1", "d": "2", "u": "4", "r": "7"}


class Painter:
    """The styles of one palette, each made once."""

    __slots__ = ("_few", "_styles", "palette")

    def __init__(self, palette: Palette, *, few: bool = False) -> None:
        self.palette = palette
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
        style = self.style
        return [Segment(text, style(ink)) for text, ink in runs(chars, inks)]

    def ansi(self, sheet: Sheet) -> str:
        """A sheet as text with true-colour escape codes."""
        lines = []
        for chars, inks in zip(sheet.chars, sheet.inks, strict=True):
            pieces = (f"\x1b[{self._sgr(ink)}m{text}" for text, ink in runs(chars, inks))
            lines.append("".join(pieces) + "\x1b[0m\n")
        return "".join(lines)

    def colours(self, ink: Ink) -> tuple[RGB, RGB]:
        """Colour of character and of paper, before any reversing."""
        back = self.palette.back(ink.back)
        fore = self.palette.fore(ink.fore, back)
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

    def _sgr(self, ink: Ink) -> str:
        fore, back = self.colours(ink)
        codes = ["0", *(_SGR[letter] for letter in ink.attr)]
        codes.append("38;2;{};{};{}".format(*fore))
        codes.append("48;2;{};{};{}".format(*back))
        return ";".join(codes)


def nearest_of_16(colour: RGB) -> int:
    """Which of the 16 colours a terminal shows in place of this one."""
    return Color.from_rgb(*colour).downgrade(ColorSystem.STANDARD).number or 0


def runs(chars: Sequence[str], inks: Sequence[Ink]) -> Iterator[Run]:
    """Join neighbours of one ink; a blank joins any plain ink on the same paper."""
    last: Ink | None = None
    piece: list[str] = []
    bare = True
    for char, ink in zip(chars, inks, strict=True):
        if ink is last:
            piece.append(char)
            bare = bare and char == " "
        elif (
            last and ink.back == last.back and not (ink.attr or last.attr) and (char == " " or bare)
        ):
            piece.append(char)
            if char != " ":
                last, bare = ink, False
        else:
            if last:
                yield "".join(piece), last
            last, piece, bare = ink, [char], char == " "
    if last:
        yield "".join(piece), last
