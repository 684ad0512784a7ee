"""A roll that one side alone knows, in a real game: no screen shows the German the forecast (NOR-WX-02)."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_forecast import GERMAN
from tests.games.normandy.test_forecast import CLEAR, STORM, story
from tests.night.story import write
from tests.tui.driver import play_of, running
from tests.tui.test_leak import Shots, _panels, cells
from wargame.tui.screens.replay import ReplayScreen

SIZE = (120, 40)
ROLLING = "f4"
"""The sequence rolls to where the game is while it is shown; "f4 from its start" has the whole of it."""


async def seated(save: Path) -> Shots:
    """What the German can look at where he decides: table, panels, charts, situation, film, what undo asks."""
    shots: Shots = {}
    async with running(save=save, size=SIZE) as (app, pilot):
        await _panels(app, pilot, shots)
        app.open_replay(play_of(app).campaign, viewer=play_of(app).session.viewer)
        await pilot.pause()
        film = app.screen
        assert isinstance(film, ReplayScreen)
        for n in (0, 1, film.replay.last):
            film.action_go(n)
            await pilot.pause()
            shots[f"film {n}"] = cells(app)
        await pilot.press("escape", "u")
        await pilot.pause()
        shots["undo"] = cells(app)
    return shots


async def test_no_screen_tells_the_german_the_forecast(saves: Path) -> None:
    save = saves / "beach.wg"
    truth = await seated(write(save, story(CLEAR, GERMAN)))
    otherwise = await seated(write(save, story(STORM, GERMAN)))
    assert truth.keys() == otherwise.keys()
    differ = {shot for shot in truth if truth[shot] != otherwise[shot]}
    assert set() == differ - {ROLLING}
