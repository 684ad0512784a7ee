"""What refusals of East Front name: the rule, the numbers of the answer that was given, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.eastfront.laid import laid, play_to
from tests.games.eastfront.played import position
from tests.games.eastfront.walks import GROUND
from tests.games.table import refusal
from wargame.flow.session import Session

MOVE = "eastfront.axis.movement.ground"


def told(session: Session, answer: str) -> tuple[str, str]:
    """The rule and the sentence that refuse an answer."""
    found = refusal(session, answer)
    return found.rule, found.reason


def test_a_refused_overrun_tells_the_odds_that_its_own_hexside_asks_for() -> None:
    """EF-MV-17, 4.2  2733 is forest: 11:1 over open ground from 2833, 12:1 over the minor river from 2732."""
    for start, needed in (("2833", 11), ("2834", 11), ("2732", 12)):
        session = position(GROUND, {"G-XLI": start, "S-6C": "2733"})
        said = f"An overrun in 2733 needs {needed}:1; this is 20 to 2."
        assert ("EF-MV-17", said) == told(session, f"move G-XLI {start}-2733")


def test_units_named_one_behind_the_other_are_told_how_they_go_together() -> None:
    """EF-MV-11"""
    session = position(GROUND, {"G-XLI": "2033", "G-IX": "2033"})
    rule, said = told(session, "move G-XLI G-IX 2033-2034")
    assert ("EF-MV-11", "Units that go together are joined by a plus: G-XLI+G-IX.") == (rule, said)


def test_a_strait_that_stays_shut_tells_the_ships_of_both_sides() -> None:
    """EF-MV-19  To an enemy shore with 3 against 6; a motorised corps is not asked about ships at all."""
    units = {"G-IX": "3756", "G-XLI": "3756", "N-RO": "3757", "N-XB": "3855"}
    session = laid(MOVE, units, turn=60)
    rule, said = told(session, "move G-IX 3756-3856")
    assert ("EF-MV-19", True) == (rule, said.endswith("more ships near than the enemy: 3 to 6."))
    assert told(session, "move G-XLI 3756-3856")[1].endswith("on foot, as a whole move.")


def test_a_unit_that_gets_no_replacements_is_told_why() -> None:
    """EF-RP-10, EF-RP-11, EF-RP-13, EF-RP-16, EF-RF-18, EF-SP-26"""
    units: Mapping[str, Any] = {
        "G-VII": {"hex": "0635", "steps": 1}, "G-XLI": {"hex": "0635", "steps": 1}, "A-H4": "0834",
        "G-IX": {"hex": "0834", "steps": 1, "level": 1}, "R-III": {"hex": "0835", "steps": 1},
        "G-II": "0533", "G-LIII": {"hex": "0345", "steps": 1}, "G-XX": {"hex": "1136", "steps": 1},
        "S-4": "1236", "A-H16": {"box": "pool", "out": 27}, "G-S1": {"box": "gone"},
        "G-V": {"hex": "0340", "steps": 1},
    }  # fmt: skip
    session = laid(
        "eastfront.axis.replacement.ground", units, turn=30, layout={"rp": {"axis inf": 6}}
    )
    for answer, rule, said in (
        ("restore G-IX", "EF-RP-10", "IX Corps is at U1; steps go to units at U0."),
        ("restore R-III", "EF-SP-26", "Romanian III Corps takes 1 infantry RP of its own nation; saved: 0."),
        ("restore G-II", "EF-RP-16", "II Corps has all its 3 steps."),
        ("restore G-XLI", "EF-RP-10", "XLI Motorised Corps takes 1 arm RP; saved: 0."),
        ("restore G-LIII", "EF-RP-10", "LIII Corps is in range of no HQ in supply that serves it, and in no city on a fed net."),
        ("restore G-XX", "EF-RP-10", "XX Corps stands in an enemy ZOC."),
        ("restore A-H4", "EF-RP-10", "4th Army takes no replacements."),
        ("restore S-4", "EF-RP-10", "4th Rifle Corps is no unit of yours on the map."),
        ("rebuild A-H16 1", "EF-RP-13", "16th Army returns in turn 31."),
        ("rebuild G-S1 1", "EF-RF-18", "Security Division 207/285 never comes back."),
        ("rebuild G-VII 1", "EF-RP-11", "VII Corps is not among your units that may be rebuilt."),
    ):  # fmt: skip
        assert (rule, said) == told(session, answer)
    session.answer("restore G-VII")
    session.answer("restore G-VII")
    assert "VII Corps has got its 2 steps of this turn." == told(session, "restore G-VII")[1]


def test_an_air_unit_that_does_not_return_is_told_why() -> None:
    """EF-RP-12"""
    units: dict[str, str | dict[str, Any]] = {
        "G-VII": "0635",
        "A-JG51": {"box": "pool"},
        "A-ZG26": {"box": "pool"},
        "A-KG2": "0635",
    }
    session = laid("eastfront.axis.replacement.air", units, turn=30, layout={"rp": {"axis air": 1}})
    assert "ZG 26 takes 2 air RP; saved: 1." == told(session, "return A-ZG26 0340")[1]
    assert told(session, "return A-JG51 0635")[1].endswith("has room; 0635 is none.")
    assert "KG 2 is not among your eliminated air units." == told(session, "return A-KG2 0340")[1]


def test_a_hex_that_gets_no_supply_is_told_why() -> None:
    """EF-RF-11  No source, a source that is lost, one that has had its share."""
    session = laid(
        "eastfront.axis.reinforcement.arrivals", {"G-VII": "0635"}, turn=30,
        layout={"control": {"soviet": ["0154"]}},
    )  # fmt: skip
    assert "0635 Warsaw is no supply source of yours." == told(session, "allocate 0635=11")[1]
    assert "0154 Belgrade is isolated or not yours." == told(session, "allocate 0154=11")[1]
    session.answer("allocate 0340=8 0335=3")
    full = "0340 Krakow has had its 8 points of this turn."
    assert ("EF-RF-11", full) == told(session, "allocate 0340=2")


def test_a_small_scenario_says_where_its_area_ends() -> None:
    """EF-SC-03, EF-MV-20  Column 26 is the last of Minsk; in the campaign ground ends at the sea alone."""
    minsk = laid(MOVE, {"G-XLVII": "2631"}, turn=3, scenario="minsk")
    said = "2731 lies outside the area of this scenario."
    assert ("EF-SC-03", said) == told(minsk, "move G-XLVII 2631-2731")
    campaign = laid(MOVE, {"G-IX": "2453"}, turn=60)
    assert "EF-MV-20" == told(campaign, "move G-IX 2453-2454")[0]


def test_who_makes_no_surprise_is_told_why() -> None:
    """EF-SU-11  Chits, supply, weather, eight hexes; the order in which two HQs are named does not matter."""
    ready = ["ready chit"]
    units: dict[str, str | dict[str, Any]] = {
        "A-HP1": {"hex": "0935", "states": ready}, "A-HP2": {"hex": "0635", "states": ready},
        "A-HP3": {"hex": "0935", "states": ready, "level": 1}, "A-H4": "0635", "G-VII": "0935",
        "A-HP4": {"hex": "1750", "states": ready}, "A-H16": {"hex": "0727", "states": ready},
    }  # fmt: skip
    session = laid(
        "eastfront.axis.initial.surprise", units, turn=45, layout={"weather": {"B": "M"}}
    )
    for pair, said in (
        ("A-HP1 A-HP3", "3rd Panzer Group is out of supply, at U1."),
        ("A-HP1 A-H4", "4th Army has no offensive chit ready."),
        ("A-HP1 A-H16", "16th Army stands in mud or a blizzard; clear, frost or snow is wanted."),
        ("A-HP1 A-HP4", "1st Panzer Group and 4th Panzer Group are 19 hexes apart; 8 is the most."),
        ("A-HP1", "A surprise turn takes the chits of two HQs."),
    ):
        assert ("EF-SU-11", said) == told(session, f"surprise {pair}")
    assert session.why_not("surprise A-HP2 A-HP1") is None


def test_who_arrives_elsewhere_or_is_not_withdrawn_is_told_why() -> None:
    """EF-RF-10, EF-RF-14, EF-IS-04, EF-RF-17, EF-RF-19"""
    militia = laid(
        "eastfront.soviet.reinforcement.reaction_forces", {"G-VII": "3327", "S-1": "6232"}, turn=16,
        layout={"control": {"axis": ["3726"]}},
    )  # fmt: skip
    for answer, rule, said in (
        ("place Q-MOS1 4027", "EF-RF-14", "near, or next to it; not in 4027."),
        ("place Q-MOS1 3726", "EF-RF-10", "3726 is not yours."),
        ("place Q-MOS2 3827", "EF-RF-10", "Moscow People's Militia 1 is placed now."),
    ):
        found = told(militia, answer)
        assert (rule, True) == (found[0], found[1].endswith(said))
    units: dict[str, str | dict[str, Any]] = {
        "S-1": "3827",
        "S-16": "3827",
        "S-4": "4924",
        "S-6M": "3827",
    }
    corps = laid("eastfront.soviet.reinforcement.arrivals", units, turn=6)
    assert told(corps, "merge S-1 S-4")[1].endswith("do not stand in one hex.")
    assert "6th Mechanised Corps is no rifle corps (SR)." == told(corps, "merge S-1 S-6M")[1]
    africa = laid(
        "eastfront.axis.initial.events",
        {"A-JG51": "0635", "A-JG54": "0635", "A-KG2": "0340"},
        turn=68,
    )
    play_to(africa, "axis", "withdraw")
    wanted = "KG 2 is of type B; wanted is an air unit of type F or A."
    assert ("EF-RF-17", wanted) == told(africa, "withdraw A-KG2")


def test_a_unit_that_no_train_takes_is_told_why() -> None:
    """EF-RA-14"""
    units: dict[str, str | dict[str, Any]] = {
        "G-VII": {"hex": "0937", "mp": 4, "states": ["moved"]}, "G-IX": "0635",
    }  # fmt: skip
    session = laid(MOVE, units, turn=30)
    far = "VII Corps has spent 4 MP, more than half its MA of 5: 3."
    assert ("EF-RA-14", far) == told(session, "rail G-VII 0340")
    assert "IX Corps stands in 0635 Warsaw already." == told(session, "rail G-IX 0635")[1]
