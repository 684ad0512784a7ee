"""Section 7  The map of the fixture against what the text says of it."""

from __future__ import annotations

import pytest

from tests.games.normandy.referee.board import adjacent, side
from tests.games.normandy.referee.table import ground

CROSSINGS = """
1612-1613 1613-1712 1613-1713 1411-1510 1310-1410 1411-1412 1813-1912 1915-1916 1918-2018
3714-3715 3516-3617 3321-3421 3321-3422 1431-1432 1532-1632 3914-4014 3916-4016
"""


def test_7_size_cities_and_beaches() -> None:
    board = ground()
    assert 54 * 40 == len(board.terrain)
    assert 24 == len(board.cities)
    assert {"C"} == {board.terrain[h] for h in board.cities}
    assert board.cities == {h for h, code in board.terrain.items() if code == "C"}
    assert {"us": 2, "cw": 3} == {n: list(board.beaches.values()).count(n) for n in ("us", "cw")}


@pytest.mark.parametrize("pair", CROSSINGS.split())
def test_7_key_crossings_are_road_bridges(pair: str) -> None:
    a, b = pair.split("-")
    assert adjacent(a, b)
    assert side(a, b) in ground().bridges
    assert side(a, b) in ground().roads


def test_7_a_bridge_stands_wherever_a_road_crosses_a_river() -> None:
    board = ground()
    assert board.bridges == board.roads.keys() & board.rivers.keys()
    assert {("3914", "4014"), ("3916", "4016")} == board.destroyed


def test_7_entry_hexes_lie_on_the_edge_and_on_roads() -> None:
    for hexes in ground().entry.values():
        for hex_ in hexes:
            assert hex_[:2] in ("01", "54") or hex_[2:] == "40"
            assert ground().on_road(hex_)


def test_7_every_hexside_joins_neighbours_and_every_place_is_land() -> None:
    board = ground()
    assert all(adjacent(a, b) for a, b in (*board.rivers, *board.roads))
    named = {*board.beaches, *board.ports, *board.heights, *board.fortress, *board.fortifications}
    assert all(board.land(h) for h in named | board.allied)
    assert 13 == len(board.fortifications)
