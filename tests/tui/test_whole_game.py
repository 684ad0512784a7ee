"""Whole games by the keyboard alone."""

from __future__ import annotations

from tests.tui.driver import Player, close_dialogs, play_of, running, screen_text


async def test_the_toy_is_played_to_its_end_by_keys() -> None:
    async with running("toy/crossroads", seed=5) as (app, pilot):
        await close_dialogs(app, pilot)
        await Player(app, pilot, 5).play_on(400)
        assert play_of(app).session.state.ended is not None
        assert "The game is over" in screen_text(app)


async def test_the_orp_scenario_is_played_to_its_end_by_keys() -> None:
    async with running("hannut/orp", seed=12) as (app, pilot):
        await close_dialogs(app, pilot)
        await Player(app, pilot, 12, leave=0.05).play_on(1000)
        session = play_of(app).session
        given = {entry.answer.partition(" ")[0] for entry in session.entries}
        assert given >= {"move", "fire", "shell", "retreat", "pass"}  # assaults: test_hannut.py
        assert session.state.ended is not None
        assert "The game is over" in screen_text(app)


async def test_the_learning_scenario_is_played_to_its_end_by_keys() -> None:
    async with running("arras/learning", seed=11) as (app, pilot):
        await close_dialogs(app, pilot)
        await Player(app, pilot, 11, leave=0.5).play_on(1000)
        assert play_of(app).session.state.ended is not None
        assert "The game is over" in screen_text(app)
