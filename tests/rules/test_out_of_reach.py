"""A hex that a unit cannot get to: the cheapest way and its price, or what stops it."""

from __future__ import annotations

import pytest

from tests.rules.test_walk import GRID, START, TABLE, ZOC, Foot
from wargame.flow.ask import Refusal
from wargame.hexes.field import Costs
from wargame.rules.onward import out_of_reach
from wargame.rules.walk import Field, reach

WALL = bytes(h // GRID.rows == 1 for h in range(GRID.size))
"""The second column stops whoever enters it."""


@pytest.mark.parametrize(
    ("goal", "stop", "left", "says"),
    [
        # 0403 and 0402: a wood for 1 1/2, open for 1; 0402 lies in the ZOC, so the way ends there
        ("0402", ZOC, 3, "the cheapest way, 0403-0402, costs 2 1/2 MP, 1 1/2 are there, enough for 0403."),
        ("0104", WALL, 20, "the way is cut off. It must stop in 02"),
    ],
)  # fmt: skip
def test_a_hex_out_of_reach_names_the_way_and_its_price_or_what_stops_it(
    goal: str, stop: bytes, left: int, says: str
) -> None:
    found = out_of_reach(Foot(stop=stop, rivers=True), START, GRID.hex(goal), left)
    assert says in found.reason


def test_a_hex_out_of_reach_by_a_way_round_names_what_bars_the_straight_one() -> None:
    found = out_of_reach(Foot(), START, GRID.hex("0504"), 3)
    assert found == Refusal(
        "0504 is out of reach. A river runs between 0404 and 0504. The cheapest way round, 0503-0504, "
        "costs 2 1/2 MP, 1 1/2 are there, enough for 0503.",
        "T-RIVER",
    )
    straight = out_of_reach(Foot(), START, GRID.hex("0405"), 2)
    assert straight.reason.startswith(
        "0405 is out of reach: the cheapest way, 0405, costs 1 1/2 MP"
    )


def test_a_short_way_that_is_cut_off_is_told_beside_the_long_one() -> None:
    stop = bytes(h == GRID.hex("0403") for h in range(GRID.size))
    found = out_of_reach(Foot(stop=stop), START, GRID.hex("0402"), 5)
    assert "A way of 2 1/2 MP is cut off. It must stop in 0403." in found.reason


def test_searches_that_are_kept_say_of_every_hex_what_new_ones_say() -> None:
    stop = bytes(h == GRID.hex("0403") for h in range(GRID.size))
    mover, kept = Foot(stop=stop, rivers=True), list[Field]()
    goals = [h for h in range(GRID.size) if h not in reach(mover, START, 5).left]
    told = [out_of_reach(mover, START, goal, 5, kept=kept) for goal in goals]
    assert told == [out_of_reach(mover, START, goal, 5) for goal in goals]
    assert len({refusal.reason for refusal in told}) > len(kept) == 2


def test_a_hex_behind_a_river_names_the_hexside() -> None:
    isle = Costs(
        GRID,
        [
            tuple(0 if b == GRID.hex("0707") else n for b, n in zip(six, row, strict=True))
            for six, row in zip(GRID.around, TABLE, strict=True)
        ],
    )
    found = out_of_reach(Foot(costs=isle), START, GRID.hex("0707"), 20)
    assert found.rule == "T-RIVER"
    assert "A river runs between" in found.reason
