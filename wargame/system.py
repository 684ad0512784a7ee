"""What differs between systems: locks, names, places in a file, the line to the terminal. No other file asks which one it is on."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

WHOLE: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How a file is opened: each byte as it is, and for this program alone."""
STOPS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGBREAK")
"""Signals that end a program, where there are such."""
_PROCESSES: Final = Path("/proc")
_LOCKS: Final = _PROCESSES / "locks"
_UNTOLD: Final = "this system does not tell which"
_ELSEWHERE: Final = (
    "it is none that this system shows, so it runs on another machine or in a container"
)
_NO_LOCKS: Final = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS)
"""How a file system says that it locks no files."""
_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""How a file system says that it gives no file a second name."""
_NO_SYNC: Final = (errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP)
"""How it says that folders are not brought to the disk by themselves."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a lock, as far as the system tells."""

    process: int = 0
    command: str = ""
    user: str = ""
    """Whose it is, "" if ours or not known."""
    host: str = ""
    since: float = 0
    """When it began, in seconds since the epoch; 0 if not known."""
    untold: str = ""
    """Why nothing is known, as part of a sentence."""


if sys.platform == "win32":
    import msvcrt

    _FAR: Final = (1 << 31) - 2
    """The byte that is locked: beyond every save, since nobody can read one that another program has locked.

    The C library counts such places in 32 bits.
    """

    def lock(handle: int) -> bool:
        """Hold a file against every other program until it is closed, or this one ends; raises OSError if one holds it.

        False: this file system knows no locks.
        """
        at = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, at, os.SEEK_SET)
        return True

    def holder(handle: int) -> Holder:  # noqa: ARG001 - as below
        """Who holds the lock of a file."""
        return Holder(untold=_UNTOLD)

    def read_at(handle: int, size: int, at: int) -> bytes:
        """So many bytes of a file from a place on, fewer at its end."""
        os.lseek(handle, at, os.SEEK_SET)
        return os.read(handle, size)

    def name_as(path: Path, target: Path) -> None:
        """Give a file a name that nobody has; raises FileExistsError, OSError."""
        path.rename(target)  # where a name is taken it says so

    def sync_folder(folder: Path) -> None:
        """Bring the names in a folder to the disk, which this system does by itself."""

    def letter_size() -> tuple[int, int]:
        """Width and height in pixels of a letter of the terminal; (0, 0): not known."""
        return 0, 0

    @contextmanager
    def key_by_key() -> Iterator[bool]:
        """While this lasts each byte from the terminal can be read at once; False: it cannot."""
        yield False

    def line_keys() -> dict[str, Any]:
        """How the terminal's line treats keys that the table uses."""
        return {"checked": "no: this system does not tell"}

else:
    import fcntl
    import platform
    import pwd
    import struct
    import termios
    import tty

    def lock(handle: int) -> bool:
        """Hold a file against every other program until it is closed, or this one ends; raises OSError if one holds it.

        False: this file system knows no locks.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            return False
        return True

    def read_at(handle: int, size: int, at: int) -> bytes:
        """So many bytes of a file from a place on, fewer at its end."""
        return os.pread(handle, size, at)

    def name_as(path: Path, target: Path) -> None:
        """Give a file a name that nobody has; raises FileExistsError, OSError, and then it has its old one alone.

        The new name is on the disk before the old one goes.
        """
        try:
            os.link(path, target, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _renamed(path, target)
            return
        try:
            sync_folder(target.parent)
            path.unlink()
        except OSError:
            with suppress(OSError):
                target.unlink()
            raise

    def _renamed(path: Path, target: Path) -> None:
        """The same where a file has one name only: an empty file takes the new one first, so that none is replaced."""
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | WHOLE, 0o600))
        try:
            path.replace(target)
        except OSError:
            with suppress(OSError):
                target.unlink()
            raise

    def sync_folder(folder: Path) -> None:
        """Bring the names in a folder to the disk, where the file system knows such a thing; raises OSError."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in _NO_SYNC:
                raise
        finally:
            os.close(handle)

    def letter_size() -> tuple[int, int]:
        """Width and height in pixels of a letter of the terminal; (0, 0): not known."""
        if sys.__stdout__ is None:
            return 0, 0
        try:
            size = fcntl.ioctl(sys.__stdout__.fileno(), termios.TIOCGWINSZ, bytes(8))
        except (OSError, ValueError):
            return 0, 0
        lines, columns, wide, high = struct.unpack("HHHH", size)
        return (wide // columns, high // lines) if lines and columns else (0, 0)

    @contextmanager
    def key_by_key() -> Iterator[bool]:
        """While this lasts each byte from the terminal can be read at once; False: it cannot."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            yield False
            return
        saved = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin)
            yield True
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, saved)

    def line_keys() -> dict[str, Any]:
        """How the terminal's line treats keys that the table uses."""
        if not sys.stdin.isatty():
            return {"checked": "no: the input is not a terminal"}
        settings = termios.tcgetattr(sys.stdin)
        erase = settings[6][termios.VERASE]
        held = bool(settings[0] & termios.IXON)
        return {
            "backspace sends": f"0x{ord(erase):02x}" if isinstance(erase, bytes) else str(erase),
            "Ctrl-S and Ctrl-Q": "stop and start output outside the table" if held else "free",
        }

    def holder(handle: int) -> Holder:
        """Who holds the lock of a file, by the system's own list.

        A number is not taken on trust: where that can be seen the process has the file open.
        """
        try:
            locks = _LOCKS.read_text().splitlines()
        except OSError:
            return Holder(untold=_UNTOLD)
        file = os.fstat(handle)
        for words in map(str.split, locks):
            held = words[5].split(":") if words[1] == "FLOCK" else [""]
            if held[-1] == str(file.st_ino) and int(words[4]) > 0:
                device = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}"
                if _has_open(int(words[4]), file, unseen=held[:-1] == device.split(":")):
                    return _process(int(words[4]))
        return Holder(untold=_ELSEWHERE)

    def _has_open(process: int, file: os.stat_result, *, unseen: bool) -> bool:
        """Whether a process has a file open; *unseen* where we may not look."""
        try:
            handles = list(_PROCESSES.joinpath(str(process), "fd").iterdir())
        except PermissionError:
            return unseen
        except OSError:
            return False
        for each in handles:
            with suppress(OSError):
                facts = each.stat()
                if (facts.st_dev, facts.st_ino) == (file.st_dev, file.st_ino):
                    return True
        return False

    def _process(number: int) -> Holder:
        """What the system tells of a process."""
        folder, command, user, since = _PROCESSES / str(number), "", "", 0.0
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            command = " ".join(Path(word).name for word in words).strip()
        with suppress(OSError, KeyError):
            owner = folder.stat().st_uid
            user = "" if owner == os.getuid() else pwd.getpwuid(owner).pw_name
        with suppress(OSError, ValueError, IndexError):
            ticks = int((folder / "stat").read_text().rpartition(")")[2].split()[19])
            booted = (_PROCESSES / "stat").read_text().partition("\nbtime ")[2].split()[0]
            since = int(booted) + ticks / os.sysconf("SC_CLK_TCK")
        return Holder(number, command, user, platform.node(), since)
