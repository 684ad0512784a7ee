"""What may come of fire and of the first round of an assault, for the odds of a plan (HAN-DF-01, HAN-AS-03).

Exact, with what players decide taken to be `ASSUMED`.  How those fare who have acted or left does
not matter to the rest of a plan: of them the losses are kept alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from wargame.flow.ask import refuse
from wargame.flow.imagined import imagined
from wargame.flow.prospects import Fate
from wargame.games.hannut.asks.fire import Fire
from wargame.games.hannut.checks import factor_throw, reaction_chance
from wargame.games.hannut.data.files import Result
from wargame.games.hannut.effects import ROUTED
from wargame.games.hannut.fire import Shot, assault_by_defender, direct, shot_throw
from wargame.games.hannut.odds import Assault, best_shot, strike
from wargame.games.hannut.retreat import Threat, from_attackers, from_hex, legal
from wargame.games.hannut.state import (
    ACTED,
    COLUMN,
    ELIMINATED,
    LEAVING,
    LOADED,
    MORALE,
    MOVED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    has,
    kind_of,
    mine_at,
    units_at,
    where_is,
)
from wargame.model.events import Event, StateGained, StateLost, UnitBoxed
from wargame.model.state import Side, UnitId
from wargame.rules.losses import shifted

ASSUMED = (
    "nobody reacts, attackers spread their fire, who is hit Z falls back, "
    "an assault is broken off after its first round"
)
GONE = "gone"
"""Where a unit is imagined that has left its hex."""
_ONE = Fraction(1)


def fire_fates(g: HannutGame, order: Fire) -> Iterator[Fate]:
    """HAN-DF-01  The shot, and what its result does to the target."""
    unit, target = order.unit, order.target
    moved = order.moves or has(g, unit, MOVED)
    shot = direct(g, unit, target, moved=moved, column=order.column)
    far = g.grid.distance(where_is(g, unit), where_is(g, target))
    acted = StateGained(unit, ACTED, "HAN-SP-13")
    for fate in _after(g, [shot], target, from_hex(where_is(g, unit)), far):
        yield Fate(fate.chance, (acted, *fate.facts), fate.loss)


def assault_fates(g: HannutGame, order: Assault) -> Iterator[Fate]:
    """HAN-AS-02 to -04, HAN-AS-08  All fire at once; then who must goes."""
    if mine_at(g, order.hex):
        raise refuse("There are mines in the hex: this is not reckoned.", "HAN-MI-02")
    foes = units_at(g, order.hex, OTHER[kind_of(g, order.units[0]).side])
    begun = tuple(_begun(g, order, foes))
    threat = from_attackers(order.hex, tuple(sorted({where_is(g, u) for u in order.units})))
    with imagined(g, begun):
        at = _aimed(g, order, foes)
        mine = (fate for u in order.units for fate in _after(g, at[u], u, threat, 0))
        lost = _sum(mine)
        rows = [_after(g, at[foe], foe, threat, 0) for foe in foes]
    for fates in product(*rows):
        facts = [*begun, *(fact for fate in fates for fact in fate.facts)]
        with imagined(g, facts):
            facts += _hqs_leave(g, foes)
        chance = prod((fate.chance for fate in fates), start=_ONE)
        losses = (Fate(_ONE, (), loss) for loss in (lost, *(fate.loss for fate in fates)))
        yield Fate(chance, tuple(facts), _sum(losses))


def _begun(g: HannutGame, order: Assault, foes: Sequence[UnitId]) -> Iterator[Event]:
    """HAN-CO-01, HAN-AS-02, HAN-AS-07, HAN-AS-08  Posture; loaded defenders; HQs alone leave at once."""
    for unit in order.units:
        yield StateGained(unit, ACTED, "HAN-AS-07")
    for unit in order.changes:
        turned = StateLost if has(g, unit, COLUMN) else StateGained
        yield turned(unit, COLUMN, "HAN-CO-01")
    for unit in foes:
        if has(g, unit, LOADED):
            yield StateLost(unit, LOADED, "HAN-AS-02")
            yield from _neutralized(unit)
    yield from _hqs_leave(g, foes)


def _hqs_leave(g: HannutGame, foes: Sequence[UnitId]) -> list[Event]:
    """HAN-AS-08  HQs without combat units."""
    left = [u for u in foes if where_is(g, u) >= 0]
    fights = any(kind_of(g, u).combat_unit for u in left)
    return [] if fights else [UnitBoxed(u, GONE, "HAN-AS-08") for u in left]


def _aimed(
    g: HannutGame, order: Assault, foes: Sequence[UnitId]
) -> defaultdict[UnitId, list[Shot]]:
    """HAN-AS-03, HAN-AS-09  All shots by target: the attackers' spread out, each the best there is."""
    at = defaultdict[UnitId, list[Shot]](list)
    left = [u for u in foes if where_is(g, u) >= 0]
    turned = Assault(order.hex, order.units)  # whose posture has been changed already
    for unit in order.units:
        tried = [shot for foe in left if (shot := strike(g, turned, unit, [foe]))]
        if tried:
            best = max(tried, key=lambda shot: (-len(at[shot.target]), shot.number))
            at[best.target].append(best)
    for foe in left:
        shot = best_shot(g, (assault_by_defender(g, foe, unit, 1) for unit in order.units))
        if shot is not None:
            at[shot.target].append(shot)
    return at


# -- one unit -------------------------------------------------------------------------------------


def _after(
    g: HannutGame, shots: Sequence[Shot], unit: UnitId, threat: Threat, far: int
) -> list[Fate]:
    """HAN-CRT-02  What shots at a unit leave of it, the results taken one after the other."""
    fates = [Fate(_ONE, ())]
    for shot in shots:
        more = []
        for fate in fates:
            with imagined(g, fate.facts):
                for result, chance in shot_throw(g, shot).chances().items():
                    more += [_then(fate, chance, hit) for hit in _hit(g, unit, result, threat, far)]
        fates = _merged(g, unit, more)
    return [_then(fate, _ONE, Fate(_ONE, _leaves(g, unit, fate))) for fate in fates]


def _leaves(g: HannutGame, unit: UnitId, fate: Fate) -> tuple[Event, ...]:
    """HAN-GE-04, HAN-MO-03, HAN-AS-04  Who falls back, or broke, goes in the end."""
    with imagined(g, fate.facts):
        goes = where_is(g, unit) >= 0 and g.state.units[unit].states & {LEAVING, ROUTED}
    return (UnitBoxed(unit, GONE, "HAN-GE-04"),) if goes else ()


def _hit(g: HannutGame, unit: UnitId, result: Result, threat: Threat, far: int) -> list[Fate]:
    """HAN-GE-03, HAN-GE-04, HAN-GE-05  A result on a unit *far* from whoever fired."""
    states = g.state.units[unit].states
    if result == "-" or where_is(g, unit) < 0 or (result == "Z" and states & {LEAVING, ROUTED}):
        return [Fate(_ONE, ())]
    if result == "1":
        return _step_lost(g, unit)
    stands = _checked(g, unit) if NEUTRALIZED in states else [Fate(_ONE, tuple(_neutralized(unit)))]
    if result == "N" or not legal(g, unit, threat):
        return stands
    goes = _ONE if NEUTRALIZED not in states else reaction_chance(g, unit, far)
    leaves = Fate(goes, (StateGained(unit, LEAVING, "HAN-GE-04"),))
    return [leaves, *(Fate((1 - goes) * f.chance, f.facts, f.loss) for f in stands)]


def _step_lost(g: HannutGame, unit: UnitId) -> list[Fate]:
    """HAN-GE-05  Eliminated, or reduced and a check."""
    loss: dict[Side, Fraction] = {kind_of(g, unit).side: _ONE}
    first = tuple(shifted(g.state.units[unit], kind_of(g, unit).sides, 1, "HAN-GE-05"))
    if not first:
        return [Fate(_ONE, (UnitBoxed(unit, ELIMINATED, "HAN-GE-05"),), loss)]
    return [Fate(fate.chance, (*first, *fate.facts), loss) for fate in _checked(g, unit)]


def _neutralized(unit: UnitId) -> Iterator[Event]:
    """HAN-GE-03, HAN-CO-04"""
    yield StateGained(unit, NEUTRALIZED, "HAN-GE-03")
    yield StateLost(unit, COLUMN, "HAN-CO-04")


def _checked(g: HannutGame, unit: UnitId) -> list[Fate]:
    """HAN-MO-03  It holds, goes one rung down, or breaks."""
    holds = factor_throw(g, unit, "HAN-MO-03").chances().get("succeeds", Fraction(0))
    worse = tuple(shifted(g.state.units[unit], MORALE, 1, "HAN-MO-03"))
    broken = (StateGained(unit, ROUTED, "HAN-MO-03"),)
    return [Fate(holds, ()), Fate(1 - holds, worse or broken)]


# -- putting together -----------------------------------------------------------------------------


def _then(first: Fate, chance: Fraction, more: Fate) -> Fate:
    """One thing after the other, the second one where a result of some chance has come."""
    loss = _sum([Fate(_ONE, (), first.loss), Fate(_ONE, (), more.loss)])
    return Fate(first.chance * chance * more.chance, (*first.facts, *more.facts), loss)


def _sum(fates: Iterable[Fate]) -> dict[Side, Fraction]:
    """The losses of several things, each with its chance."""
    found = defaultdict[Side, Fraction](Fraction)
    for fate in fates:
        for side, n in fate.loss.items():
            found[side] += fate.chance * n
    return found


def _merged(g: HannutGame, unit: UnitId, fates: Iterable[Fate]) -> list[Fate]:
    """Outcomes that leave a unit in one state, or off the map, as one, with their losses on average."""
    alike = defaultdict[object, list[Fate]](list)
    for fate in fates:
        with imagined(g, fate.facts):
            found = g.state.units[unit]
            alike[frozenset(found.states) if found.hex >= 0 else None].append(fate)
    merged = []
    for same in alike.values():
        chance = sum((fate.chance for fate in same), Fraction(0))
        if chance:
            loss = {side: n / chance for side, n in _sum(same).items()}
            merged.append(Fate(chance, same[0].facts, loss))
    return merged
