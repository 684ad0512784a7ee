"""The question of a movement or exploitation phase: who goes where (ARR-MV, ARR-RE-05, ARR-EX)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wargame.content.figures import in_halves
from wargame.flow.ask import DONE_WORD, IllegalAnswer, Option, Pick, normal
from wargame.games.arras.data.files import Side
from wargame.games.arras.eligible import FETCH, Heads, check_mover, check_passenger, entry_hexes
from wargame.games.arras.orders import Order, read_order, refuse
from wargame.games.arras.state import (
    ROMMEL,
    ArrasGame,
    combat_units,
    kind_of,
    stacking_refusal,
)
from wargame.games.arras.walk import (
    PICK_UP,
    SLOWED,
    Field,
    Step,
    Walker,
    allowance,
    is_slow,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId

_STOP_CHANCE = 10
"""A sampler ends the phase once in this many answers."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal move with its priced steps."""

    order: Order
    steps: tuple[Step, ...]
    left: int
    """Half MPs that remain."""


class MoveAsk:
    """Which unit moves where; `done` ends the phase."""

    kind = "path"
    complete = False

    def __init__(self, g: ArrasGame, side: Side, *, exploiting: bool = False) -> None:
        self.g, self.side, self.exploiting = g, side, exploiting
        self.verbs = ("exploit", "move") if exploiting else ("move", "enter")
        self.key = "exploitation.move" if exploiting else "movement.move"
        self.rule = "ARR-EX-01" if exploiting else "ARR-MV-07"
        what = "mechanised unit exploits" if exploiting else "unit moves"
        self.prompt = f"Which {what}, and where to? Or end the phase (done)."
        self._heads = Heads(g, side, exploiting=exploiting)
        self._walkers: dict[tuple[UnitId, bool], Walker] = {}
        self._found: dict[str, tuple[Order, list[Field]]] = {}

    # -- Ask ----------------------------------------------------------------------------------

    def options(self) -> Sequence[Option]:
        """Done, and the cheapest way of every head to every hex."""
        found = [Option(DONE_WORD, "End the phase")]
        for head in self.heads():
            if head.answer.endswith(" drop"):
                continue
            for where, left in self.reach(head.answer).items():
                answer = self._compose(head.answer, [where]).write(self.g)
                label = f"{head.label} to {self.g.grid.name(where)}, {in_halves(left)} MP left"
                found.append(Option(answer, label, head.units, (where,)))
        return found

    def read(self, text: str) -> tuple[str, Plan | None]:
        """A legal move or done; raises IllegalAnswer with the rule that forbids it."""
        if normal(text) in (DONE_WORD, "pass"):
            return DONE_WORD, None
        plan = self.plan(read_order(self.g, text, self.verbs))
        return plan.order.write(self.g), plan

    def sample(self, pick: Pick) -> str:
        """A legal move at random; now and then done."""
        for _ in range(3):
            heads = self._some_heads(pick)
            if not heads or pick(_STOP_CHANCE) == 0:
                return DONE_WORD
            head = heads[pick(len(heads))].answer
            ends = list(self.reach(head))
            if ends:
                stops = [ends[pick(len(ends))]]
                return self._compose(head, stops).write(self.g)
        return DONE_WORD

    def _some_heads(self, pick: Pick) -> Sequence[Option]:
        """Mostly the plain heads; sometimes what one transport may fetch."""
        if not self.exploiting and pick(_STOP_CHANCE) == 0 and (carriers := self._heads.carriers()):
            fetches = self._heads.fetches(carriers[pick(len(carriers))])
            if fetches:
                return fetches
        return self._heads.plain()

    def is_open(self) -> bool:
        """Whether there is a unit to move; in exploitation, one with somewhere to go."""
        if not self.exploiting:
            return bool(self._heads.plain())
        return any(self.reach(head.answer) for head in self._heads.plain())

    # -- PathAsk ------------------------------------------------------------------------------

    def heads(self) -> Sequence[Option]:
        """Who can go: single units, pairs, transports that fetch, reinforcements, Rommel."""
        return self._heads.all()

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Hexes where the head may end its move, and the half MPs left there."""
        order, fields = self._fields(head)
        ends = [self._ends(order, field) for field in fields]
        if len(ends) == 1:
            return ends[0]
        return {h: max(found.get(h, 0) for found in ends) for h in sorted(set().union(*ends))}

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        return self.read(self._compose(head, stops).write(self.g))[0]

    def _compose(self, head: str, stops: Sequence[Hex]) -> Order:
        """The order that takes the head through *stops* by the cheapest way, unchecked."""
        order, fields = self._fields(head)
        goal = stops[0]
        field = min(
            (f for f in fields if goal in f.cost),
            key=lambda f: (f.cost[goal] - f.budget, f.start),
            default=None,
        )
        if field is None:
            raise self._unreachable(order, goal)
        path = order.path[:-1] + field.path(goal)
        spent, first_stop = field.cost[goal], len(path) - 1
        lifted = bool(order.passenger) and order.drop_at is None
        walker = self._walker(order.unit, lifted=lifted)
        for a, b in itertools.pairwise(stops):
            paid = not walker.covered.isdisjoint(path)  # ARR-GE-03
            left = max(field.budget - spent, 0)
            onward = walker.reach(a, left, minimum=False, first=0, paid=paid)
            if b not in onward.cost or walker.stops_in(a):
                raise self._unreachable(order, b)
            path += onward.path(b)[1:]
            spent += onward.cost[b]
        drop_at = None if order.drop_at is None or first_stop == len(path) - 1 else first_stop
        return Order(order.verb, order.unit, path, order.passenger, order.lift_at, drop_at)

    def _unreachable(self, order: Order, where: Hex) -> IllegalAnswer:
        """The reason a hex is out of reach: its own rule, or the distance."""
        walker = self._walker(order.unit, lifted=bool(order.passenger))
        if walker.shut(where):
            return refuse(walker.say_shut(where), walker.shut(where))
        name = self.g.grid.name(where)
        return refuse(f"{name} is out of reach: too far, or behind enemy ZOCs.", self.rule)

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:
        """The priced steps of an answer; raises IllegalAnswer."""
        plan = self.read(text)[1]
        return [] if plan is None else [(s.hex, s.cost, s.why) for s in plan.steps]

    # -- legality -----------------------------------------------------------------------------

    def plan(self, order: Order) -> Plan:
        """Price an order and check everything that binds it; raises IllegalAnswer."""
        check_mover(self.g, self.side, order, exploiting=self.exploiting)
        if order.passenger:
            check_passenger(self.g, order)
        if order.verb == "enter":
            steps, budget = self._enter(order)
        elif order.unit == ROMMEL:
            budget = self.g.content.rommel.allowance * 2
            steps, _ = self._walker(ROMMEL).follow(order.path, budget, minimum=False, first=0)
        elif self.exploiting:
            budget = kind_of(self.g, order.unit).allowance  # ARR-EX-01
            walker, start = self._walker(order.unit), order.path[0]
            steps, _ = walker.follow(order.path, budget, minimum=False, first=walker.leaving(start))
        else:
            steps, budget = self._move(order)
        if not steps:
            raise refuse("The order goes nowhere: name the hexes of the path.", "ARR-MV-07")
        self._check_end(order)
        slow = is_slow(self.g, order.unit, order.passenger)
        return Plan(order, tuple(steps), 0 if slow else max(budget - _sum(steps), 0))

    def _move(self, order: Order) -> tuple[list[Step], int]:
        """ARR-MV-07, ARR-MV-11  A unit, a pair or a transport that fetches its passenger."""
        g, start = self.g, order.path[0]
        budget = allowance(g, order.unit, start, lifted=bool(order.passenger))
        if is_slow(g, order.unit, order.passenger if order.starts_lifted else ""):
            return self._one_hex(order, order.path), budget
        first = self._walker(order.unit).leaving(start)
        return self._legs(order, budget, first=first, minimum=True), budget

    def _legs(
        self, order: Order, budget: int, *, first: int, minimum: bool, paid: bool = False
    ) -> list[Step]:
        """ARR-MV-11  Up to three: the transport to its passenger, the pair, the transport on."""
        alone, steps = self._walker(order.unit), list[Step]()
        path, lift_at, end = order.path, order.lift_at, order.ride_end
        if lift_at:
            steps, paid = alone.follow(
                path[: lift_at + 1], budget, minimum=minimum, first=first, paid=paid
            )
            steps.append(Step(path[lift_at], PICK_UP, "takes up its passenger"))
            self._check_pick_up(order, _sum(steps), budget)
            if is_slow(self.g, order.passenger):
                return [*steps, *self._one_hex(order, path[lift_at:])]
            first, minimum = 0, False
        walker = self._walker(order.unit, lifted=bool(order.passenger))
        left = max(budget - _sum(steps), 0)
        ride, paid = walker.follow(
            path[lift_at : end + 1], left, minimum=minimum, first=first, paid=paid
        )
        steps += ride
        if order.drop_at is not None:
            self._check_drop(order)
            left = max(budget - _sum(steps), 0)
            steps += alone.follow(path[end:], left, minimum=False, first=0, paid=paid)[0]
        return steps

    def _one_hex(self, order: Order, path: tuple[Hex, ...]) -> list[Step]:
        """ARR-MV-12, ARR-MV-13  A disrupted mover, or passenger: exactly one hex, any price."""
        grid = self.g.grid
        walker = self._walker(order.unit, lifted=bool(order.passenger))
        if len(path) != 2:
            raise refuse("A disrupted unit moves one hex and no more.", "ARR-MV-13")
        if walker.zoc[path[1]]:
            name = grid.name(path[1])
            raise refuse(
                f"{name} is in an enemy ZOC; a disrupted unit may not enter one.", "ARR-MV-13"
            )
        if path[1] not in walker.single_steps(path[0]):
            walker.follow(path, 99, minimum=True, first=0)
        return [Step(path[1], 0, "disrupted: one hex at any price")]

    def _enter(self, order: Order) -> tuple[list[Step], int]:
        """ARR-RE-05  The first hex of a reinforcement may be entered whatever it costs."""
        if not order.path:
            raise refuse("The order names no entry hex.", "ARR-RE-05")
        g, start = self.g, order.path[0]
        allowed = entry_hexes(g, self.side, order)
        if start not in allowed:
            names = ", ".join(g.grid.name(h) for h in sorted(allowed)) or "none now"
            raise refuse(f"It may enter at: {names}.", "ARR-RE-05")
        budget = allowance(g, order.unit, start, lifted=bool(order.passenger))
        price, paid = self._entry_price(self._walker(order.unit), start, listed=allowed[start])
        onward = self._legs(order, max(budget - price, 0), first=0, minimum=False, paid=paid)
        return [Step(start, price, "entry"), *onward], budget

    def _entry_price(self, walker: Walker, where: Hex, *, listed: bool) -> tuple[int, bool]:
        """ARR-RE-05, ARR-GE-03  Half MPs of the entry hex, and whether interdiction is paid."""
        content, slowed = self.g.content, where in walker.covered
        table = content.edge_cost_no_road if walker.no_roads or slowed else content.edge_cost
        price = table[walker.mobility][where] if listed else content.nearby_cost
        return price + (SLOWED if slowed else 0), slowed

    # -- ends and stops -----------------------------------------------------------------------

    def _ends(self, order: Order, field: Field) -> dict[Hex, int]:
        """Where in a field the move may end, ascending, and the half MPs left there."""
        friends, few = self.g.board.here[self.side], self._few(order)
        stays = field.start if order.verb != "enter" else OFF
        cost, budget = field.cost, field.budget
        ends = [h for h in cost if h != stays and (friends[h] <= few or self._may_end(order, h))]
        return {h: budget - cost[h] if cost[h] < budget else 0 for h in sorted(ends)}

    def _few(self, order: Order) -> int:
        """ARR-ST-01, ARR-ST-02  So many friends in a hex always leave room; -1: it must be asked."""
        if order.unit == ROMMEL:
            return -1
        return 0 if self.side == "allied" else 2 - bool(order.passenger)  # Germans are one nation

    def _may_end(self, order: Order, where: Hex) -> bool:
        if order.unit == ROMMEL:
            return bool(combat_units(self.g, where, "german"))
        coming = (order.unit, order.passenger) if order.passenger else (order.unit,)
        return stacking_refusal(self.g, self.side, where, coming) is None

    def _check_end(self, order: Order) -> None:
        end = order.path[-1]
        if order.unit == ROMMEL:
            if not self._may_end(order, end):
                raise refuse("Rommel must end with a German combat unit.", "ARR-EV-09")
            return
        coming: tuple[UnitId, ...] = (order.unit,)
        if order.passenger and order.drop_at is None:
            coming = (order.unit, order.passenger)
        refusal = stacking_refusal(self.g, self.side, end, coming)
        if refusal:
            raise refuse(*refusal)

    def _check_drop(self, order: Order) -> None:
        pair, where = (order.unit, order.passenger), order.path[order.ride_end]
        if self._walker(order.unit).stops_in(where):
            name = self.g.grid.name(where)
            raise refuse(f"The transport must stop in {name}, in an enemy ZOC.", "ARR-MV-01")
        refusal = stacking_refusal(self.g, self.side, where, pair)
        if refusal:
            raise refuse(*refusal)

    def _check_pick_up(self, order: Order, spent: int, budget: int) -> None:
        g, where = self.g, order.path[order.lift_at]
        if self._walker(order.unit).stops_in(where):
            raise refuse("A transport that stops in an enemy ZOC lifts nothing.", "ARR-MV-11")
        if spent > budget:
            need = f"{in_halves(spent)} MP with the pick-up, {in_halves(budget)} are there"
            raise refuse(f"Reaching the passenger costs {need}.", "ARR-MV-11")
        refusal = stacking_refusal(g, self.side, where, (order.unit,))
        if refusal:
            raise refuse(*refusal)

    # -- searching ----------------------------------------------------------------------------

    def _walker(self, unit: UnitId, *, lifted: bool = False) -> Walker:
        key = unit, lifted
        if key not in self._walkers:
            self._walkers[key] = Walker(self.g, unit, lifted=lifted, exploiting=self.exploiting)
        return self._walkers[key]

    def _fields(self, head: str) -> tuple[Order, list[Field]]:
        """The head as an order up to its last fixed hex, and where it gets from there."""
        if head not in self._found:
            self._found[head] = self._search(head)
        return self._found[head]

    def _search(self, head: str) -> tuple[Order, list[Field]]:
        g = self.g
        order = self._heads.order(head)
        if order.verb == "enter":
            return order, self._entry_fields(order)
        start = order.path[0]
        if order.unit == ROMMEL:
            budget = g.content.rommel.allowance * 2
            return order, [self._walker(ROMMEL).reach(start, budget, minimum=False, first=0)]
        walker = self._walker(order.unit, lifted=bool(order.passenger))
        first = walker.leaving(start)
        if self.exploiting:
            budget = kind_of(g, order.unit).allowance
            return order, [walker.reach(start, budget, minimum=False, first=first)]
        budget = allowance(g, order.unit, start, lifted=bool(order.passenger))
        if order.lift_at == FETCH:
            return self._fetch_fields(order, budget, first)
        if is_slow(g, order.unit, order.passenger):
            return order, [_single_steps(walker, start, budget)]
        return order, [walker.reach(start, budget, minimum=True, first=first)]

    def _fetch_fields(self, order: Order, budget: int, first: int) -> tuple[Order, list[Field]]:
        """ARR-MV-11  The transport drives to its passenger, then the pair goes on."""
        goal = self.g.state.units[order.passenger].hex
        alone, pair = self._walker(order.unit), self._walker(order.unit, lifted=True)
        way = alone.reach(order.path[0], budget - PICK_UP, minimum=False, first=first)
        if goal not in way.cost:
            raise self._unreachable(order, goal)
        path = way.path(goal)
        whole = replace(order, path=path, lift_at=len(path) - 1)
        if is_slow(self.g, order.passenger):
            return whole, [_single_steps(pair, goal, budget)]
        paid = any(h in alone.covered for h in path)
        spent = way.cost[goal] + PICK_UP
        field = pair.reach(goal, budget - spent, minimum=False, first=0, paid=paid)
        return whole, [field.spending(spent)]

    def _entry_fields(self, order: Order) -> list[Field]:
        """ARR-RE-05  From every open entry hex."""
        walker = self._walker(order.unit, lifted=bool(order.passenger))
        fields = []
        for where, listed in entry_hexes(self.g, self.side, order).items():
            budget = allowance(self.g, order.unit, where, lifted=bool(order.passenger))
            price, paid = self._entry_price(walker, where, listed=listed)
            spent = min(price, budget)
            field = walker.reach(where, budget - spent, minimum=False, first=0, paid=paid)
            fields.append(field.spending(spent))
        return fields


def _sum(steps: list[Step]) -> int:
    return sum(step.cost for step in steps)


def _single_steps(walker: Walker, start: Hex, budget: int) -> Field:
    return Field(start, budget, dict.fromkeys(walker.single_steps(start), budget), None, {})
