"""At every decision of a game: save and resume, fold, undo and redo, and seek agree."""

from __future__ import annotations

import pytest

from wargame.flow import checks
from wargame.flow.fuzz import Picker
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.games.arras import GAME
from wargame.model.codec import state_to_json


def answered(session: Session, pick: Picker, most: int) -> None:
    """Check what always holds and the whole history at each of so many decisions."""
    for _ in range(most):
        if session.ask is None:
            return
        checks.history(GAME, session, pick)
        assert session.ask is not None
        session.answer(session.ask.sample(pick))
        checks.always(GAME, session)


def test_every_decision_of_a_learning_game() -> None:
    session, pick = Session.start(GAME, new_header(GAME, "learning", 11)), Picker(11)
    answered(session, pick, 1000)
    assert session.state.ended is not None


def test_the_first_decisions_of_a_campaign() -> None:
    session, pick = Session.start(GAME, new_header(GAME, "campaign", 12)), Picker(12)
    answered(session, pick, 120)
    assert 120 == session.n


@pytest.mark.parametrize("seed", [3, 4])
def test_every_question_offers_what_it_takes(seed: int) -> None:
    session, pick = Session.start(GAME, new_header(GAME, "learning", seed)), Picker(seed)
    while session.ask is not None:
        if session.n % 6 == 0:
            checks.question(GAME, session, session.ask, pick)
        session.answer(session.ask.sample(pick))
    assert session.n > 20


def test_a_replay_shows_each_position_as_it_was() -> None:
    session, pick = Session.start(GAME, new_header(GAME, "learning", 5)), Picker(5)
    seen = [state_to_json(session.state)]
    while session.ask is not None:
        session.answer(session.ask.sample(pick))
        seen.append(state_to_json(session.state))
    replay = Replay(GAME, session.header, session.entries)
    for n in (*range(len(seen)), *reversed(range(0, len(seen), 5))):
        replay.seek(n)
        assert seen[n] == state_to_json(replay.game.state)


def test_undo_to_the_start_and_redo_gives_the_same_chain() -> None:
    session, pick = Session.start(GAME, new_header(GAME, "learning", 6)), Picker(6)
    while session.ask is not None:
        session.answer(session.ask.sample(pick))
    chain, answers = session.chain, [entry.answer for entry in session.entries[1:]]
    session.undo(0, consent=True)
    assert 0 == session.n
    for answer in answers:
        session.answer(answer)
    assert chain == session.chain
