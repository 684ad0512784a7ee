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
    has,
    kind_of,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def order_option(g: HannutGame, order: Order, *, is_open: bool) -> Option:
    """HAN-SP-08  The canonical answer for an order without a path, and its label."""

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
            return Option(
                order.text, label, (order.unit, order.target), (where_is(g, order.target),)
            )
        case Assault():
            names = ", ".join(name(u, changes=u in order.changes) for u in order.units)
            verb = "assaults" if len(order.units) == 1 else "assault"
            return Option(
                order.text(g),
                f"{names} {verb} {g.grid.name(order.hex)}",
                order.units,
                (order.hex,),
            )
        case Load(unit, loads):
            word = "load" if loads else "unload"
            return Option(f"{word} {unit}", f"{name(unit)} {word}s", (unit,))
        case Clear(unit, where):
            number = g.grid.name(where)
            return Option(
                f"clear {unit} {number}",
                f"{name(unit)} clears the mines in {number}",
                (unit,),
                (where,),
            )
        case Posture(unit, column):
            word = "column" if column else "open"
            return Option(
                f"{word} {unit}",
                f"{name(unit)} {'takes' if column else 'leaves'} column, and nothing else",
                (unit,),
            )
        case Stage(unit):
            return Option(f"stage {unit}", f"{name(unit)} waits here to join an assault", (unit,))
        case _:
            if is_open:
                return Option(DONE_WORD, "End this action")
            return Option(PASS, "End the segment")


def pointed_at(g: HannutGame, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
    """HAN-DF-01, HAN-AS-01  What pointing units at an enemy hex means: fire, next to it assault."""
    for unit in units:
        enemies = units_at(g, where, OTHER[kind_of(g, unit).side])
        for enemy in enemies[:1]:
            yield f"fire {unit} at {enemy}"
            if g.grid.adjacent(where_is(g, unit), where):
                yield f"assault {g.grid.name(where)} from {unit}"
