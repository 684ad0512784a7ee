"""Orders of trucks: `truck 3 from 1135 to A-HP2` (EF-SP-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from wargame.flow.ask import Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.asks.supply import CARRIED_SP, RECEIVED, TRUCKED_AT, Truck, number
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.segments.chits import holds
from wargame.games.eastfront.state import DUMP, SP, EfGame, kind_of, place_name, unit_name
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.choose import some


class TruckVerb(Verb[Truck]):
    """`truck 3 from 1135 to A-HP2`: one side of it is an HQ."""

    words, form, one_in, staged = ("truck",), "truck N from X to Y", 2, True

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side
        self._supply = supply_of(g, side)
        self._near: dict[UnitId, Mapping[Hex, int]] = {}

    def why(self, order: Truck) -> Refusal | None:
        """EF-SP-12  Why SP do not go by truck; None if they do."""
        g = self.g
        hqs = [name for name in (order.giver, order.taker) if name in g.content.units]
        if not hqs or order.giver == order.taker:
            return Refusal("Trucks go to or from an HQ.", "EF-SP-12")
        for hq in hqs:
            kind, unit = kind_of(g, hq), g.state.units[hq]
            if not kind.hq or kind.side != self.side or unit.hex < 0:
                return Refusal(f"{unit_name(g, hq)} is no HQ of yours on the map.", "EF-SP-12")
            used = unit.numbers.get(CARRIED_SP, 0)
            if used + order.points > kind.lift:
                return Refusal(
                    f"The trucks of {unit_name(g, hq)} carry {kind.lift} SP a turn.", "EF-SP-12"
                )
        if self._stock(order.giver) < order.points or order.points < 1:
            return Refusal(f"{order.giver} has {self._stock(order.giver)} SP to send.", "EF-SP-12")
        room = self._room(order.taker)
        if room is not None and order.points > room:
            return Refusal(f"{unit_name(g, order.taker)} has room for {room} SP.", "EF-SP-12")
        if not self._linked(hqs[0], order.taker if order.giver == hqs[0] else order.giver):
            return Refusal("No supply path leads there for trucks.", "EF-SP-12")
        return None

    def _stock(self, name: str) -> int:
        """SP that may be trucked: those that came by truck go no farther."""
        g = self.g
        if name in g.content.units:
            unit = g.state.units[name]
            return unit.numbers.get(SP, 0) - unit.numbers.get(RECEIVED, 0)
        where = g.grid.hex(name)
        if g.state.control.get(where) != self.side:
            return 0
        came = g.state.layers.get(TRUCKED_AT, {}).get(where, 0)
        return g.state.layers.get(DUMP, {}).get(where, 0) - came

    def _room(self, name: str) -> int | None:
        g = self.g
        if name not in g.content.units:
            return None if g.state.control.get(g.grid.hex(name)) == self.side else 0
        return holds(g.content, name) - g.state.units[name].numbers.get(SP, 0)

    def _linked(self, hq: UnitId, other: str) -> bool:
        g = self.g
        where = g.state.units[other].hex if other in g.content.units else g.grid.hex(other)
        return where in self._costs(hq)

    def _costs(self, hq: UnitId) -> Mapping[Hex, int]:
        """The hexes its trucks reach."""
        if hq not in self._near:
            most = kind_of(self.g, hq).truck or self.g.content.limits.supply.truck
            self._near[hq] = self._supply.paths.costs([self.g.state.units[hq].hex], most)
        return self._near[hq]

    def _pairs(self) -> Iterator[tuple[str, str]]:
        g = self.g
        dumps = [
            g.grid.name(h) for h, n in sorted(g.state.layers.get(DUMP, {}).items())
            if n and g.state.control.get(h) == self.side
        ]  # fmt: skip
        hqs = self._supply.hqs()
        for hq in hqs:
            costs = self._costs(hq.id)
            for dump in dumps:
                if g.grid.hex(dump) in costs:
                    yield dump, hq.id
            for other in hqs:
                if other.id != hq.id and other.hex in costs:
                    yield other.id, hq.id
            yield hq.id, g.grid.name(hq.hex)

    def heads(self) -> Iterator[Option]:
        """Who can send anything: an HQ, or a hex where SP lie."""
        most: dict[str, int] = {}
        for order in self._hauls():
            most[order.giver] = max(order.points, most.get(order.giver, 0))
        for giver, points in most.items():
            units = (giver,) if giver in self.g.content.units else ()
            label = f"By truck from {self._name(giver)}"
            yield Option(f"truck {points} from {giver}", label, units, (self._at(giver),))

    def orders(self, head: Option) -> Iterator[Option]:
        """To whom, as much as goes, half of it, or one."""
        giver = head.answer.rpartition(" ")[2]
        for order in self._hauls():
            if order.giver == giver:
                for points in sorted({order.points, order.points // 2, 1} - {0}, reverse=True):
                    yield Option(
                        _trucked(order._replace(points=points)),
                        f"{head.label} to {self._name(order.taker)}: {points} SP",
                        head.units,
                        (self._at(order.taker),),
                    )

    def sample(self, pick: Pick) -> str:
        """Some of what goes, in full."""
        found = some(self._pairs(), self._haul, pick)
        return _trucked(found) if found else ""

    def is_open(self) -> bool:
        """Whether a truck could carry anything."""
        return any(True for _ in self._hauls())

    def _hauls(self) -> Iterator[Truck]:
        """Who can send to whom, as much as goes."""
        return filter(None, map(self._haul, self._pairs()))

    def _haul(self, pair: tuple[str, str]) -> Truck | None:
        """As much as goes from one to another."""
        giver, taker = pair
        most = min(self._stock(giver), *self._rooms(giver, taker))
        whole = (Truck(n, giver, taker) for n in (8, 6, 5, 4, 3, 2, 1) if n <= most)
        return next((order for order in whole if self.why(order) is None), None)

    def _rooms(self, giver: str, taker: str) -> Iterator[int]:
        """EF-SP-12  What the trucks of the HQs have left to carry, and the room there is for it."""
        units = self.g.state.units
        for hq in (name for name in (giver, taker) if name in self.g.content.units):
            yield kind_of(self.g, hq).lift - units[hq].numbers.get(CARRIED_SP, 0)
        if (room := self._room(taker)) is not None:
            yield room

    def _at(self, name: str) -> Hex:
        """Where an HQ stands, or the hex itself."""
        units = self.g.state.units
        return units[name].hex if name in units else self.g.grid.hex(name)

    def _name(self, name: str) -> str:
        g = self.g
        return unit_name(g, name) if name in g.content.units else place_name(g, g.grid.hex(name))

    def read(self, words: Words) -> tuple[str, Truck]:
        """Points, giver, taker; raises IllegalAnswer."""
        points = number(words, self.form)
        words.expect("from", self.form)
        giver = self._end(words)
        words.expect("to", self.form)
        taker = self._end(words)
        words.end()
        order = Truck(points, giver, taker)
        allow(self.why(order))
        return _trucked(order), order

    def _end(self, words: Words) -> str:
        text = words.word()
        if hq := _folded(self.g.content).get(text.casefold()):
            return hq
        try:
            return self.g.grid.name(self.g.grid.hex(text))
        except ValueError as error:
            raise refuse(f'"{text}" is neither an HQ nor a hex.', "EF-SP-12") from error


@cache
def _folded(content: EastFrontContent) -> dict[str, UnitId]:
    """The ground units by id, whatever the case."""
    return {unit.casefold(): unit for unit in content.units}


def _trucked(order: Truck) -> str:
    return f"truck {order.points} from {order.giver} to {order.taker}"
