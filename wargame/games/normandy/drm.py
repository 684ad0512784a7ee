"""The modifiers of an attack, by name, in the order of table 4.14 (NOR-CO-13)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from wargame.games.normandy.armies import is_supported
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
from wargame.games.normandy.works import ENTRENCHED, is_bombed, is_rubble, river, shelter, stands
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules.modifiers import Modifiers, applied, worst

Given = tuple[int, int, int, int]
"""Support points, rating points that count, naval gunfire and Ground Support as modifiers."""


def modifiers(
    g: NorGame,
    targets: Sequence[Hex],
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
    weather = g.content.weathers[g.state.tracks["weather"]]  # type: ignore[index]
    return (
        *worst(_ground(g, h) for h in targets),
        *worst(_position(g, h) for h in targets),
        *_river(g, targets, attackers),
        *_bought(g, given),
        *_rows(g, _circumstances(g, targets, attackers, defenders, side=side, low=low, led=led)),
        *applied({weather.title: weather.drm}),
    )


def _ground(g: NorGame, where: Hex) -> Modifiers:
    """NOR-CO-09  Terrain with heights, rubble and fortress, for the best of which the defender counts."""
    added, row = g.content.terrain.added, g.content.ground.rows[where]
    return applied(
        {
            row.title: row.drm,
            "heights": added.heights.drm * (where in g.content.heights),
            "rubble": added.rubble.drm * is_rubble(g, where),
            "fortress": added.fortress.drm * is_fortress(g, where),
        }
    )


def is_fortress(g: NorGame, where: Hex) -> bool:
    """NOR-SU-11  A fortress hex while the Fortress HQ lives."""
    fortress = g.content.off_map.fortress
    hq = g.state.units.get(fortress.hq)
    return where in fortress.hexes and hq is not None and hq.hex >= 0


def _position(g: NorGame, where: Hex) -> Modifiers:
    added, found = g.content.terrain.added, shelter(g, where)
    if found == ENTRENCHED:
        return applied({"Entrenchment": added.entrenchment.drm})
    return applied({"Improved Position": added.improved.drm}) if found else ()


def _river(g: NorGame, targets: Sequence[Hex], attackers: Mapping[UnitId, int]) -> Modifiers:
    """The worst line that units with half of the strength cross; worse lines count for milder ones."""
    lines = {u: worst(_line(g, g.state.units[u].hex, h) for h in targets) for u in attackers}
    every, found = sum(attackers.values()), ()
    for line in sorted(set(lines.values()), key=_drm, reverse=True):
        across = sum(n for u, n in attackers.items() if _drm(lines[u]) <= _drm(line))
        if 2 * across >= every:
            found = line  # type: ignore[assignment]
    return found


def _drm(line: Modifiers) -> int:
    return sum(value for _, value in line)


def _line(g: NorGame, start: Hex, target: Hex) -> Modifiers:
    if river(g, start, target) is None:
        return ()
    row = g.content.rivers[side_key(start, target)]
    return applied({row.title: row.drm_bridge if stands(g, start, target) else row.drm})


def _bought(g: NorGame, given: tuple[Given, Given]) -> Modifiers:
    """NOR-CO-14 to -16, NOR-AA-04  What both sides have given."""
    support, (sp, guns, naval, ground), (sp2, guns2, naval2, ground2) = (
        g.content.combat.support,
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


def _rows(g: NorGame, holds: dict[str, bool]) -> Modifiers:
    rows = g.content.modifiers
    return applied({rows[name].title: rows[name].value * yes for name, yes in holds.items()})


def _circumstances(
    g: NorGame,
    targets: Sequence[Hex],
    attackers: Mapping[UnitId, int],
    defenders: Sequence[UnitId],
    *,
    side: Side,
    low: bool,
    led: bool,
) -> dict[str, bool]:
    """Which rows of table modifiers apply."""
    states = g.state.units
    silent = sum(n for u, n in attackers.items() if not is_supported(g, u))
    return {
        "bombed": all(is_bombed(g, h) for h in targets),
        "operation": led,
        "combined arms": _combined(g, targets, attackers, side),
        "heavy": _heavy(g, targets, attackers, side),
        "division": _division(g, attackers),
        "concentric": len({states[u].hex for u in attackers}) >= g.content.combat.marks.concentric,
        "disorganized": all(DISORGANIZED in states[u].states for u in defenders),
        "isolated": any(ISOLATED in states[u].states for u in defenders),
        "unsupported": 2 * silent >= sum(attackers.values()),
        "low ratio": low,
    }


def _arms(g: NorGame, attackers: Collection[UnitId]) -> list[UnitId]:
    return [u for u in attackers if "arm" in kind_of(g, u).flags]


def _combined(
    g: NorGame, targets: Sequence[Hex], attackers: Collection[UnitId], side: Side
) -> bool:
    """NOR-CO-22  An arm and an inf unit attack hexes that suit them and hold neither arm nor hvy."""
    arms, marks = _arms(g, attackers), g.content.combat.marks
    if not arms or not any("inf" in kind_of(g, u).flags for u in attackers):
        return False
    late = g.state.turn() >= marks.cutters_turn
    cutters = late and all(nation_of(g, u) == marks.cutters_nation for u in arms)
    rows = [g.content.ground.rows[h] for h in targets]
    suits = all(row.arms or (cutters and row.id == marks.cutters_terrain) for row in rows)
    return suits and not any(_holds(g, h, side, "arm", "hvy") for h in targets)


def _heavy(g: NorGame, targets: Sequence[Hex], attackers: Collection[UnitId], side: Side) -> bool:
    """NOR-CO-17  A heavy unit, flak too, in a clear or town hex that armour attacks."""
    rows = g.content.ground.rows
    heavy = any(rows[h].arms and _holds(g, h, side, "hvy") for h in targets)
    return heavy and bool(_arms(g, attackers))


def _holds(g: NorGame, where: Hex, side: Side, *flags: str) -> bool:
    """Whether a unit of *side*'s enemy in a hex has one of the flags."""
    enemy = OTHER[side]
    units = (u for u in g.board.at[where] if g.state.units[u].side == enemy)
    return any(kind_of(g, u).flags.intersection(flags) for u in units)


def _division(g: NorGame, attackers: Collection[UnitId]) -> bool:
    """NOR-SU-04  Enough units of a division attack, or both of one that has only two on the map."""
    marks, named = g.content.combat.marks, [division_of(g, u) for u in attackers]
    for division in sorted({name for name in named if name}):
        here = named.count(division)
        units = g.content.formations[division].units
        there = sum(g.state.units[u].hex >= 0 and kind_of(g, u).combat_unit for u in units)
        if here >= marks.division or here == there == marks.division_least:
            return True
    return False
