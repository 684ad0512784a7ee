"""A way out that may have been meant for the question before the open one."""

from __future__ import annotations

from typing import Any, NamedTuple

from wargame.flow.ask import DONE_WORD, PASS, Ask, AttackAsk, IllegalAnswer
from wargame.flow.recap import Steps, above
from wargame.flow.record import Entry
from wargame.flow.session import Session
from wargame.model.state import Side


class Left(NamedTuple):
    """A question that is put until a word ends it, and that nobody has ended so yet."""

    side: Side
    segment: str
    key: str


class Slip:
    """Watches for the word that ends a segment where another one was meant, perhaps.

    That is right after a battle ("nobody else"), where a segment has come to its end by itself since the
    last unit that could do something did it: the word for "no more moves" meets the next question; and
    where attacks could be made and none was: nobody wants to lose those by a key too many.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._left: Left | None = None
        self._looked = session.n
        """Up to which answer it was looked whether the word was said."""
        self._slipped = False
        """Whether the question before the open one ended without the word."""

    def put(self) -> None:
        """A question is put."""
        session, ask = self._session, self._session.ask
        key = _ended_by_a_word(ask)
        if session.n < self._looked:
            self._left = None  # taken back
        if self._left and any(self._ends(e) for e in session.entries[self._looked + 1 :]):
            self._left = None
        self._looked, left = session.n, self._left
        now = Left(ask.side, session.segment, key) if ask and key else None
        open_ = {frame.name for frame in session.state.frames}
        closed = left is not None and left.segment not in open_
        self._slipped = closed and now is not None and left is not None and now.side == left.side
        self._left = now or left

    def _ends(self, entry: Entry) -> bool:
        """Whether an answer is the word that ends what is left open."""
        told = entry.side, entry.segment, entry.key
        return entry.answer in (DONE_WORD, PASS) and self._left == told

    def ends_unmeant(self, answer: str) -> str:
        """The title of the segment that an answer would end, where it was meant for another, perhaps; else ""."""
        session = self._session
        slipped = self._follows_a_battle() or self._slipped or self._gives_up_attacks()
        if answer != DONE_WORD or not slipped:
            return ""
        return session.steps[session.segment].title

    def _gives_up_attacks(self) -> bool:
        """Whether somebody can be attacked, and the last answer was not this side's to the same question."""
        session, ask = self._session, self._session.ask
        found: object = ask
        if ask is None or not isinstance(found, AttackAsk) or not found.targets():
            return False
        last = session.entries[-1]
        return (last.side, last.key) != (ask.side, ask.key)

    def _follows_a_battle(self) -> bool:
        """Whether this side answered last inside something that opened within the segment."""
        session = self._session
        last, ask = session.entries[-1], session.ask
        if ask is None or last.side != ask.side or last.key == ask.key:
            return False
        was, now = (_interrupts(name, session.steps) for name in (last.segment, session.segment))
        return now < was


def _interrupts(segment: str, steps: Steps) -> set[str]:
    """The moments, each within another step, that a segment lies in."""
    around = {child.id: step for step in steps.values() for child in step.children}
    step, found = next(above(segment, steps), None), set[str]()
    while step is not None:
        found.update((step.id,) if step.interrupt else ())
        step = around.get(step.id)
    return found


def _ended_by_a_word(ask: Ask[Any] | None) -> str:
    """The key of a question that is put until the word ends it, "" of any other.

    Numbers are dealt out in one answer: who gives them has not hoped to end anything with the next key.
    """
    try:
        return ask.key if ask and ask.kind != "allot" and ask.read(DONE_WORD) else ""
    except IllegalAnswer:
        return ""
