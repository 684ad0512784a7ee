"""The situation on one key: the map fitted to the window, the facts beside or below it."""

from __future__ import annotations

import pytest

from tests.tui.driver import close_dialogs, play_of, press, running, screen_text
from wargame.picture.fit import around
from wargame.tui.widgets.small_map import FittedMap


async def test_the_situation_of_a_broad_front_is_near_enough_for_names_in_a_small_terminal() -> (
    None
):
    async with running("hannut/orp") as (app, pilot):
        await close_dialogs(app, pilot)
        await press(pilot, "v")
        await pilot.pause()
        text, play, seen = screen_text(app), play_of(app), app.screen.query_one(FittedMap)
        assert "!Mari!" in text, text  # ringed, with the letters of its name
        assert "Levels of victory" in text, text
        prizes = play.definition.face.standing(play.game).prizes
        assert {prize.hex for prize in prizes} == set(seen._layers["must"])


@pytest.mark.parametrize(
    ("scenario", "zoom", "share"),
    [
        ("hannut/orp", "close", 0.4),
        ("arras/campaign", "theatre", 0.6),
        ("arras/learning", "close", 0.8),
    ],
)
async def test_the_situation_has_little_of_what_nobody_fights_for(
    scenario: str, zoom: str, share: float
) -> None:
    """At 120 x 40: a flat battle has its facts below, a whole map is as large as there is room."""
    async with running(scenario, size=(120, 40)) as (app, pilot):
        await close_dialogs(app, pilot)
        await press(pilot, "v")
        await pilot.pause()
        seen = app.screen.query_one(FittedMap)
        assert (zoom, scenario == "hannut/orp") == (seen._zoom, app.screen.has_class("flat"))
        assert seen._picture is not None
        corners = seen._corners
        held = around(seen._picture.layout, corners)
        assert share <= held.height / 38
        assert held.width <= seen.size.width
        assert held.height <= seen.size.height
