"""A choice of hexes names them; the nearest are all of one distance."""

from __future__ import annotations

from collections import Counter

from tests.flow.table import picker, start
from wargame.flow.ask import Option
from wargame.rules.choose import nearest, of_hexes, some


def test_hexes_are_written_by_number_and_by_place() -> None:
    g = start().game
    here = g.grid.hex("0403")
    found = of_hexes(g, [here], "mine {hex}", "Mines in {place}", "r1")
    said = f"Mines in {g.content.map.numbered(here)}"
    assert [(Option("mine 0403", said, ("r1",), (here,)), here)] == found
    assert "Crossroads" in said


def test_the_nearest_are_all_of_the_same_distance() -> None:
    g = start().game
    at = g.grid.hex
    assert [at("0402"), at("0404")] == nearest(g, at("0403"), map(at, ("0402", "0101", "0404")))
    assert [] == nearest(g, at("0403"), [])


def test_some_that_fits_is_each_of_them_as_often_and_nothing_where_none_does() -> None:
    pick = picker(1)
    found = Counter(some(range(6), lambda n: f"{n}" if n % 2 else None, pick) for _ in range(900))
    assert {"1", "3", "5"} == set(found)
    assert all(abs(n - 300) < 60 for n in found.values())
    assert some(range(6), lambda _: None, pick) is None
    assert some((), str, pick) is None
