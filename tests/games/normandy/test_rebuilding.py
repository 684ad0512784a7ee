"""Replacement Phase: dissolving, withdrawals, merging, transfer (NOR-RP-07, -08, -10, NOR-SL-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.closing import replacing
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    control,
    notes,
    play,
    position,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy.works import works

INF, OTHER_INF, ARM, CAV = "us.1.16th", "us.1.18th", "us.2a.cca", "us.cav4"
GUN, HQ = "us.art.v", "us.hq.v"
GR, GR2, STATIC = "ge.352.gr914", "ge.352.gr915", "ge.709.gr729"


# -- dissolving, withdrawals ------------------------------------------------------------------------

FIFTY = {"cw.50.69th": "3114", "cw.50.151st": "3115", "cw.50.231st": "3116"}


def test_a_division_is_dissolved_once_for_its_steps() -> None:
    """NOR-RP-08, R-121  Points for the same and later turns that do not lapse; no losses."""
    units = {**FIFTY, "cw.3.8th": "3614", "cw.3.9th": "3514"}
    shown = {"cw.50.231st": ["reduced"], "cw.3.8th": ["reduced"]}
    session = replacing(units, turn=30, states=shown, dice=(1, 1), tracks={"rp cw total": 45})
    assert answers(session) == ["pass", "dissolve cw.50"]
    play(session, "dissolve cw.50")
    assert [at(session, u) for u in FIFTY] == ["dissolved"] * 3
    assert (track(session, "rp dissolved"), track(session, "lost allied")) == (8, 0)
    play(session, "allocate cw.3.8th")
    assert (states(session, "cw.3.8th"), track(session, "rp dissolved")) == ({"replaced"}, 7)
    assert control(session, "3114") == "allied"
    again = replacing(FIFTY, turn=31, tracks={"dissolved": 30}, dice=(1, 1))
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
    session = replacing(units, turn=turn, states=marks, dice=(1, 1))
    assert asked(session).key == "replacement.boundary"


def test_why_a_division_stays() -> None:
    """NOR-RP-08"""
    units = {**FIFTY, "cw.3.8th": "3614"}
    session = replacing(units, turn=30, dice=(1, 1))
    assert refused_by(session, "dissolve cw.3") == "NOR-RP-08"


def test_points_that_lapse_are_spent_first() -> None:
    """NOR-RP-08, R-114"""
    session = replacing(
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
    session = replacing(
        {first: "1918", second: "2516"}, turn=turn, dice=(1, 1), works={"2516": "improved"}
    )
    assert [at(session, u) for u in units] == ["withdrawn"] * 2
    assert track(session, "lost allied") == 0
    assert not works(session.game, session.game.grid.hex("2516"))
    before = replacing({first: "1918"}, turn=turn - 1, dice=(1, 1))
    assert at(before, first) == "1918"


def test_the_eliminated_do_not_go_home() -> None:
    """NOR-RP-10, NOR-ST-04"""
    units = {"us.101.501stpir": "eliminated", "us.101.502ndpir": "2516"}
    session = replacing(units, turn=12, dice=(1, 1))
    assert at(session, "us.101.501stpir") == "eliminated"


# -- German rebuilding ------------------------------------------------------------------------------


def rebuilding(units: dict[str, str], marks: dict[str, list[str]], **more: Any) -> Session:
    """Before the German Replacement Phase; no points come."""
    return replacing(units, side="german", states=marks, dice=(1, 1, 1), **more)


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
