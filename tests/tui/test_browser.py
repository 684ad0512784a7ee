"""The campaign browser: facts of a save, and every way of keeping order among them."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.store.played import play
from tests.store.poison import EVIL
from tests.torture.hostile import broken, rechained
from tests.tui.driver import play_of, press, running, screen_text, screen_words, type_line
from wargame.store import shelf
from wargame.store.campaign import Campaign
from wargame.store.errors import steers
from wargame.store.folder import listing
from wargame.store.load import load
from wargame.tui.save_facts import score_line
from wargame.tui.screens.load import LoadScreen
from wargame.tui.widgets.small_map import SmallMap

WIDE = (120, 40)
ANNA = "red: Anna"


@pytest.fixture
def first(saves: Path) -> Path:
    """A save of 12 answers."""
    path = saves / "first.wg"
    with Campaign.new("toy/crossroads", 7, path, players={"red": "Anna"}) as campaign:
        play(campaign, 12)
        campaign.remark("bookmark", "here")
    return path


@pytest.fixture
def hurt(first: Path) -> Path:
    """A save whose eighth answer was changed."""
    lines = first.read_text().splitlines(keepends=True)
    lines[8] = lines[8].replace('"answer":"', '"answer":"x')
    path = first.with_name("hurt.wg")
    path.write_text("".join(lines))
    return path


@pytest.fixture
def hostile(first: Path) -> Path:
    """A good save among files that mean harm."""
    raw = first.read_bytes()
    for number in range(8):
        for change in (broken, rechained):
            bad = first.with_name(f"bad-{change.__name__}-{number}.wg")
            bad.write_bytes(change(raw, Random(f"{number}")))
            os.utime(bad, (number, number))
    first.with_name("empty.wg").touch()
    first.with_name("text.wg").write_bytes(EVIL.encode("utf-8", "surrogateescape"))
    return first


def names() -> list[str]:
    """The saves in the folder."""
    return sorted(save.name for save in listing())


async def test_the_chosen_save_is_told_and_shown(first: Path) -> None:
    async with running(size=WIDE) as (app, pilot):
        await press(pilot, "l")
        text = screen_text(app)
        with Campaign.open(first, write=False) as campaign:
            turn = campaign.definition.face.turn_label(campaign.session.game)
        for word in (turn, ANNA, "1 note or bookmark", "Last"):
            assert word in text, word
        assert app.screen.query_one(SmallMap).display


async def test_bad_files_lie_beside_good_ones_and_are_told_as_they_are(hostile: Path) -> None:
    """Every kind of hostile file is looked at, and the good save is shown as usual among them."""
    async with running(size=WIDE) as (app, pilot):
        await press(pilot, "l")
        told = []
        for _ in names():
            told.append(screen_text(app))
            assert not any(steers(line) for line in told[-1].splitlines())
            await press(pilot, "down")
        assert any("damaged" in text for text in told)
        await press(
            pilot, "home", *["down"] * next(n for n, text in enumerate(told) if ANNA in text)
        )
        await press(pilot, "enter")
        assert play_of(app).campaign.path == hostile


async def test_a_small_terminal_has_no_room_for_the_map(first: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l")
        assert not app.screen.query_one(SmallMap).display
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert app.screen.query_one(SmallMap).display
        assert first.stem in screen_text(app)


async def test_a_save_is_renamed(first: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "n", "ctrl+u", *"second", "enter")
        assert ["second"] == names()
        assert "second" in screen_text(app)
        assert first.stem not in names()


async def test_the_save_on_the_table_is_renamed(first: Path) -> None:
    async with running(save=first) as (app, pilot):
        await type_line(pilot, "saves")
        await press(pilot, "n", "ctrl+u", *"second", "enter")
        assert ["second"] == names()
        await press(pilot, "escape")
        assert "second" == getattr(play_of(app).campaign.path, "stem", "")
        n = play_of(app).session.n
        ask = play_of(app).session.ask
        assert ask is not None
        await type_line(pilot, ask.sample(lambda _: 0))
        assert n + 1 == load(first.with_name("second.wg")).entries[-1].n


async def test_escape_renames_nothing(first: Path) -> None:
    async with running() as (_, pilot):
        await press(pilot, "l", "n", *"x", "escape")
        assert [first.stem] == names()


async def test_a_copy_is_made_and_chosen(first: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "c", "enter")
        assert [first.stem, "first-copy"] == names()
        await press(pilot, "enter")
        assert "first-copy" == getattr(play_of(app).campaign.path, "stem", "")


async def test_a_name_that_is_taken_is_told(first: Path, hurt: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "n", "ctrl+u", *hurt.stem, "enter")
        await press(pilot, "down", "n", "ctrl+u", *hurt.stem, "enter")
        assert "exists already" in screen_text(app)
        assert [first.stem, hurt.stem] == names()


async def test_each_thing_done_is_said_and_takes_the_place_of_an_error(
    first: Path, hurt: Path
) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "home", "n", "ctrl+u", "enter")
        assert "A save needs a name" in screen_text(app)
        for keys, said in (
            (("c", "ctrl+u", *"again", "enter"), "was copied to again"),
            (("n", "ctrl+u", *"third", "enter"), "is called third now"),
            (("n", "ctrl+u", *first.stem, "enter"), "exists already"),
            (("x", "y"), "lies in the trash"),
        ):
            await press(pilot, *keys)
            assert said in screen_text(app), said
        assert "exists already" not in screen_text(app)
    assert [first.stem, hurt.stem] == names()


async def test_a_save_that_is_being_played_is_told_in_the_menu_too(first: Path) -> None:
    with Campaign.open(first):
        async with running() as (app, pilot):
            await press(pilot, "c")
            assert "being played" in screen_text(app)
            assert play_of(app).campaign.read_only


async def test_a_save_is_deleted_only_when_that_is_confirmed(first: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "x", "enter")
        assert [first.stem] == names()
        await press(pilot, "x", "y")
        assert [] == names()
        assert "There is no save yet" in screen_text(app)


async def test_a_deleted_save_is_brought_back(first: Path) -> None:
    shelf.discard(first)
    async with running() as (app, pilot):
        await press(pilot, "l", "t")
        assert "first" in screen_text(app)
        await press(pilot, "enter")
        assert "is among the campaigns again" in screen_text(app)
        assert "The trash is empty" in screen_text(app)
        await press(pilot, "escape")
        assert [first.stem] == names()
        assert "turn" in screen_text(app)


async def test_what_is_good_of_a_damaged_save_is_recovered(hurt: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "home")
        screen = app.screen
        assert isinstance(screen, LoadScreen)
        if hurt.stem not in screen_text(app).splitlines()[1]:
            await press(pilot, "down")
        assert "recovered up to answer 6" in screen_words(app)
        await press(pilot, "v", "enter", "enter")
        assert 6 == play_of(app).session.n
        assert "" == play_of(app).campaign.read_only


async def test_a_whole_save_needs_no_recovery(first: Path) -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "v")
        assert "is not damaged" in screen_text(app)
        assert [first.stem] == names()


async def test_keys_without_a_save_do_nothing() -> None:
    async with running() as (app, pilot):
        await press(pilot, "l", "n", "c", "x", "v", "r", "enter")
        assert "There is no save yet" in screen_text(app)


def test_a_score_is_its_level_and_the_number_behind_it() -> None:
    assert "Draw, margin 3" == score_line({"margin": 3, "level": "Draw", "points": {"a": 1}})
    assert "Win, score -1" == score_line({"score": -1, "level": "Win", "winner": "red"})
    assert "holder red" == score_line({"holder": "red"})
    assert "" == score_line({"holder": ""})
