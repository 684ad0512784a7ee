"""The journal as the table keeps it: for each answer its lines, as rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wargame.flow.journal import Line
from wargame.flow.record import Entry, in_step
from wargame.tui.widgets.row import Row, row

_STYLES = {
    "dice": "dice",
    "result": "strong",
    "end": "good",
    "segment": "heading",
    "note": "dim",
    "earlier": "dim",
    "remark": "key",
}
Tell = Callable[[Entry], Sequence[Line]]
RECENT = 2000
"""Answers that are told at once; those before them when they are asked for."""
EARLIER = "earlier"
"""The kind of the line that stands for those."""
NAMED = 12
"""So many are named in a line about very many units; the log on the command line names all."""
Margin = Callable[[], Mapping[int, Sequence[Line]]]
"""What stands beside answers, by their numbers."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the journal and the answer that caused it."""

    n: int
    line: Line


_ANSWERS = ("answers", "answer")


class Book:
    """The lines of the last answers, in step with a list of entries; those before on demand."""

    def __init__(self, tell: Tell, margin: Margin = dict) -> None:
        self._tell, self._margin = tell, margin
        self._beside: Mapping[int, Sequence[Line]] | None = None
        self.told: list[Told] = []
        self._chains: list[str] = []
        self._ends: list[int] = []
        self._first = -1
        """The answer it begins with; -1 before it has begun."""

    def reach_back(self) -> None:
        """Tell more of the answers before, when it follows next."""
        self._begin(max(self._first - RECENT, 0))

    def _begin(self, first: int) -> None:
        self._first = first
        self._chains, self._ends = [], []
        before = Told(first - 1, Line(f"... {first:,} {_ANSWERS[first == 1]} before", "", EARLIER))
        self.told = [before] if first else []

    def follow(self, entries: Sequence[Entry]) -> int:
        """Come into step with *entries*; returns how many lines were kept."""
        beside = self._beside = self._margin() if self._beside is None else self._beside
        if not 0 <= self._first < len(entries):
            self._begin(max(len(entries) - RECENT, 0))
        recent = entries[self._first :]
        same = in_step(self._chains, recent)
        kept = self._ends[same - 1] if same else min(self._first, 1)
        del self.told[kept:], self._chains[same:], self._ends[same:]
        for entry in recent[same:]:
            lines = (*self._tell(entry), *beside.get(entry.n, ()))
            self.told.extend(Told(entry.n, line) for line in lines)
            self._chains.append(entry.chain)
            self._ends.append(len(self.told))
        return kept

    def forget(self, n: int) -> None:
        """Tell the answers from *n* on anew: something was left beside them."""
        self._beside = None
        del self._chains[max(n - self._first, 0) :]

    def since(self, n: int) -> list[Line]:
        """Lines of the answers after *n*."""
        start = bisect_right(self.told, n, key=lambda told: told.n)
        return [told.line for told in self.told[start:]]

    def rows(self, start: int = 0) -> list[Row]:
        """Rows from line *start* on."""
        return [line_row(told.line, str(n)) for n, told in enumerate(self.told[start:], start)]


def shortened(text: str) -> str:
    """A line that names very many, with the first of them and how many more."""
    named = text.split(", ")
    more = len(named) - NAMED
    return f"{', '.join(named[:NAMED])} and {more} more" if more > 1 else text


def line_row(line: Line, id: str = "") -> Row:  # noqa: A002 - the field's name
    """One line of the journal."""
    if line.kind == "segment":
        return row((f"── {line.text} ", "heading"), (line.rule, "rule"), id=id, hang=3)
    if line.kind == "working":
        return row((f"  {line.text}", "dim"), id=id, hang=4)
    style = _STYLES.get(line.kind, "")
    text = shortened(line.text) if line.alike and len(line.units) > NAMED else line.text
    return row((text, style), (f"  {line.rule}" if line.rule else "", "rule"), id=id, hang=2)


def telling(lines: Iterable[Line]) -> list[Line]:
    """Lines worth a briefing: without segments in which nothing happened."""
    kept: list[Line] = []
    for line in lines:
        if line.kind == "segment" and kept and kept[-1].kind == "segment":
            kept.pop()
        if line.text.endswith((": nothing to do.", ": skipped.")):
            continue
        kept.append(line)
    while kept and kept[-1].kind == "segment":
        kept.pop()
    return kept
