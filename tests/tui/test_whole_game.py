"""Whole games by the keyboard alone, from the menu to the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import Player, close_dialogs, play_of, press, running, screen_text
from tests.tui.hand import Hand
from wargame.model.events import DiceRolled
from wargame.store.seeds import BY_HAND

SCRIPTS = Path(__file__).parent / "scripts"


async def test_the_toy_is_played_to_its_end_by_keys() -> None:
    async with running("toy/crossroads", seed=5) as (app, pilot):
        await close_dialogs(app, pilot)
        await Player(app, pilot, 5).play_on(400)
        assert play_of(app).session.state.ended is not None
        assert "The game is over" in screen_text(app)


async def test_the_orp_scenario_is_played_from_menu_to_result_by_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.tui.screens.seeding.drawn", lambda: (12, BY_HAND))
    script = (SCRIPTS / "orp.txt").read_text().splitlines()
    async with running() as (app, pilot):
        await press(pilot, "n", "down", "down", "enter")
        await close_dialogs(app, pilot)
        session = play_of(app).session
        assert ("hannut", "orp") == (session.header.game, session.header.scenario)
        await Hand(app, pilot).play(script)
        given = {entry.answer.partition(" ")[0] for entry in session.entries}
        assert given >= {
            "move", "column", "load", "fire", "assault", "shell", "strike", "retreat", "stand", "unload",
            "place", "done", "pass",
        }  # fmt: skip
        rolls = [
            e.kind for entry in session.entries for e in entry.events if isinstance(e, DiceRolled)
        ]
        assert {"rally", "recovery", "assault_round", "opportunity_fire", "fire"} <= set(rolls)
        assert session.state.ended is not None
        assert "The game is over" in screen_text(app)


async def test_the_learning_scenario_is_played_from_menu_to_result_by_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.tui.screens.seeding.drawn", lambda: (11, BY_HAND))
    script = (SCRIPTS / "left_column.txt").read_text().splitlines()
    async with running() as (app, pilot):
        await press(pilot, "n", "enter")
        await close_dialogs(app, pilot)
        session = play_of(app).session
        assert ("arras", "learning") == (session.header.game, session.header.scenario)
        await Hand(app, pilot).play(script)
        given = {entry.answer.partition(" ")[0] for entry in session.entries}
        assert given >= {
            "move", "exploit", "attack", "no", "retreat", "bombard", "strike", "intercept",
            "target", "done",
        }  # fmt: skip
        assert session.state.ended is not None
        assert "The game is over" in screen_text(app)
        await press(pilot, "enter")
        assert "report" in screen_text(app)
        assert "replay" in screen_text(app)
