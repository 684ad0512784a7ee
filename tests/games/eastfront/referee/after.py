"""5.13.5 to 5.13.7  Losses, retreats, stand fast, advance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.games.eastfront.referee.board import distance
from tests.games.eastfront.referee.lines import connected
from tests.games.eastfront.referee.moves import as_mobile
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.zones import barred, fits


def losers(p: Position, units: Sequence[Unit], *, steel_first: bool = False) -> set[str]:
    """EF-CB-23  Who may lose the next step; `units` are all of the side in the battle."""
    alive = [u for u in units if u.steps > 0]
    large = [u for u in alive if not p.values(u).flag("small")]
    fitting = large or alive
    steel = [u for u in fitting if p.values(u).flag("armoured")]
    return {u.id for u in (steel if steel_first and steel else fitting)}


@dataclass(frozen=True)
class Retreat:
    """One side's view of the board for the retreats out of one hex (EF-CB-24: one picture)."""

    position: Position
    who: str
    left: str
    """The attacked hex."""
    shut: frozenset[str]
    sources: frozenset[str]
    """Own connected supply sources."""
    arrived: Mapping[str, tuple[Unit, ...]]
    """Units of the hex that have retreated already, by hex."""


def retreat(
    p: Position, who: str, left: str, arrived: Mapping[str, tuple[Unit, ...]] | None = None
) -> Retreat:
    sources = p.own_sources(who) & connected(p, who)
    return Retreat(p, who, left, frozenset(barred(p, who)), frozenset(sources), arrived or {})


def static(p: Position, unit: Unit) -> bool:
    """EF-CB-26"""
    return p.values(unit).ma == 0


def choices(r: Retreat, unit: Unit, walked: Sequence[str], length: int) -> set[str]:
    """EF-CB-25  Hexes of the best rank for the next step after `walked` (the left hex first)."""
    here = walked[-1]
    open_ = [h for h in r.position.near(here) if h not in walked and _open(r, unit, here, h)]
    return _best(r, unit, here, open_, last=len(walked) == length)


def _open(r: Retreat, unit: Unit, a: str, b: str) -> bool:
    p = r.position
    if p.ground.terrain[b] in "~#l" or p.ground.terrain[a] == "l" or p.strait(a, b):
        return False
    if p.enemy(b, r.who) or p.border(a, b):
        return False
    return not (as_mobile(p, unit) and p.ground.terrain[b] == "l")


def _best(r: Retreat, unit: Unit, here: str, hexes: Iterable[str], *, last: bool) -> set[str]:
    hexes = list(hexes)
    if not hexes:
        return set()
    ranked = {h: (h in r.shut, farther(r, here, h), last and not _room(r, unit, h)) for h in hexes}
    best = min(ranked.values())
    return {h for h in hexes if ranked[h] == best}


def farther(r: Retreat, here: str, there: str) -> bool:
    """Farther than `here` from the connected source nearest to it; from each if many are (R-280)."""
    if not r.sources:
        return False
    least = min(distance(here, s) for s in r.sources)
    nearest = [s for s in r.sources if distance(here, s) == least]
    return all(distance(there, s) > least for s in nearest)


def _room(r: Retreat, unit: Unit, hex_: str) -> bool:
    p = r.position
    there = [u for u in p.at(hex_, r.who) if u.hex != r.left]
    return fits(p, hex_, [*there, *r.arrived.get(hex_, ()), unit])


def paths(r: Retreat, unit: Unit, length: int) -> set[tuple[str, ...]]:
    """EF-CB-24  Every path of `length` hexes the unit may take; empty: it is eliminated.

    Of the paths that the ranks leave, those that end `length` hexes away if there are any.
    """
    found: set[tuple[str, ...]] = {(r.left,)}
    for _ in range(length):
        found = {(*way, h) for way in found for h in choices(r, unit, way, length)}
    far = {way[1:] for way in found if distance(r.left, way[-1]) == length}
    return far or {way[1:] for way in found}


def toll(r: Retreat, unit: Unit, path: Sequence[str]) -> int:
    """EF-CB-25  Steps lost on the way: EZOC hexes and major rivers without a bridge."""
    p = r.position
    cls = p.values(unit)
    lost = sum(1 for h in path if h in r.shut) if not cls.flag("serving") else 0
    here = r.left
    for there in path:
        bridged = p.highway(here, there) or p.rail(here, there)
        heavy = cls.mobile or cls.flag("armoured")
        lost += heavy and p.river(here, there) == "major" and not bridged
        here = there
    return lost


def may_stand(p: Position, who: str, hex_: str, units: Sequence[Unit]) -> bool:
    """EF-CB-27  All or none: one unit isolated and at U3 or worse keeps the stack from it."""
    if any(u.isolated and u.level >= 3 for u in units):
        return False
    strong = p.ground.kind(hex_) in ("city", "major_city") or p.fort(hex_) >= 2
    return strong or (who == "soviet" and p.turn >= 53)


def stand_price(code: str) -> int:
    return {"BR": 1, "DR": 1, "D1": 1, "D2": 2, "D3": 2}.get(code, 0)
