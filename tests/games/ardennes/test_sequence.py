"""The day and the Allied Command Level (ARD-SQ-01, -02, -05, -06, ARD-DX-04, W14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.table import asked, notes, play, position
from wargame.flow.session import Session
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.segments.impulse import level

UNITS = {"de.3pz.2": "3219", "us.110.28": "2018"}


def level_of(turn: int, *, scenario: str = "campaign", **tracks: Any) -> int:
    """The Level of the next Allied impulse."""
    session = position(
        "ops.german.command", UNITS, turn=turn, mode="gs", scenario=scenario, tracks=tracks
    )
    return level(session.game)[0]


def test_w14_the_first_impulse() -> None:
    """W14, ARD-DX-04  Ten whatever he played; in Skyline Drive four (ARD-SC-01)."""
    first: dict[str, Any] = {"allied impulses": 0, "impulse": 1}
    assert 10 == level_of(16, **first, played=6)
    assert 4 == level_of(16, scenario="skyline", **first, played=2)


def test_w14_cards_played_and_one() -> None:
    """W14, ARD-SQ-06"""
    assert 3 == level_of(16, played=2, levels=10)
    assert 7 == level_of(19, played=6)


@pytest.mark.parametrize(("levels", "last"), [(0, 15), (9, 6), (12, 3), (20, 3)])
def test_sq_06_the_last_impulse_of_a_day(levels: int, last: int) -> None:
    """ARD-SQ-06  Three, raised so that the Levels of the day add up to the Allied number (15 on the 19th)."""
    assert last == level_of(19, played=0, levels=levels)


def test_sq_06_skyline_has_no_floor() -> None:
    """ARD-SQ-06  "In the campaign raised": here three."""
    assert 3 == level_of(17, scenario="skyline", played=0)


def test_gs04_commandos_lower_the_level() -> None:
    """ARD-EV-01  Two lower, never below one."""
    assert 3 == level_of(19, played=4, commandos=1)
    assert 1 == level_of(19, played=1, commandos=1)


def test_sq_05_a_pass_leaves_one_last_allied_impulse() -> None:
    """ARD-SQ-05  Then the day is over."""
    session: Session = position(
        "ops.german.command", UNITS, turn=19, mode="gs", tracks={"levels": 15},
        cups={"allied deck": ["N01", "N02"], "allied discards": []}, dice=[1] * 40,
    )  # fmt: skip
    play(session, "done")
    assert 20 == session.state.turn()
    assert [3] == [n["level"] for n in notes(session, "allied_impulse")]


def test_sq_01_the_order_of_a_day() -> None:
    """ARD-SQ-01, ARD-SQ-02  Supply, Card Preparation, Operations, Day End; the German first."""
    day = load_content("campaign").sequence.children[0]
    day = day if day.id == "ardennes.day" else load_content("campaign").sequence
    names = [step.id for step in day.children]
    assert ["ardennes.supply", "ardennes.cards", "ardennes.ops", "ardennes.end"] == names
    for part, below in {
        "supply": "bridges trace surrender roadblocks",
        "cards": "calendar fuel supplemental build hand",
        "end": "status replacements victory advance",
    }.items():
        step = next(s for s in day.children if s.id == f"ardennes.{part}")
        assert [f"ardennes.{part}.{n}" for n in below.split()] == [s.id for s in step.children]


def test_sq_02_the_german_acts_first() -> None:
    """ARD-SQ-02"""
    session = position(
        "cards.hand", UNITS, turn=18, tracks={"impulse": 0, "allied impulses": 0, "opening": 0}
    )
    assert ("german", "command") == (asked(session).side, asked(session).key)


def test_sc_01_a_first_impulse_passed_has_its_level_all_the_same() -> None:
    """ARD-SC-01, ARD-DX-04, ARD-SQ-06  Ten, four in Skyline Drive, although it is also the last of the day."""
    first: dict[str, Any] = {"allied impulses": 0, "impulse": 1, "played": 0}
    assert 10 == level_of(16, **first)
    assert 4 == level_of(16, scenario="skyline", **first)


def test_dx_07_cards_for_units_under_attack_alone() -> None:
    """ARD-DX-07  In the First Impulse the Allies draw when they are attacked, a card an attack, and never else."""
    units = {"de.2.2": "3118", "us.110.28": "2918"}
    session = position(
        "ops.german.move", units, turn=16, mode="gs", cups={"allied deck": ["N04", "N05", "N06"]},
        tracks={"impulse": 1, "allied impulses": 0, "opening": 0},
    )  # fmt: skip
    play(session, "move de.2.2 3118-3018")
    assert asked(session).key == "attack"
    assert len(session.state.cups["allied deck"]) == 3
    play(session, "attack 2918 from de.2.2")
    while asked(session).key.startswith(("tactics", "chits", "hits", "advance", "attack")):
        play(session, asked(session).options()[-1].answer)
    assert len(session.state.cups["allied deck"]) == 2
