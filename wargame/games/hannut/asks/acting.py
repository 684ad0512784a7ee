"""Who may act, in which posture, and how an action that is open stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from wargame.flow.ask import Refusal
from wargame.flow.notation import Grammar, Words
from wargame.games.hannut.state import (
    ACTED,
    COLUMN,
    DEMORALIZED,
    NEUTRALIZED,
    STAGED,
    HannutGame,
    acting,
    active_formation,
    formation_of,
    has,
    kind_of,
    where_is,
    why_full,
    why_no_column,
)
from wargame.model.state import UnitId
from wargame.rules.arrivals import due

GRAMMAR = Grammar("HAN-SP-08", path="HAN-SP-12", name=lambda g, unit: kind_of(g, unit).name)
POSTURES = ("column", "open")

MOVING, HALTED, SHOOTING, FIRED, CARRIED = "moving", "halted", "shooting", "fired", "loading"
"""Track "leg": how the open action stands.  MOVING: the path was walked; HALTED: a reaction came
between; SHOOTING: members of a stopped stack close one by one; FIRED: it fired and may move half;
CARRIED: it loaded or unloaded."""


def leg(g: HannutGame) -> str:
    """How the open action stands."""
    return str(g.state.tracks.get("leg", ""))


# -- who may act ----------------------------------------------------------------------------------


def why_not_fresh(g: HannutGame, unit_id: UnitId) -> Refusal | None:
    """HAN-SP-08  Why a unit may not begin an action now; None if it may."""
    if acting(g):
        return Refusal("An action is open: it goes on, or is done, first.", "HAN-SP-08")
    return why_idle(g, unit_id)


def why_idle(g: HannutGame, unit_id: UnitId) -> Refusal | None:
    """HAN-SP-08, HAN-SP-18, HAN-DM-01  Why a unit takes no part in this segment any more."""
    kind, unit, formation = kind_of(g, unit_id), g.state.units[unit_id], active_formation(g)
    if kind.formation_id != formation.id:
        owner = formation_of(g, unit_id).id
        return Refusal(f"{kind.name} belongs to {owner}; {formation.id} is active.", "HAN-SP-18")
    if unit.hex < 0:
        return Refusal(f"{kind.name} is not on the map.", "HAN-EN-01")
    if ACTED in unit.states:
        return Refusal(f"{kind.name} has acted in this segment.", "HAN-SP-08")
    if STAGED in unit.states:
        said = f"{kind.name} is staged: it may assault, or fire if it kept half."
        return Refusal(said, "HAN-AS-01")
    if DEMORALIZED in unit.states:
        return Refusal(f"{kind.name} is Demoralized and never acts.", "HAN-DM-01")
    return None


def fresh_units(g: HannutGame) -> tuple[UnitId, ...]:
    """Units of the active formation that may begin an action, in table order."""
    return _ready(g, active_formation(g).id, g.board.version)[0]


def staged_units(g: HannutGame) -> tuple[UnitId, ...]:
    """HAN-AS-01  Units whose action stays open for an assault."""
    return _ready(g, active_formation(g).id, g.board.version)[1]


@lru_cache(maxsize=4)
def _ready(
    g: HannutGame,
    formation: str,
    _version: int,
) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Fresh and staged units of a formation, looked for once in a position."""
    done, units = {ACTED, STAGED, DEMORALIZED}, g.state.units
    there = [u for u in g.content.formations[formation].units if units[u].hex >= 0]
    fresh = tuple([u for u in there if units[u].states.isdisjoint(done)])
    return fresh, tuple([u for u in there if STAGED in units[u].states])


def entering_units(g: HannutGame) -> list[UnitId]:
    """HAN-EN-01  Units of the active formation that may enter now."""
    return due(g, active_formation(g).units, lambda u: kind_of(g, u).arrival)


# -- posture --------------------------------------------------------------------------------------


def read_posture(words: Words, unit_id: UnitId) -> tuple[bool, bool]:
    """HAN-CO-01  Whether a unit shall be In Column, and whether that is a change."""
    now, word = has(words.g, unit_id, COLUMN), words.takes(*POSTURES)
    wanted = now if not word else word == "column"
    return wanted, wanted != now


def posture_text(*, column: bool, changes: bool) -> str:
    """HAN-CO-01  The word for a change, after the unit: " column", " open", ""."""
    return f" {POSTURES[not column]}" if changes else ""


def postures(g: HannutGame, *units: UnitId) -> list[tuple[bool, bool]]:
    """HAN-CO-01  (In Column?, is it a change?) for units of one posture: the present one first."""
    now = has(g, units[0], COLUMN)
    barred = any(why_no_posture(g, u, column=not now) for u in units)
    return [(now, False)] if barred else [(now, False), (not now, True)]


def why_no_posture(g: HannutGame, unit_id: UnitId, *, column: bool) -> Refusal | None:
    """HAN-CO-01  Why a posture may not be taken; None if it may."""
    name, where = kind_of(g, unit_id).name, where_is(g, unit_id)
    if not column:
        return None
    if where not in g.content.road_hexes:
        said = f"No road runs through {g.grid.name(where)}: {name} cannot take column."
        return Refusal(said, "HAN-CO-01")
    if has(g, unit_id, NEUTRALIZED):
        return Refusal(f"{name} is Neutralized and cannot take column.", "HAN-CO-01")
    return None


def why_no_stand(g: HannutGame, unit_id: UnitId, *, column: bool) -> Refusal | None:
    """HAN-CO-01, HAN-ST-02  Why a posture may not be taken by a unit that stays where it is."""
    full = why_no_column(g, where_is(g, unit_id), (unit_id,)) if column else None
    return full or why_no_posture(g, unit_id, column=column)


def overfull(g: HannutGame, units: Sequence[UnitId]) -> bool:
    """HAN-ST-01, HAN-ST-02  Whether the action may not end where the units stand."""
    where = where_is(g, units[0])
    columns = [u for u in units if has(g, u, COLUMN)]
    return why_full(g, where, columns or units, column=bool(columns)) is not None
