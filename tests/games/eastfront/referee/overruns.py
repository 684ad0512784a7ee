"""EF-MV-17  Overruns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.games.eastfront.referee import battle
from tests.games.eastfront.referee.battle import Attack
from tests.games.eastfront.referee.moves import ground_cost
from tests.games.eastfront.referee.position import OTHER, Position, Unit
from tests.games.eastfront.referee.tables import ONE_HEX
from tests.games.eastfront.referee.zones import ezoc


def defenders(p: Position, who: str, hex_: str) -> tuple[Unit, ...]:
    return tuple(u for u in p.at(hex_, OTHER[who]) if u.cls != "PA")


def closed(p: Position, hex_: str) -> bool:
    """No overrun into fort level 2 and more, fortress, city, major city."""
    return p.fort(hex_) >= 2 or p.ground.kind(hex_) in ("city", "major_city")


def needed(p: Position, units: Sequence[Unit], target: str) -> int:
    """10, and one more for each terrain, fort and river point."""
    attack = Attack(tuple(units), target, defenders=defenders(p, units[0].who, target))
    points = battle.terrain(p, attack) - p.fort(target) + battle.crossing(p, attack)
    return 10 - points


def cost(p: Position, unit: Unit, target: str) -> int | None:
    """Terrain cost, hexside in it, + 2; EZOC of other units adds its own."""
    ground = ground_cost(p, unit, unit.hex, target)
    if ground is None or ground >= ONE_HEX:
        return None
    others = p.without(u.id for u in defenders(p, unit.who, target))
    feared = ezoc(others, unit.who)
    zoc = (3 if unit.hex in feared else 1) if target in feared else 0
    return ground + 2 + zoc + (2 if target in p.harassed else 0)


def strong_enough(p: Position, units: Sequence[Unit], target: str) -> bool:
    """Exact strengths with their halvings; EF-CB-20 rounds for the combat table alone (R-282)."""
    who = units[0].who
    against = defenders(p, who, target)
    if not against or closed(p, target):
        return False
    attack = Attack(tuple(units), target, defenders=against)
    mine = sum((battle.strength(p, attack, u) for u in units), Fraction(0))
    his = sum((battle.resistance(p, u) for u in against), Fraction(0))
    return mine >= needed(p, units, target) * max(his, Fraction(1))
