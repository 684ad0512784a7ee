"""Who plays a save, as the system tells it; and disks that lock nothing."""

from __future__ import annotations

import errno
import os
import platform
import re
from pathlib import Path
from typing import Any

import pytest

from wargame import system
from wargame.store.campaign import Campaign
from wargame.store.errors import LockedSaveError

LINE = "1: FLOCK  ADVISORY  WRITE {process} {major:02x}:{minor:02x}:{inode} 0 EOF\n"


def _refusal(save: Path) -> str:
    with Campaign.open(save), pytest.raises(LockedSaveError) as refused:
        Campaign.open(save)
    return str(refused.value)


def _listed(save: Path, list_of_locks: Path, process: int, device: int | None = None) -> None:
    """The system's list of locks says that a process holds the save."""
    facts = save.stat()
    device = facts.st_dev if device is None else device
    line = LINE.format(
        process=process, major=os.major(device), minor=os.minor(device), inode=facts.st_ino
    )
    list_of_locks.write_text("1: -> FLOCK  ADVISORY  WRITE 1 00:00:1 0 EOF\n" + line)


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of locks in place of the system's."""
    monkeypatch.setattr(system, "_LOCKS", tmp_path / "locks")
    return tmp_path / "locks"


def test_the_holder_is_named_with_machine_and_time(save: Path) -> None:
    told = _refusal(save)
    here = re.escape(platform.node())
    assert re.search(
        rf"played by another program, process {os.getpid()} \(.+\) on {here}, begun \d{{4}}-\d\d-\d\d \d\d:\d\d\.$",
        told,
    )


def test_a_process_that_has_not_the_file_open_is_not_named(save: Path, locks: Path) -> None:
    """Its number may have been another one's when the lock was taken."""
    _listed(save, locks, os.getppid())
    assert ", process" not in _refusal(save)
    _listed(save, locks, 2**22 + 1)
    assert ", process" not in _refusal(save)


def test_a_file_system_with_a_number_of_its_own_still_names_it(save: Path, locks: Path) -> None:
    _listed(save, locks, os.getpid(), device=0)
    assert f"process {os.getpid()} (" in _refusal(save)


def test_a_process_we_may_not_look_into_is_named_by_the_file_it_holds(
    save: Path, locks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_folder: Path) -> Any:
        raise PermissionError

    monkeypatch.setattr(Path, "iterdir", closed)
    monkeypatch.setattr(os, "getuid", lambda: -1)
    _listed(save, locks, os.getpid())
    assert re.search(rf"process {os.getpid()} \(.+\) of \S+ on ", _refusal(save))
    _listed(save, locks, os.getpid(), device=0)
    assert ", process" not in _refusal(save)


def test_a_system_that_tells_nothing_and_one_that_shows_nobody_say_so(
    save: Path, locks: Path
) -> None:
    assert _refusal(save).endswith("another program; this system does not tell which.")
    locks.write_text("")
    assert _refusal(save).endswith("so it runs on another machine or in a container.")


def test_a_disk_that_locks_nothing_can_be_played_on_with_a_warning(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    with Campaign.open(save) as first, Campaign.open(save) as second:
        assert "cannot be locked" in first.notices[0]
        before = save.read_bytes()
        second.remark("note", "mine")
        theirs = save.read_bytes()
        assert len(theirs) > len(before)
        first.remark("note", "ours")
        assert (save.read_bytes(), first.path) == (theirs, save.with_name("game-rescued.wg"))
    with Campaign.new("toy/crossroads", 7, save.with_name("new.wg")) as third:
        assert "cannot be locked" in third.notices[0]
