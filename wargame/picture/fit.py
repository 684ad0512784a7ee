"""Which part of a map is in play, and how near it is drawn where there are so many cells."""

from __future__ import annotations

from typing import TypeAlias

from wargame.content.map import OUT_OF_PLAY, MapContent
from wargame.flow.ground import corners
from wargame.hexes.grid import Grid, Hex
from wargame.picture.layout import ZOOMS, Box, Layout, Zoom, layout_for

Corners: TypeAlias = tuple[Hex, Hex]
"""The hexes in the north-western and the south-eastern corner of a part of the map."""


def corners_in_play(drawn: MapContent) -> Corners:
    """The corners of what a scenario plays on, or of the whole map."""
    hexes = [h for h, terrain in enumerate(drawn.terrain) if terrain != OUT_OF_PLAY]
    return corners(drawn.grid, hexes or range(drawn.grid.size))


def around(layout: Layout, part: Corners) -> Box:
    """The cells of all between two corners; columns that stand half a hex lower are in it."""
    first, last = map(layout.box, part)
    width, height = last.x + last.width - first.x, last.y + last.height - first.y
    return Box(first.x, first.y, width, height + last.height // 2)


def fitting(grid: Grid, part: Corners, width: int, height: int) -> Zoom:
    """The nearest zoom at which all between two corners fits into so many cells."""
    return next(
        (zoom for zoom in reversed(ZOOMS) if fits(grid, zoom, part, width, height)), ZOOMS[0]
    )


def fits(grid: Grid, zoom: Zoom, part: Corners, width: int, height: int) -> bool:
    """Whether all between two corners fits into so many cells."""
    box = around(layout_for(grid, zoom), part)
    return box.width <= width and box.height <= height


def theatre_size(grid: Grid, part: Corners, width: int, height: int) -> int:
    """Half blocks each way of a hex of the theatre: all between two corners fills so many cells as far as it can."""
    small = around(layout_for(grid, "theatre"), part)
    return 2 * max(min(width // small.width, height // small.height), 1)


def within(offset: int, start: int, length: int, room: int) -> int:
    """The nearest offset at which [start - length, start + 2 * length) is in view, if it fits."""
    margin = min(length, max((room - length) // 2, 0))
    first, last = start + length + margin - room, start - margin
    return max(min(max(offset, first), last), 0)


def held(offset: int, start: int, length: int, room: int) -> int:
    """The nearest offset at which nothing beside [start, start + length) is in view; what fits lies in the middle."""
    if length <= room:
        return start + (length - room) // 2
    return min(max(offset, start), start + length - room)
