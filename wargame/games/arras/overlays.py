"""What the table can lay over the map of Arras: ZOC, supply, range, threat, control."""

from __future__ import annotations

from wargame.games.arras.data.files import SIDE_TITLES
from wargame.games.arras.segments.artillery import observed, range_of
from wargame.games.arras.state import ArrasGame, ground_units, grounds_at, is_disrupted, kind_of
from wargame.games.arras.supply import supply_of
from wargame.games.arras.walk import allowance, is_slow, walker_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import control, ranges, reaches, supply, threat, zones
from wargame.rules.walk import Member


def _name(g: ArrasGame, unit: UnitId) -> str:
    return kind_of(g, unit).name


def _ground(g: ArrasGame, side: str) -> list[UnitId]:
    return [unit.id for unit in ground_units(g, side)]


def _guns(g: ArrasGame, where: Hex) -> list[tuple[str, int]]:
    """ARR-BO-02  The artillery in a hex with its range."""
    here = [u.id for side in SIDE_TITLES for u in grounds_at(g, where, side)]
    return [(_name(g, u), range_of(g, u)) for u in here if kind_of(g, u).artillery]


def _observed(g: ArrasGame, where: Hex, far: int) -> dict[Hex, int]:
    """ARR-BO-07  The hexes in range; 1 where the side that stands there observes."""
    seen = observed(g, g.state.at(where)[0].side)
    near = g.grid.within(where, far)[1:]
    return {h: seen >> h & 1 for h in near if h in g.content.board}


def _threats(g: ArrasGame, side: str) -> list[UnitId]:
    """ARR-CO-10  Who could attack: undisrupted combat units."""
    fit = (u for u in _ground(g, side) if not is_disrupted(g, u))
    return [u for u in fit if kind_of(g, u).combat_unit]


def alone(g: ArrasGame, unit: UnitId) -> Member:
    """ARR-MV-07, ARR-MV-13  A unit by itself, with the half MPs of a whole move."""
    slow = is_slow(g, unit)
    return walker_of(g, unit, slow=slow), allowance(g, unit, g.state.units[unit].hex)


def _touching(g: ArrasGame, where: Hex) -> tuple[Hex, ...]:
    return g.content.contact[where]


def _points(g: ArrasGame) -> dict[Hex, str]:
    return {o.hex: str(o.vp) for o in g.content.objectives}


SIGNS = "+ observed, · not observed"
OVERLAYS = (
    *zones(SIDE_TITLES, "ARR-ZC-02"),
    *supply(SIDE_TITLES, "ARR-SU-03", supply_of, _ground, name=_name),
    ranges("Artillery range and observation", _guns, _observed, SIGNS),
    threat(SIDE_TITLES, _threats, alone, _touching, name=_name, far=9),
    reaches(SIDE_TITLES, _ground, alone, name=_name),
    control("Objectives", SIDE_TITLES, _points, "their points", rule="ARR-VI-04"),
)
