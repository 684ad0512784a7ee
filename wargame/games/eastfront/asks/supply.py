"""Orders of supply: `train 4 sp from 0635 to 1135`, `truck`, `ferry` (EF-SP-11, EF-SP-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from wargame.flow.ask import Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.asks.cargo import port_left
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import connected, is_cut
from wargame.games.eastfront.nets import (
    TAIL_USED,
    RailNet,
    east_left,
    eastern,
    left,
    nets,
    tail,
)
from wargame.games.eastfront.sea import joined_ports, sea_path, water_of
from wargame.games.eastfront.segments.chits import holds
from wargame.games.eastfront.state import (
    DUMP,
    FERRIED,
    RESOURCES,
    SP,
    EfGame,
    kind_of,
    place_name,
    unit_name,
)
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

GRAMMAR = Grammar("EF-SP-11", unit="EF-SP-12", name=unit_name)
CARRIED_SP = "trucked"
"""Number of an HQ: SP trucked to or from it in this phase (EF-SP-12)."""
TRUCKED_AT = "trucked at"
"""Layer: SP that came by truck to a hex in this phase and go no farther."""
LAYERS = {"sp": DUMP, "srp": RESOURCES}


class Train(NamedTuple):
    """SP or SRP go by rail."""

    what: str
    points: int
    start: Hex
    to: Hex


class Truck(NamedTuple):
    """SP go by truck between an HQ and a dump, or two HQs; names are HQ ids or hex numbers."""

    points: int
    giver: str
    taker: str


class Voyage(NamedTuple):
    """EF-NV-20  SP go by sea to a port that a route serves."""

    points: int
    start: Hex
    to: Hex


class Fill(NamedTuple):
    """HQs are filled up in this order, by truck from what lies near, by rail to where trucks fetch it."""

    hqs: tuple[UnitId, ...]


Order = Train | Truck | Voyage | Fill | None


class Rails:
    """The nets with what is left, and captured track, as the question stands."""

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side
        self.nets = [net for net in nets(g, side) if left(g, side, net)]
        fed = 0
        for net in self.nets:
            fed |= net.hexes if net.fed else 0
        self.tail = tail(g, fed) if side == "axis" else 0

    def net_of(self, where: Hex) -> RailNet | None:
        """The net of a hex."""
        return next((net for net in self.nets if net.hexes >> where & 1), None)

    def tail_left(self) -> int:
        """EF-RA-13  Points that captured track may still carry."""
        return self.g.content.limits.rail.tail_points - int(self.g.state.tracks.get(TAIL_USED, 0))


class TrainVerb(Verb[Train]):
    """`train 4 sp from 0635 to 1135`"""

    words, form, one_in, staged = ("train",), "train N sp from HEX to HEX", 2, True

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side
        self._rails: Rails | None = None

    @property
    def rails(self) -> Rails:
        """The railways, looked up once."""
        if self._rails is None:
            self._rails = Rails(self.g, self.side)
        return self._rails

    def _starts(self) -> Iterator[tuple[str, Hex, int]]:
        for what, layer in LAYERS.items():
            for where, n in sorted(self.g.state.layers.get(layer, {}).items()):
                if n and self.g.state.control.get(where) == self.side and self.rails.net_of(where):
                    yield what, where, n

    def why(self, order: Train) -> Refusal | None:
        """EF-SP-20, EF-RA-19, EF-IS-04  Why points do not go by rail; None if they do."""
        g, start = self.g, place_name(self.g, order.start)
        stock = g.state.layers.get(LAYERS[order.what], {}).get(order.start, 0)
        if (
            g.state.control.get(order.start) != self.side
            or stock < order.points
            or order.points < 1
        ):
            return Refusal(f"{start} holds {stock} {order.what.upper()} of yours.", "EF-SP-11")
        net = self.rails.net_of(order.start)
        on_tail = bool(self.rails.tail >> order.to & 1) and order.what == "sp"
        if net is None or order.to == order.start or not (net.hexes >> order.to & 1 or on_tail):
            return Refusal(
                f"No railway leads from {start} to {place_name(g, order.to)}.", "EF-SP-20"
            )
        for end in (order.start, order.to):
            if is_cut(g, self.side, end):
                return Refusal(f"{place_name(g, end)} is isolated.", "EF-IS-04")
        there = left(g, self.side, net)
        if order.points > there:
            return Refusal(f"The net has {there} rail capacity left.", "EF-SP-20")
        short = order.points > east_left(g)
        if short and eastern(g, self.side, net.hexes | self.rails.tail, order.start, order.to):
            return Refusal(f"{east_left(g)} are left east of the border.", "EF-RA-15")
        if on_tail and order.points > self.rails.tail_left():
            return Refusal(f"Captured track carries {self.rails.tail_left()} more.", "EF-RA-13")
        return None

    def heads(self) -> Iterator[Option]:
        """Stocks on a net."""
        for what, where, n in self._starts():
            name = self.g.grid.name(where)
            for points in sorted({1, n // 2, n} - {0}):
                label = f"{points} {what.upper()} from {place_name(self.g, where)} by rail"
                yield Option(f"train {points} {what} from {name}", label, (), (where,))

    def orders(self, head: Option) -> Iterator[Option]:
        """Where they may go: HQs, cities, ends of the net."""
        _, points, what, _, _ = head.answer.split()
        for to in self._ends(head.hexes[0]):
            if self.why(Train(what, int(points), head.hexes[0], to)) is None:
                yield Option(
                    f"{head.answer} to {self.g.grid.name(to)}",
                    f"{head.label} to {place_name(self.g, to)}",
                    (),
                    (to,),
                )

    def _ends(self, start: Hex) -> list[Hex]:
        net = self.rails.net_of(start)
        return members((net.hexes if net else 0) | self.rails.tail)

    def sample(self, pick: Pick) -> str:
        """Some stock to some hex."""
        heads = list(self.heads())
        for _ in range(3 if heads else 0):
            head = heads[pick(len(heads))]
            _, points, what, _, _ = head.answer.split()
            ends = self._ends(head.hexes[0])
            to = ends[pick(len(ends))]
            if self.why(Train(what, int(points), head.hexes[0], to)) is None:
                return f"{head.answer} to {self.g.grid.name(to)}"
        return ""

    def read(self, words: Words) -> tuple[str, Train]:
        """Points, kind, from, to; raises IllegalAnswer."""
        points = _number(words, self.form)
        what = words.one_of("stock", {"sp": "sp", "srp": "srp"})
        words.expect("from", self.form)
        start = words.hex()
        words.expect("to", self.form)
        to = words.hex()
        words.end()
        order = Train(what, points, start, to)
        allow(self.why(order))
        name = self.g.grid.name
        return f"train {points} {what} from {name(start)} to {name(to)}", order


def _number(words: Words, form: str) -> int:
    text = words.word()
    if not text.isdigit():
        raise refuse(f"Write {form}.", "EF-SP-11")
    return int(text)


class TruckVerb(Verb[Truck]):
    """`truck 3 from 1135 to A-HP2`: one side of it is an HQ."""

    words, form, one_in = ("truck",), "truck N from X to Y", 2

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
            return unit.numbers.get(SP, 0) - unit.numbers.get("received", 0)
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
        """Who can send to whom, as much as goes."""
        for giver, taker in self._pairs():
            for points in (8, 6, 5, 4, 3, 2, 1):
                if self.why(Truck(points, giver, taker)) is None:
                    label = f"{points} SP by truck from {self._name(giver)} to {self._name(taker)}"
                    yield Option(f"truck {points} from {giver} to {taker}", label)
                    break

    def _name(self, name: str) -> str:
        g = self.g
        return unit_name(g, name) if name in g.content.units else place_name(g, g.grid.hex(name))

    def read(self, words: Words) -> tuple[str, Truck]:
        """Points, giver, taker; raises IllegalAnswer."""
        points = _number(words, self.form)
        words.expect("from", self.form)
        giver = self._end(words)
        words.expect("to", self.form)
        taker = self._end(words)
        words.end()
        order = Truck(points, giver, taker)
        allow(self.why(order))
        return f"truck {points} from {giver} to {taker}", order

    def _end(self, words: Words) -> str:
        text = words.word()
        known = {unit.casefold(): unit for unit in self.g.content.units}
        if text.casefold() in known:
            return known[text.casefold()]
        try:
            return self.g.grid.name(self.g.grid.hex(text))
        except ValueError as error:
            raise refuse(f'"{text}" is neither an HQ nor a hex.', "EF-SP-12") from error


class VoyageVerb(Verb[Voyage]):
    """`ferry 2 from 2615 to 1514`: a transport point of a route carries SP."""

    words, form, one_in = ("ferry",), "ferry N from HEX to HEX", 4

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    @cached_property
    def _served(self) -> dict[Hex, int]:
        return joined_ports(self.g, self.side, connected(self.g, self.side))

    def why(self, order: Voyage) -> Refusal | None:
        """EF-NV-20, EF-NV-14  Why SP do not go by sea."""
        g, points = self.g, self._served
        used = g.state.layers.get(FERRIED[self.side], {}).get(order.to, 0)
        stock = g.state.layers.get(DUMP, {}).get(order.start, 0)
        if order.to not in points or order.start not in g.content.ports:
            return Refusal("SP go by sea to a port that a route serves.", "EF-NV-20")
        waters = set(water_of(g, order.to))
        if not sea_path(g, self.side, water_of(g, order.start), waters):
            said = f"No ship goes from {place_name(g, order.start)} to {place_name(g, order.to)}."
            return Refusal(said, "EF-NV-19")
        if order.points > points[order.to] - used or order.points > min(
            port_left(g, order.start), port_left(g, order.to)
        ):
            return Refusal("The route or a port carries no more.", "EF-NV-14")
        if (
            g.state.control.get(order.start) != self.side
            or stock < order.points
            or order.points < 1
        ):
            return Refusal(f"{place_name(g, order.start)} holds {stock} SP.", "EF-SP-11")
        return None

    def heads(self) -> Iterator[Option]:
        """Ports with SP to ports in sea supply."""
        g = self.g
        served = self._served if g.content.plays("naval") else {}
        for to in sorted(served):
            for start, n in sorted(g.state.layers.get(DUMP, {}).items()):
                if n and start != to and self.why(Voyage(1, start, to)) is None:
                    name = g.grid.name
                    label = f"1 SP by sea from {place_name(g, start)} to {place_name(g, to)}"
                    yield Option(
                        f"ferry 1 from {name(start)} to {name(to)}", label, (), (start, to)
                    )

    def read(self, words: Words) -> tuple[str, Voyage]:
        """Points, from, to; raises IllegalAnswer."""
        points = _number(words, self.form)
        words.expect("from", self.form)
        start = words.hex()
        words.expect("to", self.form)
        to = words.hex()
        words.end()
        order = Voyage(points, start, to)
        allow(self.why(order))
        name = self.g.grid.name
        return f"ferry {points} from {name(start)} to {name(to)}", order
