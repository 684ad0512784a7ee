"""Movement phase and mechanised exploitation (ARR-MV, ARR-RE-05, ARR-EX)."""

from __future__ import annotations

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.arras.asks.moves import move_ask
from wargame.games.arras.asks.orders import Order
from wargame.games.arras.data.files import Side
from wargame.games.arras.segments.reinforcement import PARALYSIS
from wargame.games.arras.segments.rommel import follow
from wargame.games.arras.state import (
    ENTERED,
    EXPLOITED,
    INTERDICTION,
    LIFTED,
    MOVED,
    OTHER,
    PASSED,
    ROMMEL,
    ArrasGame,
    area_of,
    eliminate,
    grounds_at,
    in_force,
    kind_of,
    take_objectives,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.phases import lift


@segment("arras.movement")
async def movement(g: ArrasGame, side: Side) -> Next:
    """ARR-MV-01 to ARR-MV-16  One pass: one unit, pair or reinforcement moves."""
    ask = move_ask(g, side)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        if side == "allied":
            lift(g, INTERDICTION, rule="ARR-GE-03")
        return DONE
    await carry_out(g, order)
    return AGAIN


@segment("arras.exploitation")
async def exploitation(g: ArrasGame, side: Side) -> Next:
    """ARR-EX-01 to ARR-EX-03  One pass: one mechanised unit; none under paralysis."""
    ask = move_ask(g, side, exploiting=True)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        if in_force(g, f"{side}_paralysis") and not ask.heads():
            g.note("no_exploitation", rule=PARALYSIS[side])
        return DONE
    unit, start = order.unit, order.path[0]
    g.gain(unit, EXPLOITED, rule="ARR-EX-01")
    _go(g, unit, order.path, how="exploits", rule="ARR-EX-01")
    await follow(g, start, unit)
    return AGAIN


async def carry_out(g: ArrasGame, order: Order) -> None:
    """ARR-MV-07, ARR-RE-05, ARR-EV-09  Apply a legal move; Rommel may go along."""
    path, rider = order.path, order.passenger
    if order.unit == ROMMEL:
        g.gain(ROMMEL, MOVED, rule="ARR-EV-09")
        g.move(ROMMEL, path, rule="ARR-EV-09")
        return
    if order.verb == "enter":
        _enter(g, order.unit, path[0])
        if order.starts_lifted:
            _enter(g, rider, path[0])
    start = path[order.lift_at] if rider else path[0]
    end = order.ride_end
    g.gain(order.unit, MOVED, rule="ARR-MV-07")
    _go(g, order.unit, path, how="moves", rule=_rule(g, order.unit))
    if rider:
        g.gain(rider, MOVED, rule="ARR-MV-11")
        g.gain(rider, LIFTED, rule="ARR-MV-11")
        _go(g, rider, path[order.lift_at : end + 1], how="carried", rule="ARR-MV-11")
    if order.verb == "move" or order.lift_at:
        await follow(g, start, rider or order.unit, moving=True)


def _enter(g: ArrasGame, unit: UnitId, where: Hex) -> None:
    """ARR-RE-05  A reinforcement comes on."""
    g.note("enters", rule="ARR-RE-05", unit=unit, area=area_of(g, unit))
    g.place(unit, where, rule="ARR-RE-05")
    g.shed(unit, PASSED, rule="ARR-RE-05")
    g.gain(unit, ENTERED, rule="ARR-RE-05")


def _go(g: ArrasGame, unit: UnitId, path: tuple[Hex, ...], *, how: str, rule: str) -> None:
    """Move along a path, overrun transports, take objectives."""
    kind = kind_of(g, unit)
    if len(path) > 1:
        g.move(unit, path, how=how, rule=rule)
    if not kind.combat_unit:
        return
    overrun(g, kind.side, path)
    take_objectives(g, kind.side, path)


def overrun(g: ArrasGame, side: Side, path: tuple[Hex, ...]) -> None:
    """ARR-MV-15  Enemy transports alone in an entered hex are eliminated."""
    for where in path:
        if g.board.at[where]:
            for victim in grounds_at(g, where, OTHER[side]):
                eliminate(g, victim.id, rule="ARR-MV-15")


def _rule(g: ArrasGame, unit: UnitId) -> str:
    """The rule that a move is best explained by."""
    return "ARR-MV-13" if "disrupted" in g.state.units[unit].states else "ARR-MV-07"
