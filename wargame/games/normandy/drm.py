"""The modifiers of an attack, by name, in the order of table 4.14 (NOR-CO-13)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from wargame.games.normandy.armies import is_supported
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    DISORGANIZED,
    ISOLATED,
    OTHER,
    NorGame,
    division_of,
    kind_of,
    nation_of,
)
from wargame.games.normandy.works import ENTRENCHED, are_bombed, is_rubble, shelter, stands
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import Scalar, UnitId
from wargame.rules.modifiers import Modifiers, added_up, applied, worst

Given = tuple[int, int, int, int]
"""Support points, rating points that count, naval gunfire and Ground Support as modifiers."""


class Aim(NamedTuple):
    """The hexes that are attacked together, and what of them counts for all."""

    hexes: Sequence[Hex]
    shelter: int
    """NOR-EN-12  The best there is."""
    bombed: bool
    """NOR-CB-05  Whether every one is."""
    attrition: int
    """NOR-CO-18  What the hardest ground adds to the attacker's number."""

    @classmethod
    def at(cls, g: NorGame, hexes: Sequence[Hex]) -> Aim:
        """As they are now."""
        rows, best = g.content.ground.rows, max([shelter(g, h) for h in hexes])
        return cls(hexes, best, are_bombed(g, hexes), max([rows[h].attrition for h in hexes]))


def modifiers(
    g: NorGame,
    aim: Aim,
    attackers: Mapping[UnitId, int],
    defenders: Sequence[UnitId],
    given: tuple[Given, Given],
    *,
    side: Side,
    low: bool,
    led: bool,
) -> Modifiers:
    """NOR-CO-13, NOR-CO-17  Every modifier that applies.

    *attackers* are told with twice their strength; *low*: the ratio is below the first column; *led*: by an Operation.
    """
    every = _circumstances(g, aim, attackers, defenders, side=side, low=low, led=led)
    holding = tuple([name for name, holds in every.items() if holds])
    content, grounds = g.content, [_ground(g, h) for h in aim.hexes]
    return (
        *(grounds[0] if len(grounds) == 1 else worst(grounds)),
        *_position(content, aim.shelter),
        *_river(g, aim.hexes, attackers),
        *_bought(content, given),
        *_rows(content, holding),
        *_weather(content, g.state.tracks["weather"]),
    )


@cache
def _weather(content: NormandyContent, named: Scalar) -> Modifiers:
    row = content.weathers[named]  # type: ignore[index]
    return applied({row.title: row.drm})


def _ground(g: NorGame, where: Hex) -> Modifiers:
    """NOR-CO-09  Terrain with heights, rubble and fortress, for the best of which the defender counts."""
    return _terrain(g.content, where, is_rubble(g, where), is_fortress(g, where))


@cache
def _terrain(content: NormandyContent, where: Hex, rubble: bool, fortress: bool) -> Modifiers:
    added, row = content.terrain.added, content.ground.rows[where]
    return applied(
        {
            row.title: row.drm,
            "heights": added.heights.drm * (where in content.heights),
            "rubble": added.rubble.drm * rubble,
            "fortress": added.fortress.drm * fortress,
        }
    )


def is_fortress(g: NorGame, where: Hex) -> bool:
    """NOR-SU-11  A fortress hex while the Fortress HQ lives."""
    fortress = g.content.off_map.fortress
    if where not in fortress.hexes:
        return False
    hq = g.state.units.get(fortress.hq)
    return hq is not None and hq.hex >= 0


@cache
def _position(content: NormandyContent, found: int) -> Modifiers:
    added = content.terrain.added
    if found == ENTRENCHED:
        return applied({"Entrenchment": added.entrenchment.drm})
    return applied({"Improved Position": added.improved.drm}) if found else ()


def _river(g: NorGame, targets: Sequence[Hex], attackers: Mapping[UnitId, int]) -> Modifiers:
    """The worst line that units with half of the strength cross; worse lines count for milder ones."""
    units, rivers = g.state.units, g.content.rivers
    if not any(side_key(units[u].hex, h) in rivers for u in attackers for h in targets):
        return ()
    lines = {u: worst([_line(g, units[u].hex, h) for h in targets]) for u in attackers}
    every, found = sum(attackers.values()), ()
    for line in sorted(set(lines.values()), key=added_up, reverse=True):
        across = sum(n for u, n in attackers.items() if added_up(lines[u]) <= added_up(line))
        if 2 * across >= every:
            found = line  # type: ignore[assignment]
    return found


def _line(g: NorGame, start: Hex, target: Hex) -> Modifiers:
    row = g.content.rivers.get(side_key(start, target))
    if row is None:
        return ()
    return applied({row.title: row.drm_bridge if stands(g, start, target) else row.drm})


@lru_cache(maxsize=1024)
def _bought(content: NormandyContent, given: tuple[Given, Given]) -> Modifiers:
    """NOR-CO-14 to -16, NOR-AA-04  What both sides have given."""
    support, (sp, guns, naval, ground), (sp2, guns2, naval2, ground2) = (
        content.combat.support,
        *given,
    )
    return applied(
        {
            "support points" if sp else "no support point": support.attack[sp],
            "attacker's artillery": guns,
            "naval gunfire": naval,
            "Ground Support": ground,
            "defender's support point": support.defence[sp2],
            "defender's artillery": -guns2,
            "defender's naval gunfire": -naval2,
            "defender's Ground Support": -ground2,
        }
    )


@lru_cache(maxsize=1024)
def _rows(content: NormandyContent, holding: tuple[str, ...]) -> Modifiers:
    rows = content.modifiers
    return applied({rows[name].title: rows[name].value for name in holding})


def _circumstances(
    g: NorGame,
    aim: Aim,
    attackers: Mapping[UnitId, int],
    defenders: Sequence[UnitId],
    *,
    side: Side,
    low: bool,
    led: bool,
) -> dict[str, bool]:
    """Which rows of table modifiers apply."""
    states, kinds, wide = g.state.units, g.content.units, g.content.combat.marks.concentric
    arms = [u for u in attackers if "arm" in kinds[u].flags]
    silent = sum([attackers[u] for u in attackers if not is_supported(g, u)])
    return {
        "bombed": aim.bombed,
        "operation": led,
        "combined arms": bool(arms) and _combined(g, aim.hexes, attackers, arms, side),
        "heavy": bool(arms) and _heavy(g, aim.hexes, side),
        "division": _division(g, attackers),
        "concentric": len(attackers) >= wide and len({states[u].hex for u in attackers}) >= wide,
        "disorganized": all(DISORGANIZED in states[u].states for u in defenders),
        "isolated": any(ISOLATED in states[u].states for u in defenders),
        "unsupported": 2 * silent >= sum(attackers.values()),
        "low ratio": low,
    }


def _combined(
    g: NorGame,
    targets: Sequence[Hex],
    attackers: Collection[UnitId],
    arms: Sequence[UnitId],
    side: Side,
) -> bool:
    """NOR-CO-22  An arm and an inf unit attack hexes that suit them and hold neither arm nor hvy."""
    marks = g.content.combat.marks
    if not any("inf" in kind_of(g, u).flags for u in attackers):
        return False
    late = g.state.turn() >= marks.cutters_turn
    cutters = late and all(nation_of(g, u) == marks.cutters_nation for u in arms)
    rows = [g.content.ground.rows[h] for h in targets]
    suits = all(row.arms or (cutters and row.id == marks.cutters_terrain) for row in rows)
    return suits and not any(_holds(g, h, side, "arm", "hvy") for h in targets)


def _heavy(g: NorGame, targets: Sequence[Hex], side: Side) -> bool:
    """NOR-CO-17  A heavy unit, flak too, in a clear or town hex that armour attacks."""
    rows = g.content.ground.rows
    return any(rows[h].arms and _holds(g, h, side, "hvy") for h in targets)


def _holds(g: NorGame, where: Hex, side: Side, *flags: str) -> bool:
    """Whether a unit of *side*'s enemy in a hex has one of the flags."""
    units, kinds, enemy = g.state.units, g.content.units, OTHER[side]
    here = [kinds[u] for u in g.board.at[where] if units[u].side == enemy]
    return any(not kind.flags.isdisjoint(flags) for kind in here)


def _division(g: NorGame, attackers: Collection[UnitId]) -> bool:
    """NOR-SU-04  Enough units of a division attack, or both of one that has only two on the map."""
    marks = g.content.combat.marks
    if len(attackers) < min(marks.division, marks.division_least):
        return False
    named = [division_of(g, u) for u in attackers]
    for division in sorted({name for name in named if name}):
        here = named.count(division)
        if here >= marks.division:
            return True
        if here != marks.division_least:
            continue
        units = g.content.formations[division].units
        if here == sum(g.state.units[u].hex >= 0 and kind_of(g, u).combat_unit for u in units):
            return True
    return False
