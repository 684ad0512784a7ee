"""Changes of what is being played: segments opened and left, interrupts, the end; part of `events`."""

from __future__ import annotations

from typing import Any, NamedTuple

from wargame.model.state import Ending, Fact, Facts, Frame, Scalar, Side, State


class SegmentEntered(NamedTuple):
    """A segment was opened on top of the stack; a sequence that had it still to walk has gone on to it."""

    name: str
    args: tuple[tuple[str, Scalar], ...]
    todo: tuple[str, ...]
    """The steps of a sequence that it will walk."""

    def apply(self, s: State) -> tuple[str, ...]:
        old = s.frames[-1].todo if s.frames else ()
        if self.name in old:
            s.frames[-1].todo = old[old.index(self.name) + 1 :]
        s.frames.append(Frame(self.name, dict(self.args), self.todo))
        return old

    def revert(self, s: State, old: tuple[str, ...]) -> None:
        s.frames.pop()
        if s.frames:
            s.frames[-1].todo = old


class SegmentLeft(NamedTuple):
    """The segment on top of the stack is over."""

    name: str

    def apply(self, s: State) -> tuple[Any, ...]:
        old = s.substep, *s.frames.pop().packed()
        s.substep = ""
        return old

    def revert(self, s: State, old: tuple[Any, ...]) -> None:
        s.substep, *packed = old
        s.frames.append(Frame.unpacked(packed))


class SegmentStepped(NamedTuple):
    """The sequence on top of the stack went on to its step *child*."""

    child: str

    def apply(self, s: State) -> tuple[str, ...]:
        frame = s.frames[-1]
        old = frame.todo
        frame.todo = old[old.index(self.child) + 1 :]
        return old

    def revert(self, s: State, old: tuple[str, ...]) -> None:
        s.frames[-1].todo = old


class SegmentRepeated(NamedTuple):
    """The sequence on top of the stack begins again."""

    todo: tuple[str, ...]

    def apply(self, s: State) -> tuple[str, ...]:
        frame = s.frames[-1]
        old, frame.todo = frame.todo, self.todo
        return old

    def revert(self, s: State, old: tuple[str, ...]) -> None:
        s.frames[-1].todo = old


class FrameSet(NamedTuple):
    """The open segment number *at*, counted from the outermost, keeps *value* under a name."""

    at: int
    name: str
    value: Fact

    def apply(self, s: State) -> Fact | None:
        frame = s.frames[self.at]
        old = frame.kept.get(self.name)
        frame.kept = {**frame.kept, self.name: self.value}
        return old

    def revert(self, s: State, old: Fact | None) -> None:
        kept = dict(s.frames[self.at].kept)
        if old is None:
            del kept[self.name]
        else:
            kept[self.name] = old
        s.frames[self.at].kept = kept


class FrameFilled(NamedTuple):
    """The open segment number *at*, counted from the outermost, keeps several values under their names."""

    at: int
    values: Facts

    def apply(self, s: State) -> dict[str, Fact]:
        frame = s.frames[self.at]
        old, frame.kept = frame.kept, {**frame.kept, **dict(self.values)}
        return old

    def revert(self, s: State, old: dict[str, Fact]) -> None:
        s.frames[self.at].kept = old


class SubstepEntered(NamedTuple):
    """An interrupt inside the segment began ("" = the segment itself goes on)."""

    name: str
    rule: str

    def apply(self, s: State) -> str:
        old, s.substep = s.substep, self.name
        return old

    def revert(self, s: State, old: str) -> None:
        s.substep = old


class GameEnded(NamedTuple):
    """The game is over."""

    winner: Side
    level: str
    reason: str
    facts: Facts
    rule: str

    def apply(self, s: State) -> tuple[Ending | None, list[Frame], str]:
        old = s.ended, s.frames, s.substep
        s.ended = Ending(*self[:-1])
        s.frames, s.substep = [], ""
        return old

    def revert(self, s: State, old: tuple[Ending | None, list[Frame], str]) -> None:
        s.ended, s.frames, s.substep = old
