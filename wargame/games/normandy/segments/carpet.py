"""Carpet Bombing Resolution Segment: bombs on the three targets, or short of them (NOR-CB-02, -05, -06)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wargame.content.figures import counted
from wargame.flow.ask import Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.data.staff import Bombs
from wargame.games.normandy.harm import disorganize
from wargame.games.normandy.segments.losses import share_out
from wargame.games.normandy.state import (
    AIR_UNIT,
    BOMBED,
    DISORGANIZED,
    DOWN,
    RESERVE,
    RUBBLE,
    NorGame,
    combat_units,
    kind_of,
    place_name,
    steps,
    unit_name,
)
from wargame.games.normandy.works import (
    ENTRENCHED,
    IMPROVED,
    NOTHING,
    set_bridge,
    set_works,
    standing_at,
    works,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.choose import nearest, of_hexes


@segment("normandy.carpet")
async def carpet(g: NorGame, side: Side) -> Next:
    """NOR-CB-02, NOR-CB-05, NOR-CB-06  One pass: one target, in the order the Allied player chooses.

    A target is bombed where its Air Unit lies, whoever has left it since.
    """
    markers = {m.hex: m.id for m in g.state.marked(AIR_UNIT)}
    if not markers:
        return DONE
    options = _targets(g, sorted(markers), "bomb {hex}", "Bomb {place}", "german")
    asked = Choice(side, "carpet.next", "Which target is bombed next?", options, rule="NOR-CB-05")
    where = await g.settle(asked)
    g.lift(markers[where], rule="NOR-CB-05")
    g.note("falls", rule="NOR-CB-05", where=where)
    near = any(combat_units(g, h, "allied") for h in g.grid.neighbours[where])
    throw = dice.bombs(g.content, near=near)
    result = throw.roll(g, "carpet", by=side, where=where).result
    row = next(row for row in g.content.air.bombs if row.id == result)
    await (_short(g, where) if result == "short" else _hit(g, where, row))
    return AGAIN


def _targets(
    g: NorGame, hexes: Sequence[Hex], answer: str, label: str, side: Side
) -> list[tuple[Option, Hex]]:
    """Hexes to choose from, each with what a side has in it."""
    found = []
    for option, where in of_hexes(g, hexes, answer, label):
        units = [unit.id for unit in combat_units(g, where, side)]
        many = counted(sum(steps(g, unit) for unit in units), "step")
        held = f"{counted(len(units), 'unit')}, {many}" if units else "nobody in it"
        found.append((option._replace(label=f"{option.label}: {held}"), where))
    return found


# -- short --------------------------------------------------------------------------------------------


async def _short(g: NorGame, target: Hex) -> None:
    """NOR-CB-05  The nearest Allied hex within reach: a step, and all units there Disorganized."""
    reach = g.content.air.carpet.short_reach
    near = [h for h in sorted(g.grid.within(target, reach)) if combat_units(g, h, "allied")]
    if not near:
        g.note("nobody_hit", rule="NOR-CB-05")
        return
    hexes = nearest(g, target, near)
    options = _targets(g, hexes, "short {hex}", "Short, on {place}", "allied")
    asked = Choice(
        "allied", "carpet.short", "The bombs fall short: on which hex?", options, rule="NOR-CB-05"
    )
    where = await g.settle(asked)
    g.note("falls_short", rule="NOR-CB-05", where=where)
    units = [u.id for u in combat_units(g, where, "allied")]
    await share_out(g, units, 1, {})
    _shake(g, where, "allied")


def _shake(g: NorGame, where: Hex, side: Side) -> None:
    """NOR-DR-05, NOR-DR-07, NOR-DR-03  All units of a side in a hex; the Disorganized are not in Reserve."""
    units = [u for u in g.board.at[where] if g.state.units[u].side == side]
    for unit in sorted(units):
        disorganize(g, unit, rule="NOR-CB-05")
        if DISORGANIZED in g.state.units[unit].states:
            g.shed(unit, RESERVE, rule="NOR-DR-03")


# -- hits ---------------------------------------------------------------------------------------------


async def _hit(g: NorGame, where: Hex, row: Bombs) -> None:
    """NOR-CB-05  Steps, Disorganization (R-98), positions, bridges, rubble, the Bombed marker."""
    units = [u.id for u in combat_units(g, where, "german")]
    if row.steps and units:
        await share_out(g, units, row.steps, {})
    if row.disorganized == "one":
        await _shake_one(g, where)
    elif row.disorganized == "all":
        _shake(g, where, "german")
    _damage_works(g, where, row)
    for bridge in standing_at(g, where) if row.bridges else ():
        said = f"{g.grid.name(bridge[0])}-{g.grid.name(bridge[1])}"
        throw = dice.bombed_bridge(row)
        if throw.roll(g, "bombed_bridge", by="allied", bridge=said).result == "destroyed":
            set_bridge(g, bridge, DOWN, rule="NOR-CB-05")
    if row.bombed:
        _mark(g, where)


async def _shake_one(g: NorGame, where: Hex) -> None:
    """NOR-CB-05, NOR-DR-07  One unit, of the German's choice; an HQ may not be named."""
    units = [u for u in g.board.at[where] if g.state.units[u].side == "german"]
    able = [u for u in units if not kind_of(g, u).hq]
    if not able:
        return
    options: list[tuple[Option, UnitId]] = [
        (Option(f"shake {u}", unit_name(g, u), (u,), (where,)), u) for u in able
    ]
    prompt = f"Which unit in {place_name(g, where)} is Disorganized?"
    unit = await g.settle(Choice("german", "carpet.thin", prompt, options, rule="NOR-CB-05"))
    disorganize(g, unit, rule="NOR-CB-05")


def _damage_works(g: NorGame, where: Hex, row: Bombs) -> None:
    """NOR-CB-05  Entrenchment to Improved Position to none, or all gone."""
    found = works(g, where)
    if not found or row.positions == "stand":
        return
    lowered = row.positions == "lower" and found == ENTRENCHED
    set_works(g, where, IMPROVED if lowered else NOTHING, rule="NOR-CB-05")


def _mark(g: NorGame, where: Hex) -> None:
    """NOR-CB-05  Rubble in town or city for good, Bombed until the end of the player-turn."""
    if g.content.ground.rows[where].rubble:
        g.note("rubble", rule="NOR-CB-05", where=where)
        g.set_layer(RUBBLE, {where: 1}, rule="NOR-CB-05")
    g.set_layer(BOMBED, {where: 1}, rule="NOR-CB-05")


def _mission_placed(g: NorGame, _side: Side) -> bool:
    """NOR-CB-02"""
    return any(True for _ in g.state.marked(AIR_UNIT))


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {"mission_placed": _mission_placed}
"""The conditions of its steps."""
