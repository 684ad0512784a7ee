"""The ground of a game: terrain by hex from its table, what is barred, prices by direction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeAlias, TypeVar

from wargame.content.errors import DataError
from wargame.content.map import MapContent
from wargame.hexes.field import Costs
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

CostsByDirection: TypeAlias = tuple[tuple[int, ...], ...]
"""Prices by hex left and direction 0-5; 0 is prohibited."""


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Row = TypeVar("Row", bound=_Named)
Value = TypeVar("Value")
Class = TypeVar("Class")
"""A movement class."""


@dataclass(frozen=True, slots=True)
class Ground(Generic[Row]):
    """The map in play with the terrain table that speaks of it."""

    map: MapContent
    board: frozenset[Hex]
    rows: tuple[Row, ...]
    """The terrain of each hex."""
    shut: frozenset[HexsideKey] = frozenset()
    """Hexsides that nothing crosses."""

    def barred(self, a: Hex, b: Hex) -> bool:
        """Whether nothing passes from a to b: off the board, or over a hexside that is shut."""
        if b == OFF or a not in self.board or b not in self.board:
            return True
        return side_key(a, b) in self.shut

    def road(self, a: Hex, b: Hex) -> str | None:
        """The best class of road from a to b; None where there is none or nothing passes."""
        return None if self.barred(a, b) else self.map.road_step.get(side_key(a, b))

    def prices(
        self, classes: Iterable[Class], price: Callable[[Hex, Hex, Class], int]
    ) -> dict[Class, CostsByDirection]:
        """Every step by movement class; *price* is asked where something may pass."""
        around = self.map.grid.around
        return {
            cls: tuple(
                tuple(0 if self.barred(h, b) else price(h, b, cls) for b in six)
                for h, six in enumerate(around)
            )
            for cls in classes
        }

    def costs(
        self, classes: Iterable[Class], price: Callable[[Hex, Hex, Class], int]
    ) -> dict[Class, Costs]:
        """The same, each hex when it is first wanted: for prices that a blown bridge changes."""
        grid = self.map.grid

        def row(cls: Class, h: Hex) -> tuple[int, ...]:
            return tuple(0 if self.barred(h, b) else price(h, b, cls) for b in grid.around[h])

        return {cls: Costs(grid, partial(row, cls)) for cls in classes}

    def entry_prices(
        self, classes: Iterable[Class], price: Callable[[Hex, Class], int]
    ) -> dict[Class, tuple[int, ...]]:
        """A price for every hex, as for the first hex of a reinforcement; 0 off the board."""
        every = range(self.map.grid.size)
        return {
            cls: tuple(price(h, cls) if h in self.board else 0 for h in every) for cls in classes
        }

    def by_hex(self, read: Callable[[Row], Value]) -> tuple[Value, ...]:
        """Something of the terrain of every hex."""
        return tuple(map(read, self.rows))

    def hexes(self, read: Callable[[Row], bool]) -> frozenset[Hex]:
        """The hexes of a terrain of which something is true."""
        return frozenset(h for h, row in enumerate(self.rows) if read(row))

    def contact(self) -> tuple[tuple[Hex, ...], ...]:
        """The hexes one step away that nothing bars, by hex: for ZOC, combat and retreat."""
        around = self.map.grid.around
        return tuple(tuple(b for b in six if not self.barred(h, b)) for h, six in enumerate(around))

    def barriers(self) -> tuple[int, ...]:
        """The directions in which nothing passes as six bits, by hex."""
        around = self.map.grid.around
        return tuple(
            sum(1 << d for d, b in enumerate(six) if self.barred(h, b))
            for h, six in enumerate(around)
        )

    def road_links(self) -> tuple[tuple[Hex, ...], ...]:
        """The hexes one road step away that are not barred, by hex."""
        links = enumerate(self.map.road_links)
        return tuple(tuple(b for b in linked if not self.barred(h, b)) for h, linked in links)

    def roads(self, classes: Sequence[str]) -> dict[Hex, str]:
        """The best class of road in each hex of the board that has one; the best class first."""
        best: dict[Hex, str] = {}
        for side, cls in sorted(self.map.road_step.items(), key=lambda s: classes.index(s[1])):
            for h in side:
                if h in self.board:
                    best.setdefault(h, cls)
        return best


def ground_of(
    printed: MapContent, board: frozenset[Hex], table: Iterable[Row], shut: Collection[str] = ()
) -> Ground[Row]:
    """The ground from a terrain table; hexsides of the classes *shut* let nothing pass unbridged."""
    rows = {row.id: row for row in table}
    if missing := sorted(set(printed.terrain) - set(rows)):
        raise DataError.unknown("terrain.toml", "terrain", missing[0], rows)
    closed = (side for side, cls in printed.hexsides.items() if cls in shut)
    return Ground(
        printed,
        board,
        tuple(rows[terrain] for terrain in printed.terrain),
        frozenset(closed) - printed.bridges,
    )


def sides_of(printed: MapContent, *classes: str) -> frozenset[HexsideKey]:
    """The hexsides of some classes."""
    return frozenset(side for side, cls in printed.hexsides.items() if cls in classes)
