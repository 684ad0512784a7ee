"""B - the Operations Phase: draws, recovery, rally, the close of a segment."""

from __future__ import annotations

from functools import lru_cache

from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.hannut.checks import roll_factor
from wargame.games.hannut.data.counters import Formation
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import ROUTED, rout
from wargame.games.hannut.segments.end import sudden_at_close
from wargame.games.hannut.state import (
    ACTIVATED,
    CUP,
    DEMORALIZED,
    DISPERSED,
    DRAWN,
    FATIGUED,
    MORALE,
    NEUTRALIZED,
    PASSING,
    SAVED,
    TRIED,
    HannutGame,
    active,
    active_formation,
    claim,
    has,
    on_map,
    where_is,
)
from wargame.model.state import UnitId
from wargame.rules.losses import shift
from wargame.rules.phases import clear

CHECKED = "_checked"
"""HAN-MO-01  Has rolled for recovery, or to rally, in this step."""


@segment("hannut.ops")
async def operations(g: HannutGame) -> Next:
    """HAN-SP-05, HAN-SP-20, HAN-SP-21  Segments follow until every marker has been drawn."""
    drawn, stage = g.state.cups[DRAWN], g.state.tracks.get("stage", "")
    if stage == "open":
        g.set_track("stage", "", rule="HAN-SP-20")
        return then("hannut.both.ops.close")
    if not drawn:
        more = g.state.cups.get(CUP, []) or (g.state.tracks.get("opening") and g.state.cups[SAVED])
        return then("hannut.both.ops.initiative") if more else DONE
    if stage == "last":
        return then("hannut.both.ops.save_last")
    g.set_track("stage", "open", rule="HAN-SP-07")
    marker = g.content.markers[drawn[0]]
    match marker.kind:
        case "artillery":
            return then(f"hannut.{marker.side}.ops.indirect", side=marker.side)  # HAN-SP-17
        case "stuka":
            return then(f"hannut.{marker.side}.ops.stuka", side=marker.side)
        case _:
            return then(f"hannut.{marker.side}.ops")


@segment("hannut.ops.initiative")
async def initiative(g: HannutGame) -> Next:
    """HAN-SP-06, HAN-SP-07, HAN-CU-02, HAN-CU-03, HAN-RP-12  The saved marker first, then draws."""
    opening = bool(g.state.tracks.get("opening"))
    g.set_track("opening", 0, rule="HAN-CU-02")
    if opening and g.state.cups[SAVED]:
        marker = g.state.cups[SAVED][0]
        g.pass_on(marker, SAVED, DRAWN, rule="HAN-CU-02")
        g.note("comes_out", rule="HAN-CU-02", marker=marker)
    else:
        marker = g.draw(CUP, "marker", rule="HAN-SP-06")
        g.pass_on(marker, "", DRAWN, rule="HAN-SP-07")
        final = g.state.turn() == g.content.scenario.last_turn  # HAN-CU-03
        if not g.state.cups.get(CUP, []) and not final:
            g.set_track("stage", "last", rule="HAN-CU-03")
            return DONE
    g.set_track("mission", 0, rule="HAN-IF-01")
    return DONE


@segment("hannut.ops.save_last")
async def save_last(g: HannutGame) -> Next:
    """HAN-SP-22, HAN-CU-03  The last marker is shown, saved and not carried out."""
    marker = g.state.cups[DRAWN][0]
    g.pass_on(marker, DRAWN, SAVED, rule="HAN-SP-22")
    g.set_track("stage", "", rule="HAN-SP-22")
    g.note("saved", rule="HAN-CU-03", marker=marker)
    return DONE


# -- the instant of activation --------------------------------------------------------------------


@segment("hannut.ops.recover")
async def recover(g: HannutGame, side: Side) -> Next:
    """HAN-SP-09, HAN-DI-02, HAN-MO-01  One pass: one unit's recovery roll, in table order."""
    formation = active_formation(g)
    assert formation.side == side
    if not g.state.tracks.get("listed"):
        for unit in on_map(g, formation):
            g.shed(unit, DISPERSED, rule="HAN-DI-02")
        g.set_track("listed", "+".join(to_recover(g, formation)) or "-", rule="HAN-MO-01")
    waiting = [u for u in _listed(g) if not has(g, u, CHECKED) and where_is(g, u) >= 0]
    if waiting:
        await _recovery(g, waiting[0])
    if len(waiting) > 1:
        return AGAIN
    for unit in on_map(g, formation):
        g.shed(unit, CHECKED, rule="HAN-MO-01")
    g.set_track("listed", "", rule="HAN-MO-01")
    return DONE


def to_recover(g: HannutGame, formation: Formation) -> list[UnitId]:
    """HAN-MO-01, HAN-DE-03  Fatigued and Demoralized units, in table order."""
    units = g.state.units
    return [u for u in on_map(g, formation) if units[u].states & {FATIGUED, DEMORALIZED}]


def _listed(g: HannutGame) -> list[UnitId]:
    text = str(g.state.tracks.get("listed", ""))
    return [] if text in ("", "-") else text.split("+")


async def _recovery(g: HannutGame, unit: UnitId) -> None:
    """HAN-MO-01, HAN-SP-10, HAN-MO-04  One rung up; a Demoralized unit that fails retreats."""
    g.gain(unit, CHECKED, rule="HAN-MO-01")
    shaken = has(g, unit, DEMORALIZED)
    if roll_factor(g, unit, "recovery", rule="HAN-SP-09"):
        shift(g, unit, MORALE, -1, rule="HAN-MO-01")
        claim(g, where_is(g, unit))
    elif shaken:
        await rout(g, unit, rule="HAN-MO-04")


@segment("hannut.ops.rally")
async def rally(g: HannutGame, side: Side) -> Next:
    """HAN-SP-11, HAN-MO-02  The HQ first, then every other Neutralized unit, in table order."""
    formation = active_formation(g)
    assert formation.side == side
    if to_rally(g, formation):
        order = sorted(to_rally(g, formation), key=lambda u: u != formation.hq)
        for unit in order:
            if roll_factor(g, unit, "rally", rule="HAN-SP-11"):
                g.shed(unit, NEUTRALIZED, rule="HAN-MO-02")
    return DONE


def to_rally(g: HannutGame, formation: Formation) -> list[UnitId]:
    """HAN-MO-02  Neutralized units on the map, in table order."""
    return [u for u in on_map(g, formation) if has(g, u, NEUTRALIZED)]


def needs_recovery(g: HannutGame) -> bool:
    """HAN-SP-09, HAN-DI-02  Whether anyone of the active formation is Dispersed, Fatigued or Demoralized."""
    formation = active(g)
    if formation is None:
        return False
    marked = {DISPERSED, FATIGUED, DEMORALIZED}
    return any(g.state.units[u].states & marked for u in on_map(g, formation))


def needs_rally(g: HannutGame) -> bool:
    """HAN-SP-11  Whether anyone of the active formation is Neutralized."""
    formation = active(g)
    return formation is not None and bool(to_rally(g, formation))


# -- the close ------------------------------------------------------------------------------------


@segment("hannut.ops.close")
async def close(g: HannutGame) -> Next:
    """HAN-SP-20, HAN-CU-04, HAN-VC-01  Flip the HQ, clear the flags, settle control."""
    formation = active(g)
    if formation is not None:
        g.gain(formation.hq, ACTIVATED, rule="HAN-CU-04")
    clear(g, also=_passes, numbers=("spent",), rule="HAN-SP-20")
    for where in g.state.control:
        claim(g, where)
    marker = g.state.cups[DRAWN][0]
    g.pass_on(marker, DRAWN, "", rule="HAN-SP-20")
    sudden_at_close(g)
    return DONE


@lru_cache(maxsize=1024)
def _passes(state: str) -> bool:
    """HAN-SP-20  Whether a flag lasts only for the segment."""
    return state in _PASSING or state.startswith(TRIED)


_PASSING = frozenset((*PASSING, ROUTED))
