"""Retreat after combat: how far and which way, unit by unit (ARR-RS-09)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.arras.segments.rommel import follow, seek_escort
from wargame.games.arras.state import (
    OTHER,
    RETREATED,
    ArrasGame,
    combat_units,
    eliminate,
    in_enemy_zoc,
    kind_of,
    stacking_refusal,
    take_objectives,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

Way = tuple[UnitId, tuple[Hex, ...]]


async def retreat_all(g: ArrasGame, leaving: list[UnitId], shortest: int) -> None:
    """ARR-RS-03, ARR-RS-05, ARR-RS-09  Units leave in the owner's order until none is left.

    *shortest* is 1 for R1 and 2 for R2; one hex more is the owner's choice.
    """
    left = list(leaving)
    g.enter("retreat", rule="ARR-RS-09")
    while left:
        ways = [(unit, path) for unit in left for path in retreat_paths(g, unit, shortest)]
        if not ways:
            break
        unit, path = await _choose(g, ways)
        left.remove(unit)
        start = g.state.units[unit].hex
        g.gain(unit, RETREATED, rule="ARR-CO-10")  # ARR-CO-02
        g.move(unit, (start, *path), how="retreats", rule="ARR-RS-09")
        kind = kind_of(g, unit)
        if kind.combat_unit:
            take_objectives(g, kind.side, path)
        await follow(g, start, unit)
    for unit in left:
        g.note(f"{kind_of(g, unit).name} cannot retreat.", rule="ARR-RS-09")
        eliminate(g, unit, rule="ARR-RS-09")
    await seek_escort(g)


async def _choose(g: ArrasGame, ways: list[Way]) -> Way:
    """ARR-RS-09  The owner chooses unit, length and path; a single way is taken without asking."""
    if len(ways) == 1:
        return ways[0]
    choices = []
    for unit, path in ways:
        text = g.grid.write(path)
        label = f"{kind_of(g, unit).name} retreats {len(path)} to {g.grid.name(path[-1])}"
        choices.append((Option(f"retreat {unit} {text}", label, (unit,), path), (unit, path)))
    side = g.state.units[ways[0][0]].side
    prompt = "Retreat: which unit goes, how far and which way?"
    return await g.ask(Choice(side, "combat.retreat", prompt, choices, rule="ARR-RS-09"))


def retreat_paths(g: ArrasGame, unit_id: UnitId, shortest: int) -> list[tuple[Hex, ...]]:
    """ARR-RS-09  Every legal way of *shortest* or one hex more, in order of its hexes."""
    unit = g.state.units[unit_id]
    start, side = unit.hex, unit.side
    found: list[tuple[Hex, ...]] = []
    closed = g.content.closed.get(kind_of(g, unit_id).side, frozenset())

    def go(path: tuple[Hex, ...], here: Hex) -> None:
        if len(path) >= shortest and stacking_refusal(g, side, here, (unit_id,)) is None:
            found.append(path)
        if len(path) == shortest + 1:
            return
        for near in sorted(g.content.contact[here]):
            farther = g.grid.distance(start, near) == len(path) + 1
            if farther and near not in closed and _may_pass(g, near, side):
                go((*path, near), near)

    go((), start)
    return found


def _may_pass(g: ArrasGame, where: Hex, side: str) -> bool:
    """ARR-RS-09, ARR-ZC-03  No enemy unit, and no EZOC unless a friendly combat unit is there."""
    if g.board.at[where]:
        enemy = OTHER[side]
        if any(g.state.units[u].side == enemy for u in g.board.at[where]):
            return False
    return not in_enemy_zoc(g, where, side) or bool(combat_units(g, where, side))
