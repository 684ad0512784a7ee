"""The question of a movement or exploitation phase: who goes where (ARR-MV, ARR-RE-05, ARR-EX)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wargame.content.figures import in_halves
from wargame.flow.ask import DONE_WORD, IllegalAnswer, Option, Pick, Refusal, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Done, OrderAsk, PathVerb
from wargame.games.arras.data.files import Side
from wargame.games.arras.eligible import SPENT, entry_hexes, why_idle, why_no_pair
from wargame.games.arras.orders import FETCH, GRAMMAR, Order, read_head, read_order, unit_name
from wargame.games.arras.state import (
    ROMMEL,
    WAITING,
    ArrasGame,
    combat_units,
    kind_of,
    stacking_refusal,
)
from wargame.games.arras.walk import Walker, allowance, is_slow
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Field, Step, follow, next_steps, onward, out_of_reach, reach, wander

PICK_UP = 2
"""ARR-MV-11  Half MPs for taking up a passenger on the way."""
_ONE_IN = 10
"""A sampler ends the phase, or sends for a passenger, once in so many answers."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal move with its priced steps."""

    order: Order
    steps: tuple[Step, ...]
    left: int
    """Half MPs that remain."""


def move_ask(g: ArrasGame, side: Side, *, exploiting: bool = False) -> OrderAsk[Plan | None]:
    """Which unit moves where; `done` ends the phase."""
    what = "mechanised unit exploits" if exploiting else "unit moves"
    return OrderAsk(
        g,
        [Done(DONE_WORD, "End the phase", None, one_in=_ONE_IN), Move(g, side, exploiting)],
        side=side,
        key="exploitation.move" if exploiting else "movement.move",
        prompt=f"Which {what}, and where to? Or end the phase (done).",
        rule="ARR-EX-01" if exploiting else "ARR-MV-07",
        grammar=GRAMMAR,
    )


class Move(PathVerb[Plan]):
    """A unit, a pair, a transport that fetches its passenger, a reinforcement, Rommel."""

    def __init__(self, g: ArrasGame, side: Side, exploiting: bool) -> None:
        self.g, self.side, self.exploiting = g, side, exploiting
        self.words = ("exploit", "move") if exploiting else ("move", "enter")
        self.form = f"{self.words[0]} UNIT PATH"
        self._walkers: dict[tuple[UnitId, UnitId, bool], Walker] = {}
        self._found: dict[str, tuple[Order, list[Field]]] = {}

    # -- who ----------------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """Single units, then pairs, Rommel, reinforcements, and transports that fetch."""
        return map(self._option, self._movers())

    def is_open(self) -> bool:
        """Whether there is a unit to move; in exploitation, one with somewhere to go."""
        ready = filter(self._is_ready, self._own())
        if self.exploiting:
            return any(self._goes(self._single(unit)) for unit in ready)
        return any(True for _ in ready) or bool(self._entrants())

    def _movers(self) -> Iterator[Order]:
        on_map = self._own()
        ready = [u for u in on_map if u != ROMMEL and self._is_ready(u)]
        yield from map(self._single, ready)
        for unit in ready:
            yield from self._pairs(unit)
        if ROMMEL in on_map and self._is_ready(ROMMEL):
            yield self._single(ROMMEL)
        waiting = self._entrants()
        yield from map(self._single, waiting)
        for unit in waiting:
            yield from self._pairs(unit, waiting)
        for unit in ready:
            yield from self._fetches(unit)

    def _own(self) -> Sequence[UnitId]:
        """ARR-EX-01  Units on the map, of a kind that may do this."""
        on_map, kinds = self.g.board.on_map[self.side], self.g.content.units
        if not self.exploiting:
            return on_map
        return [u for u in on_map if u in kinds and kinds[u].mechanised]

    def _is_ready(self, unit: UnitId) -> bool:
        verb = self.words[0]
        spent = not self.g.state.units[unit].states.isdisjoint(SPENT[verb])
        return not spent and why_idle(self.g, self.side, unit, verb) is None

    def _goes(self, order: Order) -> bool:
        """Whether a mover can end its move anywhere; mostly the first hex says so."""
        start, walker = order.path[0], self._walker(order.unit)
        steps = next_steps(walker, start, self._budget(order, start), fresh=True)
        return any(self._why_no_end(order.units, h) is None for h, *_ in steps) or bool(
            self.reach(order.head)
        )

    def _entrants(self) -> list[UnitId]:
        if self.exploiting:
            return []
        units = self.g.state.units.values()
        waiting = [u.id for u in units if u.box == WAITING and u.side == self.side]
        return [u for u in waiting if why_idle(self.g, self.side, u, "enter") is None]

    def _single(self, unit: UnitId) -> Order:
        where = self.g.state.units[unit].hex
        return Order(self.words[0], unit, (where,)) if where >= 0 else Order("enter", unit, ())

    def _pairs(self, carrier: UnitId, waiting: Sequence[UnitId] = ()) -> Iterator[Order]:
        """ARR-MV-11, ARR-RE-05  A transport with each passenger of its hex, or of those waiting."""
        alone = self._single(carrier)
        if self.exploiting or carrier == ROMMEL or not kind_of(self.g, carrier).transport:
            return
        for rider in waiting or self.g.board.at[alone.path[0]]:
            pair = replace(alone, passenger=rider)
            if why_no_pair(self.g, pair) is None:
                yield pair
                if not waiting:
                    yield replace(pair, drop_at=FETCH)

    def _fetches(self, carrier: UnitId) -> Iterator[Order]:
        """ARR-MV-11  Passengers in other hexes that a transport can drive to and take up."""
        g, where = self.g, self.g.state.units[carrier].hex
        moves = not self.exploiting and carrier != ROMMEL and not is_slow(g, carrier)
        if not moves or not kind_of(g, carrier).transport:
            return
        walker = self._walker(carrier, minimum=False)
        budget = allowance(g, carrier, where, lifted=True) - PICK_UP
        near = reach(walker, where, max(budget, 0)).left
        for rider in g.board.on_map[self.side]:
            there = g.state.units[rider].hex
            if there == where or there not in near or walker.zoc[there]:
                continue
            pair = why_no_pair(g, Order("move", carrier, (there,), rider))
            if pair is None and self._why_no_end((carrier,), there) is None:
                yield Order("move", carrier, (where,), rider, FETCH)

    def _option(self, order: Order) -> Option:
        start = self.g.state.units[order.unit].hex
        label = " carries ".join(unit_name(self.g, u) for u in order.units)
        label += "" if order.drop_at is None else ", drops it at the first stop"
        form = f"{order.head.removesuffix(' drop')} PATH"
        if order.lift_at:
            form = form.replace(" lift", " PATH lift")
        form += "" if order.drop_at is None else " drop PATH"
        return Option(order.head, label, order.units, (start,) if start >= 0 else (), form)

    # -- where to -----------------------------------------------------------------------------

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to every hex."""
        if head.answer.endswith(" drop"):
            return
        for where, left in self.reach(head.answer).items():
            answer = self._compose(*self._found[head.answer], [where]).write(self.g)
            label = f"{head.label} to {self.g.grid.name(where)}, {in_halves(left)} MP left"
            yield Option(answer, label, head.units, (where,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Hexes where the head may end its move, and the half MPs left there."""
        order, fields = self._fields(head)
        return self._ends(order, fields)

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        return self._plan(self._compose(*self._fields(head), stops)).order.write(self.g)

    def sample(self, pick: Pick) -> str:
        """A legal move at random, "" where three movers go nowhere."""
        for _ in range(3):
            movers = self._some(pick)
            drawn = self._draw(movers[pick(len(movers))], pick) if movers else None
            if drawn is not None:
                return drawn.write(self.g)
        return ""

    def _some(self, pick: Pick) -> list[Order]:
        """What one unit can do, found by a few tries before everybody is gone through."""
        on_map = self._own()
        tried = (on_map[pick(len(on_map))] for _ in range(6 if on_map else 0))
        unit = next(filter(self._is_ready, tried), "")
        if (not unit or pick(_ONE_IN) == 0) and (waiting := self._entrants()):
            unit = waiting[pick(len(waiting))]
            return [self._single(unit), *self._pairs(unit, waiting)]
        if not unit:
            ready = [*filter(self._is_ready, on_map)]
            if not ready:
                return []
            unit = ready[pick(len(ready))]
        fetches = self._fetches(unit) if pick(_ONE_IN) == 0 else ()
        return [self._single(unit), *self._pairs(unit), *fetches]

    def _draw(self, order: Order, pick: Pick) -> Order | None:
        """Some way of a mover; None where it goes nowhere, or this one cannot end."""
        if order.verb == "enter" or order.lift_at:
            order, fields = self._search(order)
            ends = list(self._ends(order, fields))
            return self._compose(order, fields, [ends[pick(len(ends))]]) if ends else None
        walker = self._walker(order.unit, lifted=order.passenger)
        path = wander(walker, order.path[0], self._budget(order, order.path[0]), pick)
        while len(path) > 1 and self._why_no_end(order.units, path[-1]) is not None:
            path = path[:-1]
        return replace(order, path=path, drop_at=None) if len(path) > 1 else None

    def _ends(self, order: Order, fields: Sequence[Field]) -> dict[Hex, int]:
        """Where the move may end, ascending, and the half MPs left there."""
        stays = fields[0].start if fields and order.verb != "enter" else OFF
        left = {h: n for field in fields for h, n in field.left.items() if h != stays}
        if len(fields) > 1:
            left = {h: max(field.left.get(h, 0) for field in fields) for h in left}
        coming = order.units
        return {h: left[h] for h in sorted(left) if self._why_no_end(coming, h) is None}

    def _why_no_end(self, coming: tuple[UnitId, ...], h: Hex) -> Refusal | None:
        """ARR-ST-01, ARR-ST-02, ARR-EV-09  Why a move may not end in a hex; None if it may."""
        if ROMMEL in coming:
            with_troops = combat_units(self.g, h, "german")
            said = "Rommel must end with a German combat unit."
            return None if with_troops else Refusal(said, "ARR-EV-09")
        if not self.g.board.here[self.side][h]:
            return None
        refusal = stacking_refusal(self.g, self.side, h, coming)
        return Refusal(*refusal) if refusal else None

    def _compose(self, order: Order, fields: Sequence[Field], stops: Sequence[Hex]) -> Order:
        """The order that takes a head through *stops* by the cheapest way, unchecked."""
        goal = stops[0]
        walker = self._walker(order.unit, lifted=order.passenger if order.drop_at is None else "")
        found = [field for field in fields if goal in field.left]
        if not found:
            raise IllegalAnswer(out_of_reach(walker, goal))
        field = min(found, key=lambda f: (-f.left[goal], f.start))
        path = order.path[:-1] + field.path(goal)
        drop_at = len(path) - 1 if order.drop_at is not None and len(stops) > 1 else None
        path = onward(walker, path, field.left[goal], stops[1:])
        return replace(order, path=path, drop_at=drop_at)

    def _fields(self, head: str) -> tuple[Order, list[Field]]:
        """The head as an order up to its last fixed hex, and where it gets from there."""
        if head not in self._found:
            words = Words(self.g, head, GRAMMAR)
            self._found[head] = self._search(read_head(words, self._verb(words.word())))
        return self._found[head]

    def _search(self, order: Order) -> tuple[Order, list[Field]]:
        if order.verb == "enter":
            return order, self._entry_fields(order)
        start, budget = order.path[0], self._budget(order, order.path[0])
        if order.lift_at == FETCH:
            return self._fetch_field(order, budget)
        return order, [reach(self._walker(order.unit, lifted=order.passenger), start, budget)]

    def _fetch_field(self, order: Order, budget: int) -> tuple[Order, list[Field]]:
        """ARR-MV-11  The transport drives to its passenger, then the pair goes on."""
        goal = self.g.state.units[order.passenger].hex
        alone = self._walker(order.unit, minimum=False)
        pair = self._walker(order.unit, lifted=order.passenger)
        way = reach(alone, order.path[0], budget - PICK_UP)
        if goal not in way.left:
            raise IllegalAnswer(out_of_reach(alone, goal))
        path = way.path(goal)
        paid = not alone.covered.isdisjoint(path)
        field = reach(pair, goal, way.left[goal], fresh=pair.single is not None, paid=paid)
        return replace(order, path=path, lift_at=len(path) - 1), [field]

    def _entry_fields(self, order: Order) -> list[Field]:
        """ARR-RE-05  From every open entry hex."""
        walker, fields = self._walker(order.unit, lifted=order.passenger), []
        for h, listed in entry_hexes(self.g, self.side, order).items():
            price, paid = walker.entry(h, listed=listed)
            left = max(self._budget(order, h) - price, 0)
            fields.append(reach(walker, h, left, fresh=False, paid=paid))
        return fields

    # -- legality -----------------------------------------------------------------------------

    def read(self, words: Words) -> tuple[str, Plan]:
        """A legal move; raises IllegalAnswer with the rule that forbids it."""
        plan = self._plan(read_order(words, self._verb(words.words[0])))
        return plan.order.write(self.g), plan

    def costs(self, words: Words) -> Sequence[Step]:
        """The priced steps of an answer; raises IllegalAnswer."""
        return self.read(words)[1].steps

    def _verb(self, word: str) -> str:
        return self.words[0] if self.exploiting else word

    def _plan(self, order: Order) -> Plan:
        """Price an order and check everything that binds it; raises IllegalAnswer."""
        idle = why_idle(self.g, self.side, order.unit, order.verb) or why_no_pair(self.g, order)
        if idle is not None:
            raise IllegalAnswer(idle)
        if order.verb == "enter" and not order.path:
            raise refuse("The order names no entry hex.", "ARR-RE-05")
        budget = self._budget(order, order.path[0])
        steps, left = list[Step](), budget
        paid = False
        if order.verb == "enter":
            steps, paid = self._enter(order)
            left = max(budget - steps[0].cost, 0)
        walked, left = self._legs(order, left, fresh=not steps, paid=paid)
        if not steps + walked:
            raise refuse("The order goes nowhere: name the hexes of the path.", "ARR-MV-07")
        self._check(order.units if order.drop_at is None else (order.unit,), order.path[-1])
        return Plan(order, (*steps, *walked), left)

    def _budget(self, order: Order, start: Hex) -> int:
        """Half MPs of a whole move."""
        if order.unit == ROMMEL:
            return self.g.content.rommel.allowance * 2
        if self.exploiting:
            return kind_of(self.g, order.unit).allowance  # ARR-EX-01
        return allowance(self.g, order.unit, start, lifted=bool(order.passenger))

    def _enter(self, order: Order) -> tuple[list[Step], bool]:
        """ARR-RE-05  The first hex of a reinforcement may be entered whatever it costs."""
        start = order.path[0]
        allowed = entry_hexes(self.g, self.side, order)
        if start not in allowed:
            names = ", ".join(self.g.grid.name(h) for h in sorted(allowed)) or "none now"
            raise refuse(f"It may enter at: {names}.", "ARR-RE-05")
        price, paid = self._walker(order.unit).entry(start, listed=allowed[start])
        return [Step(start, price, "entry")], paid

    def _legs(self, order: Order, left: int, *, fresh: bool, paid: bool) -> tuple[list[Step], int]:
        """ARR-MV-11  Up to three: the transport to its passenger, the pair, the transport on."""
        alone = self._walker(order.unit)
        pair = self._walker(order.unit, lifted=order.passenger)
        steps, path, end = list[Step](), order.path, order.ride_end
        if order.lift_at:
            walked = follow(alone, path[: order.lift_at + 1], left, fresh=fresh, paid=paid)
            self._check_pick_up(order, walked.cost + PICK_UP, left)
            taken = Step(path[order.lift_at], PICK_UP, "takes up its passenger")
            steps, left, paid = [*walked.steps, taken], walked.left - PICK_UP, walked.paid
        if pair.single:  # ARR-MV-12, ARR-MV-13, R-02
            walked = follow(pair, path[order.lift_at :], left)
            why = "disrupted: one hex at any price"
            return steps + [Step(step.hex, 0, why) for step in walked.steps], 0
        ride = path[order.lift_at : end + 1]
        walked = follow(pair, ride, left, fresh=fresh and not order.lift_at, paid=paid)
        steps += walked.steps
        if order.drop_at is not None:
            self._check_drop(order)
            walked = follow(alone, path[end:], walked.left, fresh=False, paid=walked.paid)
            steps += walked.steps
        return steps, walked.left

    def _check(self, coming: tuple[UnitId, ...], h: Hex) -> None:
        refusal = self._why_no_end(coming, h)
        if refusal is not None:
            raise IllegalAnswer(refusal)

    def _check_drop(self, order: Order) -> None:
        where = order.path[order.ride_end]
        if self._walker(order.unit).stops_in(where):
            name = self.g.grid.name(where)
            raise refuse(f"The transport must stop in {name}, in an enemy ZOC.", "ARR-MV-01")
        self._check(order.units, where)

    def _check_pick_up(self, order: Order, spent: int, budget: int) -> None:
        where = order.path[order.lift_at]
        if self._walker(order.unit).stops_in(where):
            raise refuse("A transport that stops in an enemy ZOC lifts nothing.", "ARR-MV-11")
        if spent > budget:
            need = f"{in_halves(spent)} MP with the pick-up, {in_halves(budget)} are there"
            raise refuse(f"Reaching the passenger costs {need}.", "ARR-MV-11")
        self._check((order.unit,), where)

    def _walker(self, unit: UnitId, *, lifted: UnitId = "", minimum: bool = True) -> Walker:
        key = unit, lifted, minimum
        if key not in self._walkers:
            self._walkers[key] = Walker(
                self.g,
                unit,
                lifted=bool(lifted),
                exploiting=self.exploiting,
                slow=is_slow(self.g, unit, lifted),
                minimum=minimum,
            )
        return self._walkers[key]
