"""What a screen shows is made fit for the terminal, cell by cell: nothing steers it; ASCII only, if wanted."""

from __future__ import annotations

import unicodedata
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from wargame.store.errors import steers
from wargame.tui.widgets.row import PLAIN

_FULL = "█▓▒░"
_HALF = {"½": "h", "¼": "q", "×": "x", "–": "-", "—": "-", "’": "'", "“": '"', "”": '"'}


class NothingSteers(LineFilter):
    """Takes out every sign that is no part of a text: a name from elsewhere must not steer the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """One line of the screen."""
        del background
        return [
            Segment(_harmless(part.text), part.style) if steers(part.text) else part
            for part in segments
        ]


def _harmless(text: str) -> str:
    """The text with a "?" for each sign that takes a cell, and nothing for one that takes none."""
    return "".join("?" * cell_len(c) if steers(c) else c for c in text)


class AsciiOnly(LineFilter):
    """Replaces every character that is not ASCII by one that is, of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """One line of the screen."""
        del background
        return [
            part if part.text.isascii() else Segment(ascii_text(part.text), part.style)
            for part in segments
        ]


def ascii_text(text: str) -> str:
    """The same text in ASCII, cell for cell."""
    return "".join(map(_ascii, text))


@cache
def _ascii(char: str) -> str:
    if char.isascii():
        return char
    found = _HALF.get(char) or char.translate(PLAIN)
    if not found.isascii():
        found = _box(char) or unicodedata.normalize("NFKD", char)[:1]
    return found if found.isascii() else "?" * cell_len(char)


def _box(char: str) -> str:
    """Lines and blocks of frames and scroll bars."""
    if char in _FULL:
        return "#"
    if "▀" <= char <= "▟":
        return " "
    if not "─" <= char <= "╿":
        return ""
    name = unicodedata.name(char)
    if "DIAGONAL" in name:
        return "/" if "RIGHT" in name else "\\"
    flat, upright = "HORIZONTAL" in name, "VERTICAL" in name
    return "+" if flat is upright else "-" if flat else "|"
