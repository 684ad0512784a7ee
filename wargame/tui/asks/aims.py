"""What a unit can be told, by target: the best chance first; several ways to one target are one row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from wargame.flow.ask import IllegalAnswer, Option
from wargame.hexes.grid import Hex
from wargame.tui.asks.actors import Actor, head_text, order_text, plainness
from wargame.tui.asks.desk import Desk, marked
from wargame.tui.asks.view import Item, Layer

FEW = 9
"""So many orders are listed one by one."""
_LISTED = 20
"""So many targets are listed; the others are marked on the map."""
HINTS = {
    "how": "{next}: another target; the cursor: any that is marked.",
    "where": "{commit}: choose the target.",
    "ways": "Choose how: a number does it.",
}
"""Said of a row that is no answer, by what it asks next; and of the ways to deal with a target."""
_RATED = 40
"""So many orders are rated: their chances are worked out one by one."""


class Aims:
    """The orders of a unit without a path."""

    def __init__(self, desk: Desk, orders: Sequence[Option]) -> None:
        self.desk, self.orders = desk, orders
        self._chances: dict[str, Fraction] = {}
        self._by_hex: dict[tuple[Hex, ...], list[Option]] = defaultdict(list)
        for order in orders:
            self._by_hex[order.hexes].append(order)
        self.ways: dict[Option, tuple[Option, ...]] = {}
        """The rows that stand for several orders."""
        self._staged = len(orders) > FEW and len(self._by_hex.keys() - {()}) > 1

    def rows(self) -> list[Option]:
        """The orders, or the targets where there are many; the best target first."""
        best = sorted(self._by_hex, key=lambda hexes: -max(map(self.chance, self._by_hex[hexes])))
        rows = [row for hexes in best for row in self._about(hexes)]
        aimed = [row for row in rows if row.hexes]
        return [row for row in rows if row not in aimed[_LISTED:]]

    def at(self, where: Hex) -> list[Option]:
        """The rows about a hex."""
        return [row for hexes in self._by_hex if where in hexes for row in self._about(hexes)]

    def best_first(self, orders: Sequence[Option]) -> list[Option]:
        """Orders of single units before joint ones, the best chance first."""

        def rank(order: Option) -> tuple[int, Fraction, int]:
            units, words = plainness(self.desk, order)
            return units, -self.chance(order), words

        return sorted(orders, key=rank)

    def chance(self, row: Option) -> Fraction:
        """How likely a row strikes anybody of the other side; of several ways the best."""
        ways = self.ways.get(row)
        if ways is not None:
            return max(map(self.chance, ways))
        if row.answer not in self._chances and len(self._chances) < _RATED:
            self._chances[row.answer] = self._rated(row)
        return self._chances.get(row.answer, Fraction(0))

    def _rated(self, row: Option) -> Fraction:
        """The same of an order; 0 of the head of one whose target is still to come."""
        ask = self.desk.ask
        try:
            odds = ask.odds(row.answer)
        except IllegalAnswer:
            return Fraction(0)
        return odds.effect(ask.side) if odds else Fraction(0)

    def note(self, row: Option) -> str:
        """The chance of a row in words, "" where it has none; how many ways there are."""
        ways = self.ways.get(row, ())
        parts = [self.percent(row), f"{len(ways)} ways" if ways else ""]
        return ", ".join(part for part in parts if part)

    def item(self, taken: Actor | None, row: Option, *, here: bool, led: bool) -> Item:
        """A row that is no unit's: a target, an order, or a move of the unit that is taken."""
        if taken is None or row in self.ways:
            return Item(row.label, self.note(row), here=here)
        if row not in taken.heads:
            return Item(order_text(self.desk, taken, row), self.note(row), here=here)
        mark = ("on" if led else "off") if len(taken.heads) > 1 else ""
        return Item(head_text(taken, row), "", mark)

    def percent(self, row: Option) -> str:
        """The chance of a row, "" where it has none."""
        chance = self.chance(row)
        return f"{float(chance):.0%}" if chance else ""

    def heat(self) -> tuple[Layer, ...]:
        """Every target with its best chance; hexes where nobody can be struck are a mere choice."""
        found: dict[Hex, Fraction] = {}
        for order in self.orders:
            for where in order.hexes:
                found[where] = max(found.get(where, Fraction(0)), self.chance(order))
        struck = {h: f"{float(found[h]):.0%}" if found[h] else "" for h in sorted(found)}
        return targets(self.desk, struck)

    def _about(self, hexes: tuple[Hex, ...]) -> list[Option]:
        """The rows of a target: its orders, or one row that stands for all of them."""
        orders = self._by_hex[hexes]
        if len(orders) == 1 or not hexes or not self._staged:
            return orders
        side, state = self.desk.ask.side, self.desk.game.state
        there = [u.id for u in state.at(hexes[-1]) if u.side != side]
        names = f": {self.desk.unit(there[0])}" if there else ""
        more = f" +{len(there) - 1}" if len(there) > 1 else ""
        row = Option("", f"{self._way(hexes)}{names}{more}", (), hexes)
        self.ways[row] = tuple(orders)
        return [row]

    def _way(self, hexes: tuple[Hex, ...]) -> str:
        """The hex that orders end in; where others come to it another way, how."""
        goal, via = self.desk.hex(hexes[-1]), hexes[:-1]
        alike = sum(other[-1:] == hexes[-1:] for other in self._by_hex)
        return f"{goal} by {self.desk.game.grid.write(via)}" if via and alike > 1 else goal


def targets(desk: Desk, marks: Mapping[Hex, str]) -> tuple[Layer, ...]:
    """Hexes that orders are about: those with a chance or an enemy as targets, the others as a choice."""
    side, state = desk.ask.side, desk.game.state
    aimed = {
        h: text for h, text in marks.items() if text or any(u.side != side for u in state.at(h))
    }
    return marked([h for h in marks if h not in aimed], "choice"), Layer("target", aimed)
