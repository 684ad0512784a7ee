"""How many keys and questions typical work takes at the table: the same in every run."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from benchmarks import recorded
from benchmarks.ledger import Count, Row, count, rows
from wargame.flow.ask import IllegalAnswer


def run() -> list[tuple[str, str]]:
    """Every row of the ledger beside its goal and what it took when it was counted first."""
    return [(row.what, _counted(row)) for row in rows()] + [*_recorded()]


def _counted(row: Row) -> str:
    try:
        return told(asyncio.run(count(row)), row.goal, row.was)
    except AssertionError as error:
        return f"ASTRAY: the keys of {error}".partition("\n")[0]


def _recorded() -> Iterator[tuple[str, str]]:
    try:
        yield from ((found.what, recorded.told(found)) for found in recorded.stretches())
    except (AssertionError, IllegalAnswer) as error:
        yield "recorded player-turns", f"ASTRAY: {error}".partition("\n")[0]


def told(found: Count, goal: Mapping[str, int], was: Mapping[str, int]) -> str:
    """A row's figures; one that misses its goal says so."""
    figures = {"keys": found.keys, "questions": found.questions}
    parts = [f"{n} {what}{_beside(what, goal, was)}" for what, n in figures.items()]
    missed = any(figures[what] > most for what, most in goal.items())
    return f"{', '.join(parts)}, {found.answers} answers{'  MISSED' if missed else ''}"


def _beside(what: str, goal: Mapping[str, int], was: Mapping[str, int]) -> str:
    parts = [f"goal {goal[what]}"] if what in goal else []
    parts += [f"first {was[what]}"] if what in was else []
    return f" ({', '.join(parts)})" if parts else ""
