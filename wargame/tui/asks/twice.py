"""A way out that may have been meant for the question before wants its key twice."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.content.sequence import Step
from wargame.flow.ask import DONE_WORD
from wargame.flow.session import Session
from wargame.tui.asks.desk import Give, Move, Say


class Twice:
    """Watches for the key that ends a segment right after a battle: "nobody else" was meant, perhaps."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._warned = -1
        """The number of the answer after which the key was pressed once."""

    def checked(self, move: Move) -> Move:
        """The answer that ends a segment, or first what it would end."""
        session = self._session
        if not isinstance(move, Give) or move.answer != DONE_WORD or self._warned == session.n:
            return move
        if not self._follows_a_battle():
            return move
        self._warned = session.n
        title = session.steps[session.segment].title
        return Say(f"That ends the {title}. Press {{pass}} again if it shall.", bad=False)

    def _follows_a_battle(self) -> bool:
        """Whether this side answered last inside something that opened within the segment."""
        last, ask, steps = self._session.entries[-1], self._session.ask, self._session.steps
        if ask is None or last.side != ask.side or last.key == ask.key:
            return False
        within = any(step.interrupt for step in _above(last.segment, steps))
        return within and not any(step.interrupt for step in _above(self._session.segment, steps))


def _above(segment: str, steps: dict[str, Step]) -> Iterator[Step]:
    """The step of a segment and those it lies in, by their names."""
    while segment:
        if segment in steps:
            yield steps[segment]
        segment = segment.rpartition(".")[0]
