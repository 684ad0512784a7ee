"""A way out that may have been meant for the question before wants its key twice."""

from __future__ import annotations

from typing import Any

from wargame.flow.ask import DONE_WORD, Ask, IllegalAnswer
from wargame.flow.recap import above
from wargame.flow.session import Session
from wargame.tui.asks.desk import Give, Move, Say


class Twice:
    """Watches for the key that ends a segment where the one before it was meant, perhaps.

    That is right after a battle ("nobody else"), and where the last unit that could do something has
    just done it, so that the question after the next is put already ("no more moves").
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._warned = -1
        """The number of the answer after which the key was pressed once."""
        self._open = self._before = ""
        """The keys of the open question and the one before it, "" for one that no such word ends."""

    def put(self) -> None:
        """A question is put."""
        self._before, self._open = self._open, _ended_by_a_word(self._session.ask)

    def checked(self, move: Move) -> Move:
        """The answer that ends a segment, or first what it would end."""
        session = self._session
        if not isinstance(move, Give) or move.answer != DONE_WORD or self._warned == session.n:
            return move
        if not self._follows_a_battle() and not self._came_by_itself():
            return move
        self._warned = session.n
        title = session.steps[session.segment].title
        return Say(f"That ends the {title}. Press {{pass}} again if it shall.", bad=False)

    def _came_by_itself(self) -> bool:
        """Whether the question before was one to be ended too, and its segment ended without the word."""
        last, ask = self._session.entries[-1], self._session.ask
        if ask is None or last.side != ask.side or self._before in ("", ask.key):
            return False
        if last.segment in {frame.name for frame in self._session.state.frames}:
            return False
        return last.key == self._before and last.answer != DONE_WORD

    def _follows_a_battle(self) -> bool:
        """Whether this side answered last inside something that opened within the segment."""
        last, ask, steps = self._session.entries[-1], self._session.ask, self._session.steps
        if ask is None or last.side != ask.side or last.key == ask.key:
            return False
        within = any(step.interrupt for step in above(last.segment, steps))
        return within and not any(step.interrupt for step in above(self._session.segment, steps))


def _ended_by_a_word(ask: Ask[Any] | None) -> str:
    """The key of a question that is put until the word ends it, "" of any other.

    Numbers are dealt out in one answer: who gives them has not hoped to end anything with the next key.
    """
    try:
        return ask.key if ask and ask.kind != "allot" and ask.read(DONE_WORD) else ""
    except IllegalAnswer:
        return ""
