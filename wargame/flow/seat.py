"""Seats: who answers for a side by orders it gave, on, or as a proposal that its player accepts.

A game's seats read orders that lie in lists of the position, under the veil.  What they decide is
an entry of its own that opens with `Decided`; once recorded it is never decided again.  Seats of
the table (`flow/standing_answers.py`) are no part of the game: what they decide reads as a player's answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from wargame.flow.ask import Ask
from wargame.flow.game import Game
from wargame.flow.record import Entry
from wargame.model.events import Decided
from wargame.model.state import Scalar, Side

ACCEPT: Final = "accept"
"""What a player types to give the answer that is proposed."""
HELD: Final = "Your orders leave this question to you."
"""Said where what seats decided was taken back, and nothing else."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat answers to a question."""

    answer: str
    working: tuple[tuple[Scalar, ...], ...] = ()
    """Why: a row for each candidate that was weighed."""
    confirm: bool = False
    """Whether it is only proposed: its player accepts it, or answers otherwise."""
    forced: bool = False
    """Whether nothing was decided: every answer leads to the same position."""


class Seat(Protocol):
    """Answers for sides that have left a decision to it."""

    def plays(self, g: Game[Any], side: Side) -> bool:
        """Whether *side* has left anything to it; raises RulesBug where that cannot be read."""

    def decide(self, known: Game[Any], ask: Ask[Any]) -> Decision | None:
        """Its answer to a question, from what the side asked may know; None: ask the player."""


def decision(seats: Iterable[Seat], known: Game[Any], ask: Ask[Any]) -> Decision | None:
    """What the first of the seats that has an answer says to a question."""
    for seat in seats:
        found = seat.decide(known, ask) if seat.plays(known, ask.side) else None
        if found is not None:
            return found
    return None


def is_by_seat(entry: Entry) -> bool:
    """Whether a seat of the game gave an answer, by its side's orders."""
    first = entry.events[0] if entry.events else None
    if not isinstance(first, Decided):
        return False
    return (first.side, first.what, first.chosen) == (entry.side, entry.key, entry.answer)
