"""Inks turned into colours by a palette, and a sheet into text with ANSI codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wargame.picture.ink import Ink, Sheet
from wargame.picture.palette import RGB, Palette

Run = tuple[str, Ink]

_SGR: Final = {"b": "1", "d": "2", "u": "4", "r": "7"}


def colours(palette: Palette, ink: Ink) -> tuple[RGB, RGB]:
    """Colour of character and of paper, before any reversing."""
    back = palette.back(ink.back)
    return palette.fore(ink.fore, back), back


def ansi(palette: Palette, sheet: Sheet) -> str:
    """A sheet as text with true-colour escape codes."""
    lines = []
    for chars, inks in zip(sheet.chars, sheet.inks, strict=True):
        pieces = (f"\x1b[{_sgr(palette, ink)}m{text}" for text, ink in runs(chars, inks))
        lines.append("".join(pieces) + "\x1b[0m\n")
    return "".join(lines)


def _sgr(palette: Palette, ink: Ink) -> str:
    fore, back = colours(palette, ink)
    codes = ["0", *(_SGR[letter] for letter in ink.attr)]
    codes.append("38;2;{};{};{}".format(*fore))
    codes.append("48;2;{};{};{}".format(*back))
    return ";".join(codes)


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
