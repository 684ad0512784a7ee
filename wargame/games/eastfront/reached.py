"""A position as if its turn had been reached by playing: events of the past, control, isolation, rail pots."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.flow.lab import LAB
from wargame.games.eastfront.bounds import FOR_GOOD, HUNGARY_IN
from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.defection import happened, units_of_nation
from wargame.games.eastfront.forces import units_of
from wargame.games.eastfront.invariants import broken
from wargame.games.eastfront.isolation import determine
from wargame.games.eastfront.nets import set_pots
from wargame.games.eastfront.production import FEWER_AIR, FEWER_SP, OUT_TRACK
from wargame.games.eastfront.score import COUNTED, count_of, total
from wargame.games.eastfront.sea import frozen_sea
from wargame.games.eastfront.segments.events import surprised
from wargame.games.eastfront.segments.reinforcement import date_of
from wargame.games.eastfront.state import (
    BONUS,
    BULGARIA_CLOSED,
    CLASS,
    FINLAND_CLOSED,
    FINLAND_OUT,
    GONE,
    HELD,
    POOL,
    SURPRISE,
    UNPREPARED,
    EfGame,
)
from wargame.games.eastfront.supply import HELD_BACK
from wargame.rules.arrivals import WAITING


def ready(g: EfGame, segment: str) -> None:
    """Events of the past, control under the units that stand, isolation, rail pots, as if the turn had come so far."""
    _dated(g, segment)
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.hex >= 0 and unit.id in g.content.units and unit.hex in g.content.land:
            if g.content.units[unit.id].cls not in ("PA", "RE", "CE"):
                g.take(unit.hex, unit.side, rule=LAB)
        elif unit.hex < 0 and not unit.box:
            g.box(unit.id, HELD, rule=LAB)
    determine(g)
    _own_stocks(g)
    if (
        segment.startswith("eastfront.soviet")
        and count_of(g)
        and COUNTED["axis"] not in g.state.tracks
    ):
        g.set_track(COUNTED["axis"], total(g, "axis"), rule="EF-VP-02")
    for side in SIDES:
        if f".{side}." in f"{segment}.":
            set_pots(g, side)
    for fault in (*broken(g), *_in_water(g), *_too_early(g)):
        raise ValueError(fault)


def _own_stocks(g: EfGame) -> None:
    """EF-SP-15  Each side holds what is its own."""
    for side in SIDES:
        own = [
            stock for stock in map(str, g.state.lists.get(HELD_BACK[side], ()))
            if side == (
                g.state.control.get(g.grid.hex(stock)) if stock.isdigit() else g.state.units[stock].side
            )
        ]  # fmt: skip
        if g.state.lists.get(HELD_BACK[side]):
            g.set_list(HELD_BACK[side], own, rule=LAB)


def _dated(g: EfGame, segment: str) -> None:
    """EF-PE  What the events whose date is past have left; those that hang on dice alone are not among them."""
    rows, tracks, turn = g.content.events.dates, g.state.tracks, g.state.turn()
    axis = segment.startswith("eastfront.axis")
    begins = segment.split(".")[2:] in (
        [],
        ["initial"],
        ["initial", "weather"],
        ["initial", "events"],
    )

    def past(date: int, *, soviet: bool = False) -> bool:
        return turn > date or (
            turn == date and not (begins and axis != soviet) and axis <= (not soviet)
        )

    if axis and turn == 1 and not begins:
        g.set_track(SURPRISE, "axis", rule="EF-PE-01")
    if turn == 1 and axis != begins:
        _surprised(g)
    g.set_track(BONUS, max(int(tracks[BONUS]), int(".bonus" in segment)), rule="EF-SU-02")
    if past(rows.hungary.first) and not tracks.get(FINLAND_OUT):
        g.set_track(FINLAND_CLOSED, 0, rule="EF-PE-03")
    for name, date, value in (
        (HUNGARY_IN, rows.hungary.sure, 1), (OUT_TRACK["I"], rows.italy.turn, 1),
        (FEWER_AIR, rows.bombers, 1), (FEWER_SP, rows.normandy, 2),
    ):  # fmt: skip
        if past(date) and name not in tracks:
            g.set_track(name, value, rule=LAB)
    for unit, date in sorted(g.content.events.guards.items()):
        if (
            unit in g.state.units
            and past(date, soviet=True)
            and not g.state.units[unit].ties.get(CLASS)
        ):
            g.tie(unit, CLASS, "SG", rule="EF-PE-22")
    _followed(g)
    if past(rows.levy):
        g.set_list(FOR_GOOD, units_of(g, "RF-A1"), rule="EF-PE-24")


def _followed(g: EfGame) -> None:
    """EF-PE-04, EF-PE-15 to -21, -25  What events that are said to have happened have left behind."""
    for event, letter in (
        ("EF-PE-15", "I"),
        ("EF-PE-18", "F"),
        ("EF-PE-19", "R"),
        ("EF-PE-21", "H"),
    ):
        if happened(g, event):
            g.set_track(OUT_TRACK[letter], 1, rule=event)
            for unit in units_of_nation(g.content, letter):
                if g.state.units[unit].box in (WAITING, POOL):
                    g.box(unit, GONE, rule=event)
    for event, name, value in (
        ("EF-PE-04", HUNGARY_IN, 1), ("EF-PE-16", FEWER_AIR, 1), ("EF-PE-17", FEWER_SP, 2),
        ("EF-PE-18", FINLAND_CLOSED, 1), ("EF-PE-20", BULGARIA_CLOSED, 0),
    ):  # fmt: skip
        if happened(g, event):
            g.set_track(name, value, rule=event)


def _surprised(g: EfGame) -> None:
    """EF-PE-01, EF-PE-05  From the event to the first roll the army that stands as it was set up is unprepared."""
    for unit in surprised(g):
        if g.state.units[unit].hex == g.content.units[unit].start:
            g.gain(unit, UNPREPARED, rule="EF-PE-01")


def _in_water(g: EfGame) -> Iterator[str]:
    """EF-WX-04, EF-NV-11  Ground units where there is neither land nor ice, ships where there is no port or sea."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        wet = unit.id in g.content.units and unit.hex >= 0 and unit.hex not in g.content.land
        if wet and not frozen_sea(g, unit.hex):
            yield f"{unit.id} stands in water or out of play, in {g.grid.name(unit.hex)}"
        dry = unit.id in g.content.naval and unit.hex >= 0 and unit.hex not in g.content.ports
        if dry and unit.hex not in g.content.sea:
            yield f"{unit.id} is neither in a port nor at sea, in {g.grid.name(unit.hex)}"


def _too_early(g: EfGame) -> Iterator[str]:
    """EF-RF-10, EF-RF-12  Units that stand on the map before the turn in which they can come."""
    sooner = {
        unit: row.turns[0]
        for row in g.content.forces.conditional if row.turns
        for unit in row.at_once
    }  # fmt: skip
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        first = min(date_of(g, unit.id), sooner.get(unit.id, g.content.scenario.last_turn))
        if unit.hex >= 0 and first > g.state.turn():
            yield f"EF-RF-10: {unit.id} does not come before turn {first}"
