"""A few random games of every scenario in the box, with checks at every fourth answer or so."""

from __future__ import annotations

import pytest

from wargame import games
from wargame.flow.fuzz import run_fuzz

SCENARIOS = [name for game in games.MODULES for name in games.names(game)]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_end_and_hold_every_check(scenario: str, seed: int) -> None:
    definition, info = games.find(scenario)
    report = run_fuzz(definition, info.id, 1, seed, rate=24)
    assert report["failures"] == []
    assert sum(report["ends"].values()) == 1
