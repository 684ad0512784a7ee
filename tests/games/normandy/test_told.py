"""Sentences as the players read them: prompts, labels and lines of the journal."""

from __future__ import annotations

import re

from tests.games.normandy.table import asked, events, play, position
from wargame import games
from wargame.exports.still import still
from wargame.flow.allot import Allotment
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME
from wargame.games.normandy.state import unit_name
from wargame.games.normandy.words import words
from wargame.model import events as ev


def opened() -> Session:
    """The learning scenario at its first question."""
    return Session.start(GAME, new_header(GAME, "epsom", 1944))


def test_an_entry_of_a_short_scenario_is_told_by_its_name() -> None:
    """NOR-RF-03"""
    says = words()["enters"]
    assert callable(says)
    told = says(opened().game, {"unit": "ge.9ss.ss-pzr9", "area": "odon"})
    assert told == "SS-PzR 9, 9th SS Panzer Div enters from Thury-Harcourt road."


def test_an_hq_with_one_unit_is_told_of_one_and_its_points_are_the_armys() -> None:
    """NOR-OP-01"""
    session = play(opened(), "allocate ground=6", "allocate cw.hq.viii cw.hq.xxx", "done")
    ask = asked(session)
    assert isinstance(ask, Allotment)
    notes = {row.key: row.note for row in ask.rows()}
    assert "1 unit;" in notes["cw.hq.xxx"]
    assert "British Second Army has" in notes["cw.hq.xxx"]


def test_a_box_is_no_sentence_of_the_same_name() -> None:
    """NOR-RP-10  "{formation} leaves Normandy" tells of the act, not of the box."""
    session = opened()
    told = Teller(session.definition, session.game, session.steps)
    line = told.line(ev.UnitBoxed("cw.15.44th", "withdrawn", "NOR-RP-10"))
    assert line is not None
    assert "44th, 15th Scottish Div: withdrawn" == line.text


def test_a_side_of_a_counter_is_told_when_it_comes_up_only() -> None:
    """NOR-ST-01  A reduced unit that becomes a cadre has not got well between."""
    assert GAME.journal.is_told("reduced")
    assert not GAME.journal.is_told_lost("reduced")
    assert not GAME.journal.is_told_lost("cadre")
    assert not GAME.journal.is_told_lost("disorganized")  # "Regroup: ..." tells of it


def test_the_picture_of_a_short_scenario_shows_its_part_of_the_map() -> None:
    """Section 8.2  The hexes in play fill the picture; the whole map is drawn where all is in play."""
    small, large = (
        [int(edge) for edge in re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawn)[0]]
        for drawn in (picture("epsom"), picture("campaign"))
    )
    assert all(edge * 2 < whole for edge, whole in zip(small, large, strict=True))


def picture(scenario: str) -> str:
    """The set-up as a drawing."""
    definition, info = games.find(f"normandy/{scenario}")
    session = Session.start(definition, new_header(definition, info.id, 1))
    return still(definition, session.game, title="", line="")


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    """NOR-AA-02, NOR-SL-10"""
    session = opened()
    told = Teller(session.definition, session.game, session.steps)
    noted = {
        "air_shared": (("interdiction", 1), ("support", 5)),
        "stakes_stock": (("points", 1),),
    }
    lines = [told.line(ev.Noted(what, facts, "NOR-AA-02")) for what, facts in noted.items()]
    assert [
        "1 Air Point for Interdiction, 5 for Ground Support.",
        "Fortress Cherbourg spends 1 SP of its stock.",
    ] == [line.text for line in lines if line]


def test_one_facility_point_is_told_as_well_as_several() -> None:
    """NOR-SL-04, NOR-SL-12  In a Gale the ports that are left give half."""
    session = position("mutual.support_levels.allied", {"cw.hq.i": "3613"}, weather="storm", sea="gale", turn=7)  # fmt: skip
    teller = Teller(session.definition, session.game, session.steps)
    lines = [line.text for line in teller.lines(events(session, ev.Noted))]
    assert (
        "CW: facility points 1, Support Level 0, allocation points 0, landing capacity 2." in lines
    )


def test_the_die_for_replacements_is_told_by_its_nation() -> None:
    """NOR-RP-03  No "of the German"."""
    session = position("german.replacement", {"ge.275.gr983": "2018"}, dice=(3,), turn=13)
    told = Teller(session.definition, session.game, session.steps)
    lines = [line.text for entry in session.entries for line in told.lines(entry.events)]
    assert "Replacement points, German: rolled 3" in lines


def test_two_corps_of_one_number_are_told_apart() -> None:
    """Section 6.2  Both Allied nations have an VIII and a XII Corps; where only one is in play it has no addition."""
    g = position("german.tactical", {}).game
    hqs = ("us.hq.viii", "cw.hq.viii", "us.hq.xii", "cw.hq.xii", "us.hq.v")
    called = [unit_name(g, hq) for hq in hqs]
    assert called == ["US VIII Corps", "CW VIII Corps", "US XII Corps", "CW XII Corps", "V Corps"]
    assert unit_name(opened().game, "cw.hq.viii") == "VIII Corps"
    every = [unit_name(g, unit) for unit in g.content.units]
    assert len({*every}) == len(every)
