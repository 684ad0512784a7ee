"""What is true of every position of Arras, checked while fuzzing."""

from __future__ import annotations

from wargame.games.arras.data.files import SIDE_TITLES
from wargame.games.arras.state import (
    AIR_BOX,
    DISRUPTED,
    DOWN,
    ELIMINATED,
    GROUNDED,
    INTERCEPTED,
    LOST,
    OFF_MAP,
    PASSED,
    ROMMEL,
    STACKING,
    ArrasGame,
    combat_units,
)
from wargame.rules.arrivals import WAITING
from wargame.rules.stacking import over

FLYING = frozenset({DOWN, GROUNDED, INTERCEPTED})
"""States of air units, the only ones they have."""


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
        for side in SIDE_TITLES:
            wrong = over(STACKING, [kind for kind in kinds if kind.side == side], name)
            found += [str(wrong)] if wrong else []
        if len({k.side for k in kinds}) > 1:
            found.append(f"units of both sides stand in {name} (ARR-ST-01)")
        if where not in g.content.board:
            found.append(f"{kinds[0].id} stands outside the board of this scenario, in {name}")
    return found


def _units(g: ArrasGame) -> list[str]:
    boxes = {ELIMINATED, WAITING, ""}
    found = []
    for unit_id in g.content.units:
        unit = g.state.units[unit_id]
        if unit.box not in boxes or (unit.hex >= 0 and unit.box):  # a position may clear units
            found.append(f'{unit_id} is no unit for the box "{unit.box}"')
        if unit.hex < 0 and DISRUPTED in unit.states:
            found.append(f"{unit_id} is disrupted and not on the map")
        if unit.states & FLYING:
            found.append(f"{unit_id} is {min(unit.states & FLYING)}, as only air units are")
        if PASSED in unit.states and unit.box != WAITING:
            found.append(f"{unit_id} has passed its die and is not waiting (ARR-RE-02)")
    for unit_id in g.content.air:
        unit = g.state.units[unit_id]
        if unit.box != AIR_BOX:
            found.append(f"{unit_id} is an air unit: it stands in the {AIR_BOX} box (ARR-AR-01)")
        if unit.states - FLYING:
            found.append(f"{unit_id} is {min(unit.states - FLYING)}, as no air unit is")
    return found


def _rommel(g: ArrasGame) -> list[str]:
    """ARR-EV-09  He is always in a hex with a German combat unit."""
    rommel = g.state.units[ROMMEL]
    if rommel.hex < 0:
        return [] if rommel.box in (OFF_MAP, LOST) else [f'Rommel is in the box "{rommel.box}"']
    if g.state.substep in ("roll", "retreat"):
        return []  # ARR-EV-09: his escort has just been lost, and the next is being chosen
    return (
        []
        if combat_units(g, rommel.hex, "german")
        else ["Rommel stands without a German combat unit (ARR-EV-09)"]
    )
