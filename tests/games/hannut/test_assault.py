"""Assault: who, what happens before it, rounds, leaving, the aftermath (HAN-AS)."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    columns,
    control,
    is_legal,
    left,
    notes,
    orders,
    plain,
    play,
    refusal,
    refused_by,
    rolled,
    states,
)
from wargame.flow.session import Session

ONE = {"g.pr35.1": "1411", "a.2rc.1": "1311", "g.pr35.8": "2510"}
"""The third keeps the segment open afterwards."""


def fight(session: Session, *, until: str = "") -> None:
    """Let both sides stand and fight on until a segment, or the end of the assault."""
    quiet = ("pass", "stand", "done")
    while session.state.tracks["round"] != -1 and not (until and until in session.segment):
        words = answers(session)
        play(session, next((w for w in quiet if w in words), words[0]))


def test_the_assault_costs_a_quarter_of_the_full_allowance_and_the_hex() -> None:
    """HAN-SP-15, HAN-TE-11, HAN-MV-02"""
    units = {"g.pr35.5": "1709", "a.12rc.4": "1609"}
    session = actions("G-PR35", units, more={"g.pr35.5": {"spent": 6}})
    found = refusal(session, "assault 1609 from g.pr35.5")
    assert (found.rule, "3 + 4 MP; 6 are left" in found.reason) == ("HAN-SP-15", True)
    session = actions("G-PR35", units, more={"g.pr35.5": {"spent": 5}})
    assert is_legal(session, "assault 1609 from g.pr35.5")


def test_up_to_three_attackers_of_the_formation_from_adjacent_hexes() -> None:
    """HAN-AS-01, HAN-SP-18"""
    four = {f"g.pr35.{n}": "1411" for n in (1, 2, 4)}
    units = {**four, "g.pr35.5": "1412", "g.pr36.1": "1410", "a.2rc.1": "1311", "g.pr35.6": "1613"}
    session = actions("G-PR35", units)
    assert is_legal(session, "assault 1311 from g.pr35.1 g.pr35.2 g.pr35.4")
    assert (
        refused_by(session, "assault 1311 from g.pr35.1 g.pr35.2 g.pr35.4 g.pr35.5") == "HAN-AS-01"
    )
    assert refused_by(session, "assault 1311 from g.pr36.1") == "HAN-SP-18"
    assert refused_by(session, "assault 1311 from g.pr35.6") == "HAN-AS-01"
    assert len([a for a in plain(session) if a.startswith("assault 1311")]) == 4 + 6 + 4


def test_guns_and_hqs_do_not_assault() -> None:
    """HAN-AT-01"""
    units = {"g.pj39.1": "1411", "g.sr3i.hq": "1411", "a.2rc.1": "1311"}
    session = actions("G-SR3-I", units)
    assert refused_by(session, "assault 1311 from g.pj39.1") == "HAN-AT-01"
    assert refused_by(session, "assault 1311 from g.sr3i.hq") == "HAN-AT-01"


def test_a_staged_unit_waits_and_assaults_with_another() -> None:
    """HAN-AS-01, HAN-FM-05"""
    units = {"g.pr35.1": "1412", "g.pr35.2": "1412", "a.2rc.1": "1311"}
    bad = {"a.2rc.1": ["demoralized", "neutralized"]}
    session = actions("G-PR35", units, states=bad, dice=[7] * 12)
    play(session, "move g.pr35.1 1412-1411")
    while asked(session).side == "allied":
        play(session, "pass")
    play(session, "stage g.pr35.1")
    assert is_legal(session, "fire g.pr35.1 at a.2rc.1")
    assert refused_by(session, "move g.pr35.1 1411-1412") == "HAN-AS-01"
    play(session, "assault 1311 from g.pr35.1 g.pr35.2")
    fight(session, until="between1")
    assert columns(session)[:2] == ["4", "5"]


def test_defenders_may_retreat_before_the_assault() -> None:
    """HAN-AS-02, HAN-FB-01, HAN-AS-07: a hex won without a round; no fatigue, no check."""
    session = actions("G-PR35", {**ONE, "a.2rc.2": "0505"})
    play(session, "assault 1311 from g.pr35.1")
    assert session.segment == "hannut.allied.assault.retreat"
    assert "1411" not in {a.split()[-1][:4] for a in answers(session)}
    play(session, next(a for a in answers(session) if a.endswith("1211")))
    assert (at(session, "g.pr35.1"), states(session, "g.pr35.1")) == ("1311", set())
    assert states(session, "a.2rc.1") == {"opp used", "dispersed"}
    assert rolled(session) == []


def test_opportunity_fire_at_the_attackers_before_they_enter() -> None:
    """HAN-AS-02, HAN-RE-03"""
    units = {**ONE, "a.2rc.2": "1211"}
    session = actions("G-PR35", units, dice=[5, 3, 5])
    play(session, "assault 1311 from g.pr35.1", "pass")
    assert session.segment == "hannut.allied.assault.opportunity"
    assert set(answers(session)) == {
        "fire a.2rc.1 at g.pr35.1", "fire a.2rc.2 at g.pr35.1", "pass",
    }  # fmt: skip
    play(session, "fire a.2rc.2 at g.pr35.1")
    assert states(session, "g.pr35.1") == {"reduced"}
    assert "fire a.2rc.2 at g.pr35.1" not in answers(session)


def test_a_neutralized_attacker_drops_out_and_no_assault_is_left() -> None:
    """HAN-AS-02, HAN-AS-07: attackers all stopped before round 1 have not lost."""
    session = actions("G-SR3-I", {"g.sr3i.1": "1411", "a.2rc.1": "1311"}, dice=[5, 9])
    play(session, "assault 1311 from g.sr3i.1", "pass", "fire a.2rc.1 at g.sr3i.1")
    assert at(session, "g.sr3i.1") == "1411"
    assert states(session, "g.sr3i.1") == {"neutralized"}
    assert rolled(session) == [5, 9]


def test_mines_in_the_hex_throw_a_neutralized_attacker_back() -> None:
    """HAN-AS-02, HAN-MI-02"""
    session = actions("G-SR3-I", {"g.sr3i.1": "1411", "a.2rc.1": "1311"}, dice=[6], mines=["1311"])
    play(session, "assault 1311 from g.sr3i.1", "pass", "pass")
    assert (at(session, "g.sr3i.1"), states(session, "g.sr3i.1")) == ("1411", {"neutralized"})


def test_loaded_defenders_unload_and_are_neutralized() -> None:
    """HAN-AS-02, HAN-LO-01"""
    units = {"a.2rc.1": "1311", "g.sr3i.1": "1411"}
    session = actions("F-2RC", units, states={"g.sr3i.1": ["loaded"]}, dice=[7, 7])
    play(session, "assault 1411 from a.2rc.1", "pass")
    assert states(session, "g.sr3i.1") == {"neutralized"}


def test_fire_in_a_round_is_simultaneous() -> None:
    """HAN-AS-03, HAN-GE-06: a unit that dies in the round still fires."""
    units = {"g.pr35.4": "1411", "a.11rdp1.2": "1311"}
    weak = {"a.11rdp1.2": ["reduced"]}
    session = actions("G-PR35", units, states=weak, dice=[2, 2, 5])
    play(session, "assault 1311 from g.pr35.4", "pass", "pass")
    assert at(session, "a.11rdp1.2") == "eliminated"
    assert columns(session) == ["8", "3"]
    assert states(session, "g.pr35.4") == {"reduced"}


def test_attackers_choose_targets_first_then_defenders() -> None:
    """HAN-AS-03"""
    units = {"g.pr35.1": "1411", "g.pr35.2": "1411", "a.2rc.1": "1311", "a.2rc.2": "1311"}
    session = actions("G-PR35", units, dice=[7] * 20)
    play(session, "assault 1311 from g.pr35.1 g.pr35.2", "pass", "pass", "pass")
    sides = []
    while asked(session).key == "assault.target":
        sides.append(asked(session).side)
        play(session, answers(session)[0])
    assert sides == ["german", "german", "allied", "allied"]


def test_n_and_z_throw_attackers_back_without_a_choice() -> None:
    """HAN-AS-04, HAN-NE-02"""
    units = {"g.sr3i.1": "1411", "g.sr3i.2": "1411", "a.2rc.1": "1311"}
    session = actions("G-SR3-I", units, dice=[7, 7, 6])
    play(session, "assault 1311 from g.sr3i.1 g.sr3i.2", "pass", "pass")
    play(session, "fire a.2rc.1 at g.sr3i.1")
    back = (at(session, "g.sr3i.1"), states(session, "g.sr3i.1"))
    assert back == ("1411", set())
    assert at(session, "g.sr3i.2") == "1311"


def test_a_z_lets_a_defender_leave_one_hex() -> None:
    """HAN-AS-04, HAN-FB-01"""
    units = {"g.pr35.4": "1411", "a.11rdp1.2": "1311", "a.11rdp1.3": "1311"}
    session = actions("G-PR35", units, dice=[6, 7, 7])
    play(session, "assault 1311 from g.pr35.4", "pass", "pass")
    while asked(session).key != "assault.target":
        play(session, "pass")
    play(session, "fire g.pr35.4 at a.11rdp1.2")
    assert answers(session) == ["leave", "stand"]
    play(session, "leave")
    assert session.segment == "hannut.allied.react.forced"
    play(session, answers(session)[0])
    assert at(session, "a.11rdp1.2") != "1311"
    assert states(session, "a.11rdp1.2") == {"opp used", "dispersed"}
    assert at(session, "a.11rdp1.3") == "1311"


def test_between_rounds_the_passive_side_may_retreat_and_the_active_break_off() -> None:
    """HAN-AS-05, HAN-AS-07"""
    session = actions("G-PR35", ONE, dice=[7, 7, 5])
    play(session, "assault 1311 from g.pr35.1", "pass", "pass")
    assert session.segment == "hannut.german.ops.assault.between1"
    assert asked(session).side == "allied"
    play(session, "pass")
    assert answers(session) == ["pass", "break g.pr35.1"]
    assert ["Fight on", "1. (le.) Kp./Pz.Rgt. 35 breaks off"] == [
        option.label for option in asked(session).options()
    ]
    play(session, "break g.pr35.1")
    assert at(session, "g.pr35.1") == "1411"
    assert rolled(session)[-1] == 5
    assert "opp used" not in states(session, "g.pr35.1")
    session = actions("G-PR35", {**ONE, "g.pr35.hq": "2411"}, dice=[7, 7, 5])
    play(session, "assault 1311 from g.pr35.1", "pass", "pass")
    play(session, next(a for a in answers(session) if a.startswith("retreat")))
    assert at(session, "g.pr35.1") == "1311"
    assert "fatigued" not in states(session, "g.pr35.1")


def test_after_three_rounds_the_attackers_withdraw_tired() -> None:
    """HAN-AS-06, HAN-AS-07, HAN-FT-01"""
    session = actions("G-PR35", ONE, dice=[7] * 7)
    play(session, "assault 1311 from g.pr35.1")
    fight(session)
    assert at(session, "g.pr35.1") == "1411"
    assert states(session, "g.pr35.1") == {"demoralized"}
    assert len(rolled(session)) == 7
    assert left(session) == 0
    assert "acted" in session.state.units["g.pr35.1"].states


def test_hqs_alone_cannot_hold_a_hex() -> None:
    """HAN-AS-08, HAN-AS-07"""
    units = {"g.pr35.1": "1411", "a.2rc.hq": "1311", "a.1rc.1": "0505"}
    session = actions("G-PR35", units)
    play(session, "assault 1311 from g.pr35.1", "pass")
    assert session.segment == "hannut.allied.react.forced"
    assert not is_legal(session, "pass")
    play(session, answers(session)[0])
    assert at(session, "g.pr35.1") == "1311"
    assert rolled(session) == []


def test_a_column_ends_with_the_first_round() -> None:
    """HAN-CO-04, HAN-FM-03"""
    units = {"g.pr35.1": "1710", "a.2rc.1": "1611"}
    session = actions("G-PR35", units, states={"g.pr35.1": ["in column"]}, dice=[7, 7])
    play(session, "assault 1611 from g.pr35.1", "pass", "pass")
    assert "in column" not in states(session, "g.pr35.1")


def test_control_passes_only_when_one_side_is_left() -> None:
    """HAN-CT-01, HAN-AS-07"""
    units = {"g.pr35.5": "1709", "a.12rc.4": "1609"}
    session = actions("G-PR35", units, dice=[7, 7], control={"allied": ["1609"]})
    play(session, "assault 1609 from g.pr35.5", "pass", "pass")
    assert control(session, "1609") == "allied"


def test_the_journal_names_the_assault_and_the_open_question_its_side() -> None:
    """HAN-AS-01, HAN-SP-20"""
    session = actions("G-PR35", ONE)
    assert orders(session).side == "german"
    play(session, "assault 1311 from g.pr35.1")
    assert any("assaults 1311" in text for text in notes(session))
