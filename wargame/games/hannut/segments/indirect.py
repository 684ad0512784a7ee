"""Artillery missions and Stuka strikes (HAN-IF)."""

from __future__ import annotations

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.hannut.asks.strike import (
    Strike,
    mission_ask,
    stuka_ask,
    stuka_hexes,
    transmission,
)
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import apply_result
from wargame.games.hannut.fire import indirect, roll_shot
from wargame.games.hannut.state import (
    DRAWN,
    OTHER,
    HannutGame,
    kind_of,
    nearest_enemy,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Fact
from wargame.rules.table import Throw, or_less

# -- artillery ------------------------------------------------------------------------------------


@segment("hannut.ops.indirect")
async def artillery(g: HannutGame, side: Side) -> Next:
    """HAN-SP-17, HAN-IF-01  One pass: one mission, in the printed order; its owner may pass."""
    missions = g.content.missions(g.state.cups[DRAWN][0], g.state.turn())
    at = int(g.state.tracks.get("mission", 0))
    if at >= len(missions):
        return DONE
    g.set_track("mission", at + 1, rule="HAN-IF-01")
    ask = mission_ask(g, side, missions[at])
    if not ask.is_open():
        g.note("no_observer", rule="HAN-IF-02", battery=missions[at].name)
        return AGAIN
    strike = await g.ask(ask)
    if strike is not None and transmit(g, side, strike):
        await bombard(g, strike, where_is(g, strike.observer))
    return AGAIN


def transmit(g: HannutGame, side: Side, strike: Strike) -> bool:
    """HAN-IF-02, HAN-GE-07  The transmission roll; failed, the mission is lost."""
    _, added = transmission(g, side, strike.observer)
    needed, natural = g.content.indirect.transmission.needed(side), g.content.factors.natural
    read = or_less(needed, "fired", "lost", always=natural.success, never=natural.failure)
    facts: dict[str, Fact] = {"basis": "needed", "needed": needed}
    throw = Throw("transmission", read, "HAN-IF-02", dice=2, added=added, facts=facts)
    reading = throw.roll(g, "transmission", unit=strike.observer, battery=strike.name)
    return reading.result == "fired"


# -- Stukas ---------------------------------------------------------------------------------------


@segment("hannut.ops.stuka")
async def stuka(g: HannutGame, side: Side) -> Next:
    """HAN-IF-04, HAN-CRT-08  One strike, without observer or transmission; the owner may pass."""
    hexes = stuka_hexes(g, side)
    if not hexes:
        g.note("no_stuka", rule="HAN-IF-04")
        return DONE
    strike = await g.ask(stuka_ask(g, side, hexes))
    if strike is not None:
        await bombard(g, strike, nearest_enemy(g, strike.hex, OTHER[side]))
    return DONE


# -- the effect -----------------------------------------------------------------------------------


async def bombard(g: HannutGame, strike: Strike, threat: Hex) -> None:
    """HAN-IF-03  Every unit in the hex at that moment, in table order, one roll each."""
    side = next(kind_of(g, u).side for u in g.board.at[strike.hex])
    for unit in units_at(g, strike.hex, side):
        if where_is(g, unit) != strike.hex:
            continue
        shot = indirect(g, unit, strike.column, strike.name)
        if g.content.fire_column(shot.number) is None:  # HAN-GE-02
            g.note("passed_over", rule="HAN-GE-02", unit=unit)
            continue
        kind = "artillery_fire" if strike.observer else "stuka_strike"
        result = roll_shot(g, shot, kind, by=OTHER[side], rule="HAN-IF-03", battery=strike.name)
        await apply_result(g, unit, result, threat)
