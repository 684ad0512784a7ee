"""Decks that are drawn from at random, hands and discards."""

from __future__ import annotations

from tests.flow.table import start
from wargame.flow.session import Session
from wargame.rules import decks

RULE = "7.1"


def dealt() -> Session:
    """A deck of three, an empty hand."""
    session = start()
    session.game.fill("deck", ("a", "b", "c"), rule=RULE)
    return session


def test_a_cup_never_filled_is_empty() -> None:
    assert [] == decks.cards(start().game, "deck")


def test_a_card_drawn_goes_into_the_hand() -> None:
    g = dealt().game
    card = decks.draw(g, "deck", "hand", kind="card", rule=RULE)
    assert [card] == decks.cards(g, "hand")
    assert sorted({"a", "b", "c"} - {card}) == sorted(decks.cards(g, "deck"))


def test_discards_keep_their_order() -> None:
    g = dealt().game
    decks.discard(g, ["c", "a"], "deck", "discards", rule=RULE)
    assert (["b"], ["c", "a"]) == (decks.cards(g, "deck"), decks.cards(g, "discards"))


def test_gathered_cards_lie_in_order() -> None:
    """A deck is drawn from at random: its order tells nothing."""
    g = dealt().game
    decks.discard(g, ["c", "a"], "deck", "discards", rule=RULE)
    decks.gather(g, ["discards", "hand"], "deck", rule=RULE)
    assert ["a", "b", "c"] == decks.cards(g, "deck")
    assert [] == decks.cards(g, "discards")


def test_nothing_to_gather_changes_nothing() -> None:
    g = dealt().game
    before = decks.cards(g, "deck")
    decks.gather(g, ["discards"], "deck", rule=RULE)
    assert before == decks.cards(g, "deck")
