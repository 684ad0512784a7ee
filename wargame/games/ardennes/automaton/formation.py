"""Which formation of the automated Allies acts, and on what (ARD-AA-01 to -04, ARD-AA-18, ARD-AA-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from wargame.games.ardennes import cards
from wargame.games.ardennes.automaton.attack import Force, Plan, Searches
from wargame.games.ardennes.contact import contact
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.events import coming
from wargame.games.ardennes.front import (
    hexes_to_enemy,
    in_danger,
    is_wandering,
    near_enemy,
    open_neighbours,
    proximate_enemies,
)
from wargame.games.ardennes.state import (
    ACTED,
    DISPERSED,
    RESERVE,
    TODAY,
    ArdGame,
    by_number,
    day,
    in_supply,
    is_vp,
    kind_of,
    stack,
)
from wargame.games.ardennes.works import has_position
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def may_act(g: ArdGame, unit_id: UnitId) -> bool:
    """ARD-AC-06, ARD-AC-10  On the map, has not acted in this impulse nor twice today."""
    unit = g.state.units[unit_id]
    twice = unit.numbers.get(TODAY, 0) >= g.content.limits.activation.a_day
    return unit.hex >= 0 and ACTED not in unit.states and not twice


def may_dig(g: ArdGame, lead: UnitId) -> bool:
    """ARD-AA-03, ARD-US-05, 5.14.6  Whether the stack of a lead unit would place an IP, acting apart."""
    return not why_not_dig(g, lead)


def why_not_dig(g: ArdGame, lead: UnitId) -> str:
    """ARD-AA-03, ARD-US-05, 5.14.6  Why the stack of a lead unit would place no IP; "" if it would."""
    unit = g.state.units[lead]
    if not in_supply(unit):
        return "not in supply"
    if DISPERSED in unit.states:
        return "Dispersed"
    if unit.hex in g.content.built_up:
        return "town"
    if has_position(g, unit.hex):
        return "dug in"
    near = near_enemy(g, "allied", g.content.actions.reach.improved)
    return "" if near >> unit.hex & 1 else "far"


def stacks_of(g: ArdGame, units: Sequence[UnitId]) -> dict[Hex, list[UnitId]]:
    """ARD-AA-10  The stacks of a formation by hex, in ascending # of their leads; the lead comes first."""
    found: dict[Hex, list[UnitId]] = {}
    for unit in by_number(g, units):
        where = g.state.units[unit].hex
        if where >= 0 and where not in found:
            others = [u.id for u in stack(g, where, "allied") if u.id != unit]
            found[where] = [unit, *others]
    return found


Reason: TypeAlias = tuple[int | str, ...]
"""A reason to act and its numbers; () for none."""


@dataclass(frozen=True)
class Formation:
    """Units that may act together, and what they see of the table; good until it changes."""

    g: ArdGame
    stacks: Mapping[Hex, Sequence[UnitId]]
    searches: Searches
    attackers: dict[Hex, Reason] = field(default_factory=dict)
    """ARD-AA-04  Hexes whose stack has been asked which attack it can make."""

    def attack(self, where: Hex) -> Reason:
        """ARD-AA-04  Which attack the stack of a hex can make; () for none."""
        if where not in self.attackers:
            self.attackers[where] = _attack(self, where)
        return self.attackers[where]


def reason(own: Formation, unit_id: UnitId) -> Reason:
    """ARD-AA-01 to -04  Why a unit makes its formation eligible, with its numbers; () if it does not."""
    g, unit = own.g, own.g.state.units[unit_id]
    if not is_vp(g, unit.hex) and in_danger(g, unit.hex, "allied"):
        return "in danger of Surround", len(open_neighbours(g, unit.hex, "allied"))
    if DISPERSED in unit.states:
        return ("Dispersed",)  # ARD-AA-02, as the next two
    if is_wandering(g, unit.hex):
        return ("Wandering",)
    found = contact(g, unit_id)
    if found.clause:
        return f"OutOfContact ({found.clause})", found.steps, found.points
    if may_dig(g, own.stacks[unit.hex][0]):
        return "may dig in", hexes_to_enemy(g, unit.hex, "allied")
    return own.attack(unit.hex)


def _attack(own: Formation, where: Hex) -> Reason:
    """ARD-AA-04  From December 19: its stack, and others of the formation with it, could come next to a
    Proximate enemy with a force of 2:1.
    """
    g, rule = own.g, own.g.content.limits.automated
    if day(g) < rule.reinforce_from:
        return ()
    able = {h: units for h, units in own.stacks.items() if all(may_act(g, u) for u in units)}
    if where not in able:
        return ()
    mates = [units for h, units in able.items() if h != where]
    force = Force(g, [able[where], *mates], own.searches)
    for h in proximate_enemies(g, where, "allied"):
        plan = force.against(h, rule.ratio)
        if isinstance(plan, Plan):
            return "can attack", f"@{g.grid.name(h)}", plan.attack, plan.defence
    return ()


def reasons(
    g: ArdGame, units: Sequence[UnitId], searches: Searches | None = None
) -> dict[UnitId, Reason]:
    """ARD-AA-01 to -04  Of these the units that have a reason to act, in ascending #."""
    own = Formation(g, stacks_of(g, units), searches or Searches(g))
    found = {u: reason(own, u) for u in by_number(g, units) if may_act(g, u)}
    return {u: why for u, why in found.items() if why}


def why_idle(g: ArdGame, unit_id: UnitId) -> str:
    """Why a unit on the map has no reason to act."""
    unit = g.state.units[unit_id]
    if ACTED in unit.states:
        return "has acted"
    return "no reason" if may_act(g, unit_id) else "twice today"


class Named(NamedTuple):
    """The units a card speaks of."""

    units: list[UnitId]
    corps: str = ""
    """Of an army card."""
    known: dict[UnitId, Reason] | None = None
    """Their reasons to act, if they have been looked for."""


def named(g: ArdGame, card: Card) -> Named:
    """ARD-AA-19  The units a card speaks of; an army card's busiest corps, ties the lowest corps number."""
    if card.kind not in ("army", "group"):
        return Named(cards.members(g, card))
    rows, found, searches = [], {}, Searches(g)
    for corps in cards.corps_of(g, card):
        units = cards.members(g, card, corps)
        waiting = sum(g.state.units[u].box == RESERVE for u in units)
        found[corps] = Named(units, corps, reasons(g, units, searches))
        able = len(found[corps].known or ())
        number = kind_of(g, units[0]).corps_number
        rows.append((-(waiting + able), number, corps, waiting, able))
    if not rows:
        return Named([])
    rows.sort()
    working = [(corps, waiting, able, number) for _, number, corps, waiting, able in rows]
    chosen = rows[0][2]
    g.decided("allied", f"corps of {card.id}", chosen, working, rule="ARD-AA-19")
    return found[chosen]


def expedited(g: ArdGame, units: Sequence[UnitId]) -> UnitId:
    """5.14.3 (c)  The formation's earliest unit on the calendar, the lowest #; "" for none."""
    found = [u for u in coming(g) if u in units]
    return found[0] if found else ""
