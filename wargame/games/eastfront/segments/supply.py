"""Supply moved: by what rail capacity is left, then by truck, then by sea (EF-SP-02, EF-SP-11, EF-SP-12)."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.asks.cargo import PORT_USED
from wargame.games.eastfront.asks.fill import MOST, FillVerb
from wargame.games.eastfront.asks.supply import (
    CARRIED_SP,
    GRAMMAR,
    LAYERS,
    RECEIVED,
    TRUCKED_AT,
    Fill,
    Order,
    Rails,
    Train,
    TrainVerb,
    Truck,
    Voyage,
    VoyageVerb,
)
from wargame.games.eastfront.asks.trucks import TruckVerb
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.nets import TAIL_USED, carry, eastern
from wargame.games.eastfront.standing.stocks import Want, to_hq
from wargame.games.eastfront.state import DUMP, FERRIED, SP, EfGame
from wargame.hexes.grid import Hex
from wargame.rules.phases import clear


@segment("eastfront.supply.movement")
async def move(g: EfGame, side: Side, *, fill: tuple[str, ...] = (), filled: int = 0) -> Next:
    """EF-SP-02, EF-SP-11, EF-SP-12, EF-SP-20  One pass: points go by rail, truck or sea, or the next HQ is filled up."""
    verbs: list[Verb[Order]] = [] if filled else [FillVerb(g, side)]
    verbs += [TrainVerb(g, side), TruckVerb(g, side), VoyageVerb(g, side)]
    out: Done[Order] = Done(DONE_WORD, "No more supply moves", None, one_in=3)
    ask = MixedAsk(
        g, [*verbs, out], side=side, key="supply.move", rule="EF-SP-11", grammar=GRAMMAR,
        prompt="Move supply points.",
    )  # fmt: skip
    if fill:
        found = to_hq(g, ask, side, Want(fill[0], MOST, 0, ""))
        if found:
            _carry_out(g, side, ask.read(found)[1])
        else:
            g.keep(fill=fill[1:])
        return AGAIN
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        _clean(g)
        return DONE
    if isinstance(order, Fill):
        g.keep(fill=order.hqs, filled=1)
    else:
        _carry_out(g, side, order)
    return AGAIN


def _carry_out(g: EfGame, side: Side, order: Order) -> None:
    """One order by rail, truck or sea."""
    if isinstance(order, Train):
        _train(g, side, order)
    elif isinstance(order, Truck):
        _truck(g, order)
    elif isinstance(order, Voyage):
        _shift(g, order.start, order.to, order.points)
        for port in (order.start, order.to):
            used = g.state.layers.get(PORT_USED, {}).get(port, 0)
            g.set_layer(PORT_USED, {port: used + order.points}, rule="EF-NV-14")
        _add(g, FERRIED[side], order.to, order.points)


def _clean(g: EfGame) -> None:
    layer = g.state.layers.get(TRUCKED_AT, {})
    g.set_layer(TRUCKED_AT, dict.fromkeys(sorted(layer), 0), rule="EF-SP-12")
    clear(g, numbers=(CARRIED_SP, RECEIVED), rule="EF-SP-12")


def _add(g: EfGame, layer: str, where: Hex, n: int) -> None:
    g.set_layer(layer, {where: g.state.layers.get(layer, {}).get(where, 0) + n}, rule="EF-SP-11")


def _shift(g: EfGame, start: Hex, to: Hex, points: int) -> None:
    _add(g, DUMP, start, -points)
    _add(g, DUMP, to, points)
    g.note("shipped", hex=to, points=points, rule="EF-NV-20")


def _train(g: EfGame, side: Side, order: Train) -> None:
    rails = Rails(g, side)
    net = rails.net_of(order.start)
    assert net is not None
    east = eastern(g, side, net.hexes | rails.tail, order.start, order.to)
    carry(g, side, net, order.points, east=east, rule="EF-SP-20")
    if not net.hexes >> order.to & 1:
        used = int(g.state.tracks.get(TAIL_USED, 0))
        g.set_track(TAIL_USED, used + order.points, rule="EF-RA-13")
    layer = LAYERS[order.what]
    _add(g, layer, order.start, -order.points)
    _add(g, layer, order.to, order.points)
    g.note("railed", hex=order.to, points=order.points, stock=order.what, rule="EF-SP-20")


def _truck(g: EfGame, order: Truck) -> None:
    for name, n in ((order.giver, -order.points), (order.taker, order.points)):
        if name in g.content.units:
            unit = g.state.units[name]
            g.set_number(name, SP, unit.numbers.get(SP, 0) + n, rule="EF-SP-12")
            used = unit.numbers.get(CARRIED_SP, 0)
            g.set_number(name, CARRIED_SP, used + order.points, rule="EF-SP-12")
            if n > 0:
                g.set_number(name, RECEIVED, unit.numbers.get(RECEIVED, 0) + n, rule="EF-SP-12")
        else:
            _add(g, DUMP, g.grid.hex(name), n)
            if n > 0:
                _add(g, TRUCKED_AT, g.grid.hex(name), n)
    g.note("trucked", source=order.giver, goal=order.taker, points=order.points, rule="EF-SP-12")
