"""Writing: each answer is on disk before the next question, come what may."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.foreign import CHANGES, Change, renamed_over
from tests.store.played import play
from wargame.store.campaign import Campaign
from wargame.store.errors import LockedSaveError, SaveError
from wargame.store.load import load
from wargame.store.whole import write_over

PLAYER = """
import sys
from tests.store.played import play
from wargame import games
from wargame.store.campaign import Campaign
games.MODULES["toy"] = "tests.toy:TOY"
from pathlib import Path
campaign = Campaign.new("toy/crossroads", 5, Path(sys.argv[1]))
while campaign.session.ask:
    play(campaign, 1, campaign.session.n)
    print(campaign.session.n, flush=True)
    sys.stdin.readline()
"""


class Disk:
    """Stands in for os.write and os.fsync: a disk that is full for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = 1 << 30
        self._write = os.write
        monkeypatch.setattr("wargame.store.save.os.write", self.write)

    def write(self, handle: int, data: bytes) -> int:
        """Write what there is room for."""
        if self.room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        done = self._write(handle, data[: self.room])
        self.room -= done
        return done


def test_an_existing_file_is_never_overwritten(save: Path) -> None:
    before = save.read_bytes()
    with pytest.raises(SaveError, match="exists already"):
        Campaign.new("toy/crossroads", 1, save)
    assert save.read_bytes() == before
    assert [path.name for path in save.parent.iterdir()] == [save.name]


def test_every_answer_is_synced_before_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def sync(handle: int) -> None:
        synced.append(handle)
        real(handle)

    monkeypatch.setattr("wargame.store.save.os.fsync", sync)
    with Campaign.new("toy/crossroads", 7, tmp_path / "a.wg") as campaign:
        synced.clear()
        campaign.answer("pass")
        assert len(synced) == 1
        assert load(tmp_path / "a.wg").entries[-1].n == 1


def test_a_full_disk_is_told_at_once_and_made_good_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.wg"
    disk = Disk(monkeypatch)
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        disk.room = 25
        campaign.answer("pass")
        assert "no space left on device" in campaign.failing
        assert campaign.notices == [campaign.failing]
        assert (load(path).torn, len(load(path).entries)) == (True, 1)
        campaign.answer("pass")
        assert (len(campaign.notices), campaign.session.n) == (1, 2)
        with pytest.raises(SaveError, match="NOT SAVED"):
            campaign.save_now()
        assert (load(path).torn, len(load(path).entries)) == (False, 1)
        disk.room = 1 << 30
        campaign.answer("pass")
        assert (campaign.failing, campaign.notices[-1][:8]) == ("", "The disk")
        assert load(path).entries == campaign.session.entries


def test_a_read_only_save_opens_for_looking(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("wargame.store.save.os.open", refuse)
    with Campaign.open(save) as campaign:
        assert "permission denied" in campaign.read_only
        with pytest.raises(SaveError, match="permission denied"):
            campaign.answer("pass")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="cannot be"):
        Campaign.new("toy/crossroads", 1, tmp_path / "file" / "a.wg")


def test_two_programs_cannot_play_one_save(save: Path) -> None:
    with Campaign.open(save):
        with pytest.raises(LockedSaveError, match=f"another program, process {os.getpid()} "):
            Campaign.open(save)
        assert Campaign.open(save, write=False).session.n == 30
        with Campaign.open(save, shared=True) as second:
            assert second.notices == [second.read_only]
            with pytest.raises(SaveError, match="It can be looked at here"):
                second.answer("pass")
    Campaign.open(save).close()


def test_a_torn_line_is_cut_away_before_playing_on(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-20])
    with Campaign.open(save) as campaign:
        assert "cut off" in campaign.notices[0]
        play(campaign, 1)
        assert load(save).entries == campaign.session.entries
    assert load(save).problems == []


def test_a_missing_line_end_is_added_before_playing_on(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-1])
    with Campaign.open(save) as campaign:
        play(campaign, 1)
        assert load(save).entries == campaign.session.entries


def test_an_interrupted_append_is_not_doubled(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with Campaign.open(save) as campaign:
        with monkeypatch.context() as patch:
            patch.setattr("wargame.store.save.os.fsync", interrupt)
            with pytest.raises(KeyboardInterrupt):
                campaign.remark("note", "once")
        play(campaign, 1)
        assert (load(save).problems, len(load(save).remarks)) == ([], 1)


@pytest.mark.parametrize("change", CHANGES)
def test_a_save_that_another_program_changed_is_left_alone(save: Path, change: Change) -> None:
    """Every file there is stays as it is; the campaign goes on in a save of its own, whole."""
    with Campaign.open(save) as campaign:
        play(campaign, 1)
        campaign.remark("note", "before")
        change(save)
        left = {path: path.read_bytes() for path in save.parent.glob("*")}
        play(campaign, 1)
        rescued = save.with_name(f"{save.stem}-rescued.wg")
        assert campaign.path == rescued
        assert len(campaign.notices) == 1
        assert f"goes on in {rescued.name}." in campaign.notices[0]
        play(campaign, 1)
        found = load(rescued)
        assert (found.problems, found.entries) == ([], campaign.session.entries)
        assert [remark.text for remark in found.remarks if remark.kind == "note"] == ["before"]
        assert left == {path: path.read_bytes() for path in left}
        with pytest.raises(LockedSaveError):
            Campaign.open(rescued)


def test_a_save_that_was_only_touched_or_linked_is_still_ours(save: Path) -> None:
    with Campaign.open(save) as campaign:
        os.utime(save, (1, 1))
        os.link(save, save.with_name("link"))
        play(campaign, 1)
        assert (campaign.path, campaign.notices) == (save, [])
        assert load(save).entries == campaign.session.entries


def test_a_rescue_that_finds_no_room_is_tried_again(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Campaign.open(save) as campaign:
        save.unlink()
        with monkeypatch.context() as patch:
            patch.setattr("wargame.store.save.write_new", _refuse)
            play(campaign, 2)
            assert "moved or deleted" in campaign.failing
            assert len(campaign.notices) == 1
        play(campaign, 1)
        assert campaign.failing == ""
        assert load(save.with_name(f"{save.stem}-rescued.wg")).entries == campaign.session.entries


def test_a_save_that_is_not_ours_any_more_is_not_renamed(save: Path) -> None:
    with Campaign.open(save) as campaign:
        renamed_over(save)
        with pytest.raises(SaveError, match="replaced by another file"):
            campaign.rename("another")
        assert save.exists()


def _refuse(*_: object) -> None:
    raise SaveError("No room.")


def test_killing_the_program_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "killed.wg"
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as player:
        assert player.stdin
        assert player.stdout
        acknowledged = 0
        for _ in range(8):
            acknowledged = int(player.stdout.readline())
            player.stdin.write("\n")
            player.stdin.flush()
        player.send_signal(signal.SIGKILL)
    loaded = load(path)
    assert not loaded.damaged
    assert len(loaded.entries) - 1 >= acknowledged == 8
    with Campaign.open(path) as campaign:
        play(campaign, 1)


def test_an_export_never_replaces_a_save(save: Path) -> None:
    with pytest.raises(SaveError, match="is a save and stays"):
        write_over(save, b"picture")
    write_over(save.with_name("map.svg"), b"one")
    write_over(save.with_name("map.svg"), b"two")
    assert save.with_name("map.svg").read_bytes() == b"two"
    assert sorted(path.name for path in save.parent.iterdir()) == ["game.wg", "map.svg"]
