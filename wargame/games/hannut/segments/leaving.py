"""Leaving an assault: retreats of defenders, HQs that give way, attackers thrown back."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import (
    ROUTED,
    eliminate,
    end_action,
    go,
    lose_step,
    put,
    suffer_n,
    which_hex,
)
from wargame.games.hannut.retreat import Path, Threat, from_attackers, legal, paths, thrown_back
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
        if has(g, unit, LEAVING) and not has(g, unit, ROUTED):
            await _leaves(g, unit, threat)  # who cannot may break now
        if has(g, unit, ROUTED):
            await _breaks_out(g, unit, threat)
        g.shed(unit, LEAVING, rule="HAN-AS-04")
        g.shed(unit, ROUTED, rule="HAN-AS-04")


async def _leaves(g: HannutGame, unit: UnitId, threat: Threat) -> None:
    """HAN-AS-04  One hex; a unit that finds none stays and is Neutralized, or checks."""
    hexes = legal(g, unit, where_is(g, unit), threat)
    if not hexes:
        await suffer_n(g, unit)
        return
    goal = await which_hex(g, unit, hexes, rule="HAN-AS-04")
    await go(g, unit, (goal,), "retreats", rule="HAN-AS-04")


async def _breaks_out(g: HannutGame, unit: UnitId, threat: Threat) -> None:
    """HAN-AS-04, HAN-MO-03  A Demoralized defender that failed a check: two hexes, or it loses a step."""
    routes = paths(g, unit, threat, g.content.limits.retreat, whole=True)
    if not routes:
        await lose_step(g, unit, checks=False)
        return
    await go(g, unit, await _which_path(g, unit, routes), "retreats", rule="HAN-AS-04")


async def hqs_give_way(g: HannutGame, side: str, where: Hex) -> None:
    """HAN-AS-08  HQs alone in the hex must retreat up to two hexes, or are eliminated."""
    units = units_at(g, where, side)
    if any(kind_of(g, u).combat_unit for u in units):
        return
    for unit in units:
        if where_is(g, unit) != where:
            continue
        routes = paths(
            g, unit, threat_to_defenders(g, OTHER[side], where), g.content.limits.retreat
        )
        if routes:
            path = await _which_path(g, unit, routes)
            await go(g, unit, path, "retreats", rule="HAN-AS-08")
        else:
            await eliminate(g, unit, rule="HAN-AS-08")


def _way(g: HannutGame, path: Path) -> str:
    """Where a way ends, and what it leads through: "to 1305", "to 1305 via 1206"."""
    via = f" via {g.grid.write(path[:-1])}" if len(path) > 1 else ""
    return f"to {g.grid.name(path[-1])}{via}"


async def _which_path(g: HannutGame, unit: UnitId, routes: list[Path]) -> Path:
    """HAN-FB-01  The owner chooses among the ways it may go."""
    if len(routes) == 1:
        return routes[0]
    kind = kind_of(g, unit)
    choices = [
        (
            Option(f"retreat {g.grid.write(path)}", _way(g, path), (unit,), path),
            path,
        )
        for path in routes
    ]
    prompt = f"{kind.name} must leave the hex: which way?"
    ask = Choice(kind.side, "assault.give_way", prompt, choices, rule="HAN-AS-08")
    return await put(g, "react.forced", ask)


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
    hexes = legal(g, unit, where, thrown_back(where))
    if not hexes:
        await eliminate(g, unit, rule="HAN-AS-04")
        return
    goal = await which_hex(g, unit, hexes, rule="HAN-AS-04")
    await go(g, unit, (goal,), "withdraws", rule="HAN-AS-04")
