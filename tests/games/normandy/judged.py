"""Positions of the program as the referee reads them, and crowded ones drawn at random."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.games.normandy.referee.board import Ground, ground_from
from tests.games.normandy.referee.position import Position, position_from
from tests.games.normandy.table import position
from wargame.flow.session import Session
from wargame.games.normandy import works as wk
from wargame.games.normandy.armies import army_of_hq
from wargame.games.normandy.entry import holder, withdrawing
from wargame.games.normandy.state import (
    BOMBED,
    HQ,
    OPERATION,
    RUBBLE,
    SILENT,
    SUPPORTED,
    TARGETED,
    NorGame,
    division_of,
    kind_of,
    shown,
    why_full,
)

_SHOWN = {"full": "F", "reduced": "R", "cadre": "C"}
_STATES = {
    "disorganized": "disorganized", "regroup": "regroup", "reserve": "reserve", "replaced": "replaced",
    "landed": "landed", "moved": "moved", "fired": "fired", "fell back": "retreated",
    "rode": "reserve_moved",
}  # fmt: skip
"""States of the program and what the referee calls them."""
_WORKS = {wk.IMPROVED: "improved", wk.ENTRENCHED: "entrenchment"}


@cache
def ground() -> Ground:
    """The referee's own map."""
    text = (Path(__file__).parent / "referee" / "map.json").read_text(encoding="utf-8")
    return ground_from(json.loads(text))


def judged(g: NorGame) -> Position:
    """The position as the referee reads it."""
    name, tracks = g.grid.name, g.state.tracks
    data: dict[str, Any] = {
        "units": {u.id: _unit(g, u.id) for u in g.state.units.values() if u.hex >= 0},
        "allied": [name(h) for h, side in g.state.control.items() if side == "allied"],
        "turn": g.state.turn(),
        "weather": tracks["weather"],
        "sea": tracks["sea"],
        "positions": {
            name(h): _WORKS[n] for h in g.content.land if (n := wk.shelter(g, h)) in _WORKS
        },
        "destroyed": [" ".join(map(name, s)) for state in (1, 2) for s in wk.bridges(g, state)],
        "areas": {a.id: holder(g, a.id) for a in g.content.off_map.area},
        "boundary": {n: int(c) for n, c in enumerate(g.state.lists.get("boundary", ()), 1)},
        "supported": [u for u in g.content.hqs if SUPPORTED in g.state.units[u].states],
        "operation": [u for u in g.content.hqs if OPERATION in g.state.units[u].states],
        "mute": [u for u in g.content.hqs if g.state.units[u].numbers.get(SILENT)],
        "armies": {u: army_of_hq(g, u) for u in g.content.hqs},
        "level": int(tracks.get("level", 0)),
        "withdrawn": withdrawing(g),
    }
    for layer in (RUBBLE, BOMBED, TARGETED):
        data[layer] = [name(h) for h in g.state.layers.get(layer, {})]
    return position_from(data, ground())


def _unit(g: NorGame, unit_id: str) -> dict[str, Any]:
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    formation = g.content.formations[kind.formation_id]
    supply = (
        "isolated"
        if "isolated" in unit.states
        else "out"
        if "out of supply" in unit.states
        else "in"
    )
    return {
        "hex": g.grid.name(unit.hex),
        "class": kind.kind,
        "shown": _SHOWN[shown(unit)],
        "states": [_STATES[s] for s in sorted(unit.states) if s in _STATES],
        "supply": supply,
        "hq": unit.ties.get(HQ) or None,
        "division": division_of(g, unit_id) or None,
        "army": (formation.army or None) if kind.support else None,
    }


# -- crowds -----------------------------------------------------------------------------------------

CENTRES = ("1914", "2517", "3317", "1611", "3616", "2027", "3924")
"""Where there are rivers, marsh, towns, cities and the boundary."""
_LASTING = ("disorganized", "regroup", "out of supply", "isolated")


def crowd(segment: str, random: Random, **set_: Any) -> Session:
    """Some thirty units of both sides at close quarters, in every state, before a segment."""
    plain = position("allied.tactical", {"us.hq.v": "2512"})
    content, grid = plain.game.content, plain.game.grid
    centre = grid.hex(random.choice(CENTRES))
    hexes = [h for h in grid.within(centre, 4) if h in content.land]
    owner = {h: random.choice(("allied", "german", "german", "")) for h in hexes}
    nation = {h: random.choice(("us", "cw")) for h in hexes}
    units: dict[str, str] = {}
    states: dict[str, list[str]] = {}
    load: dict[int, int] = {}
    pool = sorted(content.units)
    random.shuffle(pool)
    for unit_id in pool:
        kind, where = content.units[unit_id], random.choice(hexes)
        if owner[where] != kind.side or (kind.nation != "ge" and nation[where] != kind.nation):
            continue
        if load.get(where, 0) + kind.stacking > 7 or len(units) >= 34:
            continue
        units[unit_id], load[where] = grid.name(where), load.get(where, 0) + kind.stacking
        found = [s for s in _LASTING if random.random() < 0.12][:1]
        if kind.combat_unit:
            found += [s for s in kind.cls.sides[1:] if random.random() < 0.25][:1]
        elif kind.support and random.random() < 0.3:
            found = [*[s for s in found if s not in ("disorganized", "regroup")], "reduced"]
        else:
            found = [s for s in found if s not in ("disorganized", "regroup")]
        states[unit_id] = found
    sides = [s for s in content.map.bridges if s[0] in hexes]
    down = {
        f"{grid.name(a)}/{grid.name(b)}": "destroyed" for a, b in sides if random.random() < 0.3
    }
    towns = [h for h in hexes if content.map.terrain[h] in ("town", "city")]
    ready = {"us.1.16th": "1004", "ge.331.gr559": "5130"}
    ready = {u: h for u, h in ready.items() if u not in units}
    wanted: dict[str, Any] = {
        "weather": random.choice(("clear", "overcast", "rain", "storm")),
        "level": random.randrange(4),
        "bridges": down,
        "rubble": [grid.name(h) for h in towns if random.random() < 0.4],
        "targeted": [grid.name(h) for h in hexes if random.random() < 0.08],
        "bombed": [grid.name(h) for h in hexes if random.random() < 0.08],
        "boundary": random.choice((grid.column(centre), 54, 1)),
    }
    return position(segment, {**ready, **units}, states=states, **{**wanted, **set_})


def is_full(g: NorGame, side: str, where: int) -> bool:
    """Whether a hex is over its limit."""
    return why_full(g, side, where, ()) is not None
