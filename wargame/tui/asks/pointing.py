"""Whether the player has pointed at something in the open question, so that a key may give it."""

from __future__ import annotations

from dataclasses import replace

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

    @staticmethod
    def unarmed(view: View) -> View:
        """A view with nothing in it that a key would give before the player has pointed."""
        if not view.answer:
            return view
        keys = tuple(key for key in view.keys if key[0] not in ("Enter", "Tab"))
        odds = (
            view.odds if any(item.mark == "on" for item in view.items) else None
        )  # of those ticked
        return replace(view, keys=(("Tab", "choose"), *keys), at=-1, answer="", odds=odds)
