"""Roads and railways: line characters from hex centre to hex centre."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from wargame.content.map import MapContent, Road
from wargame.hexes.grid import Hex
from wargame.picture.by_steps import Steps
from wargame.picture.glyphs import Arms, Glyphs
from wargame.picture.ink import Sheet, ink
from wargame.picture.layout import Cell, Outlined

_N, _E, _S, _W = range(4)
_NONE: Final[Arms] = (0, 0, 0, 0)
HEAVY: Final = {"main", "major", "highway", "primary"}
"""Classes of road that are drawn heavy."""

_SOME: Final = 300
"""Cells drawn in a step."""

_Net = dict[Cell, list[int]]
"""Weight of the line through a cell towards each of its four sides."""


def print_lines(sheet: Sheet, content: MapContent, layout: Outlined, glyphs: Glyphs) -> Steps[None]:
    """Draw the networks; water without a bridge, once drawn, is not crossed out."""
    rails = yield from _network(content.rails, layout)
    roads = yield from _network(content.roads, layout)
    wet = _wet(content, layout, glyphs)
    for n, (y, x) in enumerate(sorted(rails.keys() | roads.keys())):
        if not n % _SOME:
            yield
        if (y, x) in wet:
            continue
        road: Arms = _arms(roads, (y, x))
        rail: Arms = _arms(rails, (y, x))
        role = "main" if 2 in road else "minor" if any(road) else "rail"
        back = sheet.inks[y][x].back
        sheet.lay(y, x, glyphs.line(road, rail), ink(role, back))


def crossing(cells: tuple[Cell, ...]) -> Cell:
    """The cell of a hexside where a road or railway crosses it."""
    return cells[len(cells) // 2]


def _wet(content: MapContent, layout: Outlined, glyphs: Glyphs) -> set[Cell]:
    """Cells of hexsides under water."""
    return {
        cell
        for (a, b), name in content.hexsides.items()
        if glyphs.feature_of(name).weight
        for cell in layout.side(a, content.grid.direction(a, b))
    }


def _network(routes: tuple[Road, ...], layout: Outlined) -> Steps[_Net]:
    net: _Net = {}
    for route in routes:
        yield
        weight = 2 if route.cls in HEAVY else 1
        for a, b in pairwise(route.path):
            for start, end in ((a, b), (b, a)):
                for cell, arms in _half(layout, start, layout.grid.direction(start, end)):
                    known = net.setdefault(cell, [0, 0, 0, 0])
                    for arm in arms:
                        known[arm] = max(known[arm], weight)
    return net


def _arms(net: _Net, cell: Cell) -> Arms:
    found = net.get(cell)
    return (found[0], found[1], found[2], found[3]) if found else _NONE


def _half(layout: Outlined, h: Hex, direction: int) -> Iterator[tuple[Cell, tuple[int, ...]]]:
    """The cells from a hex's centre up to and onto one of its sides.

    A slanting line runs level, climbs or falls one line two cells from the centre, and crosses the
    side level; its other half does the same in the neighbour.
    """
    y, x = layout.centre(h)
    end_y, end_x = crossing(layout.side(h, direction))
    if direction in (0, 3):
        step, ahead, behind = (-1, _N, _S) if direction == 0 else (1, _S, _N)
        yield (y, x), (ahead,)
        for line in range(y + step, end_y + step, step):
            yield (line, x), (ahead, behind)
        return
    side, ahead, behind = (1, _E, _W) if direction in (1, 2) else (-1, _W, _E)
    rise, back = (_N, _S) if end_y < y else (_S, _N)
    bend = x + side * (2 if abs(end_x - x) < 5 else 3)
    yield (y, x), (ahead,)
    for at in range(x + side, bend, side):
        yield (y, at), (ahead, behind)
    yield (y, bend), (behind, rise)
    yield (end_y, bend), (back, ahead)
    for at in range(bend + side, end_x + side, side):
        yield (end_y, at), (ahead, behind)
