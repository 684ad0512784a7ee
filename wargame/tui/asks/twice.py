"""A way out that may have been meant for the question before wants its key twice."""

from __future__ import annotations

from wargame.flow.session import Session
from wargame.flow.slip import Slip
from wargame.tui.asks.desk import Give, Move, Say


class Twice:
    """Holds back the key that ends a segment where another one was meant, perhaps."""

    def __init__(self, session: Session) -> None:
        self._session, self._slip = session, Slip(session)
        self._warned = -1
        """The number of the answer after which the key was pressed once."""

    def put(self) -> None:
        """A question is put."""
        self._slip.put()

    def checked(self, move: Move) -> Move:
        """The answer that ends a segment, or first what it would end."""
        n = self._session.n
        if isinstance(move, Say) and not move.bad:
            self._warned = n  # the question has asked for the key once more itself
        if not isinstance(move, Give) or self._warned == n:
            return move
        title = self._slip.ends_unmeant(move.answer)
        if not title:
            return move
        self._warned = n
        return Say(f"That ends the {title}. Press {{pass}} again if it shall.", bad=False)
