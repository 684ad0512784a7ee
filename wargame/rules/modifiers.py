"""Modifiers: what is added to a roll, a column or a factor, by name, in the order it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

Modifiers: TypeAlias = tuple[tuple[str, int], ...]
"""Names and values, in the order they are told; as odds and charts hold them."""
Row = TypeVar("Row")


def applied(values: Mapping[str, int]) -> Modifiers:
    """Those that come to something; a modifier that does not hold counts 0."""
    return tuple((name, value) for name, value in values.items() if value)


def of_rows(
    rows: Mapping[str, Row], times: Mapping[str, int], read: Callable[[Row], tuple[str, int]]
) -> Modifiers:
    """The rows of a table as often as each applies; *read* gives the name it is told by and its value."""
    told = ((read(rows[name]), n) for name, n in times.items() if n)
    return applied({name: value * n for (name, value), n in told})


def added_up(modifiers: Modifiers) -> int:
    """What modifiers come to together."""
    return sum(value for _, value in modifiers)


def worst(groups: Iterable[Modifiers]) -> Modifiers:
    """The group that adds up to the least, the first of equals: several hexes, terrain or city."""
    return min(groups, key=added_up)
