"""Naval movement with reaction and battle, sea transport, supply of groups (EF-NV, EF-MV-01, EF-EP-01)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wargame.flow.ask import DONE_WORD, PASS, About, Choice, Odds, Option
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.asks.naval import (
    CARRIED,
    GRAMMAR,
    PORT_USED,
    Route,
    RouteVerb,
    Sail,
    SailVerb,
    Ship,
    ShipVerb,
    start_of,
    way,
)
from wargame.games.eastfront.capture import enter
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.harm import lose_steps
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.naval_odds import contact, hits, lead, meeting_odds
from wargame.games.eastfront.nets import fed_hexes
from wargame.games.eastfront.sea import (
    at_sea,
    group_of,
    groups,
    sea_path,
    water_of,
    within_sail,
)
from wargame.games.eastfront.state import (
    AT_SEA,
    FIRED,
    LANDED,
    LOST,
    NAVAL_REACTED,
    OTHER,
    ROUTES,
    SAILED,
    SHIPPED,
    SPENT,
    EfGame,
    place_name,
    steps,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

Order = Sail | Ship | Route | None
MENDED = "mended"
"""Number: the turn in which a group last got a step back (EF-NV-22)."""
MET = "met"
"""Number: reactions against a group in this phase (EF-NV-12)."""
SHUT_IN = "shut in"
"""Number: player-turns in an isolated port (EF-NV-21)."""


@segment("eastfront.naval.move")
async def move(g: EfGame, side: Side, phase: int) -> Next:
    """EF-MV-01, EF-MV-02, EF-EX-01  One pass: a force sails, a unit is shipped, a route is set."""
    verbs: list[Verb[Order]] = [SailVerb(g, side)]
    if phase == 5:
        ends: list[Verb[Order]] = [
            ShipVerb(g, side),
            RouteVerb(g, side),
            RouteVerb(g, side, end=True),
        ]
        verbs += ends
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
        await ship(g, side, order)
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


async def sail(
    g: EfGame, side: Side, units: Sequence[UnitId], to: Hex, via: Sequence[Hex] = ()
) -> bool:
    """EF-NV-11, EF-NV-12, EF-NV-13  A force goes to a hex; whether it is still there after reactions."""
    start = g.state.units[units[0]].hex
    path, price = way(g, side, g.state.units[units[0]], to, via)
    for unit in units:
        spent = g.state.units[unit].numbers.get(SAILED, 0)
        g.set_number(unit, SAILED, spent + price, rule="EF-NV-11")
        g.place(unit, to, rule="EF-NV-11")
        g.note("sails", unit=unit, hex=to, rule="EF-NV-11")
    fought = await reactions(g, side, units, path)
    alive = [u for u in units if g.state.units[u].hex >= 0]
    if fought and alive and start in g.content.ports and start != to:
        await _turn_back(g, side, alive, start)
    return bool(alive)


async def _turn_back(g: EfGame, side: Side, units: Sequence[UnitId], start: Hex) -> None:
    """EF-NV-13  After a battle the phasing force goes on, or returns to the port it came from."""
    names = ", ".join(unit_name(g, u) for u in units)
    choices = [
        (Option("stay", "Go on"), False),
        (Option("return", f"Return to {place_name(g, start)}", tuple(units), (start,)), True),
    ]
    ask = Choice(side, "naval.return", f"{names}: go on?", choices, rule="EF-NV-13", quiet="stay")
    if await g.ask(ask):
        for unit in units:
            g.place(unit, start, rule="EF-NV-13")
            g.note("sails", unit=unit, hex=start, rule="EF-NV-13")


def reactors(g: EfGame, side: Side, sea: str, path: Sequence[Hex]) -> list[tuple[UnitId, Hex]]:
    """EF-NV-12  Groups of the other side that may react, with each hex of the path that is near enough."""
    far, found = g.content.limits.naval.react, []
    for unit in groups(g, side):
        if group_of(g, unit.id).sea != sea or unit.states & {SPENT, NAVAL_REACTED}:
            continue
        near = within_sail(g, side, start_of(g, unit), far)
        found += [(unit.id, h) for h in dict.fromkeys(path) if h in near]
    return found


async def reactions(g: EfGame, side: Side, units: Sequence[UnitId], path: Sequence[Hex]) -> bool:
    """EF-NV-12  The other side may send up to two groups in a phase against a force that sails; whether one fought."""
    enemy, fought = OTHER[side], False
    met = max(g.state.units[u].numbers.get(MET, 0) for u in units)
    for n in range(met, g.content.limits.naval.reactions):
        alive = [u for u in units if g.state.units[u].hex >= 0]
        found = reactors(g, enemy, group_of(g, units[0]).sea, path) if alive else []
        if not found:
            return fought
        choices = [
            (
                Option(
                    f"react {u} {g.grid.name(h)}",
                    f"{unit_name(g, u)} to {place_name(g, h)}",
                    (u,),
                    (h,),
                ),
                (u, h),
            )
            for u, h in found
        ]
        out = (Option(PASS, "No reaction"), ("", -1))
        names = ", ".join(unit_name(g, u) for u in alive)
        ask = Choice(
            enemy,
            "naval.react",
            f"{names} at sea: react?",
            [out, *choices],
            rule="EF-NV-12",
            quiet=PASS,
            odds=partial(_met_odds, g, enemy, alive),
            about=About(hexes=(path[-1],), against=tuple(alive)),
        )
        unit, where = await g.ask(ask)
        if not unit:
            return fought
        for each in alive:
            g.set_number(each, MET, n + 1, rule="EF-NV-12")
        fought |= await _meet(g, enemy, unit, where, alive)
    return fought


def _met_odds(
    g: EfGame, side: Side, against: Sequence[UnitId], sent: tuple[UnitId, Hex]
) -> Odds | None:
    return meeting_odds(g, side, sent[0], against) if sent[0] else None


async def _meet(g: EfGame, side: Side, unit: UnitId, where: Hex, against: Sequence[UnitId]) -> bool:
    """EF-NV-12  A group comes to the path; whether there is contact, and so battle."""
    g.gain(unit, NAVAL_REACTED, rule="EF-NV-12")
    g.place(unit, where, rule="EF-NV-12")
    needed = contact(g, unit)
    if g.roll("contact", sides=10, unit=unit, needed=needed, rule="EF-NV-12") <= needed:
        await battle(g, side, [unit], against)
        return True
    return False


async def battle(g: EfGame, side: Side, own: Sequence[UnitId], enemies: Sequence[UnitId]) -> None:
    """EF-NV-13  One round: both sides roll, hits are simultaneous."""
    more = lead(g, own, enemies)
    by_own = _hits(g, side, own[0], more)
    by_enemy = _hits(g, OTHER[side], enemies[0], -more)
    await _suffer(g, OTHER[side], enemies, by_own)
    await _suffer(g, side, own, by_enemy)


def _hits(g: EfGame, side: Side, unit: UnitId, more: int) -> int:
    roll = g.roll("naval_battle", sides=10, by=side, unit=unit, more=more, rule="EF-NV-13")
    return hits(g, roll + more)


async def _suffer(g: EfGame, side: Side, units: Sequence[UnitId], hits: int) -> None:
    """EF-NV-13  The owner removes steps; transports are spared while others are there, for the first hit."""
    for n in range(hits):
        alive = [u for u in units if g.state.units[u].hex >= 0]
        if not alive:
            return
        others = [u for u in alive if group_of(g, u).type != "transport"]
        able = others if others and n == 0 else alive
        choices = [(Option(f"lose {u}", unit_name(g, u), (u,)), u) for u in able]
        ask = Choice(side, "naval.losses", "Which group loses a step?", choices, rule="EF-NV-13")
        lose_steps(g, await g.settle(ask), 1, rule="EF-NV-13")


async def ship(g: EfGame, side: Side, order: Ship) -> None:
    """EF-NV-14, EF-NV-15  A unit goes by sea with its transport, or lands."""
    size, start = max(1, steps(g, order.unit)), g.state.units[order.unit].hex
    group = g.state.units[order.group]
    carried = group.numbers.get(CARRIED, 0)
    g.set_number(order.group, CARRIED, carried + size, rule="EF-NV-14")
    _use_port(g, start, size)
    friendly = order.to in g.content.ports and g.state.control.get(order.to) == side
    goal = order.to
    if not friendly:
        ends = {n for n in g.grid.neighbours[order.to] if n in g.content.sea}
        goal = sea_path(g, side, start_of(g, group), ends)[-1]
    before = steps(g, order.group)
    there = await sail(g, side, [order.group], goal)
    sunk = before - (steps(g, order.group) if there else 0)
    if not there:
        lose_steps(g, order.unit, size, rule="EF-NV-13")
        return
    g.gain(order.unit, SHIPPED, rule="EF-NV-14")
    if sunk and g.roll("cargo", sides=10, unit=order.unit, needed=6, rule="EF-NV-13") >= 6:
        lose_steps(g, order.unit, 1, rule="EF-NV-13")
        if g.state.units[order.unit].hex < 0:
            return
    if g.state.units[order.group].hex != goal:
        return
    g.place(order.unit, order.to, rule="EF-NV-14")
    if friendly:
        _use_port(g, order.to, size)
    else:
        g.note("lands", unit=order.unit, hex=order.to, rule="EF-NV-15")
        ashore = group.numbers.get(LANDED, 0)
        g.set_number(order.group, LANDED, ashore + size, rule="EF-NV-15")
        g.set_number(order.unit, LANDED, 1, rule="EF-NV-15")
        await enter(g, [order.unit], order.to)


def _use_port(g: EfGame, port: Hex, n: int) -> None:
    used = g.state.layers.get(PORT_USED, {}).get(port, 0)
    g.set_layer(PORT_USED, {port: used + n}, rule="EF-NV-14")


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
