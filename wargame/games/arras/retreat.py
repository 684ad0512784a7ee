"""Which ways a retreat may take, and why another may not be taken (ARR-RS-09)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import Refusal
from wargame.games.arras.state import (
    OTHER,
    ArrasGame,
    combat_units,
    in_enemy_zoc,
    kind_of,
    why_full,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, Rules, ways, why_no_step

RULE = "ARR-RS-09"


def retreat_paths(g: ArrasGame, unit_id: UnitId, shortest: int) -> list[Path]:
    """ARR-RS-09  Every legal way of *shortest* or one hex more, in order of its hexes."""
    return ways(_rules(g, unit_id), g.state.units[unit_id].hex, shortest, shortest + 1)


def why_no_retreat(
    g: ArrasGame, leaving: Sequence[UnitId], shortest: int, unit_id: UnitId, way: Path
) -> Refusal | None:
    """ARR-RS-03, ARR-RS-05  Why a unit may not retreat by a way; None if it may."""
    if unit_id not in leaving:
        return Refusal(f"{unit_id} does not have to retreat now.", RULE, tuple(leaving))
    rules = _rules(g, unit_id)
    if refusal := why_no_step(rules, g.state.units[unit_id].hex, way):
        return refusal
    if not shortest <= len(way) <= shortest + 1:
        asked = f"It must go {shortest} or {shortest + 1} hexes, not {len(way)}."
        return Refusal(asked, "ARR-RS-03" if shortest == 1 else "ARR-RS-05")
    return rules.ends(way[-1])


def _rules(g: ArrasGame, unit_id: UnitId) -> Rules:
    """ARR-RS-09, ARR-ZC-03, ARR-ST-01, ARR-ST-02  What shuts a hex, and where no way ends."""
    side, name, distance = kind_of(g, unit_id).side, g.grid.name, g.grid.distance

    def shut(path: Path, where: Hex) -> Refusal | None:
        start, here = path[0], path[-1]
        if where not in g.content.contact[here]:
            said = f"An unbridged river, or the board's edge, bars the way to {name(where)}."
            return Refusal(said, RULE)
        if distance(start, where) != len(path):
            said = f"Each step must lead farther from {name(start)}; {name(where)} does not."
            return Refusal(said, RULE)
        if where in g.content.closed.get(side, frozenset()):
            return Refusal(f"{name(where)} is closed to this side.", "ARR-MV-16")
        if g.board.here[OTHER[side]][where]:
            return Refusal(f"{name(where)} holds an enemy unit.", RULE)
        if in_enemy_zoc(g, where, side) and not combat_units(g, where, side):
            said = f"{name(where)} is in an enemy ZOC with no friendly combat unit in it."
            return Refusal(said, RULE)
        return None

    def ends(where: Hex) -> Refusal | None:
        return why_full(g, side, where, (unit_id,))

    return Rules(g.grid, RULE, shut, ends=ends)
