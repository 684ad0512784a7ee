"""Where hexes lie in cells at each zoom."""

from __future__ import annotations

from typing import get_args

import pytest

from wargame.hexes.grid import OFF, Grid
from wargame.picture.layout import Outlined, Pixels, Zoom, layout_for

GRIDS = [Grid.of(7, 5), Grid.of(2, 1), Grid.of(1, 3)]
CELLS: list[Zoom] = ["close", "normal", "wide"]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
@pytest.mark.parametrize("zoom", CELLS)
def test_every_cell_belongs_to_the_hex_found_under_it(zoom: Zoom, grid: Grid) -> None:
    layout = layout_for(grid, zoom)
    seen = set()
    for h in range(grid.size):
        for y, start, end in layout.owned(h):
            for x in range(start, end):
                assert (y, x) not in seen
                assert 0 <= y < layout.height
                assert 0 <= x < layout.width
                assert h == layout.hex_at(y, x)
                seen.add((y, x))
    everywhere = {(y, x) for y in range(layout.height) for x in range(layout.width)}
    assert {OFF} == {layout.hex_at(y, x) for y, x in everywhere - seen} | {OFF}


@pytest.mark.parametrize("zoom", CELLS)
def test_neighbours_share_the_cells_of_their_hexside(zoom: Zoom) -> None:
    grid = GRIDS[0]
    layout = layout_for(grid, zoom)
    for h in range(grid.size):
        for direction, other in enumerate(grid.around[h]):
            if other >= 0:
                assert layout.side(h, direction) == layout.side(other, (direction + 3) % 6)


@pytest.mark.parametrize(
    ("zoom", "pitch"),
    [("close", (9, 4)), ("normal", (7, 4)), ("wide", (5, 2)), ("theatre", (2, 1))],
)
def test_pitch(zoom: Zoom, pitch: tuple[int, int]) -> None:
    grid = Grid.of(7, 5)
    layout = layout_for(grid, zoom)
    (y, x), (below, _), (_, right) = (layout.origin(grid.hex(n)) for n in ("0101", "0102", "0301"))
    assert pitch == ((right - x) // 2, below - y)


@pytest.mark.parametrize(("zoom", "half"), [("close", 2), ("normal", 2), ("wide", 1)])
def test_even_columns_stand_half_a_hex_higher(zoom: Zoom, half: int) -> None:
    grid = Grid.of(7, 5)
    layout = layout_for(grid, zoom)
    assert half == layout.origin(grid.hex("0101"))[0] - layout.origin(grid.hex("0201"))[0]


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_the_terminal_cursor_sits_inside_its_hex(zoom: Zoom) -> None:
    layout = layout_for(Grid.of(7, 5), zoom)
    assert all(h == layout.hex_at(*layout.centre(h)) for h in range(35))


def test_outlined_hexes_are_narrow_wide_wide_narrow() -> None:
    layout = Outlined(Grid.of(7, 5), 7)
    inner = layout.grid.hex("0303")
    assert [5, 9, 9, 5] == [end - start for _, start, end in layout.owned(inner)]


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_the_largest_map_fits_its_sheet(zoom: Zoom) -> None:
    grid = Grid.of(75, 70)
    layout = layout_for(grid, zoom)
    for name in ("0101", "0170", "7501", "7570", "7470"):
        box = layout.box(grid.hex(name))
        assert box.x >= 0
        assert box.x + box.width <= layout.width
        assert box.y + box.height <= layout.height


def test_a_map_in_a_corner_has_a_dot_a_hex() -> None:
    layout = layout_for(Grid.of(7, 5), "theatre", 1)
    assert (7, 3) == (layout.width, layout.height)
    assert isinstance(layout, Pixels)
    dots = {(h // 5, *layout.pixels(h)) for h in range(35)}
    assert {(column, row) for column in range(7) for row in range(5)} == dots
    assert layout.grid.hex("0302") == layout.hex_at(*layout.centre(layout.grid.hex("0302")))
