"""Who may attack a hex, from where and at which odds, before anybody has moved (NOR-MV, NOR-CO-09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from wargame.content.figures import percent
from wargame.flow.ask import Ask, Odds, refuse
from wargame.flow.prospects import Attacks, Fate, Way
from wargame.flow.prospects import Stake as Plan
from wargame.games.normandy.armies import FORTRESS_SP, halves
from wargame.games.normandy.asks.attack import attack_ask
from wargame.games.normandy.asks.idle import Phase, why_idle
from wargame.games.normandy.asks.move import Move
from wargame.games.normandy.asks.orders import Order
from wargame.games.normandy.attackers import RESERVES, why_not_crossed, why_unfit
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.obligations import why_not_together
from wargame.games.normandy.odds import Stake, assess, odds
from wargame.games.normandy.stakes import FORTRESS, Forces, guns, held, one_point
from wargame.games.normandy.state import (
    ATTACKED,
    MOVED,
    OTHER,
    PASSING,
    RODE,
    STRUCK,
    NorGame,
    combat_units,
    kind_of,
    nation_of,
    on_map,
    unit_name,
    why_full,
)
from wargame.hexes.grid import Hex
from wargame.model.events import (
    Event,
    MarkerPlaced,
    StateGained,
    StateLost,
    TrackSet,
    UnitBoxed,
    UnitPlaced,
)
from wargame.model.state import UnitId

COMBAT = "combat"
GONE = "gone"
"""Where defenders are imagined that go back or are lost."""
Stage = tuple[Phase | None, str]
"""How units of a side still come up, and the phase in which they attack then; "" for none."""


class NormandyAttacks(Attacks):
    """NOR-CO-09, NOR-CO-23  Units of a nation that touch a hex, as many as the frontage holds."""

    assumed = "one support point each and no more, nobody stands or advances"

    def renewed(self, g: NorGame, side: Side) -> Iterator[Event]:  # type: ignore[override]
        """NOR-MV-10, NOR-CO-09  Nobody has moved, fought or fired; all else is as it is now."""
        for unit in on_map(g, side):
            yield from (
                StateLost(unit.id, mark, "NOR-SQ-02") for mark in PASSING if mark in unit.states
            )

    def ways(
        self,
        g: NorGame,
        side: Side,  # type: ignore[override]
        target: Hex,
        *,
        fresh: bool,
    ) -> Iterator[Way]:
        """NOR-CO-09, NOR-CO-11  Those who touch it, and those who can come to do so."""
        moves, phase = ("tactical", COMBAT) if fresh else _stage(g, side)
        struck = any(m.hex == target for m in g.state.marked(STRUCK)) and not fresh
        if not phase or struck or not combat_units(g, target, OTHER[side]):
            return
        near = frozenset(g.grid.neighbours[target])
        for unit in on_map(g, side):
            here = unit.hex in near and why_not_crossed(g, unit.id, unit.hex, target) is None
            if here and _fights(g, unit.id, phase):
                yield Way(unit.id, unit.hex, halves(g, unit.id), group=nation_of(g, unit.id))
        if moves:
            yield from _coming(g, side, target, moves, phase)

    def has_room(self, g: NorGame, side: Side, where: Hex) -> bool:  # type: ignore[override]
        """NOR-MV-06"""
        return why_full(g, side, where, ()) is None

    def odds(self, g: NorGame, target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """NOR-CO-18, NOR-CO-23  With a support point, if there is one."""
        if why_not_together(g, units) is not None:
            return None
        return odds(g, assess(g, [target], units, one_point(g, units)))

    def question(self, g: NorGame, side: Side) -> Ask[Any]:  # type: ignore[override]
        """NOR-CO-09"""
        return attack_ask(g, side, _stage(g, side)[1] or COMBAT)

    def stake(self, g: NorGame, order: Forces | None) -> Plan:
        """NOR-CO-18, NOR-RT-01  Whether the defenders leave their hexes, and what that costs on average."""
        if not isinstance(order, Forces):
            raise refuse("Only attacks can be reckoned in a plan.", "NOR-CO-09")
        given, foe = one_point(g, order.units), OTHER[order.side]
        found = assess(g, order.targets, order.units, given)
        begun = (
            *(StateGained(u, ATTACKED, "NOR-CO-09") for u in order.units),
            *(_struck(g, order.side, h) for h in order.targets),
            *_paid(g, given),
        )
        there = [u for h in order.targets for u in g.board.at[h] if g.state.units[u].side == foe]
        every = odds(g, found).outcomes
        left = [o for o in every if foe in o.back or o.loss.get(foe) == found.steps[1]]
        fates = (
            Fate.of(left, (*begun, *(UnitBoxed(u, GONE, "NOR-RT-01") for u in there))),
            Fate.of([o for o in every if o not in left], begun),
        )
        return Plan(order.targets, tuple(fate for fate in fates if fate.chance))

    def hit_back(self, g: NorGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """NOR-CO-15, NOR-CO-18  What the dice cost the attackers, and the guns that may answer."""
        side: Side = g.state.units[units[0]].side  # type: ignore[assignment]
        found = self.odds(g, target, units)
        assert found is not None
        loses = sum((o.chance for o in found.outcomes if o.loss.get(side)), Fraction(0))
        average = float(found.loss.get(side, 0))
        lines = [f"the attackers lose steps {percent(loses)}, {average:.1f} on average"]
        fire = [
            unit_name(g, u) for u in guns(g, Forces(side, (target,), tuple(units)), defence=True)
        ]
        return [*lines, f"may fire against them: {'; '.join(fire)}"] if fire else lines


def _stage(g: NorGame, side: Side) -> Stage:
    """NOR-MV-02, NOR-CO-01, NOR-RV-11  From the frames: all is to come until the player-turns begin."""
    names = [frame.name for frame in g.state.frames]
    if "normandy.players" not in names:
        return "tactical", COMBAT
    own = (name.split(".")[2:] for name in names if name.startswith(f"normandy.{side}."))
    parts = {part for name in own for part in name}
    if RESERVES in parts:
        return ("reserve" if "move" in parts else None), RESERVES
    if parts & {"replacement", "tactical"} or (side == "german" and "interdiction" in parts):
        return "tactical", COMBAT
    return None, COMBAT if parts & {"strategic", "carpet", "fighting"} else ""


def _fights(g: NorGame, unit_id: UnitId, phase: str) -> bool:
    """NOR-CO-08, NOR-CO-09"""
    attacked = ATTACKED in g.state.units[unit_id].states
    return kind_of(g, unit_id).combat_unit and not attacked and why_unfit(g, unit_id, phase) is None


def _coming(g: NorGame, side: Side, target: Hex, moves: Phase, phase: str) -> Iterator[Way]:
    """NOR-MV-03, NOR-RV-04  Those who can still move next to it."""
    verb, mark = Move(g, side, moves), RODE if moves == "reserve" else MOVED
    near = g.grid.neighbours[target]
    for unit in on_map(g, side):
        kind = kind_of(g, unit.id)
        able = kind.combat_unit and why_idle(g, unit.id, side, moves) is None
        able = able and (moves == "reserve" or _fights(g, unit.id, phase))
        least = 1 if kind.mech else 2  # half MPs a hex
        far = (g.grid.distance(unit.hex, target) - 1) * least
        if not able or far > verb.budget(unit.id):
            continue
        ((_, field),) = verb.begun(Order("move", unit.id, (unit.hex,)))
        for h in near:
            if h in field.left and h != unit.hex and why_not_crossed(g, unit.id, h, target) is None:
                facts = UnitPlaced(unit.id, h, "NOR-MV-03"), StateGained(unit.id, mark, "NOR-MV-01")
                yield Way(unit.id, h, halves(g, unit.id), facts, group=nation_of(g, unit.id))


def _paid(g: NorGame, given: Stake) -> Iterator[Event]:
    if given.sp:
        name = FORTRESS_SP if given.purse == FORTRESS else f"sp {given.purse}"
        yield TrackSet(name, held(g, given.purse) - given.sp, "NOR-CO-14")


def _struck(g: NorGame, side: Side, where: Hex) -> Event:
    """NOR-CO-09  A hex is attacked once."""
    name = f"struck-{g.grid.name(where)}"
    return MarkerPlaced(name, STRUCK, side, where, "", 1, "NOR-CO-09")
