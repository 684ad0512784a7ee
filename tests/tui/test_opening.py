"""Where the cursor stands when a game opens."""

from __future__ import annotations

from pathlib import Path

from tests.games.eastfront.table import table
from tests.tui.driver import play_of, running, screen_text
from wargame.store.campaign import Campaign
from wargame.tui.map.view import MapView
from wargame.tui.places import thickest
from wargame.tui.screens.replay import ReplayScreen

NORTH = {"A-H16": "2210", "S-4": "2610"}
"""The first unit of the Axis, far up, with an enemy beyond its sight."""
WEST = {"G-XLII": "1034", "G-IX": "1034", "G-VII": "1035", "G-XII": "1136", "S-28": "1135"}


def test_it_is_where_the_front_is_the_thickest() -> None:
    g = table({**NORTH, **WEST})
    name = g.grid.name
    assert name(thickest(g, "axis")) in ("1034", "1035", "1136")
    assert "1135" == name(thickest(g, "soviet")), "in the middle of theirs, not the lone corps"


def test_it_is_at_the_first_unit_where_that_has_the_front_in_sight_or_there_is_none() -> None:
    g = table({**WEST, "A-H16": "0834"})
    assert "0834" == g.grid.name(thickest(g, "axis"))
    alone = table(NORTH)
    assert "2210" == alone.grid.name(thickest(alone, "axis"))
    assert alone.grid.size // 2 == thickest(table({}), "axis")


async def test_the_unit_that_is_marked_first_is_the_nearest() -> None:
    """Barbarossa opens at the Bug, not with the first air unit of the list, in Finland."""
    async with running("eastfront/barbarossa") as (app, _):
        text = screen_text(app)
        assert "1 SKG 210" in text
        assert "take SKG 210" in text
        told = [entry.text for entry in play_of(app).book.rows()]
        unprepared = next(text for text in told if "unprepared" in text)
        assert unprepared.count(",") == 11, "twelve are named"
        assert "Corps and 69 more" in unprepared


async def test_a_film_opens_at_the_front_too(tmp_path: Path) -> None:
    path = tmp_path / "minsk.wg"
    Campaign.new("eastfront/minsk", 3, path).close()
    async with running() as (app, pilot):
        app.push_screen(ReplayScreen(Campaign.open(path)))
        await pilot.pause()
        view = app.screen.query_one(MapView)
        game = app.screen.replay.game  # type: ignore[attr-defined]
        assert thickest(game, "axis") == view.cursor != game.grid.size // 2
