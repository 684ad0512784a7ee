"""What an assault promises before it is ordered: its first round, if nobody reacts (HAN-AS-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from wargame.flow.ask import Odds, Outcome
from wargame.games.hannut.data.files import Result
from wargame.games.hannut.fire import (
    NOTHING,
    Shot,
    assault_by_attacker,
    assault_by_defender,
    prospects,
    shot_needs,
    shot_odds,
    shot_throw,
)
from wargame.games.hannut.state import COLUMN, OTHER, HannutGame, has, kind_of, units_at, where_is
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

LOSS: Result = "1"


@dataclass(frozen=True, slots=True)
class Assault:
    """The hex and up to three attackers."""

    hex: Hex
    units: tuple[UnitId, ...]
    changes: tuple[UnitId, ...] = ()
    """Those that change their posture first."""


def assault_odds(g: HannutGame, order: Assault) -> Odds | None:
    """HAN-AS-03, HAN-GE-02  The attackers' fire, each at its best target, and what comes back."""
    enemies = units_at(g, order.hex, OTHER[kind_of(g, order.units[0]).side])
    shots = [shot for u in order.units if (shot := strike(g, order, u, enemies))]
    if not shots:
        return None
    note = f"first round, nobody reacting; {hit_back(g, order, enemies)}"
    found = shots_odds(g, shots)
    return replace(found, basis=f"{found.basis}; {note}")


def shots_odds(g: HannutGame, shots: Sequence[Shot], chance: Fraction = Fraction(1)) -> Odds:
    """HAN-GE-06, HAN-IF-03  Several rolls at one hex together, after a check that passes with *chance*.

    One shot reads as it stands; of several the column, the numbers and the modifiers go by name.
    """
    if len(shots) == 1:
        return shot_odds(g, shots[0], chance)
    tables = [shot_throw(g, shot).chances() for shot in shots]
    none = prod((table.get(NOTHING, Fraction(0)) for table in tables), start=Fraction(1))
    whole = prod((1 - table.get(LOSS, Fraction(0)) for table in tables), start=Fraction(1))
    side = kind_of(g, shots[0].target).side
    known = prospects(side)
    every = (
        Outcome("check fails", 1 - chance),
        replace(known[NOTHING], chance=none * chance),
        Outcome("N or falls back", (whole - none) * chance, shaken={side: 1}),
        replace(known[LOSS], chance=(1 - whole) * chance),
    )
    outcomes = tuple(outcome for outcome in every if outcome.chance)
    columns = ", ".join(str(g.content.fire_column(shot.number)) for shot in shots)
    basis = "; ".join(f"{_who(g, shot)}: {shot.reckoned}" for shot in shots)
    needs = " ".join(f"{_who(g, shot)}: {shot_needs(g, shot)}" for shot in shots)
    return Odds(columns, tuple(_named(g, shots)), outcomes, basis, needs)


def _who(g: HannutGame, shot: Shot) -> str:
    """Whose shot it is; of fire from afar, at whom."""
    return kind_of(g, shot.firer or shot.target).name


def strike(g: HannutGame, order: Assault, unit: UnitId, enemies: Sequence[UnitId]) -> Shot | None:
    """HAN-AS-03  The best shot of an attacker; None where every column is too low."""
    column, start = has(g, unit, COLUMN) != (unit in order.changes), where_is(g, unit)
    return best_shot(
        g, (assault_by_attacker(g, unit, enemy, start, 1, column=column) for enemy in enemies)
    )


def best_shot(g: HannutGame, shots: Iterator[Shot]) -> Shot | None:
    """HAN-GE-02  The shot with the highest column that may be fired at all."""
    able = [shot for shot in shots if g.content.fire_column(shot.number) is not None]
    return max(able, key=lambda shot: shot.number, default=None)


def hit_back(g: HannutGame, order: Assault, enemies: Sequence[UnitId]) -> str:
    """HAN-AS-09  The chance that the defenders' fire touches an attacker."""
    safe = Fraction(1)
    for enemy in enemies:
        replies = (
            assault_by_defender(g, enemy, u, 1, column=has(g, u, COLUMN) != (u in order.changes))
            for u in order.units
        )
        best = best_shot(g, replies)
        if best is not None:
            safe *= shot_throw(g, best).chances().get(NOTHING, Fraction(0))
    return f"the defenders hit an attacker {round((1 - safe) * 100)}%"


def _named(g: HannutGame, shots: Sequence[Shot]) -> Iterator[tuple[str, int]]:
    """The modifiers that all shots share, then those of each with whose they are."""
    first, *others = shots
    shared = [shift for shift in first.shifts if all(shift in shot.shifts for shot in others)]
    yield from shared
    for shot in shots:
        for name, value in shot.shifts:
            if (name, value) not in shared:
                yield f"{_who(g, shot)}: {name}", value
