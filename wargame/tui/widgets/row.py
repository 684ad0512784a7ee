"""Rows of styled text and how they break into lines: plain data, no widget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Span: TypeAlias = tuple[str, str]
"""A piece of text and the name of its style: "", "dim", "rule"..., or colours: "#16305a on #dfd8a6"."""

STYLES = ("lit", "dim", "rule", "strong", "heading", "good", "bad", "dice", "key", "side0", "side1")
"""Every style name; each is a component class `rows--<name>` of the Rows widget."""

PLAIN = str.maketrans("─━▶·•●█▏▎▍▌▋▊▉…›▁▂▃▄▅▆▇", "-=>.oo#      #~>__--==%")
"""Glyphs of the panels by the ASCII that stands in for them."""


_KEPT = 2000
"""Rows whose lines are kept: a list is broken at every key, and most of its rows stay."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a list; it may take several lines on the screen."""

    spans: tuple[Span, ...]
    id: str = ""
    """What choosing it means; "" for a row that cannot be chosen."""
    hang: int = 0
    """Columns by which continuation lines are set in."""

    @property
    def text(self) -> str:
        """The row without styles."""
        return "".join(text for text, _ in self.spans)


def row(*parts: str | Span, id: str = "", hang: int = 0) -> Row:  # noqa: A002 - the field's name
    """A row from texts and (text, style) pairs."""
    spans = ((part, "") if isinstance(part, str) else part for part in parts)
    return Row(tuple(span for span in spans if span[0]), id, hang)


@lru_cache(_KEPT)
def wrap(entry: Row, width: int) -> tuple[tuple[Span, ...], ...]:
    """The row broken at spaces into lines of at most *width* columns."""
    lines: list[list[Span]] = [[]]
    used = 0
    for word, style, whole in _words(entry.spans):
        room = width - used
        fits = whole - len(word) + len(word.lstrip()) <= width - entry.hang
        wide = whole if fits else len(word.rstrip())
        if wide > room and used > _indent(lines, entry):
            lines.append([(" " * entry.hang, "")] if entry.hang else [])
            used, room = entry.hang, width - entry.hang
            word = word.lstrip()  # noqa: PLW2901 - the space was the break
        for piece in _chunks(word, max(room, 1), max(width - entry.hang, 1)):
            if used + len(piece.rstrip()) > width:
                lines.append([(" " * entry.hang, "")] if entry.hang else [])
                used = entry.hang
            _add(lines[-1], piece, style)
            used += len(piece)
    return tuple(map(tuple, lines))


def join(parts: Iterable[str], style: str = "dim", between: str = " · ") -> list[Span]:
    """Texts in a line with a separator."""
    return [(part if n == 0 else between + part, style) for n, part in enumerate(parts)]


def _add(line: list[Span], text: str, style: str) -> None:
    """Join a piece to the one before where their styles agree."""
    if line and line[-1][1] == style:
        line[-1] = (line[-1][0] + text, style)
    else:
        line.append((text, style))


def _indent(lines: Sequence[Sequence[Span]], entry: Row) -> int:
    return entry.hang if len(lines) > 1 else 0


def _words(spans: Sequence[Span]) -> list[tuple[str, str, int]]:
    """Words with the spaces that precede them, their style, and how many columns they take with what
    clings to them: "(", "HAN-CU-02" and ")." of three styles are one word.
    """
    found: list[tuple[str, str, int]] = []
    for text, style in reversed([*_pieces(spans)]):
        wide = len(text.rstrip())
        if found and wide == len(text) and not found[-1][0].startswith(" "):
            wide += found[-1][2]
        found.append((text, style, wide))
    return found[::-1]


def _pieces(spans: Sequence[Span]) -> Iterator[Span]:
    """Words with the spaces that precede them, cut where their style changes."""
    for text, style in spans:
        start = 0
        for n in range(1, len(text)):
            if text[n] == " " and text[n - 1] != " ":
                yield text[start:n], style
                start = n
        if text:
            yield text[start:], style


def _chunks(word: str, room: int, width: int) -> Iterator[str]:
    """A word that is longer than a line, cut behind a hyphen if it has one there."""
    if len(word) <= width:
        yield word
        return
    while len(word.rstrip()) > room:
        cut = word.rfind("-", 1, room) + 1 or room
        yield word[:cut]
        word, room = word[cut:], width
    yield word
