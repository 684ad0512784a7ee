"""Who can be told something: each unit of a question with its moves and its other orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wargame.flow.ask import Option, OrdersAsk
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.desk import Desk

_FEW = 9
"""So many orders are listed at once, without picking a unit first."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A unit, or all units of a small question, with everything it can be told."""

    option: Option
    """Its row in the list of units."""
    heads: tuple[Option, ...]
    orders: tuple[Option, ...]

    @property
    def place(self) -> Hex | None:
        """Where it stands or may enter; None if neither is on the map."""
        return self.option.hexes[0] if self.option.hexes else None

    @property
    def summary(self) -> str:
        """What it can do: "move, fire 3"."""
        verbs = Counter(option.answer.split()[0] for option in (*self.heads, *self.orders))
        moves = {option.answer.split()[0] for option in self.heads}
        return ", ".join(
            verb if n == 1 or verb in moves else f"{verb} {n}" for verb, n in verbs.items()
        )


def actors(desk: Desk, ask: OrdersAsk, out: str) -> list[Actor]:
    """Every unit with its moves and orders, movers first."""
    heads = ask.heads()
    orders = [option for option in ask.others() if option.answer != out]
    units = dict.fromkeys(u for option in (*heads, *orders) for u in own(desk, option))
    return [_actor(desk, unit, heads, orders) for unit in units]


def together(found: Sequence[Actor]) -> Actor | None:
    """All units as one, where there is so little to choose from that one list shows it."""
    if len(found) == 1:
        return found[0]
    heads = tuple(dict.fromkeys(option for actor in found for option in actor.heads))
    orders = tuple(dict.fromkeys(option for actor in found for option in actor.orders))
    movers = {head.units for head in heads}
    if not found or len(movers) > 1 or len(heads) + len(orders) > _FEW:
        return None
    units = tuple(unit for actor in found for unit in actor.option.units)
    names = ", ".join(actor.option.label for actor in found)
    places = tuple(dict.fromkeys(h for actor in found for h in actor.option.hexes))
    return Actor(Option("", names, units, places), heads, orders)


def own(desk: Desk, option: Option) -> tuple[UnitId, ...]:
    """The units of an option that the side asked commands."""
    units, side = desk.game.state.units, desk.ask.side
    return tuple(unit for unit in option.units if units[unit].side == side)


def head_text(actor: Actor, head: Option) -> str:
    """A move as a row of its unit: "Move", "Move, In Column", "Move + another unit"."""
    verb = head.answer.split()[0].capitalize()
    rest = head.label.removeprefix(actor.option.label)
    return f"{verb}{rest}" if rest != head.label else f"{verb}: {head.label}"


def order_text(desk: Desk, actor: Actor, order: Option) -> str:
    """An order as a row of its unit, whose name need not be said again if it acts alone."""
    if len(own(desk, order)) > 1:
        return order.label
    text = order.label.removeprefix(actor.option.label).lstrip(" ,:")
    return text[:1].upper() + text[1:]


def plainness(desk: Desk, order: Option) -> tuple[int, int]:
    """How much an order asks for: plain ones of a single unit come first."""
    return len(own(desk, order)), len(order.answer.split())


def _actor(desk: Desk, unit: UnitId, heads: Sequence[Option], orders: Sequence[Option]) -> Actor:
    mine = tuple(option for option in heads if unit in option.units)
    where = desk.at(unit)
    enters = mine[0].hexes if mine else ()
    places = enters if where is None else (where,)
    return Actor(
        Option(unit, desk.unit(unit), (unit,), places),
        mine,
        tuple(option for option in orders if unit in option.units),
    )
