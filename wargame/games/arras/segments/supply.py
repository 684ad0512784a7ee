"""Supply phase and recovery: who is out is disrupted, who is in recovers (ARR-SU-02, ARR-RC-01)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import (
    DISRUPTED,
    ROMMEL,
    ArrasGame,
    disrupt,
    end_player_turn,
    ground_units,
)
from wargame.games.arras.supply import out_of_supply


@segment("arras.supply")
async def supply(g: ArrasGame, side: Side) -> Next:
    """ARR-SU-01, ARR-SU-02  Every unit is checked, then those out of supply are disrupted."""
    units = ground_units(g, side)
    cut_off = out_of_supply(g, side, units)
    for unit in cut_off:
        disrupt(g, unit.id, rule="ARR-SU-02")
    if not cut_off:
        g.note("in_supply", rule="ARR-SU-01")
    else:
        names = tuple(unit.id for unit in cut_off)
        g.note("cut_off", rule="ARR-SU-02", cut=len(cut_off), all=len(units), units=names)
    return DONE


@segment("arras.recovery")
async def recovery(g: ArrasGame, side: Side) -> Next:
    """ARR-RC-01, ARR-RC-02  Supplied units lose their marker, all judged by one position."""
    marked = [u for u in ground_units(g, side) if DISRUPTED in u.states]
    cut_off = {u.id for u in out_of_supply(g, side, marked)} if marked else set()
    rommel = g.state.units[ROMMEL].hex
    for unit in marked:
        if side == "german" and unit.hex == rommel and unit.id in cut_off:
            g.shed(unit.id, DISRUPTED, rule="ARR-EV-09")
        elif unit.id not in cut_off:
            g.shed(unit.id, DISRUPTED, rule="ARR-RC-01")
    kept = tuple(unit.id for unit in marked if DISRUPTED in unit.states)
    if kept:
        g.note("still_cut_off", rule="ARR-RC-01", units=kept)
    end_player_turn(g, side)
    return DONE
