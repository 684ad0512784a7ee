"""Names that fit, steps by key."""

from __future__ import annotations

import pytest

from wargame.hexes.grid import Grid
from wargame.picture.names import shortened, squeezed
from wargame.tui.map.steps import Step, leapt, stepped


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("Vimy", 7, "Vimy"),
        ("Arras (Centre)", 7, "Arras"),
        ("Henin-sur-Cojeul", 9, "Henin"),
        ("Saint-Nicolas", 9, "S.Nicolas"),
        ("Saint-Nicolas", 7, ""),
        ("Bois de Farbus", 9, "B.Farbus"),
        ("Mont-Saint-Eloi", 10, "Mt-St-Eloi"),
        ("Telegraph Hill", 7, "T.Hill"),
    ],
)
def test_names_are_shortened_by_whole_words(name: str, width: int, expected: str) -> None:
    assert expected == shortened(name, width)


def test_a_name_too_long_for_any_form_is_cut() -> None:
    assert squeezed("Bois de Bailleul", 9, "…") == "B.Baille…"
    assert squeezed("Roclincourt", 9, "…") == "Roclinco…"


@pytest.mark.parametrize(
    ("start", "step", "expected"),
    [
        ("0303", "N", "0302"),
        ("0303", "NE", "0403"),
        ("0303", "SE", "0404"),
        ("0303", "S", "0304"),
        ("0303", "SW", "0204"),
        ("0303", "NW", "0203"),
        ("0303", "E", "0403"),
        ("0403", "E", "0503"),
        ("0303", "W", "0203"),
        ("0101", "W", "0101"),
        ("0101", "N", "0101"),
        ("0705", "E", "0705"),
    ],
)
def test_keys_move_by_hex_and_rows_are_kept(start: str, step: Step, expected: str) -> None:
    grid = Grid.of(7, 5)
    assert expected == grid.name(stepped(grid, grid.hex(start), step))


def test_a_leap_stops_at_the_edge() -> None:
    grid = Grid.of(7, 5)
    assert grid.name(leapt(grid, grid.hex("0303"), 9)) == "0305"
    assert grid.name(leapt(grid, grid.hex("0303"), -9)) == "0301"
