"""Giving up from the game menu, where a game lets a side concede at any question of its own."""

from __future__ import annotations

from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.table import Table
from wargame.tui.widgets.row import row


def word_of(play: Play) -> str:
    """What a side says to concede now; "" where the game has no such word, or nobody is asked."""
    if play.session.ask is None or play.campaign.read_only:
        return ""
    asides = play.definition.asides
    return next((word for word, aside in asides.items() if aside.ends), "")


def concede(table: Table) -> None:
    """Ask whether the side that decides gives up; the other one has won then."""
    play, word = table.play, word_of(table.play)
    if not word or play.session.ask is None:
        return
    side = play.session.ask.side
    own, rival = play.side_title(side), play.side_title(play.definition.other(side))
    rows = [
        row(f"The {own} side is asked: it is the one that would concede.", hang=2),
        row(f"The game ends at once, and the {rival} side has won.", hang=2),
    ]
    choices = [("yes", f"the {own} side concedes", "yes"), ("no,choose", "play on", "")]

    def decided(value: str | None) -> None:
        if value == "yes":
            table.show_outcome(play.answer(word))

    table.app.push_screen(Dialog("Concede?", rows, choices, weighty=True), decided)
