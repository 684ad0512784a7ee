"""Air support of attacks: who is given where, and what it comes to (EF-AR-14, EF-AR-27)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from wargame.games.eastfront.air import flyers, plane
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.state import MISSION, OTHER, EfGame, weather_at
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

BOMBER, FIGHTER_BOMBER = "S", "B"
"""Second letter of a support mission: GS, DS; GB, DB for fighters that drop bombs themselves (EF-AR-27)."""


def given(g: EfGame, side: Side, target: Hex, *, attacker: bool) -> list[UnitId]:
    """The air units of a side that fly for or against an attack on a hex, by id."""
    if not (flown := _flown(g, side, g.board.version)):
        return []
    first = "G" if attacker else "D"
    name = g.grid.name(target)
    ties = (f"{first}{BOMBER} {name}", f"{first}{FIGHTER_BOMBER} {name}")
    return [unit for unit, mission in flown if mission in ties]


@lru_cache(maxsize=8)
def _flown(g: EfGame, side: Side, _version: int) -> tuple[tuple[UnitId, str], ...]:
    """The air units of a side that fly a mission, with it."""
    return tuple((u.id, u.ties[MISSION]) for u in flyers(g, side) if MISSION in u.ties)


def is_escort(g: EfGame, unit: UnitId) -> bool:
    """EF-AR-27  A fighter counts no Tac unless it drops bombs itself."""
    mission = g.state.units[unit].ties.get(MISSION, "")
    return plane(g, unit).type == "F" and not mission[1:].startswith(FIGHTER_BOMBER)


def points(g: EfGame, side: Side, target: Hex, *, attacker: bool, more: UnitId = "") -> int:
    """EF-AR-27, EF-WX-03  Tac of a side over an attack, with *more*: bombers count half; halved in mud and snow."""
    there = [u for u in given(g, side, target, attacker=attacker) if not is_escort(g, u)]
    total = Fraction(0)
    for unit in (*there, more) if more else there:
        kind = plane(g, unit)
        total += Fraction(kind.tac, 2) if kind.type == "B" else kind.tac
    if weather_at(g, target) in ("M", "S"):
        total /= 2
    return int(total)


def net(g: EfGame, target: Hex, attacker: Side) -> int:
    """EF-AR-10  The modifier of air support for an attack on a hex."""
    found = points(g, attacker, target, attacker=True)
    found -= points(g, OTHER[attacker], target, attacker=False)
    rows = g.content.limits.air.net
    worth = max((drm for least, drm in rows.items() if abs(found) >= least), default=0)
    return worth if found > 0 else -worth
