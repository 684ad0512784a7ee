"""Events and states as JSON values and back; hexes travel as their dense numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from pydantic import TypeAdapter

from wargame.model.board import Board
from wargame.model.events import KINDS, Event
from wargame.model.state import State


class UnknownEvent(ValueError):  # noqa: N818 - named for what happened
    """A record names a fact that this version does not know, or with other fields."""


def event_to_json(event: Event) -> list[Any]:
    """An event as [kind, field, ...]."""
    return [type(event).__name__, *event]


def events_to_json(events: Sequence[Event]) -> list[list[Any]]:
    """Events in their order."""
    return [[type(event).__name__, *event] for event in events]


def event_from_json(value: Any) -> Event:
    """The event that `event_to_json` wrote, using up *value*; raises UnknownEvent."""
    try:
        kind, _, lists = _SHAPES[value[0], len(value)]
        for at, restored in lists:
            value[at] = restored(value[at])
        del value[0]
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise UnknownEvent(f"unknown event, or one with other fields: {value!r}") from error
    event: Event = _build(kind, value)
    return event


_build = tuple.__new__
"""What the `_make` of a kind does, without its detour."""


def _rows(value: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, value))


def _fact(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _facts(value: list[list[Any]]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _fact(under)) for name, under in value)


_RESTORED: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("Facts", _facts),
    ("Fact", _fact),
    ("tuple[tuple[", _rows),
    ("tuple[", tuple),
)
"""What makes of JSON's lists the tuples of a field again, by what its annotation says."""


def _shape(kind: Any) -> tuple[Any, int, tuple[tuple[int, Callable[[Any], Any]], ...]]:
    """A kind, the size of its record, and where JSON put lists into that."""
    notes = [str(note) for note in kind.__annotations__.values()]
    found = []
    for at, note in enumerate(notes, start=1):
        found += [(at, restored) for word, restored in _RESTORED if word in note][:1]
    return kind, len(notes) + 1, tuple(found)


_SHAPES = {(name, (shape := _shape(kind))[1]): shape for name, kind in KINDS.items()}


class _Plain:
    """Holds the adapter so that it is built on first use, not at import."""

    adapter: TypeAdapter[State] | None = None


def _adapter() -> TypeAdapter[State]:
    if _Plain.adapter is None:
        _Plain.adapter = TypeAdapter(State)
    return _Plain.adapter


def state_to_json(state: State) -> dict[str, Any]:
    """The position as JSON values: sets and layers sorted, derived lookups left out."""
    plain: dict[str, Any] = _adapter().dump_python(state, mode="json", exclude={"board"})
    for unit in plain["units"].values():
        unit["states"] = sorted(unit["states"])
    layers = state.layers
    plain["layers"] = {
        name: {str(place): layers[name][place] for place in sorted(layers[name])}
        for name in sorted(layers)
    }
    return plain


def state_from_json(value: Any, board: Board | None = None) -> State:
    """The position that `state_to_json` wrote; raises ValueError with pydantic's account."""
    state = _adapter().validate_python({**value, "board": None})
    if board is not None:
        attach(state, board)
    return state


def opening_print(state: State) -> str:
    """A print of a position but for its chance; fields that come later with a value of their own do not change it."""
    unsaid = {"board", "seed", "script"}
    plain = _adapter().dump_python(state, mode="json", exclude=unsaid, exclude_defaults=True)
    for unit in plain["units"].values():
        unit["states"] = sorted(unit.get("states", ()))
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def attach(state: State, board: Board) -> None:
    """Give *state* fresh derived lookups."""
    state.board = board
    board.refresh_all(state)


def same_position(one: State, other: State) -> bool:
    """Whether two positions are equal, whatever words an ending was recorded with."""
    ends = [s.ended and (s.ended.winner, s.ended.level) for s in (one, other)]
    return ends[0] == ends[1] and replace(one, ended=None) == replace(other, ended=None)
