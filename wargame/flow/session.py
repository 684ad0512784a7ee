"""A running campaign: takes answers, records them, goes back in them and opens a record again.

Between passes the position is a plain stack of frames, so any point is reached again by folding
events to a pass start and giving at most one pass of answers once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wargame.content.sequence import Step
from wargame.flow.account import Views, gist_of
from wargame.flow.ask import Ask, IllegalAnswer, Refusal
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.opening import new_board, new_header, open_table, segment_id
from wargame.flow.record import FORMAT, Entry, Header, Record, Takeback, write_entry
from wargame.flow.script import Drift, RulesBug
from wargame.flow.veil import BYSTANDER
from wargame.flow.walker import Walker
from wargame.model import events as ev
from wargame.model.codec import state_to_json
from wargame.model.state import Side, State

__all__ = ["Drift", "RulesBug", "Session", "new_board", "new_header", "open_table", "segment_id"]

Sink = Callable[[Record], None]


class Session:
    """One campaign being played."""

    def __init__(self, definition: GameDefinition, header: Header) -> None:
        self.definition = definition
        self.header = header
        self.game = open_table(definition, header)
        self.entries: list[Entry] = []
        self.redo: list[str] = []
        """Answers taken back, the next one to give again last."""
        self.sink: Sink | None = None
        """Called with every record before `answer` or `undo` returns."""
        self._views = Views(definition, header)
        self._walker = Walker(definition, self.game)
        self._marks: list[int] = []

    # -- opening ------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        definition: GameDefinition,
        header: Header,
        prepare: Callable[[Session], None] | None = None,
        sink: Sink | None = None,
    ) -> Session:
        """Begin at the sequence's root, or where *prepare* puts the frames."""
        session = cls(definition, header)
        session.sink = sink
        if prepare is not None:
            prepare(session)
        else:
            session._walker.open_root()
        session._walker.run()
        session._record("", "", "", "", 0)
        return session

    @classmethod
    def resume(
        cls, definition: GameDefinition, header: Header, entries: Sequence[Entry]
    ) -> Session:
        """Fold recorded entries, then run only the unfinished pass again.

        Raises Drift when the rules no longer do what that pass recorded.
        """
        session = cls(definition, header)
        with session.game.many():
            for entry in entries:
                session._fold(entry)
        session._restart_pass()
        return session

    # -- looking ------------------------------------------------------------------------------

    @property
    def ask(self) -> Ask[Any] | None:
        """The open question; None when the game is over."""
        return self._walker.ask

    @property
    def steps(self) -> dict[str, Step]:
        """Every step of the sequence by its id."""
        return self._walker.steps

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def n(self) -> int:
        """How many answers have been given."""
        return len(self.entries) - 1

    @property
    def chain(self) -> str:
        """The chain value of this position."""
        return self.entries[-1].chain if self.entries else self.header.genesis()

    @property
    def segment(self) -> str:
        """Id of the segment, or interrupt in it, that is running; "" when the game is over."""
        return segment_id(self.state, self.steps)

    def barrier(self, last: int | None = None) -> tuple[int, str]:
        """How far the deciding side may undo freely, and a sentence that says what stops it.

        Answers after *last* are left out of account.
        """
        side = self.ask.side if self.ask else self.entries[-1].side
        known = self.told_to(side)
        for n in range(self.n if last is None else last, 0, -1):
            entry, told, what = self.entries[n], known[n], ""
            if told.rolled:
                dice = any(isinstance(event, ev.DiceRolled) for event in told.events)
                what = "rolled dice" if dice else "drew at random"
            elif entry.side != side:
                what = "was the other side's decision"
            elif entry.rolled or self.lays_open(entry):
                what = "showed what was not known before"
            if what:
                gist = gist_of(self.definition, self.seen_by(side), told)
                return n, f"Undo stops at answer {n}, which {what} ({gist})."
        return 0, "There is no answer to take back."

    # -- what a side may know -----------------------------------------------------------------

    @property
    def secrets(self) -> bool:
        """Whether something is still secret here; when a game is over everything lies open."""
        return self.definition.secrets and self.state.ended is None

    @property
    def viewer(self) -> Side | None:
        """Who sits at the table: the side that decides; None where everything lies open."""
        if not self.secrets:
            return None
        return self.ask.side if self.ask else BYSTANDER

    @property
    def seen(self) -> Game[Any]:
        """The table as who sits at it may know it: what every face shows."""
        return self.seen_by(self.viewer)

    @property
    def told(self) -> Sequence[Entry]:
        """The entries as who sits at the table was told them."""
        return self.told_to(self.viewer)

    def seen_by(self, side: Side | None) -> Game[Any]:
        """The table as *side* may know it; the true one for None, and wherever nothing is secret."""
        return self._views.game(self.game, self.chain, side) if self.secrets else self.game

    def told_to(self, side: Side | None) -> Sequence[Entry]:
        """The entries as *side* was told them; the true ones for None, and without secrets."""
        return self._views.entries(self.entries, side) if self.secrets else self.entries

    def lays_open(self, entry: Entry) -> bool:
        """Whether an answer showed its side what it did not know: undo stops there."""
        veil = self.definition.veil
        return veil is not None and any(map(veil.lays_open, entry.events))

    # -- answering ----------------------------------------------------------------------------

    def answer(self, text: str) -> Entry:
        """Give an answer to the open question; raises IllegalAnswer and changes nothing."""
        ask = self.ask
        if ask is None:
            raise IllegalAnswer(Refusal("The game is over: there is nothing to answer."))
        canonical, value = self._read(ask, text)
        facts = (ask.side, self.segment, ask.key, canonical)
        start = len(self.game.journal)
        try:
            self._walker.give(value)
            self._walker.run()
        except Exception as error:
            self._recover(start)
            raise RulesBug(f"answer {self.n + 1} ({canonical}) failed: {error!r}") from error
        if self.redo and self.redo[-1] == canonical:
            self.redo.pop()
        else:
            self.redo.clear()
        return self._record(*facts, start)

    def why_not(self, text: str) -> Refusal | None:
        """Why an answer is not legal now; None if it is."""
        if self.ask is None:
            return Refusal("The game is over: there is nothing to answer.")
        try:
            self._read(self.ask, text)
        except IllegalAnswer as error:
            return error.refusal
        return None

    def _read(self, ask: Ask[Any], text: str) -> tuple[str, Any]:
        """The answer in *text*; a reader that stumbles over it is our fault, not the player's."""
        try:
            return ask.read(text)
        except IllegalAnswer:
            raise
        except Exception as error:
            raise RulesBug(f'{ask.key} cannot read "{text}": {error!r}') from error

    def undo(self, to: int | None = None, *, consent: bool = False) -> Takeback:
        """Take back the answers after *to* (default: the last one).

        Without the other side's *consent* only down to the barrier; raises IllegalAnswer.
        """
        to = self.n - 1 if to is None else to
        barrier, reason = self.barrier()
        if self.n == 0:
            raise IllegalAnswer(Refusal("There is no answer to take back."))
        if not 0 <= to < self.n:
            last = f"the game stands after answer {self.n}"
            raise IllegalAnswer(Refusal(f"Undo cannot go back to answer {to}: {last}."))
        crosses = to < barrier
        if crosses and not consent:
            raise IllegalAnswer(Refusal(reason))
        side = self.ask.side if self.ask else self.entries[-1].side
        taken = self.entries[to + 1 :]
        try:
            self._seek(to)
        except Drift as error:
            for entry in taken:
                self._fold(entry)
            self._restart_pass()
            raise IllegalAnswer(Refusal(f"Undo cannot stop at answer {to}: {error}.")) from error
        self.redo.extend(entry.answer for entry in reversed(taken))
        record = Takeback(to, side, consent=crosses, chain=self.chain)
        if self.sink:
            self.sink(record)
        return record

    # -- recording and going back -------------------------------------------------------------

    def _record(self, side: str, segment: str, key: str, answer: str, start: int) -> Entry:
        journal = self.game.journal
        events = tuple(event for event, _ in journal[start:])
        running = (0, 0)
        if self.ask is not None:
            running = (len(journal) - self._walker.began, self._walker.given)
        n = len(self.entries)
        entry = write_entry(self.chain, (n, side, segment, key, answer), events, running)
        self.entries.append(entry.without_text())
        self._marks.append(len(journal))
        if self.sink:
            self.sink(entry)
        return self.entries[-1]

    def _fold(self, entry: Entry) -> None:
        self.game.emit_all(entry.events)
        self.entries.append(entry)
        self._marks.append(len(self.game.journal))

    def _seek(self, n: int) -> None:
        """Go back to the question that followed answer *n*."""
        self._walker.abandon()
        self.game.unwind(self._marks[n])
        del self.entries[n + 1 :], self._marks[n + 1 :]
        self._restart_pass()

    def _restart_pass(self) -> None:
        """Run the unfinished pass again from its start, giving its answers once more.

        Raises Drift, with the position as recorded, when the rules now do something else.
        """
        last = self.entries[-1]
        journal = self.game.journal
        if self.state.ended or not self.state.frames:
            return
        start = len(journal) - last.open_events
        expected = [event for event, _ in journal[start:]]
        before = None if last.format == FORMAT else state_to_json(self.state)
        self.game.unwind(start)
        reason = self._rerun(self.entries[len(self.entries) - last.open_answers :])
        again = [event for event, _ in journal[start:]]
        same = again == expected
        if before is not None:  # words that are now made when shown make no difference
            same = before == state_to_json(self.state) and len(again) == len(expected)
        if not reason and not same:
            reason = "the rules now give another result for the unfinished step"
        if reason:
            self._walker.abandon()
            self.game.unwind(start)
            self.game.emit_all(expected)
            raise Drift(reason)

    def _rerun(self, entries: Sequence[Entry]) -> str:
        """Start the pass on top and give it these answers; "" or what went wrong."""
        try:
            self._walker.start_pass()
            for entry in entries:
                if self.ask is None:
                    break
                self._walker.give(self.ask.read(entry.answer)[1])
        except Exception as error:  # noqa: BLE001 - changed rules may stumble in any way
            return f"answers of the unfinished step no longer fit the rules: {error}"
        return "" if self.ask is not None else "the unfinished step now ends early"

    def _recover(self, start: int) -> None:
        """After a failure in the rules: back to the question as it stood."""
        self._walker.abandon()
        self.game.unwind(start)
        self._restart_pass()
