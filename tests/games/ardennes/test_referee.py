"""The program held against the referee in crowded random positions of mode gs; many more by `make referee`."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ardennes import watched, weighed
from tests.games.ardennes.judged import crowd
from tests.games.ardennes.watch import Watch


@pytest.mark.parametrize("seed", range(3))
def test_lines_and_marches_are_the_referees(seed: int) -> None:
    """ARD-ZC, ARD-SP, ARD-SS-17, ARD-GE-01 to -06, ARD-MV, ARD-RB-08 to -14, ARD-BR-01, ARD-AA-13 to -16"""
    g = crowd("ops.german.command", Random(seed)).game
    assert weighed.lines(g) == []
    assert weighed.marches(g, "german") == []
    assert weighed.marches(g, "allied") == []
    assert weighed.worth(g) == []
    assert weighed.barriers(g) == []


@pytest.mark.parametrize("seed", [44, 45, 46, 50])
def test_impulses_of_the_automated_allies_are_the_referees(seed: int) -> None:
    """ARD-AA, ARD-RD, ARD-AD-07 to -11, ARD-CR-13 to -16, ARD-CT-09: every decision of an impulse"""
    watch = Watch()
    watched.impulse_of(seed, watch)
    assert watch == []
    assert watch.seen


@pytest.mark.parametrize("seed", [26, 31, 34, 55, 58])
def test_the_automated_allies_defend_as_the_referee_says(seed: int) -> None:
    """ARD-CC-05 to -10, ARD-CH-01, ARD-CR-02 to -10, ARD-RT-02 to -10: draws, chances, HoldChecks, retreats"""
    watch = Watch()
    watched.attacks_of(seed, watch)
    assert watch == []
    assert watch.seen["draw"]
