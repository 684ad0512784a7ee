"""Exact chances of single-die procedures: bombardment, strike, interception."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from wargame.flow.ask import Odds
from wargame.games.arras.bombard import needed, shell_throw, strike_targets, strike_throw
from wargame.games.arras.odds import chances_of
from wargame.games.arras.segments.air import Aim, Mission, Scramble, interception_throw
from wargame.games.arras.segments.combat import Stand, stood_fast
from wargame.games.arras.state import ArrasGame, kind_of
from wargame.model.state import UnitId
from wargame.rules.table import Throw, added_up

BOMBARDED = {"disrupted": "disrupted", "no_effect": "no effect"}


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
    throw, need = shell_throw(g, battery, target), needed(g, kind_of(g, battery).bombard, target)
    return Odds("artillery", throw.added, _told(throw, BOMBARDED), f"disrupted on {need} or more")


def _raid(g: ArrasGame, striker: UnitId, target: UnitId, condition: str) -> Odds:
    """ARR-AR-08  The die for one target."""
    throw = strike_throw(g, striker, target)
    need = needed(g, g.content.air[striker].strike, target, air=True)
    basis = f"{kind_of(g, target).name}: disrupted on {need} or more{condition}"
    outcomes = _told(throw, {**BOMBARDED, "striker_down": "striker shot down"})
    return Odds("air strike", throw.added, outcomes, basis)


def _dogfight(g: ArrasGame, sent: Scramble) -> Odds:
    """ARR-AR-04, ARR-AR-06  The die of chart intercept."""
    throw = interception_throw(g, sent.fighter, sent.unit)
    words = {str(row.id): row.text for row in g.content.interception.result}
    found = tuple(outcome for outcome in _told(throw, words) if outcome[1])
    return Odds("total", throw.added, found, f"die {added_up(throw.added):+d}")


def _told(throw: Throw[Any], words: Mapping[str, str]) -> tuple[tuple[str, Fraction], ...]:
    """The chance of every result in words, in their order."""
    found = throw.chances()
    return tuple((word, found.get(result, Fraction(0))) for result, word in words.items())
