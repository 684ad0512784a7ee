"""What waits on a way: Roadblock and Bridge checks, ZOC (ARD-RB-07, ARD-BR-01, ARD-ZC-02)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.games.ardennes.activation import Activation, under_way
from wargame.games.ardennes.roadblocks import candidates, due_bridges
from wargame.games.ardennes.state import (
    OTHER,
    ArdGame,
    hexside_key,
    hold_value,
    kind_of,
    mode_of,
    place_name,
    stack,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def awaiting(g: ArdGame, units: Sequence[UnitId], path: Sequence[Hex]) -> list[str]:
    """A line each: what the enemy may do on the way, and whose ZOC it ends in."""
    side = kind_of(g, units[0]).side
    lines = _checks(g, units, path) if side == "german" else []
    enemies = [h for h in g.grid.neighbours[path[-1]] if path[-1] in g.board.covers(OTHER[side], h)]
    names = [unit_name(g, u.id) for h in sorted(enemies) for u in stack(g, h, OTHER[side])]
    return [*lines, f"ends in the ZOC of {', '.join(names)}"] if names else lines


def _checks(g: ArdGame, units: Sequence[UnitId], path: Sequence[Hex]) -> list[str]:
    """ARD-RB-07, ARD-RB-22, ARD-BR-01, ARD-BR-02  What is rolled for, or may be, in order.

    A player who declines keeps the one check of Roadblocks: what would then bar the way is told as well.
    """
    done = under_way(g) or Activation("german", "")
    lines, told, bridges = [], False, {*done.bridges}
    may = mode_of(g) == "2p"
    for n, where in enumerate(path[1:], 1):
        trail = (*path[:n], *done.trail(units))
        found = [] if done.checked else candidates(g, where, units, trail)
        if may:
            found.sort(key=lambda h: h not in path)
        if found and (not told or (may and found[0] in path)):
            told = True
            what = f"Roadblock in {place_name(g, found[0])}"
            said = f"the Allies may try a {what}" if may else what
            lines.append(f"in {place_name(g, where)}: {said}, {_chance(g, found[0])}")
        for side in due_bridges(g, where, trail):
            key = hexside_key(g.content, *side)
            if key not in bridges:
                bridges.add(key)
                far = side[0] if side[1] == where else side[1]
                there = place_name(g, far)
                said = f"Bridge to {there} blown, {_chance(g, far)}"
                said = f"the Allies may try to blow the Bridge to {there}" if may else said
                lines.append(f"in {place_name(g, where)}: {said}")
    return lines


def _chance(g: ArdGame, where: Hex) -> str:
    """How likely a d10 is not above the HV of a hex."""
    return f"{10 * min(hold_value(g, where), 10)} %"
