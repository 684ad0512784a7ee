"""The key to the map names what lies on it once."""

from __future__ import annotations

import pytest

from tests.tui.driver import press, running, screen_text


@pytest.mark.parametrize("scenario", ["arras/learning", "ardennes/skyline", "normandy/epsom"])
async def test_no_road_is_a_road_road(scenario: str) -> None:
    async with running(scenario, size=(120, 100)) as (app, pilot):
        await press(pilot, "enter", "escape", "m")
        shown = screen_text(app)
        assert "The key to the map" in shown
        assert "road" in shown
        assert "road road" not in shown
