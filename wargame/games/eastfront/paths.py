"""EF-SP-14  Supply paths: what they cost from any hex to the nearest of some heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final

from wargame.games.eastfront.content import MOUNTAIN, STRAIT, SWAMP, EastFrontContent
from wargame.games.eastfront.data.files import ZONES, Side, Weather
from wargame.games.eastfront.isolation import active_bands, barring_zoc, closed_now, enemies_mask
from wargame.games.eastfront.state import (
    EfGame,
    frozen_at,
    weather_in,
)
from wargame.hexes.bits import mask_of, members
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Grid, Hex
from wargame.rules.walk import Path


@lru_cache(maxsize=16)
def _of_weather(content: EastFrontContent, weather: tuple[Weather, ...]) -> tuple[int, ...]:
    """EF-WX-03  By hex: what the weather of the zones adds to a path."""
    row, now = content.terrain.path, dict(zip(ZONES, weather, strict=True))
    by_weather = {"M": row.mud, "B": row.blizzard}
    return tuple(by_weather.get(now[zone], 0) for zone in content.zone)


@cache
def _prices(
    content: EastFrontContent, closed: tuple[str, ...]
) -> tuple[tuple[tuple[Hex, int], ...], ...]:
    """By hex entered: the hexes it may be entered from with these countries *closed*, each with the price in dry weather."""
    nation, shut = content.nation, {*closed}

    def joined(a: Hex, b: Hex) -> bool:
        return content.water(a, b) != STRAIT and not (
            nation[a] != nation[b] and {nation[a], nation[b]} & shut
        )

    def row(to: Hex) -> tuple[tuple[Hex, int], ...]:
        terrain = content.rows[to]
        if terrain is None or to not in content.board:
            return ()
        cost = 1 if content.place_kind(to) else terrain.path
        return tuple(
            (h, 1 if content.highway(h, to) else cost)
            for h in content.grid.neighbours[to]
            if h in content.board and content.rows[h] is not None and joined(h, to)
        )

    return tuple(row(h) for h in range(content.grid.size))


@cache
def _walls(content: EastFrontContent, closed: tuple[str, ...]) -> Barriers:
    """What no path crosses."""
    from_ = [{h for h, _ in row} for row in _prices(content, closed)]
    barrier = [
        sum(1 << d for d, near in enumerate(around) if near not in from_[to])
        for to, around in enumerate(content.grid.around)
    ]
    return Barriers(content.grid, barrier)


@cache
def _dearest(content: EastFrontContent) -> tuple[int, ...]:
    """By hex: what entering it costs but over a highway; 0 where no path leads."""
    return tuple(max((n for _, n in row), default=0) for row in _prices(content, ()))


@cache
def _fast(content: EastFrontContent, closed: tuple[str, ...]) -> dict[Hex, int]:
    """By hex entered over highways for less than from elsewhere: the hexes at their other ends."""
    size, dear, found = content.grid.size, _dearest(content), dict[Hex, int]()
    for to, row in enumerate(_prices(content, closed)):
        if near := mask_of([h for h, price in row if price < dear[to]], size):
            found[to] = near
    return found


@cache
def _highways(content: EastFrontContent, closed: tuple[str, ...]) -> int:
    """The hexes of `_fast`: a set of hexes."""
    return mask_of(_fast(content, closed), content.grid.size)


@lru_cache(maxsize=256)
def _disc(grid: Grid, where: Hex, far: int) -> int:
    """The hexes within a distance: a set of hexes."""
    return mask_of(grid.within(where, far), grid.size)


_MOST: Final = 256
"""So many fields of paths are kept."""


@lru_cache(maxsize=1)
def _known(
    _content: EastFrontContent, _now: tuple[tuple[object, ...], ...]
) -> dict[tuple[Hex, int, int], Reached]:
    """The fields of paths to one hex, by it, how far they go and the passable hexes so near, as weather, borders and bands are."""
    return {}


@lru_cache(maxsize=16)
def _by_price(content: EastFrontContent, weather: tuple[Weather, ...]) -> dict[int, int]:
    """By what entering it costs but over a highway: sets of hexes."""
    more, found = _of_weather(content, weather), dict[int, list[Hex]]()
    for to, price in enumerate(_dearest(content)):
        if price:
            found.setdefault(price + more[to], []).append(to)
    return {price: mask_of(hexes, content.grid.size) for price, hexes in found.items()}


@cache
def _ground(content: EastFrontContent) -> int:
    """Hexes in play that are land: a set of hexes."""
    return mask_of([h for h in content.board if content.rows[h] is not None], content.grid.size)


@dataclass(frozen=True)
class Paths:
    """The supply paths of a side as the table stands; good until it changes."""

    g: EfGame
    side: Side

    @cached_property
    def passable(self) -> int:
        """EF-SP-14, EF-ZC-03  Hexes that a path may enter."""
        g, zoc = self.g, barring_zoc(self.g, self.side)
        icy = [h for h in g.content.lakes if not frozen_at(g, h)]
        if self.side == "soviet":
            zoc &= ~self._of_bands  # EF-PT-18
        free = _ground(g.content) & ~mask_of(icy, g.grid.size)
        return free & ~enemies_mask(g, self.side) & ~zoc

    @cached_property
    def _bands(self) -> frozenset[Hex]:
        """Hexes with an active band."""
        return frozenset(active_bands(self.g))

    @property
    def _of_bands(self) -> int:
        return mask_of(self._bands, self.g.grid.size)

    @cached_property
    def _weather(self) -> tuple[Weather, ...]:
        return tuple(weather_in(self.g, zone) for zone in ZONES)

    @cached_property
    def _harassed(self) -> tuple[Hex, ...]:
        """EF-PT-15  Hexes that cost more because of a band."""
        held = self.g.board.held["axis"]
        return tuple(h for h in self._bands if not held[h]) if self.side == "axis" else ()

    @cached_property
    def _more(self) -> tuple[int, ...]:
        """EF-WX-03, EF-PT-15  What each hex costs beside its terrain."""
        found = _of_weather(self.g.content, self._weather)
        if not self._harassed:
            return found
        more = [*found]
        for h in self._harassed:
            more[h] += self.g.content.partisans.path.cost
        return tuple(more)

    @cached_property
    def _by_price(self) -> Mapping[int, int]:
        """By what entering it costs now but over a highway: sets of hexes."""
        found = _by_price(self.g.content, self._weather)
        if not self._harassed:
            return found
        harassed, more = (
            mask_of(self._harassed, self.g.grid.size),
            self.g.content.partisans.path.cost,
        )
        now = {price: hexes & ~harassed for price, hexes in found.items()}
        for price, hexes in found.items():
            now[price + more] = now.get(price + more, 0) | hexes & harassed
        return now

    @cached_property
    def _joined(self) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """EF-HC-05  The prices between hexes as borders are closed now."""
        return _prices(self.g.content, closed_now(self.g))

    def costs(self, heads: Iterable[Hex], most: int) -> Reached:
        """By hex with a path of at most *most* to a head: what the cheapest one costs.

        The start hex costs nothing and is not tested, every hex entered counts, the head too.
        """
        heads = tuple(heads)
        if len(heads) != 1:
            return self._costs(heads, most, self.passable)
        now = (closed_now(self.g), self._weather, self._harassed)
        near = self.passable & _disc(self.g.grid, heads[0], most)
        if found := (known := _known(self.g.content, now)).get((heads[0], most, near)):
            return found
        if len(known) >= _MOST:
            known.clear()
        return known.setdefault((heads[0], most, near), self._costs(heads, most, near))

    def _costs(self, heads: Iterable[Hex], most: int, passable: int) -> Reached:
        """The same over these hexes alone."""
        closed, prices = closed_now(self.g), self._by_price.items()
        walls, fast = _walls(self.g.content, closed), _fast(self.g.content, closed)
        highways, known = _highways(self.g.content, closed), 0
        rings = [mask_of(heads, self.g.grid.size)] + [0] * most
        for cost in range(most + 1):
            rings[cost] &= ~known
            known |= rings[cost]
            front = rings[cost] & passable
            for price, hexes in prices if front else ():
                if cost + price <= most and (entered := front & hexes):
                    rings[cost + price] |= walls.spread(entered)
            for to in members(front & highways) if front & highways else ():
                if (total := cost + 1 + self._more[to]) <= most:
                    rings[total] |= fast[to]
        return Reached(tuple(rings), known)

    def way(self, start: Hex, costs: Mapping[Hex, int]) -> Path:
        """A cheapest path from a hex among those *costs* to the head it belongs to, both included."""
        line = [start]
        while left := costs[line[-1]]:
            here = line[-1]
            line.append(
                next(
                    to
                    for to in sorted(self.g.grid.neighbours[here])
                    if self.passable >> to & 1 and to in costs
                    for h, price in self._joined[to]
                    if h == here and costs[to] + price + self._more[to] == left
                )
            )
        return tuple(line)


@dataclass(frozen=True)
class Reached(Mapping[Hex, int]):
    """By hex what a path to a head costs."""

    rings: Sequence[int]
    """By cost: sets of hexes."""
    known: int
    """All of them: a set of hexes."""

    def __getitem__(self, h: Hex) -> int:
        """What the cheapest path from a hex costs."""
        if not self.known >> h & 1:
            raise KeyError(h)
        return next(cost for cost, hexes in enumerate(self.rings) if hexes >> h & 1)

    def __contains__(self, h: object) -> bool:
        """Whether a path leads from a hex."""
        return isinstance(h, int) and bool(self.known >> h & 1)

    def __iter__(self) -> Iterator[Hex]:
        """The hexes, the cheapest first."""
        return (h for hexes in self.rings for h in members(hexes))

    def __len__(self) -> int:
        """How many hexes it is."""
        return self.known.bit_count()


HARD = (MOUNTAIN, SWAMP, "forest")
"""EF-SP-28  Country in which those trained for it reach farther."""
