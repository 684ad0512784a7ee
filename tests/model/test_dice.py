"""Chance is a pure function of seed and count."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wargame.model.dice import commitment, die, mix

SEEDS = st.integers(0, 2**64 - 1)


@given(SEEDS, st.integers(0, 10_000), st.integers(2, 20))
def test_die_stays_in_range_and_repeats(seed: int, n: int, sides: int) -> None:
    assert 1 <= die(seed, n, sides) <= sides
    assert die(seed, n, sides) == die(seed, n, sides)


@given(SEEDS)
def test_numbers_of_a_seed_differ(seed: int) -> None:
    assert len({mix(seed, n) for n in range(200)}) == 200


def test_known_values_never_change() -> None:
    assert [6, 2, 1, 6, 4, 3] == [die(1, n) for n in range(6)]
    assert mix(0, 0) == 0xE220A8397B1DCDAF  # the published first number of splitmix64


def test_faces_come_up_evenly() -> None:
    rolls = Counter(die(7, n) for n in range(60_000))
    assert all(abs(count - 10_000) < 400 for count in rolls.values())


def test_commitment_tells_seeds_apart() -> None:
    assert commitment(1) != commitment(2)
    assert len(commitment(1)) == 24
