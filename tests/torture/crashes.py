"""Crashes of the store: faults of its system calls, power cuts in every state a disk may keep, kills."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock, patch

from tests.store.foreign import CHANGES
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.whole import write_over

SCENARIO = "toy/crossroads"
CALLS = (
    "write", "fsync", "ftruncate", "fstat", "pread", "open", "link", "unlink", "replace", "rename",
)  # fmt: skip
"""The system calls of the store that can fail."""
REASONS = (errno.ENOSPC, errno.EIO, errno.EINTR, errno.EDQUOT)


def fault(folder: Path, random: Random) -> list[str]:
    """Some calls of a game fail, a write may be short; what was lost by it, [] if nothing."""
    path, call = folder / "fault.wg", random.choice(CALLS)
    wrong = {random.randrange(60) for _ in range(random.choice((1, 2, 8)))}
    for old in folder.glob("fault*"):
        old.unlink()
    found = list[str]()
    with file_system(random), _failing(call, wrong, random) as failed:
        try:
            campaign = Campaign.new(SCENARIO, 7, path)
        except (SaveError, OSError):
            campaign = None
        safe = _played(campaign, random, 6) if campaign else 0
        if campaign:
            found += _renamed(campaign, failed) + _exported(folder / "fault.txt", failed)
            safe = max(safe, _played(campaign, random, 6))
    once = len(failed) < 2 or call != "unlink"
    if campaign is None and not failed:
        return ["no save can be made on such a disk"]
    if campaign is None or campaign.path is None:
        with Campaign.open(path) if path.exists() else Campaign.new(SCENARIO, 7, path):
            return _left_over(folder) if once else []
    path = campaign.path
    found += _kept(path, campaign, safe, f"{call} failed")
    campaign.save_now()
    found += _kept(path, campaign, campaign.session.n, f"saved again after {call} failed")
    campaign.close()
    return found + (_left_over(folder) if once else [])


def _renamed(campaign: Campaign, failed: list[int]) -> list[str]:
    """The save gets another name; wrong if that is refused without need, or it then has none or both."""
    assert campaign.path is not None
    before, calls = campaign.path, len(failed)
    target = before.with_name("fault-2.wg")
    try:
        campaign.rename(target.stem)
    except SaveError as error:
        if len(failed) == calls:
            return [f"renamed: {error}"]
    there = [name for name in (before, target) if name.exists()]
    if there == [campaign.path] or (len(failed) > calls + 1 and before.samefile(target)):
        return []  # what fails again and again may leave the same file under two names
    return [f"renamed: {campaign.path.name} lies in {[name.name for name in there]}"]


def _exported(path: Path, failed: list[int]) -> list[str]:
    """A file is replaced by another one; wrong if neither is there whole, or it is refused without need."""
    old, new, calls = b"old" * 500, b"new" * 600, len(failed)
    path.write_bytes(old)
    try:
        write_over(path, new)
    except SaveError as error:
        if len(failed) == calls:
            return [f"exported: {error}"]
        return [] if path.read_bytes() in (old, new) else ["exported: neither the old nor the new"]
    return [] if path.read_bytes() == new else ["exported: not what was written"]


def power_cut(folder: Path, random: Random) -> list[str]:
    """The power goes at some moment; what the disk may then hold is opened.  What was lost."""
    path, log = folder / "power.wg", list[tuple[str, bytes, int]]()
    path.unlink(missing_ok=True)
    with Campaign.new(SCENARIO, random.randrange(50), path) as campaign:
        durable = path.read_bytes()
        with _traced(log, campaign):
            _played(campaign, random)
        found = list[str]()
        for moment in random.sample(range(len(log) + 1), min(4, len(log) + 1)):
            image, safe = _after(durable, log[:moment], random)
            cut = folder / "cut.wg"
            cut.write_bytes(image)
            found += _kept(cut, campaign, safe, f"power cut after {moment} calls")
        return found


def foreign(folder: Path, random: Random) -> list[str]:
    """Another program changes the save during play; what was lost, or written into what is not ours."""
    path, change = folder / "foreign.wg", random.choice(CHANGES)
    for old in folder.glob("foreign*"):
        old.unlink()
    with Campaign.new(SCENARIO, random.randrange(50), path) as campaign:
        _played(campaign, random, random.randrange(8))
        change(path)
        left = {file: file.read_bytes() for file in folder.glob("*.wg")}
        _played(campaign, random, 1 + random.randrange(4))
        found = [f"{file.name}: written into" for file in left if file.read_bytes() != left[file]]
        if campaign.path and campaign.path != path:
            found += _kept(campaign.path, campaign, campaign.session.n, change.__name__)
        elif campaign.session.ask is not None:
            found.append(f"{change.__name__}: it goes on in the same file")
        return found


def kill(folder: Path, random: Random) -> list[str]:
    """Another process plays and is killed; what was lost of what it had called saved."""
    path = folder / "kill.wg"
    path.unlink(missing_ok=True)
    Campaign.new(SCENARIO, 7, path).close()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Campaign.open(path) as campaign:
                _played(campaign, Random(1), 10_000, lambda n: os.write(write, b"%d\n" % n))
        finally:
            os._exit(0)
    os.close(write)
    told = os.read(read, 100) if random.random() < 0.8 else b""
    for _ in range(random.randrange(6)):
        told += os.read(read, 100)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(read, 4096):
        told += more
    os.close(read)
    numbers = told.split(b"\n")[:-1]
    with Campaign.new(SCENARIO, 7, None) as whole:
        _played(whole, Random(1), 10_000)
        return _kept(path, whole, int(numbers[-1]) if numbers else 0, "killed")


def _played(
    campaign: Campaign, random: Random, most: int = 12, told: Callable[[int], Any] = int
) -> int:
    """Random answers; the last one of which the program said that it is on the disk."""
    safe = 0
    for _ in range(most):
        ask = campaign.session.ask
        if ask is None:
            break
        campaign.answer(ask.sample(random.randrange))
        if not campaign.failing:
            safe = campaign.session.n
            told(safe)
    return safe


def _kept(path: Path, campaign: Campaign, safe: int, when: str) -> list[str]:
    """Whether a save opens whole and holds what was acknowledged of a campaign."""
    image = path.read_bytes()
    copy = path.with_name(f"copy-{path.name}")
    copy.write_bytes(image)
    wanted = [entry.chain for entry in campaign.session.entries]
    try:
        with Campaign.open(copy) as again:
            chains = [entry.chain for entry in again.session.entries]
            if again.read_only:
                return [f"{when}: read-only: {again.notices}"]
            if len(chains) <= safe or chains != wanted[: len(chains)]:
                return [f"{when}: answers to {len(chains) - 1} of {safe} acknowledged"]
            if again.session.ask is not None:
                again.answer(again.session.ask.sample(lambda _: 0))
    except SaveError as error:
        return [f"{when}: {error}"]
    return []


def _left_over(folder: Path) -> list[str]:
    return [f"left over: {path.name}" for path in folder.glob(".*.tmp")]


@contextmanager
def file_system(random: Random) -> Iterator[None]:
    """A disk that knows files without a name and files with two, or one that does not."""
    with ExitStack() as stack:
        if random.random() < 0.4:
            stack.enter_context(patch.object(os, "O_TMPFILE", os.O_EXCL))
        if random.random() < 0.4:
            refusal = OSError(errno.EPERM, os.strerror(errno.EPERM))
            stack.enter_context(patch.object(os, "link", Mock(side_effect=refusal)))
        yield


@contextmanager
def _failing(call: str, wrong: set[int], random: Random) -> Iterator[list[int]]:
    """The calls of a name whose numbers are in *wrong* fail; which of them did."""
    real, number, failed = getattr(os, call), 0, list[int]()

    def failing(*args: Any, **named: Any) -> Any:
        nonlocal number
        number += 1
        if number - 1 not in wrong:
            return real(*args, **named)
        failed.append(number - 1)
        if call == "write" and random.random() < 0.7:
            done: int = real(args[0], args[1][: random.randrange(len(args[1]) + 1) or 1])
            if random.random() < 0.5:
                return done
        raise OSError(reason := random.choice(REASONS), os.strerror(reason))

    with patch.object(os, call, failing):
        yield failed


@contextmanager
def _traced(log: list[tuple[str, bytes, int]], campaign: Campaign) -> Iterator[None]:
    """Writes and fsyncs of the store, each with the last answer that was given when it was called."""
    write, fsync = os.write, os.fsync

    def traced_write(handle: int, data: bytes) -> int:
        log.append(("write", bytes(data), campaign.session.n))
        return write(handle, data)

    def traced_fsync(handle: int) -> None:
        fsync(handle)
        log.append(("fsync", b"", campaign.session.n))

    with patch.object(os, "write", traced_write), patch.object(os, "fsync", traced_fsync):
        yield


def _after(durable: bytes, log: list[tuple[str, bytes, int]], random: Random) -> tuple[bytes, int]:
    """A state of the disk after some calls, and the last answer that must be in it."""
    pending, safe = b"", 0
    for call, data, n in log:
        if call == "write":
            pending += data
        else:
            durable, pending, safe = durable + pending, b"", n
    at = random.randrange(len(pending) + 1)
    match random.randrange(4):
        case 0:
            return durable, safe
        case 1:
            return durable + pending[:at], safe
        case 2:
            return durable + b"\0" * at + pending[at:], safe
        case _:
            return durable + pending[:at] + b"\0" * (len(pending) - at), safe
