"""What if, at the table: worked out where the cursor rests on a stack while a move is open."""

from __future__ import annotations

from typing import TypeAlias

from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.whatif import what_if, what_if_lines
from wargame.hexes.grid import Hex
from wargame.tui.play import Play

REST = 0.25
"""Seconds the cursor rests before it is worked out: more than a held key takes to go on."""
Place: TypeAlias = tuple[str, Hex]
"""A position, by its chain, and a hex."""


class Thought:
    """The last that was worked out."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._place: Place = ("", -1)
        self._lines: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is known of the cursor's hex; () while nothing is, or nothing can be said."""
        return self._lines if self._place == self._here else ()

    @property
    def is_due(self) -> bool:
        """Whether something can be said of the cursor's hex that is not known yet."""
        play = self.play
        ask: object = play.session.ask  # seen by what it can do, whatever kind it is
        if self._place == self._here or play.definition.attacks is None:
            return False
        return isinstance(ask, PathAsk) and bool(play.game.board.at[play.cursor])

    def think(self) -> None:
        """Work it out: tens of milliseconds."""
        self._place, session = self._here, self.play.session
        try:
            self._lines = tuple(what_if_lines(session, what_if(session, self.play.cursor)))
        except IllegalAnswer:
            self._lines = ()

    @property
    def _here(self) -> Place:
        return self.play.session.chain, self.play.cursor
