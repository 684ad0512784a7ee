"""Who may not begin to move in a movement segment, and why (NOR-MV, NOR-SM, NOR-RV)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from wargame.flow.ask import Refusal
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    DISORGANIZED,
    ISOLATED,
    LANDED,
    MARCHED,
    MOVED,
    OTHER,
    REGROUP,
    RESERVE,
    RODE,
    NorGame,
    touches_enemy,
    unit_name,
)
from wargame.games.normandy.walk import allowance, reserve_allowance, strategic_allowance
from wargame.hexes.bits import flags
from wargame.model.state import Unit, UnitId

Phase: TypeAlias = Literal["tactical", "strategic", "reserve"]
RULES: dict[Phase, str] = {
    "tactical": "NOR-MV-01",
    "strategic": "NOR-SM-01",
    "reserve": "NOR-RV-04",
}


Kept: TypeAlias = tuple[str, str]
"""What keeps a unit from moving: what is said of it, and the rule."""


def why_idle(g: NorGame, unit_id: UnitId, side: Side, phase: Phase) -> Refusal | None:
    """Why a unit on the map may not move in a segment; None if it may."""
    unit = g.state.units[unit_id]
    if unit.side != side or unit.hex < 0:
        return _refused(g, unit_id, ("is not a unit of yours on the map", RULES[phase]))
    return _refused(g, unit_id, what_keeps(g, unit, phase))


def _refused(g: NorGame, unit_id: UnitId, kept: Kept | None) -> Refusal | None:
    return Refusal(f"{unit_name(g, unit_id)} {kept[0]}.", kept[1]) if kept else None


def what_keeps(g: NorGame, unit: Unit, phase: Phase) -> Kept | None:
    """What keeps a unit on the map from moving in a segment; None if nothing does."""
    if phase == "reserve" and RESERVE not in unit.states:
        return "has no Reserve marker", "NOR-RV-04"
    if not KEEPING[phase].isdisjoint(unit.states):
        return next(why for state, why in _KEPT[phase].items() if state in unit.states)
    if phase == "reserve":
        return None
    if phase == "tactical":
        return None if allowance(g, unit.id) else ("has no MP", "NOR-MV-08")
    return _what_keeps_from_marching(g, unit)


_KEPT: dict[Phase, dict[str, Kept]] = {
    "tactical": {MOVED: ("has moved in this segment", "NOR-MV-01")},
    "strategic": {
        MARCHED: ("has moved in this segment", "NOR-SM-01"),
        LANDED: ("landed this turn", "NOR-MV-10"),
        MOVED: ("spent MP in the Tactical Movement Segment", "NOR-MV-10"),
        RESERVE: ("is in Reserve", "NOR-SM-02"),
        DISORGANIZED: ("is Disorganized", "NOR-DR-03"),
        REGROUP: ("is regrouping", "NOR-DR-04"),
        ISOLATED: ("is Isolated", "NOR-SU-09"),
    },
    "reserve": {RODE: ("has moved", "NOR-RV-11")},
}
KEEPING = {phase: frozenset(kept) for phase, kept in _KEPT.items()}
"""States that forbid to move in a segment."""


def _what_keeps_from_marching(g: NorGame, unit: Unit) -> Kept | None:
    """NOR-SM-01 to -03, NOR-MV-10, NOR-SU-09  States apart."""
    if unit.hex not in g.content.map.road_hexes:
        return "does not stand on a road", "NOR-SM-03"
    if touches_enemy(g, unit.hex, unit.side):
        return "starts next to an enemy", "NOR-SM-03"
    if not strategic_allowance(g, unit.id):
        return "has no strategic allowance", "NOR-SM-03"
    return None


# -- the same without reasons, for whoever asks of many ----------------------------------------------


def idle_hexes(g: NorGame, side: Side, phase: Phase) -> bytes:
    """NOR-SM-03  True for each hex in which no unit of a side may begin to move."""
    if phase != "strategic":
        return bytes(g.grid.size)
    return _off_the_march(g.content, g.board.holding[OTHER[side]])


@lru_cache(maxsize=4)
def _off_the_march(content: NormandyContent, enemies: int) -> bytes:
    """NOR-SM-03  True for each hex without a road or next to an enemy combat unit."""
    return flags(_off_the_roads(content) | content.grid.spread(enemies), content.grid.size)


@cache
def _off_the_roads(content: NormandyContent) -> int:
    """The hexes without a road, as a set."""
    return content.grid.full & ~content.grid.mask(content.map.road_hexes)


def _is_marked(g: NorGame, unit_id: UnitId) -> bool:
    return RESERVE in g.state.units[unit_id].states


HAS_POINTS: dict[Phase, Callable[[NorGame, UnitId], int]] = {
    "tactical": allowance,
    "strategic": strategic_allowance,
    "reserve": _is_marked,
}
"""NOR-MV-08, NOR-SM-03, NOR-RV-04  Whether a unit has MPs, or the marker that gives them."""


def budget(g: NorGame, unit_id: UnitId, phase: Phase) -> int:
    """Half MPs of a unit in a segment."""
    if phase == "strategic":
        return strategic_allowance(g, unit_id)
    return (reserve_allowance if phase == "reserve" else allowance)(g, unit_id)
