"""The turn sequence as data: a tree of turns, player turns, phases and segments.

A step with `for = { side = ["red", "blue"] }` stands for one step a value, and so does all below
it: {side}, {other} (the other of two sides), or {phase} for `for = { phase = [...] }`, and {Side}
with a capital, are filled in wherever the row holds text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml

_NAME = re.compile(r"\{(\w+)\}")
Names = dict[str, str]
"""What stands for the names in braces."""


class StepRow(TomlModel):
    """One [[step]] of a sequence file; `in` names the step it belongs to."""

    id: str
    parent: str = Field(default="", alias="in")
    title: str
    rule: str
    also: str = ""
    side: str = ""
    script: str = ""
    when: str = ""
    until: str = ""
    order: str = ""
    each: dict[str, tuple[str, ...]] = Field(default={}, alias="for")
    given: dict[str, int | str] = Field(default={}, alias="with")
    repeat: bool = False
    interrupt: bool = False
    quiet: bool = False
    terse: bool = False
    note: str = ""


class SequenceFile(TomlModel):
    """A sequence.toml: steps in the order of play, parents before children."""

    step: tuple[StepRow, ...]


@dataclass(frozen=True)
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
    until: str = ""
    """The name of the predicate that ends a repeated step, asked each time at its end."""
    order: str = ""
    """The name of the function that puts the children in order, asked each time it begins."""
    quiet: bool = False
    """Whether nothing is told where it is skipped."""
    terse: bool = False
    """Of the first step: whether the record says as little as it can: that a step begins and no more, nothing of quiet
    steps that are skipped, one fact for all that a segment keeps at first, and of a march what it goes on with."""
    given: tuple[tuple[str, int | str], ...] = ()
    """What the file gives its script."""
    also: str = ""
    """The id that the rules print, where it is another one: position files may say either."""
    turn_of: str = ""
    """The side that `for` wrote it for: in whose turn it lies, whoever acts in it; "" where there is none."""

    @cached_property
    def args(self) -> tuple[tuple[str, int | str], ...]:
        """The arguments of its script: the acting side, and what the file gives it."""
        side = (("side", self.side),) if self.script and self.side else ()
        return (*side, *self.given)

    @cached_property
    def walked(self) -> tuple[str, ...]:
        """Ids of the steps that the kernel walks, in order; none below a script."""
        if self.script or not self.children:
            return ()
        return tuple([c.id for c in self.children if not c.interrupt])


def read_sequence(path: Path) -> Step:
    """The root of the sequence in the file, its ids checked."""
    rows = _spelled_out(path, read_toml(path, SequenceFile).step)
    _check(path, rows)
    return _build(rows, rows[0], depth=0)


def walk(step: Step) -> Iterator[Step]:
    """The step and everything below it in the order of play, interrupts included."""
    yield step
    for child in step.children:
        yield from walk(child)


def _spelled_out(path: Path, rows: tuple[StepRow, ...]) -> tuple[StepRow, ...]:
    """The rows, those with `for` and what belongs to them once for each value."""
    known: dict[str, list[Names]] = {}
    found: list[StepRow] = []
    for row in rows:
        above = known.get(row.parent, [{}])
        if clash := sorted(row.each.keys() & above[0].keys()):
            raise DataError(path, f"step.{row.id}.for", f'"{clash[0]}" is given by its parent')
        own = [dict(zip(row.each, values, strict=True)) for values in product(*row.each.values())]
        here = [{**names, **mine} for names in above for mine in own]
        if len(row.each.get("side", ())) == 2:
            for names in here:
                names["other"] = next(s for s in row.each["side"] if s != names["side"])
        known.setdefault(row.id, []).extend(here)
        found += [_filled(path, row, names) for names in here]
    return tuple(found)


def _filled(path: Path, row: StepRow, names: Names) -> StepRow:
    """The row with its names filled in."""
    known = {**names, **{name.capitalize(): text.capitalize() for name, text in names.items()}}

    def fill(text: str) -> str:
        for name in _NAME.findall(text):
            if name not in known:
                raise DataError.unknown(path, f"step.{row.id}", name, known)
        return _NAME.sub(lambda match: known[match[1]], text)

    texts = {name: fill(text) for name, text in row if isinstance(text, str)}
    given = {name: fill(v) if isinstance(v, str) else v for name, v in row.given.items()}
    each = {name: (value,) for name, value in names.items()}
    return row.model_copy(update={**texts, "given": given, "each": each})


def _check(path: Path, rows: tuple[StepRow, ...]) -> None:
    seen: list[str] = []
    for row in rows:
        if row.id in seen:
            raise DataError(path, f"step.{row.id}", "this id stands twice")
        if seen and not row.parent:
            raise DataError(path, f"step.{row.id}.in", "only the first step has no parent")
        if row.parent and row.parent not in seen:
            raise DataError.unknown(path, f"step.{row.id}.in", row.parent, seen)
        if row.until and not row.repeat:
            raise DataError(path, f"step.{row.id}.until", "only a step that repeats has an end")
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
        until=row.until,
        order=row.order,
        quiet=row.quiet,
        terse=row.terse,
        given=tuple(sorted(row.given.items())),
        also=row.also,
        turn_of="".join(row.each.get("side", ())),
    )
