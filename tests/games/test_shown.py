"""What `show` tells of a unit and of the score, in every game that counts steps or has one score."""

from __future__ import annotations

import pytest

from wargame.cli.position import show_view
from wargame.store.campaign import Campaign


@pytest.mark.parametrize(
    ("scenario", "unit", "steps"),
    [
        ("eastfront/barbarossa", "G-XLI", 4),
        ("eastfront/barbarossa", "A-JG51", 1),
        ("eastfront/barbarossa", "N-XT", 2),
        ("normandy/epsom", "", 3),
        ("ardennes/skyline", "", 3),
        ("hannut/orp", "", 2),
        ("arras/learning", "", 1),
    ],
)
def test_the_steps_that_a_unit_has_left(scenario: str, unit: str, steps: int) -> None:
    with Campaign.new(scenario, 3, None) as campaign:
        told = {u["id"]: u["steps"] for u in show_view(campaign)["units"]}
        assert steps == (told[unit] if unit in told else max(told.values()))


def test_a_step_lost_is_told() -> None:
    with Campaign.new("eastfront/barbarossa", 3, None) as campaign:
        campaign.session.game.set_number("G-XLI", "lost", 1, rule="R")
        told = {u["id"]: u["steps"] for u in show_view(campaign)["units"]}
        assert 3 == told["G-XLI"]


@pytest.mark.parametrize("scenario", ["eastfront/minsk", "eastfront/barbarossa"])
def test_the_score_where_one_decides(scenario: str) -> None:
    with Campaign.new(scenario, 3, None) as campaign:
        assert (0 if "minsk" in scenario else 47) == show_view(campaign)["victory"]["score"]
