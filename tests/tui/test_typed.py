"""Keys that come faster than the screen: none reaches what it was not meant for."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.pilot import Pilot

from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from wargame.store.load import load
from wargame.tui.app import TableApp
from wargame.tui.key_queue import PAUSE
from wargame.tui.screens.dialog import Dialog
from wargame.tui.screens.settings_screen import SettingsScreen

TOY = "toy/crossroads"
_CHARACTERS = {"colon": ":", "space": " ", "minus": "-", "enter": "\r", "escape": "\x1b"}


async def burst(app: TableApp, pilot: Pilot[int], *keys: str, gap: float = 0.0) -> None:
    """Press keys all at once, as they come from a terminal that was slow; or *gap* seconds apart."""
    start = events.Idle().time
    for n, key in enumerate(keys):
        event = events.Key(key, _CHARACTERS.get(key, key if len(key) == 1 else None))
        event.time = start + n * gap
        app.post_message(event)
    await pilot.pause()
    await pilot.pause()


async def test_keys_typed_ahead_do_not_dismiss_a_notice_unread() -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "p", "enter", "space", "m", "enter")
        assert isinstance(app.screen, Dialog)
        assert "the decision is yours" in screen_text(app)
        assert 1 == play_of(app).session.n
        await press(pilot, "enter")
        assert [table(app)] == app.screen_stack[1:]


async def test_nor_do_they_reach_the_map_behind_it() -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "p", "tab", "right", "enter", "right", "p", "u")
        before = play_of(app).cursor
        await press(pilot, "enter")
        assert (1, before) == (play_of(app).session.n, play_of(app).cursor)
        assert "Move which unit?" in screen_text(app)


async def test_a_deletion_is_not_confirmed_by_a_key_typed_ahead(saves: Path) -> None:
    async with running(TOY):
        pass
    async with running() as (app, pilot):
        await press(pilot, "l")
        await burst(app, pilot, "x", "y")
        assert "Delete this campaign?" in screen_text(app)
        assert (saves / "toy-crossroads.wg").is_file()
        await press(pilot, "y")
        assert not (saves / "toy-crossroads.wg").exists()


async def test_a_takeback_is_not_agreed_to_by_a_key_typed_ahead() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "pass")
        await press(pilot, "enter")
        await burst(app, pilot, "u", "y")
        assert "needs the consent" in screen_text(app)
        assert 1 == play_of(app).session.n


async def test_a_menu_takes_what_was_typed_ahead_for_it(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "f10", "t", "right", "escape")
        assert "dark" == app.settings.theme
        assert table(app) is app.screen
        await burst(app, pilot, "f10", "b", *"here", "enter", "p")
        assert ["here"] == [mark.text for mark in load(saves / "toy-crossroads.wg").remarks]
        assert 1 == play_of(app).session.n


async def test_an_expert_types_whole_answers_in_one_go() -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "enter", "right", "down", "enter")
        assert 1 == play_of(app).session.n
        await burst(app, pilot, "colon", *"pass", "enter", "u")
        assert 2 == play_of(app).session.n
        assert "the decision is yours" in screen_text(app)


async def test_no_key_reaches_a_question_that_was_not_yet_on_the_screen() -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "g", *"0103", "enter", "enter", "down", "enter", "tab", "p", "2")
        play = play_of(app)
        assert (1, "red") == (play.session.n, play.session.entries[1].side)
        assert "" == play.view().answer
        await burst(app, pilot, "colon", *"pass", "enter", "enter")
        assert 2 == play.session.n


async def test_enter_gives_nothing_that_was_not_pointed_at() -> None:
    async with running(TOY) as (app, pilot):
        play = play_of(app)
        await press(pilot, "p", "enter")
        before = play.session.n
        await press(pilot, *["enter", "space"] * 4)
        assert before == play.session.n
        reach = next(layer for layer in play.view().layers if layer.kind == "reach")
        goal = play.game.grid.name(min(reach.marks))
        await press(pilot, "g", *goal, "enter")
        assert play.view().answer
        await press(pilot, "f9", "escape", "enter")
        assert before == play.session.n
        assert "Nothing is chosen yet" in screen_text(app)
        await press(pilot, "g", *goal, "enter", "enter")
        assert before + 1 == play.session.n


async def test_a_key_that_is_held_down_does_not_dismiss_a_notice() -> None:
    async with running(TOY) as (app, pilot):
        app.typed.pause = PAUSE
        await burst(app, pilot, "p", *["enter"] * 30, gap=0.03)
        assert isinstance(app.screen, Dialog)


async def test_a_new_key_is_taken_at_once() -> None:
    async with running(TOY) as (app, pilot):
        app.typed.pause = PAUSE
        await press(pilot, "p")
        late = events.Key("enter", "\r")
        late.time += PAUSE * 1.1
        app.post_message(late)
        await pilot.pause()
        assert table(app) is app.screen


async def test_a_question_that_weighs_more_waits_longer() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "pass")
        await press(pilot, "enter")
        app.typed.pause = PAUSE
        await burst(app, pilot, "u", "y", gap=PAUSE * 2)
        assert 1 == play_of(app).session.n
        late = events.Key("y", "y")
        late.time += PAUSE * 6
        app.post_message(late)
        await pilot.pause()
        assert 0 == play_of(app).session.n


async def test_leaving_is_never_held_up() -> None:
    async with running(TOY) as (app, pilot):
        await burst(app, pilot, "ctrl+c", "ctrl+c")
        assert 0 == app.return_value


async def test_settings_are_a_screen_that_is_asked_for() -> None:
    async with running() as (app, pilot):
        await burst(app, pilot, "s", "down", "right")
        assert isinstance(app.screen, SettingsScreen)
        assert "ascii" == app.settings.glyphs


async def test_the_second_click_of_two_does_not_answer_a_notice() -> None:
    async with running(TOY) as (app, pilot):
        app.typed.pause = PAUSE * 100
        await press(pilot, "p")
        lines = screen_text(app).splitlines()
        y = next(n for n, line in enumerate(lines) if "go on" in line)
        for wait, left in ((0.0, True), (PAUSE * 200, False)):
            for kind in (events.MouseDown, events.MouseUp):
                click = kind(None, 6, y, 0, 0, 1, False, False, False, 6, y)
                click.time += wait
                app.post_message(click)
            await pilot.pause()
            assert left == isinstance(app.screen, Dialog), screen_text(app)
