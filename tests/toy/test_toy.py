"""The toy's own rules, each by its id: how tests of a real game look, too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.toy import TOY
from wargame.flow.ask import Ask, AttackAsk, PathAsk
from wargame.flow.lab import prepare_lab
from wargame.flow.session import Session, new_header

SCENARIO = "toy/crossroads"


def lay(segment: str, dice: tuple[int, ...] = (), **units: str) -> Session:
    """A position with these units only: r1="0303" or r1="0303 shaken"."""
    places = {name: text.split() for name, text in units.items()}
    lab: dict[str, Any] = {
        "scenario": SCENARIO,
        "segment": segment,
        "clear": True,
        "dice": dice,
        "units": {name: {"hex": p[0], "states": p[1:]} for name, p in places.items()},
    }
    header = new_header(TOY, SCENARIO, 1, lab=lab, dice=dice)
    return Session.start(TOY, header, prepare_lab(TOY, lab))


def asked(session: Session) -> Ask[Any]:
    """The open question."""
    assert session.ask is not None
    return session.ask


def where(session: Session, unit: str) -> str:
    """The hex of a unit, or its box."""
    found = session.state.units[unit]
    return session.game.grid.name(found.hex) if found.hex >= 0 else found.box


def test_toy_mv_01_the_road_costs_one_half_and_the_rest_by_terrain() -> None:
    session = lay("toy.red.move", r1="0103", b1="0806")
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    costs = ask.costs("move r1 0103-0203-0303-0403-0404")
    assert [(cost, why) for _, cost, why in costs] == [
        (1, "road"), (1, "road"), (1, "road"), (4, "wood"),
    ]  # fmt: skip
    left = ask.reach("move r1")
    assert left[session.game.grid.hex("0403")] == 5


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("0303-0302-0202-0102-0101-0201", "TOY-MV-01"),
        ("0303-0403-0503-0603", "TOY-MV-02"),
        ("0303-0403-0503-0504", "TOY-MV-03"),
        ("0303-0304", "TOY-MV-03"),
    ],
)
def test_toy_mv_a_move_is_refused_by_its_rule(path: str, rule: str) -> None:
    session = lay("toy.red.move", r1="0303", r2="0304", r3="0304", b1="0504")
    refusal = session.why_not(f"move r1 {path}")
    assert refusal is not None
    assert refusal.rule == rule


def test_toy_mv_04_a_shaken_unit_neither_moves_nor_stops_others() -> None:
    session = lay("toy.red.move", r1="0303", r2="0102 shaken", b1="0504 shaken")
    assert session.why_not("move r2 0102-0101") is not None
    assert session.why_not("move r1 0303-0403-0503-0603") is None


@pytest.mark.parametrize(("die", "shaken"), [(4, False), (5, True), (6, True)])
def test_toy_fi_01_five_and_six_shake(die: int, shaken: bool) -> None:
    session = lay("toy.red.move", (die,), r1="0303", b1="0503")
    session.answer("move r1 0303-0403")
    session.answer("fire b1")
    assert ("shaken" in session.state.units["r1"].states) is shaken


@pytest.mark.parametrize(
    ("die", "dig", "b1", "shaken"),
    [
        (1, "no", "0403", False),
        (2, "no", "0503", False),
        (6, "no", "lost", False),
        (1, "yes", "0403", True),
        (5, "yes", "lost", False),
    ],
)
def test_toy_cb_02_and_03_the_chart_decides(die: int, dig: str, b1: str, shaken: bool) -> None:
    session = lay("toy.red.combat", (die,), r1="0303", r2="0302", b1="0403", b2="0806")
    session.answer("attack 0403 from r1 r2")
    assert asked(session).side == "blue"
    session.answer(dig)
    if session.segment.endswith("defence"):
        session.answer("0503")
    assert where(session, "b1") == b1
    assert ("shaken" in session.state.units["r1"].states) is shaken


def test_toy_cb_02_the_odds_shown_are_the_odds_resolved() -> None:
    session = lay("toy.red.combat", r1="0303", r2="0302", b1="0403", b2="0806")
    odds = asked(session).odds("attack 0403 from r1 r2")
    assert odds is not None
    assert (odds.column, odds.basis) == ("2:1", "7 against 3")
    assert {told.words: told.chance for told in odds.outcomes} == {
        "-": Fraction(1, 6), "R": Fraction(2, 3), "E": Fraction(1, 6),
    }  # fmt: skip


def test_toy_cb_04_a_unit_without_refuge_is_eliminated() -> None:
    session = lay("toy.red.combat", (4,), r1="0701", b1="0801", b2="0806")
    session.answer("attack 0801 from r1")
    session.answer("no")
    assert where(session, "b1") == "lost"


def test_toy_cb_01_attackers_stand_next_to_the_target() -> None:
    session = lay("toy.red.combat", r1="0303", r2="0101", b1="0403")
    ask = asked(session)
    assert isinstance(ask, AttackAsk)
    grid = session.game.grid
    assert [grid.name(h) for h in ask.targets()] == ["0403"]
    assert list(ask.attackers(ask.targets())) == ["r1"]
    assert session.why_not("attack 0403 from r2") is not None


def test_toy_vc_01_a_side_without_units_has_lost() -> None:
    session = lay("toy.red.combat", (6,), r1="0303", r2="0302", b1="0403")
    session.answer("attack 0403 from r1 r2")
    session.answer("no")
    ended = session.state.ended
    assert ended is not None
    assert (ended.winner, ended.level) == ("red", "total")


def test_toy_vc_02_the_holder_of_the_crossroads_wins() -> None:
    session = lay("toy.red.move", r1="0303", b1="0806")
    session.answer("move r1 0303-0403")
    while session.ask is not None:
        session.answer("pass")
    ended = session.state.ended
    assert ended is not None
    assert (ended.winner, ended.level) == ("red", "marginal")
