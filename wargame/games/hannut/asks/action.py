"""The one big question of a formation's segment: an order for a unit, or how its action goes on.

`move g.pr5.1 2405-2305` (also `move g.pr5.1+g.pr5.2 column ...`), `enter UNIT 2704-2604`,
`fire A at B` (also `fire A at B and move`), `assault 1110 from A B`, `load A`, `unload A`,
`clear A 1306`, `column A`, `open A`, `stage A`, `pass`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from wargame.flow.ask import DONE_WORD, PASS, Refusal
from wargame.flow.orders import Done, MixedAsk
from wargame.games.hannut.asks.acting import (
    GRAMMAR,
    MOVING,
    fresh_units,
    leg,
    overfull,
    staged_units,
)
from wargame.games.hannut.asks.assault import Assaults
from wargame.games.hannut.asks.fire import Fire, Shots
from wargame.games.hannut.asks.move import Entries, Move, Moves
from wargame.games.hannut.asks.plain import STAGE, Plain, plain_verbs
from wargame.games.hannut.odds import Assault
from wargame.games.hannut.state import HannutGame, acting, active_formation, kind_of, where_is
from wargame.model.state import Side, UnitId

Order: TypeAlias = Move | Fire | Assault | Plain | None
"""None: pass, or done: the segment, or the open action, is over."""


class ActionAsk(MixedAsk[Order]):
    """HAN-SP-08, HAN-SP-14  Every legal order of the active formation, or of the action that is open."""

    def __init__(self, g: HannutGame, side: Side) -> None:
        self.open = tuple(acting(g))
        """Units whose action is open; () when a new one may begin."""
        self._moves = Moves(g, self.open)
        shots, assaults, plain = Shots(g, self.open), Assaults(g, self.open), plain_verbs(g)
        self._closing = (shots, assaults, plain[STAGE])
        out: Done[Order]
        if self.open:
            out = Done(DONE_WORD, "End this action", None, why=self._why_stuck, one_in=3)
        else:
            out = Done(PASS, "End the segment", None, one_in=24)
        super().__init__(
            g,
            [
                self._moves,
                Entries(g, self.open),
                shots,
                assaults,
                *plain,
                out,
            ],
            side=side,
            key="ops.go_on" if self.open else "ops.action",
            prompt=partial(_prompt, g, self.open),
            rule="HAN-SP-14" if self.open else "HAN-SP-08",
            grammar=GRAMMAR,
        )

    def is_open(self) -> bool:
        """HAN-SP-12, HAN-SP-14  Whether anything is left to decide; a path that was walked is over."""
        if not self.open:
            return any(verb.is_open() for verb in self.verbs[:-1])
        on = leg(self.g) != MOVING and self._moves.is_open()
        return on or any(verb.is_open() for verb in self._closing)

    def _why_stuck(self) -> Refusal | None:
        """HAN-ST-01  Over-full, with somewhere to go."""
        if not overfull(self.g, self.open):
            return None
        if not any(self.reach(head.answer) for head in self._moves.heads()):
            return None
        name = self.g.grid.name(where_is(self.g, self.open[0]))
        return Refusal(f"{name} is over-full: the action may not end there.", "HAN-ST-01")


def _prompt(g: HannutGame, opened: Sequence[UnitId]) -> str:
    """HAN-SP-08  Whose action goes on, or whose segment it is and how much of it is left."""
    if opened:
        names = ", ".join(kind_of(g, u).name for u in opened)
        return f"{names} can do more: how does the action go on?"
    left = len(fresh_units(g)) + len(staged_units(g))
    units = "1 unit" if left == 1 else f"{left} units"
    return f"{active_formation(g).name} is active, {units} to act: which one does what?"
