"""Giving answers: legal ones, illegal ones, and forgiving spelling."""

from __future__ import annotations

import pytest

from tests.flow.table import asked, play, start
from wargame.flow.ask import Choice, IllegalAnswer, Option, yes_or_no
from wargame.flow.record import Record
from wargame.model import events as ev


def test_the_first_question_stands_open_after_the_opening() -> None:
    session = start()
    assert (session.n, session.segment, asked(session).side) == (0, "toy.red.move", "red")
    assert session.entries[0].answer == ""
    assert session.state.turn() == 1


def test_an_answer_is_recorded_with_all_it_caused() -> None:
    entry = start().answer("move r1 0102-0202")
    assert (entry.n, entry.side, entry.segment, entry.key) == (
        1,
        "red",
        "toy.red.move",
        "move.unit",
    )
    assert any(isinstance(event, ev.UnitMoved) for event in entry.events)


@pytest.mark.parametrize(
    "text", ["  MOVE   R1  0102-0202 ", "move r1 0102-0202", "Move r1 0102-0202"]
)
def test_case_and_spaces_are_forgiven(text: str) -> None:
    assert start().answer(text).answer == "move r1 0102-0202"


@pytest.mark.parametrize("text", ["pass", "PASS", "p", "done", " end "])
def test_the_words_for_passing_are_one_answer(text: str) -> None:
    assert start().answer(text).answer == "pass"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "TOY-MV-01"),
        ("move", "TOY-MV-01"),
        ("move r9 0102-0202", "TOY-MV-01"),
        ("move r1 0202-0302", "TOY-MV-01"),
        ("move r1 0102", "TOY-MV-01"),
        ("move r1 0102-0302", "TOY-MV-01"),
        ("move r1 0102-9999", "TOY-MV-01"),
        ("move b1 0802-0702", "TOY-MV-01"),
        ("attack 0802 from r1", "TOY-MV-01"),
        ("move r1 0102-0202-0302-0402-0502-0602-0702", "TOY-MV-01"),
    ],
)
def test_an_illegal_answer_changes_nothing(text: str, rule: str) -> None:
    session = start()
    before = (session.chain, session.n, len(session.game.journal), session.ask)
    with pytest.raises(IllegalAnswer) as caught:
        session.answer(text)
    assert caught.value.refusal.rule == rule
    assert caught.value.refusal == session.why_not(text)
    assert before == (session.chain, session.n, len(session.game.journal), session.ask)


def test_a_refusal_names_the_nearest_legal_answer() -> None:
    refusal = start().why_not("move r9 0102-0202")
    assert refusal is not None
    assert sorted(refusal.nearest) == ["move r1", "move r2", "move r3"]
    assert "[TOY-MV-01]" in str(refusal)


def test_why_not_is_silent_about_a_legal_answer() -> None:
    assert start().why_not("move r1 0102-0202") is None


def test_an_interrupt_asks_the_other_side_under_its_own_id() -> None:
    session = start()
    session.answer("pass")
    while asked(session).side == "blue":
        session.answer("pass")
    assert session.state.turn() == 2
    for text in ("move r2 0103-0203-0303-0403-0503-0603-0703", "fire b2"):
        session.answer(text)
    assert session.entries[-1].segment == "toy.red.move.fire"
    assert session.entries[-1].side == "blue"


def test_nothing_can_be_answered_after_the_end() -> None:
    session = play(start())
    assert session.ask is None
    assert session.state.ended is not None
    with pytest.raises(IllegalAnswer, match="over"):
        session.answer("pass")
    refusal = session.why_not("pass")
    assert refusal is not None


def test_the_sink_hears_every_record_in_order() -> None:
    heard: list[Record] = []
    session = start()
    session.sink = heard.append
    entry = session.answer("move r1 0102-0202")
    takeback = session.undo()
    assert [record.line() for record in heard] == [entry.line(), takeback.line()]


def test_a_skipped_step_says_so() -> None:
    session = start()
    while session.state.tracks["weather"] == "clear":
        session.answer("pass")
    turn = session.state.turn()
    while session.state.turn() == turn and session.ask is not None:
        session.answer("pass")
    texts = [event.what for event in session.game.journal if isinstance(event, ev.Noted)]
    assert "skipped" in texts


def yes_no() -> Choice[bool]:
    return yes_or_no("red", "x.y", "Hold?", rule="TOY-1")


def test_a_short_question_names_all_its_legal_answers() -> None:
    for typed in ("yess", "zzz"):
        with pytest.raises(IllegalAnswer, match=r"Legal instead: yes; no\."):
            yes_no().read(typed)


@pytest.mark.parametrize("typed", ["p", "pass", "done"])
def test_a_question_without_a_pass_says_so_and_quotes_no_other_word(typed: str) -> None:
    with pytest.raises(IllegalAnswer, match=r"^This question cannot be passed\. \[TOY-1\] Legal"):
        yes_no().read(typed)


def test_a_long_question_names_only_the_closest_answers() -> None:
    many = [(Option(f"take r{n}", f"Take r{n}"), n) for n in range(1, 10)]
    with pytest.raises(IllegalAnswer) as caught:
        Choice("red", "x.y", "Which?", many, rule="TOY-1").read("tke r7")
    assert "take r7" == caught.value.refusal.nearest[0]
    assert 3 == len(caught.value.refusal.nearest)
