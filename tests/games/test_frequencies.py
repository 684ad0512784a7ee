"""What the dice bring in play is what the odds told: by chi-square, and through every throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest

from tests.games.frequencies import Plan, Record, UntoldError, watch
from wargame.rules import table
from wargame.rules.chance import chances

T = TypeVar("T")

SHORT = {
    Plan("arras/campaign", 1200, every=9): {
        "air.intercept", "air.mission", "air.target", "artillery.fire", "combat.no_retreat",
    },
    Plan("hannut/orp", 1000, every=9): {
        "assault.target fire", "ops.action fire", "ops.go_on fire", "ops.mission shell",
        "ops.stuka strike", "react.opportunity fire", "react.return fire",
    },
    Plan("normandy/epsom", 400, every=16): {
        "combat.attack", "combat.defence", "combat.support", "engineering.demolition", "interdiction.aside",
    },
    Plan("ardennes/skyline", 500, every=5): {"attack", "chits", "tactics.attack", "tactics.defence"},
    Plan("eastfront/minsk", 700, every=12, most=115): {
        "air.intercept", "air.mission AF", "air.mission RB", "attack.next", "attack.payers",
    },
}  # fmt: skip
"""A few seconds for every game, and the questions that come up in them."""
LONG = [
    Plan(name, answers, every=20, most=150, seed=7)
    for name, answers in (
        ("arras/campaign", 30_000), ("hannut/orp", 20_000), ("hannut/campaign", 30_000),
        ("normandy/epsom", 20_000), ("normandy/campaign", 30_000), ("ardennes/skyline", 10_000),
        ("ardennes/campaign", 20_000), ("eastfront/minsk", 20_000), ("eastfront/barbarossa", 12_000),
    )
]  # fmt: skip


@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.scenario)
def test_what_comes_is_what_was_told(plan: Plan) -> None:
    found = watch(plan)
    assert found.strays() == {}
    assert SHORT[plan] <= found.rolled.keys()
    assert found.enumerated.total() >= len(SHORT[plan])


@pytest.mark.long
@pytest.mark.parametrize("plan", LONG, ids=lambda plan: plan.scenario)
def test_what_comes_in_many_games_is_what_was_told(plan: Plan) -> None:
    found = watch(plan)
    assert found.strays() == {}
    assert found.rolled.total() >= plan.answers // 100


# -- that it would be seen ----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["arras/campaign", "hannut/orp", "eastfront/minsk"])
def test_odds_that_read_one_row_wrong_are_caught(
    monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    """A 4 is told as a 3: the throws of a question disagree with what it told."""

    def crooked(result: Callable[[int], T], dice: int, sides: int) -> dict[T, Fraction]:
        return chances(lambda natural: result(3 if natural == 4 else natural), dice, sides)

    monkeypatch.setattr(table, "chances", crooked)
    with pytest.raises(AssertionError, match=r"Asked\(key="):
        watch(Plan(scenario, 400, every=1))


def test_one_cell_of_a_table_is_enough_to_stray() -> None:
    """Counts that follow the table pass; with one cell of 36 misread they do not."""
    printed = tuple(
        (cell, Fraction(n, 36)) for cell, n in (("-", 12), ("1", 4), ("N", 11), ("Z", 9))
    )
    fair, misread = Record(), Record()
    fair.came["fire", printed] = Counter({"-": 1230, "1": 390, "N": 1090, "Z": 890})
    misread.came["fire", printed] = Counter({"-": 1200, "1": 500, "N": 1100, "Z": 800})
    assert fair.strays() == {}
    assert set(misread.strays()) == {"fire", "fire: 1"}


def test_what_was_not_told_may_not_come() -> None:
    with pytest.raises(UntoldError, match="D3 came"):
        Record().add("attack", (("NE", Fraction(1)),), "D3")
