"""Standing answers on the table: the key, the line that tells of them, undo, a save opened again."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.driver import (
    close_dialogs,
    play_of,
    press,
    running,
    screen_text,
    screen_words,
    type_line,
)
from wargame.store.campaign import Campaign
from wargame.tui.app import TableApp
from wargame.tui.screens.dialog import Dialog

FIRST, SECOND, THIRD = "move r1 0202-0302", "move r2 0203-0303", "move r3 0204-0203"
POSITION = """
scenario = "toy/crossroads"
turn = 2
segment = "toy.red.move"
clear = true
units = { r1.hex = "0202", r2.hex = "0203", r3.hex = "0204", b1.hex = "0403" }
"""
MARCH = """
scenario = "eastfront/campaign"
turn = 10
segment = "eastfront.axis.movement.ground"
clear = true
units = { A-H4.hex = "0635", G-VII.hex = "1035", S-63.hex = "1335" }
"""
TOLD = "Blue player passes on blue opportunity fire until"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Red is to move; a blue unit in 0403 may fire at what comes next to it."""
    path = tmp_path / "past.wg"
    position = tmp_path / "past.toml"
    position.write_text(POSITION)
    Campaign.lab(position, path).close()
    return path


def shown(app: TableApp) -> str:
    """The words on the screen, wherever lines end."""
    return screen_words(app)


def asked_side(app: TableApp) -> str:
    """Who is asked."""
    ask = play_of(app).session.ask
    return ask.side if ask else ""


async def stand(app: TableApp, pilot: Pilot[int], *keys: str) -> None:
    """The first move, then the key and what it lists."""
    await close_dialogs(app, pilot)
    await type_line(pilot, FIRST)
    await close_dialogs(app, pilot)
    await press(pilot, *keys)
    await close_dialogs(app, pilot)


async def test_a_key_lets_such_questions_pass_and_a_line_tells_it(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await stand(app, pilot)
        assert " S pass all such" in shown(app)
        await press(pilot, "S", "s")
        assert f"{TOLD} the segment ends: S ends it." in shown(app)
        await type_line(pilot, SECOND)
        session = play_of(app).session
        assert ["pass", SECOND, "pass"] == [entry.answer for entry in session.entries[-3:]]
        await type_line(pilot, THIRD)
        assert "toy.red.combat" == session.segment
        assert TOLD not in shown(app)


async def test_the_notice_of_the_question_offers_it(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, FIRST)
        assert isinstance(app.screen, Dialog)
        await press(pilot, "S", "n")
        assert f"{TOLD} something new is on offer" in shown(app)


async def test_the_key_ends_it_at_any_time(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await stand(app, pilot, "S", "s")
        assert " S end letting pass" in shown(app)
        await press(pilot, "S")
        assert "the Blue player is asked about blue opportunity fire again" in shown(app)
        await type_line(pilot, SECOND)
        await close_dialogs(app, pilot)
        assert asked_side(app) == "blue"


async def test_it_is_given_and_ended_by_typing(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await press(pilot, "S")
        assert "No questions are let pass now. This question cannot be let pass" in shown(app)
        await stand(app, pilot)
        await type_line(pilot, "standing never")
        assert '"never" is no standing answer' in shown(app)
        await type_line(pilot, "standing end")
        await close_dialogs(app, pilot)
        assert TOLD in shown(app)
        await type_line(pilot, "standing off")
        assert TOLD not in shown(app)


async def test_undo_takes_the_pass_back_with_the_move(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await stand(app, pilot, "S", "s")
        await type_line(pilot, SECOND)
        await press(pilot, "u")
        session = play_of(app).session
        assert (asked_side(app), session.n) == ("red", 2)
        assert TOLD in shown(app)
        await press(pilot, "U")
        assert [SECOND, "pass"] == [entry.answer for entry in session.entries[-2:]]


async def test_what_was_let_pass_is_told_when_the_side_is_asked_again(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await stand(app, pilot, "S", "s")
        await type_line(pilot, SECOND)
        await press(pilot, "S")
        lines = [line.text for line in play_of(app).recap("blue", whole=False).others]
        assert any("Red 2 moves" in line for line in lines)


async def test_a_save_opened_again_knows_of_none(save: Path) -> None:
    async with running(save=save) as (app, pilot):
        await stand(app, pilot, "S", "s")
    async with running(save=save) as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, SECOND)
        await close_dialogs(app, pilot)
        assert TOLD not in shown(app)
        assert asked_side(app) == "blue"


async def test_what_an_order_comes_to_is_said_at_once_and_in_the_list(tmp_path: Path) -> None:
    """EF-AU-02  A march that stands still says why."""
    path, position = tmp_path / "march.wg", tmp_path / "march.toml"
    position.write_text(MARCH)
    Campaign.lab(position, path).close()
    said = "order march G-VII 0331 - stands still: 63rd Rifle Corps in 1335 is within 3 hexes"
    async with running(save=path) as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, "order march G-VII 0331")
        assert said in shown(app)
        await press(pilot, "S")
        assert "revoke: march G-VII 0331 - stands still: 63rd Rifle" in shown(app)
        assert "Standing orders" in shown(app), "the question itself is not let pass"


async def test_an_order_that_was_given_is_said_and_stands_in_the_header_of_a_small_terminal() -> (
    None
):
    async with running("hannut/orp", size=(80, 24)) as (app, pilot):
        await type_line(pilot, "order all never fire")
        assert "order all never fire - taken down; S lists what stands." in screen_words(app)
        assert " · 1 order stands" in screen_text(app).splitlines()[0]


async def test_an_order_that_lets_the_question_pass_is_not_told_to_the_other_side() -> None:
    """EF-AU-02  Only the player who gave it sees it."""
    async with running("eastfront/minsk") as (app, pilot):
        await type_line(pilot, "done")
        await close_dialogs(app, pilot)
        assert asked_side(app) == "soviet"
        await type_line(pilot, "order air rest")
        await close_dialogs(app, pilot)
        assert asked_side(app) == "axis"
        assert "order air rest -" not in screen_words(app)
