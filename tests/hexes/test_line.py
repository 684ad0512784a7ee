"""Lines: length, steps, symmetry, and the two variants for a line of sight."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexes.oracle import grids
from wargame.hexes.grid import Grid

HOUSE = Grid.of(30, 30)
NUDGE = (Fraction(1, 10**6), Fraction(2, 10**6), Fraction(-3, 10**6))


@st.composite
def ends(draw: st.DrawFn) -> tuple[Grid, int, int]:
    grid = draw(st.one_of(grids(), st.just(HOUSE)))
    anywhere = st.integers(0, grid.size - 1)
    return grid, draw(anywhere), draw(anywhere)


def named(grid: Grid, path: tuple[int, ...]) -> list[str]:
    return [grid.names[h] for h in path]


@settings(max_examples=300, deadline=None)
@given(ends())
def test_line_and_variants_have_distance_plus_one_adjacent_hexes(
    ends: tuple[Grid, int, int],
) -> None:
    grid, a, b = ends
    for path in (grid.line(a, b), *grid.line_pair(a, b)):
        assert (a, b) == (path[0], path[-1])
        assert grid.distance(a, b) + 1 == len(path)
        assert all(grid.adjacent(*step) for step in pairwise(path))


@settings(max_examples=300, deadline=None)
@given(ends())
def test_the_way_back_is_the_same_line(ends: tuple[Grid, int, int]) -> None:
    grid, a, b = ends
    assert grid.line(a, b) == grid.line(b, a)[::-1]
    there, back = grid.line_pair(a, b), grid.line_pair(b, a)
    assert there == (back[0][::-1], back[1][::-1])


def rounded(q: Fraction, r: Fraction, s: Fraction) -> tuple[int, int]:
    """Round a cube point to a hex: the number moved farthest gives way."""
    near = [round(q), round(r), round(s)]
    moved = [abs(x - y) for x, y in zip(near, (q, r, s), strict=True)]
    if sum(near):
        worst = moved.index(max(moved))
        near[worst] -= sum(near)
    return near[0], near[1]


def nudged(grid: Grid, a: int, b: int, sign: int) -> list[tuple[int, int]]:
    """Trace a line by cube rounding with both ends moved by a tiny amount."""
    n = grid.distance(a, b)
    (aq, ar), (bq, br) = grid.axial[a], grid.axial[b]
    found = []
    for i in range(1, n):
        part = Fraction(i, n)
        q, r = aq + (bq - aq) * part, ar + (br - ar) * part
        shift = [sign * x for x in NUDGE]
        found.append(rounded(q + shift[0], r + shift[1], -q - r + shift[2]))
    return found


@settings(max_examples=200, deadline=None)
@given(ends())
def test_the_variants_are_the_two_nudged_traces(ends: tuple[Grid, int, int]) -> None:
    grid, a, b = ends
    places = set(grid.axial)
    south, north = nudged(grid, a, b, 1), nudged(grid, a, b, -1)
    pair = grid.line_pair(a, b)
    for path, mine, other in ((pair[0], south, north), (pair[1], north, south)):
        expected = [one if one in places else two for one, two in zip(mine, other, strict=True)]
        assert expected == [grid.axial[h] for h in path[1:-1]]


@pytest.mark.parametrize(
    ("a", "b", "south", "north"),
    [
        ("0505", "0705", "0606", "0605"),  # due east, along one hexside
        ("0505", "0605", "", ""),  # neighbours
        ("0505", "0508", "0506 0507", "0506 0507"),  # due south through centres
        ("0201", "0401", "0301", "0301"),  # the northern variant is off the map
        ("0130", "0330", "0230", "0230"),  # the southern variant is off the map
        ("0505", "0607", "0506", "0606"),  # down the hexside between 0506 and 0606
    ],
)
def test_variants_counted_by_hand(a: str, b: str, south: str, north: str) -> None:
    pair = HOUSE.line_pair(HOUSE.hex(a), HOUSE.hex(b))
    assert ([a, *south.split(), b], [a, *north.split(), b]) == (
        named(HOUSE, pair[0]),
        named(HOUSE, pair[1]),
    )
    assert pair[0] == HOUSE.line(HOUSE.hex(a), HOUSE.hex(b))


def test_a_line_that_meets_no_hexside_middle_has_equal_variants() -> None:
    one, two = HOUSE.line_pair(HOUSE.hex("0505"), HOUSE.hex("0807"))
    assert one == two
