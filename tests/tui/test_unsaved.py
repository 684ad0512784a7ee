"""Nothing that the disk refused is left without a question, and what cannot be asked about is kept."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.driver import play_of, prepared, press, running, screen_text, screen_words
from wargame.store import rescue
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.tui.app import TableApp
from wargame.tui.play import Play
from wargame.tui.run import run_table
from wargame.tui.screens.leave import UnsavedDialog


class Disk:
    """Takes no appends while it is full; whole new files go elsewhere and are written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self._write = os.write
        monkeypatch.setattr("wargame.store.save.os.write", self.write)

    def write(self, handle: int, data: bytes) -> int:
        """Write, or refuse."""
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._write(handle, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk of the saves."""
    return Disk(monkeypatch)


async def asked(app: TableApp, pilot: Pilot[int], *keys: str) -> bool:
    """Whether these keys lead to the question what to do with an unsaved game."""
    await press(pilot, *keys)
    return isinstance(app.screen, UnsavedDialog) and app.return_code is None


async def test_every_way_out_tries_again_and_then_asks(saves: Path, disk: Disk) -> None:
    save = prepared(saves / "a.wg", "toy/crossroads", "pass")
    async with running(save=save) as (app, pilot):
        disk.full = True
        play_of(app).campaign.answer("pass")
        entries = play_of(app).session.entries
        assert await asked(app, pilot, "ctrl+q")
        said = screen_text(app)
        assert "space left on device" in said
        assert "up to answer 2" in said
        assert await asked(app, pilot, "t")  # in vain
        await press(pilot, "escape")
        assert play_of(app).session.entries == entries
        assert await asked(app, pilot, "ctrl+c", "y")
        assert await asked(app, pilot, "ctrl+c")  # a second one does not tear away the question
        assert await asked(app, pilot, "escape", "colon", *"quit", "enter")
        assert await asked(app, pilot, "e", "escape")
        await press(pilot, "e", *"elsewhere", "enter")
        assert app.return_code == 0
    assert load(saves / "elsewhere.wg").entries == entries
    assert load(save).entries == entries[:2]
    assert rescue.waiting() == []


async def test_leaving_without_is_a_choice_and_a_mended_disk_needs_none(
    saves: Path, disk: Disk
) -> None:
    save = prepared(saves / "a.wg", "toy/crossroads", "pass")
    async with running(save=save) as (app, pilot):
        disk.full = True
        play_of(app).campaign.answer("pass")
        assert await asked(app, pilot, "colon", *"close", "enter")
        await press(pilot, "w")
        assert app.play is None
        assert "Continue" in screen_text(app)
        assert "Unsaved" not in screen_text(app)
        disk.full = False
        await press(pilot, "c")
        disk.full = True
        play_of(app).campaign.answer("pass")
        disk.full = False
        await press(pilot, "ctrl+q")
        assert app.return_code == 0
    assert len(load(save).entries) == 3


async def test_what_could_not_be_asked_about_is_offered_at_the_next_start(
    saves: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a signal: the table is gone, and the game with it were it not kept."""
    save = prepared(saves / "a.wg", "toy/crossroads", "pass")

    def stopped(app: TableApp, **_: object) -> int:
        app.play = Play(rescued)
        return 143

    rescued = Campaign.open(save)
    disk.full = True
    rescued.answer("pass")
    monkeypatch.setattr(TableApp, "run", stopped)
    assert run_table() == 1
    assert "the next start offers it" in capsys.readouterr().err
    disk.full = False
    async with running() as (app, pilot):
        assert "Unsaved" in screen_text(app)
        await press(pilot, "u")
        assert play_of(app).session.entries == rescued.session.entries
        assert play_of(app).campaign.path == saves / "a-2.wg"
    assert rescue.waiting() == []


async def test_a_second_table_on_a_save_looks_only_and_says_who_plays(saves: Path) -> None:
    save = prepared(saves / "a.wg", "toy/crossroads", "pass")
    with Campaign.open(save) as first:
        async with running(save=save) as (app, pilot):
            assert f"process {os.getpid()}" in screen_words(app)
            await press(pilot, "enter")
            assert "looking only" in screen_words(app)
            await press(pilot, "p")
            assert "can be looked at here" in screen_words(app)
            assert play_of(app).session.n == first.session.n
