"""ASCII only: whatever a screen shows is replaced, cell by cell, on its way to the terminal."""

from __future__ import annotations

import unicodedata
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from wargame.tui.widgets.row import PLAIN

_FULL = "█▓▒░"
_HALF = {"½": "h", "¼": "q", "×": "x", "–": "-", "—": "-", "’": "'", "“": '"', "”": '"'}


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
