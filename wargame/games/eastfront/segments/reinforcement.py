"""Reinforcement Phase: arrivals, conditional reinforcements, reaction forces, withdrawals (EF-RF)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront import forces
from wargame.games.eastfront.air import base_hexes, has_room
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.tables import Conditional, ReactionForce
from wargame.games.eastfront.harm import leave
from wargame.games.eastfront.isolation import is_cut, own_sources
from wargame.games.eastfront.merging import DECLINED, merge_some, split, split_among
from wargame.games.eastfront.nets import capacities, net_at, nets
from wargame.games.eastfront.production import save_points, yields
from wargame.games.eastfront.sea import sea_of_port, water_of
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    DUMP,
    HELD,
    LEVEL,
    RESOURCES,
    SP,
    WITHDRAWN,
    EfGame,
    class_of,
    kind_of,
    on_map,
    place_name,
    unit_name,
)
from wargame.games.eastfront.unplaced import why_not_there, why_not_withdrawn, why_nothing
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.choose import of_hexes

BACK = "back"
"""Number: the turn in which a unit returns that an event took away (EF-PE-14), or arrives earlier."""
LEFT_TO_PLACE = "to place"
"""Tracks with a side: SP and SRP of this turn not yet placed."""


def due(g: EfGame, side: Side) -> list[UnitId]:
    """EF-RF-10  Units of a side that arrive now or were held over, by id."""
    turn, found, dates = g.state.turn(), [], _dates(g.content)
    away = (WAITING, WITHDRAWN)
    for unit in [u for u in g.state.units.values() if u.box in away and u.side == side]:
        back = unit.numbers.get(BACK, 0)
        if (unit.box == WAITING and 0 < (back or dates[unit.id]) <= turn) or (
            unit.box == WITHDRAWN and back and back <= turn
        ):
            found.append(unit.id)
    return sorted(found)


def date_of(g: EfGame, unit_id: UnitId) -> int:
    """The turn of arrival that is printed."""
    return _dates(g.content)[unit_id]


@cache
def _dates(content: EastFrontContent) -> dict[UnitId, int]:
    """The turns of arrival of all units."""
    ground = {u: kind.arrival or 0 for u, kind in content.units.items()}
    air = {u: kind.turn for u, kind in content.air.items()}
    return {**{u: group.turn for u, group in content.naval.items()}, **air, **ground}


def places(g: EfGame, unit_id: UnitId) -> list[Hex]:
    """EF-RF-10, EF-IS-04, EF-PE-14, EF-PE-24  Where a unit may arrive: its hex, else the nearest source or city of the main net."""
    content = g.content
    side: Side = g.state.units[unit_id].side  # type: ignore[assignment]
    if unit_id in content.naval:
        return _ports(g, unit_id, side)
    if unit_id in content.air:
        away = g.state.units[unit_id].box == WITHDRAWN
        base = content.events.dates.africa.at if away else content.air[unit_id].base
        if has_room(g, unit_id, base):
            return [base]
        return [h for h in base_hexes(g, side) if has_room(g, unit_id, h)]
    entries = _entries(g, unit_id)
    fit = [h for h in entries if _open(g, side, unit_id, h)]
    return fit or _elsewhere(g, side, unit_id, entries[0] if entries else None)


def _entries(g: EfGame, unit_id: UnitId) -> tuple[Hex, ...]:
    """Where a ground unit is to arrive by the calendar, an event, or its condition."""
    entry = g.content.events.levy.get(unit_id, g.content.units[unit_id].entry)
    row = forces.row_of(g, unit_id)
    return (entry,) if entry is not None else row.entry if row else ()


def _ports(g: EfGame, unit_id: UnitId, side: Side) -> list[Hex]:
    group = g.content.naval[unit_id]

    def fits(port: Hex) -> bool:
        return (
            port in g.content.ports
            and g.state.control.get(port) == side
            and not is_cut(g, side, port)
            and bool(water_of(g, port))
        )

    if fits(group.port):
        return [group.port]
    return [
        h for h in sorted(g.content.ports) if fits(h) and sea_of_port(g.content, h) == group.sea
    ]


def _open(g: EfGame, side: Side, unit_id: UnitId, where: Hex) -> bool:
    return (
        g.state.control.get(where) == side
        and not is_cut(g, side, where)
        and why_full(g, side, where, [unit_id]) is None
    )


def _elsewhere(g: EfGame, side: Side, unit_id: UnitId, entry: Hex | None) -> list[Hex]:
    """EF-RF-10  Sources and cities of the main net, the nearest by rail from where it should have come."""
    main = max((n for n in nets(g, side) if n.fed), key=lambda net: net.rank, default=None)
    cities = members(main.hexes) if main else []
    found = {h for h in cities if g.content.place_kind(h) in ("city", "major city")}
    found |= {*own_sources(g, side)}
    fit = [h for h in sorted(found) if _open(g, side, unit_id, h)]
    if entry is None or not fit:
        return fit
    far = _by_rail(g, entry)
    least = min(far.get(h, 999) for h in fit)
    return [h for h in fit if far.get(h, 999) == least]


def _by_rail(g: EfGame, start: Hex) -> dict[Hex, int]:
    """Rail hexes from a hex to every other."""
    links, far, queue = g.content.rail_links(g.state.turn()), {start: 0}, [start]
    for h in queue:
        for near in links[h]:
            if near not in far:
                far[near] = far[h] + 1
                queue.append(near)
    return far


@segment("eastfront.reinforcement.arrivals")
async def arrivals(g: EfGame, side: Side, begun: int = 0) -> Next:
    """EF-RF-01, EF-RF-10  One pass: output, then a unit, then a lot of SP or SRP."""
    if not begun:
        g.keep(begun=1)
        found = yields(g, side)
        save_points(g, side, found)
        g.set_track(f"{LEFT_TO_PLACE} sp", found.sp, rule="EF-SP-10")
        g.set_track(f"{LEFT_TO_PLACE} srp", found.srp, rule="EF-SP-10")
        g.set_list(f"{LEFT_TO_PLACE} used", (), rule="EF-RF-11")
        g.set_list(DECLINED, (), rule="EF-RF-19")
        return AGAIN
    for unit in due(g, side):
        if await arrive(g, side, unit):
            return AGAIN
    if await merge_some(g, side):
        return AGAIN
    for name, layer in (("sp", DUMP), ("srp", RESOURCES)):
        if int(g.state.tracks.get(f"{LEFT_TO_PLACE} {name}", 0)) and await _stock(
            g, side, name, layer
        ):
            return AGAIN
    return DONE


async def arrive(g: EfGame, side: Side, unit: UnitId, hexes: Iterable[Hex] | None = None) -> bool:
    """EF-RF-10, EF-RP-16, EF-SQ-11  A unit is placed, or a panzer set split up; False where it must wait.

    Nobody may leave it undone; where one hex alone is open, nobody is asked (EF-AU-01).
    """
    found = list(places(g, unit) if hexes is None else hexes)
    pairs = split_among(g, unit)
    if not found and not pairs:
        return False
    name = unit_name(g, unit)
    places_: list[tuple[Option, Hex | tuple[UnitId, UnitId]]] = [
        *of_hexes(g, found, f"place {unit} {{hex}}", f"{name} in {{place}}", unit), *pairs,
    ]  # fmt: skip
    ask = Choice(
        side, "arrivals", f"{name} arrives. Where?", places_, rule="EF-RF-10",
        explain=lambda text: why_not_there(g, side, unit, text),
    )  # fmt: skip
    where = await g.settle(ask)
    if isinstance(where, tuple):
        split(g, unit, where)
        return True
    g.place(unit, where, rule="EF-RF-10")
    for number in (BACK, LEVEL):
        g.set_number(unit, number, 0, rule="EF-RF-10")
    if unit in g.content.units and kind_of(g, unit).hq:
        g.set_number(unit, SP, kind_of(g, unit).sp, rule="EF-RF-10")
    g.note("arrives", unit=unit, hex=where, rule="EF-RF-10")
    return True


async def _stock(g: EfGame, side: Side, name: str, layer: str) -> bool:
    """EF-RF-11, EF-SP-23  Points of this turn are placed on sources, as many as may lie there."""
    track = f"{LEFT_TO_PLACE} {name}"
    n = int(g.state.tracks[track])
    rooms = {h: _room(g, side, h) for h in heads(g, side)}
    able = [h for h, room in rooms.items() if room]
    if not able:
        g.note("not_placed", side=side, points=n, rule="EF-RF-11")
        g.set_track(track, 0, rule="EF-RF-11")
        return True
    must = min(n, sum(rooms[h] for h in able))
    ask = _placing(g, side, name, n, {h: rooms[h] for h in able})
    shares = {g.grid.name(able[0]): must} if len(able) == 1 else await g.ask(ask)
    used = [str(x) for x in g.state.lists.get(f"{LEFT_TO_PLACE} used", ())]
    for where in able:
        if k := shares.get(g.grid.name(where), 0):
            there = g.state.layers.get(layer, {}).get(where, 0)
            g.set_layer(layer, {where: there + k}, rule="EF-RF-11")
            used += [g.grid.name(where)] * k
            g.note("placed", side=side, hex=where, points=k, stock=name, rule="EF-RF-11")
    g.set_track(track, n - must, rule="EF-RF-11")
    g.set_list(f"{LEFT_TO_PLACE} used", used, rule="EF-RF-11")
    return True


def _placing(g: EfGame, side: Side, name: str, n: int, rooms: Mapping[Hex, int]) -> Allotment:
    """EF-RF-11  All that finds room, over the sources; first the railways that carry most are offered, then what is nearest to an HQ."""
    what = "Supply Points" if name == "sp" else "Resource Points"
    must = min(n, sum(rooms.values()))
    pots = {net.lowest: most for net, most in capacities(g, side)}
    found = {h: net_at(g, side, h) for h in rooms}
    carries = {h: pots.get(net.lowest, 0) if net else 0 for h, net in found.items()}
    proposed, rest, behind = {}, must, _behind(g, side, rooms)
    for h in sorted(rooms, key=lambda h: (-carries[h], behind[h], h)):
        proposed[g.grid.name(h)] = min(rest, rooms[h])
        rest -= proposed[g.grid.name(h)]
    rows = [
        Share(
            g.grid.name(h), place_name(g, h), min(n, room), purse=name, hexes=(h,),
            note=f"its railway carries {carries[h]}", rule="EF-RF-11",
        )
        for h, room in rooms.items()
    ]  # fmt: skip
    return Allotment(
        side, "arrivals.supply", f"{n} {what} arrive. On which sources?", rows,
        {name: Purse(what, must, must=must)}, rule="EF-RF-11", proposed=proposed,
        explain=lambda word: why_nothing(g, side, word, heads(g, side)),
    )  # fmt: skip


def _behind(g: EfGame, side: Side, hexes: Iterable[Hex]) -> dict[Hex, int]:
    """How far each source lies behind the nearest HQ."""
    hqs = {u.hex for u in on_map(g, side) if class_of(g, u.id).id == "HQ"}
    return {where: min((g.grid.distance(where, h) for h in hqs), default=0) for where in hexes}


def heads(g: EfGame, side: Side) -> list[Hex]:
    """EF-RF-11, EF-SC-05  Own sources that are not isolated, where SP of a turn are placed."""
    own = g.content.scenario.arrive_at.get(side)
    found = [g.grid.hex(n) for n in own] if own else own_sources(g, side)
    return [h for h in found if g.state.control.get(h) == side and not is_cut(g, side, h)]


def _room(g: EfGame, side: Side, where: Hex) -> int:
    rows = g.content.limits.placing
    most = rows.at.get(where, rows.most) if side == "axis" else rows.most
    used = [str(x) for x in g.state.lists.get(f"{LEFT_TO_PLACE} used", ())]
    return most - used.count(g.grid.name(where))


# -- conditional reinforcements, reaction forces ----------------------------------------------------


def conditions(g: EfGame, side: str) -> list[Conditional]:
    """EF-RF-12, EF-RF-13  Conditional reinforcements whose condition holds now and that did not come yet."""
    return [
        row for row in g.content.forces.conditional
        if row.side == side and not forces.used(g, row.id) and forces.holds(g, row)
    ]  # fmt: skip


@segment("eastfront.reinforcement.conditional")
async def conditional(g: EfGame, side: Side, begun: int = 0) -> Next:
    """EF-RF-02, EF-RF-12, EF-RF-13  All conditions are tested together, then units are placed."""
    if not begun:
        g.keep(begun=1)
        for unit, until in forces.leaving(g, side):
            g.note("leaves", unit=unit, turn=until, rule="EF-RF-12")
            leave(g, unit, WITHDRAWN, rule="EF-RF-12")
        for row in conditions(g, side):
            forces.use(g, row.id)
            g.note("condition", title=row.title, rule="EF-RF-12")
            for unit in (*forces.units_of(g, row.id), *row.at_once):
                if unit in g.state.units and g.state.units[unit].box in (HELD, WAITING):
                    if g.state.units[unit].box == HELD:
                        g.box(unit, WAITING, rule="EF-RF-12")
                    g.set_number(unit, BACK, g.state.turn(), rule="EF-RF-12")
        return AGAIN
    for unit in due(g, side):
        if await arrive(g, side, unit):
            return AGAIN
    return DONE


@segment("eastfront.reinforcement.reaction_forces")
async def reaction_forces(g: EfGame, side: Side, begun: int = 0) -> Next:
    """EF-RF-03, EF-RF-14, EF-RF-15, EF-RF-16  Forces go home or stand up; one is placed a pass."""
    if not begun:
        g.keep(begun=1)
        for row in g.content.forces.reaction:
            if row.side == side:
                forces.rest(g, row)
        return AGAIN
    for force in g.content.forces.reaction:
        if force.side == side and forces.awake(g, force):
            for unit in forces.units_of(g, force.id):
                if g.state.units[unit].box == HELD and await _stand_up(g, side, force, unit):
                    return AGAIN
    return DONE


async def _stand_up(g: EfGame, side: Side, row: ReactionForce, unit: UnitId) -> bool:
    """EF-RF-14, EF-RF-16  A reaction force in its hex, the one that was threatened, or next to it."""
    tried: dict[Hex, None] = {}
    for home in forces.threatened(g, row):
        near = (home, *g.grid.neighbours[home])
        tried.update(dict.fromkeys(near))
    found = [h for h in tried if _open(g, side, unit, h) and not _enemies(g, side, h)]
    if row.home or row.anywhere:
        found = [h for h in found if g.content.nation[h] == row.nation]
    return bool(found) and await arrive(g, side, unit, found)


def _enemies(g: EfGame, side: Side, where: Hex) -> bool:
    other = "soviet" if side == "axis" else "axis"
    return bool(g.board.here[other][where])


def conditions_due(g: EfGame, side: str) -> bool:
    """EF-RF-12"""
    own: Side = "axis" if side == "axis" else "soviet"
    return bool(conditions(g, side)) or bool(forces.leaving(g, own))


def reaction_forces_due(g: EfGame, side: str) -> bool:
    """EF-RF-14"""
    return any(
        row.side == side and (forces.awake(g, row) or forces.out(g, row) or forces.mending(g, row))
        for row in g.content.forces.reaction
    )


# -- withdrawals ------------------------------------------------------------------------------------


@segment("eastfront.reinforcement.withdrawals")
async def withdrawals(g: EfGame, side: Side) -> Next:
    """EF-RF-17  One pass: a unit or step that an event demands leaves the map."""
    demands = [str(x) for x in g.state.lists.get(forces.DEMANDS[side], ())]
    if not demands:
        return DONE
    kind, *rest = demands
    able = forces.demanded(g, side, kind)
    if not able:
        g.note("none_to_withdraw", side=side, demand=kind, rule="EF-RF-17")
        g.set_list(forces.DEMANDS[side], rest, rule="EF-RF-17")
        return AGAIN
    title = forces.title_of(kind)
    choices = [
        (Option(f"withdraw {u}", f"{unit_name(g, u)} leaves ({title})", (u,)), u) for u in able
    ]
    ask = Choice(
        side, "withdraw", f"Withdraw: {title}.", choices, rule="EF-RF-17",
        explain=lambda text: why_not_withdrawn(g, side, kind, title, text),
    )  # fmt: skip
    unit = await g.settle(ask)
    g.set_list(forces.DEMANDS[side], rest, rule="EF-RF-17")
    forces.withdraw(g, unit, kind)
    return AGAIN


def withdrawals_due(g: EfGame, side: str) -> bool:
    """EF-RF-17"""
    return bool(g.state.lists.get(forces.DEMANDS[side]))


WHEN = {
    "conditions_due": conditions_due,
    "reaction_forces_due": reaction_forces_due,
    "withdrawals_due": withdrawals_due,
}
