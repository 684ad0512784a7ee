"""Armies, their purses of support points, their HQs and Operations (NOR-SL, NOR-AS, NOR-OP)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation
from wargame.games.normandy.state import (
    ARMY,
    COAST,
    HQ,
    NATIONS,
    OPERATION,
    SILENT,
    SUPPORTED,
    NorGame,
    in_supply,
    strength,
)
from wargame.model.state import Side, Unit, UnitId

FORTRESS_SP = "fortress sp"
"""NOR-SL-10  The track of Fortress Cherbourg's stockpile."""
ENDED = "ended"
"""NOR-VP-03  The list of armies whose Operation ended and is still to be assessed."""


def armies(g: NorGame, nation: Nation) -> list[str]:
    """NOR-SL-09, NOR-AS-05  The armies of a nation that have a pool now, in table order."""
    turn, tracks = g.state.turn(), g.state.tracks
    return [
        army
        for army, pool, first in _pools(g.content, nation)
        if pool in tracks and first <= turn
    ]  # fmt: skip


@cache
def _pools(content: NormandyContent, nation: Nation) -> tuple[tuple[str, str, int], ...]:
    """NOR-AS-05  Every army of a nation with the track of its pool and the turn on which it takes over."""
    rows = [army for army in content.armies.values() if army.nation == nation]
    return tuple([(army.id, f"sp {army.id}", army.first) for army in rows])


def armies_of(g: NorGame, side: Side) -> list[str]:
    """The armies of a side, in table order."""
    return [army for nation in NATIONS[side] for army in armies(g, nation)]


def sp(g: NorGame, army: str) -> int:
    """Support points in an army's Reserve."""
    return int(g.state.tracks.get(f"sp {army}", 0))


def earn(g: NorGame, army: str, points: int, *, rule: str) -> None:
    """NOR-SL-09  Points are added up to the army's cap; the excess is lost."""
    row = g.content.armies[army]
    now = min(sp(g, army) + points, row.cap)
    lost = sp(g, army) + points - now
    g.note("receives", rule=rule, army=row.title, points=points, reserve=now)
    if lost:
        g.note("lost_above", rule="NOR-SL-09", army=row.title, lost=lost)
    g.set_track(f"sp {army}", now, rule=rule)


def pay(g: NorGame, army: str, points: int, *, rule: str) -> None:
    """Points are spent; the caller has checked that they are there."""
    if points:
        assert 0 < points <= sp(g, army), (army, points)
        g.set_track(f"sp {army}", sp(g, army) - points, rule=rule)


# -- headquarters -----------------------------------------------------------------------------------


def hqs(g: NorGame, side: Side) -> Sequence[UnitId]:
    """The side's HQs on the map, by id."""
    return _hqs(g, side, g.board.mapped)


@lru_cache(maxsize=4)
def _hqs(g: NorGame, side: Side, _mapped: int) -> tuple[UnitId, ...]:
    """They hang on who is on the map."""
    units = g.state.units
    return tuple([hq for hq in _staffs(g.content, side) if units[hq].hex >= 0])


@cache
def _staffs(content: NormandyContent, side: Side) -> tuple[UnitId, ...]:
    """All HQs of a side, by id."""
    return tuple(sorted([hq for hq in content.hqs if content.units[hq].side == side]))


def army_of_hq(g: NorGame, hq: UnitId) -> str:
    """NOR-AS-05  The pool an HQ draws on."""
    return g.state.units[hq].ties.get(ARMY) or g.content.hqs[hq].army


def hqs_of(g: NorGame, army: str) -> list[UnitId]:
    """The HQs of an army on the map, by id."""
    side: Side = "german" if g.content.armies[army].nation == "ge" else "allied"
    return [hq for hq in hqs(g, side) if army_of_hq(g, hq) == army]


def hq_of(g: NorGame, unit_id: UnitId) -> UnitId:
    """NOR-SU-04  The HQ a unit is attached to, while it is on the map; "" for none."""
    hq = g.state.units[unit_id].ties.get(HQ, "")
    return hq if hq and g.state.units[hq].hex >= 0 else ""


def attached(g: NorGame, hq: UnitId) -> Sequence[UnitId]:
    """NOR-SU-04  The units on the map that are attached to an HQ, by id."""
    return _attached(g, g.state.units[hq].side, g.board.version).get(hq, ())


@lru_cache(maxsize=2)
def _attached(g: NorGame, side: Side, _version: int) -> dict[UnitId, list[UnitId]]:
    """NOR-SU-04  The same by HQ, as long as no unit changes."""
    units, found = g.state.units, dict[UnitId, list[UnitId]]()
    for unit in g.board.on_map[side]:
        if hq := units[unit].ties.get(HQ):
            found.setdefault(hq, []).append(unit)
    return found


def army_of(g: NorGame, unit_id: UnitId) -> str:
    """The pool of a unit: that of its HQ, or its own where it is army-level artillery; "" for none."""
    kind = g.content.units[unit_id]
    if kind.support and (army := g.content.formations[kind.formation_id].army):
        return army
    hq = hq_of(g, unit_id)
    return army_of_hq(g, hq) if hq else ""


def is_supported(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-SL-07  Whether a unit's HQ is Supported this turn; of an HQ itself too."""
    unit = g.state.units[unit_id]
    if COAST in unit.states:  # NOR-SU-13
        coast = g.content.limits.supply.coast_army
        return any(_is_heard(g, hq) and army_of_hq(g, hq) == coast for hq in hqs(g, "german"))
    hq = unit_id if unit_id in g.content.hqs else hq_of(g, unit_id)
    return bool(hq) and _is_heard(g, hq)


def _is_heard(g: NorGame, hq: UnitId) -> bool:
    unit = g.state.units[hq]
    if SUPPORTED not in unit.states and hq != g.content.off_map.fortress.hq:  # NOR-SL-10
        return False
    return not unit.numbers.get(SILENT)


def hears(g: NorGame, unit: Unit, hqs_heard: Collection[UnitId]) -> bool:
    """NOR-SL-07  `is_supported` of a combat unit, by the HQs of its side that are `heard`."""
    if COAST in unit.states:
        return is_supported(g, unit.id)
    return unit.ties.get(HQ) in hqs_heard


def heard(g: NorGame, side: Side) -> set[UnitId]:
    """NOR-SL-07  The side's HQs on the map that are Supported this turn."""
    return {hq for hq in hqs(g, side) if _is_heard(g, hq)}


def can_spend(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-SL-07, NOR-SU-09  In Supply and of a Supported HQ."""
    return in_supply(g.state.units[unit_id]) and is_supported(g, unit_id)


# -- Operations -------------------------------------------------------------------------------------


def operation(g: NorGame, army: str) -> list[UnitId]:
    """NOR-OP-04  The HQs of an army's running Operation, by id; none if none runs."""
    return [hq for hq in hqs_of(g, army) if OPERATION in g.state.units[hq].states]


def turns_run(g: NorGame, army: str) -> int:
    """NOR-OP-09  The turns an army's Operation has run, this one included; 0 if none runs."""
    return int(g.state.tracks.get(f"op {army}", 0))


def leave_operation(g: NorGame, hq: UnitId, *, rule: str) -> None:
    """NOR-OP-17  An HQ is out of its Operation; with the last HQ the Operation ends."""
    if OPERATION not in g.state.units[hq].states:
        return
    army = army_of_hq(g, hq)
    g.shed(hq, OPERATION, rule=rule)
    if not operation(g, army):
        end_operation(g, army, rule=rule)


def end_operation(g: NorGame, army: str, *, rule: str) -> None:
    """NOR-OP-09, NOR-OP-15  An Operation ends and waits for its assessment in this game-turn.

    The HQs' number OPERATED, set in every turn of the Operation, stays: the last turn they were in it.
    """
    for hq in operation(g, army):
        g.shed(hq, OPERATION, rule=rule)
    g.note("operation_ends", rule=rule, army=g.content.armies[army].title)
    g.set_track(f"op {army}", 0, rule=rule)
    g.set_list(ENDED, [*g.state.lists.get(ENDED, []), army], rule=rule)


def in_operation(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-OP-13, NOR-RV-03  Whether a unit is attached to an HQ of a running Operation."""
    hq = hq_of(g, unit_id)
    return bool(hq) and OPERATION in g.state.units[hq].states


def in_operations(g: NorGame, side: Side) -> list[UnitId]:
    """NOR-RV-03  The units of a side on the map that are attached to an HQ of a running Operation, by id."""
    units = g.state.units
    leading = {hq for hq in g.content.hqs if OPERATION in units[hq].states and units[hq].hex >= 0}
    return [u for u in g.board.on_map[side] if units[u].ties.get(HQ) in leading] if leading else []


def is_operation_attack(g: NorGame, attackers: Collection[UnitId]) -> bool:
    """NOR-OP-13  At least half of the attacking strength is attached to HQs of the Operation."""
    led = [u for u in attackers if in_operation(g, u)]
    every = sum(halves(g, u) for u in attackers) if led else 0
    return every > 0 and 2 * sum(halves(g, u) for u in led) >= every


def halves(g: NorGame, unit_id: UnitId) -> int:
    """NOR-SU-09  Twice the strength of a unit in attack, halved Out of Supply or Isolated."""
    whole = 1 if not in_supply(g.state.units[unit_id]) else 2
    return strength(g, unit_id) * whole


def mech_of(g: NorGame, named: Collection[UnitId]) -> int:
    """NOR-OP-12  Mech combat units on the map attached to the named HQs."""
    mech = _mech(g.content)
    return sum([len(mech.intersection(attached(g, hq))) for hq in dict.fromkeys(named)])


@cache
def _mech(content: NormandyContent) -> frozenset[UnitId]:
    """NOR-OP-12  All mech combat units."""
    return frozenset(kind.id for kind in content.units.values() if kind.combat_unit and kind.mech)
