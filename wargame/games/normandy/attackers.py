"""What bars a unit from an attack: its own state, water and marsh before it (NOR-CO-11, NOR-DR, NOR-RV)."""

from __future__ import annotations

from wargame.flow.ask import Refusal
from wargame.games.normandy.state import (
    DISORGANIZED,
    REGROUP,
    REPLACED,
    RESERVE,
    RODE,
    NorGame,
    kind_of,
    unit_name,
)
from wargame.games.normandy.works import river, stands
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

RESERVES = "reserve"
"""The phase in which units come up from Reserve attack."""


def why_not_crossed(g: NorGame, unit_id: UnitId, start: Hex, target: Hex) -> Refusal | None:
    """NOR-CO-11, NOR-AD-02  Water without a bridge, and marsh, that a unit does not go across."""
    kind, name = kind_of(g, unit_id), g.grid.name
    if river(g, start, target) is not None and not stands(g, start, target):
        row = g.content.rivers[min(start, target), max(start, target)]
        if kind.mobility not in row.attackers:
            between = f"the {row.title} between {name(start)} and {name(target)} has no bridge"
            return Refusal(f"{unit_name(g, unit_id)} cannot: {between}.", "NOR-CO-11")
    if kind.mech and not g.content.ground.rows[target].mech and not by_road(g, start, target):
        said = f"{unit_name(g, unit_id)} enters marsh by road only; none leads to {name(target)}."
        return Refusal(said, "NOR-CO-11")
    return None


def by_road(g: NorGame, start: Hex, target: Hex) -> bool:
    """Whether a road joins two hexes, its bridge standing if there is a river."""
    if not g.content.ground.road(start, target):
        return False
    return river(g, start, target) is None or stands(g, start, target)


_UNFIT = {
    DISORGANIZED: ("is Disorganized and may not attack", "NOR-DR-03"),
    REGROUP: ("is regrouping and may not attack", "NOR-DR-04"),
    REPLACED: ("got replacements in this player-turn and may not attack", "NOR-RP-06"),
}
"""States that forbid any attack."""
_UNFIT_STATES = frozenset(_UNFIT)


def why_unfit(g: NorGame, unit_id: UnitId, phase: str) -> Refusal | None:
    """Why a unit's own state bars any attack; None if it does not."""
    bar = what_bars(g.state.units[unit_id], phase)
    return Refusal(f"{unit_name(g, unit_id)} {bar[0]}.", bar[1]) if bar else None


def what_bars(unit: Unit, phase: str) -> tuple[str, str] | None:
    """NOR-DR-03, -04, NOR-RP-06, NOR-RV-05, -09, -11  What bars a unit from any attack, and the rule."""
    states = unit.states
    if states & _UNFIT_STATES:
        return next(why for state, why in _UNFIT.items() if state in states)
    if phase == RESERVES and RODE not in states:
        return "has not moved out of Reserve", "NOR-RV-11"
    if phase != RESERVES and RESERVE in states:
        return "is in Reserve and may not attack now", "NOR-RV-09"
    return None
