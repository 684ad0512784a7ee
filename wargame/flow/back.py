"""How far answers can be taken back: not behind dice, what came to light, or what the other side decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wargame.flow.record import Entry
from wargame.flow.seat import is_by_seat
from wargame.model import events as ev
from wargame.model.state import Side

NOWHERE = -2
"""Where nothing can be taken back to: seats have given every answer."""


def barrier(
    entries: Sequence[Entry],
    known: Sequence[Entry],
    side: Side,
    lays_open: Callable[[Entry], bool],
    last: int,
) -> tuple[int, str]:
    """The newest answer up to *last* that stops an undo of *side*, and what it did; (0, "") if none does.

    *known* are the entries as the side was told them, *lays_open* says whether one told it a secret.
    """
    for n in range(last, 0, -1):
        entry, told = entries[n], known[n]
        if told.rolled:
            dice = any(isinstance(event, ev.DiceRolled) for event in told.events)
            return n, "rolled dice" if dice else "drew at random"
        if entry.side != side:
            return n, "was the other side's decision"
        if entry.rolled or lays_open(entry):
            return n, "showed what was not known before"
    return 0, ""


def before_seats(entries: Sequence[Entry], to: int) -> int:
    """*to*, or the last answer before it after which a player was asked; NOWHERE if there is none."""
    if not 0 <= to < len(entries) - 1:
        return to
    while to >= 0 and is_by_seat(entries[to + 1]):
        to -= 1
    return to if to >= 0 else NOWHERE
