"""Movement Phases: Tactical, Strategic and Reserve Movement (NOR-MV, NOR-SM, NOR-RV)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.ask import Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.armies import in_operation
from wargame.games.normandy.asks.idle import Phase
from wargame.games.normandy.asks.move import Move
from wargame.games.normandy.asks.movement import ALL, SPENT, movement_ask
from wargame.games.normandy.asks.orders import Order
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.entry import EAST, area_of, interdiction_row
from wargame.games.normandy.harm import disorganize, drive_out, take
from wargame.games.normandy.segments.arrivals import (
    come_on,
    expects_late,
    land,
    land_all,
    leave_game,
    leave_map,
    send_back,
    settle_areas,
    the_late,
)
from wargame.games.normandy.state import (
    EXERTED,
    LANDED,
    MARCHED,
    MOVED,
    RESERVE,
    RODE,
    TARGETED,
    NorGame,
    in_order,
    kind_of,
    on_map,
    unit_name,
)
from wargame.games.normandy.works import keep_works
from wargame.hexes.grid import Hex
from wargame.rules.phases import clear_together

_DONE_BY: dict[Phase, str] = {"tactical": MOVED, "strategic": MARCHED, "reserve": RODE}
_RULE: dict[Phase, str] = {
    "tactical": "NOR-MV-01",
    "strategic": "NOR-SM-03",
    "reserve": "NOR-RV-04",
}


@segment("normandy.tactical")
async def tactical(g: NorGame, side: Side, begun: int = 0) -> Next:
    """NOR-MV-01, NOR-MV-02, NOR-RV-01, NOR-RF-01  One pass: one unit; who is late is found out first."""
    if not begun and expects_late(g, side):
        g.keep(begun=1)
        the_late(g, side)
        return AGAIN
    ask = movement_ask(g, side, "tactical")
    order = await g.ask(ask) if ask.is_open() else None
    if order is not None:
        await carry_out(g, side, order, "tactical")
        return AGAIN
    if side == "allied":
        send_back(g)
    units = g.state.units
    for unit in [u for u in in_order(g.content, side) if SPENT in units[u].numbers]:
        g.set_number(unit, SPENT, 0, rule="NOR-MV-08")
    return DONE


@segment("normandy.strategic")
async def strategic(g: NorGame, side: Side) -> Next:
    """NOR-SM-01 to -03, NOR-OM-02, NOR-OM-03  One pass: one unit; then roads are struck, areas change."""
    ask = movement_ask(g, side, "strategic")
    order = await g.ask(ask) if ask.is_open() else None
    if order is not None:
        await carry_out(g, side, order, "strategic")
        return AGAIN
    if side == "german":
        await _strike_roads(g)
        g.set_layer(TARGETED, dict.fromkeys(_targets(g), 0), rule="NOR-IT-05")
    await settle_areas(g, side)
    units = g.state.units
    marked = [u for u in in_order(g.content, side) if not _MARKED.isdisjoint(units[u].states)]
    idle = [u for u in marked if _HAS_MOVED.isdisjoint(units[u].states)]
    gone = [u for u in marked if not _HAS_MOVED.isdisjoint(units[u].states)]
    g.mark(gone, EXERTED, lost=(MOVED, MARCHED, LANDED), rule="NOR-MV-10")
    g.mark(idle, lost=(LANDED,), rule="NOR-MV-10")
    return DONE


_HAS_MOVED = frozenset((MOVED, MARCHED))
"""NOR-RP-09  Who has one of these does not rest (R-373)."""
_MARKED = _HAS_MOVED | {LANDED}
"""NOR-MV-10  States that end with the segment."""


@segment("normandy.reserve")
async def reserve(g: NorGame, side: Side) -> Next:
    """NOR-RV-04, NOR-RV-11  One pass: one unit in Reserve; all move before any attacks."""
    ask = movement_ask(g, side, "reserve")
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        return DONE
    await carry_out(g, side, order, "reserve")
    return AGAIN


@segment("normandy.reserve.off")
async def reserve_off(g: NorGame, side: Side) -> Next:
    """NOR-RV-11  The markers are removed at the end of the segment."""
    clear_together(g, RESERVE, RODE, side=side, rule="NOR-RV-11")
    return DONE


# -- one order --------------------------------------------------------------------------------------


async def carry_out(g: NorGame, side: Side, order: Order, phase: Phase) -> None:
    """One legal order of a movement segment."""
    match order.verb:
        case "reserve":
            g.note("in_reserve", rule="NOR-RV-07", unit=order.unit)
            g.gain(order.unit, RESERVE, rule="NOR-RV-07")
        case "land" if order.unit == ALL:
            await drive_out(g, side, land_all(g))
        case "land":
            land(g, order.unit, order.path[0])
            await drive_out(g, side, order.path)
        case "leave":
            await _leave(g, side, order, phase)
        case _:
            await _go(g, side, order, phase)


async def _go(g: NorGame, side: Side, order: Order, phase: Phase) -> None:
    """NOR-MV-03, NOR-AD-04, NOR-HQ-01  Along the path; every hex entered is taken."""
    unit = order.unit
    spent = _spent(g, side, order) if phase == "tactical" else 0
    if g.state.units[unit].hex < 0:
        come_on(g, unit, order.path[0])
    await _walk(g, side, order, phase)
    g.gain(unit, _DONE_BY[phase], rule=_RULE[phase])
    if phase == "reserve":
        g.gain(unit, EXERTED, rule="NOR-RP-09")
    if spent:
        g.set_number(unit, SPENT, spent, rule="NOR-MV-08")


def _spent(g: NorGame, side: Side, order: Order) -> int:
    """NOR-RV-02  Half MPs of a unit that may yet be put into Reserve; of others nobody asks."""
    if not kind_of(g, order.unit).combat_unit or not in_operation(g, order.unit):
        return 0
    return sum(step.cost for step in Move(g, side, "tactical").steps(order))


async def _walk(g: NorGame, side: Side, order: Order, phase: Phase) -> None:
    unit, path = order.unit, order.path
    if len(path) > 1:
        how = {"tactical": "moves", "strategic": "marches", "reserve": "comes up"}[phase]
        g.move(unit, path, how=how, rule=_RULE[phase])
        keep_works(g, path[0])
    if kind_of(g, unit).combat_unit:
        take(g, side, path)
        await drive_out(g, side, path)


async def _leave(g: NorGame, side: Side, order: Order, phase: Phase) -> None:
    """NOR-OM-01, NOR-OM-02, NOR-WN-04  Off the map by the cheapest way, or from one area to the next."""
    unit = order.unit
    if not area_of(g, unit):
        await _walk(g, side, order, phase)
    if order.area == EAST:
        leave_game(g, unit)
        return
    leave_map(g, unit, order.area)
    g.gain(unit, _DONE_BY[phase], rule="NOR-OM-01")


async def _strike_roads(g: NorGame) -> None:
    """NOR-IT-04  Level 3: each stack that has marched may lose its order on the road."""
    row = interdiction_row(g)
    if not row.struck:
        return
    for where in _marched(g):
        die = dice.struck(g.content, row.level).roll(g, "struck", by="allied", where=where)
        marched = [u.id for u in g.state.at(where) if MARCHED in u.states]
        hit = [u for u in marched if not kind_of(g, u).hq]  # NOR-DR-07
        if die.result != "struck" or not hit:
            continue
        options = [(Option(f"shake {u}", unit_name(g, u), (u,), (where,)), u) for u in hit]
        prompt = "Which unit of the stack is Disorganized on the road?"
        asked = Choice("german", "march.struck", prompt, options, rule="NOR-IT-04")
        unit = await g.settle(asked)
        g.note("stack_struck", rule="NOR-IT-04", unit=unit)
        disorganize(g, unit, rule="NOR-IT-04")


def _targets(g: NorGame) -> list[Hex]:
    """NOR-IT-05  Hexes under targeted interdiction, ascending."""
    return sorted(g.state.layers.get(TARGETED, {}))


def _marched(g: NorGame) -> list[Hex]:
    """Hexes with German units that have used Strategic Movement, ascending."""
    return sorted({u.hex for u in on_map(g, "german") if MARCHED in u.states})


def _reserve_marked(g: NorGame, side: Side) -> bool:
    """NOR-RV-12"""
    units = g.state.units
    return any(RESERVE in units[u].states for u in g.board.on_map[side])


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {"reserve_marked": _reserve_marked}
"""The conditions of its steps."""
