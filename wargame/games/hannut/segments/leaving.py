"""Leaving an assault: retreats of defenders, HQs that give way, attackers thrown back."""

from __future__ import annotations

from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import (
    ROUTED,
    eliminate,
    end_action,
    fall_back,
    leave_hex,
    lose_step,
    suffer_n,
)
from wargame.games.hannut.retreat import Threat, from_attackers, thrown_back
from wargame.games.hannut.state import (
    ASSAULTING,
    LEAVING,
    OTHER,
    HannutGame,
    has,
    holds,
    kind_of,
    room,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def threat_to_defenders(g: HannutGame, side: str, where: Hex) -> Threat:
    """HAN-FB-01  Where the attackers came from, or before they enter, stand."""
    units = [u for u in g.content.units if has(g, u, ASSAULTING) and kind_of(g, u).side == side]
    hexes = {g.state.number(u, "from") for u in units if where_is(g, u) >= 0}
    return from_attackers(where, tuple(sorted(hexes)))


async def defenders_leave(g: HannutGame, side: Side, where: Hex) -> None:
    """HAN-AS-04  Defenders that chose to leave, or broke, go in table order."""
    for unit in units_at(g, where, OTHER[side]):
        if where_is(g, unit) != where:
            continue
        threat = threat_to_defenders(g, side, where)
        goes = has(g, unit, LEAVING) and not has(g, unit, ROUTED)
        if goes and not await fall_back(g, unit, threat, rule="HAN-AS-04"):
            await suffer_n(g, unit)  # and may break now
        breaks = has(g, unit, ROUTED)  # HAN-MO-03: a Demoralized unit that failed a check
        if breaks and not await leave_hex(g, unit, threat, whole=True, rule="HAN-AS-04"):
            await lose_step(g, unit, checks=False)
        g.shed(unit, LEAVING, rule="HAN-AS-04")
        g.shed(unit, ROUTED, rule="HAN-AS-04")


async def hqs_give_way(g: HannutGame, side: str, where: Hex) -> None:
    """HAN-AS-08  HQs alone in the hex must retreat up to two hexes, or are eliminated."""
    units = units_at(g, where, side)
    if any(kind_of(g, u).combat_unit for u in units):
        return
    for unit in units:
        if where_is(g, unit) == where:
            threat = threat_to_defenders(g, OTHER[side], where)
            if not await leave_hex(g, unit, threat, whole=False, rule="HAN-AS-08"):
                await eliminate(g, unit, rule="HAN-AS-08")


# -- attackers ------------------------------------------------------------------------------------


async def withdraw_marked(g: HannutGame, side: Side, where: Hex) -> None:
    """HAN-AS-04  After the defenders, attackers thrown back go in table order."""
    for unit in units_at(g, where, side):
        if where_is(g, unit) == where and (has(g, unit, LEAVING) or has(g, unit, ROUTED)):
            await withdraw(g, unit, where)


async def withdraw(g: HannutGame, unit: UnitId, where: Hex) -> None:
    """HAN-AS-04  Back to its own hex, without mines, OPP Used or Dispersed."""
    kind, home = kind_of(g, unit), g.state.number(unit, "from")
    end_action(g, unit, rule="HAN-AS-04")
    for state in (LEAVING, ROUTED):
        g.shed(unit, state, rule="HAN-AS-04")
    if not holds(g, home, OTHER[kind.side]) and room(g, home, (unit,)):
        g.move(unit, (where, home), how="withdraws", rule="HAN-AS-04")
        return
    if not await fall_back(g, unit, thrown_back(where), "withdraws", rule="HAN-AS-04"):
        await eliminate(g, unit, rule="HAN-AS-04")
