"""What the trampoline refuses, and that the session survives a bug in the rules."""

from __future__ import annotations

import types
from collections.abc import Generator
from typing import Any

import pytest

from tests.flow.table import begin, choice, game_of, sequence_game, start, step
from tests.toy.content import ToyGame
from wargame.flow.ask import IllegalAnswer
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.flow.session import RulesBug
from wargame.model import events as ev
from wargame.model.codec import state_to_json


def test_only_an_ask_may_be_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    @types.coroutine
    def sleep() -> Generator[str, None, None]:
        yield "zzz"

    async def script(_g: ToyGame) -> Next:
        await sleep()
        return DONE

    with pytest.raises(RulesBug, match="awaited 'zzz'"):
        begin(game_of(monkeypatch, script))


def test_a_pass_that_does_nothing_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = []

    async def script(_g: ToyGame) -> Next:
        passes.append(1)
        return AGAIN

    with pytest.raises(RulesBug, match="repeats without an answer or an event"):
        begin(game_of(monkeypatch, script))
    assert len(passes) == 3


def test_passes_with_events_but_no_question_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(_g: ToyGame) -> Next:
        return DONE

    with pytest.raises(RulesBug, match="goes on and on without a question"):
        begin(game_of(monkeypatch, script))


def test_an_empty_sequence_that_repeats_is_stopped() -> None:
    with pytest.raises(RulesBug, match="goes on and on"):
        begin(sequence_game(step("t.game", repeat=True)))


def test_a_sequence_that_runs_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(_g: ToyGame) -> Next:
        return DONE

    with pytest.raises(RulesBug, match="has not ended"):
        begin(game_of(monkeypatch, script, repeat=False))


def test_a_pass_must_return_a_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(_g: ToyGame) -> Any:
        return None

    with pytest.raises(RulesBug, match="returned None"):
        begin(game_of(monkeypatch, script))


def test_asking_after_the_end_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame) -> Next:
        g.end("red", "total", "why", rule="R-1")
        await g.ask(choice("a"))
        return DONE

    with pytest.raises(RulesBug, match="after the game has ended"):
        begin(game_of(monkeypatch, script))


def test_the_game_may_end_in_the_middle_of_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame) -> Next:
        await g.ask(choice("a"))
        g.enter("fire", rule="R-1")
        g.end("red", "total", "why", rule="R-1")
        return then("t.go")

    session = begin(game_of(monkeypatch, script))
    session.answer("a")
    ended = session.state.ended
    assert (session.ask, session.state.frames, session.segment) == (None, [], "")
    assert ended is not None
    assert ended.winner == "red"
    session.undo(consent=True)
    assert session.state.ended is None
    session.answer("a")
    assert session.state.ended == ended


@pytest.mark.parametrize("when", ["first", "later"])
def test_a_bug_in_the_rules_leaves_the_session_usable(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    async def script(g: ToyGame) -> Next:
        word = await g.ask(choice("good", "bad", "go"))
        g.note("half way", rule="R-1")
        if word == "bad" and when == "first":
            raise KeyError("oh")
        more = await g.ask(choice("good", "bad"))
        g.gain("r1", "moved", rule="R-1")
        if more == "bad":
            raise ZeroDivisionError
        return AGAIN

    session = begin(game_of(monkeypatch, script))
    if when == "later":
        session.answer("go")
    before = (state_to_json(session.state), session.chain, len(session.game.journal))
    with pytest.raises(RulesBug, match=rf"answer {session.n + 1} \(bad\) failed"):
        session.answer("bad")
    assert before == (state_to_json(session.state), session.chain, len(session.game.journal))
    session.answer("good")
    assert session.ask is not None
    session.undo()
    assert before == (state_to_json(session.state), session.chain, len(session.game.journal))


def test_a_reader_that_stumbles_is_a_bug_not_an_illegal_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = choice("a")

    async def script(g: ToyGame) -> Next:
        await g.ask(ask)
        return AGAIN

    def read(_text: str) -> tuple[str, str]:
        raise IndexError("list index out of range")

    session = begin(game_of(monkeypatch, script))
    monkeypatch.setattr(type(ask), "read", lambda _self, text: read(text))
    with pytest.raises(RulesBug, match="cannot read"):
        session.answer("a")
    with pytest.raises(RulesBug, match="cannot read"):
        session.why_not("a")


def test_a_move_must_start_where_the_unit_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame) -> Next:
        word = await g.ask(choice("elsewhere", "off", "good"))
        where = g.state.units["r1"].hex
        paths = {"elsewhere": (20, 21), "off": (where, 999), "good": (where, where + 1)}
        g.move("r1", paths[word], rule="R-1")
        return AGAIN

    session = begin(game_of(monkeypatch, script))
    for text in ("elsewhere", "off"):
        with pytest.raises(RulesBug, match="r1"):
            session.answer(text)
    session.answer("good")


def test_an_empty_cup_cannot_be_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame) -> Next:
        g.draw("weather", "x", rule="R-1")
        return DONE

    with pytest.raises(AssertionError, match="nothing is left"):
        begin(game_of(monkeypatch, script))


def test_a_child_opens_on_top_and_its_parent_runs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def child(_g: ToyGame, n: int) -> Next:
        order.append(f"child {n}")
        return DONE

    async def script(g: ToyGame) -> Next:
        order.append("parent")
        if len(order) < 4:
            return then("t.child", n=len(order))
        await g.ask(choice("a"))
        return AGAIN

    from wargame.flow.script import SEGMENTS

    monkeypatch.setitem(SEGMENTS, "t.child", child)
    session = begin(game_of(monkeypatch, script))
    assert order == ["parent", "child 1", "parent", "child 3", "parent"]
    assert [frame.name for frame in session.state.frames] == ["t.game", "t.go"]


def test_a_step_says_that_nothing_is_to_be_done_only_if_nobody_was_asked() -> None:
    session = start()
    entry = session.answer("pass")
    notes = [event.what for event in entry.events if isinstance(event, ev.Noted)]
    assert notes == ["nothing to do"]


def test_an_ask_without_an_option_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="offers nothing"):
        choice()


def test_two_segments_cannot_share_a_name() -> None:
    with pytest.raises(AssertionError, match=r"toy\.weather"):
        segment("toy.weather")(test_an_ask_without_an_option_is_a_bug)  # type: ignore[type-var]


def test_a_choice_refuses_with_what_is_near() -> None:
    ask = choice("hold", "withdraw")
    with pytest.raises(IllegalAnswer) as caught:
        ask.read("withdrew")
    assert caught.value.refusal.nearest == ("hold", "withdraw"), "few are all named"
    assert ask.read(" HOLD ") == ("hold", "hold")
    many = choice("hold", "withdraw", *(f"go 010{n}" for n in range(1, 10)))
    with pytest.raises(IllegalAnswer) as caught:
        many.read("withdrew")
    assert caught.value.refusal.nearest == ("withdraw",)
