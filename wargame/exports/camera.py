"""A window on the drawn map that follows the action and writes only the cells that change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargame.exports.journal import Told
from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.flow.tally import stands
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.picture.cells import picture_of
from wargame.picture.contents import Contents, changed, contents_of
from wargame.picture.glyphs import glyphs_called
from wargame.picture.ink import Ink
from wargame.picture.layers import Layers
from wargame.picture.layout import Zoom
from wargame.picture.paint import colours, runs
from wargame.picture.palette import PALETTES

_NEAR = 24
"""From so many lines on the map is drawn at normal zoom."""
_GAP = 6
"""Cells that stay are written again between two that change, if they are fewer."""
_SGR = {"b": "1", "d": "2", "u": "4", "r": "7"}

Cell = tuple[str, Ink]


class Size(NamedTuple):
    """Of a terminal or a part of it."""

    columns: int
    lines: int


class Camera:
    """Looks at the map of a replay; the window begins on the second line of the screen."""

    def __init__(
        self, definition: GameDefinition, replay: Replay, room: Size, *, colour: bool
    ) -> None:
        self._definition, self._replay = definition, replay
        zoom: Zoom = "normal" if room.lines >= _NEAR else "wide"
        self._picture = picture_of(replay.game.content.drawn, zoom, glyphs_called("unicode"))
        self._layers = Layers()
        self._contents: Contents = {}
        self._palette = PALETTES["paper"] if colour else None
        sheet = self._picture.sheet
        self._size = Size(min(room.columns, sheet.width), min(room.lines, sheet.height))
        self._indent = (room.columns - self._size.columns) // 2
        self._x = self._y = -1
        self._shown: list[list[Cell]] = []

    def shoot(self, told: Told) -> str:
        """Draw what changed, turn to where it happened; what the terminal must be told."""
        game = self._replay.game
        seen, self._contents = self._contents, contents_of(game, self._definition, {})
        dirty = changed(seen, self._contents) | self._lay(told)
        hexes = dirty if self._shown else range(game.grid.size)
        self._picture.draw(hexes, self._contents, self._layers)
        self._turn_to(_scene(told) or ([] if self._shown else sorted(self._contents)))
        return self._news()

    def _lay(self, told: Told) -> set[Hex]:
        """The way of a move, and a frame where dice hurt someone."""
        events = told.entry.events
        path = {h: "" for event in events if isinstance(event, ev.UnitMoved) for h in event.path}
        state = self._replay.game.state
        rolled = any(isinstance(event, ev.DiceRolled) for event in events)
        marked = (
            {e.unit for e in ev.singly(events) if isinstance(e, ev.StateGained)}
            if rolled
            else set()
        )
        hurt = {state.units[unit].hex: "" for unit in sorted(marked) if stands(state, unit)}
        return self._layers.lay("path", path) | self._layers.lay("target", hurt)

    def _turn_to(self, scene: Sequence[Hex]) -> None:
        """Move the window only if the scene is not well inside it."""
        if not scene:
            self._x, self._y = max(self._x, 0), max(self._y, 0)
            return
        cells = [self._picture.layout.centre(h) for h in scene]
        ys, xs = [y for y, _ in cells], [x for _, x in cells]
        sheet = self._picture.sheet
        self._y = _window(self._y, (self._size.lines, sheet.height), (min(ys), max(ys)))
        self._x = _window(self._x, (self._size.columns, sheet.width), (min(xs), max(xs)))

    def _news(self) -> str:
        sheet, (columns, lines) = self._picture.sheet, self._size
        rows = range(self._y, self._y + lines)
        across = slice(self._x, self._x + columns)
        now = [list(zip(sheet.chars[y][across], sheet.inks[y][across], strict=True)) for y in rows]
        before = self._shown or [[] for _ in now]
        self._shown = now
        return "".join(
            f"\x1b[{line + 2};{self._indent + start + 1}H{self._painted(cells[start:end])}"
            for line, (cells, old) in enumerate(zip(now, before, strict=True))
            for start, end in _spans(cells, old)
        )

    def _painted(self, cells: Sequence[Cell]) -> str:
        """Cells with the colour codes that differ from cell to cell."""
        chars, inks = [char for char, _ in cells], [ink for _, ink in cells]
        if self._palette is None:
            return "".join(chars)
        pieces, last = [], None
        for text, ink in runs(chars, inks):
            look = (ink.attr, *colours(self._palette, ink))
            pieces.append(f"{_codes(last, look)}{text}")
            last = look
        return "".join(pieces)


Look = tuple[str, tuple[int, int, int], tuple[int, int, int]]


def _codes(last: Look | None, look: Look) -> str:
    attr, fore, back = look
    codes = []
    if last is None or last[0] != attr:
        codes, last = ["0", *(_SGR[letter] for letter in attr)], None
    if last is None or last[1] != fore:
        codes.append("38;2;{};{};{}".format(*fore))
    if last is None or last[2] != back:
        codes.append("48;2;{};{};{}".format(*back))
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def _spans(cells: Sequence[Cell], old: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Where a line changes: from, up to but not including."""
    if not old:
        yield 0, len(cells)
        return
    start = end = -1
    for at, (cell, was) in enumerate(zip(cells, old, strict=True)):
        if cell == was:
            continue
        if start >= 0 and at - end > _GAP:
            yield start, end
            start = at
        start, end = (at if start < 0 else start), at + 1
    if start >= 0:
        yield start, end


def _scene(told: Told) -> list[Hex]:
    """The hexes that an answer is about: of its moves, else of everything it tells."""
    moved = [h for e in told.entry.events if isinstance(e, ev.UnitMoved) for h in e.path[-3:]]
    return moved or [h for line in told.lines for h in line.hexes]


def _window(now: int, sizes: tuple[int, int], span: tuple[int, int]) -> int:
    """Where a window begins so that a span lies in it, with a margin where there is room."""
    (room, whole), (low, high) = sizes, span
    margin = min(6, room // 6)
    if now >= 0 and now + margin <= low and high < now + room - margin:
        return now
    return max(0, min((low + high + 1 - room) // 2, whole - room))
