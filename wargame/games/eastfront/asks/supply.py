"""Orders of supply: `train 4 sp from 0635 to 1135`, `truck`, `ferry` (EF-SP-11, EF-SP-12)."""

from __future__ import annotations

from collections.abc import Iterator
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
    net_at,
    nets,
    tail,
)
from wargame.games.eastfront.sea import joined_ports, sea_path, water_of
from wargame.games.eastfront.state import (
    DUMP,
    FERRIED,
    RESOURCES,
    EfGame,
    place_name,
    unit_name,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

GRAMMAR = Grammar("EF-SP-11", unit="EF-SP-12", name=unit_name)
CARRIED_SP = "trucked"
"""Number of an HQ: SP trucked to or from it in this phase (EF-SP-12)."""
RECEIVED = "received"
"""Number of an HQ: SP that came to it by truck in this phase and go no farther (EF-SP-12)."""
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
        if (
            net is None
            and (spent := net_at(g, self.side, order.start))
            and spent.hexes >> order.to & 1
        ):
            return Refusal("The net has 0 rail capacity left.", "EF-SP-20")
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
        """Stocks on a net, as many points as it carries somewhere."""
        for what, where, n in self._starts():
            name, net = self.g.grid.name(where), self.rails.net_of(where)
            most = min(n, left(self.g, self.side, net)) if net else 0
            for points in sorted({1, most // 2, most} - {0}):
                label = f"{points} {what.upper()} from {place_name(self.g, where)} by rail"
                head = Option(f"train {points} {what} from {name}", label, (), (where,))
                if next(self.orders(head), None) is not None:
                    yield head

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
        points = number(words, self.form)
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


def number(words: Words, form: str) -> int:
    """A figure in an order; raises IllegalAnswer with how it is written."""
    text = words.word()
    if not text.isdigit():
        raise refuse(f"Write {form}.", "EF-SP-11")
    return int(text)


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
        points = number(words, self.form)
        words.expect("from", self.form)
        start = words.hex()
        words.expect("to", self.form)
        to = words.hex()
        words.end()
        order = Voyage(points, start, to)
        allow(self.why(order))
        name = self.g.grid.name
        return f"ferry {points} from {name(start)} to {name(to)}", order
