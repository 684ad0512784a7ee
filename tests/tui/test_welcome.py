"""Who comes to a game is told what happened before it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import (
    close_dialogs,
    press,
    running,
    screen_text,
    screen_words,
    table,
    type_line,
)
from wargame.store.seeds import seed_for


async def test_who_comes_back_is_told_what_happened_since_the_last_turn() -> None:
    async with running("arras/learning", seed=11) as (app, pilot):
        script = Path(__file__).parent / "scripts" / "left_column.txt"
        for answer in script.read_text().splitlines()[:20]:
            await type_line(pilot, answer)
            await close_dialogs(app, pilot)
    for keys in (("c",), ("l", "enter")):
        async with running() as (app, pilot):
            await press(pilot, *keys)
            text = screen_words(app)
            assert "the decision is yours · 1 of 1: II./Schuetzen-Rgt. 6 moves" in text
            assert "Since your last turn:" in text
            await close_dialogs(app, pilot)
            assert app.screen is table(app)


async def test_what_the_opening_drew_is_shown_before_the_first_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.tui.screens.seeding.drawn", lambda: seed_for(6))
    async with running() as (app, pilot):
        await press(pilot, "n", "down", "down", "enter")
        text = screen_text(app)
        assert "Before your first decision:" in text
        assert "Activation marker: drew G-STUKA-1 (Stukas)" in text
        await close_dialogs(app, pilot)
        assert "Welcome to Hannut" in screen_text(app)
