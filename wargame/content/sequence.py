"""The turn sequence as data: a tree of turns, player turns, phases and segments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml


class StepRow(TomlModel):
    """One [[step]] of a sequence file; `in` names the step it belongs to."""

    id: str
    parent: str = Field(default="", alias="in")
    title: str
    rule: str
    side: str = ""
    script: str = ""
    when: str = ""
    repeat: bool = False
    interrupt: bool = False
    note: str = ""


class SequenceFile(TomlModel):
    """A sequence.toml: steps in the order of play, parents before children."""

    step: tuple[StepRow, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One node of the turn sequence."""

    id: str
    title: str
    rule: str
    side: str
    """The acting side, empty when the step belongs to neither."""
    script: str
    """The name of the segment script, empty for a pure node."""
    when: str
    """The name of the predicate that must hold, empty for always."""
    repeat: bool
    interrupt: bool
    """Entered by a script in the middle of its parent; listed, never walked by the kernel."""
    depth: int
    children: tuple[Step, ...]
    note: str

    def walked(self) -> tuple[str, ...]:
        """Ids of the steps that the kernel walks, in order; none below a script."""
        return () if self.script else tuple(c.id for c in self.children if not c.interrupt)


def read_sequence(path: Path) -> Step:
    """The root of the sequence in the file, its ids checked."""
    rows = read_toml(path, SequenceFile).step
    _check(path, rows)
    return _build(rows, rows[0], depth=0)


def walk(step: Step) -> Iterator[Step]:
    """The step and everything below it in the order of play, interrupts included."""
    yield step
    for child in step.children:
        yield from walk(child)


def _check(path: Path, rows: tuple[StepRow, ...]) -> None:
    seen: list[str] = []
    for row in rows:
        if row.id in seen:
            raise DataError(path, f"step.{row.id}", "this id stands twice")
        if seen and not row.parent:
            raise DataError(path, f"step.{row.id}.in", "only the first step has no parent")
        if row.parent and row.parent not in seen:
            raise DataError.unknown(path, f"step.{row.id}.in", row.parent, seen)
        seen.append(row.id)
    if not rows:
        raise DataError(path, "step", "the sequence is empty")


def _build(rows: tuple[StepRow, ...], row: StepRow, depth: int) -> Step:
    children = tuple(_build(rows, below, depth + 1) for below in rows if below.parent == row.id)
    return Step(
        id=row.id,
        title=row.title,
        rule=row.rule,
        side=row.side,
        script=row.script,
        when=row.when,
        repeat=row.repeat,
        interrupt=row.interrupt,
        depth=depth,
        children=children,
        note=row.note,
    )
