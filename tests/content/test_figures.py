"""Numbers as players read them."""

from __future__ import annotations

import pytest

from wargame.content.figures import counted


@pytest.mark.parametrize(
    ("number", "noun", "read"),
    [
        (1, "point", "1 point"),
        (2, "point", "2 points"),
        (0, "point", "0 points"),
        (-1, "point", "-1 point"),
        ("+1", "point", "+1 point"),
        ("3", "point", "3 points"),
        (1, "hex/hexes", "1 hex"),
        (4, "hex/hexes", "4 hexes"),
    ],
)
def test_a_number_agrees_with_its_noun(number: int | str, noun: str, read: str) -> None:
    assert counted(number, noun) == read
