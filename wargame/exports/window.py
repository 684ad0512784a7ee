"""Part of the board as a drawing for the table: the ground, and all that lies on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from wargame.content.map import MapContent
from wargame.exports.still import path_svg, stack_svg
from wargame.flow.face import Counter
from wargame.hexes.grid import Grid, Hex
from wargame.picture.contents import EMPTY, Contents
from wargame.picture.layers import Layers, Marks
from wargame.picture.palette import PALETTES
from wargame.picture.svg_counters import badge_svg, defs
from wargame.picture.svg_map import FONT, HALF, centre, corners, hexed, map_body, points

_PAPER: Final = PALETTES["paper"]
_WIDE: Final = {"cursor": 3.4, "selection": 3.0, "target": 3.0, "must": 2.6, "struck": 2.4}
"""How thick a frame is; the others are thinner."""
_INSIDE: Final = 0.92
"""Of a hex is within its frame, so that neighbours keep their own."""
_BADGE: Final = (-13.5, -13.0)


class Lying(NamedTuple):
    """What is to be drawn on the ground."""

    contents: Contents
    layers: Layers
    under: dict[Hex, Sequence[Counter]]
    """The counters of a hex below the top one."""


class Part(NamedTuple):
    """A rectangle of the drawing, in its units, and how many pixels it is to have."""

    x: float
    y: float
    width: float
    height: float
    pixels: tuple[int, int]


def ground_svg(printed: MapContent, hexes: Collection[Hex], part: Part) -> str:
    """The print of the map in a rectangle that lies within some hexes."""
    table = hexed(_PAPER.back("table"))
    paper = f'<rect x="{part.x}" y="{part.y}" width="{part.width}" height="{part.height}" fill="{table}"/>'
    return _document(f"{paper}{map_body(printed, hexes)}", part)


def pieces_svg(grid: Grid, hexes: Sequence[Hex], lying: Lying, part: Part) -> str:
    """What lies on some hexes: washes, counters, frames, arrows, badges, chips."""
    contents, layers, under = lying
    bodies = [defs()]
    marks = {h: layers.marks(h) for h in hexes}
    bodies += [_wash(grid, h, marks[h].tone) for h in hexes]
    for h in hexes:
        bodies.append(stack_svg(centre(grid, h), contents.get(h, EMPTY), under.get(h, ())))
    bodies += [_frame(grid, h, marks[h].frame) for h in hexes if marks[h].frame != "cursor"]
    bodies += [_frame(grid, h, marks[h].frame) for h in hexes if marks[h].frame == "cursor"]
    for h in hexes:
        bodies += _arrows(grid, h, layers.heads(h))
        content = contents.get(h, EMPTY)
        if badge := badge_svg(content.mark, content.holder):
            bodies.append(_at(grid, h, _BADGE, badge))
        bodies.append(_chip(grid, h, marks[h]))
    return _document("".join(bodies), part)


def _document(body: str, part: Part) -> str:
    wide, high = part.pixels
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" {FONT} '
        f'preserveAspectRatio="none" viewBox="{part.x} {part.y} {part.width} {part.height}">'
        f"{body}</svg>"
    )


def _wash(grid: Grid, h: Hex, tone: str) -> str:
    if not tone:
        return ""
    name, _, age = tone.partition("/")
    colour, strength = _PAPER.tones[name]
    return (
        f'<polygon points="{points(corners(grid, h))}" fill="{colour}" '
        f'fill-opacity="{strength / int(age or 1):.2f}"/>'
    )


def _frame(grid: Grid, h: Hex, frame: str) -> str:
    if not frame:
        return ""
    x, y = centre(grid, h)
    inner = [(x + (cx - x) * _INSIDE, y + (cy - y) * _INSIDE) for cx, cy in corners(grid, h)]
    shape = f'<polygon points="{points(inner)}" fill="none" stroke-linejoin="round"'
    wide, colour = _WIDE.get(frame, 1.8), hexed(_PAPER.back(frame))
    return (
        f'{shape} stroke="#ffffff" stroke-opacity=".8" stroke-width="{wide + 1.2}"/>'
        f'{shape} stroke="{colour}" stroke-width="{wide}"/>'
    )


def _arrows(grid: Grid, h: Hex, heads: str) -> Iterator[str]:
    """An arrow over each hexside that was or will be crossed."""
    x, y = centre(grid, h)
    for direction in map(int, heads):
        other = grid.around[h][direction]
        if other >= 0:
            ox, oy = centre(grid, other)
            ends = ((x + (ox - x) * share, y + (oy - y) * share) for share in (0.3, 0.66))
            yield path_svg([(round(ax, 1), round(ay, 1)) for ax, ay in ends])


def _chip(grid: Grid, h: Hex, marks: Marks) -> str:
    """Odds, movement left and the like, on the upper rim of the hex."""
    if not marks.chip:
        return ""
    half = 2.4 * len(marks.chip) + 3.2
    paper, ink = (hexed(_PAPER.back(role)) for role in (marks.kind, f"{marks.kind}_text"))
    return _at(
        grid,
        h,
        (0.0, 7.2 - HALF),
        f'<rect x="{-half:g}" y="-5.2" width="{2 * half:g}" height="10.4" rx="3" fill="{paper}" '
        f'stroke="{ink}" stroke-width=".7"/><text y="2.8" font-size="7.8" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{escape(marks.chip)}</text>',
    )


def _at(grid: Grid, h: Hex, beside: tuple[float, float], body: str) -> str:
    x, y = centre(grid, h)
    return f'<g transform="translate({x + beside[0]:g},{y + beside[1]:g})">{body}</g>'
