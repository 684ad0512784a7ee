"""Hexsides, each stored once whichever of its two hexes names it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeAlias, TypeVar, overload

from wargame.hexes.grid import Grid, Hex

Side: TypeAlias = tuple[Hex, Hex]
"""A hexside by its two hexes, the lower id first."""

T = TypeVar("T")
D = TypeVar("D")


def side_key(a: Hex, b: Hex) -> Side:
    """Return the hexside between a and b; the order of the two does not matter."""
    return (a, b) if a < b else (b, a)


class Hexsides(Generic[T]):
    """What lies on hexsides: a mapping that never changes, from a pair of hexes to a value."""

    __slots__ = ("_values",)

    def __init__(self, pairs: Iterable[tuple[tuple[Hex, Hex], T]] = ()) -> None:
        """Take ((a, b), value) pairs; ValueError if one hexside has two different values."""
        values: dict[Side, T] = {}
        for (a, b), value in pairs:
            key = side_key(a, b)
            if a == b or values.setdefault(key, value) != value:
                raise ValueError(f"Hexside {key} is no hexside or has two values.")
        self._values = dict(sorted(values.items(), key=lambda item: item[0]))

    @overload
    def get(self, a: Hex, b: Hex) -> T | None: ...
    @overload
    def get(self, a: Hex, b: Hex, default: D) -> T | D: ...
    def get(self, a: Hex, b: Hex, default: D | None = None) -> T | D | None:
        """Return the value of the hexside between a and b, or the default."""
        return self._values.get((a, b) if a < b else (b, a), default)

    def __contains__(self, side: object) -> bool:
        match side:
            case (int(a), int(b)):
                return side_key(a, b) in self._values
            case _:
                return False

    def __iter__(self) -> Iterator[Side]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Hexsides({list(self.items())!r})"

    def items(self) -> Iterable[tuple[Side, T]]:
        """Return hexsides and their values in sorted order."""
        return self._values.items()

    def directions(self, grid: Grid) -> list[int]:
        """Return for each hex the 6-bit set of the directions in which it has such a hexside."""
        found = [0] * grid.size
        for a, b in self._values:
            found[a] |= 1 << grid.direction(a, b)
            found[b] |= 1 << grid.direction(b, a)
        return found
