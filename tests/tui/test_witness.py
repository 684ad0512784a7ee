"""The map is the witness: cards keep clear of what they are about, and a film plays beside them."""

from __future__ import annotations

import random

import pytest
from textual.containers import Vertical

from tests.tui.driver import clock, play_of, press, running, screen_text, table
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.film import FilmDialog


@pytest.mark.parametrize(
    ("scenario", "size"), [("arras/learning", (80, 24)), ("hannut/orp", (120, 40))]
)
async def test_no_card_lies_on_what_was_fired_at(scenario: str, size: tuple[int, int]) -> None:
    pick, seen = random.Random(5).randrange, 0
    async with running(scenario, size=size) as (app, pilot):
        play, screen = play_of(app), table(app)
        while seen < 4:
            assert play.session.ask is not None
            outcome = play.answer(play.session.ask.sample(pick))
            if outcome is None or not (outcome.deed.targets and outcome.read_chart):
                continue
            screen.show_outcome(outcome)
            await pilot.pause()
            card = app.screen
            assert isinstance(card, Dialog)
            line = screen.map.line_of(outcome.deed.targets[0])
            frame = card.query_one(Vertical)
            assert line not in frame.region.line_range, screen_text(app)
            await press(pilot, "enter")
            seen += 1


async def test_the_recap_plays_what_the_other_side_did_until_a_key() -> None:
    async with running("arras/learning", seed=3) as (app, pilot):
        play, screen, pick = play_of(app), table(app), random.Random(5).randrange
        outcome = None
        while outcome is None or not (
            outcome.handover and play.in_turn and len(play.film("german")) > 2
        ):
            assert play.session.ask is not None
            outcome = play.answer(play.session.ask.sample(pick))
        screen.show_outcome(outcome)
        await pilot.pause()
        film = app.screen
        assert isinstance(film, FilmDialog)
        assert (0, True) == (film.at, f"1 of {len(film.scenes)}" in screen_text(app))
        await clock(app).tick(pilot)
        assert f"2 of {len(film.scenes)}" in screen_text(app)
        await press(pilot, "x")
        await clock(app).tick(pilot)
        assert (film, 1) == (app.screen, film.at)
        assert "the decision is yours" in screen_text(app)
        await press(pilot, "enter")
        assert app.screen is screen
