"""What waits on a path: mines, who may fire, whether it is stopped, command lost (HAN-MI-02, HAN-RE-03)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TypeAlias

from wargame.content.figures import percent
from wargame.flow.imagined import imagined
from wargame.games.hannut.checks import formation_factor
from wargame.games.hannut.data.files import Result
from wargame.games.hannut.effects import mine_chances
from wargame.games.hannut.fire import shot_throw
from wargame.games.hannut.segments.admin import out_of_range
from wargame.games.hannut.segments.reactions import may_react, opportunity_snaps
from wargame.games.hannut.state import (
    COLUMN,
    FATIGUED,
    NEUTRALIZED,
    REDUCED,
    HannutGame,
    formation_of,
    has,
    kind_of,
    mine_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.events import Event, StateGained, StateLost, UnitPlaced
from wargame.model.state import UnitId
from wargame.rules.supply import CutOff, shift

_MOST = 4
"""So many firers are named, those most to be feared first."""
_COMMAND = "out of command range", "in command range again"
Chances: TypeAlias = Mapping[Result, Fraction]


@dataclass(frozen=True, slots=True)
class Attack:
    """Fire or mines on the way: at whom, where, and what it does."""

    target: UnitId
    where: Hex
    chances: Chances
    firer: UnitId = ""

    @property
    def strikes(self) -> Fraction:
        """The chance of any effect."""
        return 1 - self.chances.get("-", Fraction(0))


def awaiting(
    g: HannutGame, units: Sequence[UnitId], path: Sequence[Hex], *, column: bool
) -> list[str]:
    """Mines, firers, the chance that the way ends there, then command lost or found."""
    entered = path[1:] if where_is(g, units[0]) == path[0] else path
    fire = _fire(g, units, entered, column=column)
    met: list[Attack] = []
    for h in entered:
        mines = (Attack(u, h, mine_chances(g, u)) for u in units if mine_at(g, h))
        met += (mine for mine in mines if mine.strikes)
        met += (shot for shot in fire if shot.where == h)
    was = _beyond(g, units)
    with imagined(g, [UnitPlaced(u, path[-1], "HAN-SP-12") for u in units]):
        command = list(shift(was, _beyond(g, units), words=_COMMAND))
    return [*feared(g, units, met), *command]


def _fire(
    g: HannutGame, units: Sequence[UnitId], entered: Sequence[Hex], *, column: bool
) -> list[Attack]:
    """HAN-RE-03, HAN-OU-01  Each fires once at most, after a check: where it strikes best."""
    posture = StateGained if column else StateLost
    best: dict[UnitId, Attack] = {}
    for h in entered:
        if not may_react(g, units, h):
            continue
        there: list[Event] = [UnitPlaced(u, h, "HAN-SP-12") for u in units]
        with imagined(g, [*there, *(posture(u, COLUMN, "HAN-CO-01") for u in units)]):
            worst_snaps(g, units, best)
    return list(best.values())


def worst_snaps(g: HannutGame, units: Sequence[UnitId], best: dict[UnitId, Attack]) -> None:
    """HAN-RE-03  Where units stand in one hex: put into *best* who fires there with a better chance."""
    where = where_is(g, units[0])
    for snap in opportunity_snaps(g, units):
        found = {r: c * snap.chance for r, c in shot_throw(g, snap.shot).chances().items()}
        found["-"] = found.get("-", Fraction(0)) + 1 - snap.chance
        shot, known = Attack(snap.target, where, found, snap.unit), best.get(snap.unit)
        if shot.strikes > (known.strikes if known else 0):
            best[snap.unit] = shot


def feared(g: HannutGame, units: Sequence[UnitId], met: Sequence[Attack]) -> Iterator[str]:
    """HAN-MI-02, HAN-RE-03, HAN-SP-12  Each minefield, the worst firers, and the chance of being stopped.

    *met* is in the order in which it comes; of several units, that any of them is stopped.
    """
    for h, strikes in dict.fromkeys((a.where, a.strikes) for a in met if not a.firer):
        yield f"mines in {g.grid.name(h)}: {percent(strikes)} for each unit"
    fire = sorted((a for a in met if a.firer), key=lambda shot: (-shot.strikes, shot.firer))
    for shot in fire[:_MOST]:
        name, where = kind_of(g, shot.firer).name, g.grid.name(shot.where)
        yield f"{name} may fire at {where}: {percent(shot.strikes)} to strike"
    if len(fire) > _MOST:
        yield f"{len(fire) - _MOST} more may fire"
    if met:
        on = (1 - stopped(g, u, [a.chances for a in met if a.target == u]) for u in units)
        who = "that one of them is stopped" if len(units) > 1 else "to be stopped"
        yield f"in all {percent(1 - prod(on, start=Fraction(1)))} {who}"


def stopped(g: HannutGame, unit: UnitId, attacks: Iterable[Chances]) -> Fraction:
    """HAN-SP-12, HAN-GE-03 to -05  The chance that attacks, one after the other, end an action.

    N, Z and the last step end it. A Neutralized unit hit again, and one that loses a step, goes on
    unless a formation check makes it Demoralized.
    """
    shaken, tired = has(g, unit, NEUTRALIZED), has(g, unit, FATIGUED)
    fails = {tired: _fails(g, unit)}
    with imagined(g, [] if tired else [StateGained(unit, FATIGUED, "HAN-FT-01")]):
        fails[True] = _fails(g, unit)
    going = {(tired, has(g, unit, REDUCED) or kind_of(g, unit).steps == 1): Fraction(1)}
    for chances in attacks:
        after: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
        for (worn, last), share in going.items():
            after[worn, last] += share * chances.get("-", Fraction(0))
            for result, chance in chances.items():
                if result == "-" or (last if result == "1" else not shaken):
                    continue
                reduced = last or result == "1"
                after[worn, reduced] += share * chance * (1 - fails[worn])
                if not worn:
                    after[True, reduced] += share * chance * fails[worn]
        going = dict(after)
    return 1 - sum(going.values(), Fraction(0))


def _fails(g: HannutGame, unit: UnitId) -> Fraction:
    """HAN-MO-03  The chance of failing a formation check."""
    return 1 - Fraction(g.content.check_odds(formation_factor(g, unit)[0]), 36)


def _beyond(g: HannutGame, units: Sequence[UnitId]) -> CutOff:
    """HAN-CM-01  Who of the movers' formation is beyond command range, which counts when it is judged."""
    return {"": [(u, kind_of(g, u).name) for u in out_of_range(g, formation_of(g, units[0]))]}
