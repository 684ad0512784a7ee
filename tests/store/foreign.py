"""What another program may do to the file of a running campaign."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

Change: TypeAlias = Callable[[Path], None]


def copied_over(save: Path) -> None:
    """Other bytes in the same file."""
    with save.open("r+b") as file:
        file.write(b"x" * save.stat().st_size)


def cut(save: Path) -> None:
    """Half of it is gone."""
    os.truncate(save, save.stat().st_size // 2)


def edited(save: Path) -> None:
    """One byte in the middle, and the time of the file set back."""
    with save.open("r+b") as file:
        file.seek(save.stat().st_size // 3)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))
    os.utime(save, (1, 1))


def lengthened(save: Path) -> None:
    """A line of another program behind ours."""
    with save.open("ab") as file:
        file.write(b"a line\n")


def renamed_over(save: Path) -> None:
    """A copy takes its name, as sync tools and editors do it."""
    other = save.with_name("other")
    other.write_bytes(save.read_bytes())
    other.replace(save)


def moved(save: Path) -> None:
    """It has another name."""
    save.replace(save.with_name("elsewhere.wg"))


CHANGES: tuple[Change, ...] = (
    copied_over, cut, edited, lengthened, renamed_over, moved, Path.unlink,
)  # fmt: skip
