"""A few random games of every scenario in the box, with every check of the kernel on."""

from __future__ import annotations

import pytest

from wargame import games
from wargame.flow.fuzz import run_fuzz


def _choices(name: str) -> list[dict[str, str]]:
    """Every way in which the options of a game may be chosen, one after another."""
    found: list[dict[str, str]] = [{}]
    for option in games.find(name)[0].options:
        found = [{**one, option.id: value} for one in found for value in option.values]
    return found


_SHORT, _LONG = 60, 24 * 60
"""Minutes up to which a scenario is small, and from which on it is left to `make long`."""


def _marks(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] if games.find(name)[1].minutes > _LONG else []


GAMES = [
    pytest.param(name, options, seed, marks=_marks(name))
    for game in games.MODULES
    for name in games.names(game)
    for options in _choices(name)
    for seed in ((1, 2, 3) if games.find(name)[1].minutes <= _SHORT else (1,))
]
"""Three games of each small scenario in each mode, one of any other: `make fuzz` plays more."""


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES)
def test_random_games_end_and_hold_every_check(
    scenario: str, options: dict[str, str], seed: int
) -> None:
    definition, info = games.find(scenario)
    rate = max(24, info.answers // 40)  # what is looked back on grows with a game
    report = run_fuzz(definition, info.id, 1, seed, options=options, rate=rate)
    assert report["failures"] == []
    assert sum(report["ends"].values()) == 1
