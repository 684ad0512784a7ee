"""Supply: what a line may pass, the roads it goes along, the hexes from which one can be traced.

Everything is a set of hexes as one number (`Grid.mask`), spread outward from where supply comes from
and asked of the position as it stands; what was found in a segment and lasts is a state or a layer.
A game lays out a `Net` for a side; overlays, previews and its own segments ask that one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from wargame.flow.game import Game
from wargame.hexes.field import Barriers, flood_along, flood_links
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import Side, UnitId
from wargame.rules.walk import Path


def open_mask(g: Game[Any], side: Side, enemy: Side, board: int) -> int:
    """Hexes that a line of *side* may pass: none that the enemy holds, his ZOC only where a friend holds."""
    zoned, holding = g.board.zoned[enemy], g.board.holding
    return board & ~holding[enemy] & (~zoned | holding[side])


def along(links: Sequence[Sequence[Hex]], heads: Iterable[Hex], open_: int) -> int:
    """The heads that are open, and all open hexes joined to them by links: roads, railways."""
    return flood_along(links, [h for h in sorted(heads) if open_ >> h & 1], open_)


def within(grid: Grid, heads: int, limit: int, open_: int, barriers: Barriers) -> int:
    """Hexes with a line of at most *limit* hexes to a head; the hex it starts from is never tested."""
    near = flood_links(grid, heads, open_, barriers, limit - 1)
    return near | barriers.spread(near)


@dataclass(frozen=True)
class Net:
    """How the lines of a side run: up to *far* hexes over land to a link, then by links to a head."""

    grid: Grid
    heads: Collection[Hex]
    """Where supply comes from; one that a line may not pass gives none."""
    free: int
    """Hexes that a line may pass; the one it starts from is never tested."""
    links: Sequence[Sequence[Hex]]
    """Hexes one step along a road or railway away; empty where *roads* say it."""
    far: int
    barriers: Barriers
    """What no line crosses over land."""
    always: int = 0
    """Hexes in supply whatever lies around them."""
    roads: Barriers | None = None
    """Links as barriers that nothing but a link crosses: those of many hexes spread faster as sets."""

    @cached_property
    def _joined(self) -> int:
        if self.roads is None:
            return along(self.links, self.heads, self.free)
        return flood_links(self.grid, self.grid.mask(self.heads) & self.free, self.free, self.roads)

    @cached_property
    def near(self) -> int:
        """Hexes that a line passes on its last *far* hexes before a link, or joined by links."""
        return flood_links(self.grid, self._joined, self.free, self.barriers, self.far - 1)

    @cached_property
    def _reached(self) -> int:
        return self.near | self.barriers.spread(self.near) | self.always

    def _linked(self, h: Hex) -> Sequence[Hex]:
        """The hexes one link away, in the order of the directions."""
        if self.roads is None:
            return self.links[h]
        near = self.roads.spread(1 << h)
        return [n for n in self.grid.around[h] if n >= 0 and near >> n & 1]

    def reaches(self, where: Hex) -> bool:
        """Whether a unit in a hex has a line."""
        return bool(self._reached >> where & 1)

    def without(self, where: Hex) -> Net:
        """The net as it would be if no line could pass a hex."""
        return replace(self, free=self.free & ~(1 << where))

    def line(self, start: Hex) -> Path:
        """A shortest line to a link, on by the shortest links; the start alone where it needs none.

        Hexes in their order from *start* to a head; () where there is no line.
        """
        if self.always >> start & 1 or not self.reaches(start):
            return (start,) if self.reaches(start) else ()
        rings, spread = [self._joined], self.barriers.spread
        while not rings[-1] >> start & 1:
            rings.append(spread(rings[-1]) & (self.free | 1 << start))
        line = [start]
        for ring in reversed(rings[:-1]):
            near = [h for h in self.grid.neighbours[line[-1]] if ring >> h & 1]
            line.append(min(h for h in near if spread(1 << h) >> line[-1] & 1))
        while (then := self._onward[line[-1]]) != line[-1]:
            line.append(then)
        return tuple(line)

    def chokes(self, starts: Iterable[Hex]) -> dict[Hex, tuple[Hex, ...]]:
        """Hexes through which every line of a start goes, each with the starts that hang on it.

        Such a hex lies on any line of the start: those of one line are tried, one by one.
        """
        lines = {start: self.line(start)[1:] for start in sorted(set(starts))}
        found = {}
        for h in sorted({h for line in lines.values() for h in line}):
            shut = self.without(h)
            if cut := tuple(s for s, line in lines.items() if h in line and not shut.reaches(s)):
                found[h] = cut
        return found

    @cached_property
    def _onward(self) -> dict[Hex, Hex]:
        """By hex joined to a head the next one on the way there, the nearest first; a head to itself."""
        found = {h: h for h in sorted(self.heads) if self.free >> h & 1}
        order = list(found)
        for h in order:
            near = self._linked(h)
            fresh = [n for n in near if n >= 0 and n not in found and self.free >> n & 1]
            found.update(dict.fromkeys(fresh, h))
            order += fresh
        return found


CutOff = Mapping[str, Sequence[tuple[UnitId, str]]]
"""By the title of a side its units without a line, each with its name; "" where one is meant."""


def shift(
    was: CutOff,
    now: CutOff,
    leave_out: Collection[UnitId] = (),
    *,
    words: tuple[str, str] = ("supply cut", "supply restored"),
) -> Iterator[str]:
    """Who is cut off or reached again between two positions, a line for each side and kind."""
    for whose, cut in now.items():
        for what, old, new in zip(words, (was[whose], cut), (cut, was[whose]), strict=True):
            before = {unit for unit, _ in old}
            names = [n for u, n in new if u not in before and u not in leave_out]
            if names:
                yield f"{whose} {what}: {'; '.join(names)}".lstrip()
