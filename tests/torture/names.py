"""The power goes while files get names: what a folder may then hold, unsynced names dropped one by one."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

from tests.torture.crashes import SCENARIO, file_system
from wargame.store import shelf
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.whole import write_over

Names: TypeAlias = dict[str, int]
"""The files of a disk, by name."""
Call: TypeAlias = tuple[str, str, str, int]
"""What was done, to which name, or from which to which, with which file."""
OLD, NEW = b"old" * 300, b"new" * 400


class Disk:
    """All that was asked of names and syncs, and what is safe of each file."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.safe: dict[int, bytes] = {}
        """What each file held when it was last brought to the disk."""

    def states(self, before: Names) -> Iterator[Names]:
        """Every state of the names that a power cut could leave, after every call; the last one is the least there must be."""
        for moment in range(len(self.calls) + 1):
            durable, pending = dict(before), list[Call]()
            for call in self.calls[:moment]:
                if call[0] != "sync":
                    pending.append(call)
                    continue
                durable = _after(durable, [each for each in pending if _folder(each) == call[1]])
                pending = [each for each in pending if _folder(each) != call[1]]
            for kept in range(len(pending), -1, -1):
                for some in combinations(pending, kept):
                    yield _after(durable, some)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Calls of the store are taken down while this lasts."""
        link, unlink, replace, fsync, opened = os.link, os.unlink, os.replace, os.fsync, os.open

        def linked(source: Any, target: Any, **named: Any) -> None:
            link(source, target, **named)
            self.calls.append(("name", "", str(target), Path(target).stat().st_ino))

        def unlinked(name: Any, **named: Any) -> None:
            unlink(name, **named)
            self.calls.append(("gone", str(name), "", 0))

        def replaced(source: Any, target: Any) -> None:
            replace(source, target)
            self.calls.append(("move", str(source), str(target), Path(target).stat().st_ino))

        def synced(handle: int) -> None:
            fsync(handle)
            facts, name = os.fstat(handle), str(Path(f"/proc/self/fd/{handle}").readlink())
            if stat.S_ISDIR(facts.st_mode):
                self.calls.append(("sync", name, "", 0))
            else:
                self.safe[facts.st_ino] = os.pread(handle, facts.st_size, 0)

        def found(name: Any, flags: int, *mode: int, **named: Any) -> int:
            handle = opened(name, flags, *mode, **named)
            if flags & os.O_CREAT:
                ino = os.fstat(handle).st_ino
                self.calls.append(("name", "", str(name), ino))
            return handle

        with (
            patch.object(os, "link", linked), patch.object(os, "unlink", unlinked),
            patch.object(os, "replace", replaced), patch.object(os, "fsync", synced),
            patch.object(os, "open", found),
        ):  # fmt: skip
            yield


def cut(folder: Path, random: Random) -> list[str]:
    """A save is made, renamed, put into the trash or brought back, or an export replaced; what a power cut could lose."""
    for old in [*folder.glob("named*"), *(folder / "trash").glob("named*")]:
        old.unlink()
    work = random.choice((_made, _renamed, _discarded, _restored, _exported))
    with file_system(random):
        return sorted(set(work(folder)))


def _made(folder: Path) -> list[str]:
    path = folder / "named.wg"

    def make() -> None:
        with suppress(SaveError):
            Campaign.new(SCENARIO, 7, path).close()

    disk, states = _watched(folder, make)
    whole = path.read_bytes()
    return [
        "made: half a save"
        for state in states
        if disk.safe.get(state.get(str(path), -1), b"") not in (b"", whole)
    ] + ([] if str(path) in states[-1] else ["made: called made, not on the disk"])


def _renamed(folder: Path) -> list[str]:
    path = _game(folder)

    def work() -> None:
        with Campaign.open(path) as campaign:
            campaign.rename("named-2")

    return _never_lost(folder, path, work)


def _discarded(folder: Path) -> list[str]:
    path = _game(folder)
    return _never_lost(folder, path, lambda: shelf.discard(path))


def _restored(folder: Path) -> list[str]:
    kept = shelf.discard(_game(folder))
    return _never_lost(folder, kept, lambda: shelf.restore(kept))


def _exported(folder: Path) -> list[str]:
    path = folder / "named.txt"
    path.write_bytes(OLD)
    ino = path.stat().st_ino
    disk, states = _watched(folder, lambda: write_over(path, NEW))
    disk.safe[ino] = OLD
    found = [
        "exported: neither the old file nor the new one"
        for state in states
        if disk.safe.get(state.get(str(path), -1)) not in (OLD, NEW)
    ]
    return found + ([] if states[-1].get(str(path)) != ino else ["exported: the old file is there"])


def _game(folder: Path) -> Path:
    path = folder / "named.wg"
    Campaign.new(SCENARIO, 7, path).close()
    return path


def _never_lost(folder: Path, path: Path, work: Callable[[], object]) -> list[str]:
    """In every state the save has a name."""
    ino = path.stat().st_ino
    _disk, states = _watched(folder, work)
    return [f"{path.name}: no name is left" for state in states if ino not in state.values()]


def _watched(folder: Path, work: Callable[[], object]) -> tuple[Disk, list[Names]]:
    """What was done to the disk, and all states it could be in; the last one holds only what is safe at the end."""
    before = {
        str(path): path.stat().st_ino for path in folder.rglob("named*") if not path.is_symlink()
    }
    disk = Disk()
    with disk.watched():
        work()
    return disk, list(disk.states(before))


def _folder(call: Call) -> str:
    """The folder in which a call changed a name; of a move the one it goes to."""
    return os.path.dirname(call[2] or call[1])  # noqa: PTH120 - names as they were given


def _after(names: Names, calls: Any) -> Names:
    found = dict(names)
    for done, old, new, ino in calls:
        if old:
            found.pop(old, None)
        if new:
            found[new] = ino
        assert done
    return found
