"""4.10, 5.7  What an engineer or a corps may start in a hex, with no other work under way.

What the text leaves open: all work is done in own hexes; but for conversion the builder stands in
the hex; "engineers in EZOC may only demolish" is taken of combat units too, and that engineers may
work after a train as: combat units may not.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.eastfront.referee import rails
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.ships import ports
from tests.games.eastfront.referee.supply import lines, serves
from tests.games.eastfront.referee.zones import ezoc

COST = {
    "mend port": (1, 0),
    "fort 1": (1, 0),
    "fort 2": (2, 1),
    "fort 3": (3, 1),
    "airfield": (1, 0),
}
"""SP and SRP."""


def builder(p: Position, unit: Unit) -> str:
    """EF-EN-10  RE, CE, X or nothing."""
    if unit.cls in ("RE", "CE"):
        return unit.cls
    fights = unit.cls != "PA" and not p.values(unit).flag("serving")
    return "X" if fights and unit.steps >= 2 else ""


def starts(p: Position, unit: Unit, *, railed: bool = False) -> set[tuple[str, str]]:
    """Function and hex of all that the unit may start now."""
    who = builder(p, unit)
    if not who or (who == "X" and railed):
        return set()
    near = unit.hex in ezoc(p, unit.who)
    found = set(_demolitions(p, unit, who))
    if not near:
        found |= set(_building(p, unit, who))
    return {(work, h) for work, h in found if p.controller(h) == unit.who}


def _rail(p: Position) -> set[str]:
    return {h for step in p.ground.rails if p.opened(step) for h in step}


def _demolitions(p: Position, unit: Unit, who: str) -> Iterator[tuple[str, str]]:
    here = unit.hex
    place = p.ground.places.get(here)
    if here in _rail(p) and here not in p.demolished:
        yield "blow rail", here
    if who == "CE" and here in ports(p) and p.port_hits.get(here, 0) < _size(p, here):
        yield "blow port", here
    if who == "CE" and place is not None and place.oil:
        yield "blow oil", here


def _size(p: Position, port: str) -> int:
    return 4 if p.ground.places[port].port == "major" else 2


def _building(p: Position, unit: Unit, who: str) -> Iterator[tuple[str, str]]:
    here = unit.hex
    if who in ("RE", "CE"):
        for h in (here, *p.near(here)):
            if _converts(p, unit.who, h):
                yield "convert", h
        if here in p.demolished and here in _rail(p):
            yield "restore", here
        if here in p.breaks and here in _rail(p):
            yield "mend rail", here
    for work in _paid(p, unit, who):
        if _payable(p, unit, *COST[work]):
            yield work, here


def _converts(p: Position, who: str, hex_: str) -> bool:
    own = "standard" if who == "axis" else "broad"
    if hex_ not in _rail(p) or hex_ in ezoc(p, who) or rails.gauge(p, hex_) in ("", own):
        return False
    usable = rails.usable(p, who)
    return any(n in usable and p.rail(hex_, n) for n in p.near(hex_))


def _paid(p: Position, unit: Unit, who: str) -> Iterator[str]:
    here = unit.hex
    fort = p.fort(here)
    if who in ("CE", "X") and fort == 0 and unit.level == 0:
        yield "fort 1"
    if who != "CE":
        return
    if p.port_hits.get(here, 0) and here in ports(p):
        yield "mend port"
    if p.forts.get(here, 0) == 1 and fort == 1:
        yield "fort 2"
    if fort == 2 and (p.ground.kind(here) in ("city", "major_city") or p.ground.fortress(here)):
        yield "fort 3"
    if p.ground.terrain[here] not in "sm":
        yield "airfield"


def _payable(p: Position, unit: Unit, sp: int, srp: int) -> bool:
    """4.10  SPs of the hex or of a payer (5.17.3), SRPs of the hex or of a net that contains or touches it."""
    view = lines(p, unit.who)
    reach = {
        **{hq.id: hq.sp for hq in p.units.values() if hq.cls == "HQ" and serves(p, hq, unit)},
        **p.dumps,
    }
    there = sum(reach[name] for name in view.payers(unit))
    return there >= sp and (not srp or _resources(p, unit))


def _resources(p: Position, unit: Unit) -> bool:
    if p.srp.get(unit.hex):
        return True
    near = {unit.hex, *p.near(unit.hex)}
    return any(
        p.srp.get(h) for net in rails.nets(p, unit.who) if net.hexes & near for h in net.hexes
    )
