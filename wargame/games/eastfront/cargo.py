"""What goes by sea: loading, the passage, what is lost on it, going ashore (EF-NV-13 to EF-NV-15)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.eastfront.asks.cargo import (
    GOODS,
    LATE,
    PORT_USED,
    Ship,
    bulk,
    goal_of,
    is_friendly,
    place_of,
    size_of,
)
from wargame.games.eastfront.capture import enter
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import lose_steps
from wargame.games.eastfront.labour import abandon
from wargame.games.eastfront.sailing import sail
from wargame.games.eastfront.sea import CARRIED
from wargame.games.eastfront.state import (
    LANDED,
    RESERVE,
    SHIPPED,
    SHIPPED_LATE,
    EfGame,
    steps,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


async def ship(g: EfGame, side: Side, order: Ship, phase: int) -> None:
    """EF-NV-14, EF-NV-15  Units and goods go by sea with their transport, or land."""
    size, start, carrier = size_of(g, order), place_of(g, order), order.groups[0]
    carried = g.state.units[carrier].numbers.get(CARRIED, 0)
    g.set_number(carrier, CARRIED, carried + size, rule="EF-NV-14")
    _use_port(g, start, size)
    for kind, n in order.goods.items():
        _add(g, kind, start, -n)
    friendly = is_friendly(g, side, order.to)
    goal, via = goal_of(g, side, order)
    before = steps(g, carrier)
    await sail(g, side, order.groups, goal, via)
    afloat = g.state.units[carrier].hex
    for unit in order.units:
        _boarded(g, unit, phase)
    goods = await _wet(g, side, order, before, steps(g, carrier) if afloat >= 0 else 0)
    units = [u for u in order.units if g.state.units[u].hex >= 0]
    if afloat != goal:
        for kind, n in goods.items():
            _add(g, kind, start, n)
        return
    if friendly:
        _use_port(g, order.to, sum(bulk(g, u) for u in units) + sum(goods.values()))
        for kind, n in goods.items():
            _add(g, kind, order.to, n)
            g.note(
                "unloads", unit=carrier, points=n, stock=kind.upper(), hex=order.to, rule="EF-NV-14"
            )
    for unit in units:
        g.place(unit, order.to, rule="EF-NV-14")
    if not friendly and units:
        await _ashore(g, carrier, units, order.to)


def _boarded(g: EfGame, unit: UnitId, phase: int) -> None:
    """EF-NV-14, EF-EN-18, EF-RX-10  A unit that goes by sea has moved by it, and leaves its work."""
    abandon(g, unit)
    g.gain(unit, SHIPPED, rule="EF-NV-14")
    if phase == LATE:
        g.gain(unit, SHIPPED_LATE, rule="EF-NV-14")
        g.shed(unit, RESERVE, rule="EF-RX-10")


async def _wet(g: EfGame, side: Side, order: Ship, before: int, after: int) -> dict[str, int]:
    """EF-NV-13, R-299  What is lost with the transport's steps, as its owner chooses; the goods that are left."""
    goods, sunk, size = dict(order.goods), before - after, size_of(g, order)
    if sunk and after and len(order.units) == 1 and not goods:
        (unit,) = order.units
        if g.roll("cargo", sides=10, unit=unit, needed=6, rule="EF-NV-13") >= 6:
            lose_steps(g, unit, 1, rule="EF-NV-13")
        return goods
    for _ in range(size * sunk // before if after else 0):
        able = {u: unit_name(g, u) for u in order.units if g.state.units[u].hex >= 0}
        able |= {kind: kind.upper() for kind, n in goods.items() if n}
        choices = [(Option(f"lose {x}", name), x) for x, name in able.items()]
        ask = Choice(side, "naval.cargo", "What of the cargo is lost?", choices, rule="EF-NV-13")
        chosen = await g.settle(ask)
        if chosen in goods:
            goods[chosen] -= 1
        else:
            lose_steps(g, chosen, 1, rule="EF-NV-13")
    if not after:
        for unit in order.units:
            lose_steps(g, unit, steps(g, unit), rule="EF-NV-13")
        return {}
    return goods


async def _ashore(g: EfGame, carrier: UnitId, units: list[UnitId], to: Hex) -> None:
    """EF-NV-15  Units land on an enemy coast."""
    ashore = g.state.units[carrier].numbers.get(LANDED, 0)
    size = sum(bulk(g, u) for u in units)
    g.set_number(carrier, LANDED, ashore + size, rule="EF-NV-15")
    for unit in units:
        g.note("lands", unit=unit, hex=to, rule="EF-NV-15")
        g.set_number(unit, LANDED, 1, rule="EF-NV-15")
    await enter(g, units, to)


def _add(g: EfGame, kind: str, where: Hex, n: int) -> None:
    layer = GOODS[kind]
    stock = g.state.layers.get(layer, {}).get(where, 0)
    g.set_layer(layer, {where: stock + n}, rule="EF-SP-11")


def _use_port(g: EfGame, port: Hex, n: int) -> None:
    used = g.state.layers.get(PORT_USED, {}).get(port, 0)
    g.set_layer(PORT_USED, {port: used + n}, rule="EF-NV-14")
