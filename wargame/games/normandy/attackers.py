"""What bars a unit from an attack: its own state, water and marsh before it (NOR-CO-11, NOR-DR, NOR-RV)."""

from __future__ import annotations

from functools import cache

from wargame.flow.ask import Refusal
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Mobility
from wargame.games.normandy.state import (
    BRIDGE,
    DISORGANIZED,
    REGROUP,
    REPLACED,
    RESERVE,
    RODE,
    NorGame,
    hexside_key,
    kind_of,
    unit_name,
)
from wargame.games.normandy.works import river, stands
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import Unit, UnitId

RESERVES = "reserve"
"""The phase in which units come up from Reserve attack."""


def why_not_crossed(g: NorGame, unit_id: UnitId, start: Hex, target: Hex) -> Refusal | None:
    """NOR-CO-11, NOR-AD-02  Water without a bridge, and marsh, that a unit does not go across."""
    kind, name = kind_of(g, unit_id), g.grid.name
    bar = _bar(g.content, kind.mobility, start, target, bridged=stands(g, start, target))
    if not bar:
        return None
    if bar == _MARSH:
        said = f"{unit_name(g, unit_id)} enters marsh by road only; none leads to {name(target)}."
        return Refusal(said, "NOR-CO-11")
    row = g.content.rivers[side_key(start, target)]
    between = f"the {row.title} between {name(start)} and {name(target)} has no bridge"
    return Refusal(f"{unit_name(g, unit_id)} cannot: {between}.", "NOR-CO-11")


_WATER, _MARSH = "water", "marsh"


def _bar(
    content: NormandyContent, mobility: Mobility, start: Hex, target: Hex, *, bridged: bool
) -> str:
    """NOR-CO-11  What keeps units from a neighbouring hex, their bridge standing or not; "" for nothing."""
    river = None if bridged else content.rivers.get(side_key(start, target))
    if river is not None and mobility not in river.attackers:
        return _WATER
    if mobility == "mech" and not content.ground.rows[target].mech:
        return "" if river is None and content.ground.road(start, target) else _MARSH
    return ""


def open_to(g: NorGame, unit_id: UnitId) -> list[Hex]:
    """NOR-CO-11  The hexes next to a unit that it can attack, whoever is there, ascending."""
    every = around(g.content, g.content.units[unit_id].mobility, g.state.units[unit_id].hex)
    down = g.state.layers.get(BRIDGE, {})
    return [h for h, bridge in every if not down.get(bridge)]


@cache
def around(content: NormandyContent, mobility: Mobility, start: Hex) -> tuple[tuple[Hex, int], ...]:
    """NOR-CO-11  What lies open from a hex, ascending, each with its bridge that must stand; -1, which never falls, for none."""
    found: list[tuple[Hex, int]] = []
    for h in sorted(content.grid.neighbours[start]):
        if not _bar(content, mobility, start, h, bridged=False):
            found.append((h, -1))
            continue
        open_ = not _bar(content, mobility, start, h, bridged=True)
        if open_ and side_key(start, h) in content.map.bridges:
            found.append((h, hexside_key(content, start, h)))
    return tuple(found)


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
    if not states.isdisjoint(_UNFIT_STATES):
        return next(why for state, why in _UNFIT.items() if state in states)
    if phase == RESERVES and RODE not in states:
        return "has not moved out of Reserve", "NOR-RV-11"
    if phase != RESERVES and RESERVE in states:
        return "is in Reserve and may not attack now", "NOR-RV-09"
    return None
