"""OutOfContact: Allied units that may be taken away, by which clause, and why others may not (ARD-RD-10)."""

from __future__ import annotations

from typing import NamedTuple

from wargame.games.ardennes.front import in_communication, is_surrounded
from wargame.games.ardennes.line import Line, line_of
from wargame.games.ardennes.state import DISPERSED, ISOLATED, ArdGame, stack, steps, strength
from wargame.model.state import UnitId


class Contact(NamedTuple):
    """ARD-RD-10  Whether a unit is OutOfContact, by which clause, or why by neither."""

    clause: str
    """"a" or "b"; "" for a unit in contact."""
    far: str = ""
    """What keeps it from (a): "Proximate", "Gap"; or from both: "off the map", "Dispersed", "Isolated", "cut off"."""
    strong: str = ""
    """What keeps it from (b): "few", "not first", "Surrounded"."""
    steps: int = 0
    """Of its stack."""
    points: int = 0
    """Strength of its stack."""


def contact(g: ArdGame, unit_id: UnitId, line: Line | None = None) -> Contact:
    """ARD-RD-10  An Allied unit may be taken away if it is (a) far from the enemy and its leaving makes no Gap,
    or (b) the lowest # of a strong stack that is not Surrounded.
    """
    unit, limits = g.state.units[unit_id], g.content.limits.front
    if unit.hex < 0:
        return Contact("", "off the map")
    for state, why in ((DISPERSED, "Dispersed"), (ISOLATED, "Isolated")):  # ARD-US-09, ARD-SS-15
        if state in unit.states:
            return Contact("", why)
    if not in_communication(g, unit.hex, "allied"):
        return Contact("", "cut off")
    line = line or line_of(g)
    far = "Proximate" if line.is_touched(unit.hex) else ""
    if not far and line.gap([unit_id]):
        far = "Gap"
    if not far:
        return Contact("a")
    here = [u.id for u in stack(g, unit.hex, "allied")]
    n, points = sum([steps(g, u) for u in here]), sum([strength(g, u) for u in here])
    weak = n < limits.stack_steps and points < limits.stack_points
    strong = "few" if weak else "" if here[0] == unit_id else "not first"
    if not strong and is_surrounded(g, unit.hex, "allied"):
        strong = "Surrounded"
    return Contact("" if strong else "b", far, strong, n, points)


def is_out_of_contact(g: ArdGame, unit_id: UnitId, line: Line | None = None) -> bool:
    """ARD-RD-10"""
    return bool(contact(g, unit_id, line).clause)
