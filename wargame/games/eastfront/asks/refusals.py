"""Why an answer of a list is none of it: Reserves, losses, retreat, advance, naval reaction, interception, chits, bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wargame.flow.ask import Refusal
from wargame.flow.notation import Form, Grammar
from wargame.games.eastfront.air import fighter, in_range, operative, plane
from wargame.games.eastfront.asks.naval import start_of
from wargame.games.eastfront.battle import attacker_of, present, result, stakes
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import keepers, rating, why_no_reserve
from wargame.games.eastfront.retreat import rules_of
from wargame.games.eastfront.sea import group_of, within_sail
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    FLEW,
    NAVAL_REACTED,
    OTHER,
    READY_CHIT,
    RESERVE,
    RESOURCES,
    SP,
    SPENT,
    USED_CHIT,
    EfGame,
    class_of,
    enemy_zoc,
    kind_of,
    level,
    place_name,
    stack,
    steps,
    unit_name,
)
from wargame.games.eastfront.strength import EXPLOIT, HASTY
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, why_no_step

Why = Callable[[str], Refusal | None]


def form_of(g: EfGame, form: str, rule: str, why: Callable[..., Refusal | None]) -> Form:
    """Answers of a form, units and all under one rule."""
    return Form(g, form, Grammar(rule, unit=rule, name=unit_name), why)


def either(*forms: Form) -> Why:
    """The first of some forms that an answer is of says why it is none."""

    def why(text: str) -> Refusal | None:
        return next((no for form in forms if (no := form.explain(text)) is not None), None)

    return why


def _foreign(g: EfGame, side: Side, unit: UnitId, rule: str) -> Refusal | None:
    here = g.state.units[unit]
    if here.side != side:
        return Refusal(f"{unit_name(g, unit)} is no unit of yours.", rule)
    if here.hex < 0:
        return Refusal(f"{unit_name(g, unit)} is not on the map.", rule)
    return None


# -- Reserves ---------------------------------------------------------------------------------------


def reserves(g: EfGame, side: Side) -> Why:
    """EF-RX-10  Who is not marked, and who is not released."""

    def mark(unit: UnitId) -> Refusal | None:
        if refusal := _foreign(g, side, unit, "EF-RX-10"):
            return refusal
        if unit not in g.content.units:
            return Refusal(f"{unit_name(g, unit)} is no ground unit.", "EF-RX-10")
        return why_no_reserve(g, unit) or _no_keeper(g, side, unit)

    def release(unit: UnitId) -> Refusal | None:
        held = RESERVE in g.state.units[unit].states
        return None if held else Refusal(f"{unit_name(g, unit)} is no Reserve.", "EF-RX-10")

    return either(
        form_of(g, "reserve UNIT", "EF-RX-10", mark),
        form_of(g, "release UNIT", "EF-RX-10", release),
    )


def _no_keeper(g: EfGame, side: Side, unit: UnitId) -> Refusal | None:
    supply, name = supply_of(g, side), unit_name(g, unit)
    keeping = keepers(g, unit, supply)
    if keeping:
        rows = ", ".join(f"{unit_name(g, hq)} {rating(g, hq)}" for hq in keeping)
        said = f"As many Reserves as their ratings allow are marked near the HQs of {name}: {rows}."
    else:
        said = f"{name} is within the range of no HQ in supply that serves it."
    return Refusal(said, "EF-RX-10")


# -- battle -----------------------------------------------------------------------------------------


def loses(g: EfGame, side: Side, able: Sequence[UnitId]) -> Why:
    """EF-CB-23  Who does not lose the step."""

    def why(unit: UnitId) -> Refusal | None:
        name = unit_name(g, unit)
        if unit not in present(g, side) or not steps(g, unit):
            return Refusal(f"{name} is no unit of yours in this battle.", "EF-CB-23")
        if class_of(g, unit).small and not class_of(g, able[0]).small:
            return Refusal(f"{name} is small: large units lose their steps first.", "EF-UN-04")
        if all(class_of(g, u).armoured for u in able):
            said = f"{name} is not armoured: armour told, so an armoured unit loses the first step."
            return Refusal(said, "EF-CB-23")
        return None

    return either(form_of(g, "lose UNIT", "EF-CB-23", why))


def retreats_not(g: EfGame, unit: UnitId, n: int, gone: Mapping[UnitId, Hex]) -> Why:
    """EF-CB-24, EF-CB-25  Why a unit does not go back that way."""

    def why(who: UnitId, way: Path) -> Refusal | None:
        if who != unit:
            return Refusal(f"{unit_name(g, unit)} retreats now.", "EF-CB-24")
        if len(way) < n or (len(way) > n and class_of(g, unit).combat):
            hexes = "1 hex" if n == 1 else f"{n} hexes"
            said = f"{unit_name(g, unit)} goes back {hexes}, not {len(way)}."
            return Refusal(said, "EF-CB-24")
        start = g.state.units[unit].hex
        if no := why_no_step(rules_of(g, unit, len(way), gone), start, way):
            return no
        far = g.grid.distance(start, way[-1])
        return Refusal(f"{g.grid.name(way[-1])} is {far} away; others are {n}.", "EF-CB-24")

    return either(form_of(g, "retreat UNIT PATH", "EF-CB-24", why))


def advances_not(g: EfGame, side: Side, gone: Sequence[str], phasing: str) -> Why:
    """EF-CB-28, EF-CB-29  Who does not advance there."""

    def why(unit: UnitId, h: Hex) -> Refusal | None:
        name, target, where = unit_name(g, unit), stakes(g).target, place_name(g, h)
        if unit not in present(g, side):
            return Refusal(f"{name} did not attack {place_name(g, target)}.", "EF-CB-28")
        if class_of(g, unit).deliberate or class_of(g, unit).static:
            return Refusal(f"{name} does not advance.", "EF-CB-28")
        if unit not in gone and h != target:
            said = f"{name} advances into {place_name(g, target)} first."
            return Refusal(said, "EF-CB-28")
        if refusal := why_full(g, side, h, [unit]):
            return refusal
        if unit not in gone:
            return Refusal(f"{name} cannot enter {where}.", "EF-CB-28")
        if gone.count(unit) > 1:
            return Refusal(f"{name} has advanced twice.", "EF-CB-28")
        return _no_second(g, unit, h, phasing)

    return either(form_of(g, "advance UNIT HEX", "EF-CB-28", why))


def _no_second(g: EfGame, unit: UnitId, h: Hex, phasing: str) -> Refusal | None:
    """Why a unit that has advanced does not go one hex farther."""
    name, now, where = unit_name(g, unit), stakes(g), place_name(g, h)
    side, here = attacker_of(g), g.state.units[unit].hex
    if not class_of(g, unit).cm:
        return Refusal(f"{name} is not combat-motorised: it advances one hex.", "EF-CB-28")
    if side != phasing:
        said = "After a hasty attack of the other side's player-turn the first hex is all."
        return Refusal(said, "EF-CB-29")
    if not result(g).second:
        return Refusal(f"After {now.result} nobody advances a second hex.", "EF-CB-28")
    if now.sort in (HASTY, EXPLOIT) and any(not class_of(g, u).cm for u in now.units):
        said = "Foot units took part in the hasty attack: nobody advances a second hex."
        return Refusal(said, "EF-CB-28")
    if not g.grid.adjacent(here, h) or h not in g.content.land:
        return Refusal(f"{where} is no land hex next to {place_name(g, here)}.", "EF-CB-28")
    if stack(g, h, OTHER[side]):
        return Refusal(f"Enemies stand in {where}.", "EF-CB-28")
    if enemy_zoc(g, side, here) and enemy_zoc(g, side, h):
        said = f"{place_name(g, here)} and {where} both lie in an enemy ZOC."
        return Refusal(said, "EF-CB-28")
    return Refusal(f"{name} cannot enter {where}.", "EF-CB-28")


# -- at sea and in the air --------------------------------------------------------------------------


def reacts_not(g: EfGame, side: Side, sea: str, path: Sequence[Hex]) -> Why:
    """EF-NV-12  Which group does not react, and why not there."""
    far = g.content.limits.naval.react

    def why(unit: UnitId, h: Hex) -> Refusal | None:
        if refusal := _foreign(g, side, unit, "EF-NV-12"):
            return refusal
        name, here = unit_name(g, unit), g.state.units[unit]
        if unit not in g.content.naval:
            return Refusal(f"{name} is no naval group.", "EF-NV-12")
        if group_of(g, unit).sea != sea:
            return Refusal(f"{name} lies in another sea: {group_of(g, unit).sea}.", "EF-NV-12")
        if SPENT in here.states:
            return Refusal(f"{name} is spent.", "EF-NV-12")
        if NAVAL_REACTED in here.states:
            return Refusal(f"{name} has reacted in this phase.", "EF-NV-12")
        if h not in path:
            return Refusal(f"{place_name(g, h)} is no sea hex of that path.", "EF-NV-12")
        if h not in within_sail(g, side, start_of(g, here), far):
            said = f"{place_name(g, h)} is more than {far} hexes by sea from {name}."
            return Refusal(said, "EF-NV-12")
        return None

    return either(form_of(g, "react UNIT HEX", "EF-NV-12", why))


def intercepts_not(g: EfGame, side: Side, target: Hex, types: Sequence[str]) -> Why:
    """EF-AR-10  Which air unit does not intercept."""

    def why(unit: UnitId) -> Refusal | None:
        if refusal := _foreign(g, side, unit, "EF-AR-10"):
            return refusal
        name, here = unit_name(g, unit), g.state.units[unit]
        if unit not in g.content.air or plane(g, unit).type not in types:
            said = f"{name} does not intercept: types {' and '.join(sorted(types))} do."
            return Refusal(said, "EF-AR-10")
        if not operative(here) or FLEW in here.states:
            return Refusal(f"{name} is not ready to fly.", "EF-AR-11")
        if not in_range(g, unit, target):
            apart, reach = g.grid.distance(here.hex, target), plane(g, unit).range
            said = f"{place_name(g, target)} is {apart} hexes from the base of {name} (fighter {fighter(g, unit)}); its range is {reach}."
            return Refusal(said, "EF-AR-12")
        return Refusal(f"{name} flies already.", "EF-AR-11")

    return either(form_of(g, "intercept UNIT", "EF-AR-10", why))


# -- chits ------------------------------------------------------------------------------------------


def chits_not(g: EfGame, side: Side, most: int, have: int) -> Why:
    """EF-SP-19  Which HQ makes no chit, and which has none to break down."""
    limits = g.content.limits.chits

    def make(unit: UnitId) -> Refusal | None:
        if refusal := _foreign(g, side, unit, "EF-SP-19"):
            return refusal
        here, name = g.state.units[unit], unit_name(g, unit)
        if unit not in g.content.units or not kind_of(g, unit).hq:
            return Refusal(f"{name} is no HQ.", "EF-SP-19")
        if level(here):
            return Refusal(
                f"{name} is at U{level(here)}; it makes chits in supply only.", "EF-SP-24"
            )
        if here.states & {READY_CHIT, USED_CHIT}:
            return Refusal(f"{name} has a chit; one is the most.", "EF-SP-19")
        if have >= most:
            return Refusal(f"Your side has {have} chits; {most} are the most now.", "EF-SP-19")
        sp, srp = here.numbers.get(SP, 0), g.state.layers.get(RESOURCES, {}).get(here.hex, 0)
        said = f"A chit takes {limits.sp} SP and {limits.srp} SRP: {name} holds {sp} SP, and {srp} SRP lie in its hex."
        return Refusal(said, "EF-SP-19")

    def broken(unit: UnitId) -> Refusal | None:
        states, name = g.state.units[unit].states, unit_name(g, unit)
        if USED_CHIT in states:
            return Refusal(f"The chit of {name} is used: it is not broken down.", "EF-SP-19")
        return Refusal(f"{name} has no ready chit.", "EF-SP-19")

    return either(
        form_of(g, "make UNIT", "EF-SP-19", make), form_of(g, "break UNIT", "EF-SP-19", broken)
    )
