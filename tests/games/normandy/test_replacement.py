"""Replacement Phase: points, rest, dissolving, withdrawals, merging, transfer (NOR-RP, NOR-SL-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    at,
    control,
    is_legal,
    left,
    notes,
    play,
    position,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.games.normandy.works import works

INF, OTHER_INF, ARM, CAV = "us.1.16th", "us.1.18th", "us.2a.cca", "us.cav4"
GUN, HQ = "us.art.v", "us.hq.v"
GR, GR2, STATIC = "ge.352.gr914", "ge.352.gr915", "ge.709.gr729"
FAR = {"us.90.357th": "2712", "ge.331.gr559": "5130", "ge.331.gr558": "5230"}
"""Somebody of each side with something left to do, out of the way."""


def phase(units: dict[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before a Replacement Phase, T13 unless another turn is given."""
    return position(f"{side}.replacement", {**FAR, **units}, **{"weather": "clear", **more})


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
    session = phase({}, turn=turn, dice=dice)
    received = {str(n["nation"]): n["points"] for n in notes(session, "receives_replacements")}
    assert received == {name: n for name, n in {"US": us, "CW": cw}.items() if n}
    assert (track(session, "rp us"), track(session, "rp cw")) == (min(us, 3), min(cw, 3))


def test_no_points_come_in_a_gale() -> None:
    """NOR-RP-04, R-114  0 in a Gale: nothing is thrown."""
    session = phase({}, sea="gale", dice=(6, 6, 2))
    assert not notes(session, "receives_replacements")
    assert left(session) == 3


@pytest.mark.parametrize(
    ("die", "level", "points"), [(6, 0, 2), (5, 0, 1), (3, 0, 1), (2, 0, 0), (6, 1, 1), (6, 3, 1), (5, 3, 0)]
)  # fmt: skip
def test_german_points_by_the_last_level(die: int, level: int, points: int) -> None:
    """NOR-RP-03, NOR-RP-04  d6 less the last Interdiction Level."""
    session = phase({}, side="german", dice=(die,), level=level)
    assert [n["points"] for n in notes(session, "receives_replacements")] == [points] * bool(points)


def test_no_german_points_after_withdrawal() -> None:
    """NOR-RP-04, NOR-WN-04  Nothing is thrown."""
    session = phase({}, side="german", turn=30, dice=(6,), tracks={"withdrawn": 25})
    assert not notes(session, "receives_replacements")


def test_the_campaign_holds_45_points_for_the_cw() -> None:
    """NOR-RP-04  Points rolled count, kept or not; what is above is lost."""
    session = phase({}, dice=(1, 6), tracks={"rp cw total": 44})
    assert track(session, "rp cw") == 1
    assert track(session, "rp cw total") == 45


def test_points_kept_are_added_and_three_stay() -> None:
    """NOR-RP-04  The rest lapses."""
    session = phase({INF: "2516"}, states={INF: ["reduced"]}, dice=(6, 1), tracks={"rp us": 2})
    assert track(session, "rp us") == 7
    play(session, "done")
    assert track(session, "rp us") == 3
    assert notes(session, "points_lapse") == [{"nation": "US", "points": 4}]


def test_a_step_costs_one_or_two() -> None:
    """NOR-RP-02, NOR-RP-05  inf and rec 1, arm 2; cadre to reduced, a two-step unit to full."""
    units = {INF: "2516", ARM: "2515", CAV: "2514"}
    shown = {INF: ["cadre"], ARM: ["reduced"], CAV: ["cadre"]}
    session = phase(units, states=shown, dice=(3, 1))  # 4 US points
    play(session, f"allocate {INF} {ARM} {CAV}")
    assert (states(session, INF), states(session, ARM), states(session, CAV)) == (
        {"reduced", "replaced"}, {"replaced"}, {"replaced"},
    )  # fmt: skip
    assert track(session, "rp us") == 0
    poor = phase(units, states=shown, dice=(1, 1))  # 3 points
    assert refused_by(poor, f"allocate {INF} {ARM} {CAV}") == "NOR-RP-02"


def test_nations_have_pools_of_their_own() -> None:
    """NOR-RP-04  US points are not for the CW."""
    units = {INF: "2516", "cw.50.69th": "3114", "cw.50.151st": "3115"}
    shown = {u: ["reduced"] for u in units}
    session = phase(units, states=shown, dice=(6, 1))  # US 5, CW 1
    assert is_legal(session, f"allocate {INF} cw.50.69th")
    assert refused_by(session, "allocate cw.50.69th cw.50.151st") == "NOR-RP-02"


def test_at_most_one_step_a_turn() -> None:
    """NOR-RP-05"""
    session = phase({INF: "2516"}, states={INF: ["cadre"]}, dice=(6, 1))
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
    session = phase(units, states={INF: ["reduced"], who: marks}, dice=(6, 1))
    assert who not in rows(session)
    assert refused_by(session, f"allocate {who}") == rule


def test_nobody_eligible_nothing_asked() -> None:
    """NOR-RP-02  The next question is another one."""
    session = phase({INF: "2516"}, dice=(6, 6))
    assert asked(session).key == "replacement.boundary"


def test_the_proposal_gives_most_strength_for_a_point() -> None:
    """NOR-RP-02  Reduced to full is worth 2, cadre to reduced 1."""
    session = phase(
        {INF: "2516", OTHER_INF: "2514"},
        states={INF: ["cadre"], OTHER_INF: ["reduced"]}, turn=6, dice=(3, 1),
    )  # fmt: skip
    assert answers(session)[0] == f"allocate {OTHER_INF}"


def test_off_the_map_a_friendly_area_feeds() -> None:
    """NOR-RP-06, NOR-SU-15, R-113"""
    held = phase({INF: "area A"}, states={INF: ["reduced"]}, areas={"A": "allied"}, dice=(6, 1))
    assert rows(held) == [INF]
    lost = phase({INF: "area A"}, states={INF: ["reduced"]}, dice=(6, 1))
    assert asked(lost).key == "replacement.boundary"


def test_a_replaced_unit_takes_no_reserve_marker() -> None:
    """NOR-RP-06"""
    units = {INF: "2516", HQ: "2515"}
    session = phase(
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
    return phase(units, states={INF: ["reduced", "regroup", *marks]}, more=told, **more)


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
    session = phase(units, states={INF: ["cadre"]}, more={INF: {"hq": HQ}}, dice=(1, 1, 6))
    play(session, f"allocate {INF}")
    assert states(session, INF) == {"reduced", "replaced"}


def test_one_unit_of_each_nation_rests() -> None:
    """NOR-RP-09  Its owner chooses, or nobody; the CW has a roll of its own."""
    units = {INF: "2516", OTHER_INF: "2515", HQ: "2514", "cw.50.69th": "3114", "cw.hq.xxx": "3113"}
    shown = {INF: ["reduced", "regroup"], OTHER_INF: ["reduced", "regroup"]}
    session = phase(
        units, states={**shown, "cw.50.69th": ["reduced", "regroup"]},
        more={INF: {"hq": HQ}, OTHER_INF: {"hq": HQ}}, dice=(1, 1, 6, 6),
    )  # fmt: skip
    assert asked(session).key == "replacement.rest"
    assert answers(session) == [f"rest {INF}", f"rest {OTHER_INF}", "pass"]
    assert refused_by(session, "rest cw.50.69th") == "NOR-RP-09"
    play(session, f"rest {OTHER_INF}")
    assert [states(session, u) for u in (INF, OTHER_INF, "cw.50.69th")] == [
        {"reduced", "regroup"}, {"regroup"}, {"regroup"},
    ]  # fmt: skip


def test_no_german_rests_after_withdrawal() -> None:
    """NOR-WN-04  Neither points nor rest."""
    units = {GR: "4229", "ge.hq.lxxxiv": "4230"}
    shown = {GR: ["reduced", "regroup"]}
    session = phase(
        units, side="german", states=shown, tracks={"withdrawn": 25}, dice=(6,), turn=30
    )
    assert "reduced" in states(session, GR)
    free = phase(units, side="german", states=shown, dice=(1, 6), turn=30)
    assert "reduced" not in states(free, GR)


def test_exertion_is_forgotten_in_the_own_phase() -> None:
    """NOR-RP-09  "Since his last Replacement Phase": the German's marks outlast the Allied one."""
    session = phase(
        {INF: "2516", GR: "4229"}, more={INF: {"exerted": True}, GR: {"exerted": True}}, dice=(1, 1)
    )
    assert "_exerted" not in unit(session, INF).states
    assert "_exerted" in unit(session, GR).states


# -- dissolving, withdrawals ------------------------------------------------------------------------

FIFTY = {"cw.50.69th": "3114", "cw.50.151st": "3115", "cw.50.231st": "3116"}


def test_a_division_is_dissolved_once_for_its_steps() -> None:
    """NOR-RP-08, R-121  Points for the same and later turns that do not lapse; no losses."""
    units = {**FIFTY, "cw.3.8th": "3614", "cw.3.9th": "3514"}
    shown = {"cw.50.231st": ["reduced"], "cw.3.8th": ["reduced"]}
    session = phase(units, turn=30, states=shown, dice=(1, 1), tracks={"rp cw total": 45})
    assert answers(session) == ["pass", "dissolve cw.50"]
    play(session, "dissolve cw.50")
    assert [at(session, u) for u in FIFTY] == ["dissolved"] * 3
    assert (track(session, "rp dissolved"), track(session, "lost allied")) == (8, 0)
    play(session, "allocate cw.3.8th")
    assert (states(session, "cw.3.8th"), track(session, "rp dissolved")) == ({"replaced"}, 7)
    assert control(session, "3114") == "allied"
    again = phase(FIFTY, turn=31, tracks={"dissolved": 30}, dice=(1, 1))
    assert asked(again).key == "replacement.boundary"


@pytest.mark.parametrize(
    ("units", "turn", "marks"),
    [
        (FIFTY, 29, {}),
        (FIFTY, 30, {"cw.50.69th": ["out of supply"]}),
        (dict(list(FIFTY.items())[:2]), 30, {}),
        ({"cw.6.3rdpara": "3114", "cw.6.5thpara": "3115", "cw.6.6thairlanding": "3116"}, 30, {}),
        ({"cw.7.22ndarmd": "3114", "cw.7.131st": "3115"}, 30, {}),
    ],
)
def test_what_is_not_dissolved(units: dict[str, str], turn: int, marks: dict[str, Any]) -> None:
    """NOR-RP-08  From T30, three infantry brigades, all In Supply."""
    session = phase(units, turn=turn, states=marks, dice=(1, 1))
    assert asked(session).key == "replacement.boundary"


def test_why_a_division_stays() -> None:
    """NOR-RP-08"""
    units = {**FIFTY, "cw.3.8th": "3614"}
    session = phase(units, turn=30, dice=(1, 1))
    assert refused_by(session, "dissolve cw.3") == "NOR-RP-08"


def test_points_that_lapse_are_spent_first() -> None:
    """NOR-RP-08, R-114"""
    session = phase(
        {"cw.3.8th": "3614"}, turn=31, states={"cw.3.8th": ["reduced"]}, dice=(1, 4),
        tracks={"rp dissolved": 5, "dissolved": 30},
    )  # fmt: skip
    play(session, "allocate cw.3.8th")
    assert (track(session, "rp cw"), track(session, "rp dissolved")) == (0, 5)


@pytest.mark.parametrize(
    ("turn", "units"), [(12, ("us.101.501stpir", "us.101.502ndpir")), (18, ("us.82.505thpir", "us.82.507thpir"))]
)  # fmt: skip
def test_airborne_divisions_go_home(turn: int, units: tuple[str, str]) -> None:
    """NOR-RP-10  Wherever they are; no losses; their works go with them."""
    first, second = units
    session = phase(
        {first: "1918", second: "2516"}, turn=turn, dice=(1, 1), works={"2516": "improved"}
    )
    assert [at(session, u) for u in units] == ["withdrawn"] * 2
    assert track(session, "lost allied") == 0
    assert not works(session.game, session.game.grid.hex("2516"))
    before = phase({first: "1918"}, turn=turn - 1, dice=(1, 1))
    assert at(before, first) == "1918"


def test_the_eliminated_do_not_go_home() -> None:
    """NOR-RP-10, NOR-ST-04"""
    units = {"us.101.501stpir": "eliminated", "us.101.502ndpir": "2516"}
    session = phase(units, turn=12, dice=(1, 1))
    assert at(session, "us.101.501stpir") == "eliminated"


# -- German rebuilding ------------------------------------------------------------------------------


def rebuilding(units: dict[str, str], marks: dict[str, list[str]], **more: Any) -> Session:
    """Before the German Replacement Phase; no points come."""
    return phase(units, side="german", states=marks, dice=(1, 1, 1), **more)


def test_two_cadres_become_one_unit() -> None:
    """NOR-RP-07  One is removed without loss, the other goes to reduced."""
    marks = {GR: ["cadre"], GR2: ["cadre"]}
    session = rebuilding({GR: "4229", GR2: "4228"}, marks)
    assert answers(session) == ["done", f"merge {GR} {GR2}", f"merge {GR2} {GR}"]
    play(session, f"merge {GR2} {GR}")
    assert (at(session, GR), states(session, GR2)) == ("merged", {"reduced"})
    assert track(session, "pockets") == 0


def test_a_two_step_unit_goes_to_full() -> None:
    """NOR-RP-07"""
    other = "ge.709.gr739"
    session = rebuilding({STATIC: "4229", other: "4229"}, {STATIC: ["cadre"], other: ["cadre"]})
    play(session, f"merge {STATIC} {other}")
    assert states(session, STATIC) == set()


def test_merging_goes_on_after_withdrawal() -> None:
    """NOR-WN-04"""
    marks = {GR: ["cadre"], GR2: ["cadre"]}
    session = rebuilding({GR: "4229", GR2: "4228"}, marks, turn=30, tracks={"withdrawn": 25})
    assert asked(session).key == "replacement.merge"


@pytest.mark.parametrize(
    ("units", "marks"),
    [
        ({GR: "4229", GR2: "4227"}, {GR: ["cadre"], GR2: ["cadre"]}),
        ({GR: "4229", GR2: "4228"}, {GR: ["cadre"], GR2: ["reduced"]}),
        ({GR: "4229", GR2: "4228"}, {GR: ["cadre", "out of supply"], GR2: ["cadre"]}),
        ({GR: "4229", STATIC: "4228"}, {GR: ["cadre"], STATIC: ["cadre"]}),
        ({GR: "4229", GR2: "4228", INF: "4230"}, {GR: ["cadre"], GR2: ["cadre"]}),
    ],
)
def test_who_is_not_merged(units: dict[str, str], marks: dict[str, list[str]]) -> None:
    """NOR-RP-07  Cadres of one division, adjacent, In Supply, without adjacent enemy."""
    assert asked(rebuilding(units, marks)).key != "replacement.merge"


def test_panzer_cadres_are_not_merged() -> None:
    """NOR-RP-07  Flag inf; the reason is told."""
    tanks, rifles, more = "ge.12ss.ss-pzr12", "ge.12ss.ss-pzgr25", "ge.12ss.ss-pzgr26"
    session = rebuilding(
        {tanks: "4229", rifles: "4229", more: "4228"},
        {u: ["cadre"] for u in (tanks, rifles, more)},
    )
    assert f"merge {rifles} {more}" in answers(session)
    assert refused_by(session, f"merge {rifles} {tanks}") == "NOR-RP-07"


def test_an_hq_goes_to_the_other_army() -> None:
    """NOR-SL-06, 5.5  One a phase, its units with it."""
    hq = "ge.hq.lxxxiv"
    session = rebuilding({hq: "4229", GR: "4228", "ge.hq.xlvii": "4230"}, {})
    assert answers(session) == ["pass", f"transfer {hq} gepgw", "transfer ge.hq.xlvii ge7"]
    play(session, f"transfer {hq} gepgw")
    assert unit(session, hq).ties["army"] == "gepgw"
    assert unit(session, GR).ties["hq"] == hq
    assert asked(session).key != "replacement.transfer"


def test_hqs_that_stay_with_their_army() -> None:
    """NOR-SL-06  The Fortress HQ, and one in an Operation."""
    units = {"ge.hq.cherbourg": "0903", "ge.hq.xlvii": "4229", "ge.hq.lxxxiv": "4230"}
    session = rebuilding(units, {}, operations={"gepgw": {"hqs": ["ge.hq.xlvii"]}})
    assert answers(session) == ["pass", "transfer ge.hq.lxxxiv gepgw"]
    assert refused_by(session, "transfer ge.hq.cherbourg gepgw") == "NOR-SL-06"
    assert refused_by(session, "transfer ge.hq.xlvii ge7") == "NOR-SL-06"


def test_the_small_scenario_has_no_replacements() -> None:
    """Section 8.2"""
    session = position("german.replacement", clear=False, scenario="epsom", turn=11, dice=(6,))
    assert not notes(session, "receives_replacements")
    assert asked(session).key != "replacement.transfer"
