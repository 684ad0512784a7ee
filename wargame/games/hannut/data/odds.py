"""Exact chances of two dice, in 36ths."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wargame.games.hannut.data.files import Natural, Result

ROLLS = range(2, 13)
"""The totals of two dice."""
IN_ALL = 36


def ways(roll: int) -> int:
    """How many of the 36 throws give a total."""
    return max(0, 6 - abs(roll - 7))


def or_less(needed: int) -> int:
    """36ths for a total of `needed` or less."""
    return sum(ways(roll) for roll in ROLLS if roll <= needed)


def check_odds(needed: int, natural: Natural) -> int:
    """HAN-GE-07  36ths for a check that 2 always passes and 12 always fails."""
    return sum(ways(roll) for roll in ROLLS if check_passes(roll, roll, needed, natural))


def check_passes(natural_roll: int, total: int, needed: int, natural: Natural) -> bool:
    """HAN-GE-07  Whether a roll, with what is added to it, succeeds."""
    if natural_roll <= natural.success:
        return True
    return natural_roll < natural.failure and total <= needed


def fire_odds(column: Mapping[int, Result], void: Collection[int]) -> dict[Result, int]:
    """HAN-CRT-02  36ths of each result in a column of the fire table; the void rolls give nothing."""
    found: dict[Result, int] = {"-": 0, "N": 0, "Z": 0, "1": 0}
    for roll, result in column.items():
        found["-" if roll in void else result] += ways(roll)
    return found
