"""Section 9, NOR-RF  Points, endings and the ways onto the map."""

from __future__ import annotations

import pytest

from tests.games.normandy.referee import entry, victory
from tests.games.normandy.referee.table import ground, table

BEACHES = list(ground().beaches)


@pytest.mark.parametrize(
    ("side", "gain", "earned", "points"),
    [
        ("allied", 6, 0, 2),
        ("allied", 9, 6, 0),
        ("allied", 9, 5, 1),
        ("allied", 5, 0, 0),
        ("allied", 2, 6, -2),
        ("german", 4, 0, 3),
        ("german", 1, 0, 0),
        ("german", 0, 0, -1),
    ],
)
def test_vp_03(side: str, gain: int, earned: int, points: int) -> None:
    assert points == victory.operation_points(side, gain, earned)


def test_vp_06_08_cities_and_beaches() -> None:
    pos = table(allied=[*BEACHES[:4], "2814", "1613"])
    assert (2, 0) == (victory.city_points(pos, 4), victory.city_points(pos, 5))
    assert 3 == victory.beach_points(pos)


def test_wn_02_compulsion() -> None:
    cities = sorted(ground().cities)
    assert not victory.must_withdraw(table(allied=cities[:15]), 30)
    assert victory.must_withdraw(table(allied=cities[:16]), 24)
    assert not victory.must_withdraw(table(allied=cities[:16]), 23)
    assert victory.must_withdraw(table(allied=[], areas={"A": "allied", "B": "allied"}), 10)
    assert victory.must_withdraw(table(allied=[]), 36)


def test_wn_03_06_price_and_end() -> None:
    assert [64, 32, 8] == [victory.withdrawal_price(turn) for turn in (20, 28, 34)]
    assert [35, 40, 40] == [victory.last_turn(turn) for turn in (28, 36, None)]
    assert 24 == victory.early_end(36)
    assert 48 == victory.early_end(35)
    assert 0 == victory.early_end(40)


def test_wn_05_units_that_leave() -> None:
    rows = "ge.a 5434 G-INF F\nge.b 5434 G-INF C\nge.hq.isspz 5434 G-HQ\nge.w 5434 G-WRF F\n"
    assert 3 == victory.exit_points(table(rows).units.values())
    assert 2 == victory.exit_points(table(rows).without(["ge.w"]).units.values())


def test_vp_11_12_sudden_death() -> None:
    force = "ge.a 4229 G-INF R"
    assert "german" == victory.sudden_death(table(force, allied=BEACHES[:2]), 3)
    assert victory.sudden_death(table(force, allied=BEACHES), 30) is None
    weak = table("ge.a 4229 G-INF C\nge.b 4228 G-BN F", allied=BEACHES)
    assert victory.sudden_death(weak, 29) is None
    assert "allied" == victory.sudden_death(weak, 30)
    gone = table("ge.a 4229 G-INF C", allied=BEACHES, withdrawn=True)
    assert victory.sudden_death(gone, 33) is None


@pytest.mark.parametrize(
    ("net", "band"),
    [
        (90, "allied decisive"),
        (89, "allied marginal"),
        (70, "allied marginal"),
        (50, "draw"),
        (49, "german marginal"),
        (29, "german decisive"),
    ],
)
def test_vp_10_bands(net: int, band: str) -> None:
    assert band == victory.result(net + 7, 7)


def test_om_05_brittany() -> None:
    rows = "".join(f"us.{i} area:A US-INF F\n" for i in range(3))
    pos = table(rows, turn=30, areas={"A": "allied"})
    assert -1 == victory.brittany(pos)
    assert 0 == victory.brittany(
        table(rows + "us.x area:A US-CC C", turn=30, areas={"A": "allied"})
    )
    assert 0 == victory.brittany(table(rows, turn=29, areas={"A": "allied"}))


def test_8_2_epsom() -> None:
    pos = table("cw.x 3419 CW-INF F", allied=["3318", "3217"])
    assert 5 + 2 + 5 + 3 - 2 == victory.EPSOM.points(pos, 7, 5)
    assert ["allied", "draw", "german"] == [victory.epsom_result(n) for n in (7, 4, 3)]


def test_rf_04_other_ways_onto_the_map() -> None:
    free = table()
    assert ["1640", "3040"] == sorted(entry.entry_hexes(free, "B"))
    held = table("us.a 1640 US-INF F\nus.b 3040 US-INF F")
    found = entry.entry_hexes(held, "B")
    assert "1340" in found
    assert not {"1640", "1540", "1740", "2140"} & set(found)
    assert "C" == entry.entry_area(table(areas={"A": "allied", "B": "allied"}), "A")
    assert entry.entry_area(table(areas=dict.fromkeys("DE", "allied")), "D") is None
