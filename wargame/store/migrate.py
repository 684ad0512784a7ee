"""Older formats of a save brought up to the present one.

Chain values are checked over the bytes as they stand, before anything is brought up.  Format 1 numbered
the steps that a sequence went on to; which step a number meant then is kept with each game
(`data/format1.toml`), so that no later change of a sequence sends an old save astray.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame import games
from wargame.content.toml import TomlModel, read_toml
from wargame.flow.record import FORMAT

Plain = list[Any]
"""An event as JSON values: its kind, then its fields."""


class OldSteps(TomlModel):
    """A format1.toml."""

    children: dict[str, tuple[str, ...]]
    """The steps of each sequence as format 1 numbered them."""


def old_header(raw: dict[str, Any], written: int) -> dict[str, Any]:
    """A header written in an older format as the present one has it."""
    return raw if written == FORMAT else {**raw, "options": {}}


class Older:
    """Brings up the lines of one save, in order: what a number meant hangs on what is open."""

    def __init__(self, game: str) -> None:
        path = games.folder(game) / "data" / "format1.toml"
        self._children = read_toml(path, OldSteps).children if path.is_file() else {}
        self._open: list[tuple[str, ...]] = []
        """After each answer, the segments that were open."""

    def entry(self, data: dict[str, Any]) -> dict[str, Any]:
        """An answer of format 1."""
        frames = list(self._open[-1]) if self._open else []
        events = [self._event(event, frames) for event in data["events"]]
        self._open.append(tuple(frames))
        return {**data, "events": events}

    def take_back(self, to: int) -> None:
        """The answers after *to* do not count."""
        del self._open[to + 1 :]

    def _event(self, event: Plain, frames: list[str]) -> Plain:
        match event:
            case ["SegmentEntered", name, args]:
                frames.append(name)
                return ["SegmentEntered", name, args, list(self._children.get(name, ()))]
            case ["SegmentStepped", 0]:
                return ["SegmentRepeated", list(self._children.get(frames[-1], ()))]
            case ["SegmentStepped", int(at)]:
                return ["SegmentStepped", self._children[frames[-1]][at - 1]]
            case ["SegmentLeft", _]:
                frames.pop()
            case ["GameEnded", *_]:
                frames.clear()
        step = _SAME.get(event[0])
        return step(event) if step else event


def _with(*fields: tuple[int, Any]) -> Callable[[Plain], Plain]:
    """The event with further fields, each before the field that stood at its place."""

    def brought_up(event: Sequence[Any]) -> Plain:
        new = list(event)
        for at, value in reversed(fields):
            new.insert(at, value)
        return new

    return brought_up


def _chart(event: Plain) -> Plain:
    kind, chart, column, row, result, basis, shifts, rule = event
    facts = [["basis", basis]] if basis else []
    return [kind, chart, column, row, result, 0, [], shifts, facts, rule]


_SAME: Mapping[str, Callable[[Plain], Plain]] = {
    "MarkerPlaced": _with((6, 1)),
    "DiceRolled": _with((4, []), (4, ""), (4, ""), (4, [])),
    "ItemDrawn": _with((5, "")),
    "Noted": _with((2, [])),
    "GameEnded": _with((4, [])),
    "ChartRead": _chart,
}
"""Events that gained fields; their prose stands where a name stands now and is shown as it is."""
