"""Replacements of the automated Allies (ARD-RP-01)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wargame.games.ardennes.state import LOST, ArdGame, kind_of, stack, steps
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def replaced(g: ArdGame, able: Sequence[UnitId], infantry: int, mech: int) -> list[UnitId]:
    """ARD-RP-01  Who regains a step: those first who have lost the largest share, then the lowest #.

    ARD-ST-01: as far as their hexes have room (R-148).
    """
    share = {u: Fraction(g.state.units[u].numbers[LOST], kind_of(g, u).steps) for u in able}
    ranked = sorted(able, key=lambda u: (-share[u], kind_of(g, u).rank, u))
    left, found, held = {False: infantry, True: mech}, [], dict[Hex, int]()
    rows: list[tuple[int | str, ...]] = []
    for unit in ranked:
        kind, where = kind_of(g, unit), g.state.units[unit].hex
        now = held.get(where) or sum(steps(g, u.id) for u in stack(g, where, "allied"))
        gets = left[kind.mech] and now < g.content.limits.stacking.steps
        said = "" if gets else "full" if left[kind.mech] else "mech" if kind.mech else "infantry"
        rows.append((unit, f"{share[unit]}", kind.number, said))
        if gets:
            left[kind.mech] -= 1
            held[where] = now + 1
            found.append(unit)
    if ranked:
        rows.append(("points", infantry, mech))
        g.decided("allied", "replacements", " ".join(found) or "none", rows, rule="ARD-RP-01")
    return found
