"""Exact chances against plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from wargame.rules.chance import at_most, chances, drawn, over, passes, totals


def test_the_chances_of_two_dice_add_up() -> None:
    assert sum(totals().values()) == 1
    assert totals()[7] == Fraction(1, 6)
    assert list(totals(1, 10)) == list(range(1, 11))


def test_rolling_so_much_or_less() -> None:
    assert [at_most(n) * 36 for n in range(1, 13)] == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert at_most(12, never=12) == Fraction(35, 36)
    assert at_most(1, always=2) == Fraction(1, 36)


def test_naturals_decide_before_the_total_does() -> None:
    assert passes(2, 9, 3, always=2, never=12)
    assert not passes(12, 3, 12, always=2, never=12)
    assert [passes(7, total, 7) for total in (6, 7, 8)] == [True, True, False]


def test_results_of_a_table() -> None:
    found = chances(lambda total: "low" if total < 7 else "high")
    assert found == {"low": Fraction(15, 36), "high": Fraction(21, 36)}


@pytest.mark.parametrize("sides", [(6,), (6, 6), (10,), (6, 4, 3)])
def test_a_joint_reading_is_every_throw_counted(sides: tuple[int, ...]) -> None:
    def read(*dice: int) -> tuple[int, bool]:
        return max(dice), dice[0] == 1

    every = [read(*dice) for dice in product(*(range(1, n + 1) for n in sides))]
    found = over(sides, read)
    assert found == {result: Fraction(every.count(result), len(every)) for result in set(every)}


@pytest.mark.parametrize("count", range(6))
def test_draws_without_return_are_every_hand_counted(count: int) -> None:
    values = [(0, 0), (0, 0), (1, 0), (1, 0), (1, 2), (2, 1), (4, 0), (-1, 0)]
    hands = [
        (sum(a for a, _ in hand), sum(b for _, b in hand)) for hand in combinations(values, count)
    ]
    assert drawn(values, count) == {
        n: Fraction(hands.count(n), len(hands)) for n in sorted(set(hands))
    }
