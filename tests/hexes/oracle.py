"""Maps drawn at random, and the same maps as networkx graphs to check against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
from hypothesis import strategies as st

from wargame.hexes.grid import Grid


@st.composite
def grids(draw: st.DrawFn, most: int = 9) -> Grid:
    """Draw a small map of any shape, single rows and columns included."""
    return Grid.of(draw(st.integers(1, most)), draw(st.integers(1, most)))


def map_graph(grid: Grid) -> nx.Graph:
    """Return the hexes of a map joined to their neighbours."""
    graph = nx.Graph()
    graph.add_nodes_from(range(grid.size))
    graph.add_edges_from((h, near) for h in range(grid.size) for near in grid.neighbours[h])
    return graph


@dataclass
class Country:
    """A map with costs, places to stop and places that are closed."""

    grid: Grid
    start: int
    entry: list[list[int]]
    stop: bytes
    closed: bytes


@st.composite
def countries(draw: st.DrawFn) -> Country:
    """Draw a map with terrain; costs also stand on the map's end, where nothing may go."""
    grid = draw(grids())
    random = draw(st.randoms(use_true_random=False))
    costs = random.choice([(0, 1), (2, 3, 4), (0, 1, 2, 2, 3, 6), (2,)])
    return Country(
        grid=grid,
        start=random.randrange(grid.size),
        entry=[[random.choice(costs) for _ in range(6)] for _ in range(grid.size)],
        stop=bytes(random.random() < 0.2 for _ in range(grid.size)),
        closed=bytes(random.random() < 0.15 for _ in range(grid.size)),
    )


def cost_graph(
    country: Country, *, stop: Sequence[int], closed: Sequence[int], surcharge: int
) -> nx.DiGraph:
    """Return the steps allowed, weighted; `weight` holds the cost."""
    graph = nx.DiGraph()
    graph.add_node(country.start)
    for h, six in enumerate(country.grid.around):
        if stop[h] and h != country.start:
            continue
        extra = surcharge if h == country.start else 0
        for near, step in zip(six, country.entry[h], strict=True):
            if near >= 0 and step and not closed[near]:
                graph.add_edge(h, near, weight=step + extra)
    return graph
