"""5.13.7  Who may advance where after a battle.

What the text leaves open: enemies in the way of the second hex are ground units but bands; attackers
of the hex that is left count while they stand next to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tests.games.eastfront.referee import politics
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.zones import ezoc, fits

SECOND = ("D2", "D3", "DE")
"""4.3  Results after which c/m attackers may go on."""


def first(p: Position, attackers: Iterable[Unit], target: str) -> set[str]:
    """EF-CB-28  Attackers that may enter the vacated hex."""
    return {u.id for u in attackers if target in p.near(u.hex) and _may(p, u, target)}


def second(
    p: Position, unit: Unit, target: str, *, code: str, kind: str, attackers: Collection[Unit]
) -> set[str]:
    """EF-CB-28  Hexes that a c/m attacker in the vacated hex may go on to."""
    on_foot = any(not p.values(u).mobile for u in attackers)
    if (
        code not in SECOND
        or not p.values(unit).mobile
        or (kind in ("hasty", "exploitation") and on_foot)
    ):
        return set()
    feared = ezoc(p, unit.who)
    return {
        h
        for h in p.near(target)
        if p.land(h) and not p.enemy(h, unit.who) and _may(p, unit, h)
        and not (target in feared and h in feared)
    }  # fmt: skip


def _may(p: Position, unit: Unit, to: str) -> bool:
    """Not AC and SI; within stacking, over no strait but on foot, where politics let it go."""
    if unit.is_("AC", "SI") or not p.footed(to):
        return False
    if p.strait(unit.hex, to) and p.values(unit).mobile:
        return False
    stack = [*(u for u in p.at(to, unit.who) if u.id != unit.id), unit]
    allowed = politics.may_enter(p, unit, unit.hex, to) and politics.may_end(p, unit, to)
    return allowed and fits(p, to, stack)
