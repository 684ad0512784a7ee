"""The journal as the table keeps it: for each answer its lines, as rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wargame.flow.journal import Line
from wargame.flow.record import Entry, in_step
from wargame.tui.widgets.row import Row, row

_STYLES = {"dice": "dice", "result": "strong", "end": "good", "segment": "heading", "note": "dim"}
Tell = Callable[[Entry], Sequence[Line]]


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the journal and the answer that caused it."""

    n: int
    line: Line


class Book:
    """All lines so far, in step with a list of entries."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.told: list[Told] = []
        self._chains: list[str] = []
        self._ends: list[int] = []

    def follow(self, entries: Sequence[Entry]) -> int:
        """Come into step with *entries*; returns how many lines were kept."""
        same = in_step(self._chains, entries)
        kept = self._ends[same - 1] if same else 0
        del self.told[kept:], self._chains[same:], self._ends[same:]
        for entry in entries[same:]:
            self.told.extend(Told(entry.n, line) for line in self._tell(entry))
            self._chains.append(entry.chain)
            self._ends.append(len(self.told))
        return kept

    def since(self, n: int) -> list[Line]:
        """Lines of the answers after *n*."""
        start = bisect_right(self.told, n, key=lambda told: told.n)
        return [told.line for told in self.told[start:]]

    def rows(self, start: int = 0) -> list[Row]:
        """Rows from line *start* on."""
        return [line_row(told.line, str(n)) for n, told in enumerate(self.told[start:], start)]


def line_row(line: Line, id: str = "") -> Row:  # noqa: A002 - the field's name
    """One line of the journal."""
    if line.kind == "segment":
        return row((f"── {line.text} ", "heading"), (line.rule, "rule"), id=id, hang=3)
    style = _STYLES.get(line.kind, "")
    return row((line.text, style), (f"  {line.rule}" if line.rule else "", "rule"), id=id, hang=2)


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
