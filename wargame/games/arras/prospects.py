"""Who may attack a hex, from where and at which odds, before anybody has moved (ARR-CO-10, ARR-MV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from wargame.content.figures import percent
from wargame.flow.ask import Ask, Odds, refuse
from wargame.flow.prospects import Attacks, Fate, Stake, Way
from wargame.games.arras.asks.attack import Attack, attack_ask, fought, why_no_attack
from wargame.games.arras.asks.moves import Move
from wargame.games.arras.asks.orders import Order
from wargame.games.arras.data.files import Result
from wargame.games.arras.odds import assess, kinds_named, odds
from wargame.games.arras.retreat import retreat_paths
from wargame.games.arras.segments.combat import RULE_OF
from wargame.games.arras.state import (
    ATTACKED,
    DISRUPTED,
    ELIMINATED,
    FOUGHT,
    OTHER,
    PHASE_MARKS,
    ArrasGame,
    attack,
    combat_units,
    ground_units,
    grounds_at,
    is_disrupted,
    why_full,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.events import (
    Event,
    MarkerPlaced,
    StateGained,
    StateLost,
    TrackSet,
    UnitBoxed,
    UnitPlaced,
)
from wargame.model.state import Side, Unit, UnitId

_BEFORE_COMBAT = ("movement", "bombardment", "combat")
"""Phases in which the attacks of a player turn are still to come."""
GONE = "gone"
"""Where a unit is imagined that retreats by a way its owner chooses."""


class ArrasAttacks(Attacks):
    """ARR-CO-09, ARR-CO-10  Combat follows movement; units with an attack factor touch their target."""

    assumed = "nobody is ordered to hold, nobody advances"

    def renewed(self, g: ArrasGame, side: Side) -> Iterator[Event]:
        """ARR-SQ-06, ARR-EV-08  No marks of phases; in the next game-turn its hour and its events."""
        for unit in ground_units(g, side):
            for mark in PHASE_MARKS:
                if mark in unit.states:
                    yield StateLost(unit.id, mark, "ARR-SQ-06")
        if side != "german" or _phase(g, "allied") is None:
            yield TrackSet("turn", g.state.turn() + 1, "ARR-SQ-05")
            yield TrackSet("events", g.state.tracks["coming"], "ARR-EV-08")

    def ways(self, g: ArrasGame, side: Side, target: Hex, *, fresh: bool) -> Iterator[Way]:
        """ARR-MV-07, ARR-MV-11, ARR-RE-05  Those who touch it, and those who can come to do so."""
        phase, enemy = "movement" if fresh else _phase(g, side), OTHER[side]
        if phase not in _BEFORE_COMBAT or not combat_units(g, target, enemy):
            return
        over = g.state.turn() > g.content.scenario.last_turn
        if over or (not fresh and target in fought(g)):
            return
        near = g.content.contact[target]
        for unit in ground_units(g, side):
            if unit.hex in near and why_no_attack(g, unit) is None:
                yield Way(unit.id, unit.hex, _power(g, unit.id))
        if phase == "movement":
            yield from _coming(g, enemy, target)

    def has_room(self, g: ArrasGame, side: Side, where: Hex) -> bool:
        """ARR-ST-01, ARR-ST-02"""
        return why_full(g, side, where, ()) is None

    def odds(self, g: ArrasGame, target: Hex, units: Sequence[UnitId]) -> Odds:
        """ARR-CO-06"""
        return odds(g, [target], units)

    def question(self, g: ArrasGame, side: Side) -> Ask[Any]:
        """ARR-CO-10"""
        return attack_ask(g, OTHER[OTHER[side]])

    def stake(self, g: ArrasGame, order: Attack | None) -> Stake:
        """ARR-CO-06, ARR-CO-10  Every entry of the column, with all it does to both sides."""
        if order is None:
            raise refuse("The phase would be over: that is no attack.", "ARR-CO-10")
        side = g.state.units[order.units[0]].side
        begun = [StateGained(u, ATTACKED, "ARR-CO-10") for u in order.units]
        fought = [
            MarkerPlaced(f"fought-{g.grid.name(h)}", FOUGHT, side, h, "", 1, "ARR-CO-10")
            for h in order.targets
        ]
        theirs = [u.id for h in order.targets for u in grounds_at(g, h, OTHER[side])]
        entries = Counter(g.content.crt[assess(g, order.targets, order.units).column].values())
        fates = [
            _fate(g, n, (*begun, *fought), (order.units, hurt), (theirs, result))
            for (hurt, result), n in entries.items()
        ]
        return Stake(order.targets, tuple(fates))

    def hit_back(self, g: ArrasGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """ARR-CO-06  What the table does to the attackers."""
        enemy = OTHER[g.state.units[units[0]].side]
        chance = self.odds(g, target, units).effect(enemy)
        names = kinds_named(g, [u.id for u in combat_units(g, target, enemy)])
        return [f"{names}: {percent(chance)} to strike back"] if chance else []


Struck: TypeAlias = tuple[Sequence[UnitId], Result]


def _fate(g: ArrasGame, n: int, begun: tuple[Event, ...], *struck: Struck) -> Fate:
    """ARR-RS-01 to ARR-RS-09  An entry that *n* of six dice give: who is gone, disrupted, or lost."""
    facts, lost = list(begun), Counter[Side]()
    for units, result in struck:
        for unit in units if result != "-" else ():
            facts.append(StateGained(unit, DISRUPTED, RULE_OF[result]))
            if result == "D":
                continue
            cornered = result == "E" or not retreat_paths(g, unit, int(result[1]))
            facts.append(UnitBoxed(unit, ELIMINATED if cornered else GONE, RULE_OF[result]))
            lost[g.state.units[unit].side] += cornered
    return Fate(Fraction(n, 6), tuple(facts), +lost)


def _coming(g: ArrasGame, enemy: Side, target: Hex) -> Iterator[Way]:
    """ARR-MV-11  Against the *enemy* in a hex: alone, or carried by a transport that goes along."""
    verb, near = Move(g, OTHER[enemy], False), g.content.contact[target]
    for mover in verb.movers():
        able = [u for u in mover.units if u in g.content.units and _fights(g, g.state.units[u])]
        if not able or mover.drop_at is not None or _is_far(verb, mover, target):
            continue
        reached = verb.reach(mover.head)
        for h in near:
            if h in reached:
                facts = tuple(UnitPlaced(u, h, "ARR-MV-07") for u in mover.units)
                for unit in able:
                    others = tuple(u for u in mover.units if u != unit)
                    yield Way(unit, h, _power(g, unit), facts, others)


def _is_far(verb: Move, mover: Order, target: Hex) -> bool:
    """Whether no road is short enough: half a point is the least that a hex costs."""
    start = mover.path[0] if mover.path else OFF
    far = verb.g.grid.distance(start, target) - 1 if start >= 0 else 0
    return far > verb.legs.budget(mover, start)


def _fights(g: ArrasGame, unit: Unit) -> bool:
    return why_no_attack(g, unit) is None


def _power(g: ArrasGame, unit: UnitId) -> int:
    """ARR-CO-15  Twice the attack factor, once that of a disrupted unit."""
    return attack(g, unit) * (1 if is_disrupted(g, unit) else 2)


def _phase(g: ArrasGame, side: str) -> str | None:
    """The phase of a side's player turn that is played now; None outside of it."""
    found = [f.name.split(".")[2] for f in g.state.frames if f.name.startswith(f"arras.{side}.")]
    return found[0] if found else None
