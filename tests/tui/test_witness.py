"""The map is the witness: cards keep clear of what they are about, and a film plays beside them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual.containers import Vertical

from tests.tui.driver import clock, play_of, prepared, press, running, screen_text, table
from wargame.flow.deed import Deed
from wargame.hexes.grid import Grid
from wargame.tui.screens.dialog import Dialog
from wargame.tui.settings import Settings, save_settings
from wargame.tui.table.film import FilmDialog
from wargame.tui.table.thought import REST
from wargame.tui.table.witness import traces

SCRIPTS = Path(__file__).parent / "scripts"


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


@pytest.mark.parametrize(
    ("word", "key"),
    [("attack", "no_retreat"), ("retreat", "advance"), ("strike", "intercept")],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_hex_that_the_other_side_is_asked_about_is_in_sight(
    saves: Path, word: str, key: str, size: tuple[int, int]
) -> None:
    """And in a small terminal no letters of the table are left over beside the card."""
    script = (SCRIPTS / "left_column.txt").read_text().splitlines()
    n = next(n for n, answer in enumerate(script) if answer.startswith(word))
    save = prepared(saves / "arras.wg", "arras/learning", *script[:n], seed=11)
    async with running(save=save, size=size) as (app, pilot):
        play, screen = play_of(app), table(app)
        outcome = play.answer(script[n])
        assert outcome is not None
        assert outcome.handover
        screen.show_outcome(outcome)
        await pilot.pause()
        ask = play.session.ask
        assert ask is not None
        assert ask.key.endswith(key)
        aims = {h for option in ask.options() for h in option.hexes}
        where = aims.pop() if len(aims) == 1 else ask.about.hexes[0]
        frame = app.screen.query_one(Vertical).region
        assert screen.map.line_of(where) not in frame.line_range, screen_text(app)
        assert frame.width == (80 if size == (80, 24) else 76)


async def test_an_explanation_comes_when_the_card_before_it_is_read() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "escape")
        play, screen = play_of(app), table(app)
        outcome = None
        while (
            outcome is None or play.session.ask is None or "intercept" not in play.session.ask.key
        ):
            outcome = play.answer(play.session.ask.sample(lambda _: 0) if play.session.ask else "")
        screen.show_outcome(outcome)
        await pilot.pause()
        assert not screen.card.has_class("open")
        await press(pilot, "enter")
        assert screen.card.has_class("open")
        assert "Interception" in screen_text(app)


async def test_the_film_of_the_other_sides_turn_plays_beside_dice_too() -> None:
    """The Allied player's turn begins with the die of the random event."""
    pick = random.Random(5).randrange
    async with running("arras/learning") as (app, pilot):
        play, outcome = play_of(app), None
        while outcome is None or not (outcome.read_chart and outcome.handover and play.turn_opens):
            assert play.session.ask is not None
            outcome = play.answer(play.session.ask.sample(pick))
        table(app).show_outcome(outcome)
        await pilot.pause()
        assert isinstance(app.screen, FilmDialog)
        text = screen_text(app)
        assert f"1 of {len(app.screen.scenes)}" in text
        assert "Random event" in text


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
