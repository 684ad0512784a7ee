"""What a position file may say about East Front, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.eastfront.data.files import SIDES, WEATHER_TITLES, ZONES
from wargame.games.eastfront.harm import TOLL
from wargame.games.eastfront.invariants import broken
from wargame.games.eastfront.isolation import determine
from wargame.games.eastfront.nets import set_pots
from wargame.games.eastfront.production import rp_track
from wargame.games.eastfront.score import SCORE
from wargame.games.eastfront.segments.reinforcement import date_of
from wargame.games.eastfront.state import (
    AIRFIELD,
    BONUS,
    BREAK,
    CLASS,
    DEMOLISHED,
    DUMP,
    FORT,
    FROZEN,
    GAUGE,
    HELD,
    LEVEL,
    LOST,
    MP,
    RESOURCES,
    SP,
    SURPRISE,
    WEATHER,
    EfGame,
    most_steps,
)
from wargame.model.state import UnitId
from wargame.rules.setters import Setter, UnitSetter, control, known, number, track

_MOST_POINTS = 99


def _weather(g: EfGame, value: Any) -> None:
    """Weather = { B = "S" }: by zone."""
    told = {known("zone", zone, ZONES): letter for zone, letter in dict(value).items()}
    for zone in ZONES:
        if zone in told:
            g.set_track(WEATHER[zone], known("weather", told[zone], WEATHER_TITLES), rule=LAB)


def _frozen(g: EfGame, value: Any) -> None:
    """Frozen = ["A", "B"]: zones."""
    zones = [known("zone", zone, ZONES) for zone in value]
    for zone in ZONES:
        g.set_track(FROZEN[zone], int(zone in zones), rule=LAB)


def _surprise(g: EfGame, value: Any) -> None:
    """Surprise = "axis": whose player-turn is one of surprise."""
    g.set_track(SURPRISE, known("side", value, SIDES), rule=LAB)


def _layer(name: str, *, most: int = 99, rail: bool = False) -> Setter:
    """A number by hex, in place of what stands there; *rail* where it needs a line."""

    def put(g: EfGame, value: Any) -> None:
        for hex_, n in dict(value).items():
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
    for purse, n in dict(value).items():
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
}
UNIT: Mapping[str, UnitSetter] = {
    "steps": _steps,
    "class": _class,
    "level": number(LEVEL),
    "mp": number(MP),
    "sp": number(SP),
}


def ready(g: EfGame, segment: str) -> None:
    """Control under the units that stand, isolation and rail pots as if the turn had come so far."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.hex >= 0 and unit.id in g.content.units and unit.hex in g.content.land:
            if g.content.units[unit.id].cls not in ("PA", "RE", "CE"):
                g.take(unit.hex, unit.side, rule=LAB)
        elif unit.hex < 0 and not unit.box:
            g.box(unit.id, HELD, rule=LAB)
    determine(g)
    for side in SIDES:
        if f".{side}." in f"{segment}.":
            set_pots(g, side)
    for fault in (*broken(g), *_too_early(g)):
        raise ValueError(fault)


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
