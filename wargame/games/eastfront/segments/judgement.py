"""Isolation, supply judged, attrition (EF-IN-03, EF-SP-04, EF-SP-16 to EF-SP-18, EF-SP-29)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.flow.script import DONE, Next, segment
from wargame.games.eastfront import isolation
from wargame.games.eastfront.content import MAJOR_CITY
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.harm import lose_steps
from wargame.games.eastfront.segments.end import end_bonus
from wargame.games.eastfront.state import (
    DUMP,
    ISOLATED,
    LEVEL,
    SINCE,
    SP,
    EfGame,
    class_of,
    level,
    nation,
    on_map,
    place_name,
    steps,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.supply import Fed, judge
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@segment("eastfront.isolation")
async def isolate(g: EfGame) -> Next:
    """EF-IN-03, EF-CB-01, EF-XC-01  Units and hexes of both sides."""
    isolation.determine(g)
    return DONE


@segment("eastfront.supply.judgement")
async def judged(g: EfGame, side: Side, bonus: int) -> Next:
    """EF-SP-04, EF-SP-16  Every ground unit of both sides from one picture; then attrition of the phasing side."""
    found = {each: judge(g, each) for each in SIDES}
    for each in SIDES:
        _use_up(g, found[each])
        for unit in on_map(g, each):
            fed = unit.id in found[each].units
            if fed and not level(unit) and SINCE not in unit.numbers:
                continue  # as it was
            if g.content.units[unit.id].cls != "PA":
                _set_level(g, unit.id, fed=fed, own=each == side, bonus=bonus)
    if bonus:
        end_bonus(g)
        return DONE
    attrition(g, side)
    await winter_losses(g, side)
    return DONE


def _use_up(g: EfGame, fed: Fed) -> None:
    """EF-SP-15  SP of dumps and HQs that fed units."""
    for name, points in fed.used:
        g.note("feeds", who=name, points=points, rule="EF-SP-15")
        if name in g.state.units:
            stock = g.state.units[name].numbers.get(SP, 0)
            g.set_number(name, SP, stock - points, rule="EF-SP-15")
        else:
            where = g.grid.hex(name)
            stock = g.state.layers[DUMP][where]
            g.set_layer(DUMP, {where: stock - points}, rule="EF-SP-15")


def _set_level(g: EfGame, unit_id: UnitId, *, fed: bool, own: bool, bonus: int) -> None:
    """EF-SP-16, EF-SU-16, EF-SP-29  The level of a unit after a judgement."""
    unit, limits = g.state.units[unit_id], g.content.limits.supply
    was = level(unit)
    if fed:
        now = 0
        if SINCE in unit.numbers:
            g.set_number(unit_id, SINCE, 0, rule="EF-SP-29")
    else:
        now = min(was + 1, limits.worst) if own or was == 0 else was
        if bonus:
            now = max(was, min(now, 1))
        now = max(was, _held_back(g, unit_id, now))
    if now != was:
        g.set_number(unit_id, LEVEL, now, rule="EF-SP-16")
        g.note("level", unit=unit_id, level=now, rule="EF-SP-16")


def _held_back(g: EfGame, unit_id: UnitId, now: int) -> int:
    """EF-SP-29  Garrisons of a major city or fortress stay at U2 for their first turns unsupplied there."""
    unit, limits = g.state.units[unit_id], g.content.limits.supply
    where = unit.hex
    if g.content.place_kind(where) != MAJOR_CITY and where not in g.content.geography.fortresses:
        g.set_number(unit_id, SINCE, 0, rule="EF-SP-29")
        return now
    since = unit.numbers.get(SINCE, 0)
    if not since:
        since = g.state.turn()
        g.set_number(unit_id, SINCE, since, rule="EF-SP-29")
    within = g.state.turn() - since <= limits.garrison_turns
    return min(now, limits.garrison_level) if within else now


def attrition(g: EfGame, side: Side) -> None:
    """EF-SP-18  Units of the phasing side at U3 and U4 may lose a step, in id order."""
    limits, winter = g.content.limits.supply, g.content.weather.winter
    for unit_id in sorted(g.board.on_map[side]):
        if unit_id not in g.content.units or g.content.units[unit_id].cls == "PA":
            continue
        unit = g.state.units[unit_id]
        most = limits.attrition.get(level(unit), 0)
        if not most:
            continue
        if ISOLATED in unit.states:
            most += limits.attrition_isolated
        cold = weather_at(g, unit.hex) in ("S", "B") and g.state.turn() <= winter.last
        if side == "axis" and nation(g, unit_id) != "F" and cold:
            most += limits.attrition_winter
        if g.roll("attrition", sides=10, unit=unit_id, needed=most, rule="EF-SP-18") <= most:
            lose_steps(g, unit_id, 1, rule="EF-SP-18")


async def winter_losses(g: EfGame, side: Side) -> None:
    """EF-WX-06  First winter: an Axis hex in a blizzard, outside towns and cities, may lose a step."""
    winter = g.content.weather.winter
    if side != "axis" or not winter.first <= g.state.turn() <= winter.last:
        return
    hexes = sorted({g.state.units[u].hex for u in g.board.on_map["axis"] if u in g.content.units})
    for where in hexes:
        units = [
            u
            for u in g.board.at[where]
            if u in g.content.units and g.state.units[u].side == "axis" and nation(g, u) != "F"
        ]
        if (
            not units
            or g.content.zone[where] == "D"
            or weather_at(g, where) != "B"
            or g.content.place_kind(where)
        ):
            continue
        if g.roll("winter", sides=10, hex=where, by="axis", rule="EF-WX-06") <= winter.loss:
            lose_steps(g, await _frozen_out(g, units, where), 1, rule="EF-WX-06")


async def _frozen_out(g: EfGame, units: list[UnitId], where: Hex) -> UnitId:
    """EF-WX-06, EF-UN-04  The unit with most steps, small ones only if alone (R-245); the owner chooses among equals."""
    able = [u for u in units if not class_of(g, u).small] or units
    most = max(steps(g, u) for u in able)
    rows = [
        (Option(f"frost {u}", f"{unit_name(g, u)} loses the step", (u,), (where,)), u)
        for u in sorted(able)
        if steps(g, u) == most
    ]
    asked = f"The frost takes a step in {place_name(g, where)}. Of which unit?"
    return await g.settle(Choice("axis", "winter", asked, rows, rule="EF-WX-06"))
