"""The table as it would be: facts are applied for the length of a with-block and taken back.

Costs some ten microseconds, where a copy of the position costs hundreds.  It is for looking: a
question, a die or a record inside is a `RulesBug`.  Rules imagine on the table itself, faces on the
table that their side knows (`Session.seen`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from wargame.flow.game import Content, Game
from wargame.flow.script import RulesBug
from wargame.model.events import BARRIERS, Event

C = TypeVar("C", bound=Content)


@contextmanager
def imagined(g: Game[C], facts: Iterable[Event]) -> Iterator[Game[C]]:
    """The table *g* as if *facts* had happened: units moved, a step lost, a bridge gone.

    Whatever is kept by `Board.version` is neither found inside nor left behind: it only grows.  What is
    kept by `Board.ground` is not found inside where a unit changes, and is there again afterwards.
    """
    state, board, before, ground = g.state, g.board, g.imagining, g.board.ground
    done: list[tuple[Event, Any]] = []
    g.imagining = True
    try:
        for fact in facts:
            if isinstance(fact, BARRIERS):
                raise RulesBug(f"{type(fact).__name__} is chance, which nobody can imagine")
            done.append((fact, fact.apply(state)))
        board.version += 1
        yield g
    finally:
        for fact, old in reversed(done):
            fact.revert(state, old)
        board.version += 1
        board.ground = ground
        g.imagining = before
