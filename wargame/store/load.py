"""Reads a save and checks every line of it: what is good, what is not, what can be recovered."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from wargame import games
from wargame.flow.chance import turn
from wargame.flow.record import FORMAT, Entry, Header, Takeback, link
from wargame.flow.seat import is_by_seat
from wargame.flow.undisturbed import undisturbed
from wargame.model.codec import UnknownEvent, event_from_json
from wargame.model.events import KINDS, ChartRead, DiceRolled, Event, HexTaken, UnitMoved
from wargame.store.errors import (
    DamagedSaveError,
    SaveError,
    all_seen,
    all_visible,
    because,
    shown,
    steers,
)
from wargame.store.header import HeaderError, NewerError, newer, read_header
from wargame.store.migrate import Older
from wargame.store.remark import REMARK_KINDS, Remark

LARGEST_FILE = 1 << 26
"""Bytes; a save beyond that was not written by this program."""
LARGEST_LINE = 1 << 22
MOST_LINES = 1 << 19
_MARK = ',"chain":"'
_TAIL = len(_MARK) + 32 + len('"}')
_FACTS = itemgetter("n", "side", "segment", "key", "answer", "events", "open")
_KINDS = (int, str, str, str, str, list, list)
_OFTEN = frozenset(KINDS.values()) - {UnitMoved, DiceRolled, ChartRead, HexTaken}
"""The kinds of facts that are told again and again; none holds true or 1.0, which would be taken for 1."""


class LineError(ValueError):
    """A line that is not what it should be; says why, as the end of a sentence."""


class NewerLineError(LineError):
    """From this line on a later version of the program wrote the save."""


@dataclass(slots=True)
class Loaded:
    """What a save holds, as far as it is good."""

    path: Path
    header: Header
    entries: list[Entry] = field(default_factory=list)
    """The answers that stand, those taken back left out."""
    redo: list[str] = field(default_factory=list)
    """Answers taken back last, the next one to give again last."""
    held: bool = False
    """Whether the first of them was given by a seat, and the question is its player's now."""
    remarks: list[Remark] = field(default_factory=list)
    takebacks: list[Takeback] = field(default_factory=list)
    """In the order they were made, each with the answers that went."""
    turned: dict[int, str] = field(default_factory=dict)
    """By answer, the salt of chance that was turned after it."""
    problems: list[str] = field(default_factory=list)
    """What was found wrong, a sentence each."""
    damaged: bool = False
    """Whether something other than a torn last line is wrong: to be opened for reading only."""
    newer: str = ""
    """That a later version of the program wrote it, as a sentence: to be looked at only; else ""."""
    torn: bool = False
    """Whether the last line was cut off while it was being written, and was dropped."""
    first_bad: int | None = None
    """Number of the first answer that is lost to damage."""
    good: int = 0
    """Bytes from the start that are good."""
    ended: bool = True
    """Whether the last good line has its line end."""
    format: int = FORMAT
    """The format its last line is written in."""
    older: Older | None = None
    """What brings up the lines of an older format."""
    known: dict[type, dict[Event, Event]] = field(default_factory=lambda: {k: {} for k in _OFTEN})
    """Facts by their kind, for kinds that are told again and again: each is kept once."""


@undisturbed()
def load(path: Path) -> Loaded:
    """Read and check a save.

    Raises SaveError where there is no save to speak of, DamagedSaveError where not even its opening
    position can be trusted; smaller damage is told in the result.
    """
    raw = read_raw(path)
    first = _first_line(path, raw)
    header = _header(path, first)
    loaded = Loaded(path, header, good=len(first) + 1, format=header.format)
    if header.format > FORMAT:
        loaded.newer = f"{shown(path)} {newer(header.format, header.program)}."
        loaded.problems.append(loaded.newer)
    elif header.format != FORMAT and header.game in games.MODULES:
        loaded.older = Older(header.game)
    _lines(loaded, raw)
    return loaded


def header_of(path: Path, raw: bytes) -> Header:
    """The header in the first line of a save; raises SaveError."""
    return _header(path, _first_line(path, raw))


def read_raw(path: Path) -> bytes:
    """The bytes of a file that may be a save; raises SaveError for a folder, a pipe, a giant."""
    try:
        facts = path.stat()
        if stat.S_ISDIR(facts.st_mode):
            raise SaveError(f"{shown(path)} is a folder, not a save.")
        if not stat.S_ISREG(facts.st_mode):
            raise SaveError(f"{shown(path)} is not a file.")
        if facts.st_size > LARGEST_FILE:
            raise SaveError(
                f"{shown(path)} is too large to be a save: {facts.st_size} bytes, at most {LARGEST_FILE}."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise SaveError(f"There is no save {shown(path)}.") from None
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be read: {because(error)}.") from error
    except ValueError as error:
        if isinstance(error, SaveError):
            raise
        raise SaveError(f"{shown(path)} is not a file name.") from error


def _first_line(path: Path, raw: bytes) -> bytes:
    if not raw or raw.isspace():
        raise SaveError(f"{shown(path)} is empty: there is no save in it.")
    if not raw.startswith(b'{"wargame":'):
        what = "text of another kind" if raw[:64].isascii() and b"\0" not in raw[:64] else "binary"
        raise SaveError(f"{shown(path)} is not a save of this program: it is {what}.")
    end = raw.find(b"\n")
    size = len(raw) if end < 0 else end
    if size > LARGEST_LINE:
        raise SaveError(
            f"Line 1 of {shown(path)} is too long for a save: {size} bytes, at most {LARGEST_LINE}."
        )
    if end < 0:
        raise DamagedSaveError(
            f"{shown(path)} breaks off in its first line: nothing in it can be recovered."
        )
    return raw[:end]


def _header(path: Path, first: bytes) -> Header:
    try:
        return read_header(first.decode())
    except NewerError as error:
        raise SaveError(f"{shown(path)} {error}") from error
    except HeaderError as error:
        reason = str(error)
    except UnicodeDecodeError:
        reason = "holds bytes that are not text."
    raise DamagedSaveError(
        f"Line 1 of {shown(path)}, the opening position, {reason} Nothing can be recovered."
    )


def _lines(loaded: Loaded, raw: bytes) -> None:
    """Take over line after line, from where it is known to be good, until one is bad."""
    number, start = 2, loaded.good
    while (end := raw.find(b"\n", start)) >= 0:
        try:
            _line(loaded, raw[start:end], number)
        except LineError as error:
            if loaded.newer or isinstance(error, NewerLineError):
                _stop(loaded, error)
                return
            if b"\0" in raw[start:end] and raw.find(b"\n", end + 1) < 0:
                _torn(loaded)  # its end reached the disk, its beginning did not
                return
            _damage(loaded, number, error, raw.count(b'\n{"n":', start - 1, raw.rfind(b"\n")))
            return
        number, start = number + 1, end + 1
        loaded.good = start
    if start < len(raw):
        _last(loaded, raw[start:], number)


def _stop(loaded: Loaded, error: LineError) -> None:
    """What a later version wrote from here on is left to it."""
    n = len(loaded.entries) - 1
    loaded.newer = loaded.newer or f"{shown(loaded.path)} {error}."
    loaded.problems[:] = [loaded.newer, f"It can be read up to answer {n}."]


def _last(loaded: Loaded, raw: bytes, number: int) -> None:
    """A last line without line end: whole after all, or torn."""
    try:
        _line(loaded, raw, number)
    except LineError:
        _torn(loaded)
        return
    loaded.good += len(raw)
    loaded.ended = False


def _torn(loaded: Loaded) -> None:
    loaded.torn = True
    n = len(loaded.entries) - 1
    loaded.problems.append(
        f"The last line of {shown(loaded.path)} was cut off while it was written and is "
        f"dropped; everything up to answer {max(n, 0)} is there."
    )


def _damage(loaded: Loaded, number: int, error: LineError, answers: int) -> None:
    loaded.damaged = True
    loaded.first_bad = len(loaded.entries)
    n = loaded.first_bad - 1
    got = f"the game is recovered up to answer {n}" if n >= 0 else "only the opening is recovered"
    loaded.problems.append(
        f"Line {number} of {shown(loaded.path)} {error}; {got}, "
        f"{answers} later {'answer is' if answers == 1 else 'answers are'} lost."
    )


def _line(loaded: Loaded, raw: bytes, number: int) -> None:
    if number > MOST_LINES:
        raise LineError(f"is one too many: a save has at most {MOST_LINES}")
    if len(raw) > LARGEST_LINE:
        raise LineError(f"is too long for a save: {len(raw)} bytes, at most {LARGEST_LINE}")
    try:
        text = raw.decode()
        if text.startswith('{"n":'):
            _entry(loaded, text)
        elif text.startswith('{"undo":'):
            _takeback(loaded, _parse(text))
        elif text.startswith('{"format":'):
            _mark(loaded, _parse(text))
        else:
            loaded.remarks.append(_remark(_parse(text)))
    except UnicodeDecodeError:
        raise LineError("holds bytes that are not text") from None


def _parse(text: str) -> dict[str, Any]:
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise LineError("is not JSON") from None
    if not isinstance(value, dict):
        raise LineError("is no record of this program")
    return value


def _entry(loaded: Loaded, text: str) -> None:
    """An answer: its chain value over the text as it stands, then its facts."""
    entries = loaded.entries
    previous = entries[-1].chain if entries else loaded.header.genesis()
    body, chain = f"{text[:-_TAIL]}}}", text[-34:-2]
    if text[-_TAIL:-34] != _MARK or link(previous, body) != chain:
        raise LineError(f"(answer {len(entries)}) was changed or damaged: its chain value is wrong")
    data = _parse(body)
    if not all_seen(body) and all_visible(data) != data:
        raise LineError(f"(answer {len(entries)}) holds control characters")
    if loaded.format != FORMAT and loaded.older is not None:
        data = _brought_up(loaded.older, data)
    entry = _checked(data, body, chain, loaded)
    if entry.n != len(entries):
        raise LineError(f"is answer {entry.n} where answer {len(entries)} belongs")
    entries.append(entry)
    if loaded.redo and loaded.redo[-1] == entry.answer:
        loaded.redo.pop()
    else:
        loaded.redo.clear()
    loaded.held = False


def _brought_up(older: Older, data: dict[str, Any]) -> dict[str, Any]:
    try:
        return older.entry(data)
    except (LookupError, TypeError, ValueError) as error:
        raise LineError(f"holds something no version knows: {shown(error)}") from error


def _checked(data: dict[str, Any], body: str, chain: str, loaded: Loaded) -> Entry:
    known = loaded.known
    try:
        facts = _FACTS(data)
        kinds = tuple(map(type, facts))
        n, side, segment, key, answer, plain, (open_events, open_answers) = facts
        told = map(event_from_json, plain)
        events = tuple(
            [known[kind].setdefault(e, e) if (kind := type(e)) in known else e for e in told]
        )
    except UnknownEvent as error:
        raise LineError(f"holds something this version does not know: {shown(error)}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise LineError(f"lacks what an answer needs: {shown(error)}") from error
    good = kinds == _KINDS and type(open_events) is int and type(open_answers) is int
    if not good or open_events < 0 or not 0 <= open_answers <= n:
        raise LineError("holds a value of the wrong kind")
    text = "" if loaded.format == FORMAT else body
    running = open_events, open_answers
    return Entry(n, side, segment, key, answer, events, *running, text, chain, loaded.format)


def _takeback(loaded: Loaded, data: dict[str, Any]) -> None:
    entries = loaded.entries
    record = _read_takeback(data)
    if (
        not 0 <= record.to < len(entries) - (not record.salt)
        or entries[record.to].chain != record.chain
    ):
        raise LineError(f"takes back to answer {record.to}, but its chain value is wrong")
    taken = tuple(entries[record.to + 1 :])
    if record.salt and taken and record.salt != taken[-1].chain:
        raise LineError("turns chance as nobody may")
    loaded.takebacks.append(replace(record, taken=taken))
    turn(loaded.turned, record.to, record.salt)
    if record.salt:
        loaded.redo.clear()
    else:
        loaded.redo.extend(entry.answer for entry in reversed(taken))
    loaded.held = bool(taken) and is_by_seat(taken[0])
    del entries[record.to + 1 :]
    if loaded.older is not None:
        loaded.older.take_back(record.to)


def _read_takeback(data: dict[str, Any]) -> Takeback:
    match data:
        case {"undo": int(to), "by": str(by), "consent": bool(consent), "chain": str(chain)}:
            salt = data.get("salt", "")
            if isinstance(salt, str) and not steers(salt):
                return Takeback(to, by, consent, chain, salt=salt)
    raise LineError("is no takeback of this program")


def _mark(loaded: Loaded, data: dict[str, Any]) -> None:
    """The lines that follow are written in another format than those before."""
    match data:
        case {"format": int(number)} if loaded.format < number <= FORMAT:
            loaded.format = number
        case {"format": int(number)} if number > FORMAT:
            raise NewerLineError(newer(number))
        case _:
            raise LineError("names a format that this version does not read")


def _remark(data: dict[str, Any]) -> Remark:
    if len(data) == 1:
        for kind in REMARK_KINDS:
            if isinstance(data.get(kind), dict):
                return Remark(kind, all_visible(data[kind]))
    raise LineError("is no record of this program")
