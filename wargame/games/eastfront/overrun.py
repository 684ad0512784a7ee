"""Overruns, and the modifiers of ground that they and attacks share (EF-MV-17, table 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import CITY, MAJOR_CITY, STRAIT
from wargame.games.eastfront.state import (
    OTHER,
    UNPREPARED,
    EfGame,
    attack_strength,
    class_of,
    defence_halves,
    fort_level,
    frozen_at,
    side_of,
    stack,
    trained,
    weather_at,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def may_overrun(g: EfGame, units: Sequence[UnitId], a: Hex, b: Hex) -> Refusal | None:
    """EF-MV-17  Why a stack does not overrun what stands in a hex; None if it does."""
    side = side_of(g, units[0])
    name = g.grid.name(b)
    if fort_level(g, b) >= 2 or g.content.place_kind(b) in (CITY, MAJOR_CITY):
        return Refusal(f"Nobody overruns a city or a fort of level 2 in {name}.", "EF-MV-17")
    if any(UNPREPARED in g.state.units[u].states for u in units):
        return Refusal("Unprepared units overrun nobody.", "EF-PE-05")
    attack = _attack(g, units)
    defence = Fraction(sum(defence_halves(g, u.id) for u in stack(g, b, OTHER[side])), 2)
    drm = drm_of_ground(g, a, b) + _eased(g, units, b, attack)
    needed = g.content.terrain.move.overrun_odds - drm + fort_level(g, b)
    if attack < needed * max(defence, Fraction(1)):
        odds = f"{float(attack):g} to {float(defence):g}"
        return Refusal(f"An overrun in {name} needs {needed}:1; this is {odds}.", "EF-MV-17")
    return None


def _attack(g: EfGame, units: Sequence[UnitId]) -> Fraction:
    """EF-MV-17, 4.1  Full strength; artillery fights in normal and delayed attacks alone."""
    able = (u for u in units if not class_of(g, u).deliberate)
    return sum((attack_strength(g, u) for u in able), Fraction(0))


def _eased(g: EfGame, units: Sequence[UnitId], where: Hex, attack: Fraction) -> int:
    """EF-UN-03  1 if at least half the strength is trained for the terrain."""
    terrain = g.content.map.terrain[where]
    if terrain not in g.content.terrain.trained:
        return 0
    fit = _attack(g, [u for u in units if trained(g, u, terrain)])
    return int(0 < attack <= 2 * fit)


def drm_of_ground(g: EfGame, a: Hex, b: Hex) -> int:
    """4.2  The modifier of terrain and of the hexside for an attack from a hex into another; forts apart."""
    return terrain_drm(g, b) + water_drm(g, a, b)


def terrain_drm(g: EfGame, where: Hex) -> int:
    """4.2  Terrain or place, whichever is worse."""
    row = g.content.rows[where]
    found = 0 if row is None else row.drm
    if row is not None and row.drm_hard is not None and weather_at(g, where) in ("F", "S", "B"):
        found = row.drm_hard
    place = g.content.terrain.place.get(g.content.place_kind(where))
    return min(found, place.drm) if place else found


def water_drm(g: EfGame, a: Hex, b: Hex) -> int:
    """4.2  The modifier of a river or strait; frozen rivers have none."""
    kind = g.content.water(a, b)
    if not kind or (kind != STRAIT and frozen_at(g, b)):
        return 0
    return g.content.terrain.water[kind].drm
