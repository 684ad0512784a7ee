"""The map's geometry: flat-top hexes numbered CCRR, even columns half a hex higher.

Hexes are dense whole numbers, so that whatever lies on the map can be a list indexed by hex, and a
set of hexes can be the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from wargame.hexes.bits import mask_of, members
from wargame.hexes.line import Axial, traces
from wargame.hexes.number import LARGEST, UnknownHex, number

__all__ = ["DIRECTIONS", "OFF", "Edge", "Grid", "Hex", "UnknownHex"]

Hex: TypeAlias = int
"""A hex as (column - 1) * rows + (row - 1), column and row 1-based."""

OFF: Final[Hex] = -1
"""Where the map ends."""

DIRECTIONS: Final[tuple[str, ...]] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions in the order of `Grid.around`; (d + 3) % 6 is opposite to d."""

Edge: TypeAlias = Literal["north", "south", "west", "east"]

_STEPS: Final[tuple[Axial, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_NEAR: Final = 6
"""`within` remembers its answers up to this radius."""


class Grid:
    """A map of cols x rows hexes, 0101 in the north-west."""

    __slots__ = (
        "_closer",
        "_even_upper",
        "_ids",
        "_not_bottom",
        "_not_top",
        "_odd_lower",
        "around",
        "axial",
        "cols",
        "full",
        "names",
        "neighbours",
        "rows",
        "size",
    )

    cols: int
    rows: int
    size: int
    """Number of hexes."""
    names: tuple[str, ...]
    """Printed number of each hex."""
    around: tuple[tuple[Hex, ...], ...]
    """The six neighbours of each hex in the order of `DIRECTIONS`, OFF where the map ends."""
    neighbours: tuple[tuple[Hex, ...], ...]
    """The neighbours of each hex that are on the map, in the same order."""
    axial: tuple[Axial, ...]
    """(q, r) of each hex: q counts columns eastwards from 0, r hexes southwards in a column."""
    full: int
    """The set of all hexes."""

    def __init__(self, cols: int, rows: int) -> None:
        if not (1 <= cols <= LARGEST and 1 <= rows <= LARGEST):
            raise ValueError(f"A map has 1 to 99 columns and rows, not {cols} x {rows}.")
        self.cols, self.rows, self.size = cols, rows, cols * rows
        places = [(column, row) for column in range(cols) for row in range(rows)]
        self.names = tuple(number(column + 1, row + 1) for column, row in places)
        self.axial = tuple((column, row - (column + 1) // 2) for column, row in places)
        self.around = tuple(
            tuple(self._at(q + right, r + down) for right, down in _STEPS) for q, r in self.axial
        )
        self.neighbours = tuple(tuple(h for h in six if h >= 0) for six in self.around)
        self._ids = {name: h for h, name in enumerate(self.names)}
        self._closer: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._build_masks(places)

    @staticmethod
    def of(cols: int, rows: int) -> Grid:
        """Return the one shared map of this size."""
        return _grid(cols, rows)

    def __repr__(self) -> str:
        return f"Grid({self.cols}, {self.rows})"

    # Numbers

    def hex(self, name: str) -> Hex:
        """Return the hex printed with this number; UnknownHex if there is none."""
        try:
            return self._ids[name]
        except KeyError:
            raise UnknownHex(name, self.cols, self.rows) from None

    def name(self, h: Hex) -> str:
        """Return the printed number; ValueError for OFF."""
        if h < 0:
            raise ValueError("A place off the map has no hex number.")
        return self.names[h]

    def column(self, h: Hex) -> int:
        """Return the 1-based column."""
        return h // self.rows + 1

    def row(self, h: Hex) -> int:
        """Return the 1-based row."""
        return h % self.rows + 1

    def route(self, text: str) -> tuple[Hex, ...]:
        """Read "0912-0913-1013"; UnknownHex for a number, ValueError for a gap."""
        path = tuple(self.hex(name) for name in text.split("-"))
        for a, b in pairwise(path):
            if b not in self.around[a]:
                raise ValueError(f"{self.names[a]} and {self.names[b]} are not adjacent in {text}.")
        return path

    def write(self, path: Iterable[Hex]) -> str:
        """Write a path as `route` reads it."""
        names = self.names
        return "-".join([names[h] if h >= 0 else self.name(h) for h in path])

    # Distance and direction

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the distance in hexes."""
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        q, r = bq - aq, br - ar
        return (abs(q) + abs(r) + abs(q + r)) // 2  # `length`, written out for speed

    def nearest(self, a: Hex, hexes: Iterable[Hex]) -> Hex:
        """Return the hex nearest to a, the lowest id of equals; OFF if there are no hexes."""
        axial, found, least = self.axial, OFF, self.size << 1
        aq, ar = axial[a]
        for h in hexes:
            bq, br = axial[h]
            q, r = bq - aq, br - ar
            twice = abs(q) + abs(r) + abs(q + r)  # the distance, as in `distance`
            if twice < least or (twice == least and h < found):
                found, least = h, twice
        return found

    def direction(self, a: Hex, b: Hex) -> int:
        """Return the direction 0-5 from a to its neighbour b; ValueError if it is none."""
        if not self.adjacent(a, b):
            raise ValueError(f"{self.name(a)} and {self.name(b)} are not adjacent.")
        return self.around[a].index(b)

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Say whether a and b share a hexside."""
        return b >= 0 and b in self.around[a]

    # Lines

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """Return the distance + 1 hexes from a to b whose centres lie nearest the straight line.

        Where the line meets the middle of a hexside the southern hex is taken, or the northern one
        if the other is off the map: the line from b to a is the same, backwards.
        """
        return self.line_pair(a, b)[0]

    def line_pair(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """Return the southern and the northern variant of the line from a to b.

        They differ where the line runs along a hexside or crosses the middle of one, and are equal
        elsewhere; where one of the two hexes is off the map both variants take the other.
        """
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        southern, northern = [], []
        for (sq, sr), (nq, nr) in traces(bq - aq, br - ar):
            south, north = self._at(aq + sq, ar + sr), self._at(aq + nq, ar + nr)
            southern.append(south if south >= 0 else north)
            northern.append(north if north >= 0 else south)
        return tuple(southern), tuple(northern)

    # Areas

    def ring(self, h: Hex, n: int) -> tuple[Hex, ...]:
        """Return the hexes on the map at distance n, clockwise from due north."""
        if n <= 0:
            return (h,) if n == 0 else ()
        q, r = self.axial[h]
        r -= n
        found = []
        for side in range(6):
            right, down = _STEPS[(side + 2) % 6]
            for _ in range(n):
                found.append(self._at(q, r))
                q, r = q + right, r + down
        return tuple(other for other in found if other >= 0)

    def within(self, h: Hex, n: int) -> tuple[Hex, ...]:
        """Return h and the hexes up to distance n, by distance and then by id."""
        known = self._closer.get((h, n))
        if known is not None:
            return known
        found = tuple(other for far in range(n + 1) for other in sorted(self.ring(h, far)))
        if n <= _NEAR:
            self._closer[h, n] = found
        return found

    def edge(self, side: Edge) -> tuple[Hex, ...]:
        """Return the hexes along one edge of the map, from the north or from the west."""
        match side:
            case "north":
                return tuple(range(0, self.size, self.rows))
            case "south":
                return tuple(range(self.rows - 1, self.size, self.rows))
            case "west":
                return tuple(range(self.rows))
            case "east":
                return tuple(range(self.size - self.rows, self.size))

    # Sets of hexes as the bits of one integer

    def mask(self, hexes: Iterable[Hex]) -> int:
        """Return the set of these hexes; OFF is left out."""
        return mask_of(hexes, self.size)

    def hexes_of(self, mask: int) -> list[Hex]:
        """Return the hexes of a set, ascending."""
        return members(mask)

    def spread(self, mask: int) -> int:
        """Return the set of all neighbours of the hexes of a set.

        A member of the set is in the answer only if another member touches it.
        """
        lower = (mask & self._not_bottom) << 1
        upper = (mask & self._not_top) >> 1
        level = mask | (lower & self._odd_lower) | (upper & self._even_upper)
        return lower | upper | (((level << self.rows) | (level >> self.rows)) & self.full)

    def _at(self, q: int, r: int) -> Hex:
        row = r + (q + 1) // 2
        return q * self.rows + row if 0 <= q < self.cols and 0 <= row < self.rows else OFF

    def _build_masks(self, places: list[tuple[int, int]]) -> None:
        """A column's neighbours are its own rows and, in odd columns (0-based even), the rows
        below or, in even columns, the rows above, moved one column to either side.
        """
        self.full = (1 << self.size) - 1
        self._not_bottom = self.full & ~self.mask(self.edge("south"))
        self._not_top = self.full & ~self.mask(self.edge("north"))
        self._odd_lower = self.mask(h for h, (column, _) in enumerate(places) if column % 2 == 0)
        self._even_upper = self.full & ~self._odd_lower


@cache
def _grid(cols: int, rows: int) -> Grid:
    return Grid(cols, rows)
