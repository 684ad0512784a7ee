"""Engineering Phase: positions, bridges, Entrenchments, demolition (NOR-EN)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    is_legal,
    left,
    notes,
    play,
    position,
    refusal,
    refused_by,
    track,
)
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.games.normandy.works import bridge_state, builder, is_fort, shelter, works

INF, OTHER_INF, MECH, HQ = "us.30.117th", "us.30.119th", "us.2a.cca", "us.hq.xix"
CW, CW_HQ = "cw.50.69th", "cw.hq.xxx"
GR, GR2, GERMAN_HQ = "ge.275.gr983", "ge.275.gr985", "ge.hq.lxxxiv"


def building(units: dict[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before an Engineering Phase; every HQ named is Supported, units belong to it."""
    hqs = {u: ["supported"] for u in units if ".hq." in u}
    placed = {"us.90.357th": "1004", "ge.331.gr559": "5130", **units}
    return position(
        f"{side}.engineering", placed, states={**hqs, **more.pop("states", {})},
        **{"weather": "storm", **more},
    )  # fmt: skip


def hex_(session: Session, number: str) -> int:
    """The hex of a number."""
    return session.game.grid.hex(number)


def at_hex(session: Session, number: str) -> int:
    """What stands in a hex."""
    return works(session.game, hex_(session, number))


def bridge(session: Session, name: str) -> int:
    """The state of a bridge."""
    a, b = name.split("-")
    return bridge_state(session.game, hex_(session, a), hex_(session, b))


def rows(session: Session) -> list[str]:
    """What may be begun."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return [row.key for row in ask.rows()]


# -- positions --------------------------------------------------------------------------------------


def test_a_construction_side_is_placed_and_flipped_a_phase_later() -> None:
    """NOR-EN-01, NOR-EN-02, NOR-EN-06, NOR-EN-07, NOR-EN-12  It gives no benefit before."""
    session = building({INF: "1918", HQ: "1916"})
    assert rows(session) == ["1918"]
    play(session, "allocate 1918")
    assert at_hex(session, "1918") == 1
    assert shelter(session.game, hex_(session, "1918")) == 0
    later = building({INF: "1918", HQ: "1916"}, works={"1918": "improved construction"})
    assert at_hex(later, "1918") == 2
    assert shelter(later.game, hex_(later, "1918")) == 2


@pytest.mark.parametrize("marks", [["out of supply"], ["isolated"], ["regroup"]])
def test_who_is_there_flips_it(marks: list[str]) -> None:
    """NOR-EN-07, R-116  Any combat unit that is not Disorganized."""
    units, kind = {MECH: "1918", HQ: "1916"}, {"1918": "improved construction"}
    assert at_hex(building(units, works=kind, states={MECH: marks}), "1918") == 2
    shaken = building(units, works=kind, states={MECH: ["disorganized"]})
    assert at_hex(shaken, "1918") == 1


def test_the_enemy_does_not_flip_it() -> None:
    """NOR-EN-07  In its owner's phase alone."""
    units = {INF: "1918", HQ: "1916", GR: "4229", GERMAN_HQ: "4230"}
    session = building(units, side="german", works={"1918": "improved construction"})
    assert at_hex(session, "1918") == 1


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        (["out of supply"], "NOR-EN-06"),
        (["isolated"], "NOR-EN-06"),
        (["disorganized"], "NOR-EN-06"),
        (["fought"], "NOR-EN-06"),
        (["regroup"], ""),
        (["moved"], ""),
    ],
)
def test_what_the_unit_must_be(marks: list[str], rule: str) -> None:
    """NOR-EN-06  In Supply, not Disorganized, without an attack in this player-turn."""
    units = {INF: "1918", OTHER_INF: "1917", HQ: "1916"}
    session = building(units, states={INF: marks})
    refused = session.why_not("allocate 1918")
    assert (refused.rule if refused else "") == rule


def test_infantry_digs_for_a_supported_hq() -> None:
    """NOR-EN-06, NOR-SL-07  Armour alone does not; an Unsupported HQ lets nobody."""
    session = building({INF: "1917", MECH: "1918", HQ: "1916"})
    assert rows(session) == ["1917"]
    assert refused_by(session, "allocate 1918") == "NOR-EN-06"
    both = building({INF: "1918", MECH: "1918", HQ: "1916"})
    assert rows(both) == ["1918"]
    unheard = building(
        {INF: "1918", HQ: "1916", CW: "2914", CW_HQ: "2813"}, states={HQ: []}, dice=()
    )
    assert rows(unheard) == ["2914"]
    assert refused_by(unheard, "allocate 1918") == "NOR-SL-07"


@pytest.mark.parametrize(
    ("where", "what"),
    [("2018", "city"), ("1815", "marsh")],
)
def test_where_nobody_digs(where: str, what: str) -> None:
    """NOR-EN-06"""
    session = building({INF: where, OTHER_INF: "1917", HQ: "1917"})
    assert session.game.content.map.terrain[hex_(session, where)] == what
    assert refused_by(session, f"allocate {where}") == "NOR-EN-06"


@pytest.mark.parametrize("kind", ["improved", "improved construction"])
def test_one_marker_a_hex(kind: str) -> None:
    """NOR-EN-12"""
    units = {INF: "1918", OTHER_INF: "1917", HQ: "1916"}
    session = building(units, works={"1918": kind})
    assert refused_by(session, "allocate 1918") in ("NOR-EN-09", "NOR-EN-12")
    assert rows(session) == ["1917"]


def test_three_for_each_allied_nation() -> None:
    """NOR-EN-06  US 3, CW 3."""
    us = ["1917", "1918", "1916", "1817"]
    names = ["us.30.117th", "us.30.119th", "us.30.120th", "us.29.115th"]
    cw = dict(
        zip(("cw.50.69th", "cw.50.151st", "cw.50.231st"), ("2914", "2915", "2916"), strict=True)
    )
    session = building({**dict(zip(names, us, strict=True)), HQ: "1815", **cw, CW_HQ: "2813"})
    assert is_legal(session, "allocate 1917 1918 1916 2914 2915 2916")
    said = refusal(session, "allocate 1917 1918 1916 1817").reason
    assert said == "That takes 4 US positions; there are 3."


def test_the_proposal_digs_where_the_enemy_is() -> None:
    """NOR-EN-02  Facing most strength first."""
    names = ["us.30.117th", "us.30.119th", "us.30.120th", "us.29.115th"]
    units = dict(zip(names, ["1917", "1918", "1919", "1915"], strict=True))
    session = building({**units, HQ: "1916", GR: "1818"})
    assert answers(session)[0] == "allocate 1917 1918"


# -- bridges ----------------------------------------------------------------------------------------

ORNE = "3321-3421"


def test_a_bridge_is_begun_and_stands_again() -> None:
    """NOR-EN-03, NOR-EN-04, NOR-EN-10  By any combat unit on or next to one end."""
    units, down = {"cw.7.22ndarmd": "3320", CW_HQ: "3117"}, {ORNE: "destroyed"}
    session = building(units, bridges=down)
    assert is_legal(session, "allocate 3321/3421")
    play(session, f"allocate {ORNE}")
    assert bridge(session, ORNE) == 2
    a, b = map(session.game.grid.hex, ORNE.split("-"))
    assert builder(session.game, (a, b)) == "allied"
    later = building(units, bridges={ORNE: "allied construction"})
    assert bridge(later, ORNE) == 0
    assert builder(later.game, (a, b)) == ""


@pytest.mark.parametrize(
    ("units", "marks"),
    [
        ({"cw.7.22ndarmd": "3319", CW_HQ: "3117"}, []),
        ({"cw.7.22ndarmd": "3320", CW_HQ: "3117"}, ["out of supply"]),
        ({"cw.7.22ndarmd": "3320", CW_HQ: "3117", GR: "3421"}, []),
    ],
)
def test_else_the_marker_waits(units: dict[str, str], marks: list[str]) -> None:
    """NOR-EN-10  A friend In Supply nearby, no enemy on an end; nothing may be begun either."""
    shown = {"cw.7.22ndarmd": marks}
    waiting = building(units, bridges={ORNE: "allied construction"}, states=shown)
    assert bridge(waiting, ORNE) == 2
    down = building({**units, INF: "1918", HQ: "1916"}, bridges={ORNE: "destroyed"}, states=shown)
    assert refused_by(down, f"allocate {ORNE}") == "NOR-EN-10"


def test_the_other_side_does_not_restore_it() -> None:
    """NOR-EN-10  "The owner's next Engineering Phase"."""
    units = {GR: "3421", GERMAN_HQ: "3422"}
    session = building(units, side="german", bridges={ORNE: "allied construction"})
    assert bridge(session, ORNE) == 2
    own = building(units, side="german", bridges={ORNE: "german construction"})
    assert bridge(own, ORNE) == 0


@pytest.mark.parametrize("marks", [["disorganized"], []])
def test_who_may_not_begin_a_bridge(marks: list[str]) -> None:
    """NOR-EN-10, NOR-SL-07, NOR-DR-03, R-120  Disorganized, or of an Unsupported HQ."""
    units = {"cw.7.22ndarmd": "3320", CW_HQ: "3117", INF: "1918", HQ: "1916"}
    shown = {"cw.7.22ndarmd": marks, CW_HQ: ["supported"] if marks else []}
    session = building(units, bridges={ORNE: "destroyed"}, states=shown)
    assert rows(session) == ["1918"]
    assert refused_by(session, f"allocate {ORNE}") == "NOR-EN-10"


def test_two_bridges_for_each_allied_nation() -> None:
    """NOR-EN-10  One that both could begin counts for the nation that has some left."""
    near = {"us.30.117th": "1916", "us.30.119th": "1918", "us.30.120th": "1912", HQ: "1815"}
    three = ["1813-1912", "1915-1916", "1918-2018"]
    session = building(near, bridges=dict.fromkeys(three, "destroyed"))
    assert set(three) <= set(rows(session))
    assert is_legal(session, f"allocate {three[0]} {three[1]}")
    assert refusal(session, f"allocate {' '.join(three)}").reason == (
        "That takes 3 US bridges; there are 2."
    )
    mixed = building({**near, CW: "2017", CW_HQ: "2117"}, bridges=dict.fromkeys(three, "destroyed"))
    assert is_legal(mixed, f"allocate {' '.join(three)}")


def test_the_german_begins_one_bridge() -> None:
    """NOR-EN-10  And is not told to where the enemy would use it."""
    down = {ORNE: "destroyed", "3321-3422": "destroyed"}
    session = building({GR: "3421", GERMAN_HQ: "3423"}, side="german", bridges=down)
    assert set(down) <= set(rows(session))
    assert not [word for word in answers(session)[0].split() if "-" in word]
    assert is_legal(session, f"allocate {ORNE}")
    assert refused_by(session, f"allocate {ORNE} 3321-3422") == "NOR-EN-02"


def test_what_is_no_destroyed_bridge() -> None:
    """NOR-EN-10  The reason is told."""
    session = building({CW: "3320", CW_HQ: "3117"})
    assert refused_by(session, f"allocate {ORNE}") == "NOR-EN-10"
    assert refused_by(session, "allocate 3320-3321") == "NOR-EN-10"


# -- Entrenchments ----------------------------------------------------------------------------------


def test_the_german_entrenches_in_two_steps() -> None:
    """NOR-EN-05, NOR-EN-09, NOR-EN-12  On a finished position, which serves until the marker is flipped."""
    units = {GR: "1818", GERMAN_HQ: "1820"}
    session = building(units, side="german", works={"1818": "improved"})
    play(session, "allocate 1818")
    assert at_hex(session, "1818") == 3
    assert shelter(session.game, hex_(session, "1818")) == 2
    later = building(units, side="german", works={"1818": "entrenchment construction"})
    assert at_hex(later, "1818") == 4
    assert "1818" not in rows(later)


def test_two_entrenchments_and_six_positions() -> None:
    """NOR-EN-06, NOR-EN-09  The limits of a phase."""
    names = [
        "ge.275.gr983", "ge.275.gr985", "ge.352.gr914", "ge.352.gr915", "ge.352.gr916",
        "ge.91.gr1057", "ge.91.gr1058", "ge.77.gr1049", "ge.77.gr1050", "ge.276.gr986",
    ]  # fmt: skip
    hexes = [f"{column}29" for column in (40, 41, 43, 44, 45, 46, 47)] + ["4427", "4428", "4430"]
    units = dict(zip(names, hexes, strict=True))
    dug = dict.fromkeys(hexes[:3], "improved")
    session = building({**units, GERMAN_HQ: "4330"}, side="german", works=dug)
    open_ = [h for h in hexes[3:] if h in rows(session)]
    assert len(open_) == 7
    assert is_legal(session, f"allocate {' '.join(hexes[:2] + open_[:6])}")
    assert refusal(session, f"allocate {' '.join(hexes[:3])}").reason == (
        "That takes 3 German Entrenchments; there are 2."
    )
    assert refusal(session, f"allocate {' '.join(open_)}").reason == (
        "That takes 7 German positions; there are 6."
    )


def test_the_allies_do_not_entrench() -> None:
    """NOR-EN-09"""
    session = building({INF: "1918", OTHER_INF: "1917", HQ: "1916"}, works={"1918": "improved"})
    assert rows(session) == ["1917"]


# -- what stays -------------------------------------------------------------------------------------


def test_fortifications_stay_unmanned() -> None:
    """NOR-EN-08  Those of the set-up, until an Allied combat unit enters."""
    g = position("allied.tactical", {INF: "0704"}).game
    where = g.grid.hex("0703")
    assert works(g, where) == 2
    assert is_fort(g, where)


def test_a_position_goes_with_its_last_unit() -> None:
    """NOR-EN-08  A move out of the hex removes it; into a fortification too."""
    session = position(
        "allied.tactical", {INF: "1918", OTHER_INF: "0704", "ge.331.gr559": "5130"},
        works={"1918": "improved"}, weather="clear",
    )  # fmt: skip
    play(session, f"move {INF} 1918-1917")
    assert at_hex(session, "1918") == 0
    play(session, f"move {OTHER_INF} 0704-0703")
    assert at_hex(session, "0703") == 0


# -- the last turn ----------------------------------------------------------------------------------


def test_nothing_is_begun_on_the_last_turn() -> None:
    """R-110  Nobody would finish it."""
    assert "1918" in rows(building({INF: "1918", HQ: "1916"}, turn=39))
    last = building({INF: "1918", HQ: "1916"}, turn=40)
    assert asked(last).key != "engineering.place"
    assert at_hex(last, "1918") == 0


def test_no_bridge_is_blown_after_the_last_march() -> None:
    """R-110  Where the German goes first on the last turn the Allies are still to march."""
    units = {"us.90.357th": "1004", GR: "3421"}
    assert asked(blowing({GR: "3421"}, turn=40, first="german")).key == "engineering.demolition"
    over = position("german.engineering", units, weather="storm", turn=40)
    assert over.ask is None


# -- demolition -------------------------------------------------------------------------------------


def blowing(units: dict[str, str], **more: Any) -> Session:
    """At the question which bridges are blown; no works can be begun."""
    session = position(
        "german.engineering", {"us.90.357th": "1004", **units}, **{"weather": "storm", **more}
    )
    assert asked(session).key == "engineering.demolition"
    return session


@pytest.mark.parametrize(("die", "state"), [(4, 1), (5, 0)])
def test_a_bridge_is_blown_on_1_to_4(die: int, state: int) -> None:
    """NOR-EN-11"""
    session = blowing({GR: "3421"}, dice=(die,))
    play(session, f"allocate {ORNE}")
    assert bridge(session, ORNE) == state
    assert len(notes(session, "not_blown")) == (not state)


def test_the_chance_of_a_bridge() -> None:
    """NOR-EN-11  Two in three each."""
    session = blowing({GR: "3321"})
    odds = asked(session).odds(f"allocate {ORNE} 3321-3422")
    assert odds is not None
    assert [(o.words, o.chance) for o in odds.outcomes] == [
        ("0 of 2 bridges fall", Fraction(1, 9)),
        ("1 of 2 bridges fall", Fraction(4, 9)),
        ("2 of 2 bridges fall", Fraction(4, 9)),
    ]


def test_up_to_two_bridges_each_with_a_die() -> None:
    """NOR-EN-11, R-117"""
    session = blowing({GR: "3321", GR2: "3516"}, dice=(6, 1))
    third = next(key for key in rows(session) if key.startswith("3516") or "-3516" in key)
    assert refused_by(session, f"allocate {ORNE} 3321-3422 {third}") == "NOR-EN-11"
    play(session, f"allocate {ORNE} 3321-3422")
    assert (bridge(session, ORNE), bridge(session, "3321-3422")) == (0, 1)


def test_no_bridge_without_a_unit_in_good_order() -> None:
    """NOR-EN-11  On one end, not Disorganized; intact."""
    session = blowing({GR: "3320", GR2: "3516"})
    assert refused_by(session, f"allocate {ORNE}") == "NOR-EN-11"
    shaken = blowing({GR: "3421", GR2: "3516"}, states={GR: ["disorganized"]})
    assert refused_by(shaken, f"allocate {ORNE}") == "NOR-EN-11"
    gone = blowing({GR: "3421", GR2: "3516"}, bridges={ORNE: "destroyed"})
    assert refused_by(gone, f"allocate {ORNE}") == "NOR-EN-11"


def test_it_may_be_left() -> None:
    """NOR-EN-11  "May try": nothing is rolled."""
    session = play(blowing({GR: "3421"}, dice=(1,)), "done")
    assert bridge(session, ORNE) == 0
    assert left(session) <= 1
    assert track(session, "turn") == 14
