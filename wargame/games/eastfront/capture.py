"""Hexes taken: control, what falls into the captor's hands, units that are pushed aside (EF-HC, EF-ZC-04)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import Choice, Option
from wargame.games.eastfront.air import evict
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.fleet import flee
from wargame.games.eastfront.harm import eliminate, leave
from wargame.games.eastfront.paths import Paths
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    DUMP,
    FORT,
    HELD,
    OTHER,
    READY_CHIT,
    RESOURCES,
    SP,
    USED_CHIT,
    EfGame,
    class_of,
    combat_units,
    free_of_zoc,
    kind_of,
    place_name,
    side_of,
    stack,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

WORKS = ("C", "D", "R")
"""How the ids of engineering markers begin."""


def takes(g: EfGame, unit_id: UnitId) -> bool:
    """EF-HC-02  Whether a unit changes control: combat units and HQs do."""
    cls = class_of(g, unit_id)
    return cls.combat or cls.id == "HQ"


def stirs(g: EfGame, side: Side, where: Hex) -> bool:
    """Whether entering a hex does more than change its control: somebody is pushed aside, flies or sails."""
    units = g.state.units
    return any(units[u].side == OTHER[side] and not _is_band(g, u) for u in g.board.at[where])


def _is_band(g: EfGame, unit_id: UnitId) -> bool:
    kind = g.content.units.get(unit_id)
    return kind is not None and kind.cls == "PA"


async def enter(g: EfGame, units: Sequence[UnitId], where: Hex) -> None:
    """EF-HC-02, EF-HC-03, EF-PT-17  Units have come into a hex on which something stirs."""
    side = side_of(g, units[0])
    if pass_through(g, units, where):
        evict(g, OTHER[side], where)
        await flee(g, OTHER[side], where)


def pass_through(g: EfGame, units: Sequence[UnitId], where: Hex) -> bool:
    """EF-HC-02, EF-PT-17  Units go through a hex; whether it changed hands."""
    side = side_of(g, units[0])
    if side == "soviet" and any(class_of(g, u).combat for u in units):
        _absorb_bands(g, where)
    if g.state.control.get(where) == side or where not in g.content.land:
        return False
    if not any(takes(g, u) for u in units):
        _interrupt(g, side, where, "C", "D")  # 4.10: any enemy unit does that
        return False
    seize(g, side, where)
    return True


def _interrupt(g: EfGame, side: Side, where: Hex, *marks: str) -> None:
    """EF-HC-03, 4.10  Engineering markers of the enemy in a hex are gone."""
    for marker in sorted(g.state.markers.values(), key=lambda m: m.id):
        if marker.hex == where and marker.side == OTHER[side] and marker.id[0] in marks:
            g.lift(marker.id, rule="EF-HC-03")


def seize(g: EfGame, side: Side, where: Hex) -> None:
    """EF-HC-03, EF-RA-17  A hex changes hands, with what lies there but the gauge; air units and ships apart."""
    g.take(where, side, rule="EF-HC-02")
    if g.content.place_kind(where):
        g.note("taken", side=side, hex=where, rule="EF-HC-02")
    if g.state.layers.get(FORT, {}).get(where):
        g.set_layer(FORT, {where: 0}, rule="EF-HC-03")
    _interrupt(g, side, where, *WORKS)
    points = g.state.layers.get(DUMP, {}).get(where, 0)
    if points:
        g.set_layer(DUMP, {where: points // 2}, rule="EF-HC-03")
        g.note("captured", side=side, hex=where, points=points // 2, rule="EF-HC-03")
    if g.state.layers.get(RESOURCES, {}).get(where):
        g.set_layer(RESOURCES, {where: 0}, rule="EF-HC-03")


def _absorb_bands(g: EfGame, where: Hex) -> None:
    """EF-PT-17  Bands go back to their box where regular Soviet units come."""
    for unit_id in [u for u in g.board.at[where] if _is_band(g, u)]:
        g.note("absorbed", unit=unit_id, rule="EF-PT-17")
        leave(g, unit_id, HELD, rule="EF-PT-17")


async def displace(g: EfGame, side: Side, where: Hex) -> None:
    """EF-ZC-04  Units of the enemy without ZOC in a hex are pushed to a near combat unit of theirs, or lost."""
    enemy = OTHER[side]
    for unit in stack(g, where, enemy):
        if not class_of(g, unit.id).zones:
            await _push(g, enemy, unit.id)


async def _push(g: EfGame, owner: Side, unit_id: UnitId) -> None:
    """EF-ZC-04, EF-AU-01  One unit goes to the nearest combat unit, its owner choosing among equals if there are any."""
    places = refuges(g, owner, unit_id)
    if not places:
        eliminate(g, unit_id, rule="EF-ZC-04")
        return
    name = unit_name(g, unit_id)
    choices = [
        (Option(f"displace {unit_id} {g.grid.name(h)}", f"{name} to {place_name(g, h)}", (unit_id,), (h,)), h)
        for h in places
    ]  # fmt: skip
    ask = Choice(owner, "displace", f"{name} is pushed aside. Where to?", choices, rule="EF-ZC-04")
    goal = await g.settle(ask)
    g.note("displaced", unit=unit_id, hex=goal, rule="EF-ZC-04")
    g.place(unit_id, goal, rule="EF-ZC-04")
    if kind_of(g, unit_id).hq:
        lose_stock(g, unit_id)


def lose_stock(g: EfGame, hq: UnitId) -> None:
    """EF-ZC-04  A displaced HQ keeps few SP and no chit."""
    keeps = g.content.limits.zones.hq_keeps
    stock = g.state.units[hq].numbers.get(SP, 0)
    if stock > keeps:
        g.set_number(hq, SP, keeps, rule="EF-ZC-04")
    for chit in (READY_CHIT, USED_CHIT):
        g.shed(hq, chit, rule="EF-ZC-04")


def refuges(g: EfGame, owner: Side, unit_id: UnitId) -> list[Hex]:
    """EF-ZC-04  The nearest hexes with an own combat unit, by a path free of enemy units and ZOC."""
    far = g.content.limits.zones.displaced
    start = g.state.units[unit_id].hex
    front, seen = {start}, {start}
    passable = Paths(g, owner).passable
    for _ in range(far):
        front = {
            n
            for h in sorted(front)
            for n in g.grid.neighbours[h]
            if n not in seen and passable >> n & 1 and free_of_zoc(g, owner, n)
        }
        seen |= front
        found = [
            h for h in sorted(front)
            if combat_units(g, h, owner) and why_full(g, owner, h, [unit_id]) is None
        ]  # fmt: skip
        if found:
            return found
    return []
