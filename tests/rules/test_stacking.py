"""Limits of a hex: the first that is over says so with its numbers; who comes is counted once."""

from __future__ import annotations

from tests.flow.table import start
from wargame.flow.ask import Refusal
from wargame.rules.stacking import Limit, over, together

POINTS: Limit[str] = Limit(len, 2, "{hex} would hold {n} units; {most} is the most.", "T-ST-01")
ALIKE: Limit[str] = Limit(
    lambda stack: len({unit[0] for unit in stack}), 1, "They do not mix in {hex}.", "T-2"
)


def test_a_stack_within_every_limit_may_stand() -> None:
    assert over([POINTS, ALIKE], ["r1", "r2"], "0403") is None
    assert over([POINTS, ALIKE], [], "0403") is None


def test_the_first_limit_that_is_over_is_told_with_its_numbers() -> None:
    stack = ["r1", "r2", "b1"]
    assert over([POINTS, ALIKE], stack, "0403") == Refusal(
        "0403 would hold 3 units; 2 is the most.", "T-ST-01"
    )
    assert over([ALIKE, POINTS], stack, "0403") == Refusal("They do not mix in 0403.", "T-2")


def test_whoever_stands_there_already_is_counted_once_and_enemies_are_not() -> None:
    g = start().game
    here = g.state.units["r1"].hex
    g.place("r2", here, rule="TOY-SQ-01")
    g.place("b1", here, rule="TOY-SQ-01")
    assert ["r2", "r1"] == together(g, "red", here, ("r1",))
    assert ["b1", "b2"] == together(g, "blue", here, ("b2",))
