"""Who may assault a hex, from where and at which odds, before anybody has moved (HAN-AS-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.ask import Ask, Odds, refuse
from wargame.flow.imagined import imagined
from wargame.flow.prospects import Attacks, Stake, Way
from wargame.games.hannut.asks.acting import (
    CARRIED,
    FIRED,
    HALTED,
    MOVING,
    leg,
    overfull,
    postures,
)
from wargame.games.hannut.asks.action import ActionAsk, Order
from wargame.games.hannut.asks.assault import why_unfit, why_unpaid
from wargame.games.hannut.asks.awaiting import Attack, feared, worst_snaps
from wargame.games.hannut.asks.fire import Fire
from wargame.games.hannut.data.counters import Formation
from wargame.games.hannut.fates import ASSUMED, assault_fates, fire_fates
from wargame.games.hannut.odds import Assault, assault_odds, hit_back, strike
from wargame.games.hannut.state import (
    ACTED,
    COLUMN,
    MOVED,
    OTHER,
    PASSING,
    STAGED,
    HannutGame,
    acting,
    active,
    current_ma,
    has,
    holds,
    kind_of,
    on_map,
    units_at,
    where_is,
    why_full,
)
from wargame.games.hannut.walk import Walker
from wargame.hexes.grid import Hex
from wargame.model.events import Event, NumberSet, StateGained, StateLost, UnitPlaced
from wargame.model.state import Side, UnitId

_RULE = "HAN-AS-01"


class HannutAttacks(Attacks):
    """HAN-AS-01  Up to three units of the active formation assault the hex they stand next to."""

    verb = "assault"
    assumed = ASSUMED

    def most(self, g: HannutGame) -> int:
        """HAN-AS-01"""
        return g.content.limits.attackers

    def renewed(self, g: HannutGame, side: Side) -> Iterator[Event]:
        """HAN-SP-20  What a segment leaves on units is gone; they are in order or not as they are now."""
        for unit in g.board.on_map[side]:
            yield NumberSet(unit, "spent", 0, "HAN-SP-20")
            for state in PASSING:
                if has(g, unit, state):
                    yield StateLost(unit, state, "HAN-SP-20")

    def ways(self, g: HannutGame, side: Side, target: Hex, *, fresh: bool) -> Iterator[Way]:
        """HAN-SP-08, HAN-SP-12  Of the active formation; of each that may be drawn in the next turn."""
        found = active(g)
        now = [found] if found and found.side == side else []
        formations = [f for f in g.content.formations.values() if f.side == side] if fresh else now
        for formation in formations if holds(g, target, OTHER[side]) else ():
            for unit in _able(g, formation, fresh=fresh):
                yield from _ways(g, unit, target, fresh=fresh)

    def has_room(self, g: HannutGame, side: Side, where: Hex) -> bool:
        """HAN-ST-01, HAN-ST-02"""
        return not overfull(g, units_at(g, where, side))

    def odds(self, g: HannutGame, target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """HAN-AS-03  The first round, if nobody reacts."""
        return assault_odds(g, Assault(target, tuple(units)))

    def question(self, g: HannutGame, side: Side) -> Ask[Order]:
        """HAN-SP-08"""
        return ActionAsk(g, OTHER[OTHER[side]])

    def stake(self, g: HannutGame, order: Order) -> Stake:
        """HAN-DF-01, HAN-AS-01  Fire and assaults."""
        match order:
            case Fire():
                return Stake((where_is(g, order.target),), tuple(fire_fates(g, order)))
            case Assault():
                return Stake((order.hex,), tuple(assault_fates(g, order)))
        raise refuse("Only fire and assaults can be reckoned in a plan.", "HAN-SP-08")

    def hit_back(self, g: HannutGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """HAN-AS-09, HAN-RE-03  In the assault, and by opportunity fire before it."""
        side = OTHER[kind_of(g, units[0]).side]
        best: dict[UnitId, Attack] = {}
        for unit in units:
            worst_snaps(g, [unit], best)
        order = Assault(target, tuple(units))
        return [
            hit_back(g, order, units_at(g, target, side)),
            *feared(g, units, list(best.values())),
        ]


def _able(g: HannutGame, formation: Formation, *, fresh: bool) -> Iterator[UnitId]:
    """HAN-SP-08, HAN-SP-15  Those who may still assault, wherever they stand."""
    spent = not fresh and leg(g) in (CARRIED, FIRED)
    for unit in on_map(g, formation):
        shut = has(g, unit, ACTED) or (spent and unit in acting(g))
        if not shut and why_unfit(g, unit) is None:
            yield unit


def _ways(g: HannutGame, unit: UnitId, target: Hex, *, fresh: bool) -> Iterator[Way]:
    """Where it stands in each posture, and each hex it may still come to."""
    start, near = where_is(g, unit), g.grid.neighbours[target]
    begun = not fresh and (unit in acting(g) or has(g, unit, STAGED))
    moves = fresh or not acting(g) or leg(g) in (MOVING, HALTED) or unit not in acting(g)
    if g.grid.distance(start, target) - 1 > current_ma(g, unit):
        return
    for column, changes in postures(g, unit)[: 1 if begun else 2]:
        turned = StateGained if column else StateLost
        posture = (turned(unit, COLUMN, "HAN-CO-01"),) if changes else ()
        if start in near:
            yield from _way(g, unit, start, target, posture)
        if not moves or has(g, unit, STAGED):
            continue
        walker = Walker(g, (unit,), column=column)
        left = walker.ways(start).left
        for h in near:
            if h in left and h != start and why_full(g, h, (unit,), column=column) is None:
                spent = NumberSet(unit, "spent", current_ma(g, unit) - left[h], "HAN-MV-02")
                there = UnitPlaced(unit, h, "HAN-SP-12"), StateGained(unit, MOVED, "HAN-SP-12")
                yield from _way(g, unit, h, target, (*posture, *there, spent))


def _way(
    g: HannutGame, unit: UnitId, where: Hex, target: Hex, facts: tuple[Event, ...]
) -> Iterator[Way]:
    """HAN-SP-15, HAN-GE-02  It, if it can pay for the assault and its column is not too low."""
    with imagined(g, facts):
        paid = why_unpaid(g, unit, target, column=has(g, unit, COLUMN)) is None
        enemies = units_at(g, target, OTHER[kind_of(g, unit).side])
        shot = strike(g, Assault(target, (unit,)), unit, enemies) if paid else None
    if shot is not None:
        yield Way(unit, where, shot.number, facts, group=kind_of(g, unit).formation_id)
