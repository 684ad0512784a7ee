"""Two dice."""

from __future__ import annotations

from fractions import Fraction

from wargame.rules.chance import TWO_DICE, at_most, chances


def test_the_chances_add_up() -> None:
    assert sum(TWO_DICE.values()) == 1
    assert TWO_DICE[7] == Fraction(1, 6)


def test_rolling_so_much_or_less() -> None:
    assert [at_most(n) * 36 for n in range(1, 13)] == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert at_most(12, never=12) == Fraction(35, 36)
    assert at_most(1, always=2) == Fraction(1, 36)


def test_results_of_a_table() -> None:
    found = chances(lambda total: "low" if total < 7 else "high")
    assert found == {"low": Fraction(15, 36), "high": Fraction(21, 36)}
