"""Positions of the program as the referee reads them, and crowded ones drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.ardennes.referee.position import RESERVE, Position, Unit
from tests.games.ardennes.referee.position import unit as printed
from tests.games.ardennes.table import position
from wargame.flow.session import Session
from wargame.games.ardennes import state as st
from wargame.games.ardennes.activation import activation, is_activation
from wargame.hexes.grid import Hex

_SUPPLY = {st.LOW: "low", st.OUT: "out", st.ISOLATED: "isolated"}


def judged(g: st.ArdGame) -> Position:
    """The position as the referee reads it."""
    name, layers = g.grid.name, g.state.layers

    def marked(layer: str) -> frozenset[str]:
        return frozenset(name(h) for h, there in layers.get(layer, {}).items() if there)

    def bridges(value: int) -> frozenset[frozenset[str]]:
        keys = (key for key, there in layers.get(st.BRIDGE, {}).items() if there == value)
        return frozenset(frozenset(map(name, st.hexside_of(g.content, key))) for key in keys)

    crossed = activation(g).crossed if is_activation(g) else ()
    return Position(
        st.day(g),
        {
            u.id: judged_unit(g, u.id)
            for u in g.state.units.values()
            if u.hex >= 0 or u.box == RESERVE
        },
        roadblocks=marked(st.ROADBLOCK),
        destroyed=bridges(st.DOWN),
        built=bridges(st.BUILT),
        improved=marked(st.IMPROVED),
        owner={name(h): side for h, side in g.state.control.items()},
        freeze=bool(g.state.tracks.get("freeze")),
        crossed=tuple(frozenset(map(name, st.hexside_of(g.content, key))) for key in crossed),
    )


def judged_unit(g: st.ArdGame, unit_id: str) -> Unit:
    """A unit as the referee reads it."""
    unit = g.state.units[unit_id]
    return printed(
        unit_id,
        g.grid.name(unit.hex) if unit.hex >= 0 else unit.box,
        lost=unit.numbers.get(st.LOST, 0),
        dispersed=st.DISPERSED in unit.states,
        supply=next((name for state, name in _SUPPLY.items() if state in unit.states), "in"),
        no_fuel=st.OUT_OF_FUEL in unit.states,
    )


# -- crowds -----------------------------------------------------------------------------------------

_STATES = (st.DISPERSED, st.DISPERSED, st.LOW, st.OUT, st.ISOLATED)


def crowd(segment: str, random: Random, **set_: Any) -> Session:
    """Some forty units of both sides at close quarters, in every state, before a segment of mode gs."""
    plain = position("ops.german.command", {"de.980.272": "3620"}, mode="gs").game
    content, grid = plain.content, plain.grid
    board = sorted(content.board)
    turn = random.choice((16, *range(17, 28)))
    centre = random.choice(board)
    spread = random.choice((3, 4, 5, 7))
    hexes = [h for h in board if grid.distance(centre, h) <= spread]
    owner = {h: _owner(grid.column(h) - grid.column(centre), random) for h in hexes}
    units, states, lost = _troops(plain, random, hexes, owner)
    if turn == content.scenario.first_turn:
        states = {u: [s for s in found if s == st.DISPERSED] for u, found in states.items()}
    held = {
        side: [h for h in hexes if owner[h] == side and random.random() < 0.7] for side in st.OTHER
    }
    free = [h for h in hexes if grid.name(h) not in units.values()]
    down = [s for s in sorted(content.map.bridges) if s[0] in hexes and random.random() < 0.25]
    wanted: dict[str, Any] = {
        "turn": turn,
        "german": [grid.name(h) for h in held["german"] if h in free],
        "allied": [grid.name(h) for h in held["allied"] if h in free],
        "roadblocks": [grid.name(h) for h in free if h in content.hold and random.random() < 0.08],
        "improved": [
            grid.name(h) for h in hexes if h not in content.built_up and random.random() < 0.15
        ],
        "down": [f"{grid.name(a)}-{grid.name(b)}" for a, b in down],
        "dice": (),
    }
    wanted["improved"] = [h for h in wanted["improved"] if h in units.values()]
    return position(segment, units, states=states, lost=lost, mode="gs", **{**wanted, **set_})


def _owner(east: int, random: Random) -> str:
    """Whose a hex is: the Germans come from the east, not in a line."""
    german = 0.5 + 0.12 * east
    return "german" if random.random() < min(max(german, 0.12), 0.85) else "allied"


def _troops(
    g: st.ArdGame, random: Random, hexes: list[Hex], owner: dict[Hex, str]
) -> tuple[dict[str, str], dict[str, list[str]], dict[str, int]]:
    """Where units stand, in what states, how many steps they have lost."""
    units: dict[str, str] = {}
    states: dict[str, list[str]] = {}
    lost: dict[str, int] = {}
    load: dict[Hex, list[int]] = {}
    pool = sorted(g.content.units)
    random.shuffle(pool)
    few = random.choice((12, 24, 40))
    corps = {
        "allied": random.sample(
            sorted({k.corps for k in g.content.units.values() if k.side == "allied"}), 3
        )
    }
    for unit_id in pool:
        kind, where = g.content.units[unit_id], random.choice(hexes)
        if kind.event or (
            kind.side == "allied" and kind.corps not in corps["allied"] and random.random() < 0.7
        ):
            continue
        if random.random() < 0.15 and kind.side == "allied":
            units[unit_id] = st.RESERVE
            continue
        here = load.setdefault(where, [])
        if (
            owner[where] != kind.side
            or len(here) >= 3
            or sum(here) + kind.steps > 6
            or len(load) > few
        ):
            continue
        units[unit_id] = g.grid.name(where)
        if random.random() < 0.3 and kind.steps > 1:
            lost[unit_id] = random.randrange(1, kind.steps)
        here.append(kind.steps)
        found = [s for s in _STATES if random.random() < 0.07][:1]
        if kind.mech and kind.side == "german" and random.random() < 0.1:
            found.append(st.OUT_OF_FUEL)
        states[unit_id] = found
    if not any(h.isdigit() and u.startswith("de.") for u, h in units.items()):
        units["de.980.272"] = next(
            g.grid.name(h) for h in hexes if g.grid.name(h) not in units.values()
        )
    return units, states, lost
