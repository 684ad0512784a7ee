"""Which orders are legal now: fire, assault, loading, clearing, staging, posture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from wargame.content.figures import in_halves
from wargame.games.hannut.fire import targets_in_sight, why_no_shot
from wargame.games.hannut.orders import (
    Clear,
    Fire,
    Load,
    Mover,
    Order,
    Posture,
)
from wargame.games.hannut.state import (
    ACTED,
    COLUMN,
    DEMORALIZED,
    LOADED,
    MOVED,
    NEUTRALIZED,
    OTHER,
    STAGED,
    WAITING,
    HannutGame,
    acting,
    active_formation,
    column_room,
    formation_of,
    half_ma,
    has,
    holds,
    kind_of,
    mine_at,
    on_map,
    room,
    spent,
    where_is,
)
from wargame.games.hannut.walk import FREE, HALF, Walker, entry_cost
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

Reason = tuple[str, str]
"""Why something is not legal: the sentence and the rule."""

MOVING, HALTED, SHOOTING, FIRED, CARRIED = "moving", "halted", "shooting", "fired", "loading"
"""Track "leg": how the open action stands.  MOVING: the path was walked; HALTED: a reaction came
between; SHOOTING: members of a stopped stack close one by one; FIRED: it fired and may move half;
CARRIED: it loaded or unloaded."""


def leg(g: HannutGame) -> str:
    """How the open action stands."""
    return str(g.state.tracks.get("leg", ""))


# -- who may act ----------------------------------------------------------------------------------


def why_idle(g: HannutGame, unit_id: UnitId) -> Reason | None:
    """HAN-SP-08, HAN-SP-18, HAN-DM-01  Why a unit may not begin an action; None if it may."""
    kind, unit = kind_of(g, unit_id), g.state.units[unit_id]
    formation = active_formation(g)
    if kind.formation_id != formation.id:
        return (
            f"{kind.name} belongs to {formation_of(g, unit_id).id}; {formation.id} is active.",
            "HAN-SP-18",
        )
    if unit.hex < 0:
        return f"{kind.name} is not on the map.", "HAN-EN-01"
    if ACTED in unit.states:
        return f"{kind.name} has acted in this segment.", "HAN-SP-08"
    if STAGED in unit.states:
        return f"{kind.name} is staged: it may assault, or fire if it kept half.", "HAN-AS-01"
    if DEMORALIZED in unit.states:
        return f"{kind.name} is Demoralized and never acts.", "HAN-DM-01"
    return None


def fresh_units(g: HannutGame) -> list[UnitId]:
    """Units of the active formation that may begin an action, in table order."""
    formation = active_formation(g)
    done = {ACTED, STAGED, DEMORALIZED}
    units = g.state.units
    return [u for u in formation.units if units[u].hex >= 0 and not units[u].states & done]


def staged_units(g: HannutGame) -> list[UnitId]:
    """HAN-AS-01  Units whose action stays open for an assault."""
    return [u for u in on_map(g, active_formation(g)) if has(g, u, STAGED)]


def entering_units(g: HannutGame) -> list[UnitId]:
    """HAN-EN-01  Units of the active formation that may enter now."""
    turn, units = g.state.turn(), g.state.units
    return [
        u
        for u in active_formation(g).units
        if units[u].box == WAITING and (kind_of(g, u).arrival or 0) <= turn
    ]


# -- posture --------------------------------------------------------------------------------------


def postures(g: HannutGame, unit_id: UnitId) -> list[tuple[bool, bool]]:
    """HAN-CO-01  (In Column?, is it a change?): the present posture first."""
    now = has(g, unit_id, COLUMN)
    return [(now, False)] + (
        [(not now, True)] if why_no_posture(g, unit_id, not now) is None else []
    )


def why_no_posture(g: HannutGame, unit_id: UnitId, column: bool) -> Reason | None:
    """HAN-CO-01  Why a posture may not be taken; None if it may."""
    name, where = kind_of(g, unit_id).name, where_is(g, unit_id)
    if not column:
        return None
    if where not in g.content.road_hexes:
        return f"No road runs through {g.grid.name(where)}: {name} cannot take column.", "HAN-CO-01"
    if has(g, unit_id, NEUTRALIZED):
        return f"{name} is Neutralized and cannot take column.", "HAN-CO-01"
    return None


# -- movers ---------------------------------------------------------------------------------------


def fresh_movers(g: HannutGame) -> list[Mover]:
    """HAN-SP-12, HAN-CO-01  Single units and stacks that may begin to move, in each posture."""
    fresh = fresh_units(g)
    found = [Mover("move", (u,), *posture) for u in fresh for posture in postures(g, u)]
    together: dict[tuple[Hex, bool], list[UnitId]] = {}
    for u in fresh:
        together.setdefault((where_is(g, u), has(g, u, COLUMN)), []).append(u)
    for (_, column), units in together.items():
        for stack in _stacks(g, units):
            found.append(Mover("move", stack, column, changes=False))
            if all(why_no_posture(g, u, not column) is None for u in stack):
                found.append(Mover("move", stack, not column, changes=True))
    for u in entering_units(g):
        found += [
            Mover("enter", (u,), column, column)
            for column in (False, True)
            if entries(g, u, column)
        ]
    return found


def _stacks(g: HannutGame, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """Stacks worth listing: every group of up to three, and all together; others are legal too."""
    combat = [u for u in units if kind_of(g, u).combat_unit]
    found = [group for size in range(2, len(combat) + 1) for group in combinations(combat, size)]
    if len(units) > max(len(combat), 1):
        found.append(tuple(units))
    return found


def why_no_mover(g: HannutGame, mover: Mover) -> Reason | None:
    """HAN-SP-12, HAN-CO-01  Why units may not begin to move (together); None if they may."""
    for u in mover.units:
        idle = why_idle(g, u)
        if idle is not None:
            return idle
    first = mover.units[0]
    if any(where_is(g, u) != where_is(g, first) for u in mover.units):
        return "The units of a stack start in one hex.", "HAN-SP-12"
    if any(has(g, u, COLUMN) != has(g, first, COLUMN) for u in mover.units):
        return "The units of a stack have the same posture.", "HAN-SP-12"
    for u in mover.units if mover.changes else ():
        wrong = why_no_posture(g, u, mover.column)
        if wrong is not None:
            return wrong
    return None


def entries(g: HannutGame, unit_id: UnitId, column: bool) -> list[Hex]:
    """HAN-EN-01  The printed hex, or the nearest of its edge if it is held or full."""
    area = g.content.areas[kind_of(g, unit_id).area]
    enemy = OTHER[area.side]

    def free(h: Hex) -> bool:
        return not holds(g, h, enemy) and room(g, h, (unit_id,))

    found = [] if holds(g, area.hex, enemy) else [area.hex]
    if not free(area.hex):
        found += [h for h in area.instead if free(h)][:1]
    return [h for h in found if entry_cost(g, unit_id, h, column=column)]


# -- fire -----------------------------------------------------------------------------------------


def fire_orders(g: HannutGame) -> Iterator[Fire]:
    """HAN-SP-13, HAN-SP-14  Shots of units that have not begun, standing still or before moving."""
    for u in fresh_units(g):
        if has(g, u, LOADED):
            continue
        targets = targets_in_sight(g, u)
        for column, changes in postures(g, u) if targets else ():
            then = (False, True) if _may_follow(g, u, column) else (False,)
            for target in targets:
                for moves in then:
                    order = Fire(u, target, column, changes, moves)
                    if _why_no_aim(g, order) is None:
                        yield order


def closing_fire(g: HannutGame, units: Sequence[UnitId]) -> Iterator[Fire]:
    """HAN-SP-14, HAN-DF-02  Shots of units that have moved, or loaded, in their open action."""
    for u in units:
        if why_no_closing_fire(g, u) is None:
            column = has(g, u, COLUMN)
            for target in targets_in_sight(g, u):
                order = Fire(u, target, column, changes=False)
                if why_no_fire(g, order) is None:
                    yield order


def why_no_fire(g: HannutGame, order: Fire) -> Reason | None:
    """HAN-DF-01, HAN-CO-01, HAN-ST-02, HAN-SP-14  Why an order to fire is not legal."""
    wrong = _why_no_aim(g, order)
    if wrong is None and order.moves and not _may_follow(g, order.unit, order.column):
        return f"{kind_of(g, order.unit).name} could not move after firing.", "HAN-SP-14"
    return wrong


def _may_follow(g: HannutGame, u: UnitId, column: bool) -> bool:
    """R-55  Whether a unit could move after firing."""
    return Walker(g, (u,), column=column, leg=HALF).any_step()


def _why_no_aim(g: HannutGame, order: Fire) -> Reason | None:
    """Why an order to fire is not legal, whatever may be possible after the shot."""
    u = order.unit
    if order.changes:
        wrong = why_no_posture(g, u, order.column)
        if wrong is None and order.column and not column_room(g, where_is(g, u), (u,)):
            wrong = "A third unit In Column may not end there.", "HAN-ST-02"
        if wrong is not None:
            return wrong
    if order.moves and has(g, u, NEUTRALIZED):
        return f"{kind_of(g, u).name} is Neutralized: it fires or moves one hex.", "HAN-NE-01"
    moved = order.moves or has(g, u, MOVED)
    return why_no_shot(g, u, order.target, moved=moved, column=order.column)


def why_no_closing_fire(g: HannutGame, u: UnitId) -> Reason | None:
    """HAN-SP-14, HAN-SP-16, HAN-NE-01  Why a unit may not fire after moving or loading."""
    name = kind_of(g, u).name
    if has(g, u, LOADED):
        return f"{name} is loaded and may not fire.", "HAN-LO-01"
    if has(g, u, NEUTRALIZED):
        return f"{name} is Neutralized: it does not move and fire.", "HAN-NE-01"
    if leg(g) == CARRIED and u in acting(g) and has(g, u, MOVED):
        return f"{name} has unloaded and moved: it does not fire too.", "HAN-LO-02"
    if leg(g) == FIRED and u in acting(g):
        return f"{name} has fired.", "HAN-DF-02"
    if u in acting(g) and overfull(g, acting(g)):
        where = g.grid.name(where_is(g, u))
        return f"{where} is over-full: the action may not end there.", "HAN-ST-01"
    if spent(g, u) > half_ma(g, u):
        text = f"{name} has spent {in_halves(spent(g, u))} MP; half is {in_halves(half_ma(g, u))}."
        return text, "HAN-SP-14"
    return None


# -- the rest -------------------------------------------------------------------------------------


def why_no_load(g: HannutGame, order: Load) -> Reason | None:
    """HAN-SP-16, HAN-LO-02, HAN-LO-03"""
    kind = kind_of(g, order.unit)
    idle = why_idle(g, order.unit)
    if idle is not None:
        return idle
    if not kind.loads:
        rule = "HAN-LO-03" if kind.side == "allied" else "HAN-LO-01"
        return f"{kind.name} has no lorries to load.", rule
    if has(g, order.unit, NEUTRALIZED):
        return f"{kind.name} is Neutralized: it neither loads nor unloads.", "HAN-LO-02"
    if has(g, order.unit, LOADED) == order.loads:
        return f"{kind.name} is already {'loaded' if order.loads else 'unloaded'}.", "HAN-LO-02"
    return None


def why_no_clear(g: HannutGame, order: Clear) -> Reason | None:
    """HAN-MI-02  Why mines may not be cleared; None if they may."""
    kind, u = kind_of(g, order.unit), order.unit
    idle = why_idle(g, u)
    if idle is not None:
        return idle
    if not kind.pioneer or has(g, u, LOADED) or has(g, u, NEUTRALIZED):
        text = (
            f"{kind.name} cannot clear mines: that takes a Stu.Pio unit, unloaded, not Neutralized."
        )
        return text, "HAN-MI-02"
    if g.grid.distance(where_is(g, u), order.hex) > 1 or not mine_at(g, order.hex):
        return f"No mines lie in {g.grid.name(order.hex)}, or not within one hex.", "HAN-MI-02"
    if holds(g, order.hex, OTHER[kind.side]):
        return f"An enemy stands in {g.grid.name(order.hex)}.", "HAN-MI-02"
    return None


def plain_orders(g: HannutGame) -> Iterator[Order]:
    """HAN-SP-16, HAN-MI-02, HAN-CO-01  Loading, clearing and changes of posture."""
    for u in fresh_units(g):
        kind = kind_of(g, u)
        if kind.loads:
            load = Load(u, not has(g, u, LOADED))
            if why_no_load(g, load) is None:
                yield load
        if kind.pioneer:
            for h in (where_is(g, u), *g.grid.neighbours[where_is(g, u)]):
                if mine_at(g, h) and why_no_clear(g, Clear(u, h)) is None:
                    yield Clear(u, h)
        for column, changes in postures(g, u):
            if changes and (not column or column_room(g, where_is(g, u), (u,))):
                yield Posture(u, column)


def open_walker(g: HannutGame, units: Sequence[UnitId], *, column: bool) -> Walker:
    """How the open action may go on: the rest of the allowance, or half of it."""
    return Walker(g, units, column=column, leg=HALF if leg(g) in (FIRED, CARRIED) else FREE)


def overfull(g: HannutGame, units: Sequence[UnitId]) -> bool:
    """HAN-ST-01, HAN-ST-02  Whether the action may not end where the units stand."""
    where = where_is(g, units[0])
    columns = [u for u in units if has(g, u, COLUMN)]
    return not room(g, where, units) or bool(columns and not column_room(g, where, columns))
