"""Wandering stacks behind enemy lines (ARD-AA-05 to -08)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.content.figures import points
from wargame.flow.ask import IllegalAnswer
from wargame.games.ardennes.front import communication, is_wandering
from wargame.games.ardennes.state import (
    ArdGame,
    by_number,
    in_supply,
    on_map,
    stack,
)
from wargame.games.ardennes.walk import Marcher, why_still
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@dataclass(frozen=True)
class Wandering:
    """What becomes of a stack that wanders."""

    units: tuple[UnitId, ...]
    path: tuple[Hex, ...] = ()
    """Where it goes; () where nothing is reached and the table is rolled on."""


def wandering(g: ArdGame, units: Sequence[UnitId]) -> list[list[UnitId]]:
    """ARD-AA-05  The stacks among these units that wander, by their lowest #."""
    where = (g.state.units[u].hex for u in by_number(g, units))
    hexes = [h for h in dict.fromkeys(where) if h >= 0 and is_wandering(g, h)]
    return [[u.id for u in stack(g, h, "allied")] for h in hexes]


def aim(g: ArdGame, units: Sequence[UnitId]) -> Wandering:
    """ARD-AA-06, ARD-AA-08  The nearest hex in Communication, else of the Westwall, else a City or Town."""
    still = next((why for u in units if (why := why_still(g, u))), None)
    if still:
        _lost(g, units, still.rule)
        return Wandering(tuple(units))
    marcher = Marcher(g, units)
    field = marcher.field()
    start = g.state.units[units[0]].hex
    ends = [h for h in field.left if h != start and marcher.why_no_end(h) is None]
    talks = communication(g, "allied")
    aims = (
        ("Communication", [h for h in ends if talks >> h & 1]),
        ("Westwall", [h for h in ends if h in g.content.westwall]),
        ("City/Town", [h for h in ends if h in g.content.built_up]),
    )
    for what, hexes in aims:
        if hexes:
            ranked = sorted(
                hexes, key=lambda h: (-marcher.left_in(field, h), *_tie(g, h, units), h)
            )
            working = [
                (what, g.grid.name(h), points(marcher.left_in(field, h)), *_tie(g, h, units))
                for h in ranked
            ]
            chosen = ranked[0]
            g.decided(
                "allied", f"wandering {units[0]}", g.grid.name(chosen), working, rule="ARD-AA-06"
            )
            return Wandering(tuple(units), field.path(chosen))
    _lost(g, units, "none")
    return Wandering(tuple(units))


def _lost(g: ArdGame, units: Sequence[UnitId], why: str) -> None:
    """ARD-AA-07  It reaches no aim, and why: the rule that keeps it from moving, or "none" in reach."""
    g.decided("allied", f"lost {units[0]}", "roll", [(why,)], rule="ARD-AA-07")


def rearward(g: ArdGame, units: Sequence[UnitId]) -> Hex:
    """ARD-AA-07  An adjacent hex nearer to its closest source; -1 where none can be entered."""
    if any(why_still(g, u) for u in units):
        return _nowhere(g, units)
    where = g.state.units[units[0]].hex
    far = g.grid.distance
    source = min(g.content.sources["allied"], key=lambda h: (far(where, h), h))
    marcher = Marcher(g, units)
    near = [h for h in g.grid.neighbours[where] if far(h, source) < far(where, source)]
    ranked = sorted(
        (h for h in near if _steps_into(marcher, where, h)), key=lambda h: (*_tie(g, h, units), h)
    )
    if not ranked:
        return _nowhere(g, units)
    working = [("rearward", g.grid.name(h), far(h, source), *_tie(g, h, units)) for h in ranked]
    chosen = ranked[0]
    g.decided("allied", f"wandering {units[0]}", g.grid.name(chosen), working, rule="ARD-AA-07")
    return chosen


def _nowhere(g: ArdGame, units: Sequence[UnitId]) -> Hex:
    """ARD-AA-07  No hex rearward can be entered: it stays."""
    g.decided("allied", f"lost {units[0]}", "stays", [("rearward",)], rule="ARD-AA-07")
    return -1


def _steps_into(marcher: Marcher, where: Hex, h: Hex) -> bool:
    """Whether a stack may move into a hex beside it and stop there."""
    try:
        marcher.follow((where, h))
    except IllegalAnswer:
        return False
    return True


def _tie(g: ArdGame, h: Hex, units: Sequence[UnitId]) -> tuple[int, int]:
    """ARD-AA-08  Closest to another Allied unit In Supply, then westernmost."""
    friends = [u.hex for u in on_map(g, "allied") if u.id not in units and in_supply(u)]
    return min((g.grid.distance(h, f) for f in friends), default=99), g.grid.column(h)
