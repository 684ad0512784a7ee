"""What is said to an answer that a list of East Front does not hold: the rule, numbers, and what is legal instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.eastfront.laid import asked, laid
from wargame.flow.session import Session

Units = Mapping[str, str | Mapping[str, Any]]
HQ = {"A-H4": {"hex": "2836", "sp": 8}}


def said(session: Session, answer: str) -> str:
    """Why an answer is refused, with its rule and what is legal instead."""
    refusal = session.why_not(answer)
    assert refusal is not None, answer
    assert refusal.nearest, answer
    return str(refusal)


def test_reserves() -> None:
    """EF-RX-10  MP spent and allowed, the level, the way it came, the HQs and their ratings."""
    units: Units = {
        "A-H4": "0936", "G-XII": {"hex": "0936", "mp": 4}, "G-XX": "0936", "G-I": "0935", "G-IX": "0935",
        "G-XIII": {"hex": "0934", "level": 2}, "G-II": {"hex": "0934", "states": ["railed"]},
        "G-LVII": "0945", "S-28": "2840",
    }  # fmt: skip
    session = laid("eastfront.axis.movement.reserve", units, turn=40)
    assert "spent 4 MP, more than half its MA of 5: 3. [EF-RX-10]" in said(session, "reserve G-XII")
    assert "at U2; U0 and U1" in said(session, "reserve G-XIII")
    assert "gone by rail" in said(session, "reserve G-II")
    assert "no HQ in supply" in said(session, "reserve G-LVII")
    assert "no combat unit" in said(session, "reserve A-H4")
    assert "no unit of yours" in said(session, "reserve S-28")
    for unit in ("G-XX", "G-I"):
        session.answer(f"reserve {unit}")
    assert "4th Army 2." in said(session, "reserve G-IX")
    assert "is no Reserve" in said(session, "release G-IX")


def test_attacks_after_a_march() -> None:
    """EF-CB-10  MP spent and allowed, or that it came by rail."""
    units: Units = {
        **HQ, "G-XII": {"hex": "2836", "mp": 4}, "G-I": {"hex": "2836", "states": ["railed"]}, "S-28": "2837",
    }  # fmt: skip
    session = laid("eastfront.axis.combat.declare", units)
    far = said(session, "attack 2837 normal from G-XII")
    assert (
        "spent 4 MP, more than half its MA of 5: 3: no normal attack, a hasty one alone. [EF-CB-10]"
        in far
    )
    assert "by rail: no delayed attack" in said(session, "attack 2837 delayed from G-I")


def fought(units: Units, answer: str, die: int, *, turn: int = 10) -> Session:
    """A battle up to its first question."""
    session = laid("eastfront.axis.combat.declare", units, dice=[die], turn=turn)
    session.answer(answer)
    if asked(session) == ("axis", "attack"):
        session.answer("done")
    return session


def test_losses() -> None:
    """EF-CB-23, EF-UN-04  Armour that told loses first; small units last; nobody of the other side."""
    units: Units = {**HQ, "G-LVII": "2836", "G-SST": "2836", "G-XII": "2836", "S-28": "2837"}
    session = fought(units, "attack 2837 normal from G-LVII G-SST G-XII", 1)
    assert asked(session) == ("axis", "losses")
    assert "not armoured" in said(session, "lose G-XII")
    assert "no unit of yours in this battle" in said(session, "lose S-28")
    units = {**HQ, "G-XX": "2836", "G-XII": "2836", "G-S3": "2836", "S-28": "2837"}
    session = fought(units, "attack 2837 normal from G-XX G-XII G-S3", 1)
    assert "large units lose their steps first. [EF-UN-04]" in said(session, "lose G-S3")


def test_retreat_and_advance() -> None:
    """EF-CB-24, EF-CB-25, EF-CB-28  How far, past whom, which hex goes first; who advances where."""
    units: Units = {
        **HQ, "G-XII": "2836", "G-XX": "2836", "G-IX": "2838", "S-28": {"hex": "2837", "level": 3},
    }  # fmt: skip
    session = fought(units, "attack 2837 normal from G-XII G-XX", 3)
    assert asked(session) == ("soviet", "retreat")
    assert "2736 or 2936 or 2937 goes first. [EF-CB-25]" in said(session, "retreat S-28 2737")
    assert "Enemies stand in 2838" in said(session, "retreat S-28 2838")
    assert "goes back 1 hex, not 2" in said(session, "retreat S-28 2937-2938")
    assert "28th Rifle Corps retreats now" in said(session, "retreat G-XII 2835")
    session.answer("retreat S-28 2937")
    assert "advances into 2837 first" in said(session, "advance G-XII 2937")
    assert "did not attack 2837" in said(session, "advance G-IX 2837")
    session.answer("advance G-XII 2837")
    assert "not combat-motorised" in said(session, "advance G-XII 2937")


def test_the_second_hex_of_an_advance() -> None:
    """EF-CB-28  Not after D1."""
    units: Units = {**HQ, "G-XXIV": "2836", "G-LVII": "2836", "S-28": "2837", "S-47": "2938"}
    session = fought(units, "attack 2837 normal from G-XXIV G-LVII", 4)
    while asked(session)[1] == "retreat":
        session.answer(session.ask.options()[0].answer if session.ask else "")
    session.answer("advance G-XXIV 2837")
    assert "After D1 nobody advances a second hex" in said(session, "advance G-XXIV 2838")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("react N-RO 2957", "more than 8 hexes by sea"), ("react N-RO 2059", "no sea hex of that path"),
        ("react N-GL 2755", "another sea: Baltic"), ("react G-XII 2755", "no naval group"),
    ],
)  # fmt: skip
def test_reaction_at_sea(answer: str, words: str) -> None:
    """EF-NV-12  The sea, the path, the distance."""
    units: Units = {"N-XT": "2453", "N-RO": "1958", "N-GL": "0925", "G-XII": "1357", "S-28": "2453"}
    session = laid("eastfront.soviet.movement.naval", units, turn=5)
    session.answer("sail N-XT 2454-2554-2655-2755-2756-2856-2956-2957-3058")
    assert asked(session) == ("axis", "naval.react")
    assert words in said(session, answer)


def test_interception() -> None:
    """EF-AR-10, EF-AR-12  Types, readiness, range and distance."""
    units: Units = {
        "A-KG2": "0635", "V-WES1": "1135", "V-WES2": {"hex": "1132", "states": ["flown"]},
        "V-WES4": "1132", "V-MOS1": "3827", "G-XII": "1034", "S-28": "1436",
    }  # fmt: skip
    session = laid("eastfront.axis.initial.air", units)
    session.answer("fly RB A-KG2 1133")
    assert asked(session) == ("soviet", "air.intercept")
    assert "types A and F do" in said(session, "intercept V-WES4")
    assert "not ready" in said(session, "intercept V-WES2")
    assert "its range is 5. [EF-AR-12]" in said(session, "intercept V-MOS1")


def test_chits() -> None:
    """EF-SP-19, EF-SP-24  What a chit takes and what is there; one for an HQ, only in supply."""
    units: Units = {
        "A-H4": {"hex": "1136", "sp": 3}, "A-H9": {"hex": "1036", "sp": 8, "states": ["ready chit"]},
        "G-XII": "1136", "S-28": "2840",
    }  # fmt: skip
    session = laid("eastfront.axis.supply.chits", units, layout={"srp": {"1136": 1}})
    short = said(session, "make A-H4")
    assert "4 SP and 1 SRP: 4th Army holds 3 SP, and 1 SRP lie in its hex. [EF-SP-19]" in short
    assert "has a chit" in said(session, "make A-H9")
    assert "no HQ" in said(session, "make G-XII")
    assert "no ready chit" in said(session, "break A-H4")


def test_bands() -> None:
    """EF-PT-11 to EF-PT-14  Where bands go and are raised, and who sweeps them."""
    country = {
        "control": {"axis": ["2132", "2131", "2133", "2032", "2033", "2232", "2233", "2332"]}
    }
    units: Units = {
        "S-P01": {"hex": "2132", "states": ["active"]}, "S-P02": "2233", "G-S2": "2033", "S-28": "3030",
    }  # fmt: skip
    session = laid("eastfront.soviet.movement.partisan", units, turn=50, layout=country)
    assert "An Axis combat unit stands in 2033" in said(session, "march S-P01 2033")
    assert "3 hexes away" in said(session, "march S-P01 2434")
    assert "not active" in said(session, "march S-P02 2232")
    session = laid("eastfront.axis.movement.partisan", units, turn=50, layout=country)
    assert "underground: only a security division" in said(session, "sweep S-P02 G-S2")
    assert "no Axis combat unit" in said(session, "sweep S-P01 S-28")
    session = laid("eastfront.soviet.replacement.partisan", units, turn=50, layout=country)
    assert "Axis units stand in 2033" in said(session, "hide S-P01")
    assert "neither forest" in said(session, "raise S-P03 2232")
    assert "no hex of the USSR in Axis hands" in said(session, "raise S-P03 3030")
