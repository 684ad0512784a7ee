"""Disorganization/Regroup Phase, and what the end of a player-turn takes away (NOR-DR-01, NOR-DR-02)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    BOMBED,
    DISORGANIZED,
    FELL_BACK,
    FIRED,
    FOUGHT,
    ISOLATED,
    OUT,
    REGROUP,
    REPLACED,
    NorGame,
)
from wargame.model.state import UnitId
from wargame.rules.phases import clear_together


def _marked(g: NorGame, side: Side, state: str) -> list[UnitId]:
    """The side's units in a state, on the map or off it, by id."""
    return sorted(u.id for u in g.state.units.values() if u.side == side and state in u.states)


@segment("normandy.regroup.clear")
async def remove(g: NorGame, side: Side) -> Next:
    """NOR-DR-01  The phasing side's Regroup markers come off."""
    units = _marked(g, side, REGROUP)
    if units:
        g.note("cleared", rule="NOR-DR-01", units=tuple(units))
        clear_together(g, REGROUP, side=side, rule="NOR-DR-01")
    return DONE


@segment("normandy.regroup.flip")
async def flip(g: NorGame, side: Side) -> Next:
    """NOR-DR-02, NOR-DR-06  All of the other side's Disorganized units that may, unasked (R-119)."""
    flipped: list[UnitId] = []
    for unit in _marked(g, side, DISORGANIZED):
        if _regroups(g, unit):
            flipped.append(unit)
        else:
            g.note("stays_disorganized", rule="NOR-DR-06", unit=unit)
    if flipped:
        g.mark(flipped, REGROUP, lost=(DISORGANIZED,), rule="NOR-DR-02")
        g.note("flipped", rule="NOR-DR-02", units=tuple(flipped))
    return DONE


def _regroups(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-DR-06  Not Isolated; Out of Supply on a low die only."""
    states = g.state.units[unit_id].states
    if ISOLATED in states:
        return False
    if OUT not in states:
        return True
    return dice.regroup(g.content).roll(g, "regroup", unit=unit_id).result != "nothing"


@segment("normandy.player_turn.over")
async def over(g: NorGame, side: Side) -> Next:
    """NOR-CO-16, NOR-CO-25, NOR-CB-05, NOR-RP-06  What lasts a player-turn ends with it, for both sides."""
    clear_together(g, FOUGHT, FELL_BACK, FIRED, REPLACED, rule="NOR-SQ-03")
    for nation in ("us", "cw"):
        if g.state.tracks.get(f"naval {nation}"):
            g.set_track(f"naval {nation}", 0, rule="NOR-CO-16")
    if side == "allied":
        marked = sorted(g.state.layers.get(BOMBED, {}))
        g.set_layer(BOMBED, dict.fromkeys(marked, 0), rule="NOR-CB-05")
    return DONE


def _to_regroup(g: NorGame, _: Side) -> bool:
    """NOR-DR-01, NOR-DR-02  A marker of either kind on anybody."""
    units = g.state.units.values()
    return any(u.states and not _SHAKEN.isdisjoint(u.states) for u in units)


_SHAKEN = frozenset((REGROUP, DISORGANIZED))


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {"markers_to_regroup": _to_regroup}
"""The conditions of its steps."""
