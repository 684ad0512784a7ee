"""Every event takes itself back exactly, in any order of events."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.samples import fresh_board, possible, table
from wargame.model import events as ev
from wargame.model.board import Board
from wargame.model.codec import attach, state_from_json, state_to_json
from wargame.model.state import State


def exact(state: State) -> str:
    """The position with the order of every dict in it, and the derived lookups."""
    assert isinstance(state.board, Board)
    return json.dumps(
        [
            state_to_json(state),
            state.board.at,
            state.board.zoc,
            state.board.here,
            state.board.held,
            state.board.on_map,
        ]
    )


@given(st.data())
def test_a_sequence_of_events_reverts_step_by_step(data: st.DataObject) -> None:
    state = table()
    trail: list[tuple[ev.Event, Any, str]] = []
    for _ in range(data.draw(st.integers(1, 12))):
        event = data.draw(possible(state))
        before = exact(state)
        trail.append((event, event.apply(state), before))
    for event, old, before in reversed(trail):
        event.revert(state, old)
        assert exact(state) == before


@given(st.data())
def test_derived_lookups_equal_a_recomputation(data: st.DataObject) -> None:
    state = table()
    for _ in range(data.draw(st.integers(1, 10))):
        data.draw(possible(state)).apply(state)
    again = state_from_json(state_to_json(state))
    attach(again, fresh_board())
    assert again == state
    assert again.board is not None
    assert isinstance(state.board, Board)
    for name in ("at", "zoc", "here", "held", "on_map", "holding", "stood", "zoned"):
        assert getattr(again.board, name) == getattr(state.board, name)


def test_the_samples_cover_the_vocabulary() -> None:
    text = repr(possible(table()))
    assert [] == [kind for kind in ev.KINDS if kind not in text]


def test_game_end_clears_the_stack_and_brings_it_back() -> None:
    state = table()
    old = ev.GameEnded("red", "total", "why", (), "R-1").apply(state)
    assert (state.frames, state.ended is not None) == ([], True)
    ev.GameEnded("red", "total", "why", (), "R-1").revert(state, old)
    assert (len(state.frames), state.ended) == (2, None)


def test_scripted_dice_are_used_up_and_given_back() -> None:
    state = table()
    event = ev.DiceRolled("x", (2, 6), 6, (), "red", "r1", (), "R-1")
    old = event.apply(state)
    assert (state.script, state.drawn) == ([1], 2)
    event.revert(state, old)
    assert (state.script, state.drawn) == ([2, 6, 1], 0)


def test_an_impossible_event_changes_nothing() -> None:
    state = table()
    before = exact(state)
    for event in (
        ev.MarkerRemoved("nothing", "R-1"),
        ev.ItemDrawn("bag", "zzz", 1, "x", "", "R-1"),
        ev.ItemMoved("zzz", "bag", "hand", "R-1"),
        ev.UnitPlaced("nobody", 3, "R-1"),
    ):
        with pytest.raises((KeyError, ValueError)):
            event.apply(state)
        assert exact(state) == before
