"""What a position file may say about Normandy, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.normandy.armies import hq_of
from wargame.games.normandy.state import (
    ARMY,
    BOMBED,
    BRIDGE,
    BUILDING,
    DOWN,
    DUE,
    FORTIFICATION,
    FOUND_ISOLATED,
    HQ,
    OPERATED,
    RUBBLE,
    SILENT,
    TARGETED,
    WORKS,
    NorGame,
    hexside_key,
    kind_of,
    nearest_hq,
)
from wargame.games.normandy.works import DEEPENING, DIGGING, ENTRENCHED, IMPROVED
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.setters import Setter, UnitSetter, control, hexes, known, number, track

WORK_NAMES = {
    "none": 0,
    "improved construction": DIGGING,
    "improved": IMPROVED,
    "entrenchment construction": DEEPENING,
    "entrenchment": ENTRENCHED,
}
BRIDGE_NAMES = {"intact": 0, "destroyed": DOWN, "construction": BUILDING}


def _word(name: str, what: str, valid: Callable[[NorGame], Collection[str]]) -> Setter:
    """A word on a track: weather = "rain"."""

    def put(g: NorGame, value: Any) -> None:
        g.set_track(name, known(what, str(value), valid(g)), rule=LAB)

    return put


def _weathers(g: NorGame) -> Collection[str]:
    return g.content.weathers


def _set_sp(g: NorGame, value: Any) -> None:
    """Sp = { cw2 = 9 }: support points in Reserve."""
    for army, points in dict(value).items():
        known("army", army, g.content.armies)
        track(f"sp {army}")(g, points)


def _set_works(g: NorGame, value: Any) -> None:
    """Works = { 1818 = "improved" }"""
    for name, what in dict(value).items():
        (where,) = hexes(g, name, g.content.land, "is no land hex in play")
        g.set_layer(WORKS, {where: WORK_NAMES[known("position", what, WORK_NAMES)]}, rule=LAB)


def _set_bridges(g: NorGame, value: Any) -> None:
    """Bridges = { "1411/1510" = "destroyed" }"""
    for name, what in dict(value).items():
        a, b = (g.grid.hex(part) for part in name.split("/"))
        if (min(a, b), max(a, b)) not in g.content.map.bridges:
            raise ValueError(f"no road crosses a river between {name}")
        state = BRIDGE_NAMES[known("state of a bridge", what, BRIDGE_NAMES)]
        g.set_layer(BRIDGE, {hexside_key(g.content, a, b): state}, rule=LAB)


def _layer(name: str) -> Setter:
    """Hexes with a mark, instead of those that have it."""

    def put(g: NorGame, value: Any) -> None:
        found = hexes(g, value, g.content.land, "is no land hex in play")
        old: dict[Hex, int] = dict.fromkeys(sorted(g.state.layers.get(name, {})), 0)
        g.set_layer(name, {**old, **dict.fromkeys(found, 1)}, rule=LAB)

    return put


def _set_boundary(g: NorGame, value: Any) -> None:
    """Boundary = 25, or a column for each row."""
    rows = [value] * g.grid.rows if isinstance(value, int) else list(value)
    if len(rows) != g.grid.rows or not all(isinstance(n, int) for n in rows):
        raise ValueError(f"a column or {g.grid.rows} of them are wanted, not {value!r}")
    g.set_list("boundary", rows, rule=LAB)


def _set_areas(g: NorGame, value: Any) -> None:
    """Areas = { A = "allied" }: who controls them."""
    for area, side in dict(value).items():
        known("area", area, g.content.areas)
        g.set_track(f"area {area}", known("side", side, g.board.here), rule=LAB)


def _set_tracks(g: NorGame, value: Any) -> None:
    """Tracks = { "vp allied" = 12 }: any other number that is kept."""
    for name, number_ in dict(value).items():
        track(known("track", name, NUMBERS), least=-999)(g, number_)


NUMBERS = (
    "vp allied", "vp german", "lost allied", "booked losses", "pockets", "gains us", "gains cw",
    "withdrawn", "left halves", "carpets", "carpet last", "mulberry-a", "mulberry-b",
    "level us", "level cw", "landing us", "landing cw", "rp us", "rp cw", "rp ge", "rp cw total",
    "naval us", "naval cw", "fortress sp", "interdiction", "ground", "aside", "level",
    "op us1", "op us3", "op cw2", "op cwc", "op ge7", "op gepgw", "op german last",
)  # fmt: skip
"""Tracks that hold a number."""

SET: Mapping[str, Setter] = {
    "weather": _word("weather", "weather", _weathers),
    "forecast": _word("forecast", "weather", _weathers),
    "sea": _word("sea", "sea", lambda g: g.content.seas),
    "first": _word("first", "side", lambda g: g.board.here),
    "sp": _set_sp,
    "works": _set_works,
    "forts": _layer(FORTIFICATION),
    "bridges": _set_bridges,
    "rubble": _layer(RUBBLE),
    "bombed": _layer(BOMBED),
    "targeted": _layer(TARGETED),
    "boundary": _set_boundary,
    "areas": _set_areas,
    "control": control,
    "tracks": _set_tracks,
    "interdiction": track("interdiction"),
    "ground": track("ground"),
    "aside": track("aside"),
    "level": track("level"),
}
"""Keys of [set]."""


def _tie(tie: str, valid: Callable[[NorGame], Collection[str]]) -> UnitSetter:
    def put(g: NorGame, unit: UnitId, value: Any) -> None:
        g.tie(unit, tie, known(tie, str(value), valid(g)), rule=LAB)

    return put


UNIT: Mapping[str, UnitSetter] = {
    "hq": _tie(HQ, lambda g: g.content.hqs),
    "army": _tie(ARMY, lambda g: g.content.armies),
    "due": number(DUE, least=1),
    "found_isolated": number(FOUND_ISOLATED),
    "silent": number(SILENT),
    "operated": number(OPERATED, least=1),
}
"""Further keys of a unit."""


def ready(g: NorGame, segment: str) -> None:  # noqa: ARG001 - the same for all
    """Control under the units that stand, and an HQ for each."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        kind = kind_of(g, unit.id)
        if unit.hex >= 0 and kind.combat_unit and g.state.control.get(unit.hex) != unit.side:
            g.take(unit.hex, unit.side, rule=LAB)
        if unit.hex >= 0 and not kind.hq and not hq_of(g, unit.id):
            g.tie(unit.id, HQ, nearest_hq(g.content, g.state, unit.id), rule=LAB)
