"""The terminal changes its size while a question is open: nothing is lost."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.driver import (
    close_dialogs,
    play_of,
    press,
    running,
    screen_text,
    table,
    type_line,
)
from wargame.tui.app import TableApp
from wargame.tui.screens.dialog import PickDialog, TextDialog
from wargame.tui.screens.help import HelpScreen
from wargame.tui.table.screen import TableScreen
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.too_small import SMALLEST

TOY = "toy/crossroads"
SIZES = 30


async def resized(app: TableApp, pilot: Pilot[int], seed: int, sizes: int = 10) -> None:
    """Sizes small and large, then the first one again."""
    pick = random.Random(seed)
    for _ in range(sizes):
        width, height = pick.randint(1, 220), pick.randint(1, 70)
        await pilot.resize_terminal(width, height)
        await pilot.pause()
        small = width < SMALLEST[0] or height < SMALLEST[1]
        if width > 40 and height > 4 and not app.screen.is_modal:
            assert small is ("needs 80 x 24" in screen_text(app)), (width, height)
    await pilot.resize_terminal(80, 24)
    await pilot.pause()


async def test_a_move_in_preview_survives() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "right")
        view = play_of(app).view()
        before = play_of(app).cursor, view.answer, view.at, view.preview, app.focused
        text = screen_text(app)
        await resized(app, pilot, 1, SIZES)
        view = play_of(app).view()
        assert before == (play_of(app).cursor, view.answer, view.at, view.preview, app.focused)
        assert text.splitlines()[-5:] == screen_text(app).splitlines()[-5:]
        await press(pilot, "enter")
        assert 1 == play_of(app).session.n


async def test_typed_text_survives() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "colon", *"move")
        line = app.screen.query_one(CommandLine)
        line.cursor_position = 2
        await resized(app, pilot, 3)
        assert ("move", 2, True) == (line.value, line.cursor_position, line.has_focus)
        await press(pilot, *"XY")
        assert "moXYve" == line.value


async def test_the_selected_journal_line_survives() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "down", "enter", "f5", "up", "up")
        journal = table(app).panels.journal
        before = journal.at
        await resized(app, pilot, 4)
        assert (before, True) == (journal.at, journal.has_focus)


async def test_a_dialog_with_text_survives() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "s", "ctrl+u", *"second")
        await resized(app, pilot, 5)
        assert isinstance(app.screen, TextDialog)
        assert "second" == app.screen.query_one(Input).value


async def test_nothing_is_answered_while_the_table_cannot_be_seen() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "right")
        await pilot.resize_terminal(60, 20)
        await press(pilot, "enter", "p")
        assert 0 == play_of(app).session.n
        await pilot.resize_terminal(80, 24)
        await press(pilot, "enter")
        assert 1 == play_of(app).session.n


async def test_no_key_acts_behind_the_notice() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        play = play_of(app)
        before = play.session.n, play.cursor, play.view(), table(app).panels.active, app.focused
        await pilot.resize_terminal(60, 15)
        for key in ("p", "enter", "tab", "1", "right", "u", "f5", "f10", "colon", "S"):
            await press(pilot, key, key)
            assert app.screen is table(app), key
            assert before == (
                play.session.n, play.cursor, play.view(), table(app).panels.active, app.focused,
            ), key  # fmt: skip
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "needs 80 x 24" not in screen_text(app)


async def test_nor_is_a_notice_answered_in_front_of_it() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10")
        await pilot.resize_terminal(60, 15)
        await press(pilot, "l", "escape")
        assert isinstance(app.screen, PickDialog)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


async def test_nor_does_the_mouse() -> None:
    async with running(TOY) as (app, pilot):
        view = table(app).map
        await pilot.resize_terminal(60, 15)
        before = play_of(app).cursor, view.scroll_offset
        for kind in (events.MouseDown, events.MouseUp, events.MouseScrollDown, events.MouseMove):
            app.post_message(kind(None, 20, 8, 0, 0, 1, False, False, False, 20, 8))
        await pilot.pause()
        assert (before, 0) == ((play_of(app).cursor, view.scroll_offset), play_of(app).session.n)


async def test_help_and_leaving_work_in_any_size() -> None:
    async with running(TOY) as (app, pilot):
        await pilot.resize_terminal(60, 15)
        await press(pilot, "f9")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape", "ctrl+c")
        assert "Leave the program?" in screen_text(app)
        await press(pilot, "escape", "ctrl+q")
        assert not app.is_running


@pytest.mark.parametrize("keys", [("l",), ("f10", "r")])
async def test_other_screens_of_the_table_say_it_too(keys: tuple[str, ...]) -> None:
    async with running("" if keys == ("l",) else TOY) as (app, pilot):
        await press(pilot, *keys)
        before = screen_text(app)
        await resized(app, pilot, 6)
        assert before.splitlines()[-2:] == screen_text(app).splitlines()[-2:]


async def test_the_highlight_stays_in_sight_when_its_list_shrinks() -> None:
    async with running("arras/learning", size=(112, 34)) as (app, pilot):
        await close_dialogs(app, pilot)
        await press(pilot, "escape", *["tab"] * 8)
        options = table(app).query_one("#options", Rows)
        chosen = options.entries[options.at].text.split("  ")[0]
        high = options.size.height
        await press(pilot, "e")
        assert options.size.height < high, "the card has taken its room"
        shown = [options.render_line(y).text for y in range(options.size.height)]
        assert any(chosen[:30] in line for line in shown), shown
