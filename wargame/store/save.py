"""The save being played: an append-only file that is on disk before the next question."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from wargame.flow.record import FORMAT, Entry, FormatMark, Header
from wargame.store.errors import ForeignSaveError, LockedSaveError, SaveError, because, shown
from wargame.store.whole import move, write_new
from wargame.system import WHOLE, holder, lock, read_at

_PIECE = 1 << 20
_UNLOCKED = (
    "lies where files cannot be locked: nothing keeps a second program from playing it too. "
    "If one does, this one sees it and goes on in a save of its own."
)
_LAST = 64
"""Bytes of the end that are looked at before each append."""


class Line(Protocol):
    """What can be appended: an Entry, a Takeback, a Remark."""

    def line(self) -> str:
        """Itself as one line of JSON."""


class SaveFile:
    """One open save, locked against a second program."""

    def __init__(self, path: Path, handle: int, size: int) -> None:
        self.path = path
        self.failing = ""
        """Why the last append did not reach the disk, "" if it did."""
        self.format = FORMAT
        """The format of its last line."""
        self.notices: list[str] = []
        """Sentences the players must see once."""
        self._handle = handle
        self._size = size
        """Bytes that are known to be good."""
        self._missed: list[bytes] = []
        self._written = _hash(_read(handle, size))
        """What the good bytes are."""
        self._end = _end(handle, size)
        self._facts: tuple[int, int] | None = _facts(handle)
        """The file as it was left, None if that is not known."""

    @classmethod
    def create(cls, path: Path, header: Header, records: Iterable[Line] = ()) -> SaveFile:
        """A new save with its first records; raises SaveError, also if *path* exists."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{shown(path.parent)} cannot be made: {because(error)}.") from error
        kept = list(records)
        write_new(path, "".join(f"{line}\n" for line in lines_of(header, kept)).encode())
        save = cls.open(path)
        save.format = header.format
        for record in kept:
            save.format = _format_of(record, save.format)
        return save

    @classmethod
    def open(cls, path: Path) -> SaveFile:
        """Lock an existing save for writing; raises LockedSaveError, SaveError."""
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND | WHOLE)
        except OSError as error:
            raise SaveError(f"{shown(path)} cannot be written: {because(error)}.") from error
        try:
            locked = lock(handle)
        except OSError as error:
            by = _holder(handle)
            os.close(handle)
            raise LockedSaveError(f"{shown(path)} is being played by {by}.") from error
        try:
            save = cls(path, handle, os.fstat(handle).st_size)
        except OSError as error:
            os.close(handle)
            raise SaveError(f"{shown(path)} cannot be read: {because(error)}.") from error
        if not locked:
            save.notices.append(f"{shown(path)} {_UNLOCKED}")
        return save

    def cut(self, size: int, *, ended: bool) -> None:
        """Keep the first *size* bytes, all that is good; end an unended last line next time."""
        self._size = size
        try:
            os.ftruncate(self._handle, size)
            self._note(_hash(_read(self._handle, size)))
        except OSError as error:
            self.failing = self._sentence(error)
        if not ended:
            self._missed = [b"\n"]

    def append(self, record: Line) -> None:
        """Write a record through to the disk, with any that failed before.

        Raises SaveError when the disk refuses; the record is kept and tried again next time.
        """
        self._missed += [f"{line}\n".encode() for line in _marked(record, self.format)]
        self.format = _format_of(record, self.format)
        self.flush()

    def flush(self) -> None:
        """Bring what has not reached the disk there; raises SaveError.

        Nothing is written where the file is not the one this program wrote: ForeignSaveError.
        """
        if self._handle < 0:
            raise SaveError(f"{shown(self.path)} is closed.")
        data = b"".join(self._missed)
        try:
            self._look(data)
            if os.fstat(self._handle).st_size != self._size:
                os.ftruncate(self._handle, self._size)
            _write_all(self._handle, data)
            os.fsync(self._handle)
        except OSError as error:
            self.failing = self._sentence(error)
            raise SaveError(self.failing) from error
        self._size += len(data)
        self._written.update(data)
        self._note(self._written)
        self._missed.clear()
        self.failing = ""

    def rename(self, target: Path) -> None:
        """Another place, where nothing lies; raises SaveError."""
        self.flush()
        move(self.path, target)
        self.path = target

    def close(self) -> None:
        """Let go of the file and its lock; closing twice is harmless."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _look(self, data: bytes) -> None:
        """Whether the file is the one this program wrote; *data* may lie behind it in part.

        A file whose time and size are as they were is judged by its last bytes, any other by all.
        """
        try:
            there, here = self.path.stat(), os.fstat(self._handle)
        except FileNotFoundError:
            raise self._foreign("was moved or deleted") from None
        if (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            raise self._foreign("was replaced by another file")
        if _facts(self._handle) == self._facts and _end(self._handle, self._size) == self._end:
            return
        tail = b"".join(_read(self._handle, here.st_size, self._size))
        same = _hash(_read(self._handle, self._size)).digest() == self._written.digest()
        if here.st_size < self._size or not same or not data.startswith(tail):
            raise self._foreign("was changed by another program")

    def _foreign(self, how: str) -> ForeignSaveError:
        said = f"{shown(self.path)} {how} during play"
        self.failing = f"NOT SAVED: {said}."
        return ForeignSaveError(said)

    def _note(self, written: blake2b) -> None:
        """Remember the file as it is after this program wrote it."""
        self._written, self._facts = written, None
        with suppress(OSError):
            self._end = _end(self._handle, self._size)
            self._facts = _facts(self._handle)

    def _sentence(self, error: OSError) -> str:
        return (
            f"NOT SAVED: {shown(self.path)} cannot be written: {because(error)}. "
            "The game goes on in memory and saving is tried again after each answer."
        )


def lines_of(header: Header, records: Iterable[Line]) -> list[str]:
    """All lines of a save."""
    written, lines = header.format, [header.line()]
    for record in records:
        lines += _marked(record, written)
        written = _format_of(record, written)
    return lines


def _format_of(record: Line, before: int) -> int:
    """The format of a save's lines from this record on."""
    return record.format if isinstance(record, Entry) else before


def _marked(record: Line, before: int) -> list[str]:
    """The lines of a record, with a mark in front where the format changes."""
    now = _format_of(record, before)
    return [record.line()] if now == before else [FormatMark(now).line(), record.line()]


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _facts(handle: int) -> tuple[int, int]:
    """When a file was changed last, and its size."""
    facts = os.fstat(handle)
    return facts.st_mtime_ns, facts.st_size


def _end(handle: int, size: int) -> bytes:
    """The last of the first *size* bytes."""
    return b"".join(_read(handle, size, max(0, size - _LAST)))


def _read(handle: int, end: int, start: int = 0) -> Iterator[bytes]:
    """The bytes of a file from *start* to *end*, piece by piece."""
    while start < end and (piece := read_at(handle, min(_PIECE, end - start), start)):
        yield piece
        start += len(piece)


def _hash(pieces: Iterable[bytes]) -> blake2b:
    found = blake2b()
    for piece in pieces:
        found.update(piece)
    return found


def _holder(handle: int) -> str:
    """Who holds the lock, as far as the system tells: "another program, process 4711 (wargame play arras) on mini, begun at 14:02"."""
    found = holder(handle)
    if not found.process:
        return f"another program; {found.untold}"
    told = f"another program, process {found.process} ({shown(found.command)})"
    told += f" of {shown(found.user)}" if found.user else ""
    told += f" on {shown(found.host)}" if found.host else ""
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(found.since)) if found.since else ""
    return told + (f", begun {began}" if began else "")
