"""Notes, bookmarks, addresses and branches: in the replay and from the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.played import play
from tests.tui.driver import play_of, press, running, screen_text, type_line
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.tui.app import TableApp
from wargame.tui.screens.replay import ReplayScreen, scrubber


@pytest.fixture
def film(saves: Path) -> Path:
    """A save of 20 answers with two marks."""
    path = saves / "film.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        play(campaign, 5)
        campaign.remark("bookmark", "the ford")
        play(campaign, 10)
        campaign.remark("note", "too late")
        play(campaign, 5)
    return path


def at(app: TableApp) -> int:
    """Where the replay stands."""
    assert isinstance(app.screen, ReplayScreen)
    return app.screen.replay.n


async def replaying(app: TableApp, name: str) -> None:
    """Open the replay of a save."""
    assert "" == app.replay_save(name)


async def test_marks_are_listed_and_jumped_to(film: Path) -> None:
    async with running() as (app, pilot):
        await replaying(app, film.stem)
        await press(pilot, "v")
        assert "5  Bookmark: the ford" in screen_text(app)
        assert "15  Note: too late" in screen_text(app)
        await press(pilot, "2")
        assert 15 == at(app)
        assert "Note: too late" in screen_text(app)


async def test_marks_are_walked_both_ways(film: Path) -> None:
    async with running() as (app, pilot):
        await replaying(app, film.stem)
        await pilot.pause()
        seen = []
        for key in ("n", "n", "n", "N", "N"):
            await press(pilot, key)
            seen.append(at(app))
        assert [5, 15, 5, 15, 5] == seen


async def test_a_mark_is_left_where_the_replay_stands(film: Path) -> None:
    async with running() as (app, pilot):
        await replaying(app, f"{film.stem}@8")
        await press(pilot, "m", *"hill", "enter")
        assert "Bookmark: hill" in screen_text(app)
        await press(pilot, "w", *"why", "enter")
        found = [(r.kind, r.place, r.text) for r in load(film).remarks[2:]]
        assert [("bookmark", 8, "hill"), ("note", 8, "why")] == found


async def test_a_mark_from_the_table_goes_through_its_own_save(film: Path) -> None:
    async with running(save=film) as (app, pilot):
        await press(pilot, "f10", "r", "right", "m", *"a", "enter", "escape")
        await press(pilot, "f10", "n", *"b", "enter")
        found = [(r.kind, r.place) for r in load(film).remarks[2:]]
        assert [("bookmark", 1), ("note", 20)] == found
        assert 20 == play_of(app).session.n


async def test_a_save_that_is_played_elsewhere_takes_no_mark(film: Path) -> None:
    with Campaign.open(film):
        async with running() as (app, pilot):
            await replaying(app, film.stem)
            await press(pilot, "m", *"x", "enter")
            assert "being played" in screen_text(app)


async def test_what_cannot_be_done_with_a_line_is_said(film: Path) -> None:
    refused = (
        (("g", *"99x", "enter"), '"99x" is no such number: there are answers 0 to 20.'),
        (("g", *"99", "enter"), '"99" is no such number'),
        (("g", "enter"), "No number was typed"),
        (("c", "ctrl+u", "enter"), "A save needs a name"),
        (("m", "enter"), "A bookmark without a text is not kept"),
    )
    async with running() as (app, pilot):
        await replaying(app, f"{film.stem}@3")
        for keys, said in refused:
            await press(pilot, *keys)
            side = [line.rpartition("│")[2] for line in screen_text(app).splitlines()]
            assert said in " ".join(" ".join(side).split())
            assert 3 == at(app)
            await press(pilot, "g", *"7", "enter")
            assert 7 == at(app)
            await press(pilot, "g", *"3", "enter")
            side = [line.rpartition("│")[2] for line in screen_text(app).splitlines()]
            assert said not in " ".join(" ".join(side).split())


async def test_a_save_without_marks_says_so(saves: Path) -> None:
    Campaign.new("toy/crossroads", 7, saves / "bare.wg").close()
    async with running() as (app, pilot):
        await replaying(app, "bare")
        await press(pilot, "n", "v")
        assert "no notes or bookmarks" in screen_text(app)


async def test_the_address_is_shown(film: Path) -> None:
    async with running() as (app, pilot):
        await replaying(app, f"{film.stem}@12")
        await pilot.pause()
        assert "film@12" in screen_text(app).splitlines()[0]


async def test_each_speed_has_its_key(film: Path) -> None:
    async with running() as (app, pilot):
        await replaying(app, film.stem)
        for key, speed in (("1", 1), ("5", 16), ("2", 2), ("4", 8), ("3", 4)):
            await press(pilot, key)
            assert f"paused {speed}x" in screen_text(app)


async def test_a_journal_line_is_played_on_from_in_a_branch(saves: Path) -> None:
    async with running("toy/crossroads") as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "move r2 0103-0203")
        await press(pilot, "f5", "end", "up")
        journal = app.screen.query_one("#journal")
        n = play_of(app).book.told[getattr(journal, "at", 0)].n
        assert f"toy-crossroads@{n}" in screen_text(app)
        await press(pilot, "B", "enter")
        assert n == play_of(app).session.n
        assert saves / f"toy-crossroads-from-{n}.wg" == play_of(app).campaign.path
        assert 2 == len(load(saves / "toy-crossroads.wg").entries) - 1


def test_marks_stand_on_the_scrubber() -> None:
    line = scrubber(0, 10, 40, [5, 10])
    assert 40 == len(line)
    assert 2 == line.count("*")
    assert "*" not in scrubber(5, 10, 40, [5])
