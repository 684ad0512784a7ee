"""Artillery missions and Stuka strikes (HAN-IF)."""

from __future__ import annotations

from tests.games.hannut.table import (
    answers,
    asked,
    at,
    columns,
    is_legal,
    notes,
    play,
    position,
    refused_by,
    rolled,
    states,
)
from wargame.games.hannut import GAME
from wargame.games.hannut.asks.strike import observers, transmission
from wargame.games.hannut.content import load_content
from wargame.tui.asks import Desk, controller

GUNS = {"g.pr35.hq": "1411", "a.2rc.1": "1311", "a.1rc.1": "0505"}


def test_missions_are_fired_in_the_printed_order_and_may_be_passed() -> None:
    """HAN-IF-01"""
    session = position("german.ops.indirect", GUNS, drawn="G-ART-KORPS", turn=3, dice=[12, 12])
    assert "corps 15 cm howitzers (medium)" in asked(session).prompt
    play(session, "pass")
    assert "corps 21 cm mortars (heavy)" in asked(session).prompt
    content = load_content("campaign")
    assert [m.calibre for m in content.missions("G-ART-KORPS", 7)] == ["medium"]
    assert len(content.missions("F-ART-76", 1)) == 3


def test_calibres_have_their_columns() -> None:
    """HAN-CRT-05, HAN-CRT-06, HAN-CRT-07, HAN-IF-01"""
    for marker, column in (("G-ART-75", "4"), ("G-ART-KORPS", "5")):
        session = position("german.ops.indirect", GUNS, drawn=marker, dice=[7, 7])
        play(session, "shell 1311 by g.pr35.hq")
        assert columns(session) == [column]
    session = position("german.ops.indirect", GUNS, drawn="G-ART-KORPS", dice=[7, 7], mission=2)
    play(session, "shell 1311 by g.pr35.hq")
    assert columns(session) == ["6"]


def test_a_mission_is_an_observer_and_then_a_hex() -> None:
    """HAN-IF-01, HAN-IF-02"""
    units = {**GUNS, "g.aa3.1": "1411"}
    session = position("german.ops.indirect", units, drawn="G-ART-75")
    desk = Desk(session.game, GAME, asked(session))
    shown = controller(desk, session.game.grid.hex("1411")).view()
    assert [item.text for item in shown.items] == [
        "1311, observed by 1. (Pz.Späh) Kp./Aufkl.Abt. 3", "1311, observed by Stab Pz.Rgt. 35",
    ]  # fmt: skip


def test_who_observes() -> None:
    """HAN-IF-02, HAN-NE-09, HAN-RP-09"""
    units = {"g.aa3.1": "1411", "g.aa3.2": "1410", "g.pr35.hq": "1412", "g.pr35.1": "1412", **GUNS}
    units["g.pr35.hq"] = "1412"
    bad = {"g.aa3.2": ["neutralized"], "g.pr35.hq": ["neutralized"], "g.aa3.1": ["out of command"]}
    session = position("german.ops.indirect", units, drawn="G-ART-75", states=bad)
    g = session.game
    assert observers(g, "german") == ["g.aa3.1", "g.pr35.hq"]
    assert transmission(g, "german", "g.aa3.1")[0] == 8 - 2
    assert transmission(g, "german", "g.pr35.hq")[0] == 8 - 1
    assert transmission(g, "allied", "a.2rc.hq")[0] == 7
    assert refused_by(session, "shell 1311 by g.aa3.2") == "HAN-IF-02"
    assert refused_by(session, "shell 1311 by g.pr35.1") == "HAN-IF-02"


def test_a_demoralized_hq_does_not_observe() -> None:
    """HAN-IF-02, HAN-LO-01"""
    units = {**GUNS, "g.aa3.hq": "1410"}
    session = position(
        "german.ops.indirect", units, drawn="G-ART-75", states={"g.pr35.hq": ["demoralized"]}
    )
    assert observers(session.game, "german") == ["g.aa3.hq"]


def test_the_target_is_within_six_hexes_in_sight() -> None:
    """HAN-IF-02, HAN-LS-01"""
    units = {"g.pr35.hq": "1411", "a.2rc.1": "1311", "a.1rc.1": "0505", "a.1rc.2": "1409"}
    session = position("german.ops.indirect", units, drawn="G-ART-75")
    assert refused_by(session, "shell 0505 by g.pr35.hq") == "HAN-IF-02"
    assert refused_by(session, "shell 1312 by g.pr35.hq") == "HAN-IF-02"
    g = session.game
    for answer in answers(session)[:-1]:
        where = g.grid.hex(answer.split()[1])
        assert g.content.sight.clear(g.grid.hex("1411"), where)
        assert g.grid.distance(g.grid.hex("1411"), where) <= 6


def test_a_failed_transmission_loses_the_mission() -> None:
    """HAN-IF-02, HAN-GE-07"""
    session = position("german.ops.indirect", GUNS, drawn="G-ART-75", dice=[9])
    play(session, "shell 1311 by g.pr35.hq")
    assert rolled(session) == [9]
    odds = asked(session).odds("shell 1311 by g.pr35.hq")
    assert odds is not None
    assert sum(told.chance for told in odds.outcomes) == 1


def test_every_unit_in_the_hex_is_attacked_and_only_z_asks() -> None:
    """HAN-IF-03, HAN-FB-01"""
    units = {**GUNS, "a.2rc.2": "1311", "a.11rdp1.2": "1311"}
    session = position("german.ops.indirect", units, drawn="G-ART-75", dice=[7, 4, 7, 10])
    play(session, "shell 1311 by g.pr35.hq")
    assert asked(session).key == "react.fallback"
    assert asked(session).side == "allied"
    play(session, "stand")
    assert states(session, "a.2rc.1") == {"neutralized"}
    assert states(session, "a.11rdp1.2") == {"neutralized"}
    assert asked(session).side == "german"


def test_stukas_spare_their_own_and_may_pass() -> None:
    """HAN-IF-04"""
    units = {"g.pr35.1": "1411", "a.2rc.1": "1311", "a.2rc.2": "1111", "a.1rc.1": "0505"}
    session = position("german.ops.stuka", units, drawn="G-STUKA-1")
    assert answers(session) == ["strike 0505", "strike 1111", "pass"]
    assert refused_by(session, "strike 1311") == "HAN-IF-04"
    assert is_legal(session, "pass")


def test_the_threat_of_a_stuka_is_the_nearest_german() -> None:
    """HAN-IF-04, HAN-GE-04, HAN-CRT-08"""
    units = {"g.pr35.1": "1411", "a.2rc.2": "1211", "a.1rc.1": "0505"}
    session = position("german.ops.stuka", units, drawn="G-STUKA-1", dice=[6])
    play(session, "strike 1211")
    grid = session.game.grid
    goals = [a.split()[1] for a in answers(session) if a.startswith("back")]
    assert {grid.distance(grid.hex(h), grid.hex("1411")) for h in goals} == {3}
    play(session, f"back {goals[0]}")
    assert at(session, "a.2rc.2") == goals[0]
    assert not [text for text in notes(session) if "passed over" in text]
