"""What the two ends of a save tell, for lists: its header, how far it is, its game-turn.

A short save is read and checked whole; of a long one only the first line and the last ones, so that
damage between them is found when the save itself is opened.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wargame.flow.record import Entry, Header
from wargame.model.events import GameEnded, TrackSet
from wargame.store.errors import SaveError, because, shown
from wargame.store.load import LARGEST_FILE, header_of, load

SHORT = 1 << 16
"""Bytes; a save up to that is read whole."""
_TURN = re.compile(rb'\["TrackSet","turn",([0-9]+)')
_END = b'["GameEnded",'


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list shows of a save."""

    path: Path
    header: Header
    n: int
    """How many answers were given, -1 without an opening."""
    turn: int
    """The game-turn, 0 before the first."""
    over: bool
    """Whether the game has ended."""
    damage: str
    """What is wrong with it, "" if nothing was seen."""


def glance(path: Path) -> Glance:
    """Look at a save; raises SaveError as `load` does."""
    try:
        size = path.stat().st_size if path.is_file() else 0
        if SHORT < size <= LARGEST_FILE:
            return _ends(path)
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be read: {because(error)}.") from error
    found = load(path)
    entries = found.entries
    damage = " ".join(found.problems) if found.damaged else ""
    over = bool(entries) and any(isinstance(event, GameEnded) for event in entries[-1].events)
    return Glance(path, found.header, len(entries) - 1, _turn(entries), over, damage)


def _turn(entries: list[Entry]) -> int:
    """The game-turn as the last change of its track says."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if isinstance(event, TrackSet) and event.name == "turn":
                return int(event.value)
    return 0


def _ends(path: Path) -> Glance:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        header = header_of(path, file.readline())
        start = file.tell()
        try:
            return _last_lines(path, header, raw, start)
        except ValueError:
            damage = f"The last lines of {shown(path)} are damaged; opening it tells what is good."
            return Glance(path, header, -1, 0, over=False, damage=damage)


def _last_lines(path: Path, header: Header, raw: mmap.mmap, start: int) -> Glance:
    """What the answers that stand tell, looked through from the end."""
    n, turn, over = -1, 0, False
    named = raw.rfind(b'["TrackSet","turn",', start) >= 0
    for number, line in _standing(raw, start):
        if n < 0:
            n, over = number, _END in line
        found = _TURN.findall(line)
        if found or not named:
            turn = int(found[-1]) if found else 0
            break
    return Glance(path, header, n, turn, over, "")


def _standing(raw: mmap.mmap, start: int) -> Iterator[tuple[int, bytes]]:
    """The answers that stand and their lines, the last one first; raises ValueError."""
    wanted: int | None = None
    end = raw.rfind(b"\n")  # what comes after the last line end is torn, or is read when opened
    while end > start:
        begin = max(raw.rfind(b"\n", start, end) + 1, start)
        head = raw[begin : begin + 24]
        if head.startswith(b'{"undo":'):
            to = int(head[8 : head.index(b",")])
            wanted = to if wanted is None else min(wanted, to)
        elif head.startswith(b'{"n":'):
            number = int(head[5 : head.index(b",")])
            if wanted is None or number == wanted:
                wanted = number - 1
                yield number, raw[begin:end]
        elif not head.startswith(b'{"'):
            raise ValueError("no line of a save")
        end = begin - 1
