"""Who may assault what, together with whom, and who may wait for it (HAN-AS-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from wargame.content.figures import in_halves
from wargame.games.hannut.options import (
    CARRIED,
    FIRED,
    Reason,
    fresh_units,
    leg,
    overfull,
    staged_units,
    why_idle,
    why_no_posture,
)
from wargame.games.hannut.orders import Assault, Stage, refuse
from wargame.games.hannut.state import (
    COLUMN,
    DEMORALIZED,
    LOADED,
    NEUTRALIZED,
    OOC,
    OTHER,
    STAGED,
    HannutGame,
    acting,
    active_formation,
    assault_part,
    current_ma,
    has,
    holds,
    in_order,
    kind_of,
    spent,
    where_is,
)
from wargame.games.hannut.walk import costs_for
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def why_no_assault(
    g: HannutGame, u: UnitId, target: Hex, *, changes: bool = False
) -> Reason | None:
    """HAN-AS-01  Why a unit may not assault a hex; None if it may."""
    kind, name = kind_of(g, u), kind_of(g, u).name
    open_action = has(g, u, STAGED) or u in acting(g)
    if not open_action:
        idle = why_idle(g, u)
        if idle is not None:
            return idle
    for state, rule in (
        (NEUTRALIZED, "HAN-NE-02"),
        (OOC, "HAN-OC-02"),
        (DEMORALIZED, "HAN-DM-01"),
        (LOADED, "HAN-LO-01"),
    ):
        if has(g, u, state):
            return f"{name} is {state} and may not assault.", rule
    if not kind.assaults:
        return f"{name} is an AT gun or HQ and may not assault.", "HAN-AT-01"
    if u in acting(g) and leg(g) in (CARRIED, FIRED):
        rule = "HAN-LO-02" if leg(g) == CARRIED else "HAN-SP-15"
        return f"{name} has already fired or loaded in this action.", rule
    if not g.grid.adjacent(where_is(g, u), target):
        return f"{name} is not next to {g.grid.name(target)}.", "HAN-AS-01"
    if changes and (open_action or why_no_posture(g, u, not has(g, u, COLUMN))):
        return f"{name} may not change its posture now.", "HAN-CO-01"
    return _why_unpaid(g, u, target, changes=changes)


def _why_unpaid(g: HannutGame, u: UnitId, target: Hex, *, changes: bool) -> Reason | None:
    """HAN-SP-15, HAN-TE-11  The quarter and the hex must be paid from what is left."""
    name, where = kind_of(g, u).name, where_is(g, u)
    column = has(g, u, COLUMN) != changes
    enter = costs_for(g, u, column=column)[where][g.grid.direction(where, target)]
    if not enter:
        return f"{name} is In Column and no road leads to {g.grid.name(target)}.", "HAN-CO-02"
    left, part = current_ma(g, u) - spent(g, u), assault_part(g, u)
    if part + enter <= left:
        return None
    text = f"The assault costs {name} {in_halves(part)} + {in_halves(enter)} MP; {in_halves(left)} are left."
    return text, "HAN-SP-15"


def assault_orders(g: HannutGame, must: Sequence[UnitId] = ()) -> Iterator[Assault]:
    """HAN-AS-01  Assaults by up to three units; with *must*, one of these among them."""
    side = active_formation(g).side
    pool = in_order(g, [*fresh_units(g), *staged_units(g), *acting(g)])
    pool = list(dict.fromkeys(pool))
    hexes = {h for u in pool for h in g.grid.neighbours[where_is(g, u)] if holds(g, h, OTHER[side])}
    for target in sorted(hexes):
        able = [(u, why_no_assault(g, u, target) is not None) for u in pool if _able(g, u, target)]
        for size in range(1, min(g.content.limits.attackers, len(able)) + 1):
            for group in combinations(able, size):
                units = tuple(u for u, _ in group)
                if not must or set(units) & set(must):
                    yield Assault(target, units, tuple(u for u, changes in group if changes))


def _able(g: HannutGame, u: UnitId, target: Hex) -> bool:
    """Whether a unit may assault as it is, or by leaving its column first."""
    if why_no_assault(g, u, target) is None:
        return True
    return has(g, u, COLUMN) and why_no_assault(g, u, target, changes=True) is None


def check_assault(g: HannutGame, order: Assault, must: Sequence[UnitId]) -> None:
    """HAN-AS-01  Raises IllegalAnswer with the reason."""
    if not holds(g, order.hex, OTHER[active_formation(g).side]):
        raise refuse(f"{g.grid.name(order.hex)} holds no enemy unit.", "HAN-AS-01")
    if not 1 <= len(order.units) <= g.content.limits.attackers:
        raise refuse(f"Up to {g.content.limits.attackers} units assault together.", "HAN-AS-01")
    for u in order.units:
        wrong = why_no_assault(g, u, order.hex, changes=u in order.changes)
        if wrong is not None:
            raise refuse(*wrong)
    if must and not set(must) & set(order.units):
        raise refuse("The unit whose action is open must take part.", "HAN-AS-01")


def stage_orders(g: HannutGame, units: Sequence[UnitId]) -> Iterator[Stage]:
    """HAN-AS-01  Movers that end next to a hex they could still assault."""
    for u in units:
        if why_no_stage(g, u) is None:
            yield Stage(u)


def why_no_stage(g: HannutGame, u: UnitId) -> Reason | None:
    """HAN-AS-01, HAN-ST-01  Why a mover may not be staged."""
    name, where = kind_of(g, u).name, where_is(g, u)
    enemy = OTHER[kind_of(g, u).side]
    near = [h for h in g.grid.neighbours[where] if holds(g, h, enemy)]
    if not any(why_no_assault(g, u, h) is None for h in near):
        return f"{name} could assault no hex from {g.grid.name(where)}.", "HAN-AS-01"
    if overfull(g, (u,)):
        return f"{g.grid.name(where)} is over-full.", "HAN-ST-01"
    return None
