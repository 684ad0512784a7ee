"""The printed map as SVG: flat-top hexes, even columns half a hex higher."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from html import escape
from itertools import pairwise

from wargame.content.map import MapContent, Road
from wargame.hexes.grid import Grid, Hex
from wargame.picture.ink import ground
from wargame.picture.lines import HEAVY
from wargame.picture.palette import PALETTES, RGB, mix

RADIUS = 24.0
"""From the centre of a hex to a corner, in SVG units."""
HALF = RADIUS * math.sqrt(3) / 2
"""From the centre of a hex to the middle of a side."""
_PAPER = PALETTES["paper"]
_ROADS = (("#7c2114", "#d9644c", 3.6), ("#6f4a26", "#e8d3a6", 2.2))
"""Casing, filling and width of the best roads, and of the others."""
_WATER = {
    "minor river": ("#5b9cc4", 2.6), "flooded": ("#2f8f8a", 6.0), "river": ("#3f79ad", 5.0),
    "stream": ("#5b9cc4", 2.6), "canal": ("#3f79ad", 3.4),
}  # fmt: skip
"""Colour and width of waters, by a word of their names."""
_OTHER_SIDE = ("#5a2a12", 3.0)
_TREE = '<path d="M{x} {y}l2.6 4.4h-5.2z"/>'
_HOUSE = '<path d="M{x} {y}h3.6v3h-3.6z"/>'
_BUSH = '<circle cx="{x}" cy="{y}" r="1.3"/>'
_REED = '<path d="M{x} {y}v3.6m-2-2.6l1 2.6m3-2.6l-1 2.6" fill="none" stroke="{ink}"/>'
_AROUND = ((-18, -3), (-13, -11), (-15, 7), (13, -12), (17, -2), (12, 8), (-5, 12), (4, 13))
_PRINTS = {
    "wood": (_TREE, _AROUND, "#4f7a3a"),
    "forest": (_TREE, (*_AROUND, (-20, 3), (8, -16), (0, -10)), "#3c6430"),
    "orchard": (_BUSH, ((-16, -6), (-10, -6), (10, -6), (16, -6), (-16, 6), (16, 6)), "#7d9440"),
    "village": (_HOUSE, ((-17, -4), (-14, 5), (12, -9), (14, 3)), "#8d6a45"),
    "town": (_HOUSE, (*_AROUND[:6], (-2, -14)), "#80583c"),
    "suburb": (_HOUSE, _AROUND[:6], "#80583c"),
    "city": (_HOUSE, (*_AROUND, (-20, 2), (8, -16), (-8, -15)), "#6e4c40"),
    "marsh": (_REED, ((-16, -4), (-12, 6), (13, -9), (15, 4)), "#5f8a7c"),
}
"""What is printed on a terrain, where from the centre, and its ink, by a word of its name."""


def centre(grid: Grid, h: Hex) -> tuple[float, float]:
    """Where the middle of a hex lies on the drawing."""
    column, row = grid.column(h) - 1, grid.row(h) - 1
    lower = column % 2 == 0
    x = RADIUS * (1 + 1.5 * column)
    return round(x, 1), round(HALF * (2 * row + (2 if lower else 1)), 1)


def size(grid: Grid) -> tuple[int, int]:
    """Width and height of the drawing."""
    return (
        math.ceil(RADIUS * (1.5 * grid.cols + 0.5)),
        math.ceil(HALF * (2 * grid.rows + 1)),
    )


def map_svg(printed: MapContent, extra: str = "") -> str:
    """The map as a whole SVG document, with *extra* elements on top."""
    width, height = size(printed.grid)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'{FONT} role="img" aria-label="{escape(printed.title)}">\n'
        f"<title>{escape(printed.title)}</title>\n{map_body(printed)}\n{extra}</svg>"
    )


FONT = 'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"'


def map_body(printed: MapContent, hexes: Collection[Hex] | None = None) -> str:
    """The elements of the map, or of some of its hexes, without the document around them."""
    return "\n".join(_layers(printed, range(printed.grid.size) if hexes is None else hexes))


def corners(grid: Grid, h: Hex) -> list[tuple[float, float]]:
    """Six corners clockwise, the north-western first, so that side d lies after corner d."""
    x, y = centre(grid, h)
    half = RADIUS / 2
    around = (
        (-half, -HALF),
        (half, -HALF),
        (RADIUS, 0.0),
        (half, HALF),
        (-half, HALF),
        (-RADIUS, 0.0),
    )
    return [(round(x + dx, 1), round(y + dy, 1)) for dx, dy in around]


def points(pairs: Sequence[tuple[float, float]]) -> str:
    """Coordinates as a `points` attribute."""
    return " ".join(f"{x:g},{y:g}" for x, y in pairs)


def hexed(colour: RGB) -> str:
    """A colour as #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _layers(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    yield from _hexes(printed, hexes)
    yield from _prints(printed, hexes)
    yield from _contours(printed, hexes)
    yield from _hexsides(printed, hexes)
    yield from _lines(printed, hexes)
    yield from _bridges(printed, hexes)
    yield from _numbers(printed, hexes)
    yield from _names(printed, hexes)


def _hexes(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    grid = printed.grid
    yield '<g stroke="#8d8566" stroke-opacity=".55" stroke-width=".6">'
    for h in hexes:
        colour = hexed(_PAPER.back(ground(printed.terrain[h], printed.elevation[h])))
        facts = f"{grid.name(h)} {printed.terrain[h]}"
        height = f", level {printed.elevation[h]}" if printed.elevation[h] else ""
        yield (
            f'<polygon points="{points(corners(grid, h))}" fill="{colour}">'
            f"<title>{escape(facts + height)}</title></polygon>"
        )
    yield "</g>"


def _prints(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    """Trees, houses and the like, each kind drawn once and used where it stands."""
    grid, used = printed.grid, sorted({printed.terrain[h] for h in hexes})
    known = {name: word for name in used for word in _PRINTS if word in name}
    yield "<defs>"
    for word in sorted(set(known.values())):
        shape, spots, ink = _PRINTS[word]
        body = "".join(shape.format(x=x, y=y, ink=ink) for x, y in spots)
        yield f'<g id="t-{word}" fill="{ink}" stroke-width=".6" opacity=".75">{body}</g>'
    yield "</defs>"
    for h in hexes:
        if printed.terrain[h] in known:
            x, y = centre(grid, h)
            yield f'<use href="#t-{known[printed.terrain[h]]}" x="{x:g}" y="{y:g}"/>'


def _contours(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    """A brown line where the ground falls to a lower level, just inside the higher hex."""
    grid, level = printed.grid, printed.elevation
    yield '<g stroke="#7a4f22" stroke-opacity=".7" stroke-width="1.3" stroke-linecap="round">'
    for h in hexes:
        x, y = centre(grid, h)
        around = [(cx + (x - cx) * 0.06, cy + (y - cy) * 0.06) for cx, cy in corners(grid, h)]
        for way, near in enumerate(grid.around[h]):
            if near >= 0 and level[near] < level[h]:
                (x1, y1), (x2, y2) = around[way], around[(way + 1) % 6]
                yield f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
    yield "</g>"


def _hexsides(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    grid = printed.grid
    yield '<g stroke-linecap="round">'
    for (a, b), cls in sorted(printed.hexsides.items()):
        if a not in hexes and b not in hexes:
            continue
        colour, width = next((_WATER[word] for word in _WATER if word in cls), _OTHER_SIDE)
        around, way = corners(grid, a), grid.direction(a, b)
        (x1, y1), (x2, y2) = around[way], around[(way + 1) % 6]
        name = printed.hexside_names.get((a, b), "")
        yield (
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
            f'stroke-width="{width:g}"><title>{escape(f"{name} {cls}".strip())}</title></line>'
        )
    yield "</g>"


def _lines(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    """Railways, then roads, the best on top, each with a casing."""
    grid = printed.grid
    yield '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
    for rail in (one for one in printed.rails if _met(one, hexes)):
        yield _line(grid, rail, 'stroke="#4a4a4a" stroke-width="1.1"')
        yield _line(
            grid,
            rail,
            'stroke="#4a4a4a" stroke-width="3.4" stroke-linecap="butt" stroke-dasharray="1 4"',
        )
    for road in (one for one in reversed(printed.roads) if _met(one, hexes)):
        casing, filling, width = _ROADS[road.cls not in HEAVY]
        yield _line(grid, road, f'stroke="{casing}" stroke-width="{width:g}"')
        yield _line(grid, road, f'stroke="{filling}" stroke-width="{width * 0.5:g}"')
    yield "</g>"


def _met(road: Road, hexes: Collection[Hex]) -> bool:
    return any(h in hexes for h in road.path)


def _line(grid: Grid, road: Road, style: str) -> str:
    title = escape(road.name or road.cls)
    path = points([centre(grid, h) for h in road.path])
    return f'<polyline points="{path}" {style}><title>{title}</title></polyline>'


def _bridges(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    """Two parapets along the way over the water."""
    yield '<g stroke="#1d1a12" stroke-width="1.3" stroke-linecap="round">'
    for a, b in sorted(printed.bridges):
        if a not in hexes and b not in hexes:
            continue
        (xa, ya), (xb, yb) = centre(printed.grid, a), centre(printed.grid, b)
        along, across = (xb - xa) * 0.09, (yb - ya) * 0.09
        x, y = (xa + xb) / 2, (ya + yb) / 2
        for way in (1, -1):
            px, py = x - across * 0.75 * way, y + along * 0.75 * way
            yield (
                f'<line x1="{px - along:.1f}" y1="{py - across:.1f}" '
                f'x2="{px + along:.1f}" y2="{py + across:.1f}"/>'
            )
    yield "</g>"


def _numbers(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    grid = printed.grid
    ink = hexed(mix(_PAPER.back("@clear"), (29, 26, 18), 0.62))
    yield f'<g font-size="4.6" fill="{ink}" text-anchor="middle">'
    for h in hexes:
        x, y = centre(grid, h)
        yield f'<text x="{x:g}" y="{y - HALF + 5.4:.1f}">{grid.name(h)}</text>'
    yield "</g>"


def _names(printed: MapContent, hexes: Collection[Hex]) -> Iterator[str]:
    """Places upright, heights in italics, with a halo of paper."""
    yield '<g fill="#1d1a12" text-anchor="middle">'
    places = {h: (place.name, place.kind) for h, place in printed.places.items()}
    named = {**{h: (name, "") for h, name in printed.labels.items()}, **places}
    for h, (name, kind) in sorted(item for item in named.items() if item[0] in hexes):
        x, y = centre(printed.grid, h)
        style = ' font-weight="bold"' if "city" in kind else "" if kind else ' font-style="italic"'
        for row, line in enumerate(lines := _folded(name)):
            at = f'x="{x:g}" y="{y + HALF - 2.6 - 5.6 * (len(lines) - 1 - row):.1f}"'
            halo = 'stroke="#f4eecb" stroke-width="1.8" stroke-linejoin="round" stroke-opacity=".8"'
            yield f'<text {at} font-size="5.8"{style} {halo}>{escape(line)}</text>'
            yield f'<text {at} font-size="5.8"{style}>{escape(line)}</text>'
    yield "</g>"


def _folded(name: str) -> list[str]:
    """A long name on two lines, broken where its halves are most even."""
    if len(name) <= 15:
        return [name]
    breaks = [n + (name[n] == "-") for n in range(3, len(name) - 3) if name[n] in " -"]
    if not breaks:
        return [name]
    ends = [0, min(breaks, key=lambda n: abs(2 * n - len(name))), len(name)]
    return [name[a:b].strip() for a, b in pairwise(ends)]
