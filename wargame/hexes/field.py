"""Searches over the map: movement reach by cost, paths, and supply floods over sets of hexes.

Costs are whole numbers; a caller with half movement points stores everything doubled. A reach
works through buckets, one for each total cost (Dial's form of Dijkstra's search). Ties: the
cheapest way to a hex wins, and among equally cheap ones the predecessor that was searched first,
which is the cheaper predecessor, then the one found earlier, neighbours being found in direction
order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias, TypeVar, overload

from wargame.hexes.grid import OFF, Grid, Hex

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Steps: TypeAlias = tuple[tuple[Hex, int], ...]
"""The neighbours that can be entered from a hex, each with its price."""

_YES: Final = ord("1")
_NO: Final = ord("0")


@dataclass(slots=True)
class Reach:
    """How far a search came from one start."""

    cost: dict[Hex, int]
    """Cheapest total cost of each hex reached, the start included at 0, in the order found."""
    came_from: dict[Hex, Hex]
    """The hex before each hex reached, the start excepted."""

    def path_to(self, h: Hex) -> tuple[Hex, ...]:
        """Return the path from the start to h, both included; ValueError if h is not reached."""
        if h not in self.cost:
            raise ValueError(f"Hex {h} is not reached.")
        path, before = [h], self.came_from
        while h in before:
            h = before[h]
            path.append(h)
        path.reverse()
        return tuple(path)


def reach(
    grid: Grid,
    start: Hex,
    budget: int,
    entry: Sequence[Sequence[int]] | Costs,
    *,
    stop: Mask | None = None,
    closed: Mask | None = None,
    surcharge: int = 0,
) -> Reach:
    """Return every hex that can be reached from start for at most `budget`.

    `entry[h][d]` is the cost of leaving h in direction d, 0 where that is prohibited; callers that
    search more than once build `Costs` from it and give that. A hex with a true `closed` may not
    be entered; one with a true `stop` may be entered but not left again, the start excepted.
    `surcharge`, never negative, is paid once, with the first step.
    """
    if isinstance(entry, Costs):
        return entry.reach(start, budget, stop=stop, closed=closed, surcharge=surcharge)
    if surcharge >= budget:
        return Reach({start: 0}, {})
    around = grid.around
    stops = bytes(grid.size) if stop is None else stop
    shut = bytes(grid.size) if closed is None else closed
    over = budget + 1
    cost = {start: surcharge, OFF: -1}  # nothing is cheaper than OFF, so no step ever enters it
    came_from: dict[Hex, Hex] = {}
    buckets: list[list[Hex]] = [[] for _ in range(over)]
    buckets[surcharge].append(start)
    best = cost.get
    for spent in range(surcharge, budget):
        left = budget - spent
        for h in buckets[spent]:
            if cost[h] != spent:
                continue
            for near, step in zip(around[h], entry[h]):  # noqa: B905 - the keyword costs a quarter
                if (
                    0 < step <= left
                    and (total := spent + step) < best(near, over)
                    and not shut[near]
                ):
                    cost[near] = total
                    came_from[near] = h
                    if not stops[near]:
                        buckets[total].append(near)
    del cost[OFF]
    cost[start] = 0
    return Reach(cost, came_from)


class Mask(Protocol):
    """A number for each hex: a list, bytes, or what looks it up."""

    def __getitem__(self, h: Hex, /) -> int:
        """The number of a hex; 0 is no."""


class Table(Protocol[T_co]):
    """Something for each hex: a sequence, or what makes it."""

    def __getitem__(self, h: Hex, /) -> T_co:
        """What it holds for a hex."""


class Rows(dict[Hex, T]):
    """A table or a mask whose rows are made when they are first wanted."""

    __slots__ = ("_row",)

    def __init__(self, row: Callable[[Hex], T]) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, h: Hex) -> T:
        made = self[h] = self._row(h)
        return made


class Row(Sequence[int]):
    """The prices of the six steps out of a hex, each made when it is first wanted."""

    __slots__ = ("_known", "_price")

    def __init__(self, price: Callable[[int], int]) -> None:
        """Take the price of a direction, at least 0."""
        self._known, self._price = [-1] * 6, price

    def __len__(self) -> int:
        return 6

    @overload
    def __getitem__(self, d: int) -> int: ...
    @overload
    def __getitem__(self, d: slice) -> list[int]: ...
    def __getitem__(self, d: int | slice) -> int | list[int]:
        if isinstance(d, slice):
            return list(self)[d]
        if (found := self._known[d]) < 0:
            found = self._known[d] = self._price(d)
        return found


def _open(around: Sequence[Hex], entry: Sequence[int]) -> Steps:
    """The steps out of a hex that are allowed."""
    pairs = zip(around, entry, strict=True)
    return tuple([(near, step) for near, step in pairs if near >= 0 and step])


def _opened(around: Sequence[Sequence[Hex]], entry: Table[Sequence[int]], h: Hex) -> Steps:
    """The same of a hex."""
    return _open(around[h], entry[h])


class _Either(Rows[T]):
    """What is made for a hex of a set, what a table holds for another."""

    __slots__ = ("_every", "_odd")

    def __init__(self, odd: int, row: Callable[[Hex], T], every: Table[T]) -> None:
        super().__init__(row)
        self._odd, self._every = odd, every

    def __missing__(self, h: Hex) -> T:
        made = self[h] = self._row(h) if self._odd >> h & 1 else self._every[h]
        return made


class Costs:
    """An entry table made ready for many searches: only the steps that are allowed, and faster.

    It stands wherever an entry table does, and must not outlive a change of that table.
    """

    __slots__ = ("_cheapest", "_entry", "_grid", "_steps")

    def __init__(
        self, grid: Grid, entry: Sequence[Sequence[int]] | Callable[[Hex], Sequence[int]]
    ) -> None:
        """Take `entry[h][d]` as `reach` does, or what gives a row of it when it is first wanted."""
        self._grid = grid
        self._entry: Sequence[Sequence[int]] | Rows[Sequence[int]]
        self._steps: Sequence[Steps] | Rows[Steps]
        if callable(entry):
            self._entry, self._cheapest = Rows(entry), 1
            self._steps = Rows(partial(_opened, grid.around, self._entry))
            return
        self._entry = entry
        self._steps = tuple(_open(*rows) for rows in zip(grid.around, entry, strict=True))
        self._cheapest = min((step for steps in self._steps for _, step in steps), default=1)

    def but(self, odd: int, entry: Callable[[Hex], Sequence[int]]) -> Costs:
        """Return the same prices, but for leaving the hexes of a set, of which *entry* gives a row when it is wanted."""
        either = _Either(odd, entry, self._entry)
        found = Costs(self._grid, either.__getitem__)
        found._entry = either
        found._steps = _Either(odd, partial(_opened, self._grid.around, either), self._steps)
        return found

    def __getitem__(self, h: Hex) -> Sequence[int]:
        return self._entry[h]

    def reach(
        self,
        start: Hex,
        budget: int,
        *,
        stop: Mask | None = None,
        closed: Mask | None = None,
        surcharge: int = 0,
        out: Mask | None = None,
    ) -> Reach:
        """Return what the function `reach` does; *out*: hexes that may not be entered from the start itself."""
        if surcharge >= budget:
            return Reach({start: 0}, {})
        steps, size = self._steps, self._grid.size
        stops = bytes(size) if stop is None else stop
        shut = bytes(size) if closed is None else closed
        over = budget + 1
        far = bytearray([over]) * size if over < 256 else [over] * size
        far[start] = surcharge
        cost = {start: 0}
        came_from: dict[Hex, Hex] = {}
        buckets: list[list[Hex]] = [[] for _ in range(over)]
        for near, step in steps[start]:
            if (total := surcharge + step) < over and not shut[near] and not (out and out[near]):
                far[near] = cost[near] = total
                came_from[near] = start
                if not stops[near]:
                    buckets[total].append(near)
        for spent in range(surcharge + self._cheapest, over - self._cheapest):
            for h in buckets[spent]:
                if far[h] != spent:
                    continue
                for near, step in steps[h]:
                    if (total := spent + step) < far[near] and not shut[near]:
                        far[near] = cost[near] = total
                        came_from[near] = h
                        if not stops[near]:
                            buckets[total].append(near)
        return Reach(cost, came_from)


def flood(grid: Grid, source_mask: int, open_mask: int, limit: int | None = None) -> int:
    """Return the sources and all open hexes joined to them, at most `limit` steps away.

    A source is always in the answer and always flows, whether or not it is open.
    """
    return _grow(grid.spread, source_mask, open_mask, limit)


def flood_links(
    grid: Grid,
    source_mask: int,
    open_mask: int,
    barrier: Sequence[int] | Barriers,
    limit: int | None = None,
) -> int:
    """Return the same as `flood`, but never across a barrier.

    `barrier[h]` is the 6-bit set of the directions in which h cannot be left. Callers that flood
    more than once build the `Barriers` once and give that.
    """
    walls = barrier if isinstance(barrier, Barriers) else Barriers(grid, barrier)
    return _grow(walls.spread, source_mask, open_mask, limit)


def flood_along(links: Sequence[Sequence[Hex]], sources: Iterable[Hex], open_mask: int) -> int:
    """Return the sources and all open hexes joined to them by links (roads, railways).

    `links[h]` are the hexes that h leads to; OFF among them is passed over. Sources count as in
    `flood`.
    """
    size = len(links)
    free = bytearray(f"{open_mask:0{size}b}"[::-1], "ascii")
    found = bytearray(b"0") * size
    pending = list(sources)
    for h in pending:
        found[h] = _YES
        free[h] = _NO
    while pending:
        for near in links[pending.pop()]:
            if near >= 0 and free[near] == _YES:
                free[near] = _NO
                found[near] = _YES
                pending.append(near)
    return int(found[::-1], 2) if size else 0


class Barriers:
    """Hexsides that cannot be crossed, as sets of hexes for each way of moving the bits.

    A set moves up or down a row as a whole, once; the neighbours in the next column are then a
    column's length away from where it stands now, from a row further down or from a row further up.
    """

    __slots__ = ("_down", "_east", "_open", "_rows", "_up", "_west")

    def __init__(self, grid: Grid, barrier: Sequence[int]) -> None:
        """Take for each hex the 6-bit set of the directions in which it cannot be left."""
        self._rows = grid.rows
        movers: dict[int, list[Hex]] = defaultdict(list)
        for h, six in enumerate(grid.around):
            for d, near in enumerate(six):
                if near >= 0 and not barrier[h] >> d & 1:
                    movers[near - h].append(h)
        self._take({way: grid.mask(hexes) for way, hexes in sorted(movers.items())})

    def _take(self, by: dict[int, int]) -> None:
        """The hexes that can be left, by what is added to their number."""
        self._open, rows = by, self._rows
        self._down, self._up = by.get(1, 0) << 1, by.get(-1, 0) >> 1
        self._east, self._west = (
            (by.get(way, 0), by.get(way + 1, 0) << 1, by.get(way - 1, 0) >> 1)
            for way in (rows, -rows)
        )

    def shut(
        self, sides: Iterable[tuple[Hex, Hex]], opened: Iterable[tuple[Hex, Hex]] = ()
    ) -> Barriers:
        """Return the same with these hexsides closed too, both ways, and others *opened*."""
        by = dict(self._open)
        for a, b in sides:
            by[b - a] = by.get(b - a, 0) & ~(1 << a)
            by[a - b] = by.get(a - b, 0) & ~(1 << b)
        for a, b in opened:
            by[b - a] = by.get(b - a, 0) | 1 << a
            by[a - b] = by.get(a - b, 0) | 1 << b
        found = Barriers.__new__(Barriers)
        found._rows = self._rows  # noqa: SLF001 - its own
        found._take(by)  # noqa: SLF001
        return found

    def spread(self, mask: int) -> int:
        """Return the hexes that can be entered in one step from a hex of the set."""
        down, up, rows = mask << 1, mask >> 1, self._rows
        level, lower, upper = self._east
        east = (mask & level | down & lower | up & upper) << rows
        level, lower, upper = self._west
        west = (mask & level | down & lower | up & upper) >> rows
        return down & self._down | up & self._up | east | west


def _grow(spread: Callable[[int], int], source_mask: int, open_mask: int, limit: int | None) -> int:
    found = front = source_mask
    free = open_mask & ~source_mask
    steps = -1 if limit is None else max(limit, 0)
    while front and steps:
        front = spread(front) & free
        free ^= front
        found |= front
        steps -= 1
    return found
