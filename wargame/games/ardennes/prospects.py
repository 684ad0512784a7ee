"""Who may attack a hex, from where and at which odds, before anybody has moved (ARD-AT-01, ARD-MV)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from wargame.content.figures import percent
from wargame.flow.ask import Ask, Odds, refuse
from wargame.flow.prospects import Attacks, Fate, Stake, Way
from wargame.games.ardennes.activation import activation, active_units, frame_of, is_activation
from wargame.games.ardennes.asks.attack import attack_ask, why_no_lead
from wargame.games.ardennes.automaton.actions import attacks_at
from wargame.games.ardennes.automaton.attack import attack_value
from wargame.games.ardennes.chits import Forces
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.odds import odds
from wargame.games.ardennes.state import (
    ACTED,
    ATTACKED,
    MOVED,
    OTHER,
    STRATEGIC,
    ArdGame,
    automated,
    kind_of,
    on_map,
    stack,
    strength,
    why_full,
)
from wargame.games.ardennes.tactics import why_no_attack
from wargame.games.ardennes.walk import Marcher, why_still
from wargame.games.ardennes.works import is_major, is_wet
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.events import Event, FrameSet, StateGained, StateLost, UnitBoxed, UnitPlaced
from wargame.model.state import UnitId

GONE = "gone"
"""Where defenders are imagined that go back or are lost."""
_PASSING = (MOVED, STRATEGIC, ATTACKED, ACTED)
_MOVING = "move"


class ArdennesAttacks(Attacks):
    """ARD-AT-01  Active units next to one hex; in the next impulse the units of a corps that a card activates."""

    assumed = "no tactics on either side, a defender that is hit goes back, nobody advances"

    def most(self, g: ArdGame) -> int:
        """ARD-AC-02  As many as a corps card activates; all active ones while they act."""
        if is_activation(g):
            return super().most(g)
        value = max(card.value for card in g.content.cards.values() if card.kind == "corps")
        return g.content.limits.activation.corps_times * value

    def renewed(self, g: ArdGame, side: Side) -> Iterator[Event]:  # type: ignore[override]
        """ARD-AC-08  Nobody has moved or attacked in an Activation to come."""
        for unit in on_map(g, side):
            marks = [mark for mark in _PASSING if mark in unit.states]
            yield from (StateLost(unit.id, mark, "ARD-AC-08") for mark in marks)

    def ways(
        self,
        g: ArdGame,
        side: Side,  # type: ignore[override]
        target: Hex,
        *,
        fresh: bool,
    ) -> Iterator[Way]:
        """ARD-AT-01, ARD-AC-02  Those who touch it, and those who can come to do so; by corps in an impulse to come."""
        if not stack(g, target, OTHER[side]):
            return
        fresh = fresh or not is_activation(g)  # a card may still be played
        if not fresh and target in activation(g).struck:
            return
        near = frozenset(g.grid.neighbours[target])
        units = [u.id for u in on_map(g, side)] if fresh else active_units(g, side)
        moving = fresh or _is_moving(g)
        for unit in units:
            here = g.state.units[unit]
            if here.states & {ATTACKED, STRATEGIC}:
                continue
            group = kind_of(g, unit).corps if fresh else ""
            if here.hex in near and why_no_attack(g, unit, target) is None:
                yield Way(unit, here.hex, strength(g, unit), group=group)
            if moving and why_still(g, unit) is None:
                yield from _coming(g, unit, target, group)

    def has_room(self, g: ArdGame, side: Side, where: Hex) -> bool:  # type: ignore[override]
        """ARD-ST-01"""
        return why_full(g, side, where, ()) is None

    def odds(self, g: ArdGame, target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """ARD-CH-01, ARD-US-01, ARD-SS-04  Without tactics, with the most chits; of the automated Allies only what an
        action card lets them make.
        """
        side: Side = kind_of(g, units[0]).side
        small = all(kind_of(g, u).bracketed for u in units)
        if small or why_no_lead(g, side, units) is not None:
            return None
        if automated(g, side) and not attacks_at(g, target, _situational(g, target, units)):
            return None
        return odds(g, _forces(g, side, target, units))

    def question(self, g: ArdGame, side: Side) -> Ask[Any]:  # type: ignore[override]
        """ARD-AT-01  In an Activation alone."""
        if not is_activation(g):
            raise refuse("Nobody is activated, so no attack can be reckoned.", "ARD-AT-01")
        return attack_ask(g, side)

    def stake(self, g: ArdGame, order: Forces | None) -> Stake:
        """ARD-CR-17  Whether the defenders are hit, and go back, or not."""
        if not isinstance(order, Forces):
            raise refuse("Only attacks can be reckoned in a plan.", "ARD-AT-01")
        foe, at = OTHER[order.side], _frame(g)
        struck = (*activation(g).struck, order.target)
        begun: tuple[Event, ...] = (
            *(StateGained(u, ATTACKED, "ARD-AT-01") for u in order.units),
            FrameSet(at, "struck", struck),
        )
        left = tuple(UnitBoxed(u, GONE, "ARD-CR-17") for u in order.defenders)
        every = odds(g, order).outcomes
        hit = [o for o in every if o.loss.get(foe)]
        fates = (
            Fate.of(hit, (*begun, *left)),
            Fate.of([o for o in every if o not in hit], begun),
        )
        return Stake((order.target,), tuple(fate for fate in fates if fate.chance))

    def hit_back(self, g: ArdGame, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """ARD-CR-11  What the chits cost the attackers."""
        found, side = self.odds(g, target, units), kind_of(g, units[0]).side
        assert found is not None
        hit = sum((o.chance for o in found.outcomes if o.loss.get(side)), Fraction(0))
        mean = float(found.loss.get(side, 0))
        return [f"the attackers take hits {percent(hit)}, {mean:.1f} on average", found.basis]


def _forces(g: ArdGame, side: Side, target: Hex, units: Sequence[UnitId]) -> Forces:
    defenders = tuple(u.id for u in stack(g, target, OTHER[side]))
    return Forces(side, target, tuple(units), defenders)


def _situational(g: ArdGame, target: Hex, units: Sequence[UnitId]) -> int:
    """ARD-AA-12  What an attack by those who stand there counts for the automated Allies."""
    return attack_value(g, [((unit,), g.state.units[unit].hex) for unit in units], target)


def _frame(g: ArdGame) -> int:
    """The place of the frame of the Activation."""
    names = [frame.name for frame in g.state.frames]
    return len(names) - 1 - names[::-1].index(frame_of(g))


def _is_moving(g: ArdGame) -> bool:
    """ARD-AC-08  Whether the moves of the Activation are still open."""
    return any(frame.name.endswith(f".{_MOVING}") for frame in g.state.frames)


def _coming(g: ArdGame, unit: UnitId, target: Hex, group: str) -> Iterator[Way]:
    """ARD-MV-01, ARD-MV-04  The hexes beside the target to which a unit can come alone.

    A river without Bridge is crossed by one unit: whoever crosses takes the place of the others.
    """
    if g.grid.distance(g.state.units[unit].hex, target) > kind_of(g, unit).allowance + 1:
        return
    marcher = Marcher(g, [unit])
    field = marcher.field()
    for h in sorted({*g.grid.neighbours[target]} & field.left.keys()):
        if h == marcher.start or marcher.why_no_end(h) is not None:
            continue
        if is_major(g, h, target) and is_wet(g, h, target):
            continue
        wet = [side_key(a, b) for a, b in pairwise(field.path(h)) if is_wet(g, a, b)]
        facts = UnitPlaced(unit, h, "ARD-MV-01"), StateGained(unit, MOVED, "ARD-MV-13")
        yield Way(unit, h, strength(g, unit), facts, bars=tuple(map(str, wet)), group=group)
