"""What if, at the table: worked out where the cursor rests on a stack while a move is open, and
what a plan of several orders may come to.
"""

from __future__ import annotations

from typing import TypeAlias

from wargame.content.figures import percent
from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.planned import plan_told
from wargame.flow.whatif import what_if, what_if_lines
from wargame.hexes.grid import Hex
from wargame.tui.play import Play

REST = 0.25
"""Seconds the cursor rests before it is worked out: more than a held key takes to go on."""
Place: TypeAlias = tuple[str, Hex | str]
"""A position, by its chain, and a hex, or the plan that is made there."""


class Thought:
    """The last that was worked out."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.plan = ""
        """The line of several orders that is prepared, "" while none is."""
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
        if self.plan:
            return True
        return isinstance(ask, PathAsk) and bool(play.game.board.at[play.cursor])

    def think(self) -> None:
        """Work it out: tens of milliseconds."""
        self._place, session = self._here, self.play.session
        try:
            if self.plan:
                self._lines = self._of_plan()
            else:
                self._lines = tuple(what_if_lines(session, what_if(session, self.play.cursor)))
        except IllegalAnswer:
            self._lines = ()

    @property
    def _here(self) -> Place:
        return self.play.session.chain, self.plan or self.play.cursor

    def _of_plan(self) -> tuple[str, ...]:
        """What the plan may come to, as one distribution."""
        told = plan_told(self.play.session, self.plan)
        if told is None:
            return ()
        chances = ", ".join(
            f"{percent(found.chance)} {found.words}" for found in told.odds.outcomes
        )
        assumed = [f"assumed: {told.odds.basis}"] if told.odds.basis else []
        return (f"{told.odds.column}: {chances}", *told.lines, *assumed)
