"""A game as an asciinema recording: after each answer the map, the journal and what was answered.

The recording is version 2 of the format: a header line, then a JSON line for each piece of output.
Only the lines of the screen that change are written again, and each turn begins with a marker, so
that players can jump to it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from wargame.exports.camera import Camera, Size
from wargame.exports.journal import heading, tell
from wargame.exports.lines import clean, ruled
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Line
from wargame.flow.replay import Replay

LEAST, MOST = Size(80, 24), Size(250, 80)
"""Columns and lines that a recording may have."""
_ANSWER, _LINE, _DICE, _REST, _NOTHING, _OPENING = 0.3, 0.25, 0.7, 0.4, 0.1, 2.5
"""Seconds that an answer, a line, a roll, the map after it (or no news) and the opening stay."""
_LONGEST = 2.4
"""Seconds that the lines of one answer take at most."""
_ROLLING = ("dice", "result", "end")


def cast_lines(
    definition: GameDefinition, replay: Replay, size: Size, *, colour: bool = True
) -> Iterator[str]:
    """The lines of the recording, without line ends."""
    yield json.dumps(
        {
            "version": 2,
            "width": size.columns,
            "height": size.lines,
            "title": heading(definition, replay.header),
            "idle_time_limit": _LONGEST,
            "env": {"TERM": "xterm-256color"},
        }
    )
    film = _Film(definition, replay, size, colour=colour)
    for moment in film.moments():
        at = round(moment.at, 3)
        if moment.marker:
            yield json.dumps([at, "m", moment.marker])
        if moment.output:
            yield json.dumps([at, "o", moment.output])


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to show, and when."""

    at: float
    output: str
    marker: str = ""


class _Film:
    """Shoots the game answer by answer."""

    def __init__(
        self, definition: GameDefinition, replay: Replay, size: Size, *, colour: bool
    ) -> None:
        self._definition, self._replay, self._size = definition, replay, size
        self._colour = colour
        told = max(5, size.lines // 4)
        window = Size(size.columns, size.lines - told - 4)
        self._camera = Camera(definition, replay, window, colour=colour)
        self._journal: deque[str] = deque([""] * told, maxlen=told)
        self._shown: dict[int, str] = {}
        """Lines of the screen, but for the map, as they stand."""
        self._head, self._foot = "", ""
        self._clock = 0.0

    def moments(self) -> Iterator[Moment]:
        turn = ""
        yield Moment(0.0, "\x1b[?25l\x1b[0m\x1b[2J")
        for told in tell(self._definition, self._replay):
            marker = told.turn if told.turn != turn else ""
            turn = told.turn
            self._head = f"{self._definition.title}  -  {told.turn}"
            if told.entry.n:
                self._foot = f"{told.entry.n}. {told.side}, {told.segment}> {told.entry.answer}"
                yield Moment(self._clock, self._around(), marker)
                self._clock += _ANSWER
            yield from self._told(told.lines)
            opening = not told.entry.n
            picture = self._camera.shoot(told)
            yield Moment(self._clock, self._around() + picture, marker if opening else "")
            self._clock += _OPENING if opening else _REST if told.lines else _NOTHING
        self._foot = "The recording ends here."
        yield Moment(self._clock, self._around())
        yield Moment(self._clock + _OPENING, f"\x1b[{self._size.lines};1H\x1b[0m\x1b[?25h")

    def _told(self, lines: Iterable[Line]) -> Iterator[Moment]:
        """The journal, a line after the other; what is long goes fast."""
        told = list(lines)
        whole = sum(_DICE if line.kind in _ROLLING else _LINE for line in told)
        pace = min(1.0, _LONGEST / whole) if whole else 1.0
        for line in told:
            text = clean(ruled(line.text, line.rule))
            mark = "*" if line.kind in _ROLLING else " "
            for n, piece in enumerate(wrap(text, self._size.columns - 4)):
                self._journal.append(f"{'  ' if n else mark} {piece}")
            yield Moment(self._clock, self._around())
            self._clock += (_DICE if line.kind in _ROLLING else _LINE) * pace

    def _around(self) -> str:
        """Whatever brings the lines above and below the map up to date."""
        columns, lines = self._size
        rule = ("\u2500" if self._colour else "-") * columns
        below = [rule, *map(self._set, self._journal), rule]
        below.append(self._bold(_cut(self._foot, columns - 1)))
        now = {1: self._bold(_cut(self._head, columns))}
        now |= dict(enumerate(below, start=lines - len(below) + 1))
        news = {y: text for y, text in now.items() if self._shown.get(y, "") != text}
        self._shown |= news
        return "".join(f"\x1b[{y};1H\x1b[0m{text}\x1b[0m\x1b[K" for y, text in news.items())

    def _set(self, line: str) -> str:
        return self._bold(line) if line.startswith("*") else line

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{text}" if self._colour else text


def _cut(text: str, width: int) -> str:
    text = clean(text)
    return text if len(text) <= width else text[: width - 3] + "..."
