"""Hexsides: one value whichever hex is named first."""

from __future__ import annotations

import pytest

from wargame.hexes.grid import Grid
from wargame.hexes.hexside import Hexsides, side_key

GRID = Grid.of(4, 4)
A, B, C = GRID.hex("0202"), GRID.hex("0302"), GRID.hex("0203")


def test_side_key_does_not_depend_on_order() -> None:
    assert (A, B) == side_key(A, B) == side_key(B, A)


def test_both_hexes_find_the_value() -> None:
    rivers = Hexsides([((B, A), "major"), ((A, C), "minor")])
    assert "major" == rivers.get(A, B) == rivers.get(B, A)
    assert rivers.get(B, C) is None
    assert rivers.get(B, C, "none") == "none"
    assert (B, A) in rivers
    assert (B, C) not in rivers
    assert "river" not in rivers


def test_iteration_is_sorted() -> None:
    rivers = Hexsides([((B, A), 1), ((C, A), 2)])
    assert list(rivers) == [(A, C), (A, B)]
    assert list(rivers.items()) == [((A, C), 2), ((A, B), 1)]
    assert len(rivers) == 2
    assert f"Hexsides([(({A}, {C}), 2), (({A}, {B}), 1)])" == repr(rivers)


def test_a_side_said_twice_must_agree() -> None:
    assert len(Hexsides([((A, B), 1), ((B, A), 1)])) == 1
    with pytest.raises(ValueError, match="two values"):
        Hexsides([((A, B), 1), ((B, A), 2)])
    with pytest.raises(ValueError, match="no hexside"):
        Hexsides([((A, A), 1)])


def test_directions_are_bits_on_both_hexes() -> None:
    bits = Hexsides([((A, C), 1)]).directions(GRID)
    assert bits[A] == 1 << 3  # south
    assert bits[C] == 1 << 0  # north
    assert sum(1 for b in bits if b) == 2
