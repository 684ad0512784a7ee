"""What differs between systems: locks, names, places in a file, the line to the terminal. No other file asks which one it is on."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

WHOLE: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How a file is opened: each byte as it is, and for this program alone."""
STOPS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGBREAK")
"""Signals that end a program, where there are such."""
_LOCKS: Final = Path("/proc/locks")
_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""How a file system says that it gives no file a second name."""
_NO_SYNC: Final = (errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP)
"""How it says that folders are not brought to the disk by themselves."""

if sys.platform == "win32":
    import msvcrt

    _FAR: Final = (1 << 31) - 2
    """The byte that is locked: beyond every save, since nobody can read one that another program has locked.

    The C library counts such places in 32 bits.
    """

    def lock(handle: int) -> None:
        """Hold a file against every other program until it is closed, or this one ends; raises OSError if one holds it."""
        at = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, at, os.SEEK_SET)

    def holder(handle: int) -> tuple[int, str]:  # noqa: ARG001 - as below
        """The process that holds the lock of a file, and its command; (0, ""): this system does not tell."""
        return 0, ""

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
    import struct
    import termios
    import tty

    def lock(handle: int) -> None:
        """Hold a file against every other program until it is closed, or this one ends; raises OSError if one holds it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

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

    def holder(handle: int) -> tuple[int, str]:
        """The process that holds the lock of a file, and its command; (0, ""): this system does not tell."""
        file = os.fstat(handle)
        mark = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}:{file.st_ino}"
        with suppress(OSError):
            for line in _LOCKS.read_text().splitlines():
                words = line.split()
                if words[1] == "FLOCK" and mark in words and int(words[4]) > 0:
                    command = (
                        Path(f"/proc/{words[4]}/cmdline").read_bytes().decode(errors="replace")
                    )
                    program = " ".join(Path(word).name for word in command.split("\0"))
                    return int(words[4]), program.strip()
        return 0, ""
