"""Hands of cards in a real game: no screen shows a side what the other holds (ARD-CD-03)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.ardennes.secrets import behind, game
from tests.night.story import write
from tests.tui.driver import play_of, press, running
from tests.tui.test_leak import Shots, _panels, cells
from wargame.flow.session import Session
from wargame.games.ardennes.state import OTHER
from wargame.tui.screens.replay import ReplayScreen

SIZE = (200, 60)
"""Where the header has room for a hand."""
ROLLING = "f4"
"""The sequence rolls to where the game is while it is shown; "f4 from its start" has the whole of it."""


def pairs() -> Iterator[tuple[Session, Session]]:
    """The game with other cards in the hand of who does not decide, whenever that can be."""
    for session in game("skyline", 2, 80):
        assert session.viewer is not None
        if found := behind(session, OTHER[session.viewer], session.n):
            yield found


async def seated(save: Path) -> Shots:
    """What who decides can look at: curtain, briefing, panels, charts, situation, film, what undo asks."""
    shots: Shots = {}
    async with running(save=save, size=SIZE) as (app, pilot):
        for name in ("curtain", "briefing", "table"):
            shots[name] = cells(app)
            await press(pilot, "enter")
        await _panels(app, pilot, shots)
        app.open_replay(play_of(app).campaign, viewer=play_of(app).session.viewer)
        await pilot.pause()
        film = app.screen
        assert isinstance(film, ReplayScreen)
        for n in (0, film.replay.last):
            film.action_go(n)
            await pilot.pause()
            shots[f"film {n}"] = cells(app)
        await press(pilot, "escape", "u")
        shots["undo"] = cells(app)
    return shots


async def test_no_screen_tells_a_side_the_other_hand(saves: Path) -> None:
    """ARD-CD-03  The Allied player, asked in a German impulse."""
    found = next(pair for pair in pairs() if pair[0].viewer == "allied")
    truth, otherwise = [await seated(write(saves / "snow.wg", one)) for one in found]
    assert truth.keys() == otherwise.keys()
    differ = {shot for shot in truth if truth[shot] != otherwise[shot]}
    assert set() == differ - {ROLLING}
