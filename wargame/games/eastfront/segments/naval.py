"""Naval movement with reaction and battle, sea transport, supply of groups (EF-NV, EF-MV-01, EF-EP-01)."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.asks.cargo import PORT_USED, Ship, ShipVerb
from wargame.games.eastfront.asks.naval import GRAMMAR, Route, RouteVerb, Sail, SailVerb
from wargame.games.eastfront.cargo import ship
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.harm import lose_steps
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.nets import fed_hexes
from wargame.games.eastfront.sailing import MET, sail
from wargame.games.eastfront.sea import (
    CARRIED,
    at_sea,
    groups,
    water_of,
)
from wargame.games.eastfront.state import (
    AT_SEA,
    FIRED,
    LOST,
    NAVAL_REACTED,
    OTHER,
    ROUTES,
    SPENT,
    EfGame,
)
from wargame.model.state import Unit

Order = Sail | Ship | Route | None
MENDED = "mended"
"""Number: the turn in which a group last got a step back (EF-NV-22)."""
SHUT_IN = "shut in"
"""Number: player-turns in an isolated port (EF-NV-21)."""


@segment("eastfront.naval.move")
async def move(g: EfGame, side: Side, phase: int) -> Next:
    """EF-MV-01, EF-MV-02, EF-EX-01  One pass: a force sails, a unit is shipped, a route is set."""
    verbs: list[Verb[Order]] = [SailVerb(g, side), ShipVerb(g, side, phase)]
    if phase == 5:
        routes: list[Verb[Order]] = [RouteVerb(g, side), RouteVerb(g, side, end=True)]
        verbs += routes
    out: Done[Order] = Done(DONE_WORD, "No more naval moves", None, one_in=2)
    ask = MixedAsk(
        g, [*verbs, out], side=side, key="naval", rule="EF-NV-11", grammar=GRAMMAR,
        prompt="Naval movement.",
    )  # fmt: skip
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        for unit in groups(g, OTHER[side]):
            g.shed(unit.id, NAVAL_REACTED, rule="EF-NV-12")
        for unit in groups(g, side):
            g.set_number(unit.id, MET, 0, rule="EF-NV-12")
        return DONE
    if isinstance(order, Route):
        set_route(g, side, order)
    elif isinstance(order, Ship):
        await ship(g, side, order, phase)
    else:
        await sail(g, side, order.units, order.to, order.via)
    return AGAIN


def set_route(g: EfGame, side: Side, order: Route) -> None:
    """EF-NV-24  A point is given to a route, or taken back where it stands on it already and is asked off."""
    entry = f"{order.group} {g.grid.name(order.port)}"
    old = [str(x) for x in g.state.lists.get(ROUTES[side], ())]
    if entry in old:
        old.remove(entry)
    else:
        old.append(entry)
    g.set_list(ROUTES[side], old, rule="EF-NV-24")
    g.note("route", unit=order.group, hex=order.port, rule="EF-NV-24")


# -- end of the player-turn -------------------------------------------------------------------------


@segment("eastfront.end.naval")
async def supply(g: EfGame, side: Side) -> Next:
    """EF-EP-01, EF-EP-10, EF-NV-21, EF-NV-22  Groups in supplied ports are replenished, others wear out."""
    fed = fed_hexes(g, side)
    for unit in [u for who in SIDES for u in groups(g, who) if FIRED in u.states]:
        g.shed(unit.id, SPENT, rule="EF-NV-10")
    for unit in groups(g, side):
        g.set_number(unit.id, CARRIED, 0, rule="EF-NV-14")
        port = not at_sea(g, unit)
        if port and not is_cut(g, side, unit.hex):
            _replenish(g, unit, mends=bool(fed >> unit.hex & 1))
        elif not (port and _waits(g, unit)):
            _wear(g, unit)
    used = g.state.layers.get(PORT_USED, {})
    g.set_layer(PORT_USED, dict.fromkeys(sorted(used), 0), rule="EF-NV-14")
    return DONE


def _replenish(g: EfGame, unit: Unit, *, mends: bool) -> None:
    """EF-NV-21, EF-NV-22"""
    for number in (AT_SEA, SHUT_IN):
        g.set_number(unit.id, number, 0, rule="EF-NV-21")
    g.shed(unit.id, SPENT, rule="EF-NV-21")
    lost = unit.numbers.get(LOST, 0)
    port = g.content.ports[unit.hex]
    if lost and mends and port.size == "major" and unit.id not in ("N-FI", "N-RO"):
        since = unit.numbers.get(MENDED) or g.state.turn()
        g.set_number(unit.id, MENDED, since, rule="EF-NV-22")
        if g.state.turn() - since >= g.content.limits.naval.mend:
            g.set_number(unit.id, LOST, lost - 1, rule="EF-NV-22")
            g.set_number(unit.id, MENDED, 0, rule="EF-NV-22")


def _waits(g: EfGame, unit: Unit) -> bool:
    """EF-NV-21  In an isolated port a group keeps its count for some turns."""
    shut = unit.numbers.get(SHUT_IN, 0) + 1
    g.set_number(unit.id, SHUT_IN, shut, rule="EF-NV-21")
    return shut <= g.content.limits.naval.shut_in


def _wear(g: EfGame, unit: Unit) -> None:
    """EF-NV-21  Another player-turn at sea; from the third on a step is lost each time."""
    count = unit.numbers.get(AT_SEA, 0) + 1
    g.set_number(unit.id, AT_SEA, count, rule="EF-NV-21")
    if count >= g.content.limits.naval.count:
        g.gain(unit.id, SPENT, rule="EF-NV-21")
        lose_steps(g, unit.id, 1, rule="EF-NV-21")


def ships_may_sail(g: EfGame, side: str) -> bool:
    """EF-MV-01  Whether a group is not locked in by ice."""
    own: Side = "axis" if side == "axis" else "soviet"
    return g.content.plays("naval") and any(
        at_sea(g, u) or water_of(g, u.hex) for u in groups(g, own)
    )


def ships_afloat(g: EfGame, _side: str) -> bool:
    """EF-EP-01  Groups of either side: one that fired for a defence is operative again."""
    return any(groups(g, who) for who in SIDES)


WHEN = {"ships_may_sail": ships_may_sail, "ships_afloat": ships_afloat}
