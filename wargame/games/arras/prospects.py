"""Who may attack a hex, from where and at which odds, before anybody has moved (ARR-CO-10, ARR-MV)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.content.figures import percent
from wargame.flow.ask import Odds
from wargame.flow.prospects import Attacks, Way
from wargame.games.arras.asks.attack import fought, why_no_attack
from wargame.games.arras.asks.moves import Move
from wargame.games.arras.asks.orders import Order
from wargame.games.arras.odds import kinds_named, odds
from wargame.games.arras.state import (
    OTHER,
    PHASE_MARKS,
    ArrasGame,
    attack,
    combat_units,
    ground_units,
    is_disrupted,
    why_full,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.events import Event, StateLost, TrackSet, UnitPlaced
from wargame.model.state import Side, Unit, UnitId

_BEFORE_COMBAT = ("movement", "bombardment", "combat")
"""Phases in which the attacks of a player turn are still to come."""


class ArrasAttacks(Attacks):
    """ARR-CO-09, ARR-CO-10  Combat follows movement; units with an attack factor touch their target."""

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
        if not fresh and target in fought(g):
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

    def hit_back(self, g: ArrasGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """ARR-CO-06  What the table does to the attackers."""
        enemy = OTHER[g.state.units[units[0]].side]
        chance = self.odds(g, target, units).effect(enemy)
        names = kinds_named(g, [u.id for u in combat_units(g, target, enemy)])
        return [f"{names}: {percent(chance)} to strike back"] if chance else []


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
