"""A recorded campaign as a film: step to any answer, forwards and backwards, running no rule."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from wargame.content.sequence import walk
from wargame.flow.definition import GameDefinition
from wargame.flow.record import Entry, Header
from wargame.flow.session import open_table, segment_id
from wargame.model import events as ev

_FAR = 20
"""Over more answers than this the derived lookups catch up once, at the end."""


class Replay:
    """The position after any answer of a record."""

    def __init__(
        self, definition: GameDefinition, header: Header, entries: Sequence[Entry]
    ) -> None:
        if not entries:
            raise ValueError("there is nothing to replay: the record has no opening")
        self.definition = definition
        self.header = header
        self.entries = list(entries)
        self.game = open_table(definition, header)
        self.steps = {step.id: step for step in walk(self.game.content.sequence)}
        self.n = -1
        self._marks: list[int] = []
        self.seek(0)

    @property
    def last(self) -> int:
        """Number of the last answer."""
        return len(self.entries) - 1

    @property
    def segment(self) -> str:
        """The segment that is running at this point."""
        return segment_id(self.game.state, self.steps)

    def seek(self, n: int) -> None:
        """Show the position after answer *n*, held within the record."""
        n = min(max(n, 0), self.last)
        with self.game.many() if abs(n - self.n) > _FAR else nullcontext():
            self._go(n)

    def _go(self, n: int) -> None:
        while self.n < n:
            self.n += 1
            self.game.emit_all(self.entries[self.n].events)
            self._marks.append(len(self.game.journal))
        if self.n > n:
            self.game.unwind(self._marks[n])
            del self._marks[n + 1 :]
            self.n = n

    def next_where(self, kind: str, *, back: bool = False) -> int:
        """Number of the next (or previous) answer that starts a new "segment", "turn", "battle"."""
        step = -1 if back else 1
        n = self.n + step
        while 0 < n < self.last:
            if self._starts(n, kind):
                return n
            n += step
        return min(max(n, 0), self.last)

    def _starts(self, n: int, kind: str) -> bool:
        entry, before = self.entries[n], self.entries[n - 1]
        if kind == "segment":
            return entry.segment != before.segment
        if kind == "turn":
            return any(isinstance(e, ev.TrackSet) and e.name == "turn" for e in entry.events)
        return any(isinstance(e, ev.ChartRead) for e in entry.events)
