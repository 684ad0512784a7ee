"""Tactics of the automated Allies: the card drawn in attack and in defence (ARD-CC-04, ARD-CC-05, ARD-AA-21, ARD-CT-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wargame.games.ardennes import cards
from wargame.games.ardennes.automaton.attack import moved_by
from wargame.games.ardennes.automaton.deploy import is_spare
from wargame.games.ardennes.battle import Battle, alive, defending
from wargame.games.ardennes.chits import Forces, attack_strength, defence_strength
from wargame.games.ardennes.contact import Contact
from wargame.games.ardennes.data.cards import Card, Tactic
from wargame.games.ardennes.front import (
    in_communication,
    in_danger,
    is_surrounded,
    protects_vp,
    too_few_to_attack,
)
from wargame.games.ardennes.line import Line, line_of
from wargame.games.ardennes.retreat import Retreat, hexes_left
from wargame.games.ardennes.state import (
    ATTACKED,
    DISPERSED,
    ISOLATED,
    MOVED,
    OUT,
    OUT_OF_FUEL,
    RESERVE,
    ArdGame,
    by_number,
    day,
    is_vp,
    kind_of,
    on_map,
    stack,
    steps,
    why_full,
)
from wargame.games.ardennes.tactics import (
    BUG_OUT,
    COORDINATION,
    REINFORCE,
    Support,
    joining,
    ready,
    why_no_tactic,
    why_not_played,
)
from wargame.games.ardennes.walk import Marcher, why_still
from wargame.games.ardennes.works import is_major, is_river, is_wet
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

_ALWAYS = ("artillery", "corps artillery", "screen", "tank battalion", "airpower")


@dataclass(frozen=True)
class Answer:
    """What a card drawn for a combat does."""

    unit: UnitId = ""
    """Comes into the battle."""
    tactic: str = ""
    card: str = ""
    """The card the tactic stands on; "" where it is the bonus of the action card."""
    free: Contact | None = None
    """ARD-RD-10  By what the unit is OutOfContact, if it comes from the map."""
    units: tuple[UnitId, ...] = ()
    """Who comes up by Reinforce Battle or joins by Assault Coordination."""
    path: tuple[Hex, ...] = ()


# -- in defence -------------------------------------------------------------------------------------


def defensive(g: ArdGame, fight: Battle, card: Card) -> Answer:
    """ARD-CC-05  5.9 (a) to (d): a unit of the card's formation, else the card's tactic."""
    here = defending(g, fight)
    unit, free, nobody = _added(g, fight, card, here)
    if unit:
        mate = next(u for u in here if cards.belongs(g, card, u))
        counts = kind_of(g, unit).number, sum(steps(g, u) for u in here)
        by = free or Contact("")
        why = f"OutOfContact ({by.clause})" if free else "Reserve"
        row = card.id, "adds a unit", mate, why, *counts, by.steps, by.points
        g.decided("allied", "defensive draw", unit, [row], rule="ARD-CC-05")
        return Answer(unit=unit, free=free)
    found, barred = _tactic(g, fight, card, here)
    said = found.tactic or "nothing"
    rows = [(card.id, said, nobody, card.tactic or "", barred)]
    g.decided("allied", "defensive draw", said, rows, rule="ARD-CC-05")
    return found


def _added(
    g: ArdGame, fight: Battle, card: Card, here: Sequence[UnitId]
) -> tuple[UnitId, Contact | None, str]:
    """ARD-CC-05 (b)  The lowest # in Reserve, else OutOfContact and by what; else "" and why nobody comes."""
    if why := _why_alone(g, fight, card, here):
        return "", None, why
    where, first = fight.target, day(g) == g.content.scenario.first_turn
    members = cards.members(g, card)
    if not (first and g.state.tracks.get("early reserve")):
        for unit in members:
            if g.state.units[unit].box == RESERVE and why_full(g, "allied", where, [unit]) is None:
                return unit, None, ""
    line = line_of(g)
    for unit in members:
        stands = g.state.units[unit].hex
        if stands < 0 or stands == where or why_full(g, "allied", where, [unit]) is not None:
            continue
        if first and not g.grid.adjacent(stands, where):
            continue
        if free := is_spare(g, unit, line):
            return unit, free, ""
    return "", None, "nobody is free"


def _why_alone(g: ArdGame, fight: Battle, card: Card, here: Sequence[UnitId]) -> str:
    """ARD-CC-05 (b)  Why a card may bring no unit to these defenders; "" if it may."""
    where = fight.target
    if not card.commands:
        return "no formation"
    if not any(cards.belongs(g, card, u) for u in here):
        return "another formation"
    if sum(steps(g, u) for u in here) >= g.content.limits.automated.reinforced_below:
        return "steps enough"
    if not in_communication(g, where, "allied"):
        return "out of Communication"
    trapped = in_danger(g, where, "allied") or is_surrounded(g, where, "allied")
    return "in danger" if trapped else ""


def _tactic(g: ArdGame, fight: Battle, card: Card, here: Sequence[UnitId]) -> tuple[Answer, str]:
    """ARD-CC-05 (c)  The card's tactic, if it is legal and of use; else none, and why."""
    support = Support("allied", attacking=False, target=fight.target, units=tuple(here))
    if barred := _barred(g, card, support):
        return Answer(), barred
    if card.tactic in _ALWAYS:
        return Answer(tactic=card.tactic), ""
    if card.tactic == BUG_OUT:
        stays = _why_stay(g, fight, here)
        return (Answer(), stays) if stays else (Answer(tactic=BUG_OUT), "")
    if card.tactic == REINFORCE:
        units, path = reinforcing(g, fight, attacking=False)
        return Answer(tactic=REINFORCE, units=units, path=path), ""
    return Answer(), "ARD-TC-01"


def _barred(g: ArdGame, card: Card, support: Support) -> str:
    """The rule that bars the tactic of a card; "" for none."""
    why = why_not_played(g, card, support)
    return why.rule if why else ""


def _why_stay(g: ArdGame, fight: Battle, here: Sequence[UnitId]) -> str:
    """ARD-CC-05 (c)  Why nobody bugs out: not in danger and not outnumbered, or not without loss; "" if they do."""
    if is_vp(g, fight.target) or any(not hexes_left(g, u, fight.target) for u in here):
        return "ARD-CT-03"
    forces = Forces(
        "german", fight.target, tuple(alive(g, fight.units)), tuple(here), fight.tactics
    )
    attack, defence = g.content.actions.odds.bug_out
    outnumbered = attack_strength(g, forces) * defence >= defence_strength(g, forces) * attack
    trapped = in_danger(g, fight.target, "allied") or is_surrounded(g, fight.target, "allied")
    if not (trapped or outnumbered):
        return "not pressed"
    found = Retreat(g, "allied", tuple(here), fight.target)
    return "" if any(not found.toll(h) for h in found.steps()) else "costs a step"


# -- in attack --------------------------------------------------------------------------------------


def offensive(g: ArdGame, fight: Battle, card: Card, bonus: Tactic | None) -> Answer:
    """ARD-AA-21, ARD-CC-04  The drawn card's tactic, else the action card's bonus, under the same conditions.

    ARD-CC-15: one that is not legal counts as none, one that finds nobody counts.
    """
    units = tuple(alive(g, fight.units))
    support = Support("allied", attacking=True, target=fight.target, units=units)
    barred = _barred(g, card, support)
    if card.tactic is not None and not barred:
        found = replace(_attacking(g, fight, card.tactic), card=card.id)
        g.decided("allied", "tactic", card.tactic, [(card.id, card.tactic)], rule="ARD-AA-21")
        return found
    rows = [(card.id, card.tactic or "", barred)]
    if bonus is None:
        g.decided("allied", "tactic", "none", rows, rule="ARD-AA-21")
        return Answer()
    why = why_no_tactic(g, bonus, support)
    barred = why.rule if why else "" if ready(g, units) else "ARD-CC-01"
    chosen = "none" if barred else bonus
    rows.append(("bonus", bonus, barred))
    g.decided("allied", "tactic", chosen, rows, rule="ARD-AA-21")
    return Answer() if barred else _attacking(g, fight, bonus)


def _attacking(g: ArdGame, fight: Battle, tactic: str) -> Answer:
    if tactic == COORDINATION:
        found = joining(g, "allied", fight.target, fight.units)
        able = [u for u in found if not _held_by_vp(g, g.state.units[u].hex)]
        return Answer(tactic=tactic, units=tuple(able))
    if tactic == REINFORCE:
        units, path = reinforcing(g, fight, attacking=True)
        return Answer(tactic=tactic, units=units, path=path)
    return Answer(tactic=tactic)


def _held_by_vp(g: ArdGame, where: Hex) -> bool:
    """ARD-AA-11  Protect VP: too few steps to attack out of a VP hex."""
    return too_few_to_attack(g, where)


# -- Reinforce Battle -------------------------------------------------------------------------------


def reinforcing(
    g: ArdGame, fight: Battle, *, attacking: bool
) -> tuple[tuple[UnitId, ...], tuple[Hex, ...]]:
    """ARD-CT-09  The stack with the lowest # that can come, whole, without a Gap or leaving VP; () for none."""
    hexes = {u.hex for u in on_map(g, "allied")} - {fight.target}
    stacks = [[u.id for u in stack(g, h, "allied")] for h in sorted(hexes)]
    line, working = line_of(g), list[tuple[int | str, ...]]()
    for units in sorted(stacks, key=lambda own: by_number(g, own)[0:1] and _key(g, own)):
        path = _way(g, fight, units, line, attacking=attacking)
        if isinstance(path, str):
            working.append((units[0], "cannot come", path))
            continue
        working.append((units[0], g.grid.write(path), kind_of(g, units[0]).number))
        if path:
            g.decided("allied", "reinforce battle", units[0], working, rule="ARD-CT-09")
            return tuple(units), path
    g.decided("allied", "reinforce battle", "none", working, rule="ARD-CT-09")
    return (), ()


def _key(g: ArdGame, units: Sequence[UnitId]) -> tuple[tuple[int, int], str]:
    from_first = g.content.units[units[0]].rank
    return from_first, units[0]


def _way(
    g: ArdGame, fight: Battle, units: Sequence[UnitId], line: Line, *, attacking: bool
) -> tuple[Hex, ...] | str:
    """The way of a stack into the battle; else why it cannot or may not come."""
    start = g.state.units[units[0]].hex
    if g.grid.distance(start, fight.target) > g.content.longest_move:
        return "far"
    if protects_vp(g, start):
        return "guards"
    if any(u in fight.units or g.state.units[u].states & {MOVED, ATTACKED} for u in units):
        return "spent"
    if any(why_still(g, u, "join") for u in units):
        return "still"
    marcher = Marcher(g, units, "join")
    field = marcher.field()
    goals = [h for h in field.left if h != start and marcher.why_no_end(h) is None]
    takes_part = _attacks_from if attacking else _comes_in
    goals = [h for h in goals if takes_part(g, units, h, fight.target)]
    if not goals:
        return "far"
    goals = [h for h in goals if not line.gap(units, h)]
    if not goals:
        return "gap"
    dry = {h: not is_river(g, h, fight.target) for h in goals}
    return field.path(
        min(goals, key=lambda h: (not dry[h], *moved_by(g, h, marcher.left_in(field, h))))
    )


def _comes_in(_g: ArdGame, _units: Sequence[UnitId], h: Hex, target: Hex) -> bool:
    return h == target


def _attacks_from(g: ArdGame, units: Sequence[UnitId], h: Hex, target: Hex) -> bool:
    """ARD-CT-09, ARD-AA-11  Whether one of them could attack from there, too few in a VP hex never."""
    if not g.grid.adjacent(h, target) or (is_major(g, h, target) and is_wet(g, h, target)):
        return False
    together = [*units, *(u.id for u in stack(g, h, "allied"))]
    few = sum(steps(g, u) for u in together) < g.content.actions.protect.steps
    able = any(not g.state.units[u].states & _BARRED for u in units)
    return able and not (is_vp(g, h) and few)


_BARRED = {DISPERSED, OUT, ISOLATED, OUT_OF_FUEL}
"""ARD-AT-01  Units in such a state do not attack."""
