"""Opening a record: fold events, run only the unfinished pass again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.flow.table import Script, asked, begin, choice, game_of, header, picker, play, start
from tests.flow.test_undo import play_to_fire, snapshot
from tests.toy import TOY
from tests.toy.content import ToyGame
from wargame.flow.ask import IllegalAnswer
from wargame.flow.record import Header
from wargame.flow.script import AGAIN, SEGMENTS, Next
from wargame.flow.session import Drift, Session, open_table


def resumed(session: Session) -> Session:
    """The same record opened anew."""
    return Session.resume(session.definition, session.header, session.entries)


def test_every_position_of_a_game_resumes_to_itself() -> None:
    session, pick = start(5), picker(5)
    while session.ask is not None:
        assert snapshot(resumed(session)) == snapshot(session)
        session.answer(session.ask.sample(pick))
    assert snapshot(resumed(session)) == snapshot(session)


def test_resume_in_the_middle_of_a_pass_can_go_on_and_back() -> None:
    session = start()
    play_to_fire(session)
    again = resumed(session)
    assert asked(again).key == "fire.who"
    assert again.answer("fire b2") == session.answer("fire b2")
    assert again.undo(0, consent=True) == session.undo(0, consent=True)
    assert snapshot(again) == snapshot(session)


def test_a_header_survives_json_with_the_same_chain() -> None:
    session = play(start(3))
    whole = replace(session.header, state=json.loads(json.dumps(session.header.state)))
    assert whole.genesis() == session.header.genesis()
    assert open_table(TOY, whole).state == open_table(TOY, session.header).state


def test_a_control_marker_in_the_opening_keeps_the_chain() -> None:
    state = {**header().state, "control": {"3": "red"}}
    first = replace(header(), state=state)
    again = json.loads(first.line())
    assert replace(first, state=again["state"]).genesis() == again["chain"]
    assert open_table(TOY, first).state.control == {3: "red"}


@pytest.mark.parametrize("field", ["seed", "ruleset", "state", "lab"])
def test_the_chain_stands_for_the_whole_opening(field: str) -> None:
    first = header()
    other: dict[str, object] = {
        "seed": 99, "ruleset": "x", "state": {}, "lab": {"turn": 2},
    }  # fmt: skip
    facts = {name: getattr(first, name) for name in Header.__slots__}
    assert Header(**{**facts, field: other[field]}).genesis() != first.genesis()


def test_a_changed_rule_is_told_by_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start()
    play_to_fire(session)

    async def other(g: ToyGame, side: str) -> Next:
        await g.ask(choice("something else", side=side))
        return AGAIN

    monkeypatch.setitem(SEGMENTS, "toy.move", other)
    with pytest.raises(Drift, match="no longer fit the rules"):
        resumed(session)


def test_a_rule_that_stumbles_over_old_answers_is_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start()
    play_to_fire(session)

    async def broken(g: ToyGame, side: str) -> Next:
        raise TypeError(g.state.game + side)

    monkeypatch.setitem(SEGMENTS, "toy.move", broken)
    with pytest.raises(Drift):
        resumed(session)


def test_another_event_in_the_unfinished_pass_is_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(game_of(monkeypatch, _noting("one")))
    monkeypatch.setitem(SEGMENTS, "t.go", _noting("two"))
    with pytest.raises(Drift, match="another result"):
        resumed(session)


def test_an_event_of_another_kind_with_the_same_fields_is_drift(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fills(g: ToyGame) -> Next:
        g.fill("x", ("a",), rule="R")
        await g.ask(choice("go"))
        return AGAIN

    async def lists(g: ToyGame) -> Next:
        g.set_list("x", ("a",), rule="R")
        await g.ask(choice("go"))
        return AGAIN

    session = begin(game_of(monkeypatch, fills))
    monkeypatch.setitem(SEGMENTS, "t.go", lists)
    with pytest.raises(Drift, match="another result"):
        resumed(session)


def test_a_finished_pass_under_other_rules_opens_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start(3)
    for text in ("move r1 0102-0202", "move r2 0103-0203", "move r3 0104-0204"):
        session.answer(text)
    assert session.entries[-1].open_answers == 0

    async def dearer(g: ToyGame, side: str) -> Next:
        raise AssertionError(g.state.game + side)

    monkeypatch.setitem(SEGMENTS, "toy.weather", dearer)
    assert snapshot(resumed(session)) == snapshot(session)


def test_undo_into_a_drifted_pass_is_refused_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = begin(game_of(monkeypatch, _noting("one")))
    session.answer("a")
    session.answer("b")
    monkeypatch.setitem(SEGMENTS, "t.go", _noting("two"))
    session = resumed(session)
    before = snapshot(session)
    with pytest.raises(IllegalAnswer, match="Undo cannot stop at answer 0"):
        session.undo(0, consent=True)
    assert snapshot(session) == before
    session.answer("a")


def _noting(first: str) -> Script:
    """A script whose first pass notes *first*; later passes note the same whoever wrote it."""

    async def script(g: ToyGame) -> Next:
        opening = len(g.journal) == 3
        g.note(first if opening else "later", rule="R-1")
        await g.ask(choice("a", "b"))
        return AGAIN

    return script
