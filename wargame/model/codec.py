"""Events and states as JSON values and back; hexes travel as their dense numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import product
from typing import Any, ForwardRef, TypeAlias

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
        kind, kinds, lists = _SHAPES[value[0], len(value)]
        if tuple(map(type, value)) not in kinds:
            raise TypeError  # noqa: TRY301 - told below
        for at, restored in lists:
            value[at] = restored(value[at])
        del value[0]
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise UnknownEvent(f"unknown event, or one with other fields: {value!r}") from error
    event: Event = _build(kind, value)
    return event


_build = tuple.__new__
"""What the `_make` of a kind does, without its detour."""


_Types: TypeAlias = frozenset[type]
_INT, _STR, _LIST = frozenset({int}), frozenset({str}), frozenset({list})
_SCALAR = _INT | _STR


def _of(value: list[Any], types: _Types) -> tuple[Any, ...]:
    """A list as a tuple; raises TypeError where something in it is of no such type."""
    if not types.issuperset(map(type, value)):
        raise TypeError
    return tuple(value)


def _pairs(value: list[list[Any]], first: _Types, second: _Types) -> tuple[tuple[Any, Any], ...]:
    """Rows of two as tuples; raises TypeError, ValueError."""
    for one, two in _of(value, _LIST):
        _of([one], first), _of([two], second)
    return tuple(map(tuple, value))


def _fact(value: Any) -> Any:
    return _of(value, _SCALAR) if type(value) is list else value


def _facts(value: list[list[Any]]) -> tuple[tuple[str, Any], ...]:
    _pairs(value, _STR, _SCALAR | _LIST)
    return tuple((name, _fact(under)) for name, under in value)


def _working(value: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(_of(row, _SCALAR) for row in _of(value, _LIST))


_Restored: TypeAlias = Callable[[Any], Any] | None
_FIELDS: dict[str, tuple[_Types, _Restored]] = {
    "str": (_STR, None),
    "Side": (_STR, None),
    "UnitId": (_STR, None),
    "int": (_INT, None),
    "Hex": (_INT, None),
    "Scalar": (_SCALAR, None),
    "Fact": (_SCALAR | _LIST, _fact),
    "Facts": (_LIST, _facts),
    "tuple[int, ...]": (_LIST, partial(_of, types=_INT)),
    "tuple[Hex, ...]": (_LIST, partial(_of, types=_INT)),
    "tuple[str, ...]": (_LIST, partial(_of, types=_STR)),
    "tuple[Scalar, ...]": (_LIST, partial(_of, types=_SCALAR)),
    "tuple[tuple[str, int], ...]": (_LIST, partial(_pairs, first=_STR, second=_INT)),
    "tuple[tuple[int, int], ...]": (_LIST, partial(_pairs, first=_INT, second=_INT)),
    "tuple[tuple[str, Scalar], ...]": (_LIST, partial(_pairs, first=_STR, second=_SCALAR)),
    "tuple[tuple[Scalar, ...], ...]": (_LIST, _working),
}
"""By the annotation of a field: the JSON types it may have, and what makes tuples of lists again."""


def _shape(kind: Any) -> tuple[Any, frozenset[tuple[type, ...]], list[tuple[int, Any]]]:
    """A kind, which types its record may hold in their order, and where JSON put lists into that."""
    fields = [
        _FIELDS[note.__forward_arg__ if isinstance(note, ForwardRef) else str(note)]
        for note in kind.__annotations__.values()
    ]
    types = frozenset(product(_STR, *(allowed for allowed, _ in fields)))
    return kind, types, [(at, make) for at, (_, make) in enumerate(fields, start=1) if make]


_SHAPES = {(name, len(kind._fields) + 1): _shape(kind) for name, kind in KINDS.items()}


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
