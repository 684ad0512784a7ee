"""Exact chances of single-die procedures: bombardment, strike, interception."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from wargame.flow.ask import Odds
from wargame.games.arras.assess import chances_of
from wargame.games.arras.bombard import flak_kills_on, modifiers, needed, strike_targets
from wargame.games.arras.segments.air import Aim, Mission, Scramble, interception_shifts
from wargame.games.arras.segments.combat import Stand, stood_fast
from wargame.games.arras.state import ArrasGame, kind_of
from wargame.model.state import UnitId


def chances(g: ArrasGame, key: str, value: Any) -> Odds | None:
    """The chances behind an answer to the question *key*; None where no die decides."""
    match key:
        case "artillery.fire":
            battery, target = value
            return _shell(g, battery, target)
        case "air.mission" if isinstance(value, Mission) and value.strike:
            air = g.content.air[value.unit]
            first = strike_targets(g, air.strike, value.hex, air.side)[0]
            return _raid(g, value.unit, first, ", if not intercepted")
        case "air.target" if isinstance(value, Aim):
            return _raid(g, value.unit, value.target, "")
        case "air.intercept" if isinstance(value, Scramble):
            return _dogfight(g, value)
        case "combat.no_retreat":
            return _last_stand(g, value)
    return None


def _last_stand(g: ArrasGame, order: Stand) -> Odds:
    """ARR-RS-04, ARR-RS-06  The attack as the defender will suffer it under the order."""
    if not order.holds:
        return chances_of(g, order.found)
    return chances_of(g, order.found, suffered=lambda result: stood_fast(result)[0])


def _shell(g: ArrasGame, battery: UnitId, target: UnitId) -> Odds:
    """ARR-BO-04"""
    rating = kind_of(g, battery).bombard
    need = needed(g, rating, target)
    hits = max(7 - need, 0)
    outcomes = (("disrupted", Fraction(hits, 6)), ("no effect", Fraction(6 - hits, 6)))
    shifts = tuple(modifiers(g, rating, target, air=False))
    return Odds("artillery", shifts, outcomes, f"disrupted on {need} or more")


def _raid(g: ArrasGame, striker: UnitId, target: UnitId, condition: str) -> Odds:
    """ARR-AR-08  The die for one target."""
    air = g.content.air[striker]
    kills_on = flak_kills_on(g, g.state.units[target].hex, air.side)
    need = needed(g, air.strike, target, air=True)
    hits = sum(1 for die in range(1, 7) if die > kills_on and die >= need)
    outcomes = (
        ("disrupted", Fraction(hits, 6)),
        ("no effect", Fraction(6 - hits - kills_on, 6)),
        ("striker shot down", Fraction(kills_on, 6)),
    )
    name = kind_of(g, target).name
    shifts = tuple(modifiers(g, air.strike, target, air=True))
    return Odds("air strike", shifts, outcomes, f"{name}: disrupted on {need} or more{condition}")


def _dogfight(g: ArrasGame, sent: Scramble) -> Odds:
    """ARR-AR-04, ARR-AR-06  The die of chart intercept."""
    shifts = interception_shifts(g, sent.fighter, sent.unit)
    added = sum(value for _, value in shifts)
    counts = Counter(g.content.intercepted(die + added) for die in range(1, 7))
    outcomes = tuple(
        (row.text, Fraction(counts[row.id], 6))
        for row in g.content.interception.result
        if counts[row.id]
    )
    return Odds("total", tuple(shifts), outcomes, f"die {added:+d}")
