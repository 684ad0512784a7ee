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
    stacking_refusal,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

RULE = "ARR-RS-09"


def retreat_paths(g: ArrasGame, unit_id: UnitId, shortest: int) -> list[tuple[Hex, ...]]:
    """ARR-RS-09  Every legal way of *shortest* or one hex more, in order of its hexes."""
    found: list[tuple[Hex, ...]] = []

    def go(path: tuple[Hex, ...], here: Hex) -> None:
        if len(path) >= shortest and _end_refusal(g, unit_id, here) is None:
            found.append(path)
        if len(path) == shortest + 1:
            return
        for near in sorted(g.grid.neighbours[here]):
            if _step_refusal(g, unit_id, path, near) is None:
                go((*path, near), near)

    go((), g.state.units[unit_id].hex)
    return found


def why_no_retreat(
    g: ArrasGame, leaving: Sequence[UnitId], shortest: int, text: str
) -> Refusal | None:
    """Why `retreat UNIT PATH` is not offered; None if *text* is no such order."""
    words = text.split()
    if len(words) != 3 or words[0] != "retreat":
        return None
    unit_id = words[1]
    if unit_id not in leaving:
        return Refusal(f"{unit_id} does not have to retreat now.", RULE, tuple(leaving))
    try:
        path = [g.grid.hex(name) for name in words[2].split("-")]
    except ValueError as error:
        return Refusal(str(error), RULE)
    for n, where in enumerate(path):
        refusal = _step_refusal(g, unit_id, path[:n], where)
        if refusal is not None:
            return refusal
    if not shortest <= len(path) <= shortest + 1:
        asked = f"It must go {shortest} or {shortest + 1} hexes, not {len(path)}."
        return Refusal(asked, "ARR-RS-03" if shortest == 1 else "ARR-RS-05")
    return _end_refusal(g, unit_id, path[-1])


def without_start(g: ArrasGame, text: str) -> str:
    """The order without the hex the unit stands in, where the path begins with it."""
    words = text.split()
    unit = g.state.units.get(words[1]) if len(words) == 3 and words[0] == "retreat" else None
    if unit is None or unit.hex < 0:
        return text
    return f"{words[0]} {words[1]} {words[2].removeprefix(f'{g.grid.name(unit.hex)}-')}"


def _step_refusal(g: ArrasGame, unit_id: UnitId, path: Sequence[Hex], where: Hex) -> Refusal | None:
    """ARR-RS-09, ARR-ZC-03  Why the next step after *path* may not go to a hex."""
    unit = g.state.units[unit_id]
    here, side, name = (path[-1] if path else unit.hex), unit.side, g.grid.name(where)
    if not g.grid.adjacent(here, where):
        return Refusal(f"{name} is not next to {g.grid.name(here)}.", RULE)
    if where not in g.content.contact[here]:
        return Refusal(f"An unbridged river, or the board's edge, bars the way to {name}.", RULE)
    if g.grid.distance(unit.hex, where) != len(path) + 1:
        start = g.grid.name(unit.hex)
        return Refusal(f"Each step must lead farther from {start}; {name} does not.", RULE)
    if where in g.content.closed.get(kind_of(g, unit_id).side, frozenset()):
        return Refusal(f"{name} is closed to this side.", "ARR-MV-16")
    if g.board.here[OTHER[side]][where]:
        return Refusal(f"{name} holds an enemy unit.", RULE)
    if in_enemy_zoc(g, where, side) and not combat_units(g, where, side):
        return Refusal(f"{name} is in an enemy ZOC with no friendly combat unit in it.", RULE)
    return None


def _end_refusal(g: ArrasGame, unit_id: UnitId, where: Hex) -> Refusal | None:
    """ARR-ST-01, ARR-ST-02  Why a retreat may not end in a hex."""
    refusal = stacking_refusal(g, g.state.units[unit_id].side, where, (unit_id,))
    return Refusal(*refusal) if refusal else None
