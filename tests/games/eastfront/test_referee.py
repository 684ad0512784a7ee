"""The program held against the referee in crowded random positions and in a game; more by `make referee`."""

from __future__ import annotations

import pytest

from tests.games.eastfront.watched import crowded, played
from tests.games.eastfront.weighed_advance import advances


@pytest.mark.parametrize("seed", range(1, 6))
def test_crowds_of_the_pocket_are_as_the_referee_says(seed: int) -> None:
    """EF-ZC, EF-SK, EF-IS, EF-RA-10 to -13, EF-SP-13 to -28, EF-MV, EF-CB-20 to -26"""
    found = crowded(seed, "minsk")
    assert found == []
    assert found.seen["odds"]


@pytest.mark.parametrize("seed", [3, 7])
def test_crowds_of_the_whole_map_are_as_the_referee_says(seed: int) -> None:
    """The same in every year, weather and country."""
    found = crowded(seed)
    assert found == []
    assert found.seen["reach"]
    assert found.seen["sails"]
    assert found.seen["levels"]
    assert found.seen["works"]
    assert found.seen["band moves"]


def test_a_random_game_is_as_the_referee_says() -> None:
    """The same in positions that play has led to."""
    looked_at = list(played(2, "minsk", 180))
    assert all(found == [] for found in looked_at)
    assert len(looked_at) == 3


def test_advances_of_a_game_are_as_the_referee_says() -> None:
    """EF-CB-28, EF-CB-29  Who may advance where, whenever a scripted player may."""
    found = advances(3, "minsk", 500)
    assert found == []
    assert found.seen["advance"]
    assert found.seen["second hex"]
