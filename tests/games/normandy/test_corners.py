"""Clauses that come up seldom: returning HQs, closed entries, marches off the map, bridges left behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.recoiling import vaucelles
from tests.games.normandy.strike import first, strike
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    events,
    is_legal,
    notes,
    play,
    position,
    refused_by,
    track,
    unit,
)
from wargame.flow.ask import PathAsk
from wargame.flow.session import Session
from wargame.games.normandy.entry import entry_hexes
from wargame.games.normandy.state import in_enemy_zoc
from wargame.model import events as ev

US, GR = "us.1.16th", "ge.275.gr983"
FAR = {US: "2513", "ge.331.gr559": "5130"}


def left_after(session: Session, who: str, number: str) -> int:
    """Half MP left where a unit may end; -1 where it may not."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return ask.reach(f"move {who}").get(session.game.grid.hex(number), -1)


# -- HQs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hq", "where", "tracks", "box", "pockets"),
    [
        ("ge.hq.lxxxiv", "2516", {}, "waiting", 0),
        ("ge.hq.lxxxiv", "2516", {"withdrawn": 12}, "eliminated", 1),
        ("ge.hq.cherbourg", "0903", {}, "eliminated", 1),
    ],
)
def test_what_a_lost_german_hq_is_worth(
    hq: str, where: str, tracks: dict[str, int], box: str, pockets: int
) -> None:
    """NOR-HQ-01, NOR-VP-05, NOR-WN-04  A point only for one that is gone for good."""
    start = "2515" if where == "2516" else "1004"
    units = {US: start, hq: where, GR: "4229"}
    session = position(
        "allied.tactical", units, dice=(1,), tracks=tracks, weather="clear", boundary=40
    )
    play(session, f"move {US} {start}-{where}")
    assert (at(session, hq), track(session, "pockets")) == (box, pockets)


def test_an_american_hq_comes_back_over_a_beach() -> None:
    """NOR-HQ-01, NOR-RF-02  Four turns later, over either beach, for no capacity; it counts for no loss."""
    units = {GR: "2515", "us.hq.v": "2516", US: "2511"}
    session = position("german.tactical", units, dice=(1,), weather="clear")
    play(session, f"move {GR} 2515-2516")
    assert (at(session, "us.hq.v"), unit(session, "us.hq.v").numbers["due"]) == ("waiting", 17)
    assert track(session, "lost allied") == 0
    for turn, rule in ((16, "NOR-RF-01"), (17, "")):
        later = position(
            "allied.tactical", {**FAR, "us.hq.v": "waiting"}, more={"us.hq.v": {"due": 17}},
            turn=turn, weather="clear", tracks={"landing us": 0},
        )  # fmt: skip
        if rule:
            assert refused_by(later, "land us.hq.v 1810") == rule
        else:
            assert is_legal(later, "land us.hq.v 1810")
            assert is_legal(later, "land us.hq.v 2511")


# -- entering and leaving --------------------------------------------------------------------------------


def test_the_edge_beside_closed_entries() -> None:
    """NOR-RF-04  Both ways into Area D barred: every edge hex within 4 of one that is free of the enemy."""
    who = "ge.331.gr559"
    units = {US: "2512", "us.2.9th": "5434", "us.2.23rd": "5428", GR: "4025", who: "waiting"}
    session = position("german.tactical", units, turn=36, weather="clear")
    g = session.game
    ways_in = [g.grid.hex(n) for n in ("5434", "5428")]
    assert [h for h in ways_in if not g.board.held["allied"][h]] == []
    edge = {h for h in g.content.land if len(g.grid.neighbours[h]) < 6}
    near = {h for h in edge if min(g.grid.distance(h, way) for way in ways_in) <= 4}
    free = {h for h in near if not g.board.held["allied"][h] and not in_enemy_zoc(g, h, "german")}
    found, why = entry_hexes(g, who)
    assert (set(found), why) == (free, None)
    assert len(free) > 2


@pytest.mark.parametrize(("level", "goes"), [(0, True), (3, False)])
def test_the_east_edge_is_one_point_of_a_march(level: int, goes: bool) -> None:
    """NOR-WN-04, NOR-IT-04  Strategic Movement too: 3 of 10 at Level 3 and a hex to go are 2."""
    who = "ge.331.gr557"
    units = {who: "5434", US: "2513", "ge.331.gr559": "4025"}
    session = position(
        "german.strategic", units, turn=31, weather="clear", tracks={"withdrawn": 30}, level=level
    )
    assert is_legal(session, f"leave {who} east"), "from the edge hex itself"
    far = {**units, who: "5134"}
    session = position(
        "german.strategic", far, turn=31, weather="clear", tracks={"withdrawn": 30}, level=level
    )
    assert is_legal(session, f"leave {who} east") is goes


def test_americans_march_off_the_map_too() -> None:
    """NOR-OM-01  In Strategic Movement; finished for the turn."""
    units = {"us.4a.cca": "1640", US: "2513", GR: "4229"}
    session = position("allied.strategic", units, turn=31, weather="clear")
    play(session, "leave us.4a.cca B")
    assert at(session, "us.4a.cca") == "area B"
    assert refused_by(session, "leave us.4a.cca C") == "NOR-OM-01"


def test_who_is_beaten_off_the_east_edge_scores_nothing() -> None:
    """NOR-RT-05, NOR-WN-05  After Withdrawal a retreat leads out of the game, for no points."""
    units = {
        GR: "5428", US: "5327", "us.1.18th": "5327", "us.1.26th": "5327", "us.2.9th": "5328",
        "us.2.23rd": "5328", "us.hq.v": "5128",
    }  # fmt: skip
    session = strike(
        units, f"attack 5428 from {US} us.1.18th us.1.26th us.2.23rd us.2.9th", "DR1", "D1 DR1",
        "DX DR2", states={"us.hq.v": ["supported", "operation"]}, sp={"us1": 4},
        give="allocate sp=3", turn=31, boundary=54, tracks={"withdrawn": 29},
    )  # fmt: skip
    first(session, "combat.losses")
    play(session, "no")
    east = [a for a in answers(session) if a.endswith("east")]
    if asked(session).key == "combat.retreat":
        play(session, east[0])
    assert (at(session, GR), track(session, "left halves")) == ("left", 0)


# -- movement ---------------------------------------------------------------------------------------------


def test_interdiction_binds_foot_and_marches() -> None:
    """NOR-IT-05  +2 MP and no road rate for foot; no Strategic Movement into the hex at all."""
    who = "ge.709.gr729"  # MA 4: a road hex costs 1, the bocage of 2121 2 and 2 more
    left = [
        left_after(
            position("german.tactical", {**FAR, who: "2221"}, weather="clear", targeted=hexes),
            who, "2121",
        )
        for hexes in ([], ["2121"])
    ]  # fmt: skip
    assert left == [6, 0]
    march = position("german.strategic", {**FAR, who: "2221"}, weather="clear", targeted=["2121"])
    assert refused_by(march, f"move {who} 2221-2121") == "NOR-IT-05"
    assert is_legal(march, f"move {who} 2221-2222")


def test_bombed_ground_is_dearer_for_the_allies_alone() -> None:
    """NOR-CB-05  +1 MP to enter, by road too, and no more once the player-turn is over."""
    allied: dict[str, Any] = {"turn": 25, "weather": "clear"}
    units = {"us.30.117th": "2221", GR: "4229"}
    left = [
        left_after(
            position("allied.tactical", units, bombed=hexes, **allied), "us.30.117th", "2121"
        )
        for hexes in ([], ["2121"])
    ]
    assert left == [10, 8]
    german = {GR: "2221", US: "2513"}
    same = [
        left_after(position("german.tactical", german, bombed=hexes, **allied), GR, "2121")
        for hexes in ([], ["2121"])
    ]
    assert same[0] == same[1]


@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("marked", [True, False])
def test_there_is_a_reserve_segment_for_whoever_has_reserves(side: str, marked: bool) -> None:
    """NOR-RV-12  Both sides; skipped without a marker."""
    who = US if side == "allied" else "ge.331.gr559"
    states = {who: ["reserve"]} if marked else {}
    session = position(f"{side}.combat", FAR, states=states, weather="clear", turn=29)
    wanted = f"normandy.{side}.reserve"
    while asked(session).key == "combat.attack":
        play(session, "done")
    entered = {e.name for e in events(session, ev.SegmentEntered)}
    assert any(name.startswith(wanted) for name in entered) is marked


# -- after an attack --------------------------------------------------------------------------------------


def test_a_bridge_at_the_hex_left_may_be_blown_though_nobody_crossed_it() -> None:
    """NOR-EN-11, R-91  Out of Caen through the Orne for a step: the bridge touches the hex left."""
    session = vaucelles(1, who="ge.352.gr916", by="3517")
    assert [n["unit"] for n in notes(session, "crossing")] == ["ge.352.gr916"]
    assert asked(session).key == "combat.demolish"
    assert set(answers(session)) == {"blow 3516-3617", "pass"}
    play(session, "blow 3516-3617")
    assert notes(session, "bridge_destroyed")


def test_each_hex_decides_for_itself_whether_to_stand() -> None:
    """NOR-CO-21  Two hexes attacked together: one pays and stays, the other goes back."""
    units = {
        "us.30.117th": "2017", "us.30.119th": "2017", "us.30.120th": "2017", "us.hq.xix": "2015",
        "ge.275.gr983": "2018", "ge.352.gr914": "2117",
    }  # fmt: skip
    session = strike(
        units, "attack 2018 2117 from us.30.117th us.30.119th us.30.120th", "DR1",
        states={"us.hq.xix": ["supported", "operation"]}, sp={"us1": 4}, give="allocate sp=3",
        works={"2117": "improved"},
    )  # fmt: skip
    first(session, "combat.losses")
    play(session, "yes")
    assert asked(session).key == "combat.stand"
    play(session, "no")
    first(session, "combat.retreat")
    stood = [session.game.grid.name(n["where"]) for n in notes(session, "stands")]
    assert stood == ["2018"]
    assert at(session, "ge.275.gr983") == "2018"
    assert at(session, "ge.352.gr914") != "2117"


def test_what_shuts_a_hex_shuts_it_to_those_who_come_on() -> None:
    """NOR-OM-02, NOR-SM-03, NOR-BD-04  1640 is next to an enemy, 3040 in the British zone."""
    units = {"us.4a.cca": "area B", US: "2513", GR: "1639"}
    session = position("allied.strategic", units, turn=31, weather="clear")
    assert refused_by(session, "move us.4a.cca 1640") == "NOR-SM-03"
    assert refused_by(session, "move us.4a.cca 3040") == "NOR-BD-04"
    free = position(
        "allied.strategic", {**units, GR: "4229"}, turn=31, weather="clear", boundary=31
    )
    assert is_legal(free, "move us.4a.cca 1640")
    assert is_legal(free, "move us.4a.cca 3040")


def test_germans_come_on_by_no_march_next_to_a_cadre() -> None:
    """NOR-RF-03, NOR-SM-03, NOR-RF-04  It has no ZOC: Tactical Movement leads on there, a march does not."""
    who = "ge.331.gr559"
    units = {who: "waiting", US: "2513", "us.2.9th": "5334", GR: "1639"}
    marks: dict[str, Any] = {"states": {"us.2.9th": ["cadre"]}, "turn": 34, "weather": "clear"}
    assert (
        refused_by(position("german.strategic", units, **marks), f"move {who} 5434") == "NOR-SM-03"
    )
    assert is_legal(position("german.tactical", units, **marks), f"move {who} 5434")


def test_a_targeted_entry_hex_costs_more() -> None:
    """NOR-IT-05, NOR-RF-03  +2 MP for foot units on the way in too; no march leads in."""
    who = "ge.331.gr559"
    units = {who: "waiting", US: "2513", GR: "1639"}
    left = [
        left_after(
            position("german.tactical", units, turn=34, weather="clear", targeted=hexes),
            who,
            "5434",
        )
        for hexes in ([], ["5434"])
    ]
    assert left[0] - left[1] == 4
    march = position("german.strategic", units, turn=34, weather="clear", targeted=["5434"])
    assert refused_by(march, f"move {who} 5434") == "NOR-IT-05"
