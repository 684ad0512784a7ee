"""What waits on a way: Roadblock and Bridge checks, ZOC (ARD-RB-07, ARD-BR-01, ARD-ZC-02)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.games.ardennes.activation import Activation, activation, is_activation
from wargame.games.ardennes.roadblocks import candidates, due_bridges
from wargame.games.ardennes.state import (
    OTHER,
    ArdGame,
    hexside_key,
    hold_value,
    kind_of,
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
    """ARD-RB-07, ARD-BR-01  What is rolled for, in order."""
    done = activation(g) if is_activation(g) else Activation("german", "")
    lines, checked, bridges = [], bool(done.checked), {*done.bridges}
    for n, where in enumerate(path[1:], 1):
        found = [] if checked else candidates(g, where, units, path[:n])
        if found:
            checked = True
            chance = 10 * min(hold_value(g, found[0]), 10)
            lines.append(
                f"in {place_name(g, where)}: Roadblock in {place_name(g, found[0])}, {chance} %"
            )
        for side in due_bridges(g, where):
            key = hexside_key(g.content, *side)
            if key not in bridges:
                bridges.add(key)
                far = side[0] if side[1] == where else side[1]
                chance = 10 * min(hold_value(g, far), 10)
                lines.append(
                    f"in {place_name(g, where)}: Bridge to {place_name(g, far)} blown, {chance} %"
                )
    return lines
