"""EF-AU-02  What an order comes to as things stand, said when it is given and in the list of orders."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.aside import Words
from wargame.games.eastfront import bounds
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.nets import carried, net_at, usable
from wargame.games.eastfront.standing.book import CONVERT, MARCH, MODES, NEAR, mode, near_enemy
from wargame.games.eastfront.standing.railways import line_of, why_not_laid
from wargame.games.eastfront.standing.roads import way_to
from wargame.games.eastfront.state import WORKING, EfGame, class_of, place_name, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

_PLACES = 2
"""So many places that a line passes are named."""


def told(g: EfGame, side: str, words: Words) -> str:
    """The line that an engineer takes, the way of a march, or why there is none; "" of other orders."""
    kind, *rest = words
    own: Side = "axis" if side == "axis" else "soviet"
    if len(rest) < 2 or rest[0] in MODES or kind not in (CONVERT, MARCH):
        return ""
    if mode(g.state, own, kind) == "off":
        return f"nothing, as {kind} is off"
    if kind == CONVERT:
        return _convert(g, own, tuple(rest))
    *units, goal = rest
    many = len(units) > 1
    found = [(u, _march(g, own, u, g.grid.hex(goal))) for u in units]
    return "; ".join(f"{unit_name(g, u)} {said}" if many else said for u, said in found)


# -- marches --------------------------------------------------------------------------------------


def _march(g: EfGame, side: Side, unit: UnitId, goal: Hex) -> str:
    """EF-AU-11  By rail, by road, or what keeps it where it is."""
    here = g.state.units[unit].hex
    if here == goal:
        return "is there"
    if why := _why_halted(g, side, unit):
        return f"stands still: {why}"
    net = net_at(g, side, here)
    barred = bounds.why_no_end(g, unit, goal) or bounds.why_not_enter(g, unit, here, goal)
    if net is not None and not barred and carried(g, side, net, here) >> goal & 1:
        return "goes by rail as capacity allows"
    if way := way_to(g, unit, goal):
        n = len(way) - 1
        return f"goes by road, {n} hex{'es'[: 2 * (n > 1)]}"
    return f"finds no way to {place_name(g, goal)} now"


def _why_halted(g: EfGame, side: Side, unit: UnitId) -> str:
    """EF-AU-02  What stops an order that moves a unit; "" if nothing does."""
    found = g.state.units[unit]
    if found.hex < 0:
        return "it is not on the map"
    if class_of(g, unit).static:
        return "it is a fortification and never moves"
    if near := near_enemy(g, side, found.hex):
        where = place_name(g, g.state.units[near].hex)
        return f"{unit_name(g, near)} in {where} is within {NEAR} hexes, so move it by hand"
    return "it is at work this turn" if WORKING in found.states else ""


# -- railways -------------------------------------------------------------------------------------


def _convert(g: EfGame, side: Side, words: Words) -> str:
    """EF-AU-03  "from 1035 by Brest: 10 hexes", and what holds it up."""
    line, goal = line_of(g, side, words), place_name(g, g.grid.hex(words[-1]))
    if not line:
        return f"finds no railway to {goal}"
    own = usable(g, side)
    n = sum(not own >> h & 1 for h in line)
    if not n:
        return f"is done: the net reaches {goal}"
    said = f"from {place_name(g, line[0])}{_by(g, line[1:-1])}: {n} hex{'es'[: 2 * (n > 1)]}"
    why = _why_no_work(g, side, words[0], line)
    return f"{said}; {why}" if why else said


def _by(g: EfGame, line: Sequence[Hex]) -> str:
    """The first places on the way."""
    named = [g.content.map.places[h].name for h in line if h in g.content.map.places]
    return f" by {', '.join(named[:_PLACES])}" if named else ""


def _why_no_work(g: EfGame, side: Side, unit: UnitId, line: Sequence[Hex]) -> str:
    """What keeps an engineer from its line, or the line from going on; "" if nothing does."""
    found = g.state.units[unit]
    if WORKING in found.states:
        return ""
    if why := _why_halted(g, side, unit):
        return f"stands still: {why}"
    if found.hex not in line and (near := near_enemy(g, side, line[0])):
        return f"waits: {unit_name(g, near)} is within {NEAR} hexes of {place_name(g, line[0])}"
    own = usable(g, side)
    first = next(h for h in line if not own >> h & 1)
    why = why_not_laid(g, side, first)
    return f"waits: {place_name(g, first)} {why}" if why else ""
