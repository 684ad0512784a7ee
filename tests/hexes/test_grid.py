"""The grid: numbering, neighbours, distance, areas, routes."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexes.oracle import grids, map_graph
from wargame.hexes.grid import DIRECTIONS, OFF, Grid, UnknownHex

HOUSE = Grid.of(75, 70)


def around(grid: Grid, name: str) -> list[str]:
    return [grid.names[h] if h >= 0 else "" for h in grid.around[grid.hex(name)]]


def test_odd_column_neighbours_in_direction_order() -> None:
    assert around(HOUSE, "1108") == ["1107", "1208", "1209", "1109", "1009", "1008"]


def test_even_column_neighbours_in_direction_order() -> None:
    assert around(HOUSE, "0410") == ["0409", "0509", "0510", "0411", "0310", "0309"]


def test_map_corners_have_off_where_the_map_ends() -> None:
    assert around(HOUSE, "0101") == ["", "0201", "0202", "0102", "", ""]
    assert around(HOUSE, "0201") == ["", "", "0301", "0202", "0101", ""]
    assert around(HOUSE, "7570") == ["7569", "", "", "", "", "7470"]


def test_neighbours_are_those_of_around_on_the_map() -> None:
    assert HOUSE.neighbours == tuple(tuple(h for h in six if h != OFF) for six in HOUSE.around)


@settings(deadline=None)
@given(grids())
def test_opposite_directions_lead_back(grid: Grid) -> None:
    for h, six in enumerate(grid.around):
        for d, near in enumerate(six):
            if near != OFF:
                assert h == grid.around[near][(d + 3) % 6]
                assert d == grid.direction(h, near)


def test_ids_count_down_the_columns() -> None:
    assert HOUSE.hex("0101") == 0
    assert HOUSE.hex("0201") == 70
    assert HOUSE.hex("0912") == 8 * 70 + 11
    assert len(DIRECTIONS) == 6


def test_number_column_and_row_agree() -> None:
    for h, name in enumerate(HOUSE.names):
        assert name == f"{HOUSE.column(h):02d}{HOUSE.row(h):02d}"
        assert name == HOUSE.name(h)
        assert h == HOUSE.hex(name)


def test_off_has_no_number() -> None:
    with pytest.raises(ValueError, match="off the map"):
        HOUSE.name(OFF)


@pytest.mark.parametrize(
    ("text", "fault", "nearest"),
    [
        ("0999", "is not on the map", "0970"),
        ("9900", "is not on the map", "7501"),
        ("912", "is not a hex number", "0912"),
        ("9,12", "is not a hex number", "0912"),
        (" 0912", "is not a hex number", "0912"),
        ("09123", "is not a hex number", "0912"),
        ("Arras", "is not a hex number", "0101"),
        ("-1", "is not a hex number", "0101"),
        ("٠٩١٢", "is not a hex number", "0101"),
    ],
)
def test_unknown_hex_names_the_text_and_the_nearest(text: str, fault: str, nearest: str) -> None:
    with pytest.raises(UnknownHex) as caught:
        HOUSE.hex(text)
    assert nearest == caught.value.nearest
    assert f'"{text}" {fault}: hexes run from 0101 to 7570, the nearest is {nearest}.' == str(
        caught.value
    )


@settings(deadline=None)
@given(st.text(max_size=12).filter(lambda text: text not in HOUSE.names))
def test_any_other_text_is_an_unknown_hex(text: str) -> None:
    with pytest.raises(UnknownHex) as caught:
        HOUSE.hex(text)
    assert caught.value.nearest in HOUSE.names


@pytest.mark.parametrize(("cols", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_two_digits_bound_the_map(cols: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        Grid.of(cols, rows)


def test_a_size_is_built_once() -> None:
    assert Grid.of(75, 70) is HOUSE
    assert repr(HOUSE) == "Grid(75, 70)"


def test_distances_counted_by_hand() -> None:
    for a, b, expected in [
        ("1108", "1108", 0),
        ("1108", "1209", 1),
        ("1108", "1308", 2),
        ("0101", "0301", 2),
        ("0101", "0110", 9),
        ("0201", "0502", 3),
    ]:
        assert expected == HOUSE.distance(HOUSE.hex(a), HOUSE.hex(b))


@settings(max_examples=30, deadline=None)
@given(grids(), st.data())
def test_distance_is_the_distance_in_the_graph(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    steps = nx.single_source_shortest_path_length(map_graph(grid), start)
    assert steps == {h: grid.distance(start, h) for h in range(grid.size)}


@settings(max_examples=30, deadline=None)
@given(grids(), st.data(), st.integers(0, 5))
def test_ring_and_within_are_what_distance_says(grid: Grid, data: st.DataObject, n: int) -> None:
    h = data.draw(st.integers(0, grid.size - 1))
    ring = grid.ring(h, n)
    assert sorted(ring) == [o for o in range(grid.size) if grid.distance(h, o) == n]
    near = sorted((grid.distance(h, o), o) for o in range(grid.size) if grid.distance(h, o) <= n)
    assert grid.within(h, n) == tuple(o for _, o in near)
    assert grid.within(h, n) == grid.within(h, n)


@settings(deadline=None)
@given(grids(), st.data())
def test_the_nearest_of_several_is_the_lowest_of_those_at_the_least_distance(
    grid: Grid, data: st.DataObject
) -> None:
    here = data.draw(st.integers(0, grid.size - 1))
    others = data.draw(st.sets(st.integers(0, grid.size - 1), max_size=8))
    least = min(((grid.distance(here, h), h) for h in others), default=(0, OFF))
    assert least[1] == grid.nearest(here, others)


def test_ring_goes_clockwise_from_north() -> None:
    h = HOUSE.hex("1108")
    assert HOUSE.around[h] == HOUSE.ring(h, 1)
    assert [HOUSE.names[o] for o in HOUSE.ring(h, 2)[:6]] == [
        "1106",
        "1207",
        "1307",
        "1308",
        "1309",
        "1210",
    ]
    assert HOUSE.ring(h, -1) == ()
    assert HOUSE.within(h, -1) == ()


def test_edges_of_the_map() -> None:
    grid = Grid.of(3, 2)
    assert [grid.names[h] for h in grid.edge("north")] == ["0101", "0201", "0301"]
    assert [grid.names[h] for h in grid.edge("south")] == ["0102", "0202", "0302"]
    assert [grid.names[h] for h in grid.edge("west")] == ["0101", "0102"]
    assert [grid.names[h] for h in grid.edge("east")] == ["0301", "0302"]


def test_route_reads_and_writes() -> None:
    path = HOUSE.route("0912-0913-1014")
    assert [HOUSE.names[h] for h in path] == ["0912", "0913", "1014"]
    assert HOUSE.write(path) == "0912-0913-1014"
    assert (HOUSE.hex("0912"),) == HOUSE.route("0912")


def test_a_missing_number_is_told_apart_from_a_wrong_one() -> None:
    with pytest.raises(UnknownHex, match=r"^A hex is missing: hexes run from 0101 to 7570\.$"):
        HOUSE.hex("")


def test_route_refuses_a_gap_and_a_bad_number() -> None:
    with pytest.raises(ValueError, match="0912 and 0914 are not adjacent"):
        HOUSE.route("0912-0914")
    with pytest.raises(UnknownHex, match='"0999" is not on the map'):
        HOUSE.route("0912-0999")


def test_direction_of_a_hex_that_is_no_neighbour() -> None:
    a, b = HOUSE.hex("0101"), HOUSE.hex("0301")
    assert not HOUSE.adjacent(a, b)
    assert not HOUSE.adjacent(a, OFF)
    with pytest.raises(ValueError, match="0101 and 0301 are not adjacent"):
        HOUSE.direction(a, b)
