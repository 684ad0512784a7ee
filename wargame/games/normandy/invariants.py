"""What is true of every position of Normandy, checked while fuzzing and of every position file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wargame.games.normandy.armies import attached, hqs
from wargame.games.normandy.asks.boundary import line
from wargame.games.normandy.data.counters import UnitType
from wargame.games.normandy.entry import in_areas
from wargame.games.normandy.prices import intact_bridges
from wargame.games.normandy.state import (
    AREA_BOXES,
    ARMY,
    ATTACKED,
    BRIDGE,
    BUILDING,
    CADRE,
    DISORGANIZED,
    DISSOLVED,
    ELIMINATED,
    FELL_BACK,
    FIRED,
    FOUGHT,
    FOUND_ISOLATED,
    HQ,
    ISOLATED,
    LANDED,
    LEFT,
    MARCHED,
    MERGED,
    OPERATION,
    OTHER,
    OUT,
    REDUCED,
    REGROUP,
    REPLACED,
    RESERVE,
    RODE,
    SILENT,
    SUPPORTED,
    WITHDRAWN,
    NorGame,
    hexside_of,
    kind_of,
    why_full,
)
from wargame.games.normandy.supply import stale
from wargame.games.normandy.works import bridges, builder, stands
from wargame.hexes.grid import Hex
from wargame.model.state import Unit

FIGHTERS = (CADRE, DISORGANIZED, REGROUP, RESERVE, REPLACED, RODE, ATTACKED, FOUGHT, FELL_BACK)
"""States that only combat units have (NOR-DR-07)."""
STAFFS = (SUPPORTED, OPERATION)
"""States that only HQs have."""
EXCLUDE = (
    (DISORGANIZED, REGROUP, "NOR-DR-02"),
    (OUT, ISOLATED, "NOR-SU-02"),
    (REDUCED, CADRE, "NOR-ST-01"),
    (RESERVE, DISORGANIZED, "NOR-DR-03"),
    (RESERVE, REGROUP, "NOR-DR-04"),
    (RESERVE, MARCHED, "NOR-SM-02"),
    (LANDED, MARCHED, "NOR-MV-10"),
)
"""States that exclude each other, and the rule that says so."""
GONE = (ELIMINATED, WITHDRAWN, DISSOLVED, MERGED, LEFT)
"""Boxes that nobody comes back from."""
PURSES = (
    "interdiction",
    "ground",
    "aside",
    "landing us",
    "landing cw",
    "rp us",
    "rp cw",
    "rp ge",
    "rp dissolved",
)
"""Tracks that are never below 0."""


def broken(g: NorGame) -> list[str]:
    """A sentence for each thing that must never be."""
    found = [*_hexes(g), *_purses(g), *_bridges(g), *_boundary(g), *_remembered(g)]
    for unit in g.state.units.values():
        why = [*states_of(g, unit)] if unit.states else []
        why += _places(g, unit) if unit.box or unit.numbers else ()
        why += _ties(g, unit) if unit.ties else ()
        found += [f"{unit.id}: {said}" for said in why]
    return found


def _is_fighting(g: NorGame) -> bool:
    """An attack, or an HQ on its way out, is open: stacks may stand as they will not stay."""
    return bool(g.state.substep) or any(".attack" in frame.name for frame in g.state.frames)


def _remembered(g: NorGame) -> Iterator[str]:
    """What is kept from one question to the next is what would be found now."""
    if intact_bridges(g) != {side for side in g.content.map.bridges if stands(g, *side)}:
        yield "movement remembers other bridges than stand"
    printed = [hexside_of(g.content, place) for place in g.state.layers.get(BRIDGE, ())]
    if g.content.map.bridges.issuperset(printed):
        yield from (f"supply remembers {what}" for what in stale(g))
    units = g.state.units
    for side, there in g.board.on_map.items():
        if [*hqs(g, side)] != [unit for unit in there if unit in g.content.hqs]:
            yield f"other HQs of the {side} side are remembered"
        for hq in hqs(g, side):
            if [*attached(g, hq)] != [unit for unit in there if units[unit].ties.get(HQ) == hq]:
                yield f"other units of {hq} are remembered"
    if {*in_areas(g)} != {unit.id for unit in units.values() if unit.box in AREA_BOXES}:
        yield "other units in areas are remembered"


# -- hexes ------------------------------------------------------------------------------------------


def _hexes(g: NorGame) -> Iterator[str]:
    """NOR-MV-06, NOR-MV-07, NOR-BD-05  Who stands together, and where."""
    fighting, units, kinds = _is_fighting(g), g.state.units, g.content.units
    for where, here in enumerate(g.board.at):
        if not here:
            continue
        name = g.grid.name(where)
        if where not in g.content.land:
            yield f"{here[0]} stands in {name}, which is no land hex in play (NOR-MV-07)"
        for side, enemy in OTHER.items():
            own = [u for u in here if units[u].side == side]
            fighters = any(kinds[u].combat_unit and units[u].side == enemy for u in here)
            firm = any(kinds[u].combat_unit for u in own)
            if own and fighters and (firm or not fighting):
                yield f"both sides stand in {name} (NOR-MV-07)"
            landed = any(LANDED in units[u].states for u in own)
            settled = len(own) > 1 and not landed and not fighting
            full = why_full(g, side, where, ()) if settled else None
            if full is not None:
                yield f"{full}"
        yield from _controls(g, where, here)


def _controls(g: NorGame, where: Hex, here: tuple[str, ...] | list[str]) -> Iterator[str]:
    """Control of a hex: a combat unit takes the one it stands in."""
    for unit in here:
        side = g.state.units[unit].side
        if kind_of(g, unit).combat_unit and g.state.control.get(where) != side:
            yield f"{unit} stands in {g.grid.name(where)}, which its side does not control"


# -- units ------------------------------------------------------------------------------------------


def states_of(g: NorGame, unit: Unit) -> Iterator[str]:
    """What its states cannot be, on this counter and together."""
    kind, states = kind_of(g, unit.id), unit.states
    for a, b, rule in EXCLUDE:
        if a in states and b in states:
            yield f"it cannot be {a} and {b} ({rule})"
    for state in (*FIGHTERS, *STAFFS, FIRED):
        owner = kind.hq if state in STAFFS else kind.support if state == FIRED else kind.combat_unit
        if state in states and not owner:
            whose = (
                "an HQ" if state in STAFFS else "artillery" if state == FIRED else "a combat unit"
            )
            yield f"only {whose} can be {state}"
    sides = kind.cls.sides if kind.combat_unit or kind.support else ("full",)
    for state in (REDUCED, CADRE):
        if state in states and state not in sides:
            yield f"its counter has no {state} side (NOR-ST-01 to -03)"


def _places(g: NorGame, unit: Unit) -> Iterator[str]:
    """Where units of its kind cannot be."""
    kind = kind_of(g, unit.id)
    if unit.box in GONE:
        if not _may_leave(g, kind, unit.box):
            yield f'it is no unit for the box "{unit.box}"'
        marked = {state for state in unit.states if not state.startswith("_")} - {REDUCED, CADRE}
        if marked:
            yield f"it has left the game and is {min(marked)}"
    elif unit.box.startswith("area "):
        if not g.content.plays("areas"):
            yield "this scenario has no off-map areas (NOR-OM-01)"
        elif kind.nation == "cw":
            yield "of the Allies only US units are in off-map areas (NOR-OM-04)"
    if unit.numbers.get(SILENT) and not kind.hq:
        yield "only an HQ is displaced (NOR-HQ-01)"
    if min(unit.numbers.get(FOUND_ISOLATED, 0), unit.numbers.get(SILENT, 0)) < 0:
        yield "a count of Supply Segments is below 0"


def _may_leave(g: NorGame, kind: UnitType, box: str) -> bool:
    """Whether a unit can have left the game that way."""
    match box:
        case "withdrawn":
            return kind.formation_id in {row.formation for row in g.content.replacement.leaves}
        case "dissolved":
            return kind.kind == g.content.replacement.dissolve.brigade
        case "merged":
            return kind.side == "german" and kind.combat_unit
        case "left":
            return kind.side == "german"
    return True


def _ties(g: NorGame, unit: Unit) -> Iterator[str]:
    """NOR-SU-04, NOR-AS-05  An HQ of its nation that takes it; a pool of its nation."""
    kind = kind_of(g, unit.id)
    hq, army = unit.ties.get(HQ, ""), unit.ties.get(ARMY, "")
    if hq and (hq not in g.content.hqs or kind.hq):
        yield f'it cannot be attached to "{hq}" (NOR-SU-04)'
    elif hq and not g.content.takes(hq, kind):
        yield f"{hq} does not take it (NOR-SU-04)"
    if army and (army not in g.content.armies or not kind.hq):
        yield f'it has no pool "{army}" (NOR-AS-05)'
    elif army and g.content.armies[army].nation != kind.nation:
        yield f"{army} is an army of another nation (NOR-AS-05)"


# -- tracks, layers, lists --------------------------------------------------------------------------


def _purses(g: NorGame) -> Iterator[str]:
    """NOR-SL-09, NOR-SL-10, NOR-RP-04  No purse below 0 or above what it can hold."""
    tracks = g.state.tracks
    caps = {f"sp {army.id}": army.cap for army in g.content.armies.values()}
    caps["fortress sp"] = g.content.support.fortress.stock
    caps["rp cw total"] = g.content.replacement.pool.cw_most
    for name, most in caps.items():
        if not 0 <= int(tracks.get(name, 0)) <= most:
            yield f"{name} is {tracks[name]}; it is from 0 to {most}"
    for name in PURSES:
        if int(tracks.get(name, 0)) < 0:
            yield f"{name} is {tracks[name]}, below 0"


def _bridges(g: NorGame) -> Iterator[str]:
    """NOR-EN-10  Only bridges of the map fall, and who builds one is known."""
    for place in g.state.layers.get(BRIDGE, {}):
        if hexside_of(g.content, place) not in g.content.map.bridges:
            a, b = hexside_of(g.content, place)
            yield f"no bridge lies between {g.grid.name(a)} and {g.grid.name(b)}"
    for side in bridges(g, BUILDING):
        if not builder(g, side):
            name = g.grid.write(side)
            yield f"nobody builds the bridge {name} that is under construction (NOR-EN-10)"


def _boundary(g: NorGame) -> Iterator[str]:
    """NOR-BD-03"""
    rules, columns = g.content.limits.boundary, line(g)
    for row, column in enumerate(columns, 1):
        if not rules.first <= column <= rules.last:
            yield f"the boundary of row {row} lies outside the map (NOR-BD-03)"
    for row, (a, b) in enumerate(pairwise(columns), 1):
        if abs(a - b) > rules.step:
            yield f"the boundary of rows {row} and {row + 1} differs by {abs(a - b)} (NOR-BD-03)"
