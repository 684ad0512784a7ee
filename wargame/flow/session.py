"""A running campaign: takes answers, records them, goes back in them and opens a record again.

Walking on is the walker's (`flow/walker.py`), entries and going back in them the ledger's
(`flow/ledger.py`); here the two are put to a player, or to a seat that decides for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wargame.content.sequence import Step
from wargame.flow.account import Views, chains_told, gist_of
from wargame.flow.aside import ASIDE, check_aside, is_aside, read_aside, told_aside
from wargame.flow.ask import Ask, IllegalAnswer, Refusal
from wargame.flow.back import NOWHERE, barrier, before_seats
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.ledger import Ledger
from wargame.flow.opening import new_board, new_header, open_table, segment_id
from wargame.flow.record import Entry, Header, Record, Takeback
from wargame.flow.script import Drift, RulesBug
from wargame.flow.seat import ACCEPT, Decision, Seat, decision, is_by_seat
from wargame.flow.veil import BYSTANDER
from wargame.flow.walker import Walker
from wargame.model import events as ev
from wargame.model.state import Side, State

__all__ = ["Drift", "RulesBug", "Session", "new_board", "new_header", "open_table", "segment_id"]

Sink = Callable[[Record], None]


class Session:
    """One campaign being played."""

    def __init__(self, definition: GameDefinition, header: Header) -> None:
        self.definition = definition
        self.header = header
        self.game = open_table(definition, header)
        self.redo: list[str] = []
        """Answers taken back, the next one to give again last."""
        self.sink: Sink | None = None
        """Called with every record before `answer` or `undo` returns."""
        self.table_seats: list[Seat] = []
        """Seats of the table: what they decide is recorded as if a player had answered."""
        self.by_table: dict[int, Decision] = {}
        """What they decided, by the number of the answer."""
        self.held = False
        """Whether the game's seats leave the open question to its player: what they said to it was taken back."""
        self._views = Views(definition, header)
        self._walker = Walker(definition, self.game)
        self._ledger = Ledger(header, self.game, self._walker)

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
        session._ledger.bind(0, "")
        if prepare is not None:
            prepare(session)
        else:
            session._walker.open_root()
        session._walker.run()
        session._write("", "", "", "", 0)
        return session

    @classmethod
    def resume(
        cls,
        definition: GameDefinition,
        header: Header,
        entries: Sequence[Entry],
        turned: Mapping[int, str] | None = None,
    ) -> Session:
        """Fold recorded entries, then run only the unfinished pass again; *turned*: see the ledger.

        Raises Drift when the rules no longer do what that pass recorded.
        """
        session = cls(definition, header)
        session.turned.update(turned or {})
        with session.game.many():
            for entry in entries:
                session._ledger.fold(entry)
        session._ledger.restart_pass()
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
    def entries(self) -> list[Entry]:
        """The opening and every answer that stands."""
        return self._ledger.entries

    @property
    def turned(self) -> dict[int, str]:
        """After which answers the chance of a strict game was turned, and to what."""
        return self._ledger.fates.turned

    @property
    def n(self) -> int:
        """How many answers have been given."""
        return len(self.entries) - 1

    @property
    def chain(self) -> str:
        """The chain value of this position."""
        return self._ledger.chain

    @property
    def segment(self) -> str:
        """Id of the segment, or interrupt in it, that is running; "" when the game is over."""
        return segment_id(self.state, self.steps)

    def barrier(self, last: int | None = None) -> tuple[int, str]:
        """How far the deciding side may undo freely, and a sentence that says what stops it.

        Answers after *last* are left out of account.
        """
        n, what = self._stop(self.n if last is None else last)
        if not what:
            return 0, "There is no answer to take back."
        side = self._decides
        gist = gist_of(self.definition, self.seen_by(side), self.told_to(side)[n])
        return n, f"Undo stops at answer {n}, which {what} ({gist})."

    def _stop(self, last: int) -> tuple[int, str]:
        """The newest answer up to *last* that stops an undo, and what it did; (0, "") if none does."""
        side = self._decides
        return barrier(self.entries, self.told_to(side), side, self.lays_open, last)

    @property
    def _decides(self) -> Side:
        """Who is asked, or gave the last answer."""
        return self.ask.side if self.ask else self.entries[-1].side

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

    def chain_told(self, side: Side | None) -> str:
        """The chain value of what *side* was told; that of this position for None, and without secrets."""
        if side is None or not self.secrets:
            return self.chain
        *_, last = chains_told(side, self.told_to(side))
        return last

    def comes_to(self, entry: Entry) -> str:
        """What was said aside comes to now; "" for answers, and for who must not know it."""
        if entry.key != ASIDE or self.viewer not in (None, entry.side):
            return ""
        known = self.seen_by(entry.side)
        return told_aside(self.definition.asides, known, entry.side, entry.answer)

    def lays_open(self, entry: Entry) -> bool:
        """Whether an answer showed its side what it did not know: undo stops there."""
        veil = self.definition.veil
        return veil is not None and any(veil.lays_open(e, self.state) for e in entry.events)

    # -- answering ----------------------------------------------------------------------------

    def answer(self, text: str) -> Entry:
        """Answer the open question or say something aside; then the seats decide what is theirs.

        Raises IllegalAnswer and changes nothing.
        """
        entry = self._give(text)
        self.settle()
        return entry

    def give_again(self, entry: Entry) -> None:
        """Give a recorded answer as it was given: by a player or a seat, or said aside."""
        self._give(entry.answer, entry.events[0] if is_by_seat(entry) else None)

    def why_not(self, text: str) -> Refusal | None:
        """Why an answer is not legal now; None if it is."""
        try:
            self._meant(self._asked(), text)
        except IllegalAnswer as error:
            return error.refusal
        return None

    @property
    def proposal(self) -> Decision | None:
        """What the orders of the side asked propose to answer; "accept" gives it."""
        found = self._by_orders(self.ask) if self.ask else None
        return found if found and found.confirm else None

    def settle(self) -> None:
        """Let the seats decide the questions that are theirs, until a player is asked.

        A question whose seat gives no legal answer, or stumbles twice, is left to its player.
        """
        faults = 0 if (self.definition.seats or self.table_seats) and not self.held else 2
        while (ask := self.ask) is not None and faults <= 1:
            found = self._by_orders(ask)
            chosen = found or decision(self.table_seats, self.game, ask)
            if chosen is None or chosen.confirm:
                return
            try:
                canonical, value = self._read(ask, chosen.answer)
                told = ev.Decided(ask.side, ask.key, canonical, chosen.working, ask.rule)
                why = told if found else None
                entry = self._take(ask.key, canonical, partial(self._go_on, value), why)
            except IllegalAnswer:
                return
            except RulesBug:
                faults += 1
                continue
            if not found:
                self.by_table[entry.n] = chosen

    def _by_orders(self, ask: Ask[Any]) -> Decision | None:
        """What the seats of the game say to a question."""
        seats = [seat for seat in self.definition.seats if seat.plays(self.game, ask.side)]
        return decision(seats, self.seen_by(ask.side), ask) if seats else None

    def _asked(self) -> Ask[Any]:
        if self.ask is None:
            raise IllegalAnswer(Refusal("The game is over: there is nothing to answer."))
        return self.ask

    def _meant(self, ask: Ask[Any], text: str) -> tuple[str, Callable[[], None], bool]:
        """What *text* is as it is written, what giving it does, and whether it is said aside."""
        asides = self.definition.asides
        known = self.seen_by(ask.side) if is_aside(asides, text) else self.game
        found = read_aside(asides, known, ask.side, text)
        if found:
            canonical, aside, words = found
            return canonical, partial(aside.say, self.game, ask.side, words), True
        accepts = self.definition.seats and text.strip().casefold() == ACCEPT
        proposed = self.proposal if accepts else None
        canonical, value = self._read(ask, proposed.answer if proposed else text)
        return canonical, partial(self._go_on, value), False

    def _go_on(self, value: Any) -> None:
        self._walker.give(value)
        self._walker.run()

    def _give(self, text: str, why: ev.Event | None = None) -> Entry:
        """Give an answer, or say something aside, and record it; *why* says that a seat gave it."""
        ask = self._asked()
        canonical, act, is_aside = self._meant(ask, text)
        return self._take(ASIDE if is_aside else ask.key, canonical, act, why)

    def _take(
        self, key: str, canonical: str, act: Callable[[], None], why: ev.Event | None
    ) -> Entry:
        """Do what an answer does, and record it."""
        facts = (self._asked().side, self.segment, key, canonical)
        start = len(self.game.journal)
        self._ledger.bind(self.n + 1, canonical)
        try:
            if why is not None:
                self.game.emit(why)
            act()
            if key == ASIDE:
                check_aside(canonical, self.game.journal[start:])
                self._walker.overheard()
        except Exception as error:
            self._ledger.recover(start)
            raise RulesBug(f"answer {self.n + 1} ({canonical}) failed: {error!r}") from error
        if self.redo and self.redo[-1] == canonical:
            self.redo.pop()
        else:
            self.redo.clear()
        self.held = False
        return self._write(*facts, start)

    def _write(self, side: Side, segment: str, key: str, answer: str, start: int) -> Entry:
        entry = self._ledger.write(side, segment, key, answer, start)
        if self.sink:
            self.sink(entry)
        return self.entries[-1]

    def _read(self, ask: Ask[Any], text: str) -> tuple[str, Any]:
        """The answer in *text*; a reader that stumbles over it is our fault, not the player's."""
        try:
            return ask.read(text)
        except IllegalAnswer:
            raise
        except Exception as error:
            raise RulesBug(f'{ask.key} cannot read "{text}": {error!r}') from error

    def undo(self, to: int | None = None, *, consent: bool = False) -> Takeback:
        """Take back the answers after *to* (default: the last one of a player).

        What seats decided goes back with the answer before it; where that is behind the barrier and *to*
        is not, they leave the question to its player.  Without the other side's *consent*
        only down to the barrier; raises IllegalAnswer.  With it the chance of a strict game is turned.
        """
        held = to is not None and self.can_hold(to)
        if not held or to is None:
            to = before_seats(self.entries, self.n - 1 if to is None else to)
        if self.n == 0 or to == NOWHERE:
            raise IllegalAnswer(Refusal("There is no answer to take back."))
        if not 0 <= to < self.n:
            last = f"the game stands after answer {self.n}"
            raise IllegalAnswer(Refusal(f"Undo cannot go back to answer {to}: {last}."))
        crosses, side = to < self._stop(self.n)[0], self._decides
        if crosses and not consent:
            raise IllegalAnswer(Refusal(self.barrier()[1]))
        taken = self.entries[to + 1 :]
        salt = taken[-1].chain if crosses and self.header.chance.dice == "strict" else ""
        turned = dict(self.turned)
        try:
            self._ledger.seek(to)
        except Drift as error:
            self.turned.update(turned)
            for entry in taken:
                self._ledger.fold(entry)
            self._ledger.restart_pass()
            raise IllegalAnswer(Refusal(f"Undo cannot stop at answer {to}: {error}.")) from error
        self.by_table = {n: said for n, said in self.by_table.items() if n <= to}
        self.held = held
        self._ledger.fates.back(to, salt)
        if salt:
            self.redo.clear()
        else:
            self.redo.extend(entry.answer for entry in reversed(taken))
        record = Takeback(
            to, side, consent=crosses, chain=self.chain, taken=tuple(taken), salt=salt
        )
        if self.sink:
            self.sink(record)
        return record

    def again(self) -> Entry | None:
        """Give the answer taken back last once more, by the seats if they gave it; None if there is none."""
        if not self.redo:
            return None
        n = self.n
        if self.held:
            self.held = False
            self.settle()
        return self.entries[n + 1] if self.n > n else self.answer(self.redo[-1])

    def can_hold(self, to: int) -> bool:
        """Whether seats decided all since answer *to*, and only with what they decided is it behind the barrier."""
        return before_seats(self.entries, to) < self._stop(self.n)[0] <= to < self.n
