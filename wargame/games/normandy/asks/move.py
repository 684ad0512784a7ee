"""Who moves where: Tactical, Strategic and Reserve Movement are one verb on different movers.

NOR-MV-01, NOR-SM-01, NOR-RV-04, NOR-RF-03, NOR-OM-02.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import TypeAlias

from wargame.flow.ask import Option, Pick, Refusal, allow
from wargame.flow.notation import Words
from wargame.games.normandy.asks.awaiting import awaiting
from wargame.games.normandy.asks.idle import (
    HAS_POINTS,
    KEEPING,
    RULES,
    Phase,
    budget,
    idle_hexes,
    why_idle,
)
from wargame.games.normandy.asks.orders import GRAMMAR, Order
from wargame.games.normandy.attackers import RESERVES
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.entry import entry_hexes, entry_price, on_from_area
from wargame.games.normandy.state import (
    AREA,
    AREAS,
    DUE,
    MARCHED,
    MOVED,
    RESERVE,
    RODE,
    NorGame,
    has_room,
    in_order,
    nation_of,
    touches_enemy,
    unit_name,
    why_full,
)
from wargame.games.normandy.walk import (
    Marcher,
    NorMover,
    Walker,
    alike,
)
from wargame.games.normandy.zones import is_foreign
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.moving import MoveVerb
from wargame.rules.onward import onward, out_of_reach
from wargame.rules.walk import Field, Step, follow, is_plain, reach, shut, wander

_GONE: dict[Phase, frozenset[str]] = {
    "tactical": frozenset((MOVED,)),
    "strategic": frozenset((MOVED, MARCHED)),
    "reserve": frozenset((RODE,)),
}
"""Who is off the map and has one of these has moved."""


_BESIDE: dict[Side, frozenset[str]] = {
    "allied": frozenset(AREAS),
    "german": frozenset((WAITING, *AREAS)),
}
"""NOR-RF-03, NOR-OM-02  The boxes from which units of a side move on the map."""

InOrder: TypeAlias = tuple[list[int], tuple[UnitId, ...]]
"""Some units in the order of battle: their places in it, and the units."""


class Move(MoveVerb[Order]):
    """A unit on the map goes by a path; a German reinforcement, or a unit in an area, comes on."""

    words, form, grammar = ("move", "enter", "march"), "move UNIT PATH", GRAMMAR

    def __init__(self, g: NorGame, side: Side, phase: Phase) -> None:
        self.g, self.side, self.phase, self.known = g, side, phase, {}
        self._idle = idle_hexes(g, side, phase)
        self._movers: dict[UnitId, NorMover] = {}
        self._fields: dict[tuple[object, ...], Field] = {}
        self._begun: dict[UnitId, list[tuple[Order, Field]]] = {}
        self._ways_on: dict[UnitId, tuple[list[Hex], Refusal | None]] = {}
        self._paid: dict[UnitId, list[tuple[Hex, int]]] = {}

    # -- who ----------------------------------------------------------------------------------

    def movers(self) -> Iterator[Order]:
        """Units on the map that may go now, then those that may come on, in order of arrival."""
        yield from self._going(self.g.board.on_map[self.side][:])
        units = self.g.state.units
        yield from self._going([u for u in self._there()[1] if units[u].hex < 0])

    def _going(self, every: Iterable[UnitId]) -> Iterator[Order]:
        """Those of some units of the side that nothing keeps, one by one."""
        g, side, phase = self.g, self.side, self.phase
        units, keeping, idle = g.state.units, KEEPING[phase], self._idle
        boxes = _BESIDE[side] if phase != "reserve" else ()
        gone, kinds, has_points = _GONE[phase], g.content.units, HAS_POINTS[phase]
        turn = g.state.turn()
        for unit_id in every:
            unit = units[unit_id]
            where = unit.hex
            if where >= 0:
                if idle[where] or not keeping.isdisjoint(unit.states):
                    continue
                if has_points(g, unit_id):
                    yield Order("move", unit_id, (where,))
            elif unit.box in boxes:
                waits = unit.box == WAITING
                if waits and (unit.numbers.get(DUE) or kinds[unit_id].arrival or 1) > turn:
                    continue
                if gone.isdisjoint(unit.states) and self._why_no_entry(unit_id) is None:
                    yield Order("move", unit_id)

    def is_open(self) -> bool:
        """Whether anybody may go."""
        return next(self.movers(), None) is not None

    def _why_no_entry(self, unit_id: UnitId) -> Refusal | None:
        if self.g.state.units[unit_id].box.startswith(AREA):
            return on_from_area(self.g, unit_id, self.phase)
        return self._way_on(unit_id)[1]

    def _way_on(self, unit_id: UnitId) -> tuple[list[Hex], Refusal | None]:
        """Where a unit off the map may come on, or why nowhere."""
        if unit_id not in self._ways_on:
            self._ways_on[unit_id] = entry_hexes(self.g, unit_id)
        return self._ways_on[unit_id]

    def option(self, mover: Order) -> Option:
        """Who goes."""
        start = self.g.state.units[mover.unit].hex
        where = (start,) if start >= 0 else ()
        return Option(mover.head, unit_name(self.g, mover.unit), mover.units, where)

    def mover(self, words: Words) -> Order:
        """A unit that may go; raises IllegalAnswer."""
        unit = words.unit()
        start = self.g.state.units[unit].hex
        box = self.g.state.units[unit].box
        if start >= 0 or not box or self.g.state.units[unit].side != self.side:
            allow(why_idle(self.g, unit, self.side, self.phase))
        else:
            allow(self._why_no_entry(unit))
        return Order("move", unit, (start,) if start >= 0 else ())

    def order(self, words: Words) -> Order:
        """The same with its path."""
        mover = self.mover(words)
        path = words.path(mover.path[0]) if mover.path else words.path()
        return mover.along(path)

    def some(self, pick: Pick) -> Iterator[Order]:
        """Three movers, from a random one on."""
        return islice(self.any(pick), 3)

    def any(self, pick: Pick) -> Iterator[Order]:
        """All movers, from a random one on."""
        places, there = self._there()
        first = bisect_left(places, pick(len(self.g.state.units)))
        return self._going(chain(there[first:], there[:first]))

    def _there(self) -> InOrder:
        """The units of the side but for some that certainly stand neither on the map nor beside it."""
        if WAITING in _BESIDE[self.side]:
            return _in_order(self.g.content, self.side)
        return _ashore(self.g, self.side, self.g.board.mapped)

    # -- where to -----------------------------------------------------------------------------

    def budget(self, unit_id: UnitId) -> int:
        """Half MPs of a unit in this segment."""
        return budget(self.g, unit_id, self.phase)

    def begun(self, mover: Order) -> list[tuple[Order, Field]]:
        """From where it stands, or from every hex by which it may come on."""
        if mover.unit not in self._begun:
            self._begun[mover.unit] = list(self._search_from(mover))
        return self._begun[mover.unit]

    def _search_from(self, mover: Order) -> Iterator[tuple[Order, Field]]:
        if mover.path:
            yield mover, self._field(mover.unit, mover.path[0], self.budget(mover.unit), fresh=True)
            return
        for start, left in self._entries(mover.unit):
            found = self._field(mover.unit, start, left, fresh=False)
            yield mover.along((start,)), found

    def _field(self, unit_id: UnitId, start: Hex, left: int, *, fresh: bool) -> Field:
        """How far a unit gets: as far as one that moves alike and begins as it does."""
        walker = self.walker(unit_id)
        who = alike(self.g.content, unit_id), walker.mobility
        begins = *who, walker.minimum, start, left, fresh
        if begins not in self._fields:
            self._fields[begins] = reach(walker, start, left, fresh=fresh)
        return self._fields[begins]

    def _entries(self, unit_id: UnitId) -> list[tuple[Hex, int]]:
        """The hexes by which a unit may come on, each with the half MPs left behind it."""
        if unit_id not in self._paid:
            self._paid[unit_id] = list(self._paid_for(unit_id))
        return self._paid[unit_id]

    def _paid_for(self, unit_id: UnitId) -> Iterator[tuple[Hex, int]]:
        budget = self.budget(unit_id)
        for h in self._way_on(unit_id)[0]:
            price = entry_price(self.g, unit_id, h, strategic=self.phase == "strategic")
            if price is not None and price <= budget and self._why_shut(unit_id, h) is None:
                yield h, budget - price

    def _why_shut(self, unit_id: UnitId, h: Hex) -> Refusal | None:
        """NOR-SM-03, NOR-MV-09, NOR-BD-04, NOR-IT-05  Why no unit of its kind comes on by a hex."""
        if is_foreign(self.g, h, nation_of(self.g, unit_id)):
            said = f"{self.g.grid.name(h)} lies beyond the inter-army boundary."
            return Refusal(said, "NOR-BD-04")
        return shut(self.walker(unit_id), h)

    def onward(self, order: Order, left: int, stops: Sequence[Hex]) -> Order:
        """The cheapest way through the stops."""
        return order.along(onward(self.walker(order.unit), order.path, left, stops))

    def why_no_end(self, mover: Order, h: Hex) -> Refusal | None:
        """NOR-MV-06, NOR-BD-05, NOR-RV-07  Stacking; units in Reserve keep away from the enemy."""
        unit = self.g.state.units[mover.unit]
        if (
            self.phase == "tactical"
            and RESERVE in unit.states
            and touches_enemy(self.g, h, self.side)
        ):
            said = f"{self.g.grid.name(h)} is next to an enemy, where no unit in Reserve may end."
            return Refusal(said, "NOR-RV-07")
        return why_full(self.g, self.side, h, mover.units)

    def why_no_way(self, mover: Order, goal: Hex) -> Refusal:
        """The cheapest way and its price, or what bars it."""
        walker = self.walker(mover.unit)
        if mover.path:
            return out_of_reach(walker, mover.path[0], goal, self.budget(mover.unit))
        begun = self._entries(mover.unit)
        if not begun:
            return Refusal("No entry hex can be paid for now.", "NOR-RF-03")
        start, left = min(begun, key=lambda way: self.g.grid.distance(way[0], goal))
        return out_of_reach(walker, start, goal, left, fresh=False)

    def steps(self, order: Order) -> Sequence[Step]:
        """Each step with its price; raises IllegalAnswer."""
        walker, unit, first = self.walker(order.unit), order.unit, order.path[0]
        if self.g.state.units[unit].hex >= 0:
            if len(order.path) < 2:
                raise_short(self.g, unit, self.phase)
            steps = follow(walker, order.path, self.budget(unit)).steps
        else:
            left = self._left_behind(unit).get(first)
            if left is None:
                allow(self._why_shut(unit, first))
                allow(self.why_no_way(order.along(()), first))
            assert left is not None
            steps = [Step(first, self.budget(unit) - left, "entry hex")]
            if len(order.path) > 1:
                steps += follow(walker, order.path, left, fresh=False).steps
        allow(self.why_no_end(order, order.end))
        return steps

    def check(self, order: Order) -> None:
        """Raise IllegalAnswer where anything forbids it."""
        unit, path = order.unit, order.path
        if on_map := self.g.state.units[unit].hex >= 0:
            left = self.budget(unit) if len(path) > 1 else -1
        else:
            left = self._left_behind(unit).get(path[0], -1)
        if left < 0 or not is_plain(self.walker(unit), path, left, fresh=on_map):
            self.steps(order)
        allow(self.why_no_end(order, order.end))

    def _left_behind(self, unit: UnitId) -> dict[Hex, int]:
        """The half MPs left behind each hex by which a unit may come on."""
        return dict(self._entries(unit))

    def awaits(self, order: Order) -> Sequence[str]:
        """NOR-ZC-02, NOR-CO-07, NOR-SU-05  What waits at the end of the way."""
        phase = RESERVES if self.phase == "reserve" else "combat"
        return awaiting(self.g, self.side, order.unit, order.end, phase)

    def draw(self, mover: Order, pick: Pick) -> Order | None:
        """Some way of a mover; None where it goes nowhere, or this one cannot end."""
        unit, fresh = mover.unit, bool(mover.path)
        begun = [(mover.path[0], self.budget(unit))] if fresh else self._entries(unit)
        if not begun:
            return None
        start, left = begun[pick(len(begun))]
        path = wander(self.walker(unit), start, left, pick, fresh=fresh)
        while len(path) > fresh and self.why_no_end(mover, path[-1]) is not None:
            path = path[:-1]
        return mover.along(path) if len(path) > fresh else None

    def walker(self, unit_id: UnitId) -> NorMover:
        """The rules that bind its steps."""
        if unit_id not in self._movers:
            self._movers[unit_id] = (
                Marcher(self.g, unit_id)
                if self.phase == "strategic"
                else Walker(self.g, unit_id, from_reserve=self.phase == "reserve")
            )
        return self._movers[unit_id]


@cache
def _in_order(content: NormandyContent, side: Side) -> InOrder:
    """The units of a side."""
    places = [n for n, kind in enumerate(content.units.values()) if kind.side == side]
    return places, in_order(content, side)


@lru_cache(maxsize=2)
def _ashore(g: NorGame, side: Side, _mapped: int) -> InOrder:
    """Those of a side that are on the map or beside it."""
    units, boxes = g.state.units, _BESIDE[side]
    every = zip(*_in_order(g.content, side), strict=True)
    there = [(n, u) for n, u in every if units[u].hex >= 0 or units[u].box in boxes]
    return [n for n, _ in there], tuple(u for _, u in there)


def raise_short(g: NorGame, unit: UnitId, phase: Phase) -> None:
    """A path of one hex is no move."""
    allow(Refusal(f"The path of {unit_name(g, unit)} enters no hex.", RULES[phase]))


def stacks_over(g: NorGame, side: Side) -> list[Hex]:
    """NOR-MV-06  Hexes of a side above the stacking limit, ascending."""
    here, units = g.board.here[side], g.state.units
    crowded = {h for u in g.board.on_map[side] if here[h := units[u].hex] > 1}
    return [h for h in sorted(crowded) if not has_room(g, side, h)]


def why_not_done(g: NorGame, side: Side) -> Refusal | None:
    """NOR-MV-06  An overstacked hex keeps a segment open."""
    full = stacks_over(g, side)
    if not full:
        return None
    why = why_full(g, side, full[0], ())
    assert why is not None
    return Refusal(f"The segment cannot end: {why.reason}", why.rule)
