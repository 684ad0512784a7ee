"""How a file gets its name on disks that know less, and what is left where the disk refuses half way."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.whole import move, write_new, write_over


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that knows neither files without a name nor files with two, nor folders to be brought to it."""
    sync = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        sync(handle)

    monkeypatch.setattr(os, "O_TMPFILE", os.O_EXCL)
    monkeypatch.setattr(os, "link", _refusing(errno.EPERM))
    monkeypatch.setattr(os, "fsync", fsync)


def _refusing(reason: int) -> Any:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(reason, os.strerror(reason))

    return refuse


@pytest.mark.usefixtures("poor")
def test_a_disk_without_links_keeps_saves_too(saves: Path) -> None:
    with Campaign.new("toy/crossroads", 7, saves / "mine.wg") as campaign:
        campaign.answer("pass")
        campaign.rename("yours")
        (saves / "taken.wg").write_text("taken")
        with pytest.raises(SaveError, match="exists already"):
            campaign.rename("taken")
        campaign.answer("pass")
        assert not campaign.failing
    with Campaign.open(saves / "yours.wg") as again:
        assert again.session.n == 2
    write_over(saves / "report.txt", b"new")
    assert sorted(file.name for file in saves.iterdir()) == ["report.txt", "taken.wg", "yours.wg"]
    assert (saves / "taken.wg").read_text() == "taken"


def test_a_file_that_cannot_lose_its_old_name_gets_no_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    write_new(old, b"whole")
    unlink = os.unlink

    def stuck(name: Path) -> None:
        if name == old:
            raise OSError(errno.EACCES, "Permission denied")
        unlink(name)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", stuck)
        with pytest.raises(SaveError, match="cannot be moved: permission denied"):
            move(old, new)
    assert (old.read_bytes(), new.exists()) == (b"whole", False)


@pytest.mark.usefixtures("poor")
def test_a_name_that_was_claimed_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_new(tmp_path / "old", b"whole")
    monkeypatch.setattr(os, "replace", _refusing(errno.EIO))
    with pytest.raises(SaveError, match="cannot be moved"):
        move(tmp_path / "old", tmp_path / "new")
    assert [file.name for file in tmp_path.iterdir()] == ["old"]
