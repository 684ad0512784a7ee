"""Section 4  The numbers of the tables against what the text says of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.normandy.referee import battle, support, tables


@pytest.mark.parametrize(
    ("column", "drm", "numbers", "lost", "back"),
    [
        ("1:1", 0, (3, 2), ("1.28", "0.44"), 8),
        ("2:1", 0, (3, 3), ("0.89", "0.75"), 42),
        ("3:1", 0, (3, 3), ("0.83", "0.81"), 58),
        ("3:1", -1, (4, 3), ("1.06", "0.75"), 42),
        ("2:1", -1, (4, 3), ("1.17", "0.72"), 28),
        ("4:1", 2, (3, 4), ("0.61", "1.44"), 92),
        ("6:1", -3, (4, 4), ("1.03", "0.92"), 42),
        ("8:1", 4, (2, 5), ("0.33", "2.92"), 100),
    ],
)
def test_4_11_means_of_the_combat_results_table(
    column: str, drm: int, numbers: tuple[int, int], lost: tuple[str, str], back: int
) -> None:
    found = [
        battle.read(battle.cell(column, w + b + drm), w, b, *numbers)
        for w in range(1, 7)
        for b in range(1, 7)
    ]
    means = (sum(o.attacker_steps for o in found) / 36, sum(o.defender_steps for o in found) / 36)
    assert lost == tuple(f"{mean:.2f}" for mean in means)
    assert back == round(100 * sum(1 for o in found if o.defender_back) / 36)


@pytest.mark.parametrize(
    ("turn", "chances"),
    [(3, (1, 9, 11, 15)), (20, (3, 12, 11, 10)), (33, (0, 6, 9, 21)), (7, (10, 16, 7, 3))],
)
def test_4_1_distribution_of_weather(turn: int, chances: tuple[int, ...]) -> None:
    found = Counter(support.weather(turn, a, b) for a in range(1, 7) for b in range(1, 7))
    assert chances == tuple(found[name] for name in ("storm", "rain", "overcast", "clear"))


@pytest.mark.parametrize(
    ("weather", "chances"),
    [
        ("clear", (3, 2, 1, 0)),
        ("overcast", (2, 2, 2, 0)),
        ("rain", (1, 2, 2, 1)),
        ("storm", (0, 1, 2, 3)),
    ],
)
def test_4_2_distribution_of_the_sea(weather: str, chances: tuple[int, ...]) -> None:
    found = Counter(support.sea(weather, die) for die in range(1, 7))
    assert chances == tuple(found[name] for name in ("calm", "moderate", "rough", "gale"))


def test_4_6_means_of_income() -> None:
    means = [f"{sum(row) / 6:.1f}" for row in tables.SP_INCOME]
    assert ["0.7", "2.0", "3.0", "4.2", "5.3", "6.8", "8.5"] == means


def test_4_7_mean_of_german_income() -> None:
    found = [support.german_income(1, a + b, 0) for a in range(1, 7) for b in range(1, 7)]
    assert 225 == sum(found), "6.25, printed as 6.3"
    assert 2 == support.german_income(10, 2, 3)
    assert 3 == support.german_income(30, 6, 0, withdrawn=True)


def test_4_13_distribution_of_bombs() -> None:
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    far = Counter(support.carpet(dice, close=False).name for dice in throws)
    near = Counter(support.carpet(dice, close=True).name for dice in throws)
    assert {"short": 3, "thin": 7, "heavy": 16, "crushing": 9, "annihilating": 1} == far
    assert (6, 4) == (near["short"], near["thin"])
    assert 37 == sum(support.carpet(dice, close=False).steps for dice in throws)


def test_5_9_every_class_has_as_many_sides_as_steps() -> None:
    for unit_class in tables.CLASSES.values():
        if unit_class.combat:
            assert unit_class.steps == len(unit_class.values)
