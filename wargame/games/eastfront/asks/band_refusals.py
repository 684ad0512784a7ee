"""Why bands do not go, are not raised or changed, and why nobody sweeps them (EF-PT-11 to EF-PT-14)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.ask import Refusal
from wargame.games.eastfront.asks.refusals import Why, either, form_of
from wargame.games.eastfront.band_odds import COVER
from wargame.games.eastfront.bands import may_stand, ways
from wargame.games.eastfront.content import ROUGH
from wargame.games.eastfront.state import (
    ACTIVE,
    OUT,
    SWEPT,
    EfGame,
    class_of,
    combat_units,
    kind_of,
    on_map,
    place_name,
    stack,
    steps,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def _no_band(g: EfGame, unit: UnitId, rule: str) -> Refusal | None:
    if unit not in g.content.units or kind_of(g, unit).cls != "PA":
        return Refusal(f"{unit_name(g, unit)} is no band of partisans.", rule)
    return None


def sweeps_not(g: EfGame) -> Why:
    """EF-PT-14  Who does not sweep which band."""

    def why(band: UnitId, by: UnitId) -> Refusal | None:
        if refusal := _no_band(g, band, "EF-PT-14"):
            return refusal
        there, unit, name = g.state.units[band], g.state.units[by], unit_name(g, by)
        if there.hex < 0:
            return Refusal(f"{unit_name(g, band)} is not on the map.", "EF-PT-14")
        if SWEPT in there.states:
            return Refusal(f"{unit_name(g, band)} has been swept in this segment.", "EF-PT-14")
        if (
            unit.side != "axis"
            or unit.hex < 0
            or by not in g.content.units
            or not class_of(g, by).combat
        ):
            return Refusal(f"{name} is no Axis combat unit on the map.", "EF-PT-14")
        if SWEPT in unit.states:
            return Refusal(f"{name} has swept in this segment.", "EF-PT-14")
        apart = g.grid.distance(unit.hex, there.hex)
        if ACTIVE not in there.states and (apart or class_of(g, by).id != "GS"):
            said = f"{unit_name(g, band)} is underground: only a security division in its hex sweeps it."
            return Refusal(said, "EF-PT-14")
        said = f"{name} is {apart} hexes from {unit_name(g, band)}; it sweeps in its hex and next to it."
        return Refusal(said, "EF-PT-14")

    return either(form_of(g, "sweep UNIT UNIT", "EF-PT-14", why))


def marches_not(g: EfGame, done: Callable[[UnitId], str]) -> Why:
    """EF-PT-13  Which band does not go where; *done* says what it has done."""

    def why(band: UnitId, h: Hex) -> Refusal | None:
        if refusal := _no_band(g, band, "EF-PT-13"):
            return refusal
        here, name, where = g.state.units[band], unit_name(g, band), place_name(g, h)
        if here.hex < 0 or ACTIVE not in here.states:
            return Refusal(f"{name} is not active on the map.", "EF-PT-13")
        if told := done(band):
            return Refusal(f"{name} has {told}.", "EF-PT-13")
        if combat_units(g, h, "axis"):
            return Refusal(f"An Axis combat unit stands in {where}.", "EF-PT-13")
        if not may_stand(g, band, h):
            return Refusal(
                f"{where} takes no band: another stands there, or it is no land.", "EF-PT-11"
            )
        if h not in ways(g, band):
            said = f"{where} is {g.grid.distance(here.hex, h)} hexes away; a band goes 1, or 2 if both are forest, swamp or mountain."
            return Refusal(said, "EF-PT-13")
        return None

    return either(form_of(g, "march UNIT HEX", "EF-PT-13", why))


def raises_not(g: EfGame, full: str, changed: str) -> Why:
    """EF-PT-10 to EF-PT-12, EF-PT-19  Which band is not raised where, or does not change its mode.

    *full* says why none is raised at all; *changed* is the state of those who have changed theirs.
    """

    def why(band: UnitId, h: Hex) -> Refusal | None:
        if refusal := _no_band(g, band, "EF-PT-11"):
            return refusal
        if full:
            return Refusal(full, "EF-PT-10")
        name, here = unit_name(g, band), g.state.units[band]
        if here.hex >= 0:
            return Refusal(f"{name} is on the map.", "EF-PT-11")
        back = g.content.partisans.place.back_after
        if (out := here.numbers.get(OUT, 0)) and g.state.turn() < out + back:
            said = f"{name} was lost in turn {out}; it may be raised again from turn {out + back}."
            return Refusal(said, "EF-PT-19")
        return _no_haven(g, h) or Refusal(f"Another band is raised before {name}.", "EF-PT-11")

    def change(band: UnitId) -> Refusal | None:
        if refusal := _no_band(g, band, "EF-PT-12"):
            return refusal
        name, here = unit_name(g, band), g.state.units[band]
        if here.hex < 0:
            return Refusal(f"{name} is not on the map.", "EF-PT-12")
        if changed in here.states:
            return Refusal(f"{name} has changed its mode in this segment.", "EF-PT-12")
        mode = "active" if ACTIVE in here.states else "underground"
        near = [h for h in (here.hex, *g.grid.neighbours[here.hex]) if stack(g, h, "axis")]
        if ACTIVE in here.states and near:
            said = f"{name} stays active: Axis units stand in {place_name(g, near[0])}."
            return Refusal(said, "EF-PT-12")
        return Refusal(f"{name} is {mode}.", "EF-PT-12")

    return either(
        form_of(g, "raise UNIT HEX", "EF-PT-11", why),
        form_of(g, "rise UNIT", "EF-PT-12", change),
        form_of(g, "hide UNIT", "EF-PT-12", change),
    )


def _no_haven(g: EfGame, h: Hex) -> Refusal | None:
    """EF-PT-11  Why no band is raised in a hex."""
    where, far = place_name(g, h), g.content.partisans.place.away
    if g.content.nation[h] != "S" or g.state.control.get(h) != "axis":
        return Refusal(f"{where} is no hex of the USSR in Axis hands.", "EF-PT-11")
    if g.content.map.terrain[h] not in (*COVER, ROUGH):
        return Refusal(f"{where} is neither forest, swamp, rough nor mountain.", "EF-PT-11")
    strong = [u for u in on_map(g, "axis") if class_of(g, u.id).combat and steps(g, u.id) > 1]
    apart, nearest = min(((g.grid.distance(h, u.hex), u.id) for u in strong), default=(far, ""))
    if apart < far:
        said = f"{where} is {apart} hexes from {unit_name(g, nearest)}; bands rise at least {far} from units of two steps."
        return Refusal(said, "EF-PT-11")
    if any(
        u.hex == h
        for u in g.state.units.values()
        if u.id in g.content.units and kind_of(g, u.id).cls == "PA"
    ):
        return Refusal(f"A band is in {where}.", "EF-PT-11")
    return None
