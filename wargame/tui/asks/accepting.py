"""What a side's orders propose is given by two Enters, the first of which tells it."""

from __future__ import annotations

from dataclasses import replace

from wargame.flow.seat import ACCEPT
from wargame.flow.session import Session
from wargame.tui.asks.desk import Give, Move, Say
from wargame.tui.asks.view import View


class Accepting:
    """Takes up the proposal of standing orders where the player has pointed at nothing else."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._looked, self._answer = "", ""
        """The position at which it was looked for a proposal last, and what was proposed."""
        self._told = ""
        """The position at which the proposal was told by a first Enter."""

    @property
    def proposed(self) -> str:
        """The answer that orders propose to the open question; "" if none does."""
        if self._looked != self._session.chain:
            found = self._session.proposal
            self._looked, self._answer = self._session.chain, found.answer if found else ""
        return self._answer

    def said(self) -> Say | None:
        """What is proposed, told when its question is put."""
        if not self.proposed:
            return None
        return Say(f'Your orders propose "{self.proposed}". {{commit}} twice gives it.', bad=False)

    def commit(self) -> Move:
        """Enter was pressed, and nothing was pointed at."""
        if not self.proposed:
            return None
        if self._told == self._session.chain:
            return Give(ACCEPT)
        self._told = self._session.chain
        return Say(f'By your orders: "{self.proposed}". {{commit}} again gives it.', bad=False)

    def keyed(self, view: View) -> View:
        """A view in which nothing was pointed at, with the key that takes the proposal up."""
        if not self.proposed:
            return view
        keys = (("Enter", "as your orders propose"), *(k for k in view.keys if k[0] != "Enter"))
        return replace(view, keys=keys, hint="{next} chooses something else.")
