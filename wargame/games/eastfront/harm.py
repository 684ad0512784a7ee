"""Steps lost and units gone: where a unit goes, what it leaves behind (EF-RF-18, EF-CB-23)."""

from __future__ import annotations

from wargame.games.eastfront.state import (
    CLASS,
    GONE,
    HELD,
    LOST,
    MOST,
    OUT,
    POOL,
    EfGame,
    class_of,
    steps,
)
from wargame.model.state import UnitId

NEVER_BACK = frozenset(("SR", "SM", "FR", "GS"))
"""EF-RF-18  Classes that are gone for good."""
TOLL: dict[str, str] = {"axis": "toll axis", "soviet": "toll soviet"}
"""Tracks: ground steps that a side has lost in the game (EF-SC-07)."""


def lose_steps(g: EfGame, unit_id: UnitId, number: int, *, rule: str) -> int:
    """EF-CB-23  Take steps off a ground unit or naval group; how many it had to give."""
    had = steps(g, unit_id)
    lost = min(number, had)
    if lost <= 0:
        return 0
    if unit_id in g.content.units:
        _count(g, unit_id, lost, rule)
    was = g.state.units[unit_id].numbers.get(LOST, 0)
    g.set_number(unit_id, LOST, was + lost, rule=rule)
    if lost == had:
        _remove(g, unit_id, rule)
    else:
        g.note("loses", unit=unit_id, steps=lost, rule=rule)
    return lost


def eliminate(g: EfGame, unit_id: UnitId, *, rule: str) -> None:
    """A unit of any kind is lost with all its steps."""
    if unit_id in g.content.air:
        _remove(g, unit_id, rule)
    else:
        lose_steps(g, unit_id, steps(g, unit_id), rule=rule)


def _count(g: EfGame, unit_id: UnitId, lost: int, rule: str) -> None:
    if g.content.units[unit_id].cls == "PA":
        return
    track = TOLL[g.state.units[unit_id].side]
    g.set_track(track, int(g.state.tracks.get(track, 0)) + lost, rule=rule)


def _remove(g: EfGame, unit_id: UnitId, rule: str) -> None:
    g.note("eliminated", unit=unit_id, rule=rule)
    g.set_number(unit_id, OUT, g.state.turn(), rule=rule)
    leave(g, unit_id, box_of(g, unit_id), rule=rule)


def box_of(g: EfGame, unit_id: UnitId) -> str:
    """EF-RF-18, EF-PT-19  Where a unit goes that is eliminated."""
    if unit_id in g.content.naval:
        return GONE
    if unit_id in g.content.air:
        return POOL
    kind = g.content.units[unit_id]
    if kind.cls == "PA":
        return HELD
    reaction = kind.force.startswith("RF")
    return GONE if reaction or class_of(g, unit_id).id in NEVER_BACK else POOL


def leave(g: EfGame, unit_id: UnitId, box: str, *, rule: str) -> None:
    """A unit leaves the map for a box; its markers and what it carries are gone, its losses stay."""
    unit = g.state.units[unit_id]
    for state in sorted(unit.states):
        g.shed(unit_id, state, rule=rule)
    for name in sorted(unit.numbers):
        if name not in (LOST, MOST, OUT):
            g.set_number(unit_id, name, 0, rule=rule)
    for tie in sorted(unit.ties):
        if tie != CLASS:
            g.tie(unit_id, tie, "", rule=rule)
    g.box(unit_id, box, rule=rule)
