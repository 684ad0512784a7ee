"""The printed map as SVG: flat-top hexes, even columns half a hex higher."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from wargame.content.map import MapContent, Road
from wargame.hexes.grid import Grid, Hex

RADIUS = 24.0
"""From the centre of a hex to a corner, in SVG units."""
_HALF = RADIUS * math.sqrt(3) / 2
_TERRAIN = {
    "clear": "#f3efdc",
    "village": "#e3c9a1",
    "city": "#c9a08a",
    "woods": "#a9c48f",
    "wood": "#a9c48f",
    "forest": "#86ab74",
    "hill": "#ddc98f",
    "marsh": "#b9d4c8",
    "sea": "#a9cbe0",
}
_OTHER_TERRAIN = "#d9d9d9"
_ROADS = {"main": ("#8c3b2a", 3.0), "minor": ("#b98a5a", 1.6)}
_WATER = {"river": ("#2f6fa8", 5.0), "stream": ("#5d9bd0", 2.6)}


def centre(grid: Grid, h: Hex) -> tuple[float, float]:
    """Where the middle of a hex lies on the drawing."""
    column, row = grid.column(h) - 1, grid.row(h) - 1
    lower = column % 2 == 0
    x = RADIUS * (1 + 1.5 * column)
    return round(x, 1), round(_HALF * (2 * row + (2 if lower else 1)), 1)


def size(grid: Grid) -> tuple[int, int]:
    """Width and height of the drawing."""
    return (
        math.ceil(RADIUS * (1.5 * grid.cols + 0.5)),
        math.ceil(_HALF * (2 * grid.rows + 1)),
    )


def map_svg(printed: MapContent, extra: str = "") -> str:
    """The map as a whole SVG document, with *extra* elements on top."""
    width, height = size(printed.grid)
    body = "\n".join(_layers(printed))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif" aria-label="{escape(printed.title)}">\n'
        f"<title>{escape(printed.title)}</title>\n{body}\n{extra}</svg>"
    )


def _layers(printed: MapContent) -> Iterator[str]:
    yield from _hexes(printed)
    yield from _hexsides(printed)
    for rail in printed.rails:
        yield _line(printed.grid, rail, 'stroke="#555" stroke-width="1.2" stroke-dasharray="6 3"')
    for road in reversed(printed.roads):
        colour, width = _ROADS.get(road.cls, ("#999", 1.6))
        yield _line(printed.grid, road, f'stroke="{colour}" stroke-width="{width}"')
    yield from _names(printed)


def _hexes(printed: MapContent) -> Iterator[str]:
    grid = printed.grid
    yield '<g stroke="#b8b29a" stroke-width="0.7">'
    for h in range(grid.size):
        colour = _TERRAIN.get(printed.terrain[h], _OTHER_TERRAIN)
        points = " ".join(f"{x:g},{y:g}" for x, y in _corners(grid, h))
        facts = f"{grid.name(h)} {printed.terrain[h]}"
        height = f" height {printed.elevation[h]}" if printed.elevation[h] else ""
        edge = ' stroke="#7a5a1e" stroke-width="1.6"' if printed.elevation[h] else ""
        yield (
            f'<polygon points="{points}" fill="{colour}"{edge}>'
            f"<title>{escape(facts + height)}</title></polygon>"
        )
    yield "</g>"
    yield '<g font-size="6" fill="#777" text-anchor="middle">'
    for h in range(grid.size):
        x, y = centre(grid, h)
        yield f'<text x="{x:g}" y="{y - _HALF + 7:.1f}">{grid.name(h)}</text>'
    yield "</g>"


def _corners(grid: Grid, h: Hex) -> list[tuple[float, float]]:
    """Six corners clockwise, the north-western first, so that side d lies after corner d."""
    x, y = centre(grid, h)
    half = RADIUS / 2
    around = (
        (-half, -_HALF),
        (half, -_HALF),
        (RADIUS, 0.0),
        (half, _HALF),
        (-half, _HALF),
        (-RADIUS, 0.0),
    )
    return [(round(x + dx, 1), round(y + dy, 1)) for dx, dy in around]


def _hexsides(printed: MapContent) -> Iterator[str]:
    grid = printed.grid
    for (a, b), cls in sorted(printed.hexsides.items()):
        colour, width = _WATER.get(cls, ("#444", 3.0))
        corners, way = _corners(grid, a), grid.direction(a, b)
        (x1, y1), (x2, y2) = corners[way], corners[(way + 1) % 6]
        yield (
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linecap="round"><title>{escape(cls)}</title></line>'
        )
    for a, b in sorted(printed.bridges):
        (x1, y1), (x2, y2) = _between(centre(grid, a), centre(grid, b))
        yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#222" stroke-width="4"/>'


def _between(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """A short line across the middle of the hexside between two centres."""
    parts = (0.42, 0.58)
    return [(round(a[0] + (b[0] - a[0]) * p, 1), round(a[1] + (b[1] - a[1]) * p, 1)) for p in parts]


def _line(grid: Grid, road: Road, style: str) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in _points(grid, road.path))
    title = escape(road.name or road.cls)
    return f'<polyline points="{points}" fill="none" {style}><title>{title}</title></polyline>'


def _points(grid: Grid, path: Sequence[Hex]) -> list[tuple[float, float]]:
    return [centre(grid, h) for h in path]


def _names(printed: MapContent) -> Iterator[str]:
    yield '<g font-size="6.5" fill="#222" text-anchor="middle">'
    named = {**printed.labels, **{h: place.name for h, place in printed.places.items()}}
    for h in sorted(named):
        x, y = centre(printed.grid, h)
        yield f'<text x="{x:g}" y="{y + _HALF - 3:.1f}">{escape(named[h])}</text>'
    yield "</g>"
