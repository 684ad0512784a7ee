"""The record of a campaign as it grows: entries, where each stands among the events, going back.

Between passes the position is a plain stack of frames, so any point is reached again by folding
events to a pass start and giving at most one pass of answers once more.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from wargame.flow.aside import ASIDE
from wargame.flow.chance import Fates
from wargame.flow.game import Game
from wargame.flow.record import FORMAT, Entry, Header, write_entry
from wargame.flow.script import Drift
from wargame.flow.seat import is_by_seat
from wargame.flow.walker import Walker
from wargame.model.codec import state_to_json


class Ledger:
    """The answers of a campaign, in step with its position."""

    def __init__(self, header: Header, game: Game[Any], walker: Walker) -> None:
        self._header, self._game, self._walker = header, game, walker
        self.entries: list[Entry] = []
        self._marks = array("q")
        """How many events there were after each answer."""
        self.fates = Fates(header.chance)
        """What chance hangs on in a strict game."""

    @property
    def chain(self) -> str:
        """The chain value of this position."""
        return self.entries[-1].chain if self.entries else self._header.genesis()

    def bind(self, n: int, answer: str) -> None:
        """Let chance go on from what was decided, with the *answer* of number *n*."""
        self._game.fate = self.fates.of(n, answer)

    def write(self, side: str, segment: str, key: str, answer: str, start: int) -> Entry:
        """Record an answer with all events since there were *start* of them; with its text, to be saved."""
        journal = self._game.journal
        events = tuple(journal[start:])
        running = (0, 0)
        if self._walker.ask is not None:
            running = (len(journal) - self._walker.began, self._walker.given)
        n = len(self.entries)
        entry = write_entry(self.chain, (n, side, segment, key, answer), events, running)
        self.entries.append(entry.without_text())
        self.fates.add(answer)
        self._marks.append(len(journal))
        return entry

    def fold(self, entry: Entry) -> None:
        """Take over a recorded answer without running a rule."""
        self._game.emit_all(entry.events)
        self.entries.append(entry)
        self.fates.add(entry.answer)
        self._marks.append(len(self._game.journal))

    def seek(self, n: int) -> None:
        """Go back to the question that followed answer *n*."""
        self._walker.abandon()
        self._game.unwind(self._marks[n])
        del self.entries[n + 1 :], self._marks[n + 1 :]
        self.fates.back(n, "")
        self.restart_pass()

    def restart_pass(self) -> None:
        """Run the unfinished pass again from its start, giving its answers once more.

        Raises Drift, with the position as recorded, when the rules now do something else.
        """
        last = self.entries[-1]
        journal = self._game.journal
        if self._game.state.ended or not self._game.state.frames:
            return
        start = len(journal) - last.open_events
        expected = [(type(event), event) for event in journal[start:]]
        before = None if last.format == FORMAT else state_to_json(self._game.state)
        self._game.unwind(start)
        reason = self._rerun(self.entries[len(self.entries) - last.open_answers :])
        again = [(type(event), event) for event in journal[start:]]
        same = again == expected
        if before is not None:  # words that are now made when shown make no difference
            same = before == state_to_json(self._game.state) and len(again) == len(expected)
        if not reason and not same:
            reason = "the rules now give another result for the unfinished step"
        if reason:
            self._walker.abandon()
            self._game.unwind(start)
            self._game.emit_all(event for _, event in expected)
            raise Drift(reason)

    def _rerun(self, entries: Sequence[Entry]) -> str:
        """Start the pass on top and give it these answers; "" or what went wrong."""
        try:
            before = self.entries[-1 - len(entries)]
            self.bind(before.n, before.answer)
            self._walker.start_pass()
            for entry in entries:
                if self._walker.ask is None:
                    break
                self.bind(entry.n, entry.answer)
                if entry.key == ASIDE:
                    self._game.emit_all(entry.events)
                    self._walker.overheard()
                    continue
                if is_by_seat(entry):
                    self._game.emit(entry.events[0])
                self._walker.give(self._walker.ask.read(entry.answer)[1])
        except Exception as error:  # noqa: BLE001 - changed rules may stumble in any way
            return f"answers of the unfinished step no longer fit the rules: {error}"
        return "" if self._walker.ask is not None else "the unfinished step now ends early"

    def recover(self, start: int) -> None:
        """After a failure in the rules: back to the question as it stood."""
        self._walker.abandon()
        self._game.unwind(start)
        self.restart_pass()
