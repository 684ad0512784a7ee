"""What is true of every position of East Front, checked while fuzzing and of every position file."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.nets import POTS
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    BOXES,
    DUMP,
    FLOWN,
    HIT,
    LEVEL,
    LOST,
    OTHER,
    READY_CHIT,
    RESOURCES,
    SP,
    USED_CHIT,
    EfGame,
    kind_of,
    most_steps,
    stack,
)

_PASSING = (
    "eastfront.march",
    "eastfront.battle.axis",
    "eastfront.battle.soviet",
)
"""Segments in which units pass through a hex, or a battle is not over (EF-SK-02)."""


def broken(g: EfGame) -> list[str]:
    """What is wrong; nothing, if the rules are right."""
    return [*_units(g), *_stacks(g), *_stocks(g)]


def _units(g: EfGame) -> Iterator[str]:
    content = g.content
    for unit in g.state.units.values():
        if (unit.hex >= 0) == bool(unit.box) or (unit.box and unit.box not in BOXES):
            yield f"{unit.id} stands nowhere or twice"
        if unit.hex >= 0 and unit.hex not in content.board:
            yield f"{unit.id} is off the board"
        if unit.id in content.air:
            if {FLOWN, HIT} <= unit.states:
                yield f"EF-AR-11: {unit.id} is I1 and I2"
            continue
        lost = unit.numbers.get(LOST, 0)
        if not 0 <= lost <= most_steps(g, unit.id) or (
            unit.hex >= 0 and lost == most_steps(g, unit.id)
        ):
            yield f"EF-CB-23: {unit.id} has lost {lost} steps"
        if not 0 <= unit.numbers.get(LEVEL, 0) <= content.limits.supply.worst:
            yield f"EF-SP-16: {unit.id} has no such level"
        if {READY_CHIT, USED_CHIT} <= unit.states:
            yield f"EF-SP-19: {unit.id} has two chits"


def _stacks(g: EfGame) -> Iterator[str]:
    passing = any(frame.name.startswith(_PASSING) for frame in g.state.frames)
    for side in SIDES:
        hexes = {g.state.units[u].hex for u in g.board.on_map[side] if u in g.content.units}
        for where in sorted(hexes):
            units = stack(g, where, side)
            if not units:
                continue
            name = g.grid.name(where)
            if stack(g, where, OTHER[side]):
                yield f"EF-MV-16: both sides stand in {name}"
            holders = [u for u in units if kind_of(g, u.id).cls not in ("RE", "CE")]
            land = where in g.content.land
            if holders and land and g.state.control.get(where) != side and not passing:
                yield f"EF-HC-02: {name} is not {side}"
            if not passing and (refusal := why_full(g, side, where, ())):
                yield f"EF-SK-01: {refusal.reason}"


def _stocks(g: EfGame) -> Iterator[str]:
    for layer in (DUMP, RESOURCES):
        for where, n in sorted(g.state.layers.get(layer, {}).items()):
            if n < 0:
                yield f"EF-SP-11: {n} {layer} lie in {g.grid.name(where)}"
    for unit in g.state.units.values():
        if unit.numbers.get(SP, 0) < 0:
            yield f"EF-SP-11: {unit.id} holds {unit.numbers[SP]} SP"
    for side in SIDES:
        if any(int(n) < 0 for n in g.state.lists.get(POTS[side], ())):
            yield f"EF-RA-12: a pot of {side} is overdrawn"
