"""Undo, redo, the barrier, consent, and going back to any answer."""

from __future__ import annotations

import pytest

from tests.flow.table import asked, picker, play, start
from wargame import games
from wargame.flow.ask import IllegalAnswer
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.hexes.bits import counted
from wargame.model.codec import state_to_json


def snapshot(session: Session) -> tuple[object, ...]:
    """Everything that undo must bring back."""
    options = [o.answer for o in session.ask.options()] if session.ask else None
    return (
        state_to_json(session.state), session.chain, session.n, session.segment, options,
        len(session.game.journal), session.game.board.at, session.game.board.zoc,
    )  # fmt: skip


def test_undo_brings_the_question_back() -> None:
    session = start()
    before = snapshot(session)
    session.answer("move r1 0102-0202")
    session.undo()
    assert snapshot(session) == before


def test_redo_gives_the_same_chain() -> None:
    session = start()
    session.answer("move r1 0102-0202")
    session.answer("move r3 0104-0204")
    after = snapshot(session)
    session.undo(0)
    assert session.redo == ["move r3 0104-0204", "move r1 0102-0202"]
    while session.redo:
        session.answer(session.redo[-1])
    assert snapshot(session) == after


def test_another_answer_clears_the_redo_list() -> None:
    session = start()
    session.answer("move r1 0102-0202")
    session.undo()
    session.answer("move r3 0104-0204")
    assert session.redo == []


def test_a_die_is_a_barrier() -> None:
    session = start()
    play_to_fire(session)
    session.answer("fire b2")
    barrier, reason = session.barrier()
    assert barrier == session.n
    assert "rolled dice" in reason
    with pytest.raises(IllegalAnswer, match=f"Undo stops at answer {barrier}"):
        session.undo()


def test_the_other_sides_decision_is_a_barrier() -> None:
    session = start()
    play_to_fire(session)
    with pytest.raises(IllegalAnswer, match="other side's decision"):
        session.undo()


def test_consent_crosses_the_barrier_and_the_die_falls_the_same() -> None:
    session = start()
    play_to_fire(session)
    session.answer("fire b2")
    after = snapshot(session)
    record = session.undo(consent=True)
    assert (record.consent, record.by) == (True, "red")
    session.answer("fire b2")
    assert snapshot(session) == after


def test_undo_without_need_of_consent_records_none() -> None:
    session = start()
    session.answer("move r1 0102-0202")
    assert session.undo(consent=True).consent is False


@pytest.mark.parametrize("to", [-1, 1, 5])
def test_undo_to_nowhere_is_refused(to: int) -> None:
    session = start()
    session.answer("move r1 0102-0202")
    with pytest.raises(
        IllegalAnswer, match=f"Undo cannot go back to answer {to}: the game stands after answer 1"
    ):
        session.undo(to, consent=True)
    assert session.n == 1


def test_every_position_of_a_game_is_reached_again() -> None:
    session = start(3)
    pick = picker(3)
    seen = [snapshot(session)]
    while session.ask is not None:
        session.answer(session.ask.sample(pick))
        seen.append(snapshot(session))
    for n in reversed(range(session.n)):
        session.undo(n, consent=True)
        assert snapshot(session) == seen[n]
    while session.redo:
        session.answer(session.redo[-1])
        assert snapshot(session) == seen[session.n]


def test_the_end_of_the_game_can_be_taken_back() -> None:
    session = play(start())
    last = session.entries[-1]
    session.undo(consent=True)
    assert asked(session).side == last.side
    assert session.answer(last.answer) == last
    assert session.state.ended is not None


def play_to_fire(session: Session) -> None:
    """Red walks up to Blue in the second turn: Blue is asked whether to fire."""
    while session.state.turn() == 1:
        session.answer("pass")
    session.answer("move r2 0103-0203-0303-0403-0503-0603-0703")
    assert asked(session).key == "fire.who"


def test_undo_with_nothing_to_take_back_says_so() -> None:
    with pytest.raises(IllegalAnswer, match=r"^There is no answer to take back\.$"):
        start().undo()


def test_the_barrier_is_named_once_and_in_words() -> None:
    session = start()
    play_to_fire(session)
    session.answer("fire b2")
    n, sentence = session.barrier()
    assert sentence.startswith(f"Undo stops at answer {n}, which rolled dice (")
    assert 1 == sentence.count("answer")
    assert "fire b2" not in sentence


def test_sets_of_hexes_follow_the_counters_of_the_board() -> None:
    for name in ("arras/learning", "ardennes/skyline"):
        definition, info = games.find(name)
        session = Session.start(definition, new_header(definition, info.id, 3))
        pick = Picker(3)
        for n in range(1, 60):
            if session.ask is None:
                break
            session.answer(session.ask.sample(pick))
            if n % 9 == 0:
                session.undo(session.n - 4, consent=True)
            board = session.game.board
            for side in board.zoned:
                assert counted(board.zoc[side]) == board.zoned[side]
                assert counted(board.here[side]) == board.stood[side]
                assert counted(board.held[side]) == board.holding[side]
