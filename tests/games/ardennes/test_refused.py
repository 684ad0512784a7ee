"""Refusals of listed answers: the rule that forbids them, what is in the way, and what would be right instead."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.test_lab import laid
from tests.games.table import asked, play, refusal, refused_by
from wargame.flow.session import Session

PZ, PG, FOOT, US, BN = "de.2.2", "de.304.2", "de.39.26", "us.110.28", "us.3-110.28"
FRONT: dict[str, Any] = {
    PZ: {"hex": "3018"}, PG: {"hex": "3018"}, US: {"hex": "2918"}, "us.35eng": {"hex": "2919"},
}  # fmt: skip


def attack(
    hands: dict[str, list[str]], units: Any = FRONT, *, day: int = 18, **more: Any
) -> Session:
    """2 Pz attacks Marnach; the question is its tactic."""
    own = [u for u in units if u.startswith("de.")]
    told = {"hands": hands, "activation": {"card": "G46", "units": own}}
    session = laid("ardennes.ops.german.attack", units, turn=day, set=told, **more)
    play(session, f"attack 2918 from {' '.join(u for u in own if units[u]['hex'] == '3018')}")
    return session


@pytest.mark.parametrize(
    ("card", "rule", "said"),
    [
        ("G11", "ARD-CD-05", "No unit of 116 Pz there"),
        ("G15", "ARD-CD-05", "No unit of 26 VG there"),
        ("G04", "ARD-CD-05", "277 VG"),
        ("G05", "ARD-CD-03", "G05 3 FJ is not in your hand"),
        ("GS08", "ARD-CD-04", "is no tactic"),
        ("X1", "ARD-CD-04", 'There is no card "x1"'),
    ],
)
def test_a_tactic_that_may_not_be_played(card: str, rule: str, said: str) -> None:
    """ARD-CC-01, ARD-CD-05, ARD-CT-04, ARD-CT-05"""
    session = attack({"german": ["G11", "G15", "G04", "GS08", "GS15"], "allied": []})
    found = refusal(session, f"play {card}")
    assert found.rule == rule
    assert said in found.reason
    assert "play GS15" in found.nearest


def test_a_defender_is_told_why_too() -> None:
    """ARD-WE-01, ARD-CT-03, ARD-CT-11"""
    session = attack({"german": [], "allied": ["AS07", "A13", "N01"]})
    assert asked(session).key == "tactics.defence"
    assert refused_by(session, "play AS07") == "ARD-WE-01"
    assert refused_by(session, "play A13") == "ARD-CD-05"
    assert refused_by(session, "play N04") == "ARD-CD-03"


def hit(units: Any = FRONT, chits: tuple[str, ...] = ("C14", "C01")) -> Session:
    """Marnach takes two hits."""
    session = attack({"german": [], "allied": []}, units, draws=list(chits))
    if asked(session).key == "chits":
        play(session, asked(session).options()[-1].answer)
    assert asked(session).key == "hits.defence"
    return session


@pytest.mark.parametrize(
    ("answer", "rule", "said"),
    [
        ("retreat 3018", "ARD-RT-06", "The enemy stands in 3018"),
        ("retreat 2917", "ARD-RT-08", "is open, but 2818 or 2919 goes first"),
        ("retreat 2220", "ARD-RT-06", "is not next to them"),
        (f"lose {PZ}", "ARD-CR-01", "No hit falls on 2/2"),
    ],
)
def test_a_hit_that_may_not_be_taken_so(answer: str, rule: str, said: str) -> None:
    """ARD-CR-01, ARD-RT-06, ARD-RT-08"""
    found = refusal(hit(), answer)
    assert found.rule == rule
    assert said in found.reason
    assert found.nearest


def test_an_attack_by_nobody() -> None:
    """ARD-AT-01, ARD-US-01"""
    told = {"activation": {"card": "G13"}}
    units = {**FRONT, "de.2aa.2": {"hex": "3018"}}
    session = laid("ardennes.ops.german.attack", {**units, PG: {"hex": "3118"}}, set=told)
    assert refused_by(session, "attack 2918 from") == "ARD-AT-01"
    assert refused_by(session, "attack 2918 from de.2aa.2") == "ARD-US-01"


def test_too_many_chits() -> None:
    """ARD-CC-06, ARD-CC-07, ARD-CC-11"""
    session = attack({"german": [], "allied": []})
    for answer in ("draw 9", "draw 1", "9"):
        found = refusal(session, answer)
        assert (found.rule, found.reason[:32]) == ("ARD-CC-11", "From 2 to 4 chits are drawn: att")
    assert "draw 4" in found.nearest


def test_a_card_of_the_supply_phase() -> None:
    """ARD-EV-01  A hexside as position files write it; why no Bridge is made good elsewhere."""
    told = {"hands": {"german": ["GS02", "GS08"]}, "bridges": {"2609-2709": "destroyed"}}
    session = laid("ardennes.supply.bridges", FRONT, turn=18, set=told)
    assert asked(session).key == "events.supply"
    assert session.why_not("event GS02 2609-2709") is None
    assert "over a major river" in refusal(session, "event GS02 0314-0414").reason
    assert "no card of the Supply Phase" in refusal(session, "event GS08").reason
    assert refused_by(session, "event GS03 2609-2709") == "ARD-CD-03"


def test_nobody_goes_back_more_than_two_hexes() -> None:
    """ARD-RT-03  A Dispersed unit goes back one hex; what is left are steps."""
    weak = {"hex": "2918", "states": ["dispersed"]}
    session = hit({**FRONT, US: weak, "us.112.28": weak}, ("C14", "C29", "C17"))
    play(session, "retreat 2818")
    assert refused_by(session, "retreat 2718") == "ARD-RT-03"


def test_an_advance_that_may_not_be_made() -> None:
    """ARD-AD-01, ARD-AD-02, ARD-RB-22, ARD-RB-11"""
    units = {PZ: {"hex": "3018"}, FOOT: {"hex": "3018"}, BN: {"hex": "2918"}, PG: {"hex": "3019"}}
    session = attack({"german": [], "allied": []}, units, draws=["C14", "C31"])
    play(session, "draw 2", f"lose {BN}")
    assert asked(session).key == "advance"
    assert refused_by(session, f"advance {PG} 2918") == "ARD-AD-01"
    assert refused_by(session, f"advance {FOOT} 2818") == "ARD-AD-02"
    play(session, f"advance {PZ} 2918")
    assert asked(session).key == "react.roadblock"
    assert refused_by(session, "roadblock 2919") == "ARD-RB-11"
    assert refused_by(session, "roadblock 2220") == "ARD-RB-07"


def test_a_unit_that_may_not_dig_in() -> None:
    """ARD-IP-01, ARD-SS-05, ARD-AC-09"""
    units = {
        PZ: {"hex": "3018"}, PG: {"hex": "2220"}, "de.2aa.2": {"hex": "2014", "states": ["out of supply"]},
    }  # fmt: skip
    told = {"activation": {"card": "G13"}}
    session = laid("ardennes.ops.german.recover", units, turn=18, set=told)
    assert refused_by(session, f"dig {PG} 2220") == "ARD-IP-01"
    assert refused_by(session, "dig de.2aa.2 2014") == "ARD-SS-05"
    assert refused_by(session, f"dig {PZ} 3019") == "ARD-AC-09"


def test_a_reserve_that_may_not_be_placed() -> None:
    """ARD-RD-12, ARD-AC-07"""
    units = {**FRONT, "de.9sspz.9ss": {"box": "reserve"}}
    session = laid(units=units, turn=18, set={"hands": {"german": ["G20"]}})
    play(session, "deploy G20")
    assert refused_by(session, "place de.9sspz.9ss 4014") == "ARD-RD-12"
    assert refused_by(session, f"place {PZ} 3601") == "ARD-AC-07"


@pytest.mark.parametrize(
    ("answer", "rule", "said"),
    [
        ("event GS02 0314-0414", "ARD-EV-01", "over a major river"),
        ("event GS02 2609", "ARD-EV-01", "name two hexes"),
        ("event GS12 2802", "ARD-EV-01", "2802 Eupen is a City or Town"),
        ("event GS12 3018", "ARD-EV-01", "A unit stands in 3018"),
        ("event GS17 G11", "ARD-EV-01", "does not lie among the discards"),
        ("event GS15", "ARD-CD-04", "has no event"),
        ("group G43 3018", "ARD-AC-05", "names no Kampfgruppe"),
    ],
)
def test_an_event_that_cannot_be_about_that(answer: str, rule: str, said: str) -> None:
    """ARD-EV-01, ARD-AC-05"""
    told = {
        "hands": {"german": ["GS02", "GS12", "GS15", "GS17", "G43"]},
        "discards": {"german": ["G13"]},
    }
    found = refusal(laid(units=FRONT, set=told), answer)
    assert (found.rule, said in found.reason) == (rule, True), found.reason


def test_a_hexside_is_written_as_anywhere_else() -> None:
    """ARD-EV-01  "2609-2709", as position files and the journal have it, or with a bar."""
    told = {"hands": {"german": ["GS02"]}, "bridges": {"2609-2709": "destroyed"}}
    session = laid(units=FRONT, set=told)
    assert session.why_not("event GS02 2609|2709") is None
    assert session.why_not("event GS02 2609-2709") is None


@pytest.mark.parametrize(
    ("mode", "segment"), [("2p", "ardennes.ops.opening"), ("gs", "ardennes.ops.german.command")]
)
def test_in_the_opening_cards_command_alone(mode: str, segment: str) -> None:
    """ARD-DX-03, ARD-DX-06"""
    session = laid(segment, FRONT, turn=16, mode=mode, set={"hands": {"german": ["G13", "GS02"]}})
    for answer in ("event GS02 3018-3118", "discard G13", "deploy G13"):
        assert refused_by(session, answer) == "ARD-DX-06"
    if mode == "2p":
        labels = {option.answer: option.label for option in asked(session).options()}
        assert "this impulse is lost" in labels["pass"]
