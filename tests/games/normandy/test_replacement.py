"""Replacement Phase: points, rest, dissolving, withdrawals, merging, transfer (NOR-RP, NOR-SL-06)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.normandy.closing import replacing
from tests.games.normandy.table import (
    answers,
    asked,
    is_legal,
    left,
    notes,
    play,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.allot import Allotment
from wargame.flow.session import Session

INF, OTHER_INF, ARM, CAV = "us.1.16th", "us.1.18th", "us.2a.cca", "us.cav4"
GUN, HQ = "us.art.v", "us.hq.v"
GR, GR2, STATIC = "ge.352.gr914", "ge.352.gr915", "ge.709.gr729"


def rows(session: Session) -> list[str]:
    """Who may get a step."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return [row.key for row in ask.rows()]


# -- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "dice", "us", "cw"),
    [(6, (2, 3), 0, 0), (6, (3, 4), 1, 1), (7, (1, 1), 3, 1), (28, (6, 6), 5, 3), (29, (5, 3), 5, 0)],
)  # fmt: skip
def test_points_by_turn_and_die(turn: int, dice: tuple[int, ...], us: int, cw: int) -> None:
    """NOR-RP-01, NOR-RP-04  Table 4.8, a die for the US, then one for the CW; at most 3 are kept."""
    session = replacing({}, turn=turn, dice=dice)
    received = {str(n["nation"]): n["points"] for n in notes(session, "receives_replacements")}
    assert received == {name: n for name, n in {"US": us, "CW": cw}.items() if n}
    assert (track(session, "rp us"), track(session, "rp cw")) == (min(us, 3), min(cw, 3))


def test_no_points_come_in_a_gale() -> None:
    """NOR-RP-04, R-114  0 in a Gale: nothing is thrown."""
    session = replacing({}, sea="gale", dice=(6, 6, 2))
    assert not notes(session, "receives_replacements")
    assert left(session) == 3


@pytest.mark.parametrize(
    ("die", "level", "points"), [(6, 0, 2), (5, 0, 1), (3, 0, 1), (2, 0, 0), (6, 1, 1), (6, 3, 1), (5, 3, 0)]
)  # fmt: skip
def test_german_points_by_the_last_level(die: int, level: int, points: int) -> None:
    """NOR-RP-03, NOR-RP-04  d6 less the last Interdiction Level."""
    session = replacing({}, side="german", dice=(die,), level=level)
    assert [n["points"] for n in notes(session, "receives_replacements")] == [points] * bool(points)


def test_no_german_points_after_withdrawal() -> None:
    """NOR-RP-04, NOR-WN-04  Nothing is thrown."""
    session = replacing({}, side="german", turn=30, dice=(6,), tracks={"withdrawn": 25})
    assert not notes(session, "receives_replacements")


def test_the_campaign_holds_45_points_for_the_cw() -> None:
    """NOR-RP-04  Points rolled count, kept or not; what is above is lost."""
    session = replacing({}, dice=(1, 6), tracks={"rp cw total": 44})
    assert track(session, "rp cw") == 1
    assert track(session, "rp cw total") == 45


def test_points_kept_are_added_and_three_stay() -> None:
    """NOR-RP-04  The rest lapses."""
    session = replacing({INF: "2516"}, states={INF: ["reduced"]}, dice=(6, 1), tracks={"rp us": 2})
    assert track(session, "rp us") == 7
    play(session, "done")
    assert track(session, "rp us") == 3
    assert notes(session, "points_lapse") == [{"nation": "US", "points": 4}]


def test_a_step_costs_one_or_two() -> None:
    """NOR-RP-02, NOR-RP-05  inf and rec 1, arm 2; cadre to reduced, a two-step unit to full."""
    units = {INF: "2516", ARM: "2515", CAV: "2514"}
    shown = {INF: ["cadre"], ARM: ["reduced"], CAV: ["cadre"]}
    session = replacing(units, states=shown, dice=(3, 1))  # 4 US points
    play(session, f"allocate {INF} {ARM} {CAV}")
    assert (states(session, INF), states(session, ARM), states(session, CAV)) == (
        {"reduced", "replaced"}, {"replaced"}, {"replaced"},
    )  # fmt: skip
    assert track(session, "rp us") == 0
    poor = replacing(units, states=shown, dice=(1, 1))  # 3 points
    assert refused_by(poor, f"allocate {INF} {ARM} {CAV}") == "NOR-RP-02"


def test_nations_have_pools_of_their_own() -> None:
    """NOR-RP-04  US points are not for the CW."""
    units = {INF: "2516", "cw.50.69th": "3114", "cw.50.151st": "3115"}
    shown = {u: ["reduced"] for u in units}
    session = replacing(units, states=shown, dice=(6, 1))  # US 5, CW 1
    assert is_legal(session, f"allocate {INF} cw.50.69th")
    assert refused_by(session, "allocate cw.50.69th cw.50.151st") == "NOR-RP-02"


def test_at_most_one_step_a_turn() -> None:
    """NOR-RP-05"""
    session = replacing({INF: "2516"}, states={INF: ["cadre"]}, dice=(6, 1))
    assert refused_by(session, f"allocate {INF}=2") == "NOR-RP-02"


@pytest.mark.parametrize(
    ("who", "where", "marks", "rule"),
    [
        (GUN, "2514", ["reduced"], "NOR-RP-05"),
        (HQ, "2513", [], "NOR-RP-05"),
        (OTHER_INF, "2514", [], "NOR-RP-05"),
        (OTHER_INF, "2514", ["reduced", "out of supply"], "NOR-RP-06"),
        (OTHER_INF, "2514", ["reduced", "isolated"], "NOR-RP-06"),
        (OTHER_INF, "2514", ["reduced", "disorganized"], "NOR-RP-06"),
        (OTHER_INF, "2514", ["reduced", "regroup"], "NOR-RP-06"),
        (OTHER_INF, "1918", ["reduced"], "NOR-RP-06"),
    ],
)
def test_who_is_not_eligible(who: str, where: str, marks: list[str], rule: str) -> None:
    """NOR-RP-05, NOR-RP-06  Full, HQ, artillery; not In Supply, shaken, next to an enemy."""
    units = {INF: "2516", who: where, GR: "1818"}
    session = replacing(units, states={INF: ["reduced"], who: marks}, dice=(6, 1))
    assert who not in rows(session)
    assert refused_by(session, f"allocate {who}") == rule


def test_nobody_eligible_nothing_asked() -> None:
    """NOR-RP-02  The next question is another one."""
    session = replacing({INF: "2516"}, dice=(6, 6))
    assert asked(session).key == "replacement.boundary"


def test_the_proposal_gives_most_strength_for_a_point() -> None:
    """NOR-RP-02  Reduced to full is worth 2, cadre to reduced 1."""
    session = replacing(
        {INF: "2516", OTHER_INF: "2514"},
        states={INF: ["cadre"], OTHER_INF: ["reduced"]}, turn=6, dice=(3, 1),
    )  # fmt: skip
    assert answers(session)[0] == f"allocate {OTHER_INF}"


def test_off_the_map_a_friendly_area_feeds() -> None:
    """NOR-RP-06, NOR-SU-15, R-113"""
    held = replacing({INF: "area A"}, states={INF: ["reduced"]}, areas={"A": "allied"}, dice=(6, 1))
    assert rows(held) == [INF]
    lost = replacing({INF: "area A"}, states={INF: ["reduced"]}, dice=(6, 1))
    assert asked(lost).key == "replacement.boundary"


def test_a_replaced_unit_takes_no_reserve_marker() -> None:
    """NOR-RP-06"""
    units = {INF: "2516", HQ: "2515"}
    session = replacing(
        units, states={INF: ["reduced"]}, dice=(6, 1),
        operations={"us1": {"hqs": [HQ]}}, more={INF: {"hq": HQ}},
    )  # fmt: skip
    play(session, f"allocate {INF}", "done")
    assert asked(session).key == "movement.tactical"
    assert refused_by(session, f"reserve {INF}") == "NOR-RV-07"


# -- rest -------------------------------------------------------------------------------------------


def resting(marks: list[str], *, where: str = "2516", **more: Any) -> Session:
    """One US unit that might rest, its HQ two hexes off."""
    units = {INF: where, HQ: "2514", GR: "1818"}
    told = {INF: {"hq": HQ, **more.pop("unit", {})}}
    return replacing(units, states={INF: ["reduced", "regroup", *marks]}, more=told, **more)


@pytest.mark.parametrize(("die", "after"), [(6, {"regroup"}), (5, {"reduced", "regroup"})])
def test_a_six_restores_a_step(die: int, after: set[str]) -> None:
    """NOR-RP-09  The only one is rolled for unasked (R-115); it is not marked replaced."""
    session = resting([], dice=(1, 1, die))
    assert states(session, INF) == after
    assert asked(session).key == "replacement.boundary"


@pytest.mark.parametrize(
    ("marks", "where", "unit_keys"),
    [
        (["out of supply"], "2516", {}),
        (["isolated"], "2516", {}),
        ([], "1918", {}),
        ([], "2518", {}),
        ([], "2516", {"exerted": True}),
    ],
)
def test_who_does_not_rest(marks: list[str], where: str, unit_keys: dict[str, Any]) -> None:
    """NOR-RP-09  In Supply, away from enemies, within 3 hexes of its HQ, and it has kept still."""
    session = resting(marks, where=where, unit=unit_keys, dice=(1, 1, 6))
    assert "reduced" in states(session, INF)
    assert left(session) == 1


def test_a_unit_that_got_a_point_does_not_rest() -> None:
    """NOR-RP-09"""
    units = {INF: "2516", HQ: "2514"}
    session = replacing(units, states={INF: ["cadre"]}, more={INF: {"hq": HQ}}, dice=(1, 1, 6))
    play(session, f"allocate {INF}")
    assert states(session, INF) == {"reduced", "replaced"}


def test_one_unit_of_each_nation_rests() -> None:
    """NOR-RP-09  Its owner chooses, or nobody; the CW has a roll of its own."""
    units = {INF: "2516", OTHER_INF: "2515", HQ: "2514", "cw.50.69th": "3114", "cw.hq.xxx": "3113"}
    shown = {INF: ["reduced", "regroup"], OTHER_INF: ["reduced", "regroup"]}
    session = replacing(
        units, states={**shown, "cw.50.69th": ["reduced", "regroup"]},
        more={INF: {"hq": HQ}, OTHER_INF: {"hq": HQ}}, dice=(1, 1, 6, 6),
    )  # fmt: skip
    assert asked(session).key == "replacement.rest"
    assert answers(session) == [f"rest {INF}", f"rest {OTHER_INF}", "pass"]
    assert refused_by(session, "rest cw.50.69th") == "NOR-RP-09"
    odds = asked(session).odds(f"rest {INF}")
    assert odds is not None
    assert [o.chance for o in odds.outcomes] == [Fraction(1, 6), Fraction(5, 6)]
    assert asked(session).odds("pass") is None
    play(session, f"rest {OTHER_INF}")
    assert [states(session, u) for u in (INF, OTHER_INF, "cw.50.69th")] == [
        {"reduced", "regroup"}, {"regroup"}, {"regroup"},
    ]  # fmt: skip


def test_who_rests_is_said_with_the_points() -> None:
    """NOR-RP-09, R-115  One answer for both; a unit gets a point or rests, and nobody is asked again."""
    units = {INF: "2516", OTHER_INF: "2515", HQ: "2514", ARM: "2416"}
    shown = {INF: ["reduced", "regroup"], OTHER_INF: ["reduced", "regroup"], ARM: ["reduced"]}

    def asks(dice: tuple[int, ...]) -> Session:
        more = {u: {"hq": HQ} for u in (INF, OTHER_INF, ARM)}
        return replacing(units, states=shown, more=more, dice=dice, tracks={"rp us": 3})

    session = asks((1, 1, 6))
    assert asked(session).key == "replacement.points"
    assert {*rows(session)} == {ARM, *(f"rest-{u}" for u in (INF, OTHER_INF, ARM))}
    assert answers(session)[0] == f"allocate {ARM} rest-{INF}"
    assert refused_by(session, f"allocate {ARM} rest-{ARM}") == "NOR-RP-09"
    assert refused_by(session, f"allocate rest-{INF} rest-{OTHER_INF}") == "NOR-RP-02"
    assert refused_by(session, f"allocate rest-{HQ}") == "NOR-RP-09"
    play(session, f"allocate rest-{OTHER_INF}")
    assert [states(session, u) for u in (INF, OTHER_INF, ARM)] == [
        {"reduced", "regroup"}, {"regroup"}, {"reduced"},
    ]  # fmt: skip
    assert asked(session).key == "replacement.boundary"
    nobody = asks((1, 1))
    play(nobody, "done")
    assert asked(nobody).key == "replacement.boundary"
    assert not notes(nobody, "not_rested")


def test_no_german_rests_after_withdrawal() -> None:
    """NOR-WN-04  Neither points nor rest."""
    units = {GR: "4229", "ge.hq.lxxxiv": "4230"}
    shown = {GR: ["reduced", "regroup"]}
    session = replacing(
        units, side="german", states=shown, tracks={"withdrawn": 25}, dice=(6,), turn=30
    )
    assert "reduced" in states(session, GR)
    free = replacing(units, side="german", states=shown, dice=(1, 6), turn=30)
    assert "reduced" not in states(free, GR)


def test_points_kept_from_before_are_worth_nothing_after_withdrawal() -> None:
    """NOR-WN-04, NOR-RP-04  No German replacements, old points included."""
    shown = {GR: ["reduced"]}

    def kept(dice: tuple[int, ...] = (), **tracks: int) -> Session:
        return replacing(
            {GR: "4229"}, side="german", turn=30, states=shown, dice=dice,
            tracks={"rp ge": 3, **tracks},
        )  # fmt: skip

    assert asked(kept((1,))).key == "replacement.points"
    after = kept(withdrawn=25)
    assert asked(after).key != "replacement.points"
    assert "reduced" in states(after, GR)


def test_exertion_is_forgotten_in_the_own_replacing() -> None:
    """NOR-RP-09  "Since his last Replacement Phase": the German's marks outlast the Allied one."""
    session = replacing(
        {INF: "2516", GR: "4229"}, more={INF: {"exerted": True}, GR: {"exerted": True}}, dice=(1, 1)
    )
    assert "_exerted" not in unit(session, INF).states
    assert "_exerted" in unit(session, GR).states
