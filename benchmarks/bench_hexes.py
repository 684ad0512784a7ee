"""Reach and supply against networkx on a 75 x 70 map: equal answers, ratios of alternating runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import TypeVar

import networkx as nx

from wargame.hexes.field import Barriers, Costs, flood, flood_links, reach
from wargame.hexes.grid import Grid, Hex

T = TypeVar("T")
U = TypeVar("U")

ROUNDS = 7
GRID = Grid.of(75, 70)
BUDGETS = (6, 12)
"""Movement points; costs are stored doubled."""


def run() -> list[tuple[str, str]]:
    """Return what was compared and how many times faster than networkx it is."""
    random = Random(1)
    return [*_reaches(random), *_supplies(random)]


def _reaches(random: Random) -> list[tuple[str, str]]:
    """Reach with terrain costs and hexes in enemy zones of control that stop movement."""
    terrain = [random.choice((2, 2, 2, 3, 4, 6)) for _ in range(GRID.size)]
    stop = bytes(random.random() < 0.1 for _ in range(GRID.size))
    starts = [GRID.hex(name) for name in ("3535", "1020", "6050", "2060")]
    entry = [tuple(terrain[near] if near >= 0 else 0 for near in six) for six in GRID.around]
    costs = Costs(GRID, entry)
    graphs = [_cost_graph(entry, stop, start) for start in starts]

    def plain(budget: int) -> list[dict[Hex, int]]:
        return [reach(GRID, start, budget, entry, stop=stop).cost for start in starts]

    def ready(budget: int) -> list[dict[Hex, int]]:
        return [costs.reach(start, budget, stop=stop).cost for start in starts]

    def theirs(budget: int) -> list[dict[Hex, int]]:
        """Costs and predecessors, as a reach gives them; the graph stands ready."""
        return [
            nx.dijkstra_predecessor_and_distance(graph, start, cutoff=budget)[1]
            for graph, start in zip(graphs, starts, strict=True)
        ]

    return [
        _compare(
            f"reach {points} MP, {what}",
            partial(ours, 2 * points),
            partial(theirs, 2 * points),
            repeat=10,
            read=list,
        )
        for points in BUDGETS
        for what, ours in (("costs made ready", ready), ("plain entry table", plain))
    ]


def _supplies(random: Random) -> list[tuple[str, str]]:
    """Supply of the whole map from its western edge, without and with unbridged rivers."""
    sources = GRID.edge("west")
    source = GRID.mask(sources)
    free = GRID.mask(h for h in range(GRID.size) if random.random() < 0.8)
    barrier = [random.getrandbits(6) & random.getrandbits(6) for _ in range(GRID.size)]
    walls = Barriers(GRID, barrier)
    open_graph = _supply_graph(free | source, [0] * GRID.size)
    walled_graph = _supply_graph(free | source, barrier)
    return [
        _compare(
            "supply of the whole map",
            lambda: flood(GRID, source, free),
            lambda: nx.descendants(open_graph, GRID.size),
            repeat=3,
            read=_hexes,
        ),
        _compare(
            "supply with unbridged rivers",
            lambda: flood_links(GRID, source, free, walls),
            lambda: nx.descendants(walled_graph, GRID.size),
            repeat=3,
            read=_hexes,
        ),
    ]


def _cost_graph(entry: list[tuple[int, ...]], stop: bytes, start: Hex) -> nx.DiGraph:
    graph = nx.DiGraph()
    for h, six in enumerate(GRID.around):
        for near, step in zip(six, entry[h], strict=True):
            if near >= 0 and step and (h == start or not stop[h]):
                graph.add_edge(h, near, weight=step)
    return graph


def _supply_graph(free: int, barrier: list[int]) -> nx.DiGraph:
    """The open hexes and one node beyond the map from which every source is fed."""
    graph = nx.DiGraph()
    for h in GRID.hexes_of(free):
        for d, near in enumerate(GRID.around[h]):
            if near >= 0 and free >> near & 1 and not barrier[h] >> d & 1:
                graph.add_edge(h, near)
    graph.add_edges_from((GRID.size, source) for source in GRID.edge("west"))
    return graph


def _hexes(mask: int) -> set[Hex]:
    """Read our answer as networkx gives its own; this is not timed."""
    return set(GRID.hexes_of(mask))


def _compare(
    what: str,
    ours: Callable[[], T],
    theirs: Callable[[], U],
    *,
    repeat: int,
    read: Callable[[T], U],
) -> tuple[str, str]:
    """Run both in turn, assert equal answers, and give the ratio of the best times."""
    assert read(ours()) == theirs()
    best_ours = best_theirs = float("inf")
    for _ in range(ROUNDS):
        best_ours = min(best_ours, _time(ours, repeat))
        best_theirs = min(best_theirs, _time(theirs, repeat))
    return what, f"{best_theirs / best_ours:.1f} x networkx"


def _time(work: Callable[[], object], repeat: int) -> float:
    began = perf_counter()
    for _ in range(repeat):
        work()
    return perf_counter() - began


if __name__ == "__main__":
    for what, ratio in run():
        print(f"{what:34} {ratio}")
