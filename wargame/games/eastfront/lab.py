"""What a position file may say about East Front, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.eastfront.asks.cargo import PORT_USED
from wargame.games.eastfront.bounds import DIRECTIVE, HUNGARY_IN
from wargame.games.eastfront.data.files import SIDES, WEATHER_TITLES, ZONES, Side
from wargame.games.eastfront.declared import declare
from wargame.games.eastfront.defection import PAST
from wargame.games.eastfront.forces import QUIET, RESTING, USED
from wargame.games.eastfront.harm import TOLL
from wargame.games.eastfront.labour import EVACUATING, MOVED_FACTORIES
from wargame.games.eastfront.production import rp_track
from wargame.games.eastfront.score import CREDIT, SCORE
from wargame.games.eastfront.segments.naval import MENDED, SHUT_IN
from wargame.games.eastfront.segments.reinforcement import BACK
from wargame.games.eastfront.segments.surprise import DECLARED
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
    WEATHER,
    EfGame,
    kind_of,
    most_steps,
    nation,
)
from wargame.games.eastfront.strength import DELAYED, EXPLOIT, HASTY, NORMAL
from wargame.games.eastfront.supply import HELD_BACK
from wargame.model.state import UnitId
from wargame.rules.setters import Setter, UnitSetter, control, known, number, table, track, words

_MOST_POINTS = 99
KINDS = (NORMAL, HASTY, DELAYED, EXPLOIT)


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


def _layer(name: str, *, most: int = 99, on: str = "") -> Setter:
    """A number by hex, in place of what stands there; *on* is what a hex must have."""

    def put(g: EfGame, value: Any) -> None:
        for hex_, n in table(value).items():
            if not isinstance(n, int) or not 0 <= n <= most:
                raise ValueError(f"{n} is no number from 0 to {most}")
            where = g.grid.hex(str(hex_))
            if on and where not in _having(g, on):
                raise ValueError(f"{_WANTED[on]} {hex_}")
            g.set_layer(name, {where: n}, rule=LAB)

    return put


_WANTED = {
    "rail": "EF-RA-10: no railway runs through",
    "port": "EF-NV-14: no port lies in",
    "oil": "EF-EN-10: no oil flows in",
    "factory": "EF-SP-25: no factories stand in",
}
"""What is said of a hex that has not what it must have."""


def _having(g: EfGame, what: str) -> Collection[int]:
    """The hexes with a railway, a port, oil or factories."""
    found: dict[str, Collection[int]] = {
        "rail": g.content.gauge,
        "port": g.content.ports,
        "oil": g.content.geography.oil,
        "factory": g.content.geography.factories,
    }
    return found[what]


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
        if where not in _grounds(g, work.id):
            raise ValueError(f"EF-EN-10: {what} is no work for {number_}")
        g.lay(
            f"{work.mark}{g.grid.name(where)}", work.id, side=known("side", side, SIDES),
            where=where, count=int(known("level", count, "123456")), rule=LAB,
        )  # fmt: skip
        if work.id == "evacuate":
            g.set_layer(EVACUATING, {where: g.state.layers[FACTORY].get(where, 0)}, rule=LAB)


def _grounds(g: EfGame, work: str) -> Collection[int]:
    """4.10  The hexes that have what a function is about: a railway, a port, oil, factories, or ground to build on."""
    if work in ("convert", "restore", "mend rail", "blow rail"):
        return g.content.gauge
    found: Mapping[str, Collection[int]] = {
        "mend port": g.content.ports, "blow port": g.content.ports,
        "blow oil": g.content.geography.oil, "evacuate": g.state.laid(FACTORY),
    }  # fmt: skip
    return found.get(work, g.content.land)


def _side(g: EfGame, unit: UnitId, value: Any) -> None:
    """Side = "soviet": a Romanian unit that has changed sides."""
    side = known("side", value, SIDES)
    if side != g.state.units[unit].side and (
        unit not in g.content.units or nation(g, unit) != "R" or kind_of(g, unit).hq
    ):
        raise ValueError("EF-PE-19: Romanian units alone change sides, and no HQs")
    g.turn_over(unit, side, rule=LAB)


def _declared(g: EfGame, value: Any) -> None:
    """Declared = ["soviet 24"]: surprise turns of the past."""
    found: dict[str, list[int]] = {side: [] for side in SIDES}
    for entry in words(value):
        side, _, turn = entry.partition(" ")
        if not turn.isdecimal():
            raise ValueError(f'"{entry}" is no surprise turn, as soviet 24')
        found[known("side", side, SIDES)].append(int(turn))
    for side, turns in found.items():
        g.set_list(DECLARED[side], turns, rule=LAB)


def _moved(g: EfGame, value: Any) -> None:
    """factories_moved = ["16 4"]: the turn in which points that were evacuated open again, and how many they are."""
    found = words(value)
    for entry in found:
        turn, _, points = entry.partition(" ")
        if not (turn.isdecimal() and points.isdecimal()):
            raise ValueError(f'"{entry}" is no turn with a number of points, as 16 4')
    g.set_list(MOVED_FACTORIES, found, rule=LAB)


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


def _attacks(g: EfGame, value: Any) -> None:
    """Attacks = ["axis 2837 delayed G-XII G-XX"]: declared and not yet fought: whose, on what, the type, who."""
    for entry in words(value):
        whose, target, kind, *units = (*entry.split(), "", "", "")
        side: Side = "axis" if known("side", whose, SIDES) == "axis" else "soviet"
        where = g.grid.hex(target)
        named = [known("unit", unit, g.content.units) for unit in units if unit]
        if not named:
            raise ValueError(f"EF-CB-17: nobody attacks {target}")
        for unit in named:
            if not g.grid.adjacent(g.state.units[unit].hex, where):
                raise ValueError(f"EF-CB-15: {unit} does not stand next to {target}")
        declare(g, side, where, known("type of attack", kind, KINDS), named)


def _held_back(g: EfGame, value: Any) -> None:
    """Held_back = ["1135", "A-H4"]: dumps and HQs that feed nobody; whose a hex is shows when all is laid."""
    found = words(value)
    for stock in found:
        if stock.isdigit():
            g.grid.hex(stock)
        else:
            known("unit", stock, g.content.units)
    for side in SIDES:
        g.set_list(HELD_BACK[side], found, rule=LAB)


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
    "rail_break": _layer(BREAK, most=1, on="rail"),
    "demolished": _layer(DEMOLISHED, most=1, on="rail"),
    "gauge": _layer(GAUGE, most=2, on="rail"),
    "rp": _points,
    "airfield": _layer(AIRFIELD, most=1),
    "surprise": _surprise,
    "score": track(SCORE, -999),
    "soviet_lost": track(TOLL["soviet"]),
    "axis_lost": track(TOLL["axis"]),
    "port_used": _layer(PORT_USED),
    "held_back": _held_back,
    "attacks": _attacks,
    "bonus": track(BONUS),
    "cold": _cold,
    "works": _works,
    "port_hits": _layer(PORT_HITS, on="port"),
    "oil_out": _layer(OIL_OUT, most=999, on="oil"),
    "harassed": _layer(HARASSED, most=1),
    "routes": _routes,
    "hungary": track(HUNGARY_IN),
    "finland_out": _finland_out,
    "bulgaria_closed": track(BULGARIA_CLOSED),
    "happened": _past(PAST, "event", lambda _: [f"EF-PE-{n:02}" for n in range(1, 26)]),
    "came": _past(USED, "condition", lambda g: [row.id for row in g.content.forces.conditional]),
    "credit": track(CREDIT),
    "directive": track(DIRECTIVE),
    "declared": _declared,
    "factory": _layer(FACTORY, most=9, on="factory"),
    "factories_moved": _moved,
}
UNIT: Mapping[str, UnitSetter] = {
    "steps": _steps,
    "class": _class,
    "level": number(LEVEL),
    "mp": number(MP),
    "sp": number(SP),
    "at_sea": number(AT_SEA),
    "sailed": number(SAILED),
    "shut_in": number(SHUT_IN),
    "mended": number(MENDED),
    "unsupplied_since": number(SINCE),
    "out": number(OUT),
    "quiet": number(QUIET),
    "resting": number(RESTING),
    "side": _side,
    "back": number(BACK),
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
