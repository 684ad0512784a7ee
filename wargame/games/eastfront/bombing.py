"""What missions do to their target: supply that arrives, harassment, hits on bases and railways (Table 4.8)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.games.eastfront.air import at_random, hit, worsen
from wargame.games.eastfront.air_odds import more_strafed, strafed, tac
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.flight import strike
from wargame.games.eastfront.harm import eliminate
from wargame.games.eastfront.state import BREAK, DUMP, HARASSED, OTHER, EfGame
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def effect(
    g: EfGame,
    side: Side,
    code: str,
    target: Hex,
    units: Sequence[UnitId],
    *,
    cargo: Sequence[tuple[UnitId, ...]],
) -> None:
    """Table 4.8  What those who got through do."""
    if code == "AS":
        arrived = sum(set(carriers) <= set(units) for carriers in cargo)
        stock = g.state.layers.get(DUMP, {}).get(target, 0)
        g.set_layer(DUMP, {target: stock + arrived}, rule="EF-AR-16")
        g.note("flown_in", side=side, hex=target, points=arrived, rule="EF-AR-16")
        return
    rolls = tac(g, units, target, ships_=code == "NS") // g.content.limits.air.points_a_roll
    if not rolls:
        g.note("no_hit", hex=target, rule="EF-AR-10")
    for _ in range(min(rolls, 1) if code == "HA" else rolls):
        {"HA": _harass, "AF": _strafe, "RB": _bomb_rail, "NS": strike}[code](g, side, target)


def _harass(g: EfGame, side: Side, target: Hex) -> None:
    """Table 4.8  A marker, one a hex."""
    g.set_layer(HARASSED, {target: 1}, rule="EF-AR-10")
    more = g.content.terrain.move.harassed
    g.note("harassed", hex=target, side=side, more=more, rule="EF-AR-10")


def _strafe(g: EfGame, side: Side, target: Hex) -> None:
    """EF-AR-10, EF-AR-19, EF-SU-17  A hit on a base: a random air unit there suffers."""
    if not (unit := at_random(g, side, OTHER[side], target)):
        return
    more = more_strafed(g, side)
    roll = g.roll("airfield_hit", sides=10, by=side, target=unit, more=more, rule="EF-AR-10")
    match strafed(roll, more):
        case "eliminated":
            eliminate(g, unit, rule="EF-AR-10")
        case "hit":
            hit(g, unit, rule="EF-AR-10")
        case "worse":
            worsen(g, unit, rule="EF-AR-10")


def _bomb_rail(g: EfGame, side: Side, target: Hex) -> None:
    """Table 4.8  A Rail Break on 6 and more."""
    needed = g.content.limits.air.rail
    roll = g.roll("rail_bombing", sides=10, by=side, hex=target, needed=needed, rule="EF-AR-10")
    if roll >= needed:
        g.set_layer(BREAK, {target: 1}, rule="EF-AR-10")
