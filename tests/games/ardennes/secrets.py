"""Games of two players with other cards in a hand, and the same public story (ARD-CD-02, ARD-CD-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wargame.flow.ask import DONE_WORD, PASS
from wargame.flow.fuzz import Picker
from wargame.flow.game import Game
from wargame.flow.opening import open_table
from wargame.flow.record import Entry, write_entry
from wargame.flow.session import Session, new_header
from wargame.games.ardennes import GAME, cards
from wargame.games.ardennes.content import ArdennesContent
from wargame.model import events as ev
from wargame.model.events import Event
from wargame.model.state import Side


@dataclass(frozen=True)
class Piles:
    """Where the cards of a side lie that nobody else has seen: in its hand, its deck and its box."""

    hand: tuple[str, ...]
    deck: tuple[str, ...]
    box: tuple[str, ...]

    def filled(self, side: Side) -> list[Event]:
        """They are laid out so."""
        cups = ((cards.hand, self.hand), (cards.deck, self.deck), (cards.box, self.box))
        return [ev.CupFilled(cup(side), items, "lab") for cup, items in cups]


def game(scenario: str, seed: int, answers: int) -> Iterator[Session]:
    """A game of two players by random answers, at each question of it; little is passed by."""
    session = Session.start(GAME, new_header(GAME, scenario, seed, options={"mode": "2p"}))
    pick = Picker(seed)
    for _ in range(answers):
        if session.ask is None:
            return
        yield session
        said = [session.ask.sample(pick) for _ in range(_TRIES)]
        session.answer(next((text for text in said if text not in (PASS, DONE_WORD)), said[0]))


_TRIES = 3
"""How often another answer is looked for in place of a pass."""


def behind(session: Session, side: Side, seed: int) -> tuple[Session, Session] | None:
    """The game as it stands, and with other cards behind it that *side* alone knows.

    The cards are exchanged where the step under way began, so that it runs again with them; none
    that was drawn or seen since then.  None where nothing can be exchanged.
    """
    before, at = _begin(session.entries)
    since = [event for entry in before[1:] for event in entry.events] + list(at[1])
    if any(isinstance(event, ev.ItemDrawn) and event.cup.startswith(side) for event in since):
        return None
    g = open_table(GAME, session.header)
    first = before[0].n
    for entry in session.entries[:first]:
        g.emit_all(entry.events)
    g.emit_all(at[0])
    now = _piles(g, side)
    other = _exchanged(g, now, {str(part) for event in since for part in _said(event)}, seed)
    if other is None or (set(other.hand) == set(now.hand)):
        return None
    return _with(session, at, now.filled(side)), _with(session, at, other.filled(side))


def _begin(entries: Sequence[Entry]) -> tuple[Sequence[Entry], tuple[list[Event], list[Event]]]:
    """The entries of the step under way; of the first of them the events before it and in it."""
    running, n = entries[-1].open_events, len(entries) - 1
    while running > len(entries[n].events) or len(entries) - 1 - n < entries[-1].open_answers:
        running -= len(entries[n].events)
        n -= 1
    events = list(entries[n].events)
    cut = len(events) - running
    return entries[n:], (events[:cut], events[cut:])


def _said(event: Event) -> Iterator[object]:
    for part in event:
        if isinstance(part, tuple):
            yield from part
        else:
            yield part


def _piles(g: Game[ArdennesContent], side: Side) -> Piles:
    cups = g.state.cups
    found = (tuple(cups.get(cup(side), ())) for cup in (cards.hand, cards.deck, cards.box))
    return Piles(*found)


def _exchanged(g: Game[ArdennesContent], now: Piles, seen: set[str], seed: int) -> Piles | None:
    """Other cards in the hand; in deck and box what is left, as many tokens less as it holds more events."""
    days = g.content.days.values() if g.content.plays("fuel") else ()
    dry = {div for day in days for div in day.out_of_fuel}

    def fixed(card: str) -> bool:
        printed = g.content.cards.get(card)
        return printed is None or card in seen or bool(dry & {*printed.formation})

    free = [c for c in (*now.hand, *now.deck, *now.box) if not fixed(c)]
    pick, hand = Picker(seed), [c for c in now.hand if fixed(c)]
    while len(hand) < len(now.hand):
        hand.append(free.pop(pick(len(free))))
    boxed = set(now.box) | {c for c in now.hand if now.box and g.content.cards[c].kind == "event"}
    box = tuple(c for c in sorted(boxed) if c not in hand)
    commands = [c for c in (*now.hand, *now.deck) if c in g.content.cards and c not in boxed]
    deck = [c for c in commands if c not in hand]
    tokens = len(now.deck) - len(deck)
    if not 0 <= tokens <= len(box):
        return None
    return Piles(tuple(hand), (*deck, *(f"?{n + 1}" for n in range(tokens))), box)


def _with(session: Session, at: tuple[list[Event], list[Event]], laid: list[Event]) -> Session:
    """The record with these events where the step under way began, opened again."""
    first = _begin(session.entries)[0][0].n
    entries = list(session.entries[:first])
    chain = entries[-1].chain if entries else session.header.genesis()
    for entry in session.entries[first:]:
        events = (*at[0], *laid, *at[1]) if entry.n == first else entry.events
        again = write_entry(chain, entry[:5], events, entry[6:8])
        entries.append(again)
        chain = again.chain
    return Session.resume(GAME, session.header, entries)
