"""Exact chances: dice thrown together, values drawn without return, checks with naturals.

The same arithmetic that a resolved roll goes through: a function reads the dice, here every throw
of them, there the one that fell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import TypeVar

T = TypeVar("T")


def over(sides: Sequence[int], read: Callable[..., T]) -> dict[T, Fraction]:
    """How likely each result of a throw is; *read* gets every die, in the order of *sides*."""
    found: dict[T, Fraction] = {}
    each = Fraction(1, prod(sides))
    for dice in product(*(range(1, most + 1) for most in sides)):
        result = read(*dice)
        found[result] = found.get(result, Fraction(0)) + each
    return found


@cache
def totals(dice: int = 2, sides: int = 6) -> dict[int, Fraction]:
    """The chance of each sum of so many dice, ascending."""
    return over([sides] * dice, lambda *faces: sum(faces))


def chances(result: Callable[[int], T], dice: int = 2, sides: int = 6) -> dict[T, Fraction]:
    """How likely each result of a table read with a sum is, in order of first appearance."""
    found: dict[T, Fraction] = {}
    for total, chance in totals(dice, sides).items():
        outcome = result(total)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def passes(natural: int, total: int, needed: int, *, always: int = 0, never: int = 999) -> bool:
    """Whether a roll of *needed* or less succeeds; naturals up to *always* do, from *never* on fail."""
    return natural <= always or (total <= needed and natural < never)


@cache
def at_most(needed: int, *, always: int = 0, never: int = 999) -> Fraction:
    """The chance that two dice pass, with nothing added to them."""
    won = chances(lambda n: passes(n, n, needed, always=always, never=never))
    return won.get(True, Fraction(0))


def drawn(values: Sequence[tuple[int, ...]], count: int) -> dict[tuple[int, ...], Fraction]:
    """The chance of each sum of *count* of the values drawn without return, ascending.

    A value has one number or several, which are added up apart: hits on one side and on the other.
    """
    nothing = tuple(0 for _ in values[0])
    ways: dict[tuple[int, tuple[int, ...]], int] = {(0, nothing): 1}
    for value, held in Counter(values).items():
        longer = dict[tuple[int, tuple[int, ...]], int]()
        for (taken, total), so_far in ways.items():
            for more in range(min(held, count - taken) + 1):
                key = taken + more, tuple(a + more * b for a, b in zip(total, value, strict=True))
                longer[key] = longer.get(key, 0) + so_far * comb(held, more)
        ways = longer
    every = comb(len(values), count)
    whole = sorted((total, n) for (taken, total), n in ways.items() if taken == count)
    return {total: Fraction(n, every) for total, n in whole}
