"""Decks: cups of cards drawn from at random, hands and discards that are cups too.

A pile nobody has looked into is no cup: what may still be drawn of a deck is a number, and every card
of the deck is as likely to come next. So nothing unseen stands anywhere, and nothing is there to hide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargame.flow.game import Game
from wargame.model.state import Side


def cards(g: Game[Any], cup: str) -> list[str]:
    """What lies in a cup, in the order in which it came; [] for one that was never filled."""
    return g.state.cups.get(cup, [])


def draw(g: Game[Any], deck: str, to: str, *, kind: str, rule: str, by: Side = "") -> str:
    """A card of a deck at random goes into a hand or pile."""
    card = g.draw(deck, kind, rule=rule, by=by)
    g.pass_on(card, "", to, rule=rule)
    return card


def discard(g: Game[Any], found: Iterable[str], hand: str, to: str, *, rule: str) -> None:
    """Cards leave a hand, in the order given."""
    for card in found:
        g.pass_on(card, hand, to, rule=rule)


def gather(g: Game[Any], sources: Iterable[str], deck: str, *, rule: str) -> None:
    """Everything in some cups goes back into a deck, which lies in order as it is drawn from at random."""
    emptied = [cup for cup in sources if cards(g, cup)]
    if not emptied:
        return
    back = sorted([*cards(g, deck), *(card for cup in emptied for card in cards(g, cup))])
    for cup in emptied:
        g.fill(cup, (), rule=rule)
    g.fill(deck, tuple(back), rule=rule)
