"""Sets of hexes as bits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexes.oracle import grids
from wargame.hexes.bits import flags
from wargame.hexes.grid import OFF, Grid

HOUSE = Grid.of(75, 70)


@settings(deadline=None)
@given(st.sets(st.integers(0, HOUSE.size - 1), max_size=300))
def test_a_set_gives_its_hexes_back_in_order(hexes: set[int]) -> None:
    assert sorted(hexes) == HOUSE.hexes_of(HOUSE.mask(hexes))
    assert [h in hexes for h in range(HOUSE.size)] == list(flags(HOUSE.mask(hexes), HOUSE.size))


def test_full_and_empty_sets() -> None:
    assert HOUSE.hexes_of(HOUSE.mask([])) == []
    assert list(range(HOUSE.size)) == HOUSE.hexes_of(HOUSE.full)
    assert HOUSE.full == HOUSE.mask(range(HOUSE.size))


def test_off_is_left_out_of_few_and_of_many() -> None:
    assert HOUSE.mask([0, OFF, 2]) == 0b101
    assert HOUSE.mask(range(500)) == HOUSE.mask([OFF, *range(500)])


@settings(max_examples=200, deadline=None)
@given(grids(), st.data())
def test_spread_is_the_union_of_the_neighbours(grid: Grid, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, grid.full))
    union = {near for h in grid.hexes_of(mask) for near in grid.neighbours[h]}
    assert grid.mask(union) == grid.spread(mask)


def test_spread_of_each_hex_does_not_wrap_around() -> None:
    for grid in (HOUSE, Grid.of(74, 3), Grid.of(5, 1), Grid.of(1, 5), Grid.of(6, 2)):
        for h in range(grid.size):
            assert grid.mask(grid.neighbours[h]) == grid.spread(1 << h)
