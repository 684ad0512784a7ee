"""Retreats: what is offered and what is refused are one truth, and the best hexes go first."""

from __future__ import annotations

from itertools import product

import pytest

from wargame.flow.ask import Refusal
from wargame.hexes.grid import Grid, Hex
from wargame.rules.retreat import Path, Rules, steps, told, ways, why_no_step

GRID = Grid.of(7, 7)
START = GRID.hex("0404")
ENEMY, FULL = GRID.hex("0403"), GRID.hex("0306")
WORSE = {GRID.hex(name) for name in ("0405", "0504", "0505")}


def shut(path: Path, where: Hex) -> Refusal | None:
    """Not into the enemy's hex, and always farther from the start."""
    if where == ENEMY:
        return Refusal("The enemy stands there.", "T-HELD")
    if GRID.distance(path[0], where) != len(path):
        return Refusal("Not farther.", "T-BACK")
    return None


def full(where: Hex) -> Refusal | None:
    return Refusal("There is no room.", "T-FULL") if where == FULL else None


RULES = Rules(GRID, "T-CLASS", shut, lambda _, where: where in WORSE, full)
PLAIN = Rules(GRID, "T-CLASS", shut)


def names(hexes: list[Hex]) -> list[str]:
    return [GRID.name(h) for h in hexes]


def test_a_step_enters_only_hexes_of_the_best_class_that_is_open() -> None:
    assert names(steps(PLAIN, (START,))) == ["0303", "0304", "0405", "0503", "0504"]
    assert names(steps(RULES, (START,))) == ["0303", "0304", "0503"]


def test_where_only_the_worse_are_open_they_are_entered() -> None:
    poor = Rules(GRID, "T-CLASS", lambda p, h: shut(p, h) or (None if h in WORSE else NEARER))
    assert names(steps(poor, (START,))) == ["0405", "0504"]
    nowhere = Rules(GRID, "T-CLASS", lambda _, __: NEARER)
    assert steps(nowhere, (START,)) == []
    assert ways(nowhere, START, 1, 2) == []


NEARER = Refusal("Nearer to the enemy.", "T-NEAR")


@pytest.mark.parametrize(("least", "most"), [(1, 1), (1, 2), (2, 3)])
def test_a_way_is_listed_or_one_of_its_steps_its_length_or_its_end_is_refused(
    least: int, most: int
) -> None:
    listed = set(ways(RULES, START, least, most))
    for length in range(1, most + 1):
        for turns in product(range(6), repeat=length):
            way, here = [], START
            for turn in turns:
                here = GRID.around[here][turn]
                way.append(here)
            path = tuple(way)
            free = why_no_step(RULES, START, path) is None and full(path[-1]) is None
            assert (path in listed) == (free and length >= least), GRID.write(path)


def test_ways_come_in_the_order_of_their_hexes() -> None:
    found = [GRID.write(way) for way in ways(PLAIN, START, 1, 2)]
    assert found == sorted(found)
    assert found[:3] == ["0303", "0303-0203", "0303-0204"]


def test_a_whole_way_ends_only_where_it_cannot_go_on() -> None:
    assert {len(way) for way in ways(PLAIN, START, 1, 2, whole=True)} == {2}
    walled = Rules(GRID, "T", lambda p, h: shut(p, h) or (NEARER if len(p) > 1 else None))
    assert {len(way) for way in ways(walled, START, 1, 2, whole=True)} == {1}


def test_a_worse_hex_is_refused_by_naming_the_better_ones() -> None:
    refusal = why_no_step(RULES, START, (GRID.hex("0405"),))
    assert refusal == Refusal("0405 is open, but 0303 or 0304 or 0503 goes first.", "T-CLASS")


def test_a_way_is_told_by_its_end() -> None:
    assert told(GRID, (GRID.hex("0303"),)) == "0303"
    assert told(GRID, (GRID.hex("0303"), GRID.hex("0202"))) == "0202 via 0303"
