"""Retreat after combat: how far and which way, unit by unit (ARR-RS-09)."""

from __future__ import annotations

from functools import partial

from wargame.flow.ask import Choice, Option
from wargame.flow.notation import Form, Grammar
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.retreat import RULE, retreat_paths, why_no_retreat
from wargame.games.arras.segments.rommel import follow, seek_escort
from wargame.games.arras.state import (
    RETREATED,
    ArrasGame,
    eliminate,
    kind_of,
    take_objectives,
)
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, told

Way = tuple[UnitId, Path]
RETREATING = Grammar(RULE, name=unit_name)


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
    choices = []
    for unit, path in ways:
        label = f"{kind_of(g, unit).name} retreats {len(path)} to {told(g.grid, path)}"
        option = Option(f"retreat {unit} {g.grid.write(path)}", label, (unit,), path)
        choices.append((option, (unit, path)))
    form = Form(g, "retreat UNIT PATH", RETREATING, partial(why_no_retreat, g, left, shortest))
    return await g.settle(
        Choice(
            g.state.units[ways[0][0]].side,
            "combat.retreat",
            "Which unit retreats, how far and which way?",
            choices,
            rule="ARR-RS-09",
            explain=form.explain,
            meant=form.meant,
            each=True,
        )
    )
