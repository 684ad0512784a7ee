"""Passive reactions, fall back and retreat (HAN-RE, HAN-FB)."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    columns,
    is_legal,
    left,
    orders,
    play,
    position,
    refused_by,
    rolled,
    states,
)
from wargame.flow.session import Session
from wargame.games.hannut.retreat import from_hex, legal
from wargame.games.hannut.segments.reactions import may_react

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Units far away that keep the segment and the game open."""


def goals(session: Session, unit: str) -> set[str]:
    """Last hexes of the retreats a unit is offered."""
    found = [a for a in answers(session) if a.startswith(f"retreat {unit} ")]
    return {a[-4:] for a in found}


def test_the_triggers_and_their_order() -> None:
    """HAN-RE-01, HAN-SP-19: retreats first, then opportunity fire."""
    units = {**IDLE, "g.pr35.1": "1412", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    play(session, "move g.pr35.1 1412-1411-1410")
    assert session.segment == "hannut.allied.react.retreat"
    assert asked(session).rule == "HAN-RE-02"
    play(session, "pass")
    assert session.segment == "hannut.allied.react.opportunity"
    play(session, "pass")
    assert at(session, "g.pr35.1") in ("1411", "1410")


def test_every_hex_entered_is_a_trigger() -> None:
    """HAN-RE-01"""
    units = {**IDLE, "g.pr35.1": "1613", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    play(session, "move g.pr35.1 1613-1512-1412-1413")
    asks = 0
    while asked(session).side == "allied":
        asks += 1
        play(session, "pass")
    assert asks >= 2
    assert at(session, "g.pr35.1") == "1413"


def test_a_retreat_needs_no_check_and_goes_one_or_two_hexes() -> None:
    """HAN-RE-02, HAN-FB-01"""
    units = {**IDLE, "g.pr35.1": "1511", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    play(session, "move g.pr35.1 1511-1411")
    grid = session.game.grid
    far = {grid.distance(grid.hex(h), grid.hex("1411")) for h in goals(session, "a.2rc.1")}
    assert far == {2, 3}
    play(session, "retreat a.2rc.1 1211-1111")
    assert (at(session, "a.2rc.1"), states(session, "a.2rc.1")) == (
        "1111",
        {"opp used", "dispersed"},
    )
    assert rolled(session) == []


def test_a_unit_retreats_once_a_segment() -> None:
    """HAN-RE-02"""
    units = {**IDLE, "g.pr35.1": "1511", "a.2rc.1": "1311", "g.pr35.2": "1511"}
    session = actions("G-PR35", units)
    play(session, "move g.pr35.1 1511-1411", "retreat a.2rc.1 1211")
    while asked(session).side == "german" and orders(session).open:
        play(session, "move g.pr35.1 1411-1311")
    assert at(session, "a.2rc.1") == "1211"
    assert "react.retreat" not in session.segment


def test_opp_used_does_not_hinder_a_retreat() -> None:
    """HAN-RE-02, HAN-OU-01, HAN-RP-07"""
    units = {**IDLE, "g.pr35.1": "1511", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"a.2rc.1": ["opp used"]})
    play(session, "move g.pr35.1 1511-1411")
    assert goals(session, "a.2rc.1")
    assert refused_by(session, "fire a.2rc.1 at g.pr35.1") == "HAN-OU-01"
    play(session, "pass")
    assert asked(session).side == "german"


def test_opportunity_fire_takes_a_check_and_is_marked() -> None:
    """HAN-RE-03, HAN-OU-01"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[5, 7])
    play(session, "move g.pr35.1 1612-1511", "fire a.2rc.1 at g.pr35.1")
    assert columns(session) == ["6"]
    assert "opp used" in states(session, "a.2rc.1")


def test_a_failed_attempt_is_spent_for_this_action_only() -> None:
    """HAN-RE-03"""
    units = {**IDLE, "g.pr35.1": "1612", "g.pr35.2": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[12])
    play(session, "move g.pr35.1 1612-1511", "fire a.2rc.1 at g.pr35.1")
    assert "opp used" not in states(session, "a.2rc.1")
    play(session, "move g.pr35.1 1511-1510")
    assert asked(session).side == "german"
    play(session, "done") if orders(session).open else None
    play(session, "move g.pr35.2 1612-1511")
    assert is_legal(session, "fire a.2rc.1 at g.pr35.2")


def test_several_units_react_one_after_another() -> None:
    """HAN-RE-03"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311", "a.2rc.2": "1310"}
    session = actions("G-PR35", units, dice=[12, 12])
    play(session, "move g.pr35.1 1612-1511")
    offered = set(answers(session))
    assert offered == {"fire a.2rc.1 at g.pr35.1", "fire a.2rc.2 at g.pr35.1", "pass"}
    play(session, "fire a.2rc.2 at g.pr35.1")
    assert answers(session) == ["fire a.2rc.1 at g.pr35.1", "pass"]


def test_a_reaction_halts_the_mover_and_it_may_choose_anew() -> None:
    """HAN-RE-03, HAN-SP-12"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[12])
    play(session, "move g.pr35.1 1612-1511-1510", "fire a.2rc.1 at g.pr35.1")
    assert (asked(session).side, at(session, "g.pr35.1")) == ("german", "1511")
    assert is_legal(session, "move g.pr35.1 1511-1611")


def test_return_fire_comes_after_the_result_from_the_target_alone() -> None:
    """HAN-RE-04"""
    units = {**IDLE, "g.pr35.4": "1511", "a.2rc.1": "1311", "a.2rc.2": "1311"}
    session = actions("G-PR35", units, dice=[7, 5, 7])
    play(session, "fire g.pr35.4 at a.2rc.1")
    assert "fire a.2rc.1 at g.pr35.4" in answers(session)
    assert refused_by(session, "fire g.pr35.4 at a.2rc.1") == "HAN-RE-05"
    assert not is_legal(session, "fire a.2rc.2 at g.pr35.4")
    play(session, "fire a.2rc.1 at g.pr35.4")
    assert "opp used" not in states(session, "a.2rc.1")
    assert left(session) == 0


def test_opp_used_units_still_return_fire() -> None:
    """HAN-RE-04, HAN-OU-01"""
    units = {**IDLE, "g.pr35.4": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"a.2rc.1": ["opp used"]}, dice=[7])
    play(session, "fire g.pr35.4 at a.2rc.1")
    assert is_legal(session, "fire a.2rc.1 at g.pr35.4")
    assert any(a.startswith("retreat a.2rc.1") for a in answers(session))


def test_a_target_that_fell_back_does_not_react() -> None:
    """HAN-RE-04, HAN-RE-02"""
    units = {**IDLE, "g.pr35.4": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[4])
    play(session, "fire g.pr35.4 at a.2rc.1")
    play(session, next(a for a in answers(session) if a.startswith("back")))
    assert asked(session).side == "german"


def test_active_units_never_react() -> None:
    """HAN-RE-05"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[3, 7])
    play(session, "move g.pr35.1 1612-1511", "fire a.2rc.1 at g.pr35.1")
    assert asked(session).side == "german"
    assert orders(session).open == ("g.pr35.1",)


def test_nobody_is_asked_who_could_not_react() -> None:
    """HAN-RE-01: a quick look before each step finds those who can."""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    g = session.game
    assert may_react(g, ["g.pr35.1"], g.grid.hex("1411"))
    assert not may_react(g, ["g.pr35.1"], g.grid.hex("2311"))


# -- where to -------------------------------------------------------------------------------------


def test_classes_of_retreat_hexes() -> None:
    """HAN-FB-01: farther and free first; nearer hexes never."""
    units = {**IDLE, "a.2rc.1": "1311", "g.pr35.1": "1411"}
    session = actions("G-PR35", units)
    g = session.game
    found = legal(g, "a.2rc.1", from_hex(g.grid.hex("1411")))
    assert [g.grid.name(h) for h in found] == ["1211", "1212", "1312"]
    session = actions("G-PR35", {**units, "g.pr35.2": "1111", "g.pr35.4": "1213"})
    g = session.game
    found = legal(g, "a.2rc.1", from_hex(g.grid.hex("1411")))
    assert [g.grid.name(h) for h in found] == ["1211", "1212", "1312"]
    session = actions(
        "G-PR35", {**units, "g.pr35.2": "1211", "g.pr35.4": "1312", "g.pr35.5": "1212"}
    )
    g = session.game
    found = legal(g, "a.2rc.1", from_hex(g.grid.hex("1411")))
    assert {g.grid.distance(h, g.grid.hex("1411")) for h in found} <= {1}


def test_no_retreat_off_the_map_and_no_hex_means_standing() -> None:
    """HAN-FB-02, HAN-GE-04"""
    units = {
        **IDLE,
        "g.pr35.4": "0202",
        "a.11rdp1.2": "0101",
        "g.pr35.1": "0102",
        "g.pr35.2": "0201",
    }
    session = actions("G-PR35", units, dice=[6])
    play(session, "fire g.pr35.1 at a.11rdp1.2")
    assert states(session, "a.11rdp1.2") == {"neutralized"}


def test_a_neutralized_unit_checks_before_it_falls_back() -> None:
    """HAN-GE-04, HAN-FB-01, HAN-NE-08, HAN-MO-03"""
    units = {**IDLE, "g.pr35.4": "1411", "a.2rc.1": "1311"}
    shaken = {"a.2rc.1": ["neutralized"]}
    session = actions("G-PR35", units, states=shaken, dice=[4, 8, 12])
    play(session, "fire g.pr35.4 at a.2rc.1")
    play(session, next(a for a in answers(session) if a.startswith("back")))
    assert rolled(session) == [4, 8, 12]
    assert (at(session, "a.2rc.1"), states(session, "a.2rc.1")) == (
        "1311",
        {"neutralized", "fatigued"},
    )


def test_mines_meet_a_german_unit_that_falls_back() -> None:
    """HAN-FB-01, HAN-MI-02, HAN-DI-02"""
    units = {"a.2rc.1": "1311", "a.2rc.2": "0505", "g.pr35.1": "1411", "g.pr36.8": "2510"}
    session = actions("F-2RC", units, dice=[5, 6], mines=["1511"])
    play(session, "fire a.2rc.1 at g.pr35.1", "back 1511")
    assert states(session, "g.pr35.1") == {"opp used", "dispersed", "neutralized"}


def test_dispersed_goes_at_the_next_activation() -> None:
    """HAN-DI-02"""
    units = {"g.pr35.1": "2311", "a.1rc.1": "0505"}
    session = position(
        "german.ops.recover", units, drawn="G-PR35", states={"g.pr35.1": ["dispersed", "opp used"]}
    )
    assert states(session, "g.pr35.1") == {"opp used"}
