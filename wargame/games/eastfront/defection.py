"""Nations that leave the Axis: Finland, Romania, Bulgaria, Hungary, Italy (EF-PE-15, EF-PE-18 to -21, -25)."""

from __future__ import annotations

from wargame.games.eastfront import forces, score
from wargame.games.eastfront.capture import seize
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.events import DatesRow
from wargame.games.eastfront.harm import eliminate, leave
from wargame.games.eastfront.production import OUT_TRACK
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    GONE,
    HELD,
    POOL,
    EfGame,
    class_of,
    kind_of,
    nation,
    on_map,
    stack,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING

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
    g.set_track(score.FINLAND_OUT, 1, rule="EF-PE-18")
    for unit in on_map(g, "axis"):
        if g.content.nation[unit.hex] == "F" and class_of(g, unit.id).id != "PA":
            leave(g, unit.id, GONE, rule="EF-PE-18")
    for unit in on_map(g, "soviet"):
        if g.content.nation[unit.hex] == "F":
            home = _nearest_home(g, unit.hex)
            if home is None:
                eliminate(g, unit.id, rule="EF-PE-18")
            else:
                g.place(unit.id, home, rule="EF-PE-18")
    g.set_track(FINLAND_CLOSED, 1, rule="EF-PE-18")
    past(g, "EF-PE-18")


def _nearest_home(g: EfGame, start: Hex) -> Hex | None:
    """EF-PE-18  The nearest own hex outside Finland, the lowest of equals."""
    found = [
        (g.grid.distance(start, h), h)
        for h, who in g.state.control.items()
        if who == "soviet" and g.content.nation[h] != "F" and not g.board.here["axis"][h]
    ]
    return min(found)[1] if found else None


def romania(g: EfGame) -> None:
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
    _romania_turns(g)


def _romania_turns(g: EfGame) -> None:
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
    for where in sorted(g.content.land):
        if (
            g.content.nation[where] == "R"
            and g.state.control.get(where) == "axis"
            and not stack(g, where, "axis")
        ):
            seize(g, "soviet", where)
    nation_leaves(g, "R", "EF-PE-19")
    past(g, "EF-PE-19")


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


def crisis(g: EfGame) -> None:
    """EF-PE-21  The Hungarian crisis."""
    row, places, control = _dates(g).hungarian, g.content.events.places, g.state.control
    if g.state.tracks.get(OUT_TRACK["H"]) or g.state.turn() < row.first:
        return
    debrecen, *either = places.hungary
    if control.get(debrecen) != "soviet" or not any(control.get(h) == "soviet" for h in either):
        return
    if g.roll("hungarian_crisis", sides=10, by="axis", needed=row.roll, rule="EF-PE-21") < row.roll:
        return
    nation_leaves(g, "H", "EF-PE-21")
    germans = {u.hex for u in on_map(g, "axis") if nation(g, u.id) == "G"}
    for where in sorted(g.content.land):
        near = any(g.grid.distance(where, h) <= 2 for h in germans)
        if g.content.nation[where] == "H" and control.get(where) == "axis" and not near:
            seize(g, "soviet", where)


def nation_leaves(g: EfGame, letter: str, rule: str) -> None:
    """EF-PE-25  Units of a nation that has left the Axis are gone, wherever they are."""
    g.set_track(OUT_TRACK[letter], 1, rule=rule)
    g.set_track(f"rp {letter}", 0, rule=rule)
    for unit_id in _units_of(g.content, letter):
        unit = g.state.units[unit_id]
        if unit.side == "axis" and (unit.hex >= 0 or unit.box in (WAITING, POOL, HELD)):
            leave(g, unit_id, GONE, rule=rule)


def _units_of(content: EastFrontContent, letter: str) -> list[UnitId]:
    ground = [u.id for u in content.units.values() if u.side == "axis" and u.nation == letter]
    air = [u.id for u in content.air.values() if u.side == "axis" and u.nation == letter]
    naval = [u.id for u in content.naval.values() if u.side == "axis" and u.nation == letter]
    return sorted([*ground, *air, *naval])
