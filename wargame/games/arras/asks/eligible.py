"""Who may move, be lifted, enter or exploit now, and why not (ARR-MV, ARR-RE, ARR-EX)."""

from __future__ import annotations

from wargame.flow.ask import Refusal
from wargame.games.arras.asks.orders import Order, unit_name
from wargame.games.arras.data.files import Side
from wargame.games.arras.segments.reinforcement import PARALYSIS
from wargame.games.arras.state import (
    DISRUPTED,
    EXPLOITED,
    FIRED,
    MOVED,
    PASSED,
    ROMMEL,
    ArrasGame,
    area_of,
    is_paralysed,
    kind_of,
    why_full,
)
from wargame.games.arras.walk import walker_of
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.arrivals import WAITING, entries
from wargame.rules.walk import shut

SPENT: dict[str, dict[str, tuple[str, str]]] = {
    "move": {
        MOVED: ("has already moved in this phase", "ARR-SQ-02"),
        FIRED: ("has bombarded and cannot move too", "ARR-MV-14"),
    },
    "exploit": {
        DISRUPTED: ("is disrupted", "ARR-EX-03"),
        EXPLOITED: ("has already exploited", "ARR-EX-01"),
    },
    "lift": {
        MOVED: ("has already moved in this phase", "ARR-MV-11"),
        FIRED: ("has bombarded and cannot move too", "ARR-MV-14"),
    },
}
"""States in which a unit on the map does not do it, each with the reason and the rule."""


def why_idle(g: ArrasGame, side: Side, unit_id: UnitId, verb: str) -> Refusal | None:
    """Why a unit may not move, enter or exploit now; None if it may."""
    unit = g.state.units[unit_id]
    if unit_id not in g.content.units and unit_id != ROMMEL:
        return Refusal(f"{unit_id} is an air unit; it flies missions.", "ARR-AR-02")
    if unit.side != side:
        return Refusal(f"{unit_id} belongs to the other side.", "ARR-SQ-02")
    if verb == "enter":
        return _why_outside(unit)
    if unit.hex < 0:
        place = f"in the {unit.box} box" if unit.box else "off the map"
        name = unit_name(g, unit_id)
        return Refusal(f"{name} is not on the map: it is {place}.", "ARR-RE-04")
    if verb != "exploit":
        return _why_spent(g, unit, verb)
    if unit_id == ROMMEL or not kind_of(g, unit_id).mechanised:
        said = f"{unit_name(g, unit_id)} is neither armour nor recon."
        return Refusal(said, "ARR-EX-01")
    refusal = _why_spent(g, unit, verb)
    if refusal is None and is_paralysed(g, side, unit.hex):
        return Refusal(f"Command paralysis holds {unit_name(g, unit_id)}.", PARALYSIS[side])
    return refusal


def _why_outside(unit: Unit) -> Refusal | None:
    """ARR-RE-02, ARR-RE-03"""
    if unit.box != WAITING:
        return Refusal(f"{unit.id} is not waiting off the map.", "ARR-RE-02")
    if PASSED not in unit.states:
        return Refusal(f"{unit.id} has not passed its reinforcement roll.", "ARR-RE-02")
    return None


def _why_spent(g: ArrasGame, unit: Unit, verb: str) -> Refusal | None:
    """The first state of a unit that forbids it."""
    for state, (said, rule) in SPENT[verb].items():
        if state in unit.states:
            return Refusal(f"{unit_name(g, unit.id)} {said}.", rule)
    return None


def why_no_pair(g: ArrasGame, order: Order) -> Refusal | None:
    """ARR-MV-11, ARR-MV-12  Why a unit may not lift its passenger; None if it may, or has none."""
    if not order.passenger:
        return None
    if order.verb == "exploit":
        return Refusal("Lifted units do not exploit.", "ARR-EX-03")
    refusal = _why_unlike(g, order.unit, order.passenger)
    if refusal is not None:
        return refusal
    carrier, rider = g.state.units[order.unit], g.state.units[order.passenger]
    if order.verb == "enter" and order.starts_lifted:
        if area_of(g, order.unit) != area_of(g, order.passenger):
            return Refusal("The two do not wait in the same entry area.", "ARR-RE-05")
        return _why_outside(rider)
    if DISRUPTED in carrier.states:
        name = unit_name(g, carrier.id)
        return Refusal(f"{name} is disrupted and lifts nothing.", "ARR-MV-12")
    if (spent := _why_spent(g, rider, "lift")) is not None:
        return spent
    if order.path and rider.hex != order.path[order.lift_at]:
        where = g.grid.name(rider.hex) if rider.hex >= 0 else "off the map"
        said = f"is not there to be lifted; it is in {where}"
        return Refusal(f"{unit_name(g, rider.id)} {said}.", "ARR-MV-11")
    return None


def _why_unlike(g: ArrasGame, carrier: UnitId, rider: UnitId) -> Refusal | None:
    """ARR-UN-03, ARR-ST-02  Why one kind of unit never lifts another."""
    transport, kind = g.content.units.get(carrier), g.content.units.get(rider)
    if transport is None or not transport.transport:
        return Refusal(f"{carrier} is no transport: it lifts nothing.", "ARR-MV-11")
    if kind is None or not kind.liftable:
        said = f"{rider} cannot be lifted: only infantry, artillery and 88s can."
        return Refusal(said, "ARR-UN-03" if kind else "ARR-MV-11")
    if kind.nation != transport.nation:
        said = f"{transport.name} lifts only units of its own nation."
        return Refusal(said, "ARR-ST-02")
    return None


def entry_hexes(g: ArrasGame, side: Side, order: Order) -> dict[Hex, bool]:
    """ARR-RE-05  Where an entrant may come on, and whether the hex is a listed one."""
    area = g.content.areas[area_of(g, order.unit)]
    coming = order.units if order.starts_lifted else (order.unit,)
    walker = walker_of(g, order.unit, lifted=order.starts_lifted)

    def is_open(h: Hex) -> bool:
        if shut(walker, h) or walker.zoc[h]:
            return False
        return why_full(g, side, h, coming) is None

    return {h: h in area.hexes for h in entries(area.hexes, g.content.nearby[area.id], is_open)}
