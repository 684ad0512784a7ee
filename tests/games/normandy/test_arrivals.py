"""Landings, German reinforcements, Reserve markers, off-map areas, the east edge (NOR-RF, NOR-RV, NOR-OM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    at,
    events,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.ask import PathAsk
from wargame.flow.replay import Replay
from wargame.flow.session import Session
from wargame.flow.tally import tally
from wargame.model import events as ev

FAR = {"us.1.16th": "2512", "ge.331.gr559": "5130"}
READY = {"us.1.16th": "2513", "ge.331.gr559": "4229"}


def landing(units: dict[str, str], *, us: int = 10, cw: int = 10, **more: Any) -> Session:
    """Before the Allied Tactical Movement Segment, with landing capacity."""
    tracks = {"landing us": us, "landing cw": cw, **more.pop("tracks", {})}
    return position(
        "allied.tactical", {**FAR, **units}, tracks=tracks, **{"weather": "clear", **more}
    )


def lost(session: Session) -> list[str]:
    """Who is counted among the losses."""
    replay = Replay(session.definition, session.header, session.entries)
    return [loss.unit for loss in tally(session.definition, replay).losses]


def german(segment: str, units: dict[str, str], **more: Any) -> Session:
    """Before a German movement segment."""
    stay = READY if segment == "strategic" else FAR
    return position(f"german.{segment}", {**stay, **units}, **{"weather": "clear", **more})


def reach(session: Session, unit_id: str) -> dict[str, int]:
    """Where a unit may end, with half MPs left."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return {session.game.grid.name(h): n for h, n in ask.reach(f"move {unit_id}").items()}


# -- landing ----------------------------------------------------------------------------------------


def test_units_land_on_a_beach_of_their_nation_and_move_half() -> None:
    """NOR-RF-01, NOR-RF-02, NOR-MV-08, NOR-SU-15  For their stacking points; attached to the nearest HQ."""
    units = {"us.2.9th": "waiting", "us.hq.v": "2514"}
    session = landing(units)
    assert refused_by(session, "land us.2.9th 3112") == "NOR-RF-01"
    play(session, "land us.2.9th")
    assert (at(session, "us.2.9th"), track(session, "landing us")) == ("2511", 8)
    assert unit(session, "us.2.9th").ties["hq"] == "us.hq.v"
    assert max(reach(session, "us.2.9th").values()) < 6
    other = landing(units)
    play(other, "land us.2.9th 1810")
    assert at(other, "us.2.9th") == "1810"


def test_nobody_lands_before_his_turn_or_where_no_beach_is_held() -> None:
    """NOR-RF-01"""
    assert (
        refused_by(landing({"us.79.313th": "waiting"}, turn=1), "land us.79.313th") == "NOR-RF-01"
    )
    lost = landing({"us.2.9th": "waiting"}, control={"german": ["2511", "1810"]})
    assert refused_by(lost, "land us.2.9th") == "NOR-RF-01"


def test_a_combat_unit_drives_a_staff_off_the_beach_it_lands_on() -> None:
    """NOR-RF-01, NOR-HQ-01, NOR-MV-07  R-147: guns and staffs land elsewhere, alone or all together."""
    there = {"ge.hq.lxxxiv": "2511", "ge.331.gr559": "2520", "us.2.9th": "waiting"}
    session = landing(there, dice=[5], control={"allied": ["2511"]})
    play(session, "land us.2.9th 2511")
    assert (at(session, "us.2.9th"), at(session, "ge.hq.lxxxiv")) == ("2511", "2520")
    gun = landing(
        there | {"us.art.v": "waiting"},
        dice=[1],
        control={"allied": ["2511"]},
        more={"us.art.v": {"due": 1}},
    )
    assert refused_by(gun, "land us.art.v 2511") == "NOR-RF-01"
    play(gun, "land all")
    assert at(gun, "us.2.9th") == "2511"
    assert unit(gun, "ge.hq.lxxxiv").hex < 0
    german_gun = landing({"ge.flk3.1": "2511", "us.2.9th": "waiting"}, control={"allied": ["2511"]})
    play(german_gun, "land us.2.9th 2511")
    assert unit(german_gun, "ge.flk3.1").box == "eliminated"


def test_the_oldest_land_first_unless_they_no_longer_fit() -> None:
    """NOR-RF-02"""
    units = {"us.79.313th": "waiting", "us.art.v": "waiting", "us.2.9th": "waiting"}
    due = {u: {"due": n} for u, n in (("us.2.9th", 3), ("us.79.313th", 4), ("us.art.v", 5))}
    session = landing(units, us=4, more=due)
    assert refused_by(session, "land us.79.313th") == "NOR-RF-02"
    play(session, "land us.2.9th")
    assert is_legal(session, "land us.79.313th")
    narrow = landing(units, us=1, more=due)
    assert "needs 2 points" in refusal(narrow, "land us.2.9th").reason
    assert is_legal(narrow, "land us.art.v")


@pytest.mark.parametrize(("sea", "price"), [("calm", 2), ("rough", 3), ("gale", 3)])
def test_heavy_seas_make_big_vehicles_dear(sea: str, price: int) -> None:
    """NOR-RF-02  A mech unit of stacking 2 counts 3 in Rough or Gale seas; HQs are free."""
    units = {"us.2a.cca": "waiting", "us.hq.viii": "waiting", "us.2.9th": "waiting"}
    session = landing(units, sea=sea, more={u: {"due": 3} for u in units})
    play(session, "land us.2a.cca")
    assert track(session, "landing us") == 10 - price
    play(session, "land us.hq.viii", "land us.2.9th")
    assert track(session, "landing us") == 10 - price - 2


def test_all_land_in_the_order_of_the_queue() -> None:
    """NOR-RF-02"""
    units = {"us.2.9th": "waiting", "us.79.313th": "waiting", "cw.49.70th": "waiting"}
    due = {u: {"due": n} for u, n in (("us.2.9th", 3), ("us.79.313th", 4), ("cw.49.70th", 2))}
    session = landing(units, us=2, cw=2, more=due)
    play(session, "land all")
    assert [at(session, u) for u in units] == ["2511", "waiting", at(session, "cw.49.70th")]
    assert at(session, "cw.49.70th") in ("3112", "3413", "3613")


def test_who_finds_no_room_ashore_goes_back() -> None:
    """NOR-MV-06  Landed units that have not moved, the latest first, until the beach holds seven points."""
    units = {
        "us.2.9th": "2511",
        "us.2.23rd": "2511",
        "us.79.313th": "waiting",
        "us.79.314th": "waiting",
    }
    due = {u: {"due": n} for u, n in (("us.79.313th", 3), ("us.79.314th", 4))}
    session = landing(units, more=due)
    play(session, "land us.79.313th 2511", "land us.79.314th 2511", "done")
    assert notes(session, "sent_back") == [{"unit": "us.79.314th"}]
    assert (at(session, "us.79.313th"), at(session, "us.79.314th")) == ("2511", "waiting")
    assert [] == lost(session), "who waits again is not lost"


def test_who_takes_no_room_ashore_stays() -> None:
    """NOR-MV-06, R-385  An HQ that landed last goes back from no beach: without it there is no more room."""
    three = dict.fromkeys(("us.2.9th", "us.2.23rd", "us.2.38th"), "2511")
    waiting = dict.fromkeys(("us.79.313th", "us.hq.viii"), "waiting")
    due = {"us.79.313th": {"due": 3}, "us.hq.viii": {"due": 4}}
    session = landing({**three, **waiting}, more=due)
    play(session, "land us.79.313th 2511", "land us.hq.viii 2511", "done")
    assert notes(session, "sent_back") == [{"unit": "us.79.313th"}]
    assert (at(session, "us.79.313th"), at(session, "us.hq.viii")) == ("waiting", "2511")


# -- German reinforcements --------------------------------------------------------------------------


def test_germans_enter_by_their_area_and_pay_the_entry_hex() -> None:
    """NOR-RF-03"""
    session = german("tactical", {"ge.9ss.ss-pzr9": "waiting"}, turn=20)
    found = reach(session, "ge.9ss.ss-pzr9")
    assert found
    assert (
        refused_by(
            german("tactical", {"ge.331.gr557": "waiting"}, turn=5), "move ge.331.gr557 5434"
        )
        == "NOR-RF-03"
    )
    start = next(n for n in found if n in ("5434", "5428", "5420", "5417", "5412"))
    play(session, f"move ge.9ss.ss-pzr9 {start}")
    assert at(session, "ge.9ss.ss-pzr9") == start
    assert "moved" in states(session, "ge.9ss.ss-pzr9")
    far = german("strategic", {"ge.9ss.ss-pzr9": "waiting"}, turn=20)
    assert max(reach(far, "ge.9ss.ss-pzr9").values()) == 48 - 2


def test_who_has_come_on_has_moved_and_does_not_rest() -> None:
    """R-373: nothing is recorded of it before the Movement Phase ends, and then of all who moved in one fact."""
    other = "ge.331.gr557"
    session = german("tactical", {"ge.9ss.ss-pzr9": "waiting", other: "4025"}, turn=20)
    play(session, "move ge.9ss.ss-pzr9 5434", f"move {other} 4025-4024")
    assert "_exerted" not in states(session, "ge.9ss.ss-pzr9") | states(session, other)
    assert [type(e).__name__ for e in session.entries[-1].events] == ["UnitMoved", "StateGained"]
    play(session, "done")
    marked = [e for e in session.game.journal if isinstance(e, ev.UnitsMarked)]
    (end,) = [e for e in marked if "_exerted" in e.gained]
    assert ({*end.units}, end.lost) == ({"ge.9ss.ss-pzr9", other}, ("moved",))


def test_a_closed_entry_is_passed_by_and_a_lost_area_shifts() -> None:
    """NOR-RF-04"""
    who = "ge.331.gr559"
    kind = german("tactical", {}, turn=36).game.content.units[who]
    assert kind.area == "D"
    units = {"us.1.16th": "2512", "us.2.9th": "5434", "us.2.23rd": "5428", who: "waiting"}
    session = position(
        "german.tactical", {**units, "ge.331.gr557": "4025"}, turn=36, weather="clear"
    )
    assert "5434" not in reach(session, who)
    assert reach(session, who)
    lost = position(
        "german.tactical", {"ge.331.gr557": "4025", who: "waiting"}, turn=36, weather="clear",
        areas={"D": "allied"},
    )  # fmt: skip
    assert {"5420", "5417", "5412"} & set(reach(lost, who))
    assert "5434" not in reach(lost, who)
    none = position(
        "german.tactical", {"ge.331.gr557": "4025", who: "waiting"}, turn=36, weather="clear",
        areas={"D": "allied", "E": "allied"},
    )  # fmt: skip
    assert refused_by(none, f"move {who} 5434") == "NOR-RF-04"
    assert "is German-controlled" in refusal(none, f"move {who} 5434").reason


@pytest.mark.parametrize(("die", "late"), [(1, True), (2, False)])
def test_interdiction_may_delay_them_by_a_turn(die: int, late: bool) -> None:
    """NOR-RF-03, NOR-IT-04"""
    who = "ge.331.gr559"
    units = {"ge.331.gr557": "4025", who: "waiting"}
    session = position("german.tactical", units, turn=34, weather="clear", level=3, dice=[die])
    assert unit(session, who).numbers.get("due") == (35 if late else None)
    assert is_legal(session, f"move {who} 5434") is not late
    (read,) = events(session, ev.ChartRead)
    assert (read.chart, read.row, read.result) == (
        "checks",
        str(die),
        "late" if late else "nothing",
    )


@pytest.mark.parametrize(("due", "west"), [(10, False), (11, False), (15, True)])
def test_an_hq_that_returns_comes_by_any_area(due: int, west: bool) -> None:
    """NOR-HQ-01, NOR-RF-03  Printed for Area D on T10, or a turn late; destroyed and back, for any."""
    who = "ge.hq.iisspz"
    units = {"ge.331.gr557": "4025", who: "waiting"}
    more = {who: {"due": due}} if due > 10 else {}
    session = position("german.tactical", units, turn=due, weather="clear", more=more)
    found = set(reach(session, who))
    assert "5434" in found
    assert ("0134" in found) is west


def test_nobody_comes_after_withdrawal() -> None:
    """NOR-WN-04"""
    units = {"ge.331.gr557": "4025", "ge.331.gr559": "waiting"}
    session = position("german.tactical", units, turn=36, weather="clear", tracks={"withdrawn": 30})
    assert refused_by(session, "move ge.331.gr559 5434") == "NOR-WN-04"


# -- Reserve ----------------------------------------------------------------------------------------


CORPS = {"us.hq.viii": "1219", "us.4a.cca": "1220", "us.4a.ccb": "1220", "us.8.13th": "1221"}
OPEN = {"us.hq.viii": ["operation", "supported"]}
TIED = {u: {"hq": "us.hq.viii"} for u in CORPS if u != "us.hq.viii"}


def reserving(units: dict[str, str] | None = None, **more: Any) -> Session:
    marks = {**OPEN, **more.pop("states", {})}
    ties = {**TIED, **more.pop("more", {})}
    return position(
        "allied.tactical", {**CORPS, **(units or {})}, states=marks, more=ties, turn=29, weather="clear",
        **more,
    )  # fmt: skip


def test_units_of_an_operation_go_into_reserve_and_move_half() -> None:
    """NOR-RV-01, NOR-RV-02, NOR-RV-03, NOR-RV-07, EX-13"""
    session = reserving(
        {"us.1.16th": "2512", "us.hq.v": "2513"}, more={"us.1.16th": {"hq": "us.hq.v"}}
    )
    assert refused_by(session, "reserve us.1.16th") == "NOR-RV-03"
    play(session, "reserve us.4a.cca")
    assert "reserve" in states(session, "us.4a.cca")
    assert max(reach(session, "us.4a.cca").values()) < 10
    assert refused_by(session, "reserve us.4a.cca") == "NOR-RV-07"


def test_marking_after_a_move_needs_half_the_allowance_left() -> None:
    """NOR-RV-02, R-81"""
    session = reserving()
    play(session, "move us.4a.cca 1220-1221")
    assert is_legal(session, "reserve us.4a.cca")
    far = reach(session, "us.4a.ccb")
    goal = min(far, key=lambda n: far[n])
    way = asked(session)
    assert isinstance(way, PathAsk)
    play(session, way.route("move us.4a.ccb", [session.game.grid.hex(goal)]))
    assert "MP, more than half its MA: 5." in refusal(session, "reserve us.4a.ccb").reason


@pytest.mark.parametrize(
    "mark", ["out of supply", "isolated", "disorganized", "regroup", "replaced"]
)
def test_who_may_not_be_in_reserve(mark: str) -> None:
    """NOR-RV-07, NOR-DR-03, NOR-DR-04, NOR-RP-06"""
    assert refused_by(reserving(states={"us.4a.cca": [mark]}), "reserve us.4a.cca") == "NOR-RV-07"


def test_reserves_keep_away_from_the_enemy() -> None:
    """NOR-RV-07  Neither when marked nor where they end."""
    near = reserving({"ge.352.gr914": "1222"})
    assert refused_by(near, "reserve us.8.13th") == "NOR-RV-07"
    play(near, "reserve us.4a.cca")
    assert refused_by(near, "move us.4a.cca 1220-1221") == "NOR-RV-07"


def test_six_units_an_hq() -> None:
    """NOR-RV-08"""
    more = {f"us.{d}.{n}": "1118" for d, n in (("79", "313th"), ("79", "314th"), ("79", "315th"))}
    more |= {"us.83.329th": "1117", "us.83.330th": "1117", "us.83.331st": "1117"}
    ties = {u: {"hq": "us.hq.viii"} for u in more}
    session = reserving(more, states={u: ["reserve"] for u in more}, more=ties)
    assert refused_by(session, "reserve us.4a.cca") == "NOR-RV-08"


def test_only_reserves_move_in_their_segment_and_once() -> None:
    """NOR-RV-04, NOR-RV-05, NOR-RV-11, NOR-RV-12"""
    marked = {"us.4a.cca": ["reserve"], "us.4a.ccb": ["reserve"]}
    session = position(
        "allied.reserve", CORPS, states={**OPEN, **marked}, more=TIED, turn=29, weather="clear",
    )  # fmt: skip
    assert refused_by(session, "move us.8.13th 1221-1222") == "NOR-RV-04"
    play(session, "move us.4a.cca 1220-1221")
    assert "rode" in states(session, "us.4a.cca")
    assert refused_by(session, "move us.4a.cca 1221-1222") == "NOR-RV-11"


# -- off the map ------------------------------------------------------------------------------------


def test_a_unit_on_an_entry_hex_moves_off_for_two_points() -> None:
    """NOR-OM-01, NOR-OM-04  US units to any area; Germans to A, B, C; the British to none."""
    units = {"us.4a.cca": "1639", "us.1.16th": "2512", "cw.7.22ndarmd": "3039"}
    session = position("allied.tactical", units, turn=31, weather="clear")
    assert refused_by(session, "leave cw.7.22ndarmd B") == "NOR-OM-04"
    play(session, "leave us.4a.cca B")
    assert at(session, "us.4a.cca") == "area B"
    assert "moved" in states(session, "us.4a.cca")
    germans = {"ge.331.gr557": "5434", "ge.331.gr558": "1640", "ge.lehr.pzr130": "4025"}
    other = position("german.tactical", germans, turn=31, weather="clear")
    assert refused_by(other, "leave ge.331.gr557 D") == "NOR-OM-04"
    assert is_legal(other, "leave ge.331.gr558 B")
    assert refused_by(other, "leave ge.lehr.pzr130 B") == "NOR-OM-01"


def test_from_an_area_to_the_next_or_to_its_entry_hex() -> None:
    """NOR-OM-02  In a later Strategic Movement Segment; ten of the allowance are lost on the way in."""
    units = {"us.4a.cca": "area B", "us.4a.ccb": "area B", "us.1.16th": "2513"}
    marks = {"us.4a.ccb": ["moved"]}
    session = position("allied.strategic", units, states=marks, turn=31, weather="clear")
    assert refused_by(session, "move us.4a.ccb 1640") == "NOR-OM-01"
    assert refused_by(session, "leave us.4a.cca D") == "NOR-OM-02"
    found = reach(session, "us.4a.cca")
    assert found["1640"] == 60 - 20
    play(session, "leave us.4a.cca C")
    assert at(session, "us.4a.cca") == "area C"
    tactical = position("allied.tactical", units, turn=31, weather="clear")
    assert refused_by(tactical, "move us.4a.cca 1640") == "NOR-OM-02"


def test_germans_leave_by_the_east_edge_after_withdrawal() -> None:
    """NOR-WN-04, NOR-WN-05, NOR-OM-04  For halves of points: whole units 2, cadres and guns 1."""
    units = {"ge.331.gr557": "5434", "ge.331.gr558": "5434", "ge.wrf7": "5434", "ge.hq.lxxxi": "5434",
             "ge.331.gr559": "4025"}  # fmt: skip
    before = position("german.tactical", units, turn=31, weather="clear")
    assert refused_by(before, "leave ge.331.gr557 east") == "NOR-WN-04"
    session = position(
        "german.tactical", units, states={"ge.331.gr558": ["cadre"]}, turn=31, weather="clear",
        tracks={"withdrawn": 30},
    )  # fmt: skip
    assert refused_by(session, "leave ge.331.gr557 C") == "NOR-OM-04"
    for who, halves in (
        ("ge.331.gr557", 2),
        ("ge.331.gr558", 3),
        ("ge.wrf7", 4),
        ("ge.hq.lxxxi", 6),
    ):
        play(session, f"leave {who} east")
        assert (at(session, who), track(session, "left halves")) == ("left", halves)
    assert answers(session)[0] == "done"
