"""What is noted while rules are watched, and what several watchers ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.games.ardennes.referee.position import Position
from tests.games.ardennes.weighed import Differences
from wargame.games.ardennes import state as st


class Watch(Differences):
    """Everything that is compared while it is on."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[str] = Counter()
        self.before: Position | None = None

    def see(self, what: str, key: object, program: object, referee: object) -> None:
        """One decision."""
        self.seen[what] += 1
        self.hold(f"{what} {key}", program, referee)


Watcher = Callable[..., Any]


def barred(g: st.ArdGame) -> set[str]:
    """Who may not act: has acted in this impulse, or twice today."""
    units = g.state.units.values()
    return {u.id for u in units if st.ACTED in u.states or u.numbers.get(st.TODAY, 0) >= 2}


def hexes(g: st.ArdGame, hexes: Sequence[int]) -> list[str]:
    return [g.grid.name(h) for h in hexes]
