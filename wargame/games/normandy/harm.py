"""Steps lost, Disorganization, elimination; whoever enters a hex takes it and drives staffs out of it."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.flow.ask import Choice
from wargame.games.normandy import dice
from wargame.games.normandy.armies import leave_operation
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    DISORGANIZED,
    DUE,
    ELIMINATED,
    ISOLATED,
    LASTING,
    OTHER,
    PASSING,
    REDUCED,
    REGROUP,
    RESERVE,
    SILENT,
    SUPPORTED,
    WORKS,
    NorGame,
    combat_units,
    kind_of,
    nation_of,
    others_at,
    steps,
    unit_name,
)
from wargame.games.normandy.works import keep_works
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.choose import nearest, of_hexes
from wargame.rules.losses import shift

LOST, POCKETS, LEFT_HALVES = "lost allied", "pockets", "left halves"
"""Tracks: NOR-VP-04 Allied steps lost since the start; NOR-VP-05 Allied VP of this turn; NOR-WN-05
half points of German units that have left the game."""


# -- steps ------------------------------------------------------------------------------------------


def lose_step(g: NorGame, unit_id: UnitId, *, rule: str, trapped: bool = False) -> bool:
    """NOR-ST-01 to -04  A combat unit loses a step; whether it is still there.

    *trapped*: for want of a retreat (NOR-VP-05).
    """
    kind = kind_of(g, unit_id)
    assert kind.combat_unit, unit_id  # NOR-DR-07
    if steps(g, unit_id) == 1:
        eliminate(g, unit_id, rule=rule, trapped=trapped)
        return False
    _book(g, unit_id, 1, rule)
    return shift(g, unit_id, kind.cls.sides, 1, rule=rule)


def gain_step(g: NorGame, unit_id: UnitId, *, rule: str) -> None:
    """NOR-RP-05  A step comes back: cadre to reduced to full, or cadre to full."""
    shift(g, unit_id, kind_of(g, unit_id).cls.sides, -1, rule=rule)


def eliminate(g: NorGame, unit_id: UnitId, *, rule: str, trapped: bool = False) -> None:
    """NOR-ST-04, NOR-VP-04, NOR-VP-05  A combat or support unit is gone for good."""
    kind, unit = kind_of(g, unit_id), g.state.units[unit_id]
    _book(g, unit_id, steps(g, unit_id), rule)
    if kind.side == "german" and kind.combat_unit and (trapped or ISOLATED in unit.states):
        g.set_track(POCKETS, int(g.state.tracks.get(POCKETS, 0)) + 1, rule="NOR-VP-05")
    where = unit.hex
    take_off(g, unit_id, ELIMINATED, rule=rule)
    if where >= 0:
        keep_works(g, where)


def take_off(g: NorGame, unit_id: UnitId, box: str, *, rule: str) -> None:
    """A unit leaves the map for a box, without its markers but for the side of its counter."""
    leave_operation(g, unit_id, rule="NOR-OP-17")
    g.mark((unit_id,), lost=_MARKERS, rule=rule)
    g.box(unit_id, box, rule=rule)


_MARKERS = (*LASTING[2:], *PASSING)


def _book(g: NorGame, unit_id: UnitId, lost: int, rule: str) -> None:
    """NOR-VP-04  Allied steps; an HQ comes back and counts for none (R-104)."""
    kind = kind_of(g, unit_id)
    if kind.side == "allied" and not kind.hq:
        g.set_track(LOST, int(g.state.tracks.get(LOST, 0)) + lost, rule=rule)


def disorganize(g: NorGame, unit_id: UnitId, *, rule: str) -> None:
    """NOR-DR-05, NOR-DR-07  A combat unit is Disorganized, or loses a step if it is already."""
    kind, unit = kind_of(g, unit_id), g.state.units[unit_id]
    if kind.hq:
        return
    if kind.support:
        g.gain(unit_id, REDUCED, rule="NOR-DR-07")
    elif DISORGANIZED in unit.states:
        lose_step(g, unit_id, rule="NOR-DR-05")
    else:
        g.shed(unit_id, REGROUP, rule="NOR-DR-05")
        g.shed(unit_id, RESERVE, rule="NOR-DR-03")
        g.gain(unit_id, DISORGANIZED, rule=rule)


# -- entering ---------------------------------------------------------------------------------------


def take(g: NorGame, side: Side, path: Iterable[Hex]) -> None:
    """A combat unit takes every hex it enters or passes through (section Control), and forts in it."""
    now, layers = g.state.control, g.state.layers
    for where in path:
        if now.get(where, side) != side:
            g.take(where, side, rule="NOR-AD-04")
        if where in layers.get(WORKS, ()):
            keep_works(g, where)


async def drive_out(g: NorGame, side: Side, path: Iterable[Hex]) -> None:
    """NOR-HQ-01  Staffs and guns of the enemy in hexes that a combat unit of *side* has entered."""
    enemies = g.board.here[OTHER[side]]
    for where in [h for h in path if enemies[h]]:
        for unit in others_at(g, where, OTHER[side]):
            if not combat_units(g, where, OTHER[side]):
                await entered(g, unit.id)


async def entered(g: NorGame, unit_id: UnitId) -> None:
    """NOR-HQ-01  An HQ is displaced or destroyed, artillery is eliminated."""
    if not kind_of(g, unit_id).hq:
        eliminate(g, unit_id, rule="NOR-HQ-01")
        return
    leave_operation(g, unit_id, rule="NOR-OP-17")
    if unit_id == g.content.off_map.fortress.hq:
        destroy(g, unit_id)
        return
    g.enter("displaced", rule="NOR-HQ-01")
    await _displace(g, unit_id)
    g.enter("", rule="NOR-HQ-01")


async def _displace(g: NorGame, unit_id: UnitId) -> None:
    """NOR-HQ-01  A die of 1 destroys the HQ; else its owner takes it to the nearest friends."""
    kind, unit, rules = kind_of(g, unit_id), g.state.units[unit_id], g.content.limits.hq
    caught = dice.hq_caught(g.content).roll(g, "hq_entered", unit=unit_id, by=kind.side)
    refuges = _refuges(g, unit_id)
    if caught.result == "destroyed" or not refuges:
        destroy(g, unit_id)
        return
    name = unit_name(g, unit_id)
    options = of_hexes(
        g,
        nearest(g, unit.hex, refuges),
        f"displace {unit_id} {{hex}}",
        f"{name} to {{place}}",
        unit_id,
    )
    asked = Choice(
        kind.side, "hq.displace", f"Where is {name} displaced to?", options, rule="NOR-HQ-01"
    )
    goal = await g.settle(asked)
    g.note("displaced", rule="NOR-HQ-01", unit=unit_id, where=goal)
    g.shed(unit_id, SUPPORTED, rule="NOR-HQ-01")
    g.set_number(unit_id, SILENT, rules.silent, rule="NOR-HQ-01")
    g.place(unit_id, goal, rule="NOR-HQ-01")


def _refuges(g: NorGame, hq: UnitId) -> list[Hex]:
    """NOR-HQ-01  Hexes with a combat unit of its nationality, far enough away, ascending."""
    unit, least = g.state.units[hq], g.content.limits.hq.flight
    far, nation = g.grid.distance, nation_of(g, hq)
    found = {
        other.hex
        for u in g.board.on_map[unit.side]
        if kind_of(g, u).combat_unit and nation_of(g, u) == nation
        for other in (g.state.units[u],)
        if far(unit.hex, other.hex) >= least
    }
    return sorted(found)


def destroy(g: NorGame, hq: UnitId) -> None:
    """NOR-HQ-01, NOR-VP-05  Back four turns later; the Fortress HQ, and a German one after Withdrawal, never."""
    side, withdrawn = g.state.units[hq].side, g.state.tracks.get("withdrawn")
    for_good = hq == g.content.off_map.fortress.hq or (side == "german" and bool(withdrawn))
    if for_good:
        g.note("hq_gone", rule="NOR-HQ-01", unit=hq)
        take_off(g, hq, ELIMINATED, rule="NOR-HQ-01")
        g.set_track(POCKETS, int(g.state.tracks.get(POCKETS, 0)) + 1, rule="NOR-VP-05")
        return
    back = g.state.turn() + g.content.limits.hq.returns
    g.note("hq_destroyed", rule="NOR-HQ-01", unit=hq, turn=back)
    take_off(g, hq, WAITING, rule="NOR-HQ-01")
    g.set_number(hq, DUE, back, rule="NOR-HQ-01")
