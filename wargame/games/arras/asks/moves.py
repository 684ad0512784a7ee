"""The question of a movement or exploitation phase: who goes where (ARR-MV, ARR-RE-05, ARR-EX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal
from wargame.flow.notation import Words
from wargame.flow.orders import Done, OrderAsk
from wargame.games.arras.asks.awaiting import awaiting
from wargame.games.arras.asks.legs import Legs
from wargame.games.arras.asks.movers import ONE_IN, Movers
from wargame.games.arras.asks.orders import GRAMMAR, Order, read_head, read_order, unit_name
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import ROMMEL, ArrasGame
from wargame.games.arras.walk import Walker
from wargame.hexes.field import Mask
from wargame.hexes.grid import Hex
from wargame.rules.moving import MoveVerb
from wargame.rules.onward import onward, out_of_reach
from wargame.rules.walk import Field, Step, next_steps, wander


def move_ask(g: ArrasGame, side: Side, *, exploiting: bool = False) -> OrderAsk[Order | None]:
    """Which unit moves where; `done` ends the phase."""
    what = "mechanised unit exploits" if exploiting else "unit moves"
    return OrderAsk(
        g,
        [Done(DONE_WORD, "End the phase", None, one_in=ONE_IN), Move(g, side, exploiting)],
        side=side,
        key="exploitation.move" if exploiting else "movement.move",
        prompt=f"Which {what}, and where to? Or end the phase (done).",
        rule="ARR-EX-01" if exploiting else "ARR-MV-07",
        grammar=GRAMMAR,
    )


class Move(MoveVerb[Order]):
    """A unit, a pair, a transport that fetches its passenger, a reinforcement, Rommel."""

    grammar = GRAMMAR

    def __init__(self, g: ArrasGame, side: Side, exploiting: bool) -> None:
        self.g, self.known = g, {}
        self.words = ("exploit", "move") if exploiting else ("move", "enter")
        self.form = f"{self.words[0]} UNIT PATH"
        self.legs = Legs(g, side, exploiting=exploiting)
        self._who, self._own = Movers(self.legs), g.board.here[side]

    def movers(self) -> Iterator[Order]:
        """ARR-MV-11, ARR-RE-05, ARR-EV-09"""
        return self._who.every()

    def is_open(self) -> bool:
        """Whether there is a unit to move; in exploitation, one with somewhere to go."""
        if self.legs.exploiting:
            return any(map(self._goes, self._who.ready()))
        return any(True for _ in self._who.ready()) or bool(self._who.entrants())

    def _goes(self, mover: Order) -> bool:
        """Whether a mover can end its move anywhere; mostly the first hex says so."""
        start, walker = mover.path[0], self._walker(mover)
        steps = next_steps(walker, start, self.legs.budget(mover, start), fresh=True)
        ends = [self.why_no_end(mover, h) is None for h, *_ in steps]
        return any(ends) or (bool(ends) and bool(self.reach(mover.head)))

    def option(self, mover: Order) -> Option:
        """Who goes, and how the whole order is typed."""
        start = self.g.state.units[mover.unit].hex
        label = " carrying ".join(unit_name(self.g, u) for u in mover.units)
        label += "" if mover.drop_at is None else ", dropping it at the first stop"
        form = f"{mover.head.removesuffix(' drop')} PATH"
        if mover.lift_at:
            form = form.replace(" lift", " PATH lift")
        form += "" if mover.drop_at is None else " drop PATH"
        return Option(mover.head, label, mover.units, (start,) if start >= 0 else (), form)

    def mover(self, words: Words) -> Order:
        """ARR-MV-11  A unit, with what it carries or takes up."""
        return read_head(words, self._verb(words))

    def order(self, words: Words) -> Order:
        """The same with its path."""
        return read_order(words, self._verb(words))

    def _verb(self, words: Words) -> str:
        return self.words[0] if self.legs.exploiting else words.words[0]

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to every hex; where something is dropped on the way is for its player."""
        return iter(()) if head.answer.endswith(" drop") else super().orders(head)

    def begun(self, mover: Order) -> Iterator[tuple[Order, Field]]:
        """From where it stands, from its passenger on, or from every entry hex."""
        return self.legs.begun(mover)

    def onward(self, order: Order, left: int, stops: Sequence[Hex]) -> Order:
        """ARR-MV-11  What is carried gets off at the first stop, or at the end."""
        path = onward(self._walker(order), order.path, left, stops)
        drops = order.drop_at is not None and stops
        return order._replace(path=path, drop_at=len(order.path) - 1 if drops else None)

    def why_no_end(self, mover: Order, h: Hex) -> Refusal | None:
        """ARR-ST-01, ARR-ST-02, ARR-EV-09"""
        return self.legs.why_no_end(mover.units, h)

    def crowd(self, mover: Order) -> tuple[Mask, int]:
        """ARR-ST-01, ARR-ST-02  Own units; Germans are one nation, and Rommel always asks."""
        alone = 2 - bool(mover.passenger) if self.legs.side == "german" else 0
        return self._own, -1 if mover.unit == ROMMEL else alone

    def why_no_way(self, mover: Order, goal: Hex) -> Refusal:
        """ARR-MV-07"""
        walker, far = self._walker(mover), self.g.grid.distance
        begun = [(order.path, field) for order, field in self.begun(mover)]
        if not begun:
            return Refusal("No entry hex is open now.", "ARR-RE-05")
        path, field = min(begun, key=lambda way: (far(way[0][-1], goal), way[0]))
        fresh = mover.verb != "enter" and len(path) == 1
        paid = not fresh and not walker.covered.isdisjoint(path)
        start, left = path[-1], field.left[path[-1]]
        return out_of_reach(walker, start, goal, left, fresh=fresh, paid=paid)

    def steps(self, order: Order) -> Sequence[Step]:
        """ARR-MV-07, ARR-MV-11, ARR-RE-05"""
        return self.legs.walk(order).steps

    def awaits(self, order: Order) -> Sequence[str]:
        """ARR-MV-01, ARR-CO-09, ARR-SU-03  Zones, and what those who end the move must attack."""
        ends = order.units if order.drop_at is None else order.units[:1]
        return awaiting(
            self.g, self.legs.side, ends, order.path[-1], fights=not self.legs.exploiting
        )

    def some(self, pick: Pick) -> Iterator[Order]:
        """Three movers, each of a unit that is drawn anew."""
        for _ in range(3):
            movers = self._who.some(pick)
            if movers:
                yield movers[pick(len(movers))]

    def draw(self, mover: Order, pick: Pick) -> Order | None:
        """Some way of a mover; None where it goes nowhere, or this one cannot end."""
        if mover.verb == "enter" or mover.lift_at:
            return super().draw(mover, pick)
        walker, start = self.legs.walker(mover.unit, lifted=mover.passenger), mover.path[0]
        path = wander(walker, start, self.legs.budget(mover, start), pick)
        while len(path) > 1 and self.why_no_end(mover, path[-1]) is not None:
            path = path[:-1]
        return Order(mover.verb, mover.unit, path, mover.passenger) if len(path) > 1 else None

    def _walker(self, mover: Order) -> Walker:
        """Whoever is still on the way behind the first stop."""
        lifted = mover.passenger if mover.drop_at is None else ""
        return self.legs.walker(mover.unit, lifted=lifted)
