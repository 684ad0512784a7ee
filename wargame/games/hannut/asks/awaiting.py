"""What waits on a path: mines, and who may fire at those who go it (HAN-MI-02, HAN-RE-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

from wargame.content.figures import percent
from wargame.flow.imagined import imagined
from wargame.games.hannut.effects import mine_chance
from wargame.games.hannut.fire import shot_odds
from wargame.games.hannut.segments.reactions import may_react, opportunity_snaps
from wargame.games.hannut.state import COLUMN, HannutGame, kind_of, mine_at, where_is
from wargame.hexes.grid import Hex
from wargame.model.events import Event, StateGained, StateLost, UnitPlaced
from wargame.model.state import UnitId

_MOST = 4
"""So many firers are named, those most to be feared first."""


def awaiting(
    g: HannutGame, units: Sequence[UnitId], path: Sequence[Hex], *, column: bool
) -> list[str]:
    """A line for each minefield and each firer, at its best, then the chance of any hit at all."""
    entered = path[1:] if where_is(g, units[0]) == path[0] else path
    return [*_mines(g, units, entered), *_fire(g, units, entered, column=column)]


def _mines(g: HannutGame, units: Sequence[UnitId], entered: Sequence[Hex]) -> Iterator[str]:
    """HAN-MI-02"""
    mined = [h for h in entered if mine_at(g, h)]
    struck = mine_chance(g, units[0])
    for h in mined if struck else ():
        yield f"mines in {g.grid.name(h)}: {percent(struck)} for each unit"


def _fire(
    g: HannutGame, units: Sequence[UnitId], entered: Sequence[Hex], *, column: bool
) -> Iterator[str]:
    """HAN-RE-03, HAN-OU-01  Each fires once at most, after a check: where it does so best."""
    posture = StateGained if column else StateLost
    best: dict[UnitId, tuple[Fraction, Hex]] = {}
    for h in entered:
        if not may_react(g, units, h):
            continue
        there: list[Event] = [UnitPlaced(u, h, "HAN-SP-12") for u in units]
        with imagined(g, [*there, *(posture(u, COLUMN, "HAN-CO-01") for u in units)]):
            worst_snaps(g, units, best)
    yield from feared(g, best)


def feared(g: HannutGame, best: Mapping[UnitId, tuple[Fraction, Hex]]) -> Iterator[str]:
    """A line a firer, with its best chance and where, then the chance of any hit at all."""
    worst = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    for unit, (hit, h) in worst[:_MOST]:
        yield f"{kind_of(g, unit).name} may fire at {g.grid.name(h)}: {percent(hit)} to strike"
    if len(worst) > 1:
        more = f"{len(worst) - _MOST} more may fire; " if len(worst) > _MOST else ""
        safe = prod((1 - hit for hit, _ in best.values()), start=Fraction(1))
        yield f"{more}{percent(1 - safe)} that any of them strikes"


def worst_snaps(
    g: HannutGame, units: Sequence[UnitId], best: dict[UnitId, tuple[Fraction, Hex]]
) -> None:
    """HAN-RE-03  Where units stand in one hex: put into *best* who fires there with a better chance."""
    where = where_is(g, units[0])
    for snap in opportunity_snaps(g, units):
        hit = shot_odds(g, snap.shot, snap.chance).effect(kind_of(g, snap.unit).side)
        if hit > best.get(snap.unit, (0, where))[0]:
            best[snap.unit] = hit, where
