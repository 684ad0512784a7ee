"""Every refused retreat and advance says why: ARR-RS-03, ARR-RS-05, ARR-RS-09, ARR-CO-19."""

from __future__ import annotations

import pytest

from tests.games.arras.table import play, position, refusal
from wargame.flow.session import Session

PAIR = "attack 0410 from fr-1cuir-1 fr-1cuir-2"


def retreating(**more: str) -> Session:
    """I./SR 7 must go 2 or 3 hexes from 0410, two French squadrons stand in 0409."""
    named = {name.replace("_", "-"): place for name, place in more.items()}
    session = position(
        "allied.combat",
        turn=2,
        units={"fr-1cuir-1": "0409", "fr-1cuir-2": "0409", "de-sr7-1": "0410", **named},
        states={"de-sr7-1": ["disrupted"]},
        dice=[5],
    )
    return play(session, PAIR, "no")


@pytest.mark.parametrize(
    ("path", "rule", "says"),
    [
        ("0309-0308", "ARR-RS-09", "0309 is in an enemy ZOC"),
        ("0412-0413", "ARR-RS-09", "0412 is not next to 0410"),
        ("0409-0408", "ARR-RS-09", "0409 holds an enemy unit"),
        ("0411-0510", "ARR-RS-09", "farther from 0410"),
        ("0411", "ARR-RS-05", "2 or 3 hexes, not 1"),
        ("0411-9999", "ARR-RS-09", "9999"),
    ],
)
def test_ARR_RS_09_a_refused_way_names_the_step_and_the_reason(
    path: str, rule: str, says: str
) -> None:
    refused = refusal(retreating(), f"retreat de-sr7-1 {path}")
    assert rule == refused.rule
    assert says in refused.reason


def test_ARR_RS_09_the_hex_it_stands_in_may_be_named_first() -> None:
    session = play(retreating(), "retreat de-sr7-1 0410-0411-0412")
    assert "retreat de-sr7-1 0411-0412" == session.entries[-1].answer


def test_ARR_RS_09_only_units_that_must_retreat_do() -> None:
    refused = refusal(retreating(), "retreat fr-1cuir-1 0408")
    assert ("ARR-RS-09", ("de-sr7-1",)) == (refused.rule, refused.nearest)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("advance fr-2cuir-1 0410", "took no part"),
        ("advance fr-1cuir-1 0510", "was not attacked"),
        ("advance fr-1cuir-1 9999", "9999"),
    ],
)
def test_ARR_CO_19_a_refused_advance_says_why(answer: str, says: str) -> None:
    session = play(retreating(fr_2cuir_1="0309"), "retreat de-sr7-1 0411-0412")
    refused = refusal(session, answer)
    assert "ARR-CO-19" == refused.rule
    assert says in refused.reason
