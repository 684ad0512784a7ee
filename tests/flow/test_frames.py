"""Frames that keep: what a segment remembers, hands down, hands back, and forgets with its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.flow.table import begin, choice, game_of, picker, sequence_game, start, step
from tests.flow.test_resume import resumed
from tests.flow.test_undo import snapshot
from tests.toy.content import ToyGame
from wargame.flow.game import Game
from wargame.flow.script import AGAIN, DONE, SEGMENTS, Next, RulesBug, done, then
from wargame.flow.session import Session
from wargame.model import events as ev
from wargame.model.state import Frame


@dataclass(frozen=True)
class Battle:
    """What a battle remembers."""

    target: int
    units: tuple[str, ...]
    hits: int = 0


async def _attack(g: ToyGame, won: str = "") -> Next:
    """One pass a battle; what the last one handed back is an argument."""
    answer = await g.ask(choice("attack", "stop"))
    if answer == "stop":
        g.note(f"last won: {won}", rule="R-1")
        return AGAIN
    return then("t.battle", into="won", target=7, units=("r1", "r2"), aims=(3,))


async def _fire(g: ToyGame) -> Next:
    """A child that the kernel walks: it reads the battle it stands in, and writes into it."""
    battle = g.kept("t.battle", Battle)
    answer = await g.ask(choice("hit", "miss"))
    g.keep("t.battle", hits=battle.hits + (answer == "hit"))
    return DONE


async def _reply(g: ToyGame, tries: int = 0) -> Next:
    """A loop of its own: its frame counts the tries."""
    if tries == 2:
        battle = g.kept("t.battle", Battle)
        g.keep("t.battle", result=f"{battle.hits} of {','.join(battle.units)} at {battle.target}")
        return DONE
    await g.ask(choice("yes", "no", side="blue"))
    g.keep(tries=tries + 1)
    return AGAIN


def battles(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A game of battles: a step with children, opened by a script and walked by the kernel."""
    for name, script in {"t.go": _attack, "t.fire": _fire, "t.reply": _reply}.items():
        monkeypatch.setitem(SEGMENTS, name, script)
    battle = step("t.battle", step("t.fire", script="t.fire"), step("t.reply", script="t.reply"))
    return begin(sequence_game(step("t.game", step("t.go", battle, script="t.go"), repeat=True)))


def test_values_are_kept_in_one_fact_where_they_are_kept_together() -> None:
    g = start().game
    g.keep_together(hits=2, units=("r1", "r2"))
    g.keep_together(hits=2)
    at = len(g.state.frames) - 1
    assert ev.FrameFilled(at, (("hits", 2), ("units", ("r1", "r2")))) == g.journal[-1]
    g.keep_together(hits=3, units=("r1", "r2"))
    assert {"hits": 3, "units": ("r1", "r2")} == g.state.frames[-1].kept
    g.unwind(len(g.journal) - 1)
    assert {"hits": 2, "units": ("r1", "r2")} == g.state.frames[-1].kept


def test_a_terse_record_opens_a_child_with_all_its_rows_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = battles(monkeypatch)
    definition = sequence_game(replace(long.game.content.sequence, terse=True))
    short = begin(definition)
    for session in (long, short):
        session.answer("attack")
    assert long.state == short.state
    kinds = [type(event).__name__ for event in short.entries[-1].events]
    assert ["SegmentEntered", "FrameFilled", "SegmentEntered"] == kinds
    assert long.entries[-1].events[0] == short.entries[-1].events[0]


def top(session: Session) -> Frame:
    return session.state.frames[-1]


def test_a_battle_is_a_step_whose_children_read_and_write_what_it_keeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = battles(monkeypatch)
    session.answer("attack")
    assert ["t.game", "t.go", "t.battle", "t.fire"] == [f.name for f in session.state.frames]
    for answer in ("hit", "yes", "no"):
        session.answer(answer)
    assert ("t.go", {"won": "1 of r1,r2 at 7"}) == (top(session).name, top(session).kept)


def test_what_was_handed_back_is_an_argument_of_the_next_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = battles(monkeypatch)
    for answer in ("attack", "miss", "yes", "no", "stop"):
        session.answer(answer)
    assert "last won: 0 of r1,r2 at 7" in str(session.entries[-1].events)


def test_what_a_frame_keeps_is_gone_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battles(monkeypatch)
    for answer in ("attack", "hit", "yes", "no", "attack"):
        session.answer(answer)
    assert 0 == session.game.kept("t.battle", Battle).hits


def test_every_answer_of_a_battle_can_be_resumed_and_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, pick, seen = battles(monkeypatch), picker(4), []
    for _ in range(40):
        assert session.ask is not None
        seen.append(snapshot(session))
        assert seen[-1] == snapshot(resumed(session))
        session.answer(session.ask.sample(pick))
    for n in reversed(range(40)):
        session.undo(n, consent=True)
        assert seen[n] == snapshot(session)


def test_a_value_is_kept_only_where_it_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame, n: int = 0) -> Next:
        g.keep(n=n)
        g.keep(n=1)
        await g.ask(choice("a", "b"))
        return AGAIN

    session = begin(game_of(monkeypatch, script))
    session.answer("a")
    assert {"n": 1} == top(session).kept
    assert () == session.entries[-1].events


def test_the_nearest_open_frame_of_a_name_is_meant() -> None:
    frames = [Frame("t.battle", {"target": 1}, kept={"units": ()}), Frame("t.go")]
    game: Game[Any] = start().game
    game.state.frames[:] = [*frames, Frame("t.battle", {"target": 2}, kept={"units": ("r1",)})]
    assert Battle(2, ("r1",)) == game.kept("t.battle", Battle)
    with pytest.raises(RulesBug, match=r"no segment called t\.raid is open"):
        game.kept("t.raid", Battle)


def test_a_child_that_hands_nothing_back_where_it_is_awaited_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def child(_g: ToyGame) -> Next:
        return DONE

    async def parent(_g: ToyGame) -> Next:
        return then("t.child", into="found")

    monkeypatch.setitem(SEGMENTS, "t.child", child)
    with pytest.raises(RulesBug, match=r"t\.child hands nothing back, but found is awaited"):
        begin(game_of(monkeypatch, parent))


def test_a_script_hands_its_result_to_the_script_that_opened_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def child(g: ToyGame, unit: str) -> Next:
        return done((unit, int(await g.ask(choice("3", "4")))))

    async def parent(g: ToyGame, moved: tuple[Any, ...] = ()) -> Next:
        if not moved:
            return then("t.child", into="moved", unit="r1")
        g.note(f"{moved}", rule="R-1")
        await g.ask(choice("on"))
        return AGAIN

    monkeypatch.setitem(SEGMENTS, "t.child", child)
    session = begin(game_of(monkeypatch, parent))
    session.answer("4")
    assert {"moved": ("r1", 4)} == top(session).kept
    assert top(resumed(session)) == top(session)


def test_a_procedure_tells_what_it_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(g: ToyGame) -> Next:
        g.decided("blue", "reserve", "b1", [("b1", 3), ("b2", 1)], rule="R-1")
        await g.ask(choice("a"))
        return AGAIN

    session = begin(game_of(monkeypatch, script))
    assert (("b1", 3), ("b2", 1)) == session.entries[0].events[-1].working  # type: ignore[union-attr]
