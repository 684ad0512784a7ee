"""Menu, new game, load, settings, rulebook, charts, help, replay, and mistakes of the table."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from tests.tui.driver import (
    clock,
    play_of,
    press,
    running,
    screen_text,
    screen_words,
    table,
    type_line,
)
from wargame import games
from wargame.model.events import ChartRead
from wargame.store.campaign import Campaign
from wargame.store.seeds import seed_for
from wargame.tui.screens.charts import ChartsScreen
from wargame.tui.screens.help import HelpScreen
from wargame.tui.screens.replay import ReplayScreen, scrubber
from wargame.tui.settings import Settings, load_settings, save_settings
from wargame.tui.widgets.rows import Rows

TOY = "toy/crossroads"


# -- menu, new game, load --------------------------------------------------------------------


async def test_the_menu_leads_to_a_new_game() -> None:
    async with running() as (app, pilot):
        await press(pilot, "n")
        assert "The left column" in screen_text(app)
        await press(pilot, "end", "tab", *"Anna", "tab", *"Bert", "enter")
        assert {"red": "Anna", "blue": "Bert"} == play_of(app).session.header.players
        assert "Move which unit?" in screen_text(app)


async def test_games_are_read_while_the_menu_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be read does no harm until it is wanted."""
    read: list[str] = []
    found = games.game

    def broken_at_the_second(name: str) -> object:
        read.append(name)
        if len(read) == 2:
            raise ValueError(name)
        return found(name)

    monkeypatch.setattr(games, "game", broken_at_the_second)
    async with running() as (app, pilot):
        with suppress(WorkerFailed):  # who waits before it has failed is told so
            await app.workers.wait_for_complete()
        assert [*games.MODULES][:2] == read
        monkeypatch.setattr(games, "game", found)
        await press(pilot, "n")
        assert "The left column" in screen_text(app)


async def test_a_seed_is_made_of_what_both_players_type_unseen() -> None:
    async with running() as (app, pilot):
        await press(pilot, "n", "end")
        assert "seed commitment" in screen_text(app)
        await press(pilot, "d", "d")
        assert "strict, of two phrases" in screen_text(app)
        await press(pilot, "enter", *"moon", "enter")
        assert "Its commitment, to be noted" in screen_words(app)
        assert "moon" not in screen_text(app)
        await press(pilot, "y", *"sun", "enter", "y")
        chance = play_of(app).session.header.chance
        assert ("strict", "phrases") == (chance.dice, chance.seed)
        assert ["moon", "sun"] == [phrase.partition("#")[0] for phrase in chance.phrases]


async def test_how_a_game_is_played_is_chosen_with_its_scenario() -> None:
    async with running() as (app, pilot):
        await press(pilot, "n")
        for _ in games.MODULES:
            if "Who plays" in screen_text(app):
                break
            await press(pilot, "down", "down")
        await press(pilot, "m")
        assert "(o) A German player alone" in screen_text(app)
        await press(pilot, "enter")
        assert {"mode": "gs"} == play_of(app).session.header.options


async def test_continue_opens_the_last_save(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
    async with running() as (app, pilot):
        text = screen_words(app)
        assert "toy-crossroads - Crossroads: Crossroads, turn 1, at answer 1" in text
        await press(pilot, "c")
        assert 1 == play_of(app).session.n
        assert saves / "toy-crossroads.wg" == play_of(app).campaign.path


async def test_saves_are_listed_and_damaged_ones_are_shown_as_such(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "move r2 0103-0203")
        await type_line(pilot, "pass")
    lines = (saves / "toy-crossroads.wg").read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace("0203", "0303")
    (saves / "hurt.wg").write_text("".join(lines))
    (saves / "letter.wg").write_text("Dear Anna,\n")
    async with running() as (app, pilot):
        await press(pilot, "l")
        text = screen_text(app)
        assert "DAMAGED" in text
        assert "cannot be opened" in text
        assert "turn 1, at answer 3" in text


async def test_a_damaged_save_opens_for_looking_only(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "move r2 0103-0203")
    lines = (saves / "toy-crossroads.wg").read_text().splitlines(keepends=True)
    lines[-1] = lines[-1].replace("r2", "r3")
    (saves / "hurt.wg").write_text("".join(lines))
    async with running(save=saves / "hurt.wg") as (app, pilot):
        assert "looking only" in screen_text(app)
        await type_line(pilot, "pass")
        assert 1 == play_of(app).session.n


async def test_a_save_that_does_not_exist_is_told() -> None:
    async with running(save=Path("/nowhere/x.wg")) as (app, pilot):
        assert "There is no save" in screen_text(app)
        await press(pilot, "enter")
        assert "New game" in screen_text(app)


async def test_a_position_of_a_save_is_looked_at_and_branched(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "pass")
    async with running() as (app, pilot):
        app.play_save("toy-crossroads@1")
        await pilot.pause()
        assert "looking only" in screen_text(app)
        await type_line(pilot, "save other")
        assert "saved · answer 1" in screen_text(app)
        assert (saves / "other.wg").is_file()


# -- settings --------------------------------------------------------------------------------


async def test_settings_take_effect_and_are_kept() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "t", "right", "down", "right", "escape")
        assert "dark" == app.theme == load_settings().theme
        assert "ascii" == load_settings().glyphs


def test_unreadable_settings_are_the_defaults(config: Path) -> None:
    (config / "settings.json").write_text('{"theme": "neon", "glyphs": "ascii"}')
    assert Settings(glyphs="ascii") == load_settings()
    (config / "settings.json").write_text("[")
    assert Settings() == load_settings()


def test_settings_come_back_as_they_were_kept() -> None:
    settings = Settings(theme="mono", curtain="off")
    assert "" == save_settings(settings)
    assert settings == load_settings()


# -- rulebook, charts, help ------------------------------------------------------------------


async def test_f1_opens_the_rule_of_the_question() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "escape", "f1")
        assert "ARR-MV-07" in screen_text(app)


async def test_the_rulebook_follows_links_and_comes_back() -> None:
    async with running("arras/learning") as (app, pilot):
        await type_line(pilot, "rule ARR-SQ-04")
        assert "ARR-SQ-04" in screen_text(app)
        await press(pilot, "enter")
        assert "PickDialog" == type(app.screen).__name__
        await press(pilot, "enter")
        assert "ARR-EV-01" in screen_text(app)
        await press(pilot, "backspace")
        assert "ARR-SQ-04" in screen_text(app)


async def test_the_rulebook_is_searched() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "f8", "slash", *"sudden", "enter")
        assert "ARR-VI-02" in screen_text(app)
        await press(pilot, "enter", "escape")
        assert table(app) is app.screen


async def test_an_unknown_rule_is_told() -> None:
    async with running("arras/learning") as (app, pilot):
        await type_line(pilot, "rule ARR-XX-99")
        assert "not known" in screen_text(app)


async def test_a_game_without_a_rulebook_says_so() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f1")
        assert "No such rule" in screen_text(app)


async def test_all_charts_are_shown() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "f7", "down")
        text = screen_text(app)
        assert "Combat results" in text
        assert "R2/-" in text
        await press(pilot, "f1")
        assert "ARR-CO-02" in screen_text(app)


async def test_help_begins_with_the_screen_that_asks_for_it() -> None:
    headings = (
        ("", "f1", "Main menu"),
        ("n", "f1", "New game"),
        ("n", "f9", "New game"),
        ("l", "f1", "Campaigns"),
        ("lt", "f1", "Deleted campaigns"),
        ("s", "f1", "Settings"),
    )
    async with running() as (app, pilot):
        for keys, key, heading in headings:
            await press(pilot, *keys)
            asking = app.screen
            await press(pilot, key)
            assert isinstance(app.screen, HelpScreen)
            assert screen_text(app).splitlines()[1].strip() == heading
            await press(pilot, "escape")
            assert asking is app.screen
            app.back_to_menu()
            await pilot.pause()


@pytest.mark.parametrize("key", ["f9", "question_mark", "f1"])
async def test_the_replay_lists_its_keys(key: str) -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "r", key)
        lines = screen_text(app).splitlines()
        assert "Replay" == lines[1].strip()
        assert any("Next segment" in line for line in lines)


async def test_help_lists_every_key() -> None:
    async with running(TOY, size=(100, 70)) as (app, pilot):
        await press(pilot, "f9")
        text = screen_text(app)
        for word in ("point the path", "Shift+Tab", "F10", "Overlays", "Ctrl+Q"):
            assert word in text


# -- replay ----------------------------------------------------------------------------------


async def test_a_replay_steps_jumps_and_plays_on(saves: Path) -> None:
    pick = random.Random(5).randrange
    with Campaign.new(TOY, 5, saves / "toy-crossroads.wg") as campaign:
        while (ask := campaign.session.ask) is not None and campaign.session.n < 30:
            campaign.answer(ask.sample(pick))
    async with running() as (app, pilot):
        assert "" == app.replay_save("toy-crossroads")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await press(pilot, "right", "right")
        assert 2 == screen.replay.n
        await press(pilot, "left")
        assert 1 == screen.replay.n
        for key in ("pagedown", "right_square_bracket", "full_stop"):
            before = screen.replay.n
            await press(pilot, key)
            assert screen.replay.n > before, key
        await press(pilot, "end")
        assert screen.replay.last == screen.replay.n
        await press(pilot, "g", "4", "enter")
        assert 4 == screen.replay.n
        assert f"4/{screen.replay.last}" in screen_text(app)
        await press(pilot, "c", "enter")
        assert 4 == play_of(app).session.n
        assert (saves / "toy-crossroads-from-4.wg").is_file()


async def test_a_replay_runs_by_itself_and_stops_at_the_end() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "f10", "r")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await press(pilot, "5", "space")
        assert "playing 16x" in screen_text(app)
        assert [0.1] == await clock(app).tick(pilot)
        assert 1 == screen.replay.n
        await clock(app).tick(pilot)
        assert "paused 16x" in screen_text(app)
        assert [] == await clock(app).tick(pilot)
        assert 1 == screen.replay.n


async def test_a_bookmark_and_a_takeback_are_found_in_the_replay(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "f10", "b", *"here", "enter")
        await type_line(pilot, "move r2 0103-0204")
        await press(pilot, "u")
        await type_line(pilot, "pass")
    async with running() as (app, pilot):
        app.replay_save(str(saves / "toy-crossroads.wg"))
        await pilot.pause()
        await press(pilot, "n")
        told = [entry.text for entry in app.screen.query_one("#lines", Rows).entries]
        assert "Bookmark: here" in told
        assert any(text.startswith("The Red side took back answer 2: Red 2") for text in told)
        await press(pilot, "v")
        assert "2     1  The Red side took back" in screen_text(app), screen_text(app)


def test_the_scrubber_fits_its_line() -> None:
    assert all(40 == len(scrubber(n, 9, 40)) for n in range(10))


# -- mistakes --------------------------------------------------------------------------------


async def test_a_disk_that_fails_is_told_and_the_game_goes_on(saves: Path) -> None:
    saves.rmdir()  # noqa: ASYNC240 - nothing else runs yet
    saves.write_text("no folder")  # noqa: ASYNC240
    async with running() as (app, pilot):
        problem = app.play_new(TOY, seed=seed_for(3))
        await pilot.pause()
        assert "kept nowhere" in problem or "kept nowhere" in screen_text(app)


async def test_an_ended_game_opens_with_its_result(saves: Path) -> None:
    campaign = Campaign.new(TOY, 5, saves / "done.wg")
    pick = random.Random(1).randrange
    while campaign.session.ask is not None:
        campaign.answer(campaign.session.ask.sample(pick))
    campaign.close()
    async with running(save=saves / "done.wg") as (app, pilot):
        assert "The game is over" in screen_text(app)
        await press(pilot, "enter")
        assert "Winner" in screen_text(app)
        await press(pilot, "r")
        assert isinstance(app.screen, ReplayScreen)


async def test_what_was_read_last_on_a_chart_is_told_though_no_numbers_led_to_it() -> None:
    async with running("arras/learning") as (app, pilot):
        charts = play_of(app).definition.charts(play_of(app).game.content)
        reading = ChartRead("crt", "2:1", "2", "-/D", 2, (), (), (), "ARR-CO-06")
        app.push_screen(ChartsScreen(charts, reading))
        await pilot.pause()
        assert "last read: 2:1, 2: -/D" in screen_text(app)
