"""Retreats carried out: defenders beaten back, attackers thrown back, bridges blown (NOR-RT, NOR-EN-11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.asks.fall_back import Order, fall_back_ask, settled
from wargame.games.normandy.battle import Battle, alive, battle, left_in, remember, riders
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.harm import eliminate, entered, lose_step, take, take_off
from wargame.games.normandy.retreat import EAST, HOSTILE, Going, Way
from wargame.games.normandy.state import (
    AREA,
    DOWN,
    EXERTED,
    FELL_BACK,
    LEFT,
    NorGame,
    combat_units,
    kind_of,
    place_name,
    unit_name,
    why_full,
)
from wargame.games.normandy.works import keep_works, set_bridge, standing_at, stands
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId


@segment("normandy.attack.retreat")
async def retreat(g: NorGame, side: Side) -> Next:
    """NOR-RT-01 to -05  One pass: one stack or unit of the defenders goes back, or is lost."""
    fight = battle(g)
    where = next(iter(leaving(g, fight)), None)
    if where is None:
        return DONE
    if where not in fight.routed:
        remember(g, fight, routed=(*fight.routed, where))
    units = tuple(left_in(g, fight, where))
    length = fight.cell(g).retreat
    await _one(g, Going(g, side, where, length, fight.origins, units, _load(g, side, where, units)))
    return AGAIN


@segment("normandy.attack.recoil")
async def recoil(g: NorGame, side: Side) -> Next:
    """NOR-RT-06  AR: one pass: one stack or unit of the attackers goes back a hex."""
    fight = battle(g)
    units = _recoiling(g, fight)
    if not units:
        return DONE
    where = min(g.state.units[u].hex for u in units)
    here = tuple(u for u in units if g.state.units[u].hex == where)
    length = g.content.limits.retreat.attackers
    load = _load(g, side, where, here)
    await _one(g, Going(g, side, where, length, fight.targets, here, load, recoils=True))
    return AGAIN


def leaving(g: NorGame, fight: Battle) -> list[Hex]:
    """NOR-RT-01, NOR-CO-21  Attacked hexes whose defenders must still go back, ascending."""
    if not fight.cell(g).retreat:
        return []
    return [h for h in fight.targets if h not in fight.stood and left_in(g, fight, h)]


def _recoiling(g: NorGame, fight: Battle) -> list[UnitId]:
    """NOR-RT-06  Attackers that have not gone back yet, by id."""
    if not fight.cell(g).attackers_retreat:
        return []
    units = g.state.units
    return [
        u
        for u in alive(g, fight.units)
        if FELL_BACK not in units[u].states and units[u].hex in fight.origins
    ]


def _load(g: NorGame, side: Side, where: Hex, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """NOR-RT-06, NOR-DR-07  HQs and guns go along where no friendly combat unit stays (R-93)."""
    others = {u.id for u in combat_units(g, where, side)} - {*units}
    return () if others else tuple(riders(g, side, where))


async def _one(g: NorGame, going: Going) -> None:
    """NOR-RT-01, NOR-RT-02 (d)  One answer, or none where there is no choice or no way (R-95)."""
    lost = [one.units[0] for one in going.alone if not one.ways]
    if lost:
        for unit in lost:
            g.note("no_way", rule="NOR-RT-02", unit=unit)
            eliminate(g, unit, rule="NOR-RT-02", trapped=True)
        if len(lost) == len(going.units):
            await _overrun(g, going.load)
        return
    order = settled(going)
    if order is None:
        order = await g.ask(fall_back_ask(going))
    await _carry_out(g, order)


async def _overrun(g: NorGame, load: Sequence[UnitId]) -> None:
    """NOR-DR-07  HQs and guns whose units are all lost are treated as entered by the enemy."""
    for unit in load:
        await entered(g, unit)


async def _carry_out(g: NorGame, order: Order) -> None:
    """NOR-RT-01  A group goes its way, pays for it, and takes what goes along."""
    going, way = order
    path = (going.start, *way.path)
    gone = [u for u in going.units if pays(g, going, u, path)]
    if not gone:
        await _overrun(g, going.load)
        return
    if going.side == "german":
        _remember_bridges(g, path)
    for unit in (*gone, *going.load):
        _go(g, going, unit, way)
    keep_works(g, going.start)
    if not way.off:
        await clear_excess(g, going.side, [*gone, *going.load], path[-1])


def pays(g: NorGame, going: Going, unit: UnitId, path: tuple[Hex, ...]) -> bool:
    """NOR-RT-02 (c), NOR-RT-03  What the steps of a way cost a unit; whether it is left."""
    rules = g.content.limits.retreat
    tolls = [(going.is_wet(a, b), going.category(b) == HOSTILE) for a, b in pairwise(path)]
    for wet, hostile in tolls:
        if wet and kind_of(g, unit).mech:
            g.note("no_bridge_back", rule="NOR-RT-03", unit=unit)
            eliminate(g, unit, rule="NOR-RT-03", trapped=True)
            return False
        for _ in range(rules.major * wet):
            g.note("crossing", rule="NOR-RT-03", unit=unit)
            if not lose_step(g, unit, rule="NOR-RT-03", trapped=True):
                return False
        for _ in range(rules.zoc * hostile):
            g.note("through_zoc", rule="NOR-RT-02", unit=unit)
            if not lose_step(g, unit, rule="NOR-RT-02"):
                return False
    return True


def _go(g: NorGame, going: Going, unit: UnitId, way: Way) -> None:
    """NOR-RT-01, NOR-RT-05  A unit moves back, and off the map if the way leads there."""
    how = "thrown_back" if going.recoils else "falls_back"
    path = (going.start, *way.path)
    if len(path) > 1:
        g.move(unit, path, how=how, rule="NOR-RT-01")
    combat = kind_of(g, unit).combat_unit
    if combat:
        take(g, going.side, way.path)
    if way.off:
        g.note("off_map", rule="NOR-RT-05", unit=unit)
        take_off(g, unit, LEFT if way.off == EAST else AREA + way.off, rule="NOR-RT-05")
    elif combat:
        g.mark((unit,), FELL_BACK, EXERTED, rule="NOR-CO-25")
        return
    g.gain(unit, EXERTED, rule="NOR-RP-09")


async def clear_excess(g: NorGame, side: Side, units: Sequence[UnitId], where: Hex) -> None:
    """NOR-RT-04  What is above the limit at the end is eliminated; the owner chooses (R-94)."""
    units = alive(g, units)
    while (full := why_full(g, side, where, ())) is not None and units:
        if full.rule == "NOR-BD-05":
            lost = [*units]
        else:
            lost = [await _choose_excess(g, side, units, where)]
        for unit in lost:
            g.note("no_room_back", rule="NOR-RT-04", unit=unit)
            if kind_of(g, unit).hq:
                await entered(g, unit)
            else:
                eliminate(g, unit, rule="NOR-RT-04", trapped=True)
        units = [u for u in units if u not in lost]


async def _choose_excess(g: NorGame, side: Side, units: Sequence[UnitId], where: Hex) -> UnitId:
    able = [u for u in units if kind_of(g, u).stacking]
    options = [(Option(f"eliminate {u}", unit_name(g, u), (u,), (where,)), u) for u in able]
    prompt = f"{place_name(g, where)} is overstacked: which unit is lost?"
    return await g.settle(Choice(side, "combat.excess", prompt, options, rule="NOR-RT-04"))


# -- bridges ----------------------------------------------------------------------------------------


def _remember_bridges(g: NorGame, path: tuple[Hex, ...]) -> None:
    """NOR-EN-11  The bridges that a German stack went over, and those at the hex it left (R-91)."""
    crossed = [side_key(a, b) for a, b in pairwise(path) if stands(g, a, b)]
    found = dict.fromkeys([*crossed, *standing_at(g, path[0])])
    fight = battle(g)
    more = [n for low, high in found for n in (path[0], low, high)]
    remember(g, fight, bridges=(*fight.bridges, *more))


def _to_blow(g: NorGame, fight: Battle) -> dict[Hex, list[HexsideKey]]:
    """NOR-EN-11  By hex left: the bridges that still stand, where none has been tried."""
    rows = zip(fight.bridges[::3], fight.bridges[1::3], fight.bridges[2::3], strict=True)
    found: dict[Hex, list[HexsideKey]] = {}
    for start, low, high in rows:
        bridges = found.setdefault(start, [])
        if start not in fight.tried and stands(g, low, high) and (low, high) not in bridges:
            bridges.append((low, high))
    return {start: sorted(bridges) for start, bridges in sorted(found.items()) if bridges}


@segment("normandy.attack.demolition")
async def demolition(g: NorGame, side: Side) -> Next:
    """NOR-EN-11  One pass: one stack that fell back may try once to blow a bridge behind it."""
    fight = battle(g)
    rows = _to_blow(g, fight)
    if not rows:
        return DONE
    start, bridges = next(iter(rows.items()))
    remember(g, fight, tried=(*fight.tried, start))
    name = g.grid.name
    options: list[tuple[Option, HexsideKey | None]] = []
    for low, high in bridges:
        said = f"{name(low)}-{name(high)}"
        option = Option(f"blow {said}", f"Blow {said}", (), (low, high), hexsides=((low, high),))
        options.append((option, (low, high)))
    options.append((Option(PASS, "Leave the bridges"), None))
    needed = g.content.limits.demolition.retreat
    prompt = f"A bridge behind the units from {place_name(g, start)}: blow it (1-{needed})?"
    bridge = await g.ask(Choice(side, "combat.demolish", prompt, options, rule="NOR-EN-11"))
    if bridge is not None:
        said = f"{name(bridge[0])}-{name(bridge[1])}"
        throw = dice.demolition(g.content, retreating=True)
        if throw.roll(g, "retreat_demolition", by=side, bridge=said).result == "destroyed":
            set_bridge(g, bridge, DOWN, rule="NOR-EN-11")
        else:
            g.note("not_blown", rule="NOR-EN-11", bridge=said)
    return AGAIN


def _defenders_retreat(g: NorGame, _side: Side) -> bool:
    """NOR-RT-01"""
    return bool(leaving(g, battle(g)))


def _attackers_retreat(g: NorGame, _side: Side) -> bool:
    """NOR-RT-06"""
    return bool(_recoiling(g, battle(g)))


def _demolition_possible(g: NorGame, _side: Side) -> bool:
    """NOR-EN-11"""
    return bool(_to_blow(g, battle(g)))


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "defenders_retreat": _defenders_retreat,
    "attackers_retreat": _attackers_retreat,
    "demolition_possible": _demolition_possible,
}
"""The conditions of its steps."""
