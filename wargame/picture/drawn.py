"""The fifth zoom: the drawing of the board, measured in cells of a terminal that shows pictures."""

from __future__ import annotations

import math
from typing import Final

from wargame.hexes.grid import OFF, Grid, Hex
from wargame.picture.layout import Box, Cell, Span
from wargame.picture.svg_map import HALF, RADIUS, centre, size

_HEX: Final = 96
"""About so many pixels a hex is high: the names on its counters can be read."""
_FEWEST, _MOST = 3, 8
"""Lines of text beside a hex."""


class Drawn:
    """Hexes of whole lines; their columns stand where the drawing has them."""

    __slots__ = ("cell", "grid", "height", "scale", "width")

    def __init__(self, grid: Grid, cell: tuple[int, int]) -> None:
        self.grid, self.cell = grid, cell
        lines = min(max(round(_HEX / cell[1]), _FEWEST), _MOST)
        self.scale: Final = lines * cell[1] / (2 * HALF)
        """Pixels a unit of the drawing."""
        wide, high = size(grid)
        self.width = math.ceil(wide * self.scale / cell[0])
        self.height = math.ceil(high * self.scale / cell[1])

    def origin(self, h: Hex) -> Cell:
        """Where its box begins."""
        box = self.box(h)
        return box.y, box.x

    def centre(self, h: Hex) -> Cell:
        """The cell in which its middle lies."""
        x, y = centre(self.grid, h)
        return int(y * self.scale / self.cell[1]), int(x * self.scale / self.cell[0])

    def owned(self, h: Hex) -> tuple[Span, ...]:
        """The cells whose middle lies in it."""
        box = self.box(h)
        spans = []
        for y in range(box.y, box.y + box.height):
            own = [x for x in range(box.x, box.x + box.width) if self.hex_at(y, x) == h]
            if own:
                spans.append(Span(y, own[0], own[-1] + 1))
        return tuple(spans)

    def side(self, h: Hex, direction: int) -> tuple[Cell, ...]:  # noqa: ARG002 - protocol
        """A drawing's sides are no cells."""
        return ()

    def box(self, h: Hex) -> Box:
        """The cells that any part of it lies in."""
        x, y = centre(self.grid, h)
        wide, high = self.cell
        left, right = ((x + way * RADIUS) * self.scale / wide for way in (-1, 1))
        top, foot = ((y + way * HALF) * self.scale / high for way in (-1, 1))
        start, above = max(math.floor(left), 0), max(math.floor(top + 0.01), 0)
        end, below = min(math.ceil(right), self.width), min(math.ceil(foot - 0.01), self.height)
        return Box(start, above, end - start, below - above)

    def hex_at(self, y: int, x: int) -> Hex:
        """The hex the middle of a cell lies in."""
        at = (x + 0.5) * self.cell[0] / self.scale, (y + 0.5) * self.cell[1] / self.scale
        column = math.floor((at[0] / RADIUS - 1) / 1.5)
        near = []
        for c in (column, column + 1):
            row = math.floor((at[1] / HALF - (0 if c % 2 else 1)) / 2)
            near += [
                c * self.grid.rows + r
                for r in (row - 1, row, row + 1)
                if 0 <= c < self.grid.cols and 0 <= r < self.grid.rows
            ]
        found = min(near, key=lambda h: math.dist(centre(self.grid, h), at), default=OFF)
        if found == OFF:
            return OFF
        cx, cy = centre(self.grid, found)
        dx, dy = abs(at[0] - cx), abs(at[1] - cy)
        inside = dy <= HALF and dx * HALF + dy * RADIUS / 2 <= RADIUS * HALF
        return found if inside else OFF
