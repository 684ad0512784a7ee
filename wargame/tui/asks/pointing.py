"""Whether the player has pointed at something in the open question, so that a key may give it."""

from __future__ import annotations

from dataclasses import replace

from wargame.tui.asks.desk import Say
from wargame.tui.asks.view import View


class Pointing:
    """By a key or the mouse, or by moving the cursor on the map."""

    def __init__(self) -> None:
        self.chosen = self.moved = self._let_go = False

    def begin(self, *, chosen: bool) -> None:
        """A question is put."""
        self.chosen, self.moved, self._let_go = chosen, False, False

    def let_go(self) -> bool:
        """Something lay in front of the table: the player points anew; whether anything was armed."""
        was, held = self.chosen or self.moved, self.chosen
        self.begin(chosen=False)
        self._let_go = held
        return was

    def takes_up(self, action: str) -> bool:
        """Whether a key only takes up again the row that was let go, in place of going to the next."""
        again = self._let_go and action in ("next", "back")
        self._let_go = False
        self.chosen |= again
        return again

    def stopped(self, action: str, view: View) -> Say:
        """What is said of a key that nothing was pointed at for; Enter takes up what is proposed."""
        takes = action == "commit" and bool(view.proposed)
        self.chosen |= takes
        return Say(view.proposed if takes else view.unchosen, bad=False)

    @staticmethod
    def unarmed(view: View) -> View:
        """A view with nothing in it that a key would give before the player has pointed."""
        if not view.answer:
            return view
        keys = tuple(key for key in view.keys if key[0] not in ("Enter", "Tab"))
        if view.proposed:
            whose = view.proposed.partition(":")[0].lower()
            keys = (("Enter", whose), *(key for key in keys if key[1] != whose))
        told = view.dealt or any(item.mark == "on" for item in view.items)
        odds = view.odds if told else None  # of those ticked or counted
        return replace(view, keys=(("Tab", "choose"), *keys), at=-1, answer="", odds=odds)
