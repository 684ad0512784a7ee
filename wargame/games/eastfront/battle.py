"""What a battle's frame keeps, and what its steps ask of it (EF-CB-20 to EF-CB-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.games.eastfront.content import CITY, MAJOR_CITY
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.data.tables import ALL_STEPS, ResultRow
from wargame.games.eastfront.sea import group_of, reduced
from wargame.games.eastfront.state import (
    ISOLATED,
    OTHER,
    EfGame,
    class_of,
    combat_units,
    fort_level,
    level,
    stack,
    steps,
)
from wargame.games.eastfront.strength import Battle
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@dataclass(frozen=True)
class Stakes:
    """What the frame of a battle holds."""

    target: Hex
    sort: str
    """The type of the attack."""
    units: tuple[UnitId, ...]
    joined: tuple[UnitId, ...] = ()
    paid: int = 1
    short: tuple[UnitId, ...] = ()
    """EF-SP-13  Those out of reach of whoever paid."""
    guns: tuple[UnitId, ...] = ()
    """EF-NV-16  Naval groups of both sides that fire."""
    phase: int = 7
    result: str = ""
    armour: int = 0
    """The armour effect that was used (EF-CB-23)."""
    holds: int = 0
    """1 once the defender stands fast (EF-CB-27)."""


def frame_of(g: EfGame) -> str:
    """The name of the frame of the battle that is fought."""
    return next(
        f.name
        for f in reversed(g.state.frames)
        if f.name in ("eastfront.battle.axis", "eastfront.battle.soviet")
    )


def attacker_of(g: EfGame) -> Side:
    """The attacking side of the battle that is fought."""
    return "axis" if frame_of(g).endswith("axis") else "soviet"


def stakes(g: EfGame) -> Stakes:
    """The battle that is fought."""
    return g.kept(frame_of(g), Stakes)


def battle(g: EfGame) -> Battle:
    """The same as the table of results reads it, with those who are left."""
    now = stakes(g)
    units = tuple(u for u in now.units if g.state.units[u].hex >= 0)
    side = attacker_of(g)
    return Battle(
        side, now.target, now.sort, units, now.joined, bool(now.paid), now.short,
        gunfire(g, side, now.guns),
    )  # fmt: skip


def gunfire(g: EfGame, side: Side, guns: Sequence[UnitId]) -> int:
    """EF-NV-16, 4.4  The modifier of the guns of groups that fire, of both sides, for an attacker."""
    rows, found = g.content.limits.attack.gunfire, 0
    for who in SIDES:
        firing = [u for u in guns if g.state.units[u].side == who]
        total = sum(reduced(g, u, group_of(g, u).bombard) for u in firing)
        worth = max((drm for least, drm in rows.items() if total >= least), default=0)
        found += worth if who == side else -worth
    return found


def result(g: EfGame) -> ResultRow:
    """What the dice gave."""
    return g.content.results[stakes(g).result]


def present(g: EfGame, side: str) -> list[UnitId]:
    """The units of a side in the battle that still stand, by id."""
    now = stakes(g)
    if side == attacker_of(g):
        return [u for u in now.units if g.state.units[u].hex >= 0]
    return [u.id for u in stack(g, now.target, side)]


def to_lose(g: EfGame, side: str) -> int:
    """EF-CB-20, EF-CB-23  Steps that a side loses by the result; never more than are there."""
    row = result(g)
    n = row.attacker if side == attacker_of(g) else row.defender
    there = sum(steps(g, u) for u in present(g, side))
    return there if n == ALL_STEPS else min(n, there)


def stand_price(g: EfGame) -> int:
    """EF-CB-27  Further steps for standing fast."""
    return max(1, result(g).retreat)


def may_hold(g: EfGame) -> bool:
    """EF-CB-27, EF-PE-12  Whether the defenders may stand fast where they are."""
    now, row = stakes(g), result(g)
    defender = OTHER[attacker_of(g)]
    units = combat_units(g, now.target, defender)
    if not row.retreat or not units:
        return False
    if any(ISOLATED in u.states and level(u) >= 3 for u in units):
        return False
    strong = (
        g.content.place_kind(now.target) in (CITY, MAJOR_CITY) or fort_level(g, now.target) >= 2
    )
    anywhere = defender == "soviet" and g.state.turn() >= g.content.events.dates.not_a_step
    return strong or anywhere


def takers(g: EfGame, side: str) -> list[UnitId]:
    """EF-CB-23, EF-UN-04  Units that may lose the next step: large ones first, an armoured attacker if armour told."""
    units = [u for u in present(g, side) if steps(g, u) > 0]
    large = [u for u in units if not class_of(g, u).small]
    return large or units


def vacated(g: EfGame) -> bool:
    """EF-CB-28  Whether no enemy stands in the hex any more."""
    return not stack(g, stakes(g).target, OTHER[attacker_of(g)])
