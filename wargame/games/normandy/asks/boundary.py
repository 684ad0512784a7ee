"""The question of the inter-army boundary: `boundary 14-22=25`, `boundary shift 1` (NOR-BD-01 to -03)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from operator import sub
from typing import TypeAlias

from wargame.flow.ask import DONE_WORD, Choice, Listed, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.games.normandy.state import NorGame

LINE = "boundary"
"""The list of the column of each row, from row 1."""
Columns: TypeAlias = tuple[int, ...]
"""The column of every row."""
_FORM = "boundary ROW=COLUMN or boundary FIRST-LAST=COLUMN, several of them, or boundary shift N"
_ROWS = re.compile(r"(\d+)(?:-(\d+))?$")
_NUMBER = re.compile(r"[+-]?\d+$")


def line(g: NorGame) -> Columns:
    """NOR-BD-02  The column of every row; none where nothing is divided."""
    return tuple(map(int, g.state.lists.get(LINE, ())))


def why_no_line(g: NorGame, new: Columns, before: Columns) -> Refusal | None:
    """NOR-BD-03  Why the boundary that has run as *before* cannot run so; None if it can."""
    rules = g.content.limits.boundary
    if rules.first <= min(new) and max(new) <= rules.last:
        moved, bent = map(sub, new, before), map(sub, new, new[1:])
        if max(map(abs, moved)) <= rules.shift and max(map(abs, bent), default=0) <= rules.step:
            return None
    for row, (old, column) in enumerate(zip(before, new, strict=True), 1):
        if not rules.first <= column <= rules.last:
            said = f"Row {row}: column {column} lies outside {rules.first} to {rules.last}."
            return Refusal(said, "NOR-BD-03")
        if abs(column - old) > rules.shift:
            said = f"Row {row} would go {abs(column - old)} columns, from {old} to {column}; {rules.shift} is the most."
            return Refusal(said, "NOR-BD-03")
    for row, (a, b) in enumerate(pairwise(new), 1):
        if abs(a - b) > rules.step:
            said = f"Rows {row} and {row + 1} would differ by {abs(a - b)} columns; {rules.step} is the most."
            return Refusal(said, "NOR-BD-03")
    return None


def runs(old: Columns, new: Columns) -> list[tuple[int, int, int]]:
    """Where a line changes: first row, last row and column of each run of rows."""
    found: list[tuple[int, int, int]] = []
    for row, (before, column) in enumerate(zip(old, new, strict=True), 1):
        if before == column:
            continue
        if found and found[-1][1:] == (row - 1, column):
            found[-1] = (found[-1][0], row, column)
        else:
            found.append((row, row, column))
    return found


class BoundaryAsk(Choice[Columns]):
    """NOR-BD-01, NOR-BD-03  Shifts of the whole line are listed; any other line is read."""

    complete = False
    """Bends of some rows are legal too."""

    def __init__(self, g: NorGame) -> None:
        self.g, self._old = g, line(g)
        out: tuple[Option, Columns] = (Option(DONE_WORD, "Leave the boundary where it is"), ())
        super().__init__(
            "allied",
            "replacement.boundary",
            self._told(),
            Listed(out, lambda: list(self._shifts())),
            rule="NOR-BD-01",
            quiet=DONE_WORD,
        )

    def _told(self) -> str:
        """The question, with the line as it runs."""
        spans = runs((0,) * len(self._old), self._old)
        told = ", ".join(
            f"{f'row {a}' if a == b else f'rows {a}-{b}'} column {c}" for a, b, c in spans
        )
        return f"Change the inter-army boundary? It runs: {told}."

    def _shifts(self) -> Iterator[tuple[Option, Columns]]:
        """The whole line, by one column or more."""
        most = self.g.content.limits.boundary.shift
        for by in [n * sign for n in range(1, most + 1) for sign in (-1, 1)]:
            new = tuple([column + by for column in self._old])
            if why_no_line(self.g, new, self._old) is None:
                columns = f"{abs(by)} column{'s' * (abs(by) > 1)}"
                where = "west" if by < 0 else "east"
                yield Option(f"{LINE} shift {by}", f"Shift the whole line {columns} {where}"), new

    def read(self, text: str) -> tuple[str, Columns]:
        """The line as it shall run, () to leave it; raises IllegalAnswer."""
        if text == DONE_WORD:
            return super().read(text)
        words = Words(self.g, text, Grammar("NOR-BD-03"))
        return self._line(words) if words.takes(LINE) else super().read(text)

    def _line(self, words: Words) -> tuple[str, Columns]:
        if words.takes("shift"):
            by = self._number(words.word(), 0)
            words.end()
            new = tuple(column + by for column in self._old)
        else:
            new = self._rows(words)
        if new == self._old:
            raise refuse(f"That changes nothing. Write {_FORM}.", "NOR-BD-03", DONE_WORD)
        allow(why_no_line(self.g, new, self._old))
        return self._write(new), new

    def _rows(self, words: Words) -> Columns:
        new = list(self._old)
        parts: list[str] = []
        while words.more:
            parts += words.word().replace("=", " ").split()
        if not parts or len(parts) % 2:
            raise refuse(f"Rows and columns are wanted in pairs. Write {_FORM}.", "NOR-BD-03")
        for rows, column in zip(parts[::2], parts[1::2], strict=True):
            first, last = self._span(rows)
            for row in range(first, last + 1):
                new[row - 1] = self._number(column, self._old[row - 1])
        return tuple(new)

    def _span(self, text: str) -> tuple[int, int]:
        found = _ROWS.match(text)
        first = int(found[1]) if found else 0
        last = int(found[2] or first) if found else 0
        if not 1 <= first <= last <= len(self._old):
            said = f'"{text}" names no rows; they run from 1 to {len(self._old)}. Write {_FORM}.'
            raise refuse(said, "NOR-BD-03")
        return first, last

    def _number(self, text: str, old: int) -> int:
        """A column; with a sign it counts from the old one."""
        if not _NUMBER.match(text):
            raise refuse(f'"{text}" is no column. Write {_FORM}.', "NOR-BD-03")
        return int(text) + (old if text[0] in "+-" else 0)

    def _write(self, new: Columns) -> str:
        """The canonical notation: runs of rows, or the shift of the whole line."""
        by = {a - b for a, b in zip(new, self._old, strict=True)}
        if len(by) == 1:
            return f"{LINE} shift {by.pop()}"
        spans = runs(self._old, new)
        said = (f"{a}={c}" if a == b else f"{a}-{b}={c}" for a, b, c in spans)
        return " ".join((LINE, *said))

    def sample(self, pick: Pick) -> str:
        """Nothing, the line as a whole, or a bend of some rows by one column."""
        first = 1 + pick(len(self._old))
        last = first + pick(len(self._old) - first + 1)
        by = 1 if pick(2) else -1
        if pick(4) == 0:
            new = tuple([c + by * (first <= row <= last) for row, c in enumerate(self._old, 1)])
            if why_no_line(self.g, new, self._old) is None:
                return self._write(new)
        return super().sample(pick)
