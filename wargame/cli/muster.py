"""The order of battle as tables a person reads: one for each formation of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame.cli.prose import aligned
from wargame.flow.definition import GameDefinition

Row = Mapping[str, Any]

_HEADS = {"id": "unit", "ma": "MA", "loaded_ma": "loaded MA", "stu_pio": "StuPio", "afv": "AFV"}
"""How columns are headed whose key does not say it."""
_PLACES = ("setup", "hex")
_TURNS = ("arrival", "turn")
_TOLD_APART = {"side", "formation", "area", *_PLACES, *_TURNS}
"""Keys that get no column of their own."""
_WHERE = "set-up or arrival"


def unit_tables(definition: GameDefinition, rows: Sequence[Row]) -> Iterator[str]:
    """Every unit with its factors and where it begins, the formations in the order they come."""
    titles = {side.id: side.title for side in definition.sides}
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        group = (str(row.get("side", "")), str(row.get("formation", "")))
        groups.setdefault(group, []).append(row)
    for n, ((side, formation), units) in enumerate(groups.items()):
        if n:
            yield ""
        yield ", ".join(part for part in (titles.get(side, side), formation) if part)
        yield from _table(side, units)


def _table(side: str, rows: Sequence[Row]) -> Iterator[str]:
    keys = dict.fromkeys(key for row in rows for key in row if key not in _TOLD_APART)
    columns = [
        key for key in keys if any(_cell(row.get(key)) not in ("", "0", side) for row in rows)
    ]
    head = [_HEADS.get(key, key.replace("_", " ")) for key in columns]
    cells = [[*(_cell(row.get(key)) for key in columns), _where(row)] for row in rows]
    numeric = [n for n, key in enumerate(columns) if any(_is_number(row.get(key)) for row in rows)]
    yield from aligned([[*head, _WHERE], *cells], numeric)


def _where(row: Row) -> str:
    """The hex of the set-up, or the turn and the area of the arrival."""
    place = next((str(row[key]) for key in _PLACES if row.get(key)), "")
    turn = next((f"turn {row[key]}" for key in _TURNS if row.get(key)), "")
    return " ".join(part for part in (turn, place, str(row.get("area") or "")) if part)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cell(value: object) -> str:
    """A value as a table shows it: nothing for what is not there."""
    if value is None or value is False or value == "-":
        return ""
    return "yes" if value is True else str(value).replace("_", " ")
