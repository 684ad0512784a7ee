"""Reach, paths and floods, against networkx."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexes.oracle import Country, cost_graph, countries, grids, map_graph
from wargame.hexes.field import (
    Barriers,
    Costs,
    Row,
    flood,
    flood_along,
    flood_links,
    reach,
)
from wargame.hexes.grid import Grid
from wargame.hexes.hexside import Hexsides


@settings(max_examples=200, deadline=None)
@given(countries(), st.integers(0, 14), st.integers(0, 4), st.booleans(), st.booleans())
def test_reach_costs_what_dijkstra_says(
    country: Country, budget: int, surcharge: int, stops: bool, closes: bool
) -> None:
    grid, start = country.grid, country.start
    stop = country.stop if stops else None
    closed = country.closed if closes else None
    graph = cost_graph(
        country,
        stop=stop or bytes(grid.size),
        closed=closed or bytes(grid.size),
        surcharge=surcharge,
    )
    expected = nx.single_source_dijkstra_path_length(graph, start, cutoff=budget)
    found = reach(grid, start, budget, country.entry, stop=stop, closed=closed, surcharge=surcharge)
    assert expected == found.cost
    ready = Costs(grid, country.entry)
    again = reach(grid, start, budget, ready, stop=stop, closed=closed, surcharge=surcharge)
    assert found == again
    assert list(found.cost) == list(again.cost)
    for h, cost in found.cost.items():
        path = found.path_to(h)
        assert (start, h) == (path[0], path[-1])
        first = surcharge if len(path) > 1 else 0
        for entry in (country.entry, ready):
            steps = (entry[a][grid.direction(a, b)] for a, b in pairwise(path))
            assert cost == first + sum(steps)
        assert stop is None or not any(stop[p] for p in path[1:-1])


def even_entry(grid: Grid, cost: int) -> list[list[int]]:
    return [[cost] * 6 for _ in range(grid.size)]


def test_ties_go_to_the_predecessor_searched_first() -> None:
    grid = Grid.of(9, 9)
    start, goal = grid.hex("0505"), grid.hex("0706")
    found = reach(grid, start, 4, even_entry(grid, 2))
    assert grid.write(found.path_to(goal)) == "0505-0606-0706"
    beside = found.path_to(grid.hex("0606"))
    assert grid.write(beside) == "0505-0606"
    east = found.path_to(grid.hex("0705"))  # by 0605 (NE) or 0606 (SE)
    assert grid.write(east) == "0505-0605-0705"


def test_a_path_to_a_hex_not_reached_is_refused() -> None:
    grid = Grid.of(5, 5)
    found = reach(grid, 0, 0, even_entry(grid, 1))
    assert found.cost == {0: 0}
    assert found.path_to(0) == (0,)
    with pytest.raises(ValueError, match="Hex 3 is not reached"):
        found.path_to(3)


def test_the_start_may_be_left_though_it_stops_others() -> None:
    grid = Grid.of(1, 4)
    found = reach(grid, 0, 9, even_entry(grid, 1), stop=bytes([1, 0, 1, 0]))
    assert found.cost == {0: 0, 1: 1, 2: 2}


def expected_flood(graph: nx.Graph, sources: int, free: int, limit: int | None) -> int:
    """Return the flood that networkx finds in a directed or undirected graph."""
    found = 0
    for source in graph.nodes:
        if sources >> source & 1:
            part = graph.subgraph(h for h in graph if h == source or free >> h & 1)
            for h in nx.single_source_shortest_path_length(part, source, cutoff=limit):
                found |= 1 << h
    return found


@st.composite
def floods(draw: st.DrawFn) -> tuple[Grid, int, int, int | None]:
    grid = draw(grids())
    random = draw(st.randoms(use_true_random=False))
    sources = grid.mask(random.sample(range(grid.size), min(3, grid.size)))
    free = grid.mask(h for h in range(grid.size) if random.random() < 0.65)
    return grid, sources, free, draw(st.none() | st.integers(0, 6))


@settings(max_examples=100, deadline=None)
@given(floods())
def test_flood_is_what_networkx_finds(case: tuple[Grid, int, int, int | None]) -> None:
    grid, sources, free, limit = case
    expected = expected_flood(map_graph(grid), sources, free, limit)
    assert expected == flood(grid, sources, free, limit)


@settings(max_examples=100, deadline=None)
@given(floods(), st.randoms(use_true_random=False))
def test_flood_with_barriers_is_what_networkx_finds(
    case: tuple[Grid, int, int, int | None], random: Random
) -> None:
    grid, sources, free, limit = case
    barrier = [random.getrandbits(6) & random.getrandbits(6) for _ in range(grid.size)]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(grid.size))
    for h, six in enumerate(grid.around):
        graph.add_edges_from(
            (h, near) for d, near in enumerate(six) if near >= 0 and not barrier[h] >> d & 1
        )
    expected = expected_flood(graph, sources, free, limit)
    assert expected == flood_links(grid, sources, free, barrier, limit)
    assert expected == flood_links(grid, sources, free, Barriers(grid, barrier), limit)


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_flood_along_roads_is_what_networkx_finds(random: Random) -> None:
    graph = nx.gnp_random_graph(40, 0.06, seed=random.randrange(10**6))
    links = [sorted(graph.neighbors(h)) for h in range(40)]
    free = random.getrandbits(40)
    sources = random.sample(range(40), 3)
    expected = expected_flood(graph, sum(1 << h for h in sources), free, None)
    assert expected == flood_along(links, sources, free)


def test_flood_along_without_any_map() -> None:
    assert flood_along([], [], 0) == 0


@settings(deadline=None)
@given(floods())
def test_flood_along_the_whole_map_is_flood(case: tuple[Grid, int, int, int | None]) -> None:
    grid, sources, free, _ = case
    assert flood(grid, sources, free) == flood_along(grid.around, grid.hexes_of(sources), free)


def test_a_river_without_a_bridge_shuts_supply_off() -> None:
    grid = Grid.of(1, 4)
    river = Hexsides([((1, 2), "major")]).directions(grid)
    assert grid.hexes_of(flood_links(grid, 1, grid.full, river)) == [0, 1]
    assert grid.hexes_of(flood(grid, 1, grid.full)) == [0, 1, 2, 3]


def test_a_limit_counts_steps_from_the_source() -> None:
    grid = Grid.of(1, 6)
    assert grid.hexes_of(flood(grid, 1, grid.full, limit=2)) == [0, 1, 2]
    assert grid.hexes_of(flood(grid, 1, grid.full, limit=0)) == [0]


def test_a_row_asks_for_a_price_once_and_when_it_is_wanted() -> None:
    asked: list[int] = []

    def price(d: int) -> int:
        asked.append(d)
        return d * 2

    row = Row(price)
    assert (8, 8, 0) == (row[4], row[4], row[0])
    assert [4, 0] == asked
    assert [0, 2, 4, 6, 8, 10] == list(row)
    assert [2, 4] == row[1:3]
    assert 6 == len(asked)
