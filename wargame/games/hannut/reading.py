"""Reads orders without a path, and says why one is not legal."""

from __future__ import annotations

from typing import TypeAlias

from wargame.games.hannut.assaulting import check_assault, why_no_stage
from wargame.games.hannut.options import (
    Reason,
    why_idle,
    why_no_clear,
    why_no_closing_fire,
    why_no_fire,
    why_no_load,
    why_no_posture,
)
from wargame.games.hannut.orders import (
    Assault,
    Clear,
    Fire,
    Load,
    Order,
    Posture,
    Stage,
    Words,
    refuse,
)
from wargame.games.hannut.state import (
    COLUMN,
    STAGED,
    HannutGame,
    column_room,
    has,
    in_order,
    kind_of,
    where_is,
)
from wargame.model.state import UnitId

Read: TypeAlias = tuple[str, Order]
"""The canonical answer and the order."""
Units: TypeAlias = tuple[UnitId, ...]


def read_fire(g: HannutGame, words: Words, acting: Units) -> Read:
    """HAN-DF-01, HAN-DF-02  "fire A at B", "fire A column at B and move"."""
    unit = words.unit()
    column, changes = words.posture(unit)
    words.expect("at", "fire UNIT at UNIT")
    target = words.unit()
    moves = bool(words.takes("and")) and bool(words.takes("move"))
    words.end()
    order = Fire(unit, target, column, changes, moves)
    closing = unit in acting or (not acting and has(g, unit, STAGED))
    if closing and (changes or moves):
        raise refuse("Posture and a later move are settled before the action begins.", "HAN-DF-02")
    wrong = why_no_closing_fire(g, unit) if closing else _why_not_fresh(g, unit, acting)
    wrong = wrong or why_no_fire(g, order)
    if wrong is not None:
        raise refuse(*wrong)
    return order.text, order


def _why_not_fresh(g: HannutGame, unit: UnitId, acting: Units) -> Reason | None:
    if acting:
        return "An action is open: it goes on, or is done, first.", "HAN-SP-08"
    return why_idle(g, unit)


def read_assault(g: HannutGame, words: Words, acting: Units) -> Read:
    """HAN-AS-01  "assault 1110 from A B"."""
    where = words.hex()
    words.expect("from", "assault HEX from UNIT UNIT")
    units: list[UnitId] = []
    changes: list[UnitId] = []
    while words.more:
        unit = words.unit()
        if unit in units:
            raise refuse(f"{unit} is named twice.", "HAN-AS-01")
        units.append(unit)
        if words.posture(unit)[1]:
            changes.append(unit)
    order = Assault(where, tuple(in_order(g, units)), tuple(in_order(g, changes)))
    check_assault(g, order, acting)
    return order.text(g), order


def read_plain(g: HannutGame, words: Words, verb: str, acting: Units) -> Read:
    """HAN-SP-16, HAN-MI-02, HAN-CO-01, HAN-AS-01  Orders of a verb and a unit."""
    unit = words.unit()
    if verb == "stage":
        if unit not in acting:
            raise refuse("Only a unit that has just moved is staged.", "HAN-AS-01")
        words.end()
        return _checked(f"stage {unit}", Stage(unit), why_no_stage(g, unit))
    wrong = _why_not_fresh(g, unit, acting)
    if verb == "clear":
        where = words.hex()
        order: Order = Clear(unit, where)
        wrong = wrong or why_no_clear(g, Clear(unit, where))
        return _checked(f"clear {unit} {g.grid.name(where)}", order, wrong)
    words.end()
    if verb in ("load", "unload"):
        load = Load(unit, verb == "load")
        return _checked(f"{verb} {unit}", load, wrong or why_no_load(g, load))
    wrong = wrong or _why_same(g, unit, column=verb == "column")
    return _checked(f"{verb} {unit}", Posture(unit, verb == "column"), wrong)


def _why_same(g: HannutGame, unit: UnitId, *, column: bool) -> Reason | None:
    if has(g, unit, COLUMN) == column:
        return f"{kind_of(g, unit).name} has that posture already.", "HAN-CO-01"
    if column and not column_room(g, where_is(g, unit), (unit,)):
        return "A third unit In Column may not end there.", "HAN-ST-02"
    return why_no_posture(g, unit, column)


def _checked(text: str, order: Order, wrong: Reason | None) -> Read:
    if wrong is not None:
        raise refuse(*wrong)
    return text, order
