"""Support points that arrive, and new armies that take over (NOR-AS)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    EPSOM,
    answers,
    asked,
    events,
    is_legal,
    left,
    notes,
    play,
    position,
    refused_by,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy.armies import army_of_hq
from wargame.model import events as ev

UNITS = {
    "us.hq.v": "2514", "us.hq.viii": "1420", "us.1.16th": "2515", "us.79.313th": "1421",
    "cw.hq.xxx": "2914", "cw.hq.i": "3515", "cw.50.69th": "2915", "cw.3.8th": "3615",
    "ge.hq.lxxxiv": "2020", "ge.352.gr916": "2120", "ge.hq.isspz": "3620",
    "ge.12ss.ss-pzgr25": "3520",
}  # fmt: skip
LEVELS = {"level us": 3, "level cw": 4}
TIES = {"us.79.313th": {"hq": "us.hq.viii"}, "cw.3.8th": {"hq": "cw.hq.i"}}


def allied(turn: int, dice: list[int], **more: Any) -> Session:
    """Before the Allied half of the Army Support Segment."""
    tracks, ties = {**LEVELS, **more.pop("tracks", {})}, {**TIES, **more.pop("more", {})}
    return position("mutual.army_support.allied", UNITS, turn=turn, dice=dice, tracks=tracks,
                    more=ties, **more)  # fmt: skip


def german(turn: int, dice: list[int], **more: Any) -> Session:
    """Before the German half."""
    return position("mutual.army_support.german", UNITS, turn=turn, dice=dice, more=TIES, **more)


# -- income -----------------------------------------------------------------------------------------


def test_EX_04_income_by_level_and_die() -> None:
    """NOR-AS-01, NOR-AS-03  US Level 3, 5: 5 points; CW Level 4, 2: 4; they add up."""
    session = allied(13, [5, 2, 1, 1], sp={"us1": 6, "cw2": 6})
    assert (track(session, "sp us1"), track(session, "sp cw2")) == (11, 10)
    assert [e.facts for e in events(session, ev.DiceRolled)[:2]] == [
        (("nation", "US"),), (("nation", "CW"),),
    ]  # fmt: skip


@pytest.mark.parametrize(("level", "die", "points"), [(0, 3, 0), (0, 6, 2), (1, 1, 1), (6, 6, 11)])
def test_the_table_of_levels(level: int, die: int, points: int) -> None:
    """NOR-AS-03, table 4.6"""
    session = allied(13, [die, 1], tracks={"level us": level}, sp={"us1": 1})
    assert track(session, "sp us1") == 1 + points


def test_what_is_above_the_cap_is_lost() -> None:
    """NOR-SL-09  Twenty for an Allied army, fourteen for a German one."""
    session = allied(13, [5, 2, 6, 6], sp={"us1": 18, "ge7": 13, "gepgw": 0})
    assert track(session, "sp us1") == 20
    assert notes(session, "lost_above")[0] == {"army": "US First Army", "lost": 3}
    play(session, "allocate ge7=9")
    assert track(session, "sp ge7") == 14


@pytest.mark.parametrize(
    ("dice", "turn", "level", "withdrawn", "points"),
    [
        ([4, 5], 10, 2, False, 5), ([1, 1], 10, 0, False, 4), ([6, 6], 28, 0, False, 9),
        ([6, 6], 29, 0, False, 8), ([6, 6], 32, 1, True, 4), ([4, 4], 32, 0, True, 3),
        ([1, 1], 32, 3, False, 2), ([1, 1], 32, 3, True, 2),
    ],
)  # fmt: skip
def test_german_income_after_all_that_lessens_it(
    dice: list[int], turn: int, level: int, withdrawn: bool, points: int
) -> None:
    """NOR-AS-02, NOR-AS-04, EX-05, NOR-WN-04  Level, -1 from T29, half after Withdrawal; at least 2."""
    tracks = {"withdrawn": turn - 1} if withdrawn else {}
    session = german(turn, dice, level=level, tracks=tracks)
    assert asked(session).key == "army.german"
    assert refused_by(session, f"allocate ge7={points + 1}") == "NOR-AS-02"
    assert refused_by(session, f"allocate ge7={points - 1}") == "NOR-AS-02"
    was = track(session, "sp gepgw")
    play(session, f"allocate ge7={points - 1} gepgw=1")
    assert track(session, "sp gepgw") == was + 1


def test_points_are_proposed_by_combat_units_and_as_far_as_a_pool_holds_them() -> None:
    """NOR-AS-02"""
    even = german(10, [3, 3], sp={"ge7": 0, "gepgw": 0})
    assert answers(even) == ["allocate ge7=3 gepgw=3"]
    full = german(10, [3, 3], sp={"ge7": 13, "gepgw": 0})
    assert answers(full) == ["allocate ge7=1 gepgw=5"]
    panzers = {"ge.12ss.ss-pzgr26": "3521", "ge.12ss.ss-pzr12": "3521"}
    ties = {unit: {"hq": "ge.hq.isspz"} for unit in panzers}
    session = position("mutual.army_support.german", {**UNITS, **panzers}, turn=10, dice=[4, 5],
                       more={**TIES, **ties})  # fmt: skip
    assert answers(session) == ["allocate ge7=1 gepgw=6"]


def test_one_army_a_side_is_asked_nothing() -> None:
    """Section 8.2"""
    session = position("mutual.army_support.allied", scenario=EPSOM, turn=10, clear=False,
                       dice=[1, 3, 3], tracks={"level cw": 5})  # fmt: skip
    assert (track(session, "sp cw2"), track(session, "sp gepgw")) == (15, 12)
    assert left(session) == 0
    assert asked(session).key == "supply.attach"


# -- new armies -------------------------------------------------------------------------------------


def activation(turn: int, **more: Any) -> Session:
    """Before a new army takes over."""
    ties = {**TIES, **more.pop("more", {})}
    return position("mutual.army_support.activation", UNITS, turn=turn, tracks=LEVELS, more=ties,
                    dice=[5, 2, 1, 1], **more)  # fmt: skip


def test_half_the_reserve_may_go_with_canadian_first() -> None:
    """NOR-AS-05  T24, fractions down; its HQs change pool, before income is rolled and shared."""
    session = activation(24, sp={"cw2": 9, "us1": 0})
    assert asked(session).key == "army.share"
    assert refused_by(session, "allocate cwc=5") == "NOR-AS-05"
    play(session, "allocate cwc=4")
    assert (track(session, "sp cw2"), track(session, "sp cwc")) == (5, 4)
    assert army_of_hq(session.game, "cw.hq.i") == "cwc"
    assert army_of_hq(session.game, "cw.hq.iicdn") == "cwc"
    assert army_of_hq(session.game, "cw.hq.xxx") == "cw2"
    assert asked(session).key == "army.split"
    play(session, "allocate cw2=1 cwc=3")
    assert (track(session, "sp cw2"), track(session, "sp cwc")) == (6, 7)


def test_one_answer_shares_out_the_income_of_both_nations() -> None:
    """NOR-AS-03  T28: US 5 points, CW 4; whole points, all of them, within the nation."""
    session = activation(28, sp={"us1": 7, "cw2": 3, "cwc": 2}, more={"cw.hq.i": {"army": "cwc"}})
    assert asked(session).key == "army.share"
    play(session, "allocate us3=3")
    assert asked(session).key == "army.split"
    assert is_legal(session, "allocate us1=5 cwc=4")
    assert refused_by(session, "allocate us1=5 us3=1 cwc=3") == "NOR-AS-03"
    assert refused_by(session, "allocate us1=4 cwc=4") == "NOR-AS-03"
    play(session, "allocate us1=2 us3=3 cw2=4")
    assert (track(session, "sp us1"), track(session, "sp us3")) == (6, 6)


def test_nothing_is_asked_about_an_empty_reserve() -> None:
    """NOR-AS-05"""
    session = activation(24, sp={"cw2": 1, "us1": 0})
    assert asked(session).key == "army.split"
    assert track(session, "sp cwc") == 0
    assert notes(session, "activated") == [{"army": "Canadian First Army"}]


def test_an_hq_in_an_operation_follows_when_it_has_ended() -> None:
    """NOR-AS-05, R-106"""
    row = {"cw2": {"turn": 2, "hqs": ["cw.hq.i"], "hexes": []}}
    session = activation(24, sp={"cw2": 0, "us1": 0}, operations=row)
    assert army_of_hq(session.game, "cw.hq.i") == "cw2"
    assert army_of_hq(session.game, "cw.hq.iicdn") == "cwc"
    later = activation(25, sp={"cw2": 0, "us1": 0, "cwc": 0}, more={"cw.hq.iicdn": {"army": "cwc"}})
    assert army_of_hq(later.game, "cw.hq.i") == "cwc"
    assert not notes(later, "activated")
    assert unit(later, "cw.hq.i").ties["army"] == "cwc"


def test_before_its_turn_nobody_takes_over() -> None:
    """NOR-AS-05"""
    session = allied(23, [5, 2, 1, 1])
    assert "sp cwc" not in session.state.tracks
    assert army_of_hq(session.game, "cw.hq.i") == "cw2"
