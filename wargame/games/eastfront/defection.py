"""Nations that leave the Axis: Finland, Romania, Bulgaria, Hungary, Italy (EF-PE-15, EF-PE-18 to -21, -25)."""

from __future__ import annotations

from wargame.flow.ask import Choice
from wargame.games.eastfront import forces
from wargame.games.eastfront.air import evict
from wargame.games.eastfront.capture import seize
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.events import DatesRow
from wargame.games.eastfront.fleet import flee
from wargame.games.eastfront.harm import eliminate, leave
from wargame.games.eastfront.production import OUT_TRACK
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    FINLAND_OUT,
    GONE,
    HELD,
    POOL,
    WITHDRAWN,
    EfGame,
    kind_of,
    nation,
    on_map,
    stack,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.choose import of_hexes

PAST = "events past"
"""List: events that have happened, by id."""


def _dates(g: EfGame) -> DatesRow:
    return g.content.events.dates


def happened(g: EfGame, event: str) -> bool:
    """Whether an event is past."""
    return event in g.state.lists.get(PAST, ())


def past(g: EfGame, event: str) -> None:
    """An event has happened."""
    g.set_list(PAST, (*g.state.lists.get(PAST, ()), event), rule=event)
    g.note("event", event=event, rule=event)


async def finland(g: EfGame) -> None:
    """EF-PE-18  The armistice."""
    row, places, control = _dates(g).finland, g.content.events.places, g.state.control
    turn = g.state.turn()
    if g.state.tracks.get(OUT_TRACK["F"]):
        return
    viipuri = control.get(places.finland[0]) == "soviet"
    east = all(control.get(h) == "soviet" for h in places.finland)
    free = (
        control.get(places.leningrad) == "soviet"
        and control.get(places.narva) == "soviet"
        and not forces.near(g, "soviet", places.leningrad, 4)
    )
    if (turn >= row.sure and viipuri) or (
        turn >= row.first
        and (east or free)
        and g.roll("armistice", sides=10, by="axis", needed=row.roll, rule="EF-PE-18") >= row.roll
    ):
        await _armistice(g)


async def _armistice(g: EfGame) -> None:
    """EF-PE-18, EF-PE-25  Finland leaves; Soviet units in it go home, its border is shut."""
    nation_leaves(g, "F", "EF-PE-18")
    g.set_track(FINLAND_OUT, 1, rule="EF-PE-18")
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.side == "axis" and unit.hex >= 0 and g.content.nation[unit.hex] == "F":
            leave(g, unit.id, GONE, rule="EF-PE-18")
    for unit in on_map(g, "soviet"):
        if g.content.nation[unit.hex] == "F":
            await _go_home(g, unit.id)
    g.set_track(FINLAND_CLOSED, 1, rule="EF-PE-18")
    past(g, "EF-PE-18")


async def _go_home(g: EfGame, unit_id: UnitId) -> None:
    """EF-PE-18  A Soviet unit is placed by its owner in a nearest own hex outside Finland that has room."""
    start = g.state.units[unit_id].hex
    able = {
        h: g.grid.distance(start, h)
        for h, who in sorted(g.state.control.items())
        if who == "soviet"
        and g.content.nation[h] != "F"
        and not g.board.here["axis"][h]
        and why_full(g, "soviet", h, [unit_id]) is None
    }
    if not able:
        eliminate(g, unit_id, rule="EF-PE-18")
        return
    least, name = min(able.values()), unit_name(g, unit_id)
    ask = Choice(
        "soviet", "armistice", f"The armistice: {name} leaves Finland. Where to?",
        of_hexes(g, [h for h in able if able[h] == least], f"place {unit_id} {{hex}}", f"{name} to {{place}}", unit_id),
        rule="EF-PE-18",
    )  # fmt: skip
    g.place(unit_id, await g.settle(ask), rule="EF-PE-18")


async def romania(g: EfGame) -> None:
    """EF-PE-19  Romania changes sides."""
    row, places = _dates(g).romania, g.content.events.places
    if g.state.tracks.get(OUT_TRACK["R"]) or g.state.turn() < row.first:
        return
    soviets = [u.hex for u in on_map(g, "soviet") if g.content.units[u.id].cls != "PA"]
    inside = any(g.content.nation[h] == "R" for h in soviets)
    cities = sum(g.state.control.get(h) == "soviet" for h in places.romania)
    if not inside or cities < 2:
        return
    close = any(g.grid.distance(h, places.bucharest) <= 1 for h in soviets)
    needed = row.near if close else row.roll
    if g.roll("romania", sides=10, by="axis", needed=needed, rule="EF-PE-19") < needed:
        return
    await _romania_turns(g)


async def _romania_turns(g: EfGame) -> None:
    """EF-PE-19, EF-PE-25  Its units roll; its land becomes Soviet where no other Axis unit stands."""
    for unit in on_map(g, "axis"):
        if nation(g, unit.id) != "R":
            continue
        others = [u for u in stack(g, unit.hex, "axis") if nation(g, u.id) != "R"]
        stays = g.content.nation[unit.hex] == "R" and not others and not kind_of(g, unit.id).hq
        roll = g.roll("defection", sides=10, unit=unit.id, rule="EF-PE-19")
        if stays and roll > 5:
            g.turn_over(unit.id, "soviet", rule="EF-PE-19")
        else:
            leave(g, unit.id, GONE, rule="EF-PE-19")
    nation_leaves(g, "R", "EF-PE-19")
    past(g, "EF-PE-19")
    await _fall(g, [h for h in _axis_land(g, "R") if not stack(g, h, "axis")])


def _axis_land(g: EfGame, letter: str) -> list[Hex]:
    """The land of a nation that the Axis controls, ascending."""
    control, of = g.state.control, g.content.nation
    return [h for h in sorted(g.content.land) if of[h] == letter and control.get(h) == "axis"]


async def _fall(g: EfGame, hexes: list[Hex]) -> None:
    """EF-HC-03, EF-NV-17  Land becomes Soviet; then air units there fly off, and ships sail."""
    for where in hexes:
        seize(g, "soviet", where)
    for where in hexes:
        evict(g, "axis", where)
        await flee(g, "axis", where)


def bulgaria(g: EfGame) -> None:
    """EF-PE-20  Bulgaria changes sides once Soviet units stand at its border."""
    if not happened(g, "EF-PE-19") or happened(g, "EF-PE-20"):
        return
    soviets = [u.hex for u in on_map(g, "soviet") if g.content.units[u.id].cls != "PA"]
    if not any(g.content.nation[n] == "B" for h in soviets for n in g.grid.neighbours[h]):
        return
    g.set_track(BULGARIA_CLOSED, 0, rule="EF-PE-20")
    for where in sorted(g.content.land):
        if g.content.nation[where] == "B" and not stack(g, where, "axis"):
            g.take(where, "soviet", rule="EF-PE-20")
    past(g, "EF-PE-20")


async def crisis(g: EfGame) -> None:
    """EF-PE-21  The Hungarian crisis; what an Axis unit holds stays Axis too (R-233)."""
    row, places, control = _dates(g).hungarian, g.content.events.places, g.state.control
    if g.state.tracks.get(OUT_TRACK["H"]) or g.state.turn() < row.first:
        return
    debrecen, *either = places.hungary
    if control.get(debrecen) != "soviet" or not any(control.get(h) == "soviet" for h in either):
        return
    if g.roll("hungarian_crisis", sides=10, by="axis", needed=row.roll, rule="EF-PE-21") < row.roll:
        return
    nation_leaves(g, "H", "EF-PE-21")
    past(g, "EF-PE-21")
    germans = sorted({u.hex for u in on_map(g, "axis") if nation(g, u.id) == "G"})
    near = {h for where in germans for h in g.grid.within(where, 2)}
    await _fall(g, [h for h in _axis_land(g, "H") if h not in near and not stack(g, h, "axis")])


def nation_leaves(g: EfGame, letter: str, rule: str) -> None:
    """EF-PE-25  Units of a nation that has left the Axis are gone, wherever they are."""
    g.set_track(OUT_TRACK[letter], 1, rule=rule)
    g.set_track(f"rp {letter}", 0, rule=rule)
    for unit_id in units_of_nation(g.content, letter):
        unit = g.state.units[unit_id]
        if unit.side == "axis" and (unit.hex >= 0 or unit.box in (WAITING, POOL, HELD, WITHDRAWN)):
            leave(g, unit_id, GONE, rule=rule)


def units_of_nation(content: EastFrontContent, letter: str) -> list[UnitId]:
    """EF-PE-25  The Axis units of a nation, in the air and at sea too, by id."""
    ground = [u.id for u in content.units.values() if u.side == "axis" and u.nation == letter]
    air = [u.id for u in content.air.values() if u.side == "axis" and u.nation == letter]
    naval = [u.id for u in content.naval.values() if u.side == "axis" and u.nation == letter]
    return sorted([*ground, *air, *naval])
