"""The table screen through its keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tui.driver import (
    Player,
    close_dialogs,
    play_of,
    prepared_at,
    press,
    running,
    screen_text,
    table,
    type_line,
)
from wargame.flow.ask import Ask, AttackAsk
from wargame.store.pin import set_pin
from wargame.tui.app import TableApp
from wargame.tui.screens.dialog import Dialog, PickDialog
from wargame.tui.settings import with_value
from wargame.tui.widgets.table_bars import PromptBar

TOY = "toy/crossroads"


async def to_the_fight(app: TableApp, pilot: Pilot[int]) -> None:
    """Blue stands next to red: red's last move draws fire."""
    for line in ("move r1 0602", "pass", "move b1 0702"):
        await type_line(pilot, line)
        await close_dialogs(app, pilot)


async def test_the_prompt_names_side_question_rule_and_keys() -> None:
    async with running(TOY) as (app, _):
        text = screen_text(app)
        for word in ("Red", "Move which unit?", "TOY-MV-01", "Enter", "take Red 1", "end movement"):
            assert word in text


async def test_a_unit_is_moved_by_keys_and_saved() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "down", "enter")
        assert "move r1 0102-0203" == play_of(app).session.entries[-1].answer
        assert "saved · answer 1" in screen_text(app)
        path = play_of(app).campaign.path
        assert path is not None
        assert "move r1 0102-0203" in path.read_text()


async def test_the_preview_shows_what_the_way_costs() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "down")
        assert "in all 1 MP, 3 left" in screen_text(app)


async def test_a_click_selects_and_a_second_click_chooses() -> None:
    async with running(TOY, size=(120, 40)) as (app, pilot):
        view = table(app).map
        assert view._picture is not None
        left, top = view._margin()
        y, x = view._picture.layout.centre(app_hex(app, "0203"))
        at = (x + left - view.scroll_offset.x, y + top - view.scroll_offset.y)
        await press(pilot, "enter")
        await pilot.click(view, offset=at)
        await pilot.pause()
        assert app_hex(app, "0203") == play_of(app).cursor
        await pilot.click(view, offset=at)
        await pilot.pause()
        assert "move r1 0102-0203" == play_of(app).session.entries[-1].answer


async def test_undo_and_redo() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "u")
        assert 0 == play_of(app).session.n
        assert "Taken back to answer 0: Red 1 moves 0102-0203." in screen_text(app)
        await press(pilot, "U")
        assert 1 == play_of(app).session.n


async def test_undo_across_the_barrier_needs_consent() -> None:
    async with running(TOY) as (app, pilot):
        await to_the_fight(app, pilot)
        await press(pilot, "u")
        assert isinstance(app.screen, Dialog)
        assert "Undo stops at answer 3" in screen_text(app)
        _, _, listed = screen_text(app).partition("What is taken back:")
        assert "Blue 1 moves 0802-0702" in listed
        assert "the same numbers wait" in listed
        await press(pilot, "n")
        n = play_of(app).session.n
        ask = play_of(app).session.ask
        assert ask is not None
        set_pin(play_of(app).campaign, play_of(app).definition.other(ask.side), "17")
        await press(pilot, "u", "y", "9", "enter")
        assert "nothing is taken back" in screen_text(app)
        assert n == play_of(app).session.n
        await press(pilot, "u", "y", "1", "7", "enter")
        assert n - 1 == play_of(app).session.n


async def test_a_takeback_goes_to_a_journal_line() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "move r2 0103-0104")
        await press(pilot, "f5", "up", "up")
        assert "Answer" in screen_text(app)
        told = play_of(app).book.told[table(app).panels.journal.at]
        await press(pilot, "T")
        assert max(told.n - 1, 0) == play_of(app).session.n


async def test_a_journal_line_moves_the_cursor_to_its_place() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "f5", "end")
        assert app_hex(app, "0203") == play_of(app).cursor


async def test_an_illegal_answer_is_refused_in_a_sentence() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0202-0302-0402-0502")
        assert "needs" in screen_text(app)
        assert 0 == play_of(app).session.n


async def test_nonsense_is_answered_with_what_is_legal() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "fly r1")
        assert "move UNIT PATH" in screen_text(app)


async def test_the_command_line_completes_and_remembers() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "colon", "m", "tab")
        assert "move r1  move r2  move r3" in screen_text(app)
        await press(pilot, "escape")
        await type_line(pilot, "go 0404")
        assert app_hex(app, "0404") == play_of(app).cursor
        await press(pilot, "colon", "up")
        assert "go 0404" in screen_text(app)


async def test_why_not_names_the_reason() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "g", *"0806", "enter", "question_mark")
        assert "r1 cannot reach 0806" in screen_text(app)


async def test_an_overlay_is_switched_on_and_off() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "o")
        assert isinstance(app.screen, PickDialog)
        await press(pilot, "r")
        overlay = play_of(app).overlay
        assert overlay is not None
        assert "zoc-red" == overlay.id
        await press(pilot, "escape")
        assert play_of(app).overlay is None


async def test_the_other_side_gets_a_notice_with_what_happened() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "pass")
        text = screen_text(app)
        assert "Blue: the decision is yours" in text
        assert "Red 1 moves 0102-0203" in text
        await press(pilot, "enter")
        assert "Blue" in screen_text(app)


async def test_the_curtain_hides_the_table() -> None:
    async with running(TOY) as (app, pilot):
        app.settings = with_value(app.settings, "curtain", "always")
        await type_line(pilot, "pass")
        text = screen_text(app)
        assert "Hand over to the Blue player." in text
        assert "Move which unit?" not in text
        await press(pilot, "space")
        assert "the decision is yours" in screen_text(app)


async def test_without_notices_play_goes_on_at_once() -> None:
    async with running(TOY) as (app, pilot):
        app.settings = with_value(app.settings, "curtain", "off")
        await type_line(pilot, "pass")
        assert table(app) is app.screen


async def test_dice_are_shown_on_their_chart() -> None:
    async with running(TOY, seed=1) as (app, pilot):
        await Player(app, pilot, 5).play_on(1)
        for _ in range(200):
            session = play_of(app).session
            if session.ask is None or session.ask.key == "combat.dig_in":
                break
            await Player(app, pilot, session.n).answer()
            await close_dialogs(app, pilot)
        assert play_of(app).session.ask is not None
        await press(pilot, "n")
        text = screen_text(app)
        assert "Combat" in text
        assert "column" in text


async def test_the_briefing_can_be_read_again() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "b")
        assert "Red: the decision is yours" in screen_text(app)


async def test_every_panel_comes_forward_in_a_small_terminal() -> None:
    async with running(TOY) as (app, pilot):
        for key, word in (
            ("f3", "clear"), ("f4", "Red combat"), ("f5", "drew"), ("f6", "<clear>"),
            ("f2", "Red 2"),
        ):  # fmt: skip
            await press(pilot, key)
            assert word in screen_text(app), key


async def test_the_next_player_finds_the_orders_in_front() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f5")
        await type_line(pilot, "move r1 0602")
        assert table(app).panels.active == "journal", "red still decides"
        await type_line(pilot, "pass")
        await close_dialogs(app, pilot)
        assert table(app).panels.active == "orders"
        assert table(app).map.has_focus


async def test_escape_gives_the_keys_back_to_the_map() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f5", "escape")
        assert table(app).map.has_focus


async def test_resizing_loses_nothing() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "right")
        before = play_of(app).cursor, play_of(app).view().answer
        for size in ((120, 40), (200, 60), (40, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert before == (play_of(app).cursor, play_of(app).view().answer)
        assert "in all" in screen_text(app)


async def test_a_terminal_that_is_too_small_says_so_and_recovers() -> None:
    async with running(TOY) as (app, pilot):
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "needs 80 x 24" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Move which unit?" in screen_text(app)


async def test_a_copy_is_saved_under_another_name(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "save second try")
        assert (saves / "second try.wg").is_file()
        assert "Copied to second try" in screen_text(app)


async def test_the_game_menu_leaves_the_table() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "l")
        assert "New game" in screen_text(app)
        assert app.play is None


async def test_a_bookmark_goes_into_the_save() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "b", *"here", "enter")
        assert ["here"] == [r.data["text"] for r in play_of(app).campaign.remarks]


def app_hex(app: TableApp, name: str) -> int:
    """A hex by its number."""
    return play_of(app).game.grid.hex(name)


async def test_the_keys_in_the_prompt_can_be_clicked() -> None:
    async with running(TOY) as (app, pilot):
        bar = table(app).query_one(PromptBar)
        line, start, _, key = next(spot for spot in bar._spots if spot[3] == "p")
        assert "p" == key
        await pilot.click(bar, offset=(start + 2, line))
        await pilot.pause()
        assert "pass" == play_of(app).session.entries[-1].answer


async def test_there_is_nothing_to_take_back_at_the_start() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "u")
        assert "nothing to take back" in screen_text(app)


def must_attack(ask: Ask[Any]) -> bool:
    """Whether a hex must still be attacked."""
    return isinstance(ask, AttackAsk) and bool(ask.obligatory())


async def test_pass_is_refused_while_a_hex_must_be_attacked(saves: Path) -> None:
    save = prepared_at(saves / "must.wg", "arras/learning", must_attack)
    async with running(save=save) as (app, pilot):
        await close_dialogs(app, pilot)
        session = play_of(app).session
        n = session.n
        await press(pilot, "p")
        assert n == session.n
        assert "attacked" in screen_text(app)
