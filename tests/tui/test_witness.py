"""The map is the witness: cards keep clear of what they are about, and a film plays beside them."""

from __future__ import annotations

import random

import pytest
from textual.containers import Vertical

from tests.tui.driver import clock, play_of, press, running, screen_text, table
from wargame.flow.deed import Deed
from wargame.hexes.grid import Grid
from wargame.tui.screens.dialog import Dialog
from wargame.tui.settings import Settings, save_settings
from wargame.tui.table.film import FilmDialog
from wargame.tui.table.thought import REST
from wargame.tui.table.witness import traces


@pytest.mark.parametrize(
    ("scenario", "size"), [("arras/learning", (80, 24)), ("hannut/orp", (120, 40))]
)
async def test_what_was_fired_at_flashes_if_wanted_and_no_card_lies_on_it(
    scenario: str, size: tuple[int, int]
) -> None:
    pick, seen = random.Random(5).randrange, 0
    save_settings(Settings(motion="off"))
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
            flashing = [bool(screen.map._layers["struck"])]
            while set(await clock(app).tick(pilot)) - {REST}:
                flashing.append(bool(screen.map._layers["struck"]))
            assert flashing == ([True, False] * 3 + [True] if seen else [True])
            app.shell.change_settings(Settings(motion="on"))
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


def test_the_last_deed_has_arrows_and_the_trails_before_it_fade() -> None:
    grid = Grid(8, 5)
    a, b, c, d = map(grid.hex, ("0202", "0302", "0303", "0402"))
    moved, shot, earlier = Deed(((a, b, c),)), Deed(shots=((a, d),), targets=(d,)), Deed(((d, b),))
    found = traces(grid, (moved, shot, earlier))
    assert ({a: 0, b: 0, d: 2}, {a: "2", b: "3"}) == (found["trail"], found["arrow"])
    assert {} == found["struck"]
    found = traces(grid, (shot, moved))
    assert ({a: 1, b: 1}, {a: "2", b: "1"}) == (found["trail"], found["arrow"])
    assert ([b], [d]) == (list(found["fire"]), list(found["struck"]))
