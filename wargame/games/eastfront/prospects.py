"""Who may attack a hex, from where and at which odds, before anybody has moved (EF-MV-11, EF-CB-10 to -15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from wargame.content.figures import percent
from wargame.flow.ask import Ask, Odds, refuse
from wargame.flow.prospects import Attacks, Fate, Stake, Way
from wargame.games.eastfront.asks.attack import KINDS, Declared, attack_ask
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.declared import (
    FIRST,
    IN_BONUS,
    LATE,
    mark,
    phase_of,
    why_no_part,
    why_no_strike,
    why_no_target,
    why_not_together,
)
from wargame.games.eastfront.eligible import MARK, why_still
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    MP,
    OTHER,
    PASSING,
    SURPRISE,
    UNPREPARED,
    EfGame,
    attack_strength,
    class_of,
    on_map,
    steps,
)
from wargame.games.eastfront.strength import DELAYED, HASTY, Battle
from wargame.games.eastfront.walk import (
    BONUS_MOVE,
    EXPLOITATION,
    HALVES,
    INITIAL,
    RUN,
    Marcher,
    spent,
)
from wargame.hexes.grid import Hex
from wargame.model.events import Event, NumberSet, StateGained, StateLost, UnitBoxed, UnitPlaced
from wargame.model.state import Unit, UnitId
from wargame.rules.walk import Field

GONE = "gone"
"""Where defenders are imagined that go back or are lost."""
_NEXT = (INITIAL, FIRST)
_STAGES = {
    "initial": _NEXT, "reinforcement": _NEXT, "engineering": _NEXT, "movement": _NEXT,
    "reaction": (0, FIRST), "combat": (0, FIRST), "exploit": (EXPLOITATION, LATE),
    "excombat": (0, LATE),
}  # fmt: skip
"""By the part of its player-turn how a side still comes up, 0 for not at all, and when it attacks then."""


class EastFrontAttacks(Attacks):
    """EF-CB-15  Units next to a hex, of the dearest type that all of them may make."""

    assumed = "supply points pay for each, nobody stands fast or advances"

    def renewed(self, g: EfGame, side: Side) -> Iterator[Event]:  # type: ignore[override]
        """EF-SQ-02  Nobody has moved or fought; supply is as it is now."""
        for unit in on_map(g, side):
            yield from (
                StateLost(unit.id, state, "EF-SQ-02") for state in PASSING if state in unit.states
            )
            yield from (
                NumberSet(unit.id, name, 0, "EF-SQ-02")
                for name in (MP, RUN)
                if unit.numbers.get(name)
            )

    def ways(
        self,
        g: EfGame,
        side: Side,  # type: ignore[override]
        target: Hex,
        *,
        fresh: bool,
    ) -> Iterator[Way]:
        """EF-CB-15  Those who stand next to it, and those who can come there."""
        moves, phase = _NEXT if fresh and not strikes(g, side) else stage(g, side)
        if not phase or why_no_target(g, side, target) is not None:
            return
        for unit in on_map(g, side):
            if g.grid.adjacent(unit.hex, target):
                if _kind(g, target, [unit.id], phase):
                    yield Way(unit.id, unit.hex, _power(g, unit.id))
            elif moves:
                yield from _coming(g, unit, target, moves)

    def has_room(self, g: EfGame, side: Side, where: Hex) -> bool:  # type: ignore[override]
        """EF-SK-01"""
        return why_full(g, side, where, ()) is None

    def odds(self, g: EfGame, target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """EF-CB-20  As if supply points paid for it."""
        side: Side = g.content.units[units[0]].side
        phase = stage(g, side)[1] or FIRST
        kind = _kind(g, target, units, phase)
        if not kind or why_not_together(g, units) is not None:
            return None
        return odds(g, Battle(side, target, kind, tuple(units)))

    def question(self, g: EfGame, side: Side) -> Ask[Any]:  # type: ignore[override]
        """EF-CB-17"""
        return attack_ask(g, side, stage(g, side)[1] or FIRST, strikes=strikes(g, side))

    def stake(self, g: EfGame, order: Declared | None) -> Stake:
        """EF-CB-24  Whether the defenders leave their hex, and what that costs on average."""
        if not isinstance(order, Declared):
            raise refuse("Only attacks can be reckoned in a plan.", "EF-CB-17")
        side: Side = g.content.units[order.units[0]].side
        foe, phase = OTHER[side], stage(g, side)[1] or FIRST
        found = odds(g, Battle(side, order.target, order.kind, order.units))
        assert found is not None
        begun = tuple(StateGained(u, mark(phase), "EF-CB-15") for u in order.units)
        there = [u for u in g.board.at[order.target] if u in g.content.units]
        whole = sum(steps(g, u) for u in there)
        gone = tuple(UnitBoxed(u, GONE, "EF-CB-24") for u in there)
        left = [o for o in found.outcomes if foe in o.back or o.loss.get(foe) == whole]
        fates = (
            Fate.of(left, (*begun, *gone)),
            Fate.of([o for o in found.outcomes if o not in left], begun),
        )
        return Stake((order.target,), tuple(fate for fate in fates if fate.chance))

    def hit_back(self, g: EfGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """EF-CB-22  What the die costs the attackers."""
        side, found = g.content.units[units[0]].side, self.odds(g, target, units)
        assert found is not None
        loses = sum((o.chance for o in found.outcomes if o.loss.get(side)), Fraction(0))
        average = float(found.loss.get(side, 0))
        return [f"the attackers lose steps {percent(loses)}, {average:.1f} on average"]


def strikes(g: EfGame, side: str) -> bool:
    """EF-CB-14  Whether it is the non-phasing side and declares hasty attacks of its own now."""
    now = g.state.frames[-1].name if g.state.frames else ""
    return now.endswith(".react_declare") and not now.startswith(f"eastfront.{side}.")


def stage(g: EfGame, side: str) -> tuple[int, int]:
    """EF-SQ-03  The phase in which a side still moves, and the one in which it attacks then; 0 for none."""
    if strikes(g, side):
        return 0, phase_of(g)
    own = next(
        (f.name for f in reversed(g.state.frames) if f.name.startswith(f"eastfront.{side}.")), ""
    )
    part = own.split(".")[2:4]
    if part[:1] == ["bonus"]:
        return (BONUS_MOVE if part[1:] in ([], ["movement"]) else 0), IN_BONUS
    if part[:1] == ["initial"] and g.state.tracks.get(SURPRISE) == side:
        return BONUS_MOVE, IN_BONUS
    return _STAGES.get(part[0], (0, 0)) if part else (0, 0)


def _kind(g: EfGame, target: Hex, units: Sequence[UnitId], phase: int) -> str:
    """EF-CB-10, EF-CB-11  The first type but a delayed one that all may make; "" for none."""
    side: Side = g.content.units[units[0]].side
    strike = strikes(g, side)
    if strike and any(why_no_strike(g, u, phase) is not None for u in units):
        return ""
    kinds = (HASTY,) if strike else (kind for kind in KINDS[phase] if kind != DELAYED)
    able = (k for k in kinds if all(why_no_part(g, u, target, k, phase) is None for u in units))
    return next(able, "")


def _power(g: EfGame, unit: UnitId) -> int:
    return int(2 * attack_strength(g, unit))


def _coming(g: EfGame, unit: Unit, target: Hex, moves: int) -> Iterator[Way]:
    """EF-MV-11, EF-MV-15  A unit that can still move next to a hex."""
    cls = class_of(g, unit.id)
    bound = UNPREPARED in unit.states and not cls.cm  # EF-PE-05
    if not cls.attack or bound or why_still(g, unit.id, moves) is not None:
        return
    mover = Marcher(g, [unit.id], moves)
    if (g.grid.distance(unit.hex, target) - 1) * HALVES > mover.left:
        return
    field: Field = mover.field()
    name = RUN if moves == EXPLOITATION else MP
    for h in g.grid.neighbours[target]:
        if h in field.left:
            whole = spent(g, unit.id, moves) + -(-(mover.left - field.left[h]) // HALVES)
            facts = (
                UnitPlaced(unit.id, h, "EF-MV-11"),
                NumberSet(unit.id, name, whole, "EF-MV-15"),
                StateGained(unit.id, MARK[moves], "EF-MV-15"),
            )
            yield Way(unit.id, h, _power(g, unit.id), facts)
