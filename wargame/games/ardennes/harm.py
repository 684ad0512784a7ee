"""What happens to units: steps lost, eliminated, Dispersed, hexes taken (ARD-CR-01, ARD-HC-01, ARD-IP-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wargame.games.ardennes.state import (
    DISPERSED,
    ELIMINATED,
    IMPROVED,
    LOST,
    OTHER,
    ROADBLOCK,
    STATES,
    ArdGame,
    by_number,
    is_empty,
    kind_of,
    steps,
    strength,
    unit_name,
)
from wargame.games.ardennes.works import has_roadblock
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def lose_step(g: ArdGame, unit_id: UnitId, *, rule: str) -> bool:
    """A step is lost; the last one eliminates the unit. Whether it lives."""
    unit = g.state.units[unit_id]
    if steps(g, unit_id) > 1:
        g.set_number(unit_id, LOST, unit.numbers.get(LOST, 0) + 1, rule=rule)
        return True
    where = unit.hex
    for state in STATES:
        g.shed(unit_id, state, rule=rule)
    g.set_number(unit_id, LOST, kind_of(g, unit_id).steps, rule=rule)
    g.box(unit_id, ELIMINATED, rule=rule)
    left(g, [where])
    return False


def disperse(g: ArdGame, units: Iterable[UnitId], *, rule: str) -> None:
    """ARD-US-04  Units are Dispersed."""
    for unit_id in units:
        g.gain(unit_id, DISPERSED, rule=rule)


def enter(g: ArdGame, where: Hex, side: str) -> None:
    """ARD-HC-01, ARD-IP-01, ARD-RB-15  A unit of a side comes into a hex, to stay or in passing."""
    g.take(where, side, rule="ARD-HC-01")
    if side == "allied" and has_roadblock(g, where):
        g.set_layer(ROADBLOCK, {where: 0}, rule="ARD-RB-15")


def entered(g: ArdGame, way: Iterable[Hex], side: str) -> None:
    """ARD-HC-01, ARD-IP-01  The hexes of a way, the start left out, are *side*'s; the enemy's IPs go."""
    improved = g.state.layers.get(IMPROVED, {})
    for where in way:
        if where in improved and g.state.control.get(where) == OTHER[side]:
            g.set_layer(IMPROVED, {where: 0}, rule="ARD-IP-01")
        enter(g, where, side)


def left(g: ArdGame, hexes: Iterable[Hex]) -> None:
    """ARD-IP-01  An IP goes with the last unit of its hex."""
    improved = g.state.layers.get(IMPROVED, {})
    for where in hexes:
        if where in improved and is_empty(g, where):
            g.set_layer(IMPROVED, {where: 0}, rule="ARD-IP-01")


def losers(g: ArdGame, units: Sequence[UnitId], lost: Mapping[UnitId, int]) -> list[UnitId]:
    """ARD-CR-01  Who may lose the next step: nobody a second one before every other has lost one; by #."""
    least = min((lost.get(u, 0) for u in units), default=0)
    return by_number(g, (u for u in units if lost.get(u, 0) == least))


def loss(g: ArdGame, unit: UnitId) -> str:
    """What a hit on a unit means, in words."""
    n, name = steps(g, unit), unit_name(g, unit)
    if n == 1:
        return f"{name} loses its last step"
    lost = g.state.units[unit].numbers.get(LOST, 0)
    weaker = kind_of(g, unit).value(lost + 1)
    return f"{name} loses a step: {n} to {n - 1} steps, strength {strength(g, unit)} to {weaker}"
