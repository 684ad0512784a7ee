"""Where hexes lie in text cells: flat-top, numbered CCRR, even columns half a hex higher."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from wargame.hexes.grid import OFF, Grid, Hex

Zoom: TypeAlias = Literal["close", "normal", "wide", "theatre"]

ZOOMS: Final[tuple[Zoom, ...]] = ("theatre", "wide", "normal", "close")
"""From far to near."""

Cell: TypeAlias = tuple[int, int]
"""A line and a column of text, counted from the top left."""


class Span(NamedTuple):
    """Cells of one line, from start up to but not including end."""

    y: int
    start: int
    end: int


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Cell:
        """The cell in its middle."""
        return self.y + self.height // 2, self.x + self.width // 2


class Layout(Protocol):
    """The geometry of one zoom over one map."""

    grid: Grid
    width: int
    """Of the whole map in cells."""
    height: int

    def origin(self, h: Hex) -> Cell:
        """Line and column of the hex's north-west corner."""

    def centre(self, h: Hex) -> Cell:
        """The cell the terminal's cursor sits on."""

    def owned(self, h: Hex) -> tuple[Span, ...]:
        """The cells whose paper is this hex's; no two hexes share one."""

    def side(self, h: Hex, direction: int) -> tuple[Cell, ...]:
        """The cells of a hexside, west to east or north to south."""

    def box(self, h: Hex) -> Box:
        """The rectangle around all of the hex's cells and sides."""

    def hex_at(self, y: int, x: int) -> Hex:
        """The hex that owns a cell, OFF if none does."""


class Outlined:
    """Hexes of four lines with a drawn outline: 9 cells a column when close, 7 when normal.

    The hex is narrow on its lines 0 and 3 and wide on 1 and 2; line 3 carries the south hexside.
    One spare line above holds the north side of the top row.
    """

    __slots__ = ("grid", "height", "pitch", "width")

    def __init__(self, grid: Grid, pitch: int) -> None:
        self.grid, self.pitch = grid, pitch
        self.width = pitch * grid.cols + 2
        self.height = 4 * grid.rows + 3

    def origin(self, h: Hex) -> Cell:
        """Line 0 of the hex and the column of its westernmost cell."""
        column, row = divmod(h, self.grid.rows)
        return 4 * row + (1 if column % 2 else 3), self.pitch * column

    def centre(self, h: Hex) -> Cell:
        """The cell where roads meet, on the third line."""
        y, x = self.origin(h)
        return y + 2, x + (self.pitch + 1) // 2

    def owned(self, h: Hex) -> tuple[Span, ...]:
        """Narrow lines give their two outline cells to the neighbours, where there are any."""
        y, x = self.origin(h)
        _, ne, se, _, sw, nw = self.grid.around[h]
        last = x + self.pitch
        return (
            Span(y, x + 2 - (nw < 0), last + (ne < 0)),
            Span(y + 1, x, last + 2),
            Span(y + 2, x, last + 2),
            Span(y + 3, x + 2 - (sw < 0), last + (se < 0)),
        )

    def side(self, h: Hex, direction: int) -> tuple[Cell, ...]:
        """Two slanting cells, or the run of cells on the line above or on line 3."""
        y, x = self.origin(h)
        last = x + self.pitch
        match direction:
            case 0 | 3:
                line = y - 1 if direction == 0 else y + 3
                return tuple((line, at) for at in range(x + 2, last))
            case 1:
                return (y, last), (y + 1, last + 1)
            case 2:
                return (y + 2, last + 1), (y + 3, last)
            case 4:
                return (y + 2, x), (y + 3, x + 1)
            case _:
                return (y, x + 1), (y + 1, x)

    def box(self, h: Hex) -> Box:
        """Five lines: the hexside above and the hex's own four."""
        y, x = self.origin(h)
        return Box(x, y - 1, self.pitch + 2, 5)

    def hex_at(self, y: int, x: int) -> Hex:
        """Ask the column under x and the one before it."""
        column = x // self.pitch
        for c in (column, column - 1):
            row = (y - (1 if c % 2 else 3)) // 4
            h = c * self.grid.rows + row
            if _on_map(self.grid, c, row) and _covers(self.owned(h), y, x):
                return h
        return OFF


class Bricks:
    """Hexes of 5 x 2 cells: an outline cell in the west, four cells inside."""

    __slots__ = ("grid", "height", "width")

    pitch: Final = 5

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width = self.pitch * grid.cols + 1
        self.height = 2 * grid.rows + 1

    def origin(self, h: Hex) -> Cell:
        """Upper line and the column of the western outline."""
        column, row = divmod(h, self.grid.rows)
        return 2 * row + (0 if column % 2 else 1), self.pitch * column

    def centre(self, h: Hex) -> Cell:
        """Where the counter's code begins."""
        y, x = self.origin(h)
        return y, x + 1

    def owned(self, h: Hex) -> tuple[Span, ...]:
        """Two lines; the eastern outline is the neighbour's unless the map ends."""
        y, x = self.origin(h)
        _, ne, se, *_ = self.grid.around[h]
        end = x + self.pitch
        return Span(y, x, end + (ne < 0)), Span(y + 1, x, end + (se < 0))

    def side(self, h: Hex, direction: int) -> tuple[Cell, ...]:
        """One slanting cell; north and south run under the inner cells."""
        y, x = self.origin(h)
        match direction:
            case 0:
                return tuple((y - 1, at) for at in range(x + 1, x + self.pitch)) if y else ()
            case 3:
                return tuple((y + 1, at) for at in range(x + 1, x + self.pitch))
            case 1:
                return ((y, x + self.pitch),)
            case 2:
                return ((y + 1, x + self.pitch),)
            case 4:
                return ((y + 1, x),)
            case _:
                return ((y, x),)

    def box(self, h: Hex) -> Box:
        """Both lines, both outlines."""
        y, x = self.origin(h)
        return Box(x, y, self.pitch + 1, 2)

    def hex_at(self, y: int, x: int) -> Hex:
        """Ask the column under x and, for the map's eastern edge, the one before it."""
        column = x // self.pitch
        for c in (column, column - 1):
            row = (y - (0 if c % 2 else 1)) // 2
            h = c * self.grid.rows + row
            if _on_map(self.grid, c, row) and _covers(self.owned(h), y, x):
                return h
        return OFF


class Pixels:
    """Hexes of so many half blocks each way: two of them or more, even columns half a hex higher.

    Of a single one where a whole map is to go into a corner; its columns stand level.
    """

    __slots__ = ("grid", "height", "size", "width")

    def __init__(self, grid: Grid, size: int = 2) -> None:
        self.grid, self.size = grid, size
        self.width = size * grid.cols
        self.height = (size * grid.rows + size // 2 + 1) // 2

    def pixels(self, h: Hex) -> range:
        """The hex's pixels, counted from the top of the map."""
        column, row = divmod(h, self.grid.rows)
        upper = self.size * row + (0 if column % 2 else self.size // 2)
        return range(upper, upper + self.size)

    def origin(self, h: Hex) -> Cell:
        """The line of the upper pixel."""
        return self.pixels(h)[0] // 2, self.size * (h // self.grid.rows)

    def centre(self, h: Hex) -> Cell:
        """The line of the middle."""
        y, x = self.origin(h)
        return y + self.size // 4, x + max(self.size // 2 - 1, 0)

    def owned(self, h: Hex) -> tuple[Span, ...]:
        """The lines the pixels lie in; a low column may share them with its neighbours."""
        x = self.origin(h)[1]
        lines = sorted({at // 2 for at in self.pixels(h)})
        return tuple(Span(y, x, x + self.size) for y in lines)

    def side(self, h: Hex, direction: int) -> tuple[Cell, ...]:  # noqa: ARG002 - protocol
        """Pixels have no sides."""
        return ()

    def box(self, h: Hex) -> Box:
        """Every cell the hex has a pixel in."""
        spans = self.owned(h)
        return Box(spans[0].start, spans[0].y, self.size, len(spans))

    def hex_at(self, y: int, x: int) -> Hex:
        """The hex of the cell's lower pixel."""
        column = x // self.size
        row = (2 * y + 1 - (0 if column % 2 else self.size // 2)) // self.size
        row = min(row, self.grid.rows - 1) if y < self.height else row
        return column * self.grid.rows + row if _on_map(self.grid, column, row) else OFF


def layout_for(grid: Grid, zoom: Zoom, size: int = 2) -> Outlined | Bricks | Pixels:
    """The geometry of *zoom*; *size*: the half blocks each way of a hex of the theatre."""
    match zoom:
        case "close":
            return Outlined(grid, 9)
        case "normal":
            return Outlined(grid, 7)
        case "wide":
            return Bricks(grid)
        case "theatre":
            return Pixels(grid, size)


def sides_of(h: Hex, layout: Layout) -> Iterator[tuple[int, Hex, tuple[Cell, ...]]]:
    """Direction, neighbour (OFF where the map ends) and cells of each hexside."""
    for direction, other in enumerate(layout.grid.around[h]):
        yield direction, other, layout.side(h, direction)


def _on_map(grid: Grid, column: int, row: int) -> bool:
    return 0 <= column < grid.cols and 0 <= row < grid.rows


def _covers(spans: tuple[Span, ...], y: int, x: int) -> bool:
    return any(span.y == y and span.start <= x < span.end for span in spans)
