"""EF-SP-14  Supply paths: what they cost from any hex to the nearest of some heads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from wargame.games.eastfront.content import MOUNTAIN, STRAIT, SWAMP, EastFrontContent
from wargame.games.eastfront.data.files import ZONES, Side, Weather
from wargame.games.eastfront.isolation import barring_zoc, closed_now, enemies_mask
from wargame.games.eastfront.state import (
    ACTIVE,
    EfGame,
    frozen_at,
    weather_in,
)
from wargame.hexes.bits import mask_of
from wargame.hexes.grid import Hex
from wargame.rules.walk import Path

_TRUTH = bytes.maketrans(b"01", b"\x00\x01")


@lru_cache(maxsize=16)
def _of_weather(content: EastFrontContent, weather: tuple[Weather, ...]) -> tuple[int, ...]:
    """EF-WX-03  By hex: what the weather of the zones adds to a path."""
    row, now = content.terrain.path, dict(zip(ZONES, weather, strict=True))
    by_weather = {"M": row.mud, "B": row.blizzard}
    return tuple(by_weather.get(now[zone], 0) for zone in content.zone)


@cache
def _prices(content: EastFrontContent) -> tuple[tuple[tuple[Hex, int], ...], ...]:
    """By hex entered: the hexes it may be entered from, each with the price in dry weather."""

    def row(to: Hex) -> tuple[tuple[Hex, int], ...]:
        terrain = content.rows[to]
        if terrain is None or to not in content.board:
            return ()
        cost = 1 if content.place_kind(to) else terrain.path
        return tuple(
            (h, 1 if content.highway(h, to) else cost)
            for h in content.grid.neighbours[to]
            if h in content.board and content.rows[h] is not None and content.water(h, to) != STRAIT
        )

    return tuple(row(h) for h in range(content.grid.size))


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
        g = self.g
        return frozenset(
            g.state.units[u].hex
            for u in g.board.on_map["soviet"]
            if u in g.content.units
            and g.content.units[u].cls == "PA"
            and ACTIVE in g.state.units[u].states
        )

    @property
    def _of_bands(self) -> int:
        return mask_of(self._bands, self.g.grid.size)

    @cached_property
    def _more(self) -> tuple[int, ...]:
        """EF-WX-03, EF-PT-15  What each hex costs beside its terrain."""
        g = self.g
        found = _of_weather(g.content, tuple(weather_in(g, zone) for zone in ZONES))
        bands = [h for h in self._bands if not g.board.held["axis"][h]]
        if self.side != "axis" or not bands:
            return found
        more = [*found]
        for h in bands:
            more[h] += g.content.partisans.path.cost
        return tuple(more)

    @cached_property
    def _open(self) -> bytes:
        """By hex: 1 where a path may enter."""
        size = self.g.grid.size
        return f"{self.passable:0{size}b}"[::-1].encode().translate(_TRUTH)

    def costs(self, heads: Iterable[Hex], most: int) -> Mapping[Hex, int]:
        """By hex with a path of at most *most* to a head: what the cheapest one costs.

        The start hex costs nothing and is not tested, every hex entered counts, the head too.
        """
        prices, more, nation = _prices(self.g.content), self._more, self.g.content.nation
        shut, free = {*closed_now(self.g)}, self._open
        found = dict.fromkeys(sorted(heads), 0)
        far = bytearray([most + 1]) * self.g.grid.size
        for h in found:
            far[h] = 0
        buckets: list[list[Hex]] = [list(found)] + [[] for _ in range(most)]
        for cost, bucket in enumerate(buckets):
            for to in bucket:
                if far[to] != cost or not free[to]:
                    continue
                here = cost + more[to]
                for h, price in prices[to]:
                    if (total := here + price) >= far[h]:
                        continue
                    if shut and nation[h] != nation[to] and {nation[h], nation[to]} & shut:
                        continue
                    far[h] = found[h] = total
                    buckets[total].append(h)
        return found

    def way(self, start: Hex, costs: Mapping[Hex, int]) -> Path:
        """A cheapest path from a hex among those *costs* to the head it belongs to, both included."""
        prices, line = _prices(self.g.content), [start]
        while left := costs[line[-1]]:
            here = line[-1]
            line.append(
                next(
                    to
                    for to in sorted(self.g.grid.neighbours[here])
                    if self.passable >> to & 1 and to in costs
                    for h, price in prices[to]
                    if h == here and costs[to] + price + self._more[to] == left
                )
            )
        return tuple(line)


HARD = (MOUNTAIN, SWAMP, "forest")
"""EF-SP-28  Country in which those trained for it reach farther."""
