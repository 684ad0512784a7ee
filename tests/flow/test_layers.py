"""A layer isolates fifty hexes in one event: applied, taken back, replayed, seen through a veil."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.crowd import crowd, crowded
from tests.flow.table import begin, choice, step
from tests.night.veil import SHEER
from tests.toy import ToyContent, ToyGame
from wargame.flow.checks import board_faults
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.replay import Replay
from wargame.flow.script import AGAIN, SEGMENTS, Next
from wargame.flow.session import Session
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.board import HOLDS, STANDS, HoldRule, ZocRule
from wargame.model.state import Side, State, Unit

POCKET = tuple(range(50))


async def pocket(g: ToyGame) -> Next:
    """Closes a pocket around fifty hexes, or opens it."""
    word = await g.ask(choice("close", "open"))
    g.set_layer("isolated", dict.fromkeys(POCKET, int(word == "close")), rule="TOY-SQ-01")
    return AGAIN


def is_isolated(state: State, where: Hex) -> bool:
    return where in state.layers.get("isolated", {})


def zoc(content: ToyContent) -> ZocRule:
    """An isolated stack covers its own hex only."""

    def covers(state: State, _side: Side, where: Hex) -> tuple[Hex, ...]:
        return (where,) if is_isolated(state, where) else content.grid.neighbours[where]

    return covers


def holds(_content: ToyContent) -> HoldRule:
    """An isolated unit stands in its hex and does not hold it."""

    def weight(state: State, unit: Unit) -> int:
        return STANDS if is_isolated(state, unit.hex) else HOLDS

    return weight


@pytest.fixture
def definition(monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """The toy on a large map with one script, and with rules that read a layer."""
    monkeypatch.setitem(SEGMENTS, "t.go", pocket)
    large = crowd(400)
    root = step("t.game", step("t.go", script="t.go"), repeat=True)
    content = crowded(400).but(sequence=root)
    table = replace(large.table, zoc=zoc, holds=holds, reads=("isolated",))
    return replace(large, load=lambda _scenario: content, table=table, veil=SHEER)


def inside(g: Game[ToyContent]) -> tuple[int, int, int]:
    """Of the red units in the pocket: how many stand, how many hold, how many hexes they cover."""
    board = g.board
    here, held = (sum(found[h] for h in POCKET) for found in (board.here["red"], board.held["red"]))
    return here, held, sum(len(board.covers("red", h)) for h in POCKET)


def test_it_is_one_event_that_counts_at_once(definition: GameDefinition) -> None:
    session = begin(definition)
    before = inside(session.game)
    entry = session.answer("close")
    assert [len(POCKET)] == [len(e.changes) for e in entry.events if isinstance(e, ev.LayerSet)]
    stacks = sum(session.game.board.here["red"][h] > 0 for h in POCKET)
    assert (before[0], 0, stacks) == inside(session.game)
    assert before[1] == before[0] > 3
    assert [] == list(board_faults(definition, session.game))


def test_undo_opens_it_again(definition: GameDefinition) -> None:
    session = begin(definition)
    before, version = inside(session.game), session.game.board.version_of("isolated")
    session.answer("close")
    session.undo()
    assert (before, {}) == (inside(session.game), session.state.layers)
    assert version + 2 == session.game.board.version_of("isolated")
    assert [] == list(board_faults(definition, session.game))


def test_a_replay_and_a_resumed_game_count_the_same(definition: GameDefinition) -> None:
    session = begin(definition)
    for word in ("close", "open", "close"):
        session.answer(word)
    film = Replay(definition, session.header, session.entries)
    film.seek(2)
    opened = inside(film.game)
    film.seek(3)
    again = Session.resume(definition, session.header, session.entries)
    assert inside(session.game) == inside(film.game) == inside(again.game) != opened
    for game in (film.game, again.game):
        assert [] == list(board_faults(definition, game))


def test_a_copy_under_a_veil_carries_it(definition: GameDefinition) -> None:
    session = begin(definition)
    session.answer("close")
    seen = session.seen_by("blue")
    assert seen is not session.game
    assert inside(session.game) == inside(seen)
    assert dict.fromkeys(POCKET, 1) == seen.state.layers["isolated"]
    assert [] == list(board_faults(definition, seen))
