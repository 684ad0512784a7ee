"""Position files: what may be set by hand, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.hannut.segments.admin import contents
from wargame.games.hannut.segments.setup import lay_mine
from wargame.games.hannut.state import (
    ACTIVATED,
    COLUMN,
    CUP,
    DRAWN,
    ELIMINATED,
    LOADED,
    MINES,
    OOC,
    REDUCED,
    SAVED,
    HannutGame,
    has,
    kind_of,
    why_full,
)
from wargame.model.state import Unit
from wargame.rules.arrivals import WAITING
from wargame.rules.phases import lift
from wargame.rules.setters import Setter, UnitSetter, control, cup, hexes, number, track


def set_mines(g: HannutGame, value: Any) -> None:
    """HAN-MI-01  The hexes with mines, instead of those that lie there."""
    found = hexes(g, value, g.content.board, "is outside the scenario's area")
    lift(g, MINES, rule=LAB)
    for where in found:
        lay_mine(g, where)


def _markers(g: HannutGame) -> Collection[str]:
    return g.content.markers


SET: Mapping[str, Setter] = {
    "drawn": cup(DRAWN, "marker", _markers, most=1),
    "saved": cup(SAVED, "marker", _markers, most=1),
    "cup": cup(CUP, "marker", _markers),
    "mines": set_mines,
    "control": control,
    "mission": track("mission", least=1, less=1),
}
"""HAN-CU-01, HAN-CU-02, HAN-CT-01, HAN-IF-01  Keys of [set]; missions are counted from 1."""

UNIT: Mapping[str, UnitSetter] = {
    "spent": number("spent", parts=2),
    "lost": number("lost", least=1),
}
"""HAN-MV-03, HAN-CM-05  Movement points spent in the action; the turn an HQ was lost."""


# -- the whole position ---------------------------------------------------------------------------


_OF_A_MARKER = ("save_last", "close")
_NO_MARKER = "set.drawn must name the marker whose segment runs"


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
        if parts[-1] in _OF_A_MARKER:
            raise ValueError(_NO_MARKER)
        g.set_track("opening", 1, rule=LAB)
    if drawn:
        g.set_track("stage", "open" if parts[1] != "both" else "", rule=LAB)


def _check_unit(g: HannutGame, unit: Unit) -> None:
    """HAN-CO-04, HAN-LO-03, HAN-CM-02, HAN-CU-04, HAN-CO-01  States that cannot be together, or not on this unit."""
    kind, states = kind_of(g, unit.id), unit.states
    wrong = {
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
    }
    for reason, holds in wrong.items():
        if holds:
            raise ValueError(f"{unit.id}: {reason}")


def _check_hex(g: HannutGame, where: int) -> None:
    """HAN-ST-01, HAN-ST-02  No more in a hex than fits."""
    here = g.board.at[where]
    columns = [u for u in here if has(g, u, COLUMN)]
    wrong = why_full(g, where, columns or here, column=bool(columns)) if here else None
    if wrong is not None:
        raise ValueError(str(wrong))


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
        raise ValueError(_NO_MARKER)
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
