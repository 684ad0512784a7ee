"""Orders as options: the canonical answer, a label in words, what it touches on the map."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD, PASS, Option
from wargame.games.hannut.fire import direct
from wargame.games.hannut.orders import Assault, Clear, Fire, Load, Order, Posture, Stage
from wargame.games.hannut.state import MOVED, HannutGame, has, kind_of, where_is
from wargame.model.state import UnitId


def order_option(g: HannutGame, order: Order, *, is_open: bool) -> Option:
    """HAN-SP-08  The canonical answer for an order without a path, and its label."""

    def name(unit: UnitId) -> str:
        return kind_of(g, unit).name

    match order:
        case Fire():
            moved = order.moves or has(g, order.unit, MOVED)
            shot = direct(g, order.unit, order.target, moved=moved, column=order.column)
            later = ", then moves up to half" if order.moves else ""
            label = f"{name(order.unit)} fires at {name(order.target)}: column {g.content.fire_column(shot.number)}{later}"
            return Option(
                order.text, label, (order.unit, order.target), (where_is(g, order.target),)
            )
        case Assault():
            names = ", ".join(name(u) for u in order.units)
            return Option(
                order.text(g),
                f"{names} assault {g.grid.name(order.hex)}",
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
                f"{name(unit)} {'takes' if column else 'leaves'} column",
                (unit,),
            )
        case Stage(unit):
            return Option(f"stage {unit}", f"{name(unit)} waits for an assault", (unit,))
        case _:
            if is_open:
                return Option(DONE_WORD, "The action is over")
            return Option(PASS, "End the segment")
