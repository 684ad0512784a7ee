"""Charts read with dice: what was promised is what falls, and it is recorded."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.flow.table import start
from wargame.model.events import ChartRead, DiceRolled
from wargame.rules.table import Throw, attack_needed, or_less, ratio_column, shifted

COLUMNS = ((1, 3), (1, 2), (1, 1), (3, 2), (2, 1))


def check(dice: int = 2) -> Throw[str]:
    read = or_less(7, always=2, never=12)
    return Throw("checks", read, "TOY-CB-02", dice=dice, added=(("tired", 2),), facts={"needed": 7})


def test_the_chances_are_the_frequencies_of_the_rolls() -> None:
    throw = check()
    fallen = Counter(throw.result(a + b) for a in range(1, 7) for b in range(1, 7))
    assert throw.chances() == {word: Fraction(n, 36) for word, n in fallen.items()}
    assert throw.result(2) == "succeeds"
    assert throw.result(12) == "fails"


def test_a_roll_is_recorded_with_all_that_led_to_it() -> None:
    game = start(dice=(6, 3, 2)).game
    before = len(game.journal)
    reading = check().roll(game, "check", row="total", unit="r1", why="a test")
    assert (reading.natural, reading.total, reading.result) == (5, 7, "succeeds")
    dice, chart = game.journal[before:]
    assert isinstance(dice, DiceRolled)
    assert isinstance(chart, ChartRead)
    assert (dice.unit, dict(dice.facts)) == ("r1", {"why": "a test"})
    assert (chart.row, chart.total, chart.drm) == ("total", 7, (("tired", 2),))
    assert dict(chart.facts) == {"needed": 7}


@pytest.mark.parametrize("defence", range(1, 12))
def test_a_column_is_the_last_that_the_forces_reach(defence: int) -> None:
    for attack in range(1, 40):
        column = ratio_column(COLUMNS, attack, defence, below=None)
        wanted = [
            n for n, (a, d) in enumerate(COLUMNS) if Fraction(attack, defence) >= Fraction(a, d)
        ]
        assert column == (wanted[-1] if wanted else None)
        if column is not None:
            assert attack_needed(COLUMNS[column], defence) <= attack
    assert ratio_column(COLUMNS, 1, 100) == 0


def test_shifts_are_held_within_the_table() -> None:
    assert [shifted(2, (("up", n),), 4) for n in (-5, -1, 0, 2, 9)] == [0, 1, 2, 4, 4]
