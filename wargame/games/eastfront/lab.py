"""What a position file may say about East Front, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.eastfront.bounds import FOR_GOOD, HUNGARY_IN
from wargame.games.eastfront.data.files import SIDES, WEATHER_TITLES, ZONES
from wargame.games.eastfront.defection import PAST
from wargame.games.eastfront.forces import QUIET, RESTING, USED, units_of
from wargame.games.eastfront.harm import TOLL
from wargame.games.eastfront.invariants import broken
from wargame.games.eastfront.isolation import determine
from wargame.games.eastfront.labour import EVACUATING
from wargame.games.eastfront.nets import set_pots
from wargame.games.eastfront.production import FEWER_AIR, FEWER_SP, OUT_TRACK, rp_track
from wargame.games.eastfront.score import COUNTED, CREDIT, SCORE, count_of, total
from wargame.games.eastfront.sea import frozen_sea
from wargame.games.eastfront.segments.events import surprised
from wargame.games.eastfront.segments.reinforcement import date_of
from wargame.games.eastfront.segments.weather import STREAK
from wargame.games.eastfront.state import (
    AIRFIELD,
    AT_SEA,
    BONUS,
    BREAK,
    BULGARIA_CLOSED,
    CLASS,
    DEMOLISHED,
    DUMP,
    FACTORY,
    FINLAND_CLOSED,
    FINLAND_OUT,
    FORT,
    FROZEN,
    GAUGE,
    HARASSED,
    HELD,
    LEVEL,
    LOST,
    MP,
    OIL_OUT,
    OUT,
    PORT_HITS,
    RESOURCES,
    ROUTES,
    SAILED,
    SINCE,
    SP,
    SURPRISE,
    UNPREPARED,
    WEATHER,
    EfGame,
    most_steps,
    steps,
)
from wargame.model.state import UnitId
from wargame.rules.setters import Setter, UnitSetter, control, known, number, table, track, words

_MOST_POINTS = 99


def _weather(g: EfGame, value: Any) -> None:
    """Weather = { B = "S" }: by zone."""
    told = {known("zone", zone, ZONES): letter for zone, letter in table(value).items()}
    for zone in ZONES:
        if zone in told:
            g.set_track(WEATHER[zone], known("weather", told[zone], WEATHER_TITLES), rule=LAB)


def _frozen(g: EfGame, value: Any) -> None:
    """Frozen = ["A", "B"]: zones."""
    zones = [known("zone", zone, ZONES) for zone in words(value)]
    for zone in ZONES:
        g.set_track(FROZEN[zone], int(zone in zones), rule=LAB)


def _surprise(g: EfGame, value: Any) -> None:
    """Surprise = "axis": whose player-turn is one of surprise."""
    g.set_track(SURPRISE, known("side", value, SIDES), rule=LAB)


def _layer(name: str, *, most: int = 99, rail: bool = False) -> Setter:
    """A number by hex, in place of what stands there; *rail* where it needs a line."""

    def put(g: EfGame, value: Any) -> None:
        for hex_, n in table(value).items():
            if not isinstance(n, int) or not 0 <= n <= most:
                raise ValueError(f"{n} is no number from 0 to {most}")
            where = g.grid.hex(str(hex_))
            if rail and where not in g.content.gauge:
                raise ValueError(f"EF-RA-10: no railway runs through {hex_}")
            g.set_layer(name, {where: n}, rule=LAB)

    return put


def _points(g: EfGame, value: Any) -> None:
    """Rp = { "axis inf" = 3 }: replacement points in a purse."""
    purses = {
        rp_track(side, kind).removeprefix("rp ") for side in SIDES for kind in ("inf", "arm", "air")
    }
    for purse, n in table(value).items():
        if not isinstance(n, int) or not 0 <= n <= _MOST_POINTS:
            raise ValueError(f"{n} is no number from 0 to {_MOST_POINTS}")
        g.set_track(f"rp {known('purse', purse, sorted(purses))}", n, rule=LAB)


def _steps(g: EfGame, unit: UnitId, value: Any) -> None:
    """Steps = 2: those it has left."""
    most = most_steps(g, unit)
    if not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"{unit} has 1 to {most} steps")
    g.set_number(unit, LOST, most - value, rule=LAB)


def _class(g: EfGame, unit: UnitId, value: Any) -> None:
    """Class = "SG"."""
    g.tie(unit, CLASS, known("class", value, g.content.classes_in(1)), rule=LAB)


def _cold(g: EfGame, value: Any) -> None:
    """Cold = { B = 1 }: rolls of snow or blizzard in a row, by zone."""
    for zone, n in table(value).items():
        track(STREAK[known("zone", zone, ZONES)])(g, n)  # type: ignore[index]


def _works(g: EfGame, value: Any) -> None:
    """Works = ["axis convert 1235 1"]: whose, what, where, and the level of the marker."""
    for entry in words(value):
        side, what, number_, count = (*entry.split(), "", "", "", "")[:4]
        names = {work.id.replace(" ", "-"): work for work in g.content.works.work}
        work, where = names[known("work", what, names)], g.grid.hex(number_)
        g.lay(
            f"{work.mark}{g.grid.name(where)}", work.id, side=known("side", side, SIDES),
            where=where, count=int(known("level", count, "123456")), rule=LAB,
        )  # fmt: skip
        if work.id == "evacuate":
            g.set_layer(EVACUATING, {where: g.state.layers[FACTORY].get(where, 0)}, rule=LAB)


def _routes(g: EfGame, value: Any) -> None:
    """Routes = ["N-BT 1514"]: transport points on routes, in place of those of the set-up."""
    found: dict[str, list[str]] = {side: [] for side in SIDES}
    for entry in words(value):
        group, _, port = entry.partition(" ")
        row = g.content.naval[known("naval group", group, g.content.naval)]
        known("port", port, [g.grid.name(h) for h in g.content.ports])
        found[row.side].append(entry)
    for side, entries in found.items():
        g.set_list(ROUTES[side], entries, rule=LAB)


def _past(name: str, what: str, valid: Callable[[EfGame], Collection[str]]) -> Setter:
    """A list of what has happened, each entry begun by one of the valid names."""

    def put(g: EfGame, value: Any) -> None:
        found = words(value)
        for entry in found:
            known(what, entry.split()[0] if entry else "", valid(g))
        g.set_list(name, found, rule=LAB)

    return put


def _finland_out(g: EfGame, value: Any) -> None:
    """finland_out = 1: the armistice is past (EF-PE-18)."""
    for name in (FINLAND_OUT, FINLAND_CLOSED):
        track(name)(g, value)


SET: Mapping[str, Setter] = {
    "control": control,
    "weather": _weather,
    "frozen": _frozen,
    "sp": _layer(DUMP),
    "srp": _layer(RESOURCES),
    "fort": _layer(FORT, most=3),
    "rail_break": _layer(BREAK, most=1, rail=True),
    "demolished": _layer(DEMOLISHED, most=1, rail=True),
    "gauge": _layer(GAUGE, most=2, rail=True),
    "rp": _points,
    "airfield": _layer(AIRFIELD, most=1),
    "surprise": _surprise,
    "score": track(SCORE, -999),
    "soviet_lost": track(TOLL["soviet"]),
    "bonus": track(BONUS),
    "cold": _cold,
    "works": _works,
    "port_hits": _layer(PORT_HITS),
    "oil_out": _layer(OIL_OUT, most=999),
    "harassed": _layer(HARASSED, most=1),
    "routes": _routes,
    "hungary": track(HUNGARY_IN),
    "finland_out": _finland_out,
    "bulgaria_closed": track(BULGARIA_CLOSED),
    "happened": _past(PAST, "event", lambda _: [f"EF-PE-{n:02}" for n in range(1, 26)]),
    "came": _past(USED, "condition", lambda g: [row.id for row in g.content.forces.conditional]),
    "credit": track(CREDIT),
}
UNIT: Mapping[str, UnitSetter] = {
    "steps": _steps,
    "class": _class,
    "level": number(LEVEL),
    "mp": number(MP),
    "sp": number(SP),
    "at_sea": number(AT_SEA),
    "sailed": number(SAILED),
    "unsupplied_since": number(SINCE),
    "out": number(OUT),
    "quiet": number(QUIET),
    "resting": number(RESTING),
}


LAYERS: Mapping[str, str] = {
    "sp": DUMP, "srp": RESOURCES, "fort": FORT, "rail_break": BREAK, "demolished": DEMOLISHED,
    "gauge": GAUGE, "airfield": AIRFIELD, "port_hits": PORT_HITS, "oil_out": OIL_OUT,
    "harassed": HARASSED, "factory": FACTORY,
}  # fmt: skip
"""Keys of a position file that say something by hex, with the layer that it goes to."""


def lying(g: EfGame) -> dict[str, dict[str, int]]:
    """What lies on hexes, under the names of position files."""
    return {
        key: {g.grid.name(h): n for h, n in sorted(g.state.layers[name].items())}
        for key, name in LAYERS.items() if g.state.layers.get(name)
    }  # fmt: skip


def steps_of(g: EfGame, unit: UnitId) -> int:
    """The steps a unit has left; an air unit is one."""
    return 1 if unit in g.content.air else steps(g, unit)


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
    if past(rows.levy):
        g.set_list(FOR_GOOD, units_of(g, "RF-A1"), rule="EF-PE-24")


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
