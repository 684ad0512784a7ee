"""What a move costs, leg by leg: alone, with a passenger, on without it (ARR-MV-11, ARR-RE-05)."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.content.figures import counted, in_halves
from wargame.flow.ask import IllegalAnswer, Refusal, allow, refuse
from wargame.games.arras.asks.eligible import entry_hexes, why_idle, why_no_pair
from wargame.games.arras.asks.orders import FETCH, Order
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import ROMMEL, ArrasGame, combat_units, kind_of, why_full
from wargame.games.arras.walk import Walker, allowance, is_slow, walker_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.onward import out_of_reach
from wargame.rules.walk import Field, Step, Walked, follow, reach

PICK_UP = 2
"""ARR-MV-11  Half MPs for taking up a passenger on the way."""


class Legs:
    """The walkers of one question, and where they lead an order."""

    def __init__(self, g: ArrasGame, side: Side, *, exploiting: bool) -> None:
        self.g, self.side, self.exploiting = g, side, exploiting

    def walker(self, unit: UnitId, *, lifted: UnitId = "", minimum: bool = True) -> Walker:
        """A unit on its way, alone or with its passenger."""
        return walker_of(
            self.g,
            unit,
            lifted=bool(lifted),
            exploiting=self.exploiting,
            slow=is_slow(self.g, unit, lifted),
            minimum=minimum,
        )

    def budget(self, order: Order, start: Hex) -> int:
        """Half MPs of a whole move that begins in *start*."""
        if order.unit == ROMMEL:
            return self.g.content.rommel.allowance * 2
        if self.exploiting:
            return kind_of(self.g, order.unit).allowance  # ARR-EX-01
        return allowance(self.g, order.unit, start, lifted=bool(order.passenger))

    def why_no_end(self, coming: tuple[UnitId, ...], h: Hex) -> Refusal | None:
        """ARR-ST-01, ARR-ST-02, ARR-EV-09  Why a move may not end in a hex; None if it may."""
        if ROMMEL in coming:
            with_troops = combat_units(self.g, h, "german")
            said = "Rommel must end with a German combat unit."
            return None if with_troops else Refusal(said, "ARR-EV-09")
        return why_full(self.g, self.side, h, coming)

    # -- where to -----------------------------------------------------------------------------

    def begun(self, order: Order) -> Iterator[tuple[Order, Field]]:
        """The order up to its last fixed hex, and where it gets from there."""
        if order.verb == "enter":
            yield from self._entries(order)
        elif order.lift_at == FETCH:
            yield self._fetch(order)
        else:
            walker, start = self.walker(order.unit, lifted=order.passenger), order.path[0]
            yield order, reach(walker, start, self.budget(order, start))

    def near(self, carrier: UnitId) -> dict[Hex, int]:
        """ARR-MV-11  Where a transport could take up a passenger, and what is left it before that."""
        walker, where = self.walker(carrier, minimum=False), self.g.state.units[carrier].hex
        budget = allowance(self.g, carrier, where, lifted=True) - PICK_UP
        left = reach(walker, where, max(budget, 0)).left
        return {h: n for h, n in left.items() if h != where and not walker.zoc[h]}

    def _fetch(self, order: Order) -> tuple[Order, Field]:
        """ARR-MV-11  The transport drives to its passenger, then the pair goes on."""
        goal, start = self.g.state.units[order.passenger].hex, order.path[0]
        alone = self.walker(order.unit, minimum=False)
        pair = self.walker(order.unit, lifted=order.passenger)
        way = reach(alone, start, self.budget(order, start) - PICK_UP)
        if goal not in way.left:
            left = self.budget(order, start) - PICK_UP
            raise IllegalAnswer(out_of_reach(alone, start, goal, left))
        path = way.path(goal)
        paid = not alone.covered.isdisjoint(path)
        field = reach(pair, goal, way.left[goal], fresh=pair.single is not None, paid=paid)
        return order._replace(path=path, lift_at=len(path) - 1), field

    def _entries(self, order: Order) -> Iterator[tuple[Order, Field]]:
        """ARR-RE-05  From every open entry hex."""
        walker = self.walker(order.unit, lifted=order.passenger)
        for h, listed in sorted(entry_hexes(self.g, self.side, order).items()):
            price, paid = walker.entry(h, listed=listed)
            left = max(self.budget(order, h) - price, 0)
            yield order.along((h,)), reach(walker, h, left, fresh=False, paid=paid)

    # -- what it costs ------------------------------------------------------------------------

    def walk(self, order: Order) -> Walked:
        """Price an order and check everything that binds it; raises IllegalAnswer."""
        allow(why_idle(self.g, self.side, order.unit, order.verb) or why_no_pair(self.g, order))
        if order.verb == "enter" and not order.path:
            raise refuse("The order names no entry hex.", "ARR-RE-05")
        budget = self.budget(order, order.path[0])
        walked = Walked([], budget, paid=False)
        if order.verb == "enter":
            walked = self._enter(order, budget)
        walked = self._ride(order, walked)
        if not walked.steps:
            raise refuse("The order goes nowhere: name the hexes of the path.", "ARR-MV-07")
        ends = order.units if order.drop_at is None else (order.unit,)
        allow(self.why_no_end(ends, order.path[-1]))
        return walked

    def _enter(self, order: Order, budget: int) -> Walked:
        """ARR-RE-05  The first hex of a reinforcement may be entered whatever it costs."""
        start = order.path[0]
        allowed = entry_hexes(self.g, self.side, order)
        if start not in allowed:
            names = ", ".join(self.g.grid.name(h) for h in sorted(allowed)) or "none now"
            raise refuse(f"It may enter at: {names}.", "ARR-RE-05")
        price, paid = self.walker(order.unit).entry(start, listed=allowed[start])
        return Walked([Step(start, price, "entry")], max(budget - price, 0), paid)

    def _ride(self, order: Order, so_far: Walked) -> Walked:
        """ARR-MV-11  Up to three: the transport to its passenger, the pair, the transport on."""
        pair = self.walker(order.unit, lifted=order.passenger)
        (steps, left, paid), path, end = so_far, order.path, order.ride_end
        fresh = not steps
        if order.lift_at:
            alone = self.walker(order.unit)
            walked = follow(alone, path[: order.lift_at + 1], left, fresh=fresh, paid=paid)
            self._check_pick_up(order, walked.cost + PICK_UP, left)
            taken = Step(path[order.lift_at], PICK_UP, "takes up its passenger")
            steps = [*steps, *walked.steps, taken]
            left, paid, fresh = walked.left - PICK_UP, walked.paid, False
        if pair.single:  # ARR-MV-12, ARR-MV-13, R-02
            walked = follow(pair, path[order.lift_at :], left)
            why = "disrupted: one hex at any price"
            return Walked(steps + [Step(step.hex, 0, why) for step in walked.steps], 0, paid)
        walked = follow(pair, path[order.lift_at : end + 1], left, fresh=fresh, paid=paid)
        steps = steps + walked.steps
        if order.drop_at is not None:
            self._check_drop(order)
            alone = self.walker(order.unit)
            walked = follow(alone, path[end:], walked.left, fresh=False, paid=walked.paid)
            steps = steps + walked.steps
        return Walked(steps, walked.left, walked.paid)

    def _check_drop(self, order: Order) -> None:
        where = order.path[order.ride_end]
        if self.walker(order.unit).stops_in(where):
            name = self.g.grid.name(where)
            raise refuse(f"The transport must stop in {name}, in an enemy ZOC.", "ARR-MV-01")
        allow(self.why_no_end(order.units, where))

    def _check_pick_up(self, order: Order, spent: int, budget: int) -> None:
        where = order.path[order.lift_at]
        if self.walker(order.unit).stops_in(where):
            raise refuse("A transport that stops in an enemy ZOC lifts nothing.", "ARR-MV-11")
        if spent > budget:
            need = f"{in_halves(spent)} MP with the pick-up, {counted(in_halves(budget), 'is/are')} there"
            raise refuse(f"Reaching the passenger costs {need}.", "ARR-MV-11")
        allow(self.why_no_end((order.unit,), where))
