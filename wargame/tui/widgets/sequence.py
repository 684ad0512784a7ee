"""The sequence track: the whole turn as a tree, where we are, who acts, what is next."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.content.sequence import Step, walk
from wargame.flow.definition import GameDefinition
from wargame.tui.widgets.row import Row, row

NOW = "▶"


def track_rows(root: Step, current: str, definition: GameDefinition) -> tuple[list[Row], int]:
    """The tree as rows, and the index of the row where we are."""
    order = list(walk(root))
    place = next((n for n, step in enumerate(order) if step.id == current), -1)
    open_ids = _open(root, current)
    inner = {b.id for step in order for b in step.children if step.side and b.side == step.side}
    rows: list[Row] = []
    at = -1
    for n, step in enumerate(order):
        if step.interrupt and step.id != current and not _beside(root, step, current):
            continue
        if step is root and not step.script and len(root.children) == 1:
            continue
        if n == place:
            at = len(rows)
        banner = bool(step.side) and step.id not in inner
        rows.append(_row(step, n - place, open_ids, definition, banner=banner))
    return rows, at


def _row(
    step: Step, offset: int, open_ids: set[str], definition: GameDefinition, *, banner: bool
) -> Row:
    """One step; *banner*: it opens a side's turn."""
    depth = max(step.depth - 1, 0)
    mark = NOW if offset == 0 else ("·" if step.script and not step.interrupt else " ")
    colours = {side.id: f"side{side.colour}" for side in definition.sides}
    style = "dim" if offset < 0 else ""
    if step.id in open_ids:
        style = "heading" if offset else "strong"
    elif banner and not step.script and not step.interrupt:
        style = colours[step.side]
    note = "> " if step.interrupt and offset else ""
    return row(
        (" " * depth + mark + " ", "key" if offset == 0 else "dim"),
        (note, "dim"),
        (f" {step.title} " if style.startswith("side") else step.title, style),
        (f"  {step.rule}", "rule"),
        id=step.rule or "-",
        hang=depth + 2,
    )


def _open(root: Step, current: str) -> set[str]:
    """The current step and everything it lies in."""
    return {step.id for step in walk(root) if any(below.id == current for below in walk(step))}


def _beside(root: Step, step: Step, current: str) -> bool:
    """Whether an interrupt belongs to the segment that is running."""
    for parent in walk(root):
        if step in parent.children:
            return parent.id == current or any(c.id == current for c in parent.children)
    return False


def path_to(root: Step, current: str) -> Iterator[Step]:
    """The steps from the root down to the current one."""
    inside = _open(root, current)
    for step in walk(root):
        if step.id in inside:
            yield step
