"""Rare cases: over-full hexes, HQs with nowhere to go, both sides gone, hits on units that leave."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    control,
    orders,
    play,
    refused_by,
    rolled,
    states,
    unit,
)
from wargame.games.hannut.retreat import legal, thrown_back

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}


def test_a_unit_halted_in_a_full_hex_must_go_on() -> None:
    """HAN-ST-01, HAN-RE-03"""
    full = {f"g.pr35.{n}": "1511" for n in (1, 2, 4)}
    units = {**IDLE, **full, "g.pr35.5": "1611", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[12])
    play(session, "move g.pr35.5 1611-1511-1512", "fire a.2rc.1 at g.pr35.5")
    assert (at(session, "g.pr35.5"), orders(session).open) == ("1511", ("g.pr35.5",))
    assert refused_by(session, "done") == "HAN-ST-01"
    play(session, "move g.pr35.5 1511-1512")
    assert at(session, "g.pr35.5") == "1512"


def test_an_hq_that_cannot_give_way_is_eliminated() -> None:
    """HAN-AS-08, HAN-CM-04"""
    ring = {"g.pr35.1": "0102", "g.pr35.2": "0202", "g.pr35.4": "0201"}
    session = actions("G-PR35", {**IDLE, **ring, "a.2rc.hq": "0101"})
    play(session, "assault 0101 from g.pr35.1")
    while asked(session).side == "allied":
        play(session, "pass")
    assert at(session, "a.2rc.hq") == "eliminated"
    assert at(session, "g.pr35.1") == "0101"
    assert unit(session, "a.2rc.hq").numbers["lost"] == 3


def test_an_attacker_thrown_back_anywhere_prefers_hexes_away_from_enemies() -> None:
    """HAN-FB-01, HAN-AS-04"""
    units = {**IDLE, "g.pr35.1": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    g = session.game
    where = g.grid.hex("1311")
    g.place("g.pr35.1", where, rule="LAB")
    found = legal(g, "g.pr35.1", thrown_back(where))
    assert len(found) == 6
    g.place("a.2rc.2", g.grid.hex("1310"), rule="LAB")
    found = legal(g, "g.pr35.1", thrown_back(where))
    assert all(not g.grid.adjacent(h, g.grid.hex("1310")) for h in found)


def test_both_sides_gone_in_one_round_have_both_lost() -> None:
    """HAN-AS-07, HAN-CT-01, HAN-AS-04"""
    units = {**IDLE, "g.sr33i.1": "1610", "g.sr33i.2": "2510", "a.12rc.4": "1609"}
    bad = {"g.sr33i.1": ["reduced"], "a.12rc.4": ["reduced", "opp used"]}
    session = actions("G-SR33-I", units, states=bad, dice=[2, 2], control={"allied": ["1609"]})
    play(session, "assault 1609 from g.sr33i.1", "pass")
    assert at(session, "g.sr33i.1") == at(session, "a.12rc.4") == "eliminated"
    assert control(session, "1609") == "allied"
    assert rolled(session) == [2, 2]


def test_a_choice_to_leave_stands_and_a_later_n_still_hits() -> None:
    """HAN-AS-04, HAN-GE-03"""
    units = {**IDLE, "g.pr35.4": "1411", "g.pr35.1": "1411", "a.11rdp1.2": "1311"}
    session = actions("G-PR35", units, dice=[5, 9, 7], states={"a.11rdp1.2": ["opp used"]})
    play(session, "assault 1311 from g.pr35.1 g.pr35.4", "pass")
    play(session, "fire a.11rdp1.2 at g.pr35.1", "leave")
    assert states(session, "a.11rdp1.2") == {"opp used", "neutralized", "leaving"}
    assert at(session, "a.11rdp1.2") == "1311"
    play(session, answers(session)[0])
    assert at(session, "a.11rdp1.2") != "1311"
    assert at(session, "g.pr35.1") == "1311"


def test_a_demoralized_defender_fights_on() -> None:
    """HAN-AS-04, HAN-AS-09"""
    units = {**IDLE, "g.pr35.1": "1411", "a.2rc.1": "1311"}
    bad = {"a.2rc.1": ["fatigued", "opp used"]}
    session = actions("G-PR35", units, states=bad, dice=[2, 7, 12])
    play(session, "assault 1311 from g.pr35.1", "pass")
    assert at(session, "a.2rc.1") == "1311"
    assert {"reduced", "demoralized"} <= states(session, "a.2rc.1")
    assert session.segment.endswith("between1")


def test_the_route_may_be_walked_by_waypoints() -> None:
    """HAN-SP-12: the table composes a path through stops; the answer is checked as a whole."""
    session = actions("G-PR35", {**IDLE, "g.pr35.1": "1513"})
    grid = session.game.grid
    ask = orders(session)
    answer = ask.route("move g.pr35.1", [grid.hex("1413"), grid.hex("1414")])
    assert answer == "move g.pr35.1 1513-1413-1414"
    assert refused_by(session, "move g.pr35.1 1513-1313") == "HAN-SP-12"
    assert refused_by(session, "jump g.pr35.1") == "HAN-SP-08"
