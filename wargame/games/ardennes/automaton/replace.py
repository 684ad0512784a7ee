"""Replacements of the automated Allies (ARD-RP-01)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wargame.games.ardennes.state import LOST, ArdGame, kind_of
from wargame.model.state import UnitId


def replaced(g: ArdGame, able: Sequence[UnitId], infantry: int, mech: int) -> list[UnitId]:
    """ARD-RP-01  Who regains a step: those first who have lost the largest share, then the lowest #."""
    share = {u: Fraction(g.state.units[u].numbers[LOST], kind_of(g, u).steps) for u in able}
    ranked = sorted(able, key=lambda u: (-share[u], kind_of(g, u).rank, u))
    left, found = {False: infantry, True: mech}, []
    for unit in ranked:
        wheels = kind_of(g, unit).mech
        if left[wheels]:
            left[wheels] -= 1
            found.append(unit)
    if ranked:
        rows = [(u, f"{share[u]}") for u in ranked]
        g.decided("allied", "replacements", " ".join(found) or "none", rows, rule="ARD-RP-01")
    return found
