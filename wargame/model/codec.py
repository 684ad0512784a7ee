"""Events and states as JSON values and back; hexes travel as their dense numbers.

Only the outermost tuples need restoring: JSON turns them into lists.
"""

from __future__ import annotations

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


def event_from_json(value: Any) -> Event:
    """The event that `event_to_json` wrote, using up *value*; raises UnknownEvent."""
    try:
        kind, size, lists = _SHAPES[value[0]]
        if len(value) != size:
            raise UnknownEvent(f"event with other fields {value!r}")
        for at, nested in lists:
            value[at] = tuple(map(tuple, value[at])) if nested else tuple(value[at])
        del value[0]
    except (KeyError, TypeError, IndexError) as error:
        raise UnknownEvent(f"unknown event {value!r}") from error
    event: Event = _build(kind, value)
    return event


_build = tuple.__new__
"""What the `_make` of a kind does, without its detour."""


def _shape(kind: Any) -> tuple[Any, int, tuple[tuple[int, bool], ...]]:
    """A kind, the size of its record, and where JSON put lists, or lists of lists, into that."""
    notes = [str(note) for note in kind.__annotations__.values()]
    lists = (
        (at, "tuple[tuple[" in note) for at, note in enumerate(notes, start=1) if "tuple[" in note
    )
    return kind, len(notes) + 1, tuple(lists)


_SHAPES = {name: _shape(kind) for name, kind in KINDS.items()}


class _Plain:
    """Holds the adapter so that it is built on first use, not at import."""

    adapter: TypeAdapter[State] | None = None


def _adapter() -> TypeAdapter[State]:
    if _Plain.adapter is None:
        _Plain.adapter = TypeAdapter(State)
    return _Plain.adapter


def state_to_json(state: State) -> dict[str, Any]:
    """The position as JSON values: sets sorted, derived lookups left out."""
    plain: dict[str, Any] = _adapter().dump_python(state, mode="json", exclude={"board"})
    for unit in plain["units"].values():
        unit["states"] = sorted(unit["states"])
    return plain


def state_from_json(value: Any, board: Board | None = None) -> State:
    """The position that `state_to_json` wrote; raises ValueError with pydantic's account."""
    state = _adapter().validate_python({**value, "board": None})
    if board is not None:
        attach(state, board)
    return state


def attach(state: State, board: Board) -> None:
    """Give *state* fresh derived lookups."""
    state.board = board
    for unit in state.units.values():
        board.refresh(unit)
