"""Advances of the automated Allies after combat (ARD-AD-07 to -11, 5.11.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.flow.imagined import imagined
from wargame.games.ardennes.battle import Battle, alive
from wargame.games.ardennes.front import is_trapped, protects_vp
from wargame.games.ardennes.line import line_of
from wargame.games.ardennes.state import (
    DISPERSED,
    OUT_OF_FUEL,
    ArdGame,
    by_number,
    hexside_key,
    hold_value,
    is_vp,
    kind_of,
    stack,
    why_full,
)
from wargame.games.ardennes.works import is_wet, stands
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import UnitId


@dataclass(frozen=True)
class Try:
    """Units that may advance together, and the highest roll on which they do."""

    units: tuple[UnitId, ...]
    needed: int
    """10: without a roll; 0: not at all."""
    route: str


def groups(g: ArdGame, fight: Battle) -> list[tuple[UnitId, ...]]:
    """ARD-AD-07, ARD-AD-08  Who is checked, in turn; a [unit] goes along with a unit of its hex."""
    fit = [
        u for u in alive(g, fight.units) if not g.state.units[u].states & {DISPERSED, OUT_OF_FUEL}
    ]
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit in by_number(g, fit):
        by_hex.setdefault(g.state.units[unit].hex, []).append(unit)
    found: list[tuple[UnitId, ...]] = []
    for units in by_hex.values():
        large = [u for u in units if not kind_of(g, u).bracketed]
        small = [u for u in units if kind_of(g, u).bracketed]
        if large:
            along = () if _narrow(g, fight, units) else small
            found += [(large[0], *along), *((u,) for u in large[1:])]
        elif len(small) > 1:
            found.append(tuple(small))
    return sorted(found, key=lambda own: (kind_of(g, own[0]).rank, own[0]))


def attempt(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> Try:
    """ARD-AD-09 to -11  The single highest chance that applies; 0 where a rule forbids the advance."""
    target, counted = fight.target, fight.groups
    row = _row(g, target)
    why = _why_not(g, fight, units)
    column = min(counted, len(row.chances) - 1)
    needed = 0 if why else row.chances[column]
    working = [(units[0], row.title, counted, needed, why, hold_value(g, target))]
    g.decided("allied", f"advance {units[0]}", why or str(needed), working, rule="ARD-AD-11")
    return Try(tuple(units), needed, row.id)


def _row(g: ArdGame, target: Hex):  # type: ignore[no-untyped-def]  # noqa: ANN202
    first, second, other = g.content.tables.advance
    primary, secondary = g.content.routes
    if is_vp(g, target) or target in primary:
        return first
    return second if target in secondary or target in g.content.built_up else other


def _why_not(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> str:
    """ARD-AD-04, ARD-AD-05, ARD-AD-09, ARD-AD-10  What forbids it; "" if nothing does."""
    target, where = fight.target, g.state.units[units[0]].hex
    if why_full(g, "allied", target, units) is not None:
        return "no room"  # ARD-ST-01
    stay = [u for u in stack(g, where, "allied") if u.id not in units]
    if not stay and protects_vp(g, where):
        return "protects VP"  # ARD-AD-10, as the Gap
    if over_limit(g, fight, units):
        return "one unit over a Bridge or river"
    if not is_vp(g, target) and line_of(g).gap(units, target):
        return "would make a Gap"
    if hold_value(g, target) < g.content.limits.automated.advance_value:
        with imagined(g, [ev.UnitPlaced(u, target, "ARD-AD-09") for u in units]):
            if is_trapped(g, target, "allied"):
                return "danger of Surround"
    return ""


def over_limit(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> bool:
    """ARD-AD-04, ARD-AD-05  One attacker a Bridge into an enemy ZOC, one an unbridged river."""
    crossed = hexside_key(g.content, g.state.units[units[0]].hex, fight.target) in fight.crossed
    return _narrow(g, fight, units) and (len(units) > 1 or crossed)


def _narrow(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> bool:
    """ARD-AD-04, ARD-AD-05  Whether one unit alone may go that way."""
    where, target = g.state.units[units[0]].hex, fight.target
    bridge = stands(g, where, target) and g.board.zoc[fight.defender][target] > 0
    return is_wet(g, where, target) or bridge
