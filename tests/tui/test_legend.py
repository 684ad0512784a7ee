"""The key to the map names what lies on it once."""

from __future__ import annotations

import pytest

from tests.tui.driver import play_of, press, running, screen_text
from wargame.picture.few import of_few_colours
from wargame.tui.settings import Settings
from wargame.tui.table.legend import legend


@pytest.mark.parametrize("scenario", ["arras/learning", "ardennes/skyline", "normandy/epsom"])
async def test_no_road_is_a_road_road(scenario: str) -> None:
    async with running(scenario, size=(120, 100)) as (app, pilot):
        await press(pilot, "enter", "escape", "m")
        shown = screen_text(app)
        assert "The key to the map" in shown
        assert "road" in shown
        assert "road road" not in shown


async def test_the_ground_is_explained_in_the_16_colours_it_is_drawn_in() -> None:
    async with running("arras/campaign") as (app, _):
        key = legend(play_of(app), Settings(), few=True)
        assert not callable(key._body)
        woods = next(row for row in key._body if row.text.endswith("woods"))
        assert of_few_colours("paper").terrain["woods"] in woods.spans[0][1]
