"""Exact chances of two dice: the same arithmetic that a resolved roll goes through."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final, TypeVar

T = TypeVar("T")

TWO_DICE: Final[dict[int, Fraction]] = {
    total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)
}
"""The chance of each total of two dice."""


def chances(result: Callable[[int], T]) -> dict[T, Fraction]:
    """How likely each result of a table read with two dice is, in order of first appearance."""
    found: dict[T, Fraction] = {}
    for total, chance in TWO_DICE.items():
        outcome = result(total)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


@cache
def at_most(needed: int, *, always: int = 0, never: int = 13) -> Fraction:
    """The chance of rolling *needed* or less, naturals up to *always* succeeding, from *never* on failing."""
    wins = (t for t in TWO_DICE if t <= always or (t <= needed and t < never))
    return sum((TWO_DICE[t] for t in wins), Fraction(0))
