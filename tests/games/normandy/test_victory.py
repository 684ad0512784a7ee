"""Victory points: Operations, losses, pockets, cities, areas, beaches, units that left (NOR-VP-01 to -09)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.closing import CITIES, STANDING, cities, ending, vp
from tests.games.normandy.referee import victory as referee
from tests.games.normandy.table import (
    notes,
    position,
    states,
    track,
)
from wargame.flow.session import Session
from wargame.games.normandy.score import (
    operation_points,
)

# -- worked example ---------------------------------------------------------------------------------


def test_example_17_turn_28() -> None:
    """EX-17, NOR-VP-02 to -06  Twelve cities, 147 steps, an Operation of 9 hexes, two in a pocket."""
    gained = ["1818", "1718", "1717", "1817", "1719", "1819", "1720", "1820", "1620"]
    held = [
        "2814",
        "1613",
        "1207",
        "0903",
        "0804",
        "3516",
        "3617",
        "2018",
        "1220",
        "0926",
        "1430",
        "1726",
    ]
    session = ending(
        {"us.hq.vii": "1916"},
        turn=28,
        control={"allied": [*gained, *held], "german": [h for h in CITIES if h not in held]},
        operations={"us1": {"turn": 4, "hqs": ["us.hq.vii"], "hexes": gained}},
        tracks={"lost allied": 147, "booked losses": 22, "pockets": 2},
    )  # fmt: skip
    assert vp(session) == (16, 2)
    assert not track(session, "withdrawn")
    assert track(session, "booked losses") == 24
    assert states(session, "us.hq.vii") <= {"supported"}


# -- Operations -------------------------------------------------------------------------------------

HEXES = ["1818", "1718", "1717", "1817", "1719", "1819", "1720", "1820"]


def operating(army: str, hq: str, gained: int, **more: Any) -> Session:
    """An Operation in its last turn that has gained so many hexes."""
    side = "german" if army.startswith("ge") else "allied"
    other = "german" if side == "allied" else "allied"
    held = {side: HEXES[:gained], other: HEXES[gained:]}
    return ending(
        {hq: "1916" if side == "allied" else "4230"},
        control=held,
        **{"operations": {army: {"turn": 4 if side == "allied" else 2, "hqs": [hq], "hexes": HEXES}}, **more},
    )  # fmt: skip


@pytest.mark.parametrize(("gained", "points"), [(8, 2), (6, 2), (5, 0), (3, 0), (2, -2), (0, -2)])
def test_an_allied_operation_is_judged(gained: int, points: int) -> None:
    """NOR-VP-03, NOR-OP-09, NOR-OP-15  In the turn in which it ends, by hexes gained."""
    session = operating("us1", "us.hq.vii", gained)
    assert vp(session) == (points, 0)
    assert notes(session, "operation_judged")[0]["gain"] == gained
    assert points == referee.operation_points("allied", gained)


@pytest.mark.parametrize(("gained", "points"), [(8, 3), (4, 3), (3, 0), (1, 0), (0, -1)])
def test_a_german_operation_is_judged(gained: int, points: int) -> None:
    """NOR-VP-03  On the German track."""
    session = operating("ge7", "ge.hq.lxxxiv", gained)
    assert vp(session) == (0, points)
    assert points == referee.operation_points("german", gained)


def test_one_that_goes_on_is_not_judged() -> None:
    """NOR-OP-09  Allied 4 turns, German 2."""
    for army, hq, turn in (("us1", "us.hq.vii", 3), ("ge7", "ge.hq.lxxxiv", 1)):
        more = {"operations": {army: {"turn": turn, "hqs": [hq], "hexes": HEXES}}}
        session = operating(army, hq, 8, **more)
        assert vp(session) == (0, 0)
        assert "operation" in states(session, hq)


def test_one_dropped_this_turn_is_judged() -> None:
    """NOR-OP-15, R-111  With control as it is now."""
    session = operating("us1", "us.hq.vii", 6, operations={}, ended=["us1"])
    assert vp(session) == (-2, 0)
    dropped = position(
        "end.victory", {**STANDING, "us.hq.vii": "1916"}, ended=["us1"], control={"allied": HEXES[:6]},
        operations={"us1": {"turn": 0, "hexes": HEXES}}, weather="clear",
    )  # fmt: skip
    assert vp(dropped) == (2, 0)
    assert not dropped.state.lists.get("ended")
    assert not dropped.state.lists.get("op us1 hexes")


@pytest.mark.parametrize(
    ("army", "hq", "points"), [("us1", "us.hq.vii", 2), ("cw2", "cw.hq.xxx", -2)]
)
def test_only_hexes_of_its_own_zone_count(army: str, hq: str, points: int) -> None:
    """NOR-VP-03  The shared column included; the German counts the whole map."""
    assert vp(operating(army, hq, 8))[0] == points
    assert vp(operating(army, hq, 8, boundary=17))[0] == {"us1": 0, "cw2": 2}[army]


@pytest.mark.parametrize(("so_far", "points"), [(0, 2), (4, 2), (5, 1), (6, 0)])
def test_gains_of_a_nation_are_limited(so_far: int, points: int) -> None:
    """NOR-VP-03  6 in the game for each; the last may be cut. Losses are never limited."""
    tracks = {"gains us": so_far}
    assert vp(operating("us1", "us.hq.vii", 8, tracks=tracks))[0] == points
    assert points == referee.operation_points("allied", 8, so_far)
    assert vp(operating("us1", "us.hq.vii", 0, tracks=tracks))[0] == -2
    g = operating("cw2", "cw.hq.xxx", 8, tracks=tracks, boundary=17).game
    assert operation_points(g, "cw2", 8) == 2


def test_all_are_judged_on_the_last_turn() -> None:
    """NOR-VP-03, R-111  Whichever that is."""
    more: dict[str, Any] = {
        "operations": {"us1": {"turn": 1, "hqs": ["us.hq.vii"], "hexes": HEXES}}
    }
    by_date = operating("us1", "us.hq.vii", 8, turn=40, **more)
    assert notes(by_date, "operation_judged")[0]["points"] == 2
    early = operating("us1", "us.hq.vii", 8, turn=30, tracks={"withdrawn": 23}, **more)
    assert notes(early, "operation_judged")[0]["points"] == 2


# -- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "booked", "points"), [(5, 0, 0), (6, 0, 1), (35, 3, 2), (36, 6, 0)]
)
def test_six_allied_steps_are_a_point(lost: int, booked: int, points: int) -> None:
    """NOR-VP-04  A running total; remainders carry over."""
    session = ending(tracks={"lost allied": lost, "booked losses": booked})
    assert vp(session) == (0, points)
    assert points == referee.loss_points(lost, booked)


def test_pockets_are_scored_once() -> None:
    """NOR-VP-05, R-122  One for each."""
    session = ending(tracks={"pockets": 3, "vp allied": -1})
    assert (vp(session), track(session, "pockets")) == ((2, 0), 0)


@pytest.mark.parametrize(("turn", "points"), [(12, 7), (13, 0), (16, 7)])
def test_cities_on_every_fourth_turn(turn: int, points: int) -> None:
    """NOR-VP-01, NOR-VP-02, NOR-VP-06"""
    assert vp(ending(turn=turn, **cities(7))) == (points, 0)


def test_areas_count_once() -> None:
    """NOR-VP-07  A 2, B 1, C 1, the first time; the others nothing."""
    held = dict.fromkeys("ACDE", "allied")
    assert vp(ending(areas=held)) == (3, 0)
    assert vp(ending(areas={**held}, tracks={"taken A": 1})) == (1, 0)


@pytest.mark.parametrize(
    ("turn", "holder", "units", "points"),
    [(29, "allied", 0, 0), (30, "allied", 3, -1), (30, "allied", 4, 0), (31, "german", 0, 0)],
)
def test_brittany(turn: int, holder: str, units: int, points: int) -> None:
    """NOR-OM-05  From T30 four US combat units must hold Area A."""
    names = ["us.79.313th", "us.79.314th", "us.79.315th", "us.8.13th"]
    there = dict.fromkeys(names[:units], "area A")
    session = ending(
        {**there, "us.hq.viii": "area A"}, turn=turn, areas={"A": holder}, tracks={"taken A": 1},
        **cities(0),
    )  # fmt: skip
    assert vp(session)[0] == points


def test_german_beaches_count_every_turn() -> None:
    """NOR-VP-08  3 each."""
    assert vp(ending(control={"german": ["1810", "2511"]})) == (0, 6)


def test_the_airborne_division() -> None:
    """NOR-VP-09  All three brigades eliminated: 2, once."""
    gone = dict.fromkeys(("cw.6.3rdpara", "cw.6.5thpara", "cw.6.6thairlanding"), "eliminated")
    assert vp(ending(gone)) == (0, 2)
    assert vp(ending(gone, tracks={"airborne lost": 1})) == (0, 0)
    assert vp(ending({**gone, "cw.6.6thairlanding": "3715"})) == (0, 0)


@pytest.mark.parametrize(
    ("halves", "booked", "points"), [(3, 0, 1), (7, 1, 2), (99, 30, 10), (80, 40, 0)]
)
def test_units_that_left(halves: int, booked: int, points: int) -> None:
    """NOR-WN-05  Halves summed over the game, 40 VP at most."""
    session = ending(tracks={"left halves": halves, "booked left": booked, "withdrawn": 8})
    assert vp(session)[1] == points


def test_ports_are_counted_from_a_victory_segment() -> None:
    """NOR-SL-11, R-112  A port that is lost begins again; Cherbourg's count never stops."""
    held = {"allied": ["0903", "0804", "1912"], "german": ["2110"]}
    session = ending(ports={"grandcamp": 7}, control=held)
    assert [track(session, f"port {p}") for p in ("cherbourg", "isigny", "grandcamp")] == [
        13,
        13,
        0,
    ]
    half = ending(control={"allied": ["0903"], "german": ["0804"]}, ports={"cherbourg": 9})
    assert track(half, "port cherbourg") == 9
    fresh = ending(control={"allied": ["0903"], "german": ["0804"]})
    assert track(fresh, "port cherbourg") == 0
