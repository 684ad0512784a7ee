"""The Allied impulse: who is eligible, where Wandering stacks go (5.14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from . import ground
from .assault import attackable
from .cards import active_stacks, may_improve
from .front import (
    communication,
    in_danger,
    out_of_contact,
    proximate_from,
    sources,
    surrounded,
    wandering,
)
from .march import destinations, may_enter, room
from .position import Position, Unit


def eligible(
    pos: Position, u: Unit, formation: Iterable[str] = (), barred: Collection[str] = ()
) -> str:
    """The first of AA-01 to AA-04 that a unit meets; "" if none; barred: who may not act."""
    h = u.hex
    if not surrounded(pos, h, "allied") and in_danger(pos, h, "allied") and not ground.vp(h):
        return "AA-01"
    if u.dispersed or out_of_contact(pos, u) or wandering(pos, h):
        return "AA-02"
    own = list(formation) or [u.id]
    stacks = active_stacks(pos, own)
    mine = next(s for s in stacks if s[0].hex == h)
    if may_improve(pos, mine):
        return "AA-03"
    free = [s for s in stacks if not any(o.id in barred for o in s)]
    rest = [s for s in free if s is not mine]
    if pos.date >= 19 and mine in free:
        for t in sorted({g.hex for g in pos.on_map("german")}):
            plan = attackable(pos, t, mine, rest)
            if plan and plan.ratio >= Fraction(2) and proximate_from(pos, h, t, "allied"):
                return "AA-04"
    return ""


def wander_move(pos: Position, stack: list[Unit]) -> str:
    """The hex a Wandering stack goes to, "" if no aim is within reach (AA-06, AA-08)."""
    ids = [u.id for u in stack]
    cost = destinations(pos, stack)
    aims = (
        [h for h in cost if communication(pos.put(ids, h), h, "allied")],
        [h for h in cost if h in ground.WESTWALL],
        [h for h in cost if ground.built_up(h)],
    )
    for hexes in aims:
        if hexes:
            return min(hexes, key=lambda h: (cost[h], _tie(pos, stack, h)))
    return ""


def _tie(pos: Position, stack: list[Unit], h: str) -> tuple[int, str, str]:
    """AA-08: closest to an In-Supply Allied unit, then westernmost, then lowest id."""
    ids = {u.id for u in stack}
    good = [u for u in pos.on_map("allied") if u.supply == "in" and u.id not in ids]
    return min((ground.distance(h, u.hex) for u in good), default=99), h[:2], h


def rearward(pos: Position, stack: list[Unit]) -> str:
    """The hex of a Wandering roll of 1, "" if none can be entered (5.14.5)."""
    here = stack[0].hex
    home = min(sources(pos, "allied"), key=lambda s: (ground.distance(here, s), s))
    now = ground.distance(here, home)
    ways = [
        n
        for n in pos.near(here)
        if ground.distance(n, home) < now and n in destinations(pos, stack)
        if all(may_enter(pos, u, here, n) for u in stack) and room(pos, stack, n)
    ]
    return min(ways, key=lambda n: _tie(pos, stack, n), default="")
