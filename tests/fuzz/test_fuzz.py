"""Random games of every scenario hold every check; a broken rule is caught and saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.border import BORDER
from tests.flow.table import SCENARIO, choice, game_of
from tests.night import NIGHT
from tests.night.story import unveiled
from tests.night.veil import VEIL as NIGHT_VEIL
from tests.toy import TOY
from tests.toy.content import ToyGame
from wargame.flow.ask import Choice, Option
from wargame.flow.definition import Limits
from wargame.flow.fuzz import Plan, play_game, run_fuzz
from wargame.flow.script import AGAIN, DONE, SEGMENTS, Next
from wargame.flow.session import Session
from wargame.model.state import State
from wargame.store.load import load
from wargame.store.whole import keep

KEYS = [
    "scenario", "games", "answers", "seconds", "answers_per_second", "ends", "chain", "failures",
]  # fmt: skip


def test_the_toy_holds_every_check() -> None:
    report = run_fuzz(TOY, SCENARIO, 25, seed=1, rate=4)
    assert list(report) == KEYS
    assert report["failures"] == []
    assert sum(report["ends"].values()) == report["games"] == 25
    assert report["answers"] > 25 * 10


def test_battles_in_frames_seats_asides_and_marches_hold_every_check() -> None:
    report = run_fuzz(BORDER, "border/raid", 12, seed=1, rate=4)
    assert [] == report["failures"]
    assert 12 == sum(report["ends"].values())


def test_a_game_with_secrets_holds_every_check() -> None:
    report = run_fuzz(NIGHT, "night/patrol", 12, seed=1, rate=3)
    assert [] == report["failures"]
    assert 12 == sum(report["ends"].values())


def test_a_view_that_cannot_be_shown_is_found() -> None:
    def lose_a_hand(state: State, g: ToyGame, side: str) -> None:
        NIGHT_VEIL.cover(state, g, side)
        del state.cups["hand.red"]

    report = run_fuzz(unveiled(cover=lose_a_hand), "night/patrol", 1, seed=1, rate=1)
    assert "hand.red" in report["failures"][0]["error"]


def test_the_number_of_processes_changes_nothing() -> None:
    one = run_fuzz(TOY, SCENARIO, 6, seed=2)
    two = run_fuzz(TOY, SCENARIO, 6, seed=2, jobs=2)
    assert (one["chain"], one["ends"]) == (two["chain"], two["ends"])
    assert one["chain"] != run_fuzz(TOY, SCENARIO, 6, seed=3)["chain"]


def test_the_rate_of_checking_changes_nothing() -> None:
    often = run_fuzz(TOY, SCENARIO, 4, seed=2, rate=2)
    assert often["chain"] == run_fuzz(TOY, SCENARIO, 4, seed=2, rate=1000)["chain"]


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    run_fuzz(TOY, SCENARIO, 3, seed=1, progress=told.append)
    assert told == [1, 2, 3]


def test_a_failing_game_becomes_a_loadable_save(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def broken(g: ToyGame) -> Next:
        if g.state.turn() == 2:
            raise KeyError("oh")
        return DONE

    monkeypatch.setitem(SEGMENTS, "toy.end", broken)
    report = run_fuzz(TOY, SCENARIO, 2, seed=1, keep=partial(keep, tmp_path))
    failure = report["failures"][0]
    assert (len(report["failures"]), list(failure)) == (2, ["seed", "n", "error", "save"])
    assert "KeyError('oh')" in failure["error"]
    assert "test_fuzz.py" in failure["error"]
    loaded = load(Path(failure["save"]))
    assert (loaded.problems, len(loaded.entries) - 1) == ([], failure["n"])
    session = Session.resume(TOY, loaded.header, loaded.entries)
    assert session.ask is not None


def test_a_folder_that_cannot_be_written_hides_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    broken = replace(TOY, limits=Limits(broken=lambda _g: ["no good"]))
    report = run_fuzz(broken, SCENARIO, 1, seed=1, keep=partial(keep, tmp_path / "file"))
    assert [report["failures"][0][key] for key in ("error", "save")] == ["no good", ""]


async def _two_questions(g: ToyGame) -> Next:
    await g.ask(choice("a", "b"))
    g.state.units["r1"].box = "lost"
    return AGAIN


async def _rules_change_zoc(g: ToyGame) -> Next:
    await g.ask(choice("a", "b"))
    g.state.units["r1"].states.add("shaken")
    return AGAIN


async def _too_long(g: ToyGame) -> Next:
    for _ in range(50):
        await g.ask(choice("a", "b"))
    return AGAIN


class _Liar(Choice[str]):
    """Lists an answer that it refuses."""

    def options(self) -> list[Option]:
        return [*super().options(), Option("c", "c")]


async def _bad_option(g: ToyGame) -> Next:
    await g.ask(_Liar("red", "test.which", "Which?", choice("a", "b").choices, rule="R-1"))
    return AGAIN


async def _endless(g: ToyGame) -> Next:
    await g.ask(choice("a", "b"))
    return AGAIN


async def _forgetful(g: ToyGame) -> Next:
    _memory.append(1)
    g.set_track("turn", len(_memory), rule="R-1")
    await g.ask(choice("a", "b"))
    return AGAIN


_memory: list[int] = []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (_two_questions, "on the map and in box lost"),
        (_rules_change_zoc, "zoc counters of red are wrong"),
        (_too_long, "taken 16 answers"),
        (_bad_option, "refuses it"),
        (_forgetful, "another result"),
        (_endless, "has not ended after"),
    ],
)
def test_a_broken_rule_is_caught(
    monkeypatch: pytest.MonkeyPatch, script: Callable[..., Any], words: str
) -> None:
    plan = Plan(SCENARIO, 1, rate=2, longest=100)
    failure = play_game(game_of(monkeypatch, script), plan, 0).failure
    assert failure is not None
    assert words in failure["error"]
