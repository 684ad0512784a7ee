"""Retreat after combat: how far and which way, unit by unit (ARR-RS-09)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.arras.retreat import retreat_paths, why_no_retreat, without_start
from wargame.games.arras.segments.rommel import follow, seek_escort
from wargame.games.arras.state import (
    RETREATED,
    ArrasGame,
    eliminate,
    kind_of,
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
        unit, path = await _choose(g, ways, left, shortest)
        left.remove(unit)
        start = g.state.units[unit].hex
        g.gain(unit, RETREATED, rule="ARR-CO-10")  # ARR-CO-02
        g.move(unit, (start, *path), how="retreats", rule="ARR-RS-09")
        kind = kind_of(g, unit)
        if kind.combat_unit:
            take_objectives(g, kind.side, path)
        await follow(g, start, unit)
    for unit in left:
        g.note("cannot_retreat", rule="ARR-RS-09", unit=unit)
        eliminate(g, unit, rule="ARR-RS-09")
    await seek_escort(g)


async def _choose(g: ArrasGame, ways: list[Way], left: list[UnitId], shortest: int) -> Way:
    """ARR-RS-09  The owner chooses unit, length and path; a single way is taken without asking."""
    if len(ways) == 1:
        return ways[0]
    choices = []
    for unit, path in ways:
        text = g.grid.write(path)
        via = f" via {g.grid.write(path[:-1])}" if len(path) > 1 else ""
        label = f"{kind_of(g, unit).name} retreats {len(path)} to {g.grid.name(path[-1])}{via}"
        choices.append((Option(f"retreat {unit} {text}", label, (unit,), path), (unit, path)))
    side = g.state.units[ways[0][0]].side
    prompt = "Which unit retreats, how far and which way?"
    return await g.ask(
        Choice(
            side,
            "combat.retreat",
            prompt,
            choices,
            rule="ARR-RS-09",
            explain=lambda text: why_no_retreat(g, left, shortest, text),
            meant=lambda text: without_start(g, text),
        )
    )
