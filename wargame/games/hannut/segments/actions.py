"""The actions of the active formation, unit by unit, with the reactions they cause."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.hannut.asks.acting import CARRIED, FIRED, HALTED, MOVING, SHOOTING, leg
from wargame.games.hannut.asks.action import ActionAsk, Order
from wargame.games.hannut.asks.fire import Fire
from wargame.games.hannut.asks.move import Move
from wargame.games.hannut.asks.plain import Plain
from wargame.games.hannut.checks import roll_factor
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import mine_attack
from wargame.games.hannut.fire import direct
from wargame.games.hannut.odds import Assault
from wargame.games.hannut.segments.reactions import (
    may_react,
    react_to_fire,
    react_to_mover,
    shoot,
)
from wargame.games.hannut.state import (
    ACTED,
    ASSAULTING,
    COLUMN,
    LOADED,
    MOVED,
    STAGED,
    HannutGame,
    acting,
    claim,
    has,
    mine_at,
    spent,
    where_is,
)
from wargame.games.hannut.walk import entry_cost, price
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@segment("hannut.ops.actions")
async def actions(g: HannutGame, side: Side) -> Next:
    """HAN-SP-08, HAN-SP-18  One pass: one order, or a stretch of a move that is under way."""
    if g.state.tracks.get("route"):
        await march(g)
        return AGAIN
    ask = ActionAsk(g, side)
    if ask.is_open():
        order = await g.ask(ask)
        if order is not None or ask.open:
            return await obey(g, side, order)
    elif ask.open:
        close_action(g)
        return AGAIN
    return DONE


async def obey(g: HannutGame, side: Side, order: Order) -> Next:
    """HAN-SP-08  Carry out one order."""
    match order:
        case Move():
            begin(g, order.units, column=order.column)
            if order.verb == "enter":
                enter(g, order.units[0], order.path[0])
            g.set_track("route", g.grid.write(order.path), rule="HAN-SP-12")
        case Fire():
            await fire(g, order)
        case Assault():
            for unit in order.changes:
                set_posture(g, unit, column=not has(g, unit, COLUMN))
            for unit in order.units:
                declare(g, unit)
            g.set_track("target", order.hex, rule="HAN-AS-01")
            return then(f"hannut.{side}.ops.assault", side=side)
        case Plain("load" | "unload" as verb, unit):
            await load(g, unit, loads=verb == "load")
        case Plain("clear", unit, where):
            clear_mines(g, unit, where)
        case Plain("stage", unit):
            end_part(g, unit, STAGED)
        case Plain(verb, unit):
            set_posture(g, unit, column=verb == "column")
            g.gain(unit, ACTED, rule="HAN-CO-01")
        case None:
            close_action(g)
    return AGAIN


# -- the open action ------------------------------------------------------------------------------


def begin(g: HannutGame, units: Sequence[UnitId], *, column: bool) -> None:
    """HAN-CO-01  Open an action: the posture is chosen now."""
    for unit in units:
        set_posture(g, unit, column=column)
    g.set_track("acting", "+".join(units), rule="HAN-SP-08")


def set_posture(g: HannutGame, unit: UnitId, *, column: bool) -> None:
    """HAN-CO-01  Take or drop In Column, free."""
    change = g.gain if column else g.shed
    change(unit, COLUMN, rule="HAN-CO-01")


def end_part(g: HannutGame, unit: UnitId, state: str) -> None:
    """HAN-SP-12, HAN-AS-01  One member of a stopped stack is done, or staged."""
    left = [u for u in acting(g) if u != unit]
    g.gain(unit, state, rule="HAN-AS-01" if state == STAGED else "HAN-SP-08")
    g.set_track("acting", "+".join(left), rule="HAN-SP-08")
    g.set_track("leg", SHOOTING if left else "", rule="HAN-SP-08")


def declare(g: HannutGame, unit: UnitId) -> None:
    """HAN-AS-01  A unit takes part in an assault: its action ends with it."""
    if unit in acting(g):
        end_part(g, unit, ASSAULTING)
    g.shed(unit, STAGED, rule="HAN-AS-01")
    g.gain(unit, ASSAULTING, rule="HAN-AS-01")


def close_action(g: HannutGame) -> None:
    """HAN-SP-08  The units of the open action have acted."""
    for unit in acting(g):
        g.gain(unit, ACTED, rule="HAN-SP-08")
    g.set_track("acting", "", rule="HAN-SP-08")
    g.set_track("leg", "", rule="HAN-SP-08")


# -- movement -------------------------------------------------------------------------------------


async def march(g: HannutGame) -> None:
    """HAN-SP-12  Walk the route up to the first hex where something happens, and let it happen."""
    units = acting(g)
    path = g.grid.route(str(g.state.tracks["route"]))
    if not has(g, units[0], MOVED) and spent(g, units[0]):  # it has just entered
        g.gain(units[0], MOVED, rule="HAN-EN-01")
        reacted = await arrive(g, units, path[0])
        if reacted or len(path) == 1 or acting(g) != units:
            finish(g, halted=reacted)
        return
    ahead = _stretch(g, units, path)
    for unit in units:
        g.move(unit, ahead, rule="HAN-SP-12")
        g.gain(unit, MOVED, rule="HAN-SP-12")
        g.set_number(unit, "spent", spent(g, unit) + price(g, unit, ahead), rule="HAN-MV-02")
    rest = path[len(ahead) - 1 :]
    reacted = await arrive(g, units, ahead[-1])
    if reacted or len(rest) == 1 or acting(g) != units:
        finish(g, halted=reacted or len(rest) > 1)
    else:
        g.set_track("route", g.grid.write(rest), rule="HAN-SP-12")


def _stretch(g: HannutGame, units: Sequence[UnitId], path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The path up to and with the first hex where mines, control or a reaction may matter."""
    for n, h in enumerate(path[1:], start=2):
        if mine_at(g, h) or h in g.state.control or may_react(g, units, h):
            return path[:n]
    return path


async def arrive(g: HannutGame, units: Sequence[UnitId], where: Hex) -> bool:
    """HAN-SP-12  In a new hex: mines, control, reactions; whether anybody reacted."""
    for unit in units:
        await mine_attack(g, unit)
    claim(g, where)
    here = [u for u in units if where_is(g, u) == where]
    return bool(here) and await react_to_mover(g, here)


def finish(g: HannutGame, *, halted: bool) -> None:
    """HAN-SP-12  The route is walked, or broken off: what is left of the mover may go on."""
    g.set_track("route", "", rule="HAN-SP-12")
    if not acting(g):
        g.set_track("leg", "", rule="HAN-SP-12")
    elif leg(g) not in (FIRED, CARRIED):
        g.set_track("leg", HALTED if halted else MOVING, rule="HAN-SP-12")


def enter(g: HannutGame, unit: UnitId, where: Hex) -> None:
    """HAN-EN-01, HAN-CM-03  A reinforcement comes on, in command, and pays for its entry hex."""
    cost = entry_cost(g, unit, where, column=has(g, unit, COLUMN))
    g.place(unit, where, rule="HAN-EN-01")
    g.set_number(unit, "spent", cost, rule="HAN-EN-01")


# -- fire, loading, mines -------------------------------------------------------------------------


async def fire(g: HannutGame, order: Fire) -> None:
    """HAN-SP-13, HAN-SP-14, HAN-DF-01  One shot; the target may answer; then perhaps half a move."""
    unit, stopped = order.unit, acting(g)
    set_posture(g, unit, column=order.column)
    shot = direct(g, unit, order.target, moved=order.moves or has(g, unit, MOVED))
    if order.moves:
        begin(g, (unit,), column=order.column)
        g.set_track("leg", FIRED, rule="HAN-SP-14")
    elif stopped:
        end_part(g, unit, ACTED)
    else:
        g.shed(unit, STAGED, rule="HAN-AS-01")
        g.gain(unit, ACTED, rule="HAN-SP-13")
    fell_back = await shoot(g, shot, "fire", rule="HAN-DF-01")
    if not fell_back:
        await react_to_fire(g, unit, order.target)
    if not acting(g):
        g.set_track("leg", "", rule="HAN-SP-13")


async def load(g: HannutGame, unit: UnitId, *, loads: bool) -> None:
    """HAN-SP-16, HAN-LO-02, HAN-LO-04  The change of state comes first and may draw fire."""
    begin(g, (unit,), column=has(g, unit, COLUMN))
    change = g.gain if loads else g.shed
    change(unit, LOADED, rule="HAN-LO-02")
    g.set_track("leg", CARRIED, rule="HAN-LO-02")
    await react_to_mover(g, (unit,), loads=True)
    if not acting(g):
        g.set_track("leg", "", rule="HAN-LO-02")


def clear_mines(g: HannutGame, unit: UnitId, where: Hex) -> None:
    """HAN-MI-02  Two dice against the formation factor remove the marker."""
    if roll_factor(g, unit, "clearing_mines", rule="HAN-MI-02"):
        g.lift(mine_at(g, where), rule="HAN-MI-02")
        g.note("mines_cleared", rule="HAN-MI-02", where=where)
    g.gain(unit, ACTED, rule="HAN-MI-02")
