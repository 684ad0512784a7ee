"""ARD-CD-02, ARD-CD-03  With two players a hand is its owner's secret; what lies in a pile nobody knows.

A German alone has nobody to hide his hand from, and the Allied cards are drawn openly.
"""

from __future__ import annotations

from typing import Any, Final

from wargame.flow.game import Game
from wargame.flow.record import Entry
from wargame.flow.veil import UNKNOWN, Level, turn_down
from wargame.games.ardennes.state import MODE
from wargame.model import events as ev
from wargame.model.state import Side, State

_SECRET: Final = ("hand", "deck", "box")
"""Cups whose cards are not seen: the hands, and what is left to draw, which tells what is in hand."""
_UNCOUNTED: Final = (" deck", " box")
"""Cups of which not even the number of cards is seen: it would tell how many of which kind are in hand."""


def _owner(cup: str) -> Side:
    """Whose cup it is, and "" for one that is open to all."""
    side, _, what = cup.partition(" ")
    return side if what in _SECRET and side in ("german", "allied") else ""


class ArdennesVeil:
    """Two hands, and two decks whose rest would tell them."""

    looks = True

    def _plays(self, state: State) -> bool:
        return state.tracks.get(MODE) == "2p"

    def cover(self, state: State, g: Game[Any], side: Side) -> None:  # noqa: ARG002
        """ARD-CD-03  The other side's hand lies face down, and with it what it can be drawn from.

        A side knows what may still be in its own pile; of the other's only how many cards are left.
        """
        if not self._plays(state):
            return
        secret = [cup for cup in state.cups if _owner(cup) not in ("", side)]
        for cup in secret:
            if cup.endswith(" box"):
                state.cups[cup] = []
            elif cup.endswith(" deck"):
                state.cups[cup] = [UNKNOWN] * int(state.tracks.get(f"{_owner(cup)} pile", 0))
        turn_down(state, secret)

    def tell(self, event: ev.Event, g: Game[Any], side: Side) -> ev.Event | None:
        """ARD-CD-03  Cards drawn are seen as such; what lies in deck and box is not, nor how much."""
        if not self._plays(g.state):
            return event
        match event:
            case ev.ItemDrawn(cup) if _owner(cup) not in ("", side):
                return None if cup.endswith(" box") else event._replace(item=UNKNOWN, roll=0)
            case ev.ItemMoved(_, source, target) if _hidden(source, target, side):
                return event._replace(item=UNKNOWN)
            case ev.CupFilled(cup) if _owner(cup) not in ("", side):
                return None if cup.endswith(_UNCOUNTED) else _face_down(event)
        return event

    def answer(self, entry: Entry, g: Game[Any], side: Side) -> str:  # noqa: ARG002
        """ARD-CD-04, ARD-CD-08  What is played or discarded lies open in the discards."""
        return entry.answer

    def lays_open(self, event: ev.Event, state: State) -> bool:
        """A card that is played was not known to the other side before; a German alone shows it to nobody."""
        match event:
            case ev.ItemMoved(_, source, target) if self._plays(state):
                return source.endswith(" hand") and target.endswith((" discards", " out"))
        return False

    def level(self, state: State) -> Level:
        """ARD-CD-03  The questions list what is in the hand: the screen is curtained at a handover."""
        return "curtain" if self._plays(state) else "open"


def _face_down(event: ev.CupFilled) -> ev.CupFilled:
    return event._replace(items=(UNKNOWN,) * len(event.items))


def _hidden(source: str, target: str, side: Side) -> bool:
    """Whether a card went where the other side cannot see it: from a pile or box into a hand."""
    seen = [_owner(cup) in ("", side) for cup in (source, target) if cup]
    return not any(seen) if seen else False


VEIL = ArdennesVeil()
