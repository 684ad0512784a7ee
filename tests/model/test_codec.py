"""Events and positions survive JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.samples import possible, table
from wargame.model.codec import (
    UnknownEvent,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
)


@given(st.data())
def test_events_come_back_equal(data: st.DataObject) -> None:
    event = data.draw(possible(table()))
    again = event_from_json(json.loads(json.dumps(event_to_json(event))))
    assert (type(again), again) == (type(event), event)


@given(st.data())
def test_positions_come_back_equal(data: st.DataObject) -> None:
    state = table()
    for _ in range(data.draw(st.integers(0, 8))):
        data.draw(possible(state)).apply(state)
    plain = state_to_json(state)
    text = json.dumps(plain)
    assert state_from_json(json.loads(text)) == state
    assert json.dumps(state_to_json(state_from_json(json.loads(text)))) == text
    assert json.loads(text) == plain


@pytest.mark.parametrize(
    "value",
    [
        None, [], 3, "Noted", {"0": "Noted"}, ["Nonsense", 1], ["Noted"], ["Noted", "a", "b", "c"],
        [["Noted"], 1], ["UnitMoved", "a", 5, "moves", "R"], ["SegmentEntered", "a", [1]],
    ],
)  # fmt: skip
def test_an_unknown_event_is_refused(value: object) -> None:
    with pytest.raises(UnknownEvent, match=r"unknown event|other fields"):
        event_from_json(value)


def test_a_refused_event_is_named_whole() -> None:
    with pytest.raises(UnknownEvent, match=r"\['UnitMoved', 'a', 5, 'moves', 'R'\]"):
        event_from_json(["UnitMoved", "a", 5, "moves", "R"])


def test_a_wrong_position_is_refused() -> None:
    plain = state_to_json(table())
    with pytest.raises(ValueError, match="units"):
        state_from_json({**plain, "units": 5})
