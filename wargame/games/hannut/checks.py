"""Formation checks, recovery rolls and reaction checks: the numbers and the dice."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.state import (
    DEMORALIZED,
    FATIGUED,
    MORALE,
    NEUTRALIZED,
    OOC,
    HannutGame,
    formation_of,
    hq_shaken,
    kind_of,
)
from wargame.model.state import Fact, UnitId
from wargame.rules.chance import at_most
from wargame.rules.losses import shift
from wargame.rules.modifiers import Modifiers, added_up, applied
from wargame.rules.table import Throw, or_less

Morale: TypeAlias = Literal["steady", "worse", "broken"]
"""What a formation check left: it held, it went down a rung, or it broke and must retreat."""


def formation_factor(g: HannutGame, unit_id: UnitId) -> tuple[int, Modifiers]:
    """HAN-FF-01 to -06  The number needed, and what changed it."""
    states, factors = g.state.units[unit_id].states, g.content.factors
    formation = formation_of(g, unit_id)
    leaderless = unit_id != formation.hq and hq_shaken(g, formation)
    shifts = applied(
        {
            "Demoralized": factors.demoralized * (DEMORALIZED in states),  # HAN-FF-03, HAN-DE-02
            "Fatigued": factors.fatigued * (FATIGUED in states),  # HAN-FF-04, HAN-FA-03
            "HQ": factors.hq * leaderless,  # HAN-FF-05
            "Neutralized": factors.neutralized * (NEUTRALIZED in states),  # HAN-FF-06, HAN-NE-05
        }
    )
    basic = factors.basic(kind_of(g, unit_id).side)  # HAN-FF-01, HAN-FF-02
    return max(basic + added_up(shifts), factors.least), shifts


def roll_factor(g: HannutGame, unit_id: UnitId, kind: str, *, rule: str, why: str = "") -> bool:
    """HAN-GE-07  Two dice against the formation factor."""
    return factor_throw(g, unit_id, rule).roll(g, kind, unit=unit_id, why=why).result == "succeeds"


def factor_throw(g: HannutGame, unit_id: UnitId, rule: str) -> Throw[str]:
    """HAN-GE-07  The check about to be made; a natural 2 succeeds, a natural 12 fails."""
    needed, shifts = formation_factor(g, unit_id)
    natural = g.content.factors.natural
    read = or_less(needed, always=natural.success, never=natural.failure)
    facts: dict[str, Fact] = {"basis": "needed", "needed": needed}
    return Throw("factors", read, rule, dice=2, shifts=shifts, facts=facts)


def formation_check(g: HannutGame, unit_id: UnitId, why: str) -> Morale:
    """HAN-MO-03, HAN-FT-01  Failing goes one rung down; a Demoralized unit breaks."""
    if roll_factor(g, unit_id, "formation_check", rule="HAN-MO-03", why=why):
        return "steady"
    return "worse" if shift(g, unit_id, MORALE, 1, rule="HAN-MO-03") else "broken"


def reaction_numbers(g: HannutGame, unit_id: UnitId, distance: int) -> tuple[int, Modifiers]:
    """HAN-GE-08, HAN-RC-08, HAN-RP-08  The basic value, and all that is added to the roll."""
    shaken = frozenset(g.state.units[unit_id].states & _SHAKEN)
    added = _reaction_added(g.content, shaken, distance)
    return g.content.reaction_value(kind_of(g, unit_id)), added  # HAN-RC-01, HAN-RC-02


_SHAKEN = frozenset((OOC, NEUTRALIZED, FATIGUED, DEMORALIZED))


@lru_cache(maxsize=256)
def _reaction_added(content: HannutContent, states: frozenset[str], distance: int) -> Modifiers:
    table = content.reaction
    return applied(
        {
            "Out of Command": table.out_of_command * (OOC in states),  # HAN-RC-03, HAN-OC-05
            "Neutralized": table.neutralized * (NEUTRALIZED in states),  # HAN-RC-04, HAN-NE-06
            "Fatigued": table.fatigued * (FATIGUED in states),  # HAN-RC-05, HAN-FA-04
            "Demoralized": table.demoralized * (DEMORALIZED in states),  # HAN-RC-06, HAN-DE-01
            "distance": table.distance * distance,  # HAN-RC-07
        }
    )


def reaction_margin(g: HannutGame, unit_id: UnitId, distance: int) -> int:
    """HAN-GE-08  The natural roll needed or less; below 2 the reaction is not offered."""
    value, added = reaction_numbers(g, unit_id, distance)
    return value - added_up(added)


def can_react(g: HannutGame, unit_id: UnitId, distance: int) -> bool:
    """HAN-GE-08  Whether a reaction check can succeed at all."""
    return reaction_margin(g, unit_id, distance) >= 2


def reaction_chance(g: HannutGame, unit_id: UnitId, distance: int) -> Fraction:
    """HAN-GE-08  The chance of passing a reaction check."""
    return at_most(reaction_margin(g, unit_id, distance))


def reaction_check(g: HannutGame, unit_id: UnitId, distance: int, why: str) -> bool:
    """HAN-GE-08, HAN-RC-08  Two dice and all modifiers against the basic value."""
    value, added = reaction_numbers(g, unit_id, distance)
    facts: dict[str, Fact] = {"basis": "needed", "needed": value}
    throw = Throw("reaction", or_less(value), "HAN-GE-08", dice=2, added=added, facts=facts)
    reading = throw.roll(g, "reaction_check", row="total", unit=unit_id, why=why)
    return reading.result == "succeeds"
