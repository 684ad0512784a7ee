"""A recorded campaign as a film: step to any answer, forwards and backwards, running no rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from wargame.content.sequence import walk
from wargame.flow.account import Account, chains_told
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.journal import Line
from wargame.flow.opening import open_table, segment_id
from wargame.flow.record import Entry, Header
from wargame.flow.undisturbed import undisturbed
from wargame.flow.veil import Glimpse, known_to
from wargame.model import events as ev
from wargame.model.state import Side, State

_SPAN = 1000
"""After so many answers a position is kept to jump to: folding as many takes some ten milliseconds."""
_FAR = 20
"""Over more answers than this the derived lookups catch up once, at the end."""


class Replay:
    """The position after any answer of a record.

    With a *viewer* it shows and tells what this side may know, as long as the recorded game has
    not ended; without one it shows the truth.
    """

    def __init__(
        self,
        definition: GameDefinition,
        header: Header,
        entries: Sequence[Entry],
        viewer: Side | None = None,
    ) -> None:
        if not entries:
            raise ValueError("there is nothing to replay: the record has no opening")
        self.definition = definition
        self.header = header
        self._record = list(entries)
        over = any(isinstance(event, ev.GameEnded) for event in entries[-1].events)
        self._veil = None if viewer is None or over else definition.veil
        self._viewer = viewer or ""
        self.entries: Sequence[Entry] = self._record
        """The record as it is told."""
        self.margin: Mapping[int, Sequence[Line]] = {}
        """By answer what players left there, and what was taken back: lines of no event."""
        if self._veil is not None:
            self.entries = Account(definition, header, self._veil, self._viewer).follow(entries)
        self._table = open_table(definition, header)
        self._seen: Game[Any] | None = None
        self.steps = {step.id: step for step in walk(self._table.content.sequence)}
        self.n = -1
        self._kept: list[State] = []
        """Positions after every so many answers, as far as the film was ever shown."""
        self._begin = 0
        """The answer after which the table was last laid out from one of them."""
        self._marks: list[int] = []
        """How many events led from there to each answer."""
        self.seek(0)

    @property
    def veiled(self) -> bool:
        """Whether something may be kept from the viewer."""
        return self._veil is not None

    @property
    def game(self) -> Game[Any]:
        """The position here, as the viewer may know it."""
        if self._veil is None:
            return self._table
        if self._seen is None:
            self._seen = known_to(self._veil, self._table, self._viewer)
        return self._seen

    def opening(self) -> State:
        """The position before the first event, as the viewer may know it."""
        table = open_table(self.definition, self.header)
        seen = known_to(self._veil, table, self._viewer) if self._veil else table
        return seen.state

    def told_events(self) -> Iterator[tuple[Entry, ev.Event, State]]:
        """Every event that is told, in its answer, with the position just before it.

        The position is good until the next one is asked for.
        """
        table, veil, side = open_table(self.definition, self.header), self._veil, self._viewer
        for entry, told in zip(self._record, self.entries, strict=True):
            for event in entry.events:
                seen = veil.tell(event, table, side) if veil else event
                if seen is not None:
                    yield told, seen, Glimpse(veil, table, side) if veil else table.state
                event.apply(table.state)

    @property
    def last(self) -> int:
        """Number of the last answer."""
        return len(self.entries) - 1

    @property
    def segment(self) -> str:
        """The segment that is running at this point."""
        return segment_id(self._table.state, self.steps)

    def chains(self) -> list[str]:
        """The chain value of each answer, as it is told."""
        if self._veil is None:
            return [entry.chain for entry in self._record]
        return list(chains_told(self._viewer, self.entries))

    def seek(self, n: int) -> None:
        """Show the position after answer *n*, held within the record."""
        n = min(max(n, 0), self.last)
        self._seen = None
        near = min(n // _SPAN, len(self._kept) - 1)
        jump = n < self._begin or near * _SPAN > self.n
        far = jump or abs(n - self.n) > _FAR
        with undisturbed(), self._table.many() if far else nullcontext():
            if jump and near >= 0:
                self._lay(near)
            self._go(n)

    def _lay(self, near: int) -> None:
        """Lay out the kept position number *near*."""
        self._table.state = self._kept[near].copy(self._table.state)
        self._table.forget()
        self.n = self._begin = near * _SPAN
        self._marks = [0]

    def _go(self, n: int) -> None:
        table = self._table
        while self.n < n:
            self.n += 1
            table.emit_all(self._record[self.n].events)
            if self.n % _SPAN == 0:
                self._keep()
            self._marks.append(len(table.journal))
        if self.n > n:
            table.unwind(self._marks[n - self._begin])
            del self._marks[n - self._begin + 1 :]
            self.n = n

    def _keep(self) -> None:
        """Keep the position, and forget how it came about: from here the table can be laid out."""
        if self.n // _SPAN == len(self._kept):
            self._kept.append(self._table.state.copy(self._kept[-1] if self._kept else None))
        self._table.forget()
        self._begin, self._marks = self.n, []

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
