"""Orders as options: the canonical answer, a label in words, what it touches on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.ask import DONE_WORD, PASS, Option
from wargame.games.hannut.fire import direct
from wargame.games.hannut.orders import Assault, Clear, Fire, Load, Order, Posture, Stage
from wargame.games.hannut.state import (
    COLUMN,
    MOVED,
    OTHER,
    HannutGame,
    acting,
    has,
    kind_of,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def order_text(g: HannutGame, order: Order) -> str:
    """HAN-SP-08  The canonical answer for an order without a path."""
    match order:
        case Fire():
            return order.text
        case Assault():
            return order.text(g)
        case Load(unit, loads):
            return f"{'load' if loads else 'unload'} {unit}"
        case Clear(unit, where):
            return f"clear {unit} {g.grid.name(where)}"
        case Posture(unit, column):
            return f"{'column' if column else 'open'} {unit}"
        case Stage(unit):
            return f"stage {unit}"
    return DONE_WORD if acting(g) else PASS


def order_option(g: HannutGame, order: Order) -> Option:
    """HAN-SP-08  An order without a path: its answer, its label, what it touches."""
    text = order_text(g, order)

    def name(unit: UnitId, *, changes: bool = False) -> str:
        posture = "leaves column and" if has(g, unit, COLUMN) else "takes column and"
        return f"{kind_of(g, unit).name} {posture}" if changes else kind_of(g, unit).name

    match order:
        case Fire():
            moved = order.moves or has(g, order.unit, MOVED)
            shot = direct(g, order.unit, order.target, moved=moved, column=order.column)
            later = ", then may move half" if order.moves else ""
            column = g.content.fire_column(shot.number)
            who = name(order.unit, changes=order.changes)
            label = f"{who} fires at {name(order.target)}{later}: column {column}"
            return Option(text, label, (order.unit, order.target), (where_is(g, order.target),))
        case Assault():
            names = ", ".join(name(u, changes=u in order.changes) for u in order.units)
            verb = "assaults" if len(order.units) == 1 else "assault"
            label = f"{names} {verb} {g.grid.name(order.hex)}"
            return Option(text, label, order.units, (order.hex,))
        case Load(unit, loads):
            return Option(text, f"{name(unit)} {'loads' if loads else 'unloads'}", (unit,))
        case Clear(unit, where):
            label = f"{name(unit)} clears the mines in {g.grid.name(where)}"
            return Option(text, label, (unit,), (where,))
        case Posture(unit, column):
            verb = "takes" if column else "leaves"
            return Option(text, f"{name(unit)} {verb} column, and nothing else", (unit,))
        case Stage(unit):
            return Option(text, f"{name(unit)} waits here to join an assault", (unit,))
        case _:
            return Option(text, "End this action" if acting(g) else "End the segment")


def pointed_at(g: HannutGame, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
    """HAN-DF-01, HAN-AS-01  What pointing units at an enemy hex means: fire, next to it assault."""
    for unit in units:
        enemies = units_at(g, where, OTHER[kind_of(g, unit).side])
        for enemy in enemies[:1]:
            yield f"fire {unit} at {enemy}"
            if g.grid.adjacent(where_is(g, unit), where):
                yield f"assault {g.grid.name(where)} from {unit}"
