"""The dice of a new game: friendly or strict, of a seed that is drawn or made of two phrases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from textual.app import App

from wargame.flow.chance import Dice, Seed, of_phrases, phrase_commitment
from wargame.model.dice import commitment
from wargame.store.seeds import drawn, salted
from wargame.tui.screens.dialog import Dialog, TextDialog
from wargame.tui.widgets.row import Row, row

_WAYS: tuple[tuple[Dice, bool, str], ...] = (
    ("friendly", False, "friendly"),
    ("strict", False, "strict"),
    ("strict", True, "strict, of two phrases"),
)


class Seeding:
    """What is chosen for a game that is about to begin."""

    def __init__(self) -> None:
        self._seed, self._way = drawn(), 0

    def next(self) -> None:
        """The next way."""
        self._way = (self._way + 1) % len(_WAYS)

    def rows(self, keys: str) -> list[Row]:
        """The way chosen, how to change it, and what the other player can note."""
        _, asked, title = _WAYS[self._way]
        seed, chance = self._seed
        note = (
            "seed: each player types a phrase"
            if asked
            else f"seed commitment {commitment(seed, chance.salt)}"
        )
        return [
            row("Dice: ", (title, "strong"), (f"  {keys}", "dim"), id="dice", hang=4),
            row((note, "dim"), id="dice", hang=4),
        ]

    def settle(self, app: App[Any], players: Sequence[str], then: Callable[[Seed], None]) -> None:
        """The seed, once both players have typed their phrases if that was chosen."""
        dice, asked, _ = _WAYS[self._way]
        if asked:
            _Phrases(app, players, dice, then).ask()
        else:
            seed, chance = self._seed
            then((seed, replace(chance, dice=dice)))


class _Phrases:
    """Asks for one phrase after the other; each is committed to before the next is typed."""

    def __init__(
        self, app: App[Any], players: Sequence[str], dice: Dice, then: Callable[[Seed], None]
    ) -> None:
        self._app, self._players, self._dice, self._then = app, players, dice, then
        self._typed: list[str] = []

    def ask(self) -> None:
        """The next phrase, or the seed."""
        if len(self._typed) == len(self._players):
            self._then(of_phrases(tuple(self._typed), self._dice))
            return
        who = self._players[len(self._typed)]
        note = "Some words, unseen by the other player; the seed is made of both phrases."
        self._app.push_screen(
            TextDialog(f"The phrase of the {who} player", note, secret=True), self._took
        )

    def _took(self, text: str | None) -> None:
        if not text:
            return
        phrase = salted(text)
        who = self._players[len(self._typed)]
        self._typed.append(phrase)
        told = f"The {who} player's phrase is settled. Its commitment, to be noted: {phrase_commitment(phrase)}."
        dialog = Dialog("Note this", [row(told, hang=2)], [("yes", "noted", "yes")])
        self._app.push_screen(dialog, lambda value: self.ask() if value == "yes" else None)
