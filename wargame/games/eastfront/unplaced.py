"""Why an answer of the Reinforcement Phase is none: hexes, units, sources and pairs that it names (EF-RF, EF-SU-11)."""

from __future__ import annotations

from collections.abc import Collection

from wargame.flow.ask import Refusal
from wargame.games.eastfront.air import plane
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    READY_CHIT,
    EfGame,
    class_of,
    level,
    place_name,
    unit_name,
    weather_at,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def _named(g: EfGame, word: str) -> UnitId:
    """The unit that a word names, "" for none."""
    return next((unit for unit in g.state.units if unit.casefold() == word), "")


def _hex(g: EfGame, word: str) -> Hex | None:
    try:
        return g.grid.hex(word)
    except ValueError:
        return None


def why_nothing(g: EfGame, side: Side, word: str, heads: Collection[Hex]) -> Refusal | None:
    """EF-RF-11  Why no supply is placed in a hex; None for what is none."""
    where = _hex(g, word)
    if where is None:
        return None
    name, rows = place_name(g, where), g.content.limits.placing
    if where not in heads:
        own = where in g.content.sources[side]
        what = "is isolated or not yours" if own else "is no supply source of yours"
        return Refusal(f"{name} {what}.", "EF-RF-11")
    most = rows.at.get(where, rows.most) if side == "axis" else rows.most
    return Refusal(f"{name} has had its {most} points of this turn.", "EF-RF-11")


def why_not_there(g: EfGame, side: Side, unit: UnitId, text: str) -> Refusal | None:
    """EF-RF-10, EF-RF-14, EF-IS-04  Why a unit that arrives is not placed in the hex of an answer."""
    verb, who, number = (*text.split(), "", "", "")[:3]
    where, name = _hex(g, number), unit_name(g, unit)
    if verb != "place" or where is None:
        return None
    if who != unit.casefold():
        return Refusal(f"{name} is placed now.", "EF-RF-10")
    place = place_name(g, where)
    if g.state.control.get(where) != side:
        return Refusal(f"{place} is not yours.", "EF-RF-10")
    if is_cut(g, side, where):
        return Refusal(f"{place} is isolated.", "EF-IS-04")
    if unit in g.content.units and (full := why_full(g, side, where, [unit])):
        return full
    if unit in g.content.units and g.content.units[unit].force.startswith("RF"):
        said = f"{name} stands up where the enemy has come near, or next to it; not in {place}."
        return Refusal(said, "EF-RF-14")
    said = f"{name} comes to its own place, or to what is nearest by rail; not to {place}."
    return Refusal(said, "EF-RF-10")


def why_not_withdrawn(g: EfGame, side: Side, kind: str, title: str, text: str) -> Refusal | None:
    """EF-RF-17  Why a unit is not what an event demands; *kind* is the demand, *title* what it says."""
    verb, who = (*text.split(), "", "")[:2]
    unit = _named(g, who)
    if verb != "withdraw" or not unit:
        return None
    name = unit_name(g, unit)
    if g.state.units[unit].side != side or g.state.units[unit].hex < 0:
        return Refusal(f"{name} is no unit of yours on the map.", "EF-RF-17")
    if kind.startswith("air") and unit in g.content.air:
        return Refusal(f"{name} is of type {plane(g, unit).type}; wanted is {title}.", "EF-RF-17")
    if kind.startswith("steps") and unit in g.content.units:
        return Refusal(f"{name} is of class {class_of(g, unit).id}; wanted is {title}.", "EF-RF-17")
    return Refusal(f"Wanted is {title}; {name} is none.", "EF-RF-17")


def why_no_merger(g: EfGame, text: str) -> Refusal | None:
    """EF-RF-19  Why two units do not become an army."""
    verb, *words = text.split()
    units = [_named(g, word) for word in words]
    if verb != "merge" or len(units) != 2 or not all(unit in g.content.units for unit in units):
        return None
    for unit in units:
        if class_of(g, unit).id != "SR":
            return Refusal(f"{unit_name(g, unit)} is no rifle corps (SR).", "EF-RF-19")
    a, b = (g.state.units[unit].hex for unit in units)
    if a != b or a < 0:
        said = f"{unit_name(g, units[0])} and {unit_name(g, units[1])} do not stand in one hex."
        return Refusal(said, "EF-RF-19")
    return None


def why_no_surprise(g: EfGame, side: Side, text: str) -> Refusal | None:
    """EF-SU-11  Why two HQs do not make a surprise turn."""
    verb, *words = text.split()
    hqs = [_named(g, word) for word in words]
    if verb != "surprise" or not all(hqs):
        return None
    if len(hqs) != 2 or len(set(hqs)) != 2:
        return Refusal("A surprise turn takes the chits of two HQs.", "EF-SU-11")
    for unit in hqs:
        if refusal := _no_chit(g, side, unit):
            return refusal
    a, b = hqs
    far = g.grid.distance(g.state.units[a].hex, g.state.units[b].hex)
    most = g.content.limits.surprise.apart
    if far <= most:
        return None
    said = f"{unit_name(g, a)} and {unit_name(g, b)} are {far} hexes apart; {most} is the most."
    return Refusal(said, "EF-SU-11")


def _no_chit(g: EfGame, side: Side, unit_id: UnitId) -> Refusal | None:
    """EF-SU-11  What an HQ wants for a surprise."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    if unit.side != side or unit.hex < 0 or READY_CHIT not in unit.states:
        return Refusal(f"{name} has no offensive chit ready.", "EF-SU-11")
    if level(unit):
        return Refusal(f"{name} is out of supply, at U{level(unit)}.", "EF-SU-11")
    if weather_at(g, unit.hex) not in ("C", "F", "S"):
        said = f"{name} stands in mud or a blizzard; clear, frost or snow is wanted."
        return Refusal(said, "EF-SU-11")
    return None
