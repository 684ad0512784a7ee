"""Ranged artillery bombardment (ARR-BO)."""

from __future__ import annotations

from functools import lru_cache, partial

from wargame.flow.ask import DONE_WORD, Choice, Option, Refusal
from wargame.flow.notation import Form, Grammar
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.bombard import needed, shell_odds, shell_throw
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import (
    DISRUPTED,
    ENTERED,
    FIRED,
    MOVED,
    OTHER,
    ArrasGame,
    disrupt,
    ground_units,
    is_night,
    kind_of,
)
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import Unit, UnitId

Shot = tuple[UnitId, UnitId]
FIRING = Grammar("ARR-BO-09", name=unit_name)


@segment("arras.artillery")
async def artillery(g: ArrasGame, side: Side) -> Next:
    """ARR-BO-01, ARR-BO-09  One pass: one artillery unit bombards one enemy unit."""
    choices: list[tuple[Option, Shot | None]] = list(bombardments(g, side))
    if not choices:
        return DONE
    choices.append((Option(DONE_WORD, "No further bombardment"), None))
    form = Form(g, "bombard UNIT with UNIT", FIRING, partial(why_not, g, side))
    shot = await g.ask(
        Choice(
            side,
            "artillery.fire",
            "Which battery bombards which enemy unit? Or end the segment (done).",
            choices,
            rule="ARR-BO-01",
            explain=form.explain,
            meant=form.meant,
            odds=lambda shot: shell_odds(g, *shot),
            each=True,
        )
    )
    if shot is None:
        return DONE
    fire(g, *shot)
    return AGAIN


def batteries(g: ArrasGame, side: Side) -> list[Unit]:
    """ARR-BO-01, ARR-BO-10  Artillery that may fire: undisrupted, not moved, entered or fired."""
    guns = [u for u in ground_units(g, side) if kind_of(g, u.id).artillery]
    return [u for u in guns if _why_not_fire(g, u) is None]


def range_of(g: ArrasGame, battery: UnitId) -> int:
    """ARR-BO-02, ARR-BO-03, ARR-BO-08, ARR-NI-01  Hexes."""
    printed = kind_of(g, battery).range
    return min(printed, g.content.bombardment.range.night) if is_night(g) else printed


def bombardments(g: ArrasGame, side: Side) -> list[tuple[Option, Shot]]:
    """ARR-BO-09  Every target of every battery that a 6 could disrupt."""
    guns = batteries(g, side)
    if not guns:
        return []
    seen, found = observed(g, side), list[tuple[Option, Shot]]()
    targets = [
        u for u in ground_units(g, OTHER[side]) if DISRUPTED not in u.states and seen >> u.hex & 1
    ]
    for battery in guns:
        rating, near = kind_of(g, battery.id).bombard, _in_range(g, battery)
        for target in targets:
            if near >> target.hex & 1 and (need := needed(g, rating, target.id)) <= 6:
                found.append((_option(g, battery, target, need), (battery.id, target.id)))
    return found


def _in_range(g: ArrasGame, battery: Unit) -> int:
    """ARR-BO-02  The set of hexes that a battery's range covers, its own hex excepted."""
    return _within(g.grid, battery.hex, range_of(g, battery.id)) & ~(1 << battery.hex)


def observed(g: ArrasGame, side: str) -> int:
    """ARR-BO-07  Hexes within 2 of an undisrupted combat unit, 4 of one on a hill, as a set."""
    content, found = g.content, 0
    for unit in ground_units(g, side):
        if DISRUPTED not in unit.states and kind_of(g, unit.id).combat_unit:
            found |= _observes(content, unit.hex)
    return found


@lru_cache(maxsize=2048)
def _observes(content: ArrasContent, where: Hex) -> int:
    reach = content.bombardment.range
    far = reach.hill_observer if where in content.hill else reach.observer
    return _within(content.grid, where, far)


@lru_cache(maxsize=4096)
def _within(grid: Grid, where: Hex, far: int) -> int:
    """The set of hexes up to *far* from a hex."""
    return grid.mask(grid.within(where, far))


def fire(g: ArrasGame, battery: UnitId, target: UnitId) -> None:
    """ARR-BO-04  One die; the target is disrupted at once or nothing happens."""
    g.gain(battery, FIRED, rule="ARR-BO-09")
    throw = shell_throw(g, battery, target)
    reading = throw.roll(g, "bombardment", row="total", unit=battery, target=target)
    if reading.result == "disrupted":
        disrupt(g, target, rule="ARR-BO-04")


def _option(g: ArrasGame, battery: Unit, target: Unit, need: int) -> Option:
    label = f"{kind_of(g, battery.id).name} on {kind_of(g, target.id).name}, disrupted on {need}+"
    answer = f"bombard {target.id} with {battery.id}"
    return Option(answer, label, (battery.id, target.id), (target.hex,))


def _why_not_fire(g: ArrasGame, unit: Unit) -> Refusal | None:
    """ARR-BO-01, ARR-BO-10, ARR-MV-14  Why a unit may not bombard; None if it may."""
    kind = kind_of(g, unit.id)
    if not kind.artillery:
        return Refusal(f"{kind.name} is no artillery: it does not bombard.", "ARR-BO-01")
    if DISRUPTED in unit.states:
        return Refusal(f"{kind.name} is disrupted.", "ARR-BO-09")
    if FIRED in unit.states:
        return Refusal(f"{kind.name} has fired in this phase.", "ARR-BO-09")
    if ENTERED in unit.states:
        return Refusal(f"{kind.name} has only just arrived.", "ARR-BO-10")
    if MOVED in unit.states:
        return Refusal(f"{kind.name} has moved and cannot bombard too.", "ARR-MV-14")
    return None


def why_not(g: ArrasGame, side: Side, target: UnitId, battery: UnitId) -> Refusal | None:
    """ARR-BO-09  Why a unit may not bombard another; None if it may."""
    for unit_id, owner in ((battery, side), (target, OTHER[side])):
        unit = g.state.units[unit_id]
        if unit_id not in g.content.units or unit.hex < 0:
            return Refusal(f"{unit_name(g, unit_id)} is no ground unit on the map.", "ARR-BO-09")
        if unit.side != owner:
            return Refusal(f"{unit_id} is on the wrong side for that.", "ARR-BO-09")
    gun, goal = g.state.units[battery], g.state.units[target]
    return _why_not_fire(g, gun) or _why_not_hit(g, side, gun, goal)


def _why_not_hit(g: ArrasGame, side: Side, battery: Unit, target: Unit) -> Refusal | None:
    distance, reach = g.grid.distance(battery.hex, target.hex), range_of(g, battery.id)
    if DISRUPTED in target.states:
        return Refusal(f"{kind_of(g, target.id).name} is disrupted already.", "ARR-BO-09")
    if not 1 <= distance <= reach:
        return Refusal(f"The target is {distance} hexes away; the range is {reach}.", "ARR-BO-02")
    if not observed(g, side) >> target.hex & 1:
        text = "No undisrupted combat unit observes: one within 2 hexes, or 4 from a hill, must."
        return Refusal(text, "ARR-BO-07")
    need = needed(g, kind_of(g, battery.id).bombard, target.id)
    return (
        Refusal(f"Even a 6 would do nothing: {need} is needed.", "ARR-BO-05") if need > 6 else None
    )
