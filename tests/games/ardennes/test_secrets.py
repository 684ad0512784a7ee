"""Whole games of two players: nothing that a side is given depends on cards it has not seen (ARD-CD-02, ARD-CD-03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.games.ardennes.secrets import behind, game
from wargame.flow.fuzz import Picker
from wargame.flow.game import Game
from wargame.flow.opening import open_table
from wargame.flow.session import Session
from wargame.flow.veil import BYSTANDER
from wargame.games.ardennes import GAME, cards
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.state import OTHER
from wargame.games.ardennes.veil import VEIL, ArdennesVeil
from wargame.model.codec import state_to_json
from wargame.model.events import Event
from wargame.model.state import Side

GAMES = [("skyline", 2, 90, 2), ("campaign", 3, 80, 7)]
"""Scenario, seed, answers, and how many of them are one step apart."""
SIDES: tuple[Side, ...] = ("german", "allied")


def given(session: Session, side: Side) -> tuple[Any, ...]:
    """Everything the kernel hands out for a side: table, record, and the question or whose it is."""
    ask = session.ask
    assert ask is not None
    question: tuple[Any, ...] = (ask.side, ask.key, session.segment, session.n)
    if ask.side == side:
        options = tuple(ask.options())
        odds = ask.odds(ask.sample(Picker(session.n)))
        question += (ask.prompt, options, odds, session.barrier())
    return repr(state_to_json(session.seen_by(side).state)), tuple(session.told_to(side)), question


def pairs(scenario: str, seed: int, answers: int, apart: int) -> Iterator[tuple[Side, Any]]:
    """Whose cards are others, and the game with both."""
    for n, session in enumerate(game(scenario, seed, answers)):
        for side in SIDES if n % apart == 0 else ():
            if found := behind(session, side, seed + n):
                yield side, found


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played[0])
def test_cd_03_other_cards_in_a_hand_change_nothing_for_anybody_else(played: Any) -> None:
    """ARD-CD-03  Nor whether a question is put: the step under way runs again with them, and would drift."""
    compared = 0
    for side, (truth, otherwise) in pairs(*played):
        for viewer in (OTHER[side], BYSTANDER):
            assert given(truth, viewer) == given(otherwise, viewer)
        assert truth.state.cups[cards.hand(side)] != otherwise.state.cups[cards.hand(side)]
        compared += 1
    assert compared > 9


class Torn(ArdennesVeil):
    """A veil that shows the hands."""

    def cover(self, state: Any, g: Any, side: Side) -> None:
        """Nothing is taken out."""


class Loud(ArdennesVeil):
    """A veil that tells everything."""

    def tell(self, event: Any, g: Any, side: Side) -> Any:
        """As it happened."""
        del g, side
        return event


@pytest.mark.parametrize("veil", [Torn(), Loud()])
def test_a_hole_in_the_veil_is_found(monkeypatch: pytest.MonkeyPatch, veil: ArdennesVeil) -> None:
    monkeypatch.setattr("tests.games.ardennes.secrets.GAME", replace(GAME, veil=veil))
    side, (truth, otherwise) = next(pairs("skyline", 2, 9, 1))
    assert given(truth, OTHER[side]) != given(otherwise, OTHER[side])


# -- what is told -----------------------------------------------------------------------------------


def unseen(session: Session, veil: ArdennesVeil, viewer: Side) -> list[tuple[int, Event]]:
    """What the viewer was told of a card that lay open to him neither before nor after it."""
    g, found = open_table(GAME, session.header), []
    for entry in session.entries:
        for event in entry.events:
            told, known = veil.tell(event, g, viewer), _open(g, viewer)
            g.emit(event)
            if told is not None and _cards(g, told) - known - _open(g, viewer):
                found.append((entry.n, told))
    return found


def _open(g: Game[ArdennesContent], viewer: Side) -> set[str]:
    """Cards that lie open to a viewer: his own, and all that were played or discarded."""
    own = {cup for cup in g.state.cups if viewer and cup.startswith(viewer)}
    shown = own | {cup for cup in g.state.cups if cup.endswith((" discards", " out"))}
    return {item for cup in shown for item in g.state.cups[cup]}


def _cards(g: Game[ArdennesContent], event: Event) -> set[str]:
    flat = [x for part in event for x in (part if isinstance(part, tuple) else (part,))]
    return {str(x) for x in flat} & g.content.cards.keys()


def test_cd_03_no_card_is_named_before_it_is_seen() -> None:
    """ARD-CD-02, ARD-CD-03  Over a whole game, deck and box included."""
    *_, session = game("campaign", 5, 250)
    for viewer in (*SIDES, BYSTANDER):
        assert [] == unseen(session, VEIL, viewer)
        assert unseen(session, Loud(), viewer)
