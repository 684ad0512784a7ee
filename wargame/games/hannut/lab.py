"""Position files: what may be set by hand, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.games.hannut.segments.admin import contents
from wargame.games.hannut.segments.setup import lay_mine
from wargame.games.hannut.state import (
    ACTED,
    ACTIVATED,
    COLUMN,
    CUP,
    DEMORALIZED,
    DRAWN,
    ELIMINATED,
    FATIGUED,
    LASTING,
    LOADED,
    MINES,
    MOVED,
    NEUTRALIZED,
    OOC,
    OTHER,
    REDUCED,
    RETREATED,
    SAVED,
    STAGED,
    WAITING,
    HannutGame,
    column_room,
    kind_of,
    room,
)
from wargame.model.state import Unit, UnitId

LAB = "LAB"
STATES = (*LASTING, ACTED, MOVED, STAGED, RETREATED, ACTIVATED)


# -- [set] ----------------------------------------------------------------------------------------


def set_drawn(g: HannutGame, value: Any) -> None:
    """The marker in play, whose segment runs."""
    marker = _marker(g, value)
    g.fill(DRAWN, (marker,), rule=LAB)


def set_saved(g: HannutGame, value: Any) -> None:
    """HAN-CU-02  The marker in the Saved box."""
    g.fill(SAVED, (_marker(g, value),), rule=LAB)


def set_cup(g: HannutGame, value: Any) -> None:
    """HAN-CU-01  The markers in the cup."""
    if not isinstance(value, list):
        raise TypeError(f"must be a list of markers (found {value!r})")
    found = sorted(_marker(g, name) for name in value)
    if len(set(found)) != len(found):
        raise ValueError("a marker stands twice")
    g.fill(CUP, tuple(found), rule=LAB)


def set_mines(g: HannutGame, value: Any) -> None:
    """HAN-MI-01  The hexes with mines, instead of those that lie there."""
    if not isinstance(value, list):
        raise TypeError(f"must be a list of hexes (found {value!r})")
    for marker in [m.id for m in g.state.markers.values() if m.kind == MINES]:
        g.lift(marker, rule=LAB)
    for name in value:
        where = g.grid.hex(str(name))
        if where not in g.content.board:
            raise ValueError(f"{name} is outside the scenario's area")
        lay_mine(g, where)


def set_control(g: HannutGame, value: Any) -> None:
    """HAN-CT-01  Hexes by the side that controls them: {german = ["1204"]}."""
    if not isinstance(value, dict):
        raise TypeError(f"must be a table of sides and hexes (found {value!r})")
    for side, names in value.items():
        if side not in OTHER:
            raise ValueError(f'"{side}" is no side; sides are allied and german')
        for name in names:
            where = g.grid.hex(str(name))
            if where not in g.state.control:
                raise ValueError(f"{name} is no victory hex")
            g.take(where, side, rule=LAB)


def set_mission(g: HannutGame, value: Any) -> None:
    """HAN-IF-01  The number of the next artillery mission, from 1."""
    if not isinstance(value, int) or value < 1:
        raise ValueError(f"must be a number from 1 (found {value!r})")
    g.set_track("mission", value - 1, rule=LAB)


SET: dict[str, Callable[[HannutGame, Any], None]] = {
    "drawn": set_drawn,
    "saved": set_saved,
    "cup": set_cup,
    "mines": set_mines,
    "control": set_control,
    "mission": set_mission,
}


# -- [units.x] ------------------------------------------------------------------------------------


def unit_spent(g: HannutGame, unit_id: UnitId, value: Any) -> None:
    """HAN-MV-03  Movement points spent in the unit's action, in halves."""
    if not isinstance(value, int | float) or value < 0 or value * 2 != int(value * 2):
        raise ValueError(f"must be movement points in halves (found {value!r})")
    g.set_number(unit_id, "spent", int(value * 2), rule=LAB)


def unit_lost(g: HannutGame, unit_id: UnitId, value: Any) -> None:
    """HAN-CM-05  The turn in which an eliminated unit was lost."""
    if not isinstance(value, int) or value < 1:
        raise ValueError(f"must be the number of a turn (found {value!r})")
    g.set_number(unit_id, "lost", value, rule=LAB)


UNIT: dict[str, Callable[[HannutGame, UnitId, Any], None]] = {
    "spent": unit_spent,
    "lost": unit_lost,
}


# -- the whole position ---------------------------------------------------------------------------


def ready(g: HannutGame, segment: str) -> None:
    """Refuse what cannot be, then make the table as if the segment was reached normally."""
    for unit in g.state.units.values():
        _check_unit(g, unit)
        left = kind_of(g, unit.id).steps - (REDUCED in unit.states)
        g.set_number(unit.id, "steps", 0 if unit.box == ELIMINATED else left, rule=LAB)
    for where in range(g.grid.size):
        _check_hex(g, where)
    _check_markers(g)
    parts = segment.split(".")
    if "ops" not in parts:
        return
    drawn = g.state.cups[DRAWN]
    if CUP not in g.state.cups:
        g.fill(CUP, tuple(m for m in contents(g) if m not in drawn), rule=LAB)
    if parts[1] != "both":
        _check_drawn(g, parts)
    elif not drawn:
        g.set_track("opening", 1, rule=LAB)
    if drawn:
        g.set_track("stage", "open" if parts[1] != "both" else "", rule=LAB)


def _check_unit(g: HannutGame, unit: Unit) -> None:
    """HAN-CO-04, HAN-LO-03, HAN-CM-02, HAN-CU-04, HAN-CO-01  States that cannot be together, or not on this unit."""
    kind, states = kind_of(g, unit.id), unit.states
    wrong = {
        "it is Fatigued and Demoralized at once": {FATIGUED, DEMORALIZED} <= states,
        "a Neutralized unit is not In Column (HAN-CO-04)": {NEUTRALIZED, COLUMN} <= states,
        "it has no lorries to be loaded on (HAN-LO-03)": LOADED in states and not kind.loads,
        "it has one step and no reduced side": REDUCED in states and kind.steps == 1,
        "an HQ is never Out of Command (HAN-CM-02)": OOC in states and kind.hq,
        "it is no reinforcement and cannot be waiting (HAN-EN-01)": (
            unit.box == WAITING and not kind.area
        ),
        "only an HQ is activated (HAN-CU-04)": ACTIVATED in states and not kind.hq,
        "no road runs through its hex (HAN-CO-01)": (
            COLUMN in states and unit.hex >= 0 and unit.hex not in g.content.road_hexes
        ),
        "its hex is outside the scenario's area": unit.hex >= 0 and unit.hex not in g.content.board,
    }
    for reason, holds in wrong.items():
        if holds:
            raise ValueError(f"{unit.id}: {reason}")


def _check_hex(g: HannutGame, where: int) -> None:
    """HAN-ST-01 to HAN-ST-03  One side in a hex, and no more than fits."""
    here = g.board.at[where]
    name = g.grid.name(where)
    if len({kind_of(g, u).side for u in here}) > 1:
        raise ValueError(f"units of both sides stand in {name} (HAN-ST-03)")
    if here and not room(g, where, here[:1]):
        raise ValueError(f"{name} holds too many units (HAN-ST-01)")
    if here and not column_room(g, where, ()):
        raise ValueError(f"{name} holds too many units In Column (HAN-ST-02)")


def _check_markers(g: HannutGame) -> None:
    """HAN-CU-01, HAN-CU-02  A marker lies in one place only."""
    everywhere = [m for cup in (CUP, SAVED, DRAWN) for m in g.state.cups.get(cup, [])]
    for marker in everywhere:
        if everywhere.count(marker) > 1:
            raise ValueError(f"{marker} lies in two of cup, Saved box and play")


def _check_drawn(g: HannutGame, parts: list[str]) -> None:
    """HAN-SP-07  The segment belongs to the marker in play."""
    drawn = g.state.cups[DRAWN]
    if not drawn:
        raise ValueError("set.drawn must name the marker whose segment runs")
    marker = g.content.markers[drawn[0]]
    wanted = {"indirect": "artillery", "stuka": "stuka"}.get(parts[-1], "formation")
    if marker.side != parts[1] or marker.kind != wanted:
        raise ValueError(
            f"{marker.id} does not open this segment: it is a {marker.side} {marker.kind} marker"
        )
    if marker.formation and all(
        g.state.units[u].hex < 0 and not g.state.units[u].box
        for u in g.content.formations[marker.formation].units
    ):
        raise ValueError(f"{marker.formation} has no unit on the map and none to enter")


def _marker(g: HannutGame, value: Any) -> str:
    """A marker of the scenario by id."""
    if value not in g.content.markers:
        known = ", ".join(g.content.markers)
        raise ValueError(f'there is no marker "{value}"; markers are {known}')
    return str(value)
