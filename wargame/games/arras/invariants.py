"""What is true of every position of Arras, checked while fuzzing."""

from __future__ import annotations

from collections import Counter

from wargame.games.arras.state import (
    AIR_BOX,
    DISRUPTED,
    ELIMINATED,
    LOST,
    OFF_MAP,
    ROMMEL,
    WAITING,
    ArrasGame,
    combat_units,
)


def broken(g: ArrasGame) -> list[str]:
    """A sentence for each thing that must never be."""
    return [*_stacks(g), *_units(g), *_rommel(g)]


def _stacks(g: ArrasGame) -> list[str]:
    """ARR-ST-01, ARR-ST-02  Holds between passes: every move, retreat and advance is over."""
    found = []
    units = g.content.units
    for where, ids in enumerate(g.board.at):
        kinds = [units[u] for u in ids if u in units]
        if not kinds:
            continue
        name = g.grid.name(where)
        if len(kinds) > 3:
            combat = Counter(k.side for k in kinds if k.combat_unit)
            lorries = Counter(k.side for k in kinds if k.transport)
            found += [f"{name}: {n} combat units of {s}" for s, n in combat.items() if n > 3]
            found += [f"{name}: {n} transports of {s}" for s, n in lorries.items() if n > 3]
        if len({k.side for k in kinds}) > 1:
            found.append(f"{name}: both sides in one hex")
        if len({k.nation for k in kinds if k.side == "allied"}) > 1:
            found.append(f"{name}: British and French stacked")
        if where not in g.content.board:
            found.append(f"{name}: units outside the board")
    return found


def _units(g: ArrasGame) -> list[str]:
    boxes = {ELIMINATED, WAITING, ""}
    found = []
    for unit_id in g.content.units:
        unit = g.state.units[unit_id]
        if unit.box not in boxes or (unit.hex >= 0 and unit.box):  # a position may clear units
            found.append(f"{unit_id}: hex {unit.hex}, box {unit.box!r}")
        if unit.hex < 0 and DISRUPTED in unit.states:
            found.append(f"{unit_id}: disrupted off the map")
    found += [a for a in g.content.air if g.state.units[a].box != AIR_BOX]
    return found


def _rommel(g: ArrasGame) -> list[str]:
    """ARR-EV-09  He is always in a hex with a German combat unit."""
    rommel = g.state.units[ROMMEL]
    if rommel.hex < 0:
        return [] if rommel.box in (OFF_MAP, LOST) else [f"Rommel in box {rommel.box!r}"]
    if g.state.substep in ("roll", "retreat"):
        return []  # ARR-EV-09: his escort has just been lost, and the next is being chosen
    return [] if combat_units(g, rommel.hex, "german") else ["Rommel stands without escort"]
