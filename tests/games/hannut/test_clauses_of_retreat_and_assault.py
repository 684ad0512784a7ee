"""Every clause of the rules of retreat, recovery and assault results, in positions of their own."""

from __future__ import annotations

from typing import Any

from tests.games.hannut.table import (
    FAR,
    actions,
    answers,
    asked,
    at,
    events,
    hexes,
    named,
    play,
    position,
    refused_by,
    rolled,
    states,
    unit,
)
from wargame.flow.session import Session
from wargame.games.hannut.retreat import from_attackers, from_hex, legal, thrown_back
from wargame.model import events as ev

# -- HAN-MO-04: failed recovery -----------------------------------------------------------------------


def recovering(units: dict[str, str], dice: list[int]) -> Session:
    """A Demoralized company rolls to recover."""
    bad = {"g.pr35.1": ["demoralized"]}
    return position("german.ops.recover", units, drawn="G-PR35", states=bad, dice=dice)


def go_on(session: Session, *, until: str = "ops.action") -> list[str]:
    """Take the first way offered until the question is of another kind; the ways taken."""
    taken = []
    while asked(session).key == "retreat.forced":
        taken.append(answers(session)[0])
        play(session, taken[-1])
    assert asked(session).key == until
    return taken


def test_a_failed_recovery_is_a_retreat_of_two_hexes_and_no_action() -> None:
    """HAN-MO-04, HAN-DM-01"""
    units = {"g.pr35.1": "2311", "g.pr35.2": "2510", "a.2rc.1": "2111"}
    session = recovering(units, [11])
    go_on(session)
    grid = session.game.grid
    assert grid.distance(unit(session, "g.pr35.1").hex, grid.hex("2111")) == 4
    assert {"opp used", "dispersed", "demoralized"} <= states(session, "g.pr35.1")
    assert refused_by(session, "fire g.pr35.1 at a.2rc.1") == "HAN-DM-01"


def test_a_failed_recovery_goes_one_hex_where_there_is_no_second() -> None:
    """HAN-MO-04"""
    full = {f"g.pr36.{n}": "2701" for n in (1, 2, 4)}
    units = {"g.pr35.1": "2602", "g.pr35.2": "2510", "a.2rc.1": "2503", **full}
    session = recovering(units, [11])
    go_on(session)
    steps = [e.path for e in events(session, ev.UnitMoved) if e.unit == "g.pr35.1"]
    assert [hexes(session, "2602", "2601")] == steps


def test_the_threat_of_the_second_hex_is_found_again() -> None:
    """HAN-MO-04"""
    units = {"g.pr35.1": "2311", "g.pr35.2": "1502", "a.2rc.1": "2111", "a.2rc.2": "2612"}
    session = recovering(units, [11])
    assert answers(session) == ["retreat 2411", "retreat 2412"]  # away from 2111
    play(session, "retreat 2412")
    assert answers(session) == ["retreat 2311", "retreat 2312"]  # away from 2612


def test_a_forced_retreat_over_mines_goes_on_and_starts_no_second_one() -> None:
    """HAN-FB-01, HAN-MI-02, HAN-MO-03"""
    units = {"g.pr35.1": "2311", "g.pr35.2": "2510", "a.2rc.1": "2111"}
    bad = {"g.pr35.1": ["demoralized", "neutralized"]}
    session = position(
        "german.ops.recover", units, drawn="G-PR35", states=bad, dice=[11, 6, 12, 12],
        mines=["2411", "2412"],
    )  # fmt: skip
    go_on(session)
    grid = session.game.grid
    assert grid.distance(unit(session, "g.pr35.1").hex, grid.hex("2111")) == 4
    assert "reduced" not in states(session, "g.pr35.1")
    assert rolled(session) == [11, 6, 12, 12]  # recovery, mines, the check, rally


# -- HAN-FB-01: hexes, threats, what follows ------------------------------------------------------------


def open_to(session: Session, unit_id: str, *threat: str) -> list[str]:
    """The hexes of the best class for a unit that falls back."""
    return named(session, legal(session.game, unit_id, from_hex(*hexes(session, *threat))))


AWAY = {"a.2rc.1": "1311", "g.pr35.1": "1511"}
"""Farther from 1511 than 1311 are 1211 and 1212, as far 1310 and 1312, nearer 1411 and 1412."""
FULL = {
    **{f"a.12rc.{n}": "1211" for n in (1, 2, 3)}, **{f"a.1rc.{n}": "1212" for n in (2, 3, 4)},
}  # fmt: skip


def test_farther_hexes_without_an_enemy_beside_go_first() -> None:
    """HAN-FB-01"""
    session = actions("G-PR35", {**FAR, **AWAY})
    assert open_to(session, "a.2rc.1", "1511") == ["1211", "1212"]
    session = actions("G-PR35", {**FAR, **AWAY, "g.pr35.2": "1210"})
    assert open_to(session, "a.2rc.1", "1511") == ["1212"]


def test_a_farther_hex_with_an_enemy_beside_goes_before_one_as_far() -> None:
    """HAN-FB-01"""
    beside = {"g.pr35.2": "1210", "g.pr35.4": "1112"}
    session = actions("G-PR35", {**FAR, **AWAY, **beside})
    assert open_to(session, "a.2rc.1", "1511") == ["1211", "1212"]


def test_hexes_as_far_are_the_last_and_nearer_ones_never_legal() -> None:
    """HAN-FB-01"""
    session = actions("G-PR35", {**FAR, **AWAY, **FULL})
    assert open_to(session, "a.2rc.1", "1511") == ["1310", "1312"]
    beside = actions("G-PR35", {**FAR, **AWAY, **FULL, "g.pr35.2": "1309"})
    assert open_to(beside, "a.2rc.1", "1511") == ["1312"]
    both = {"g.pr35.2": "1309", "g.pr35.4": "1313"}
    last = actions("G-PR35", {**FAR, **AWAY, **FULL, **both})
    assert open_to(last, "a.2rc.1", "1511") == ["1310", "1312"]
    held = {"g.pr35.2": "1310", "g.pr35.4": "1312"}
    none = actions("G-PR35", {**FAR, **AWAY, **FULL, **held})
    assert open_to(none, "a.2rc.1", "1511") == []


def test_a_defender_leaving_an_assault_fears_the_hexes_the_attackers_came_from() -> None:
    """HAN-FB-01"""
    session = actions("G-PR35", {**FAR, "a.2rc.1": "1311", "g.pr35.1": "1411"})
    where, one, two = hexes(session, "1311", "1411", "1310")
    session.game.place("g.pr35.1", where, rule="LAB")
    found = legal(session.game, "a.2rc.1", from_attackers(where, (one, two)))
    assert named(session, found) == ["1212", "1312"]


def test_an_attacker_thrown_back_takes_a_hex_next_to_an_enemy_only_for_want_of_another() -> None:
    """HAN-FB-01"""
    session = actions("G-PR35", {**FAR, **AWAY, "a.2rc.2": "1309"})
    (where,) = hexes(session, "1311")
    session.game.place("g.pr35.1", where, rule="LAB")
    found = named(session, legal(session.game, "g.pr35.1", thrown_back(where)))
    assert found == ["1211", "1212", "1312", "1411", "1412"]


def test_a_unit_that_fell_back_is_opp_used_dispersed_and_out_of_its_column() -> None:
    """HAN-FB-01, HAN-CO-04"""
    units = {**FAR, "g.pr35.1": "1710", "a.ac25": "1611"}
    session = actions("G-PR35", units, states={"a.ac25": ["in column"]}, dice=[5])
    play(session, "fire g.pr35.1 at a.ac25")
    play(session, next(a for a in answers(session) if a.startswith("back")))
    assert states(session, "a.ac25") == {"opp used", "dispersed"}


def test_an_active_unit_that_falls_back_ends_its_action() -> None:
    """HAN-FB-01"""
    units = {**FAR, "g.pr35.1": "1511", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[2, 5])
    play(session, "move g.pr35.1 1511-1411")
    while asked(session).key != "react.opportunity":
        play(session, "pass")
    play(session, "fire a.2rc.1 at g.pr35.1")
    play(session, next(a for a in answers(session) if a.startswith("back")))
    assert "acted" in unit(session, "g.pr35.1").states


def test_who_stands_at_a_z_is_neutralized_and_who_is_already_checks() -> None:
    """HAN-FB-01, HAN-GE-04"""
    units = {**FAR, "g.pr35.4": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, dice=[4])
    play(session, "fire g.pr35.4 at a.2rc.1", "stand")
    assert states(session, "a.2rc.1") == {"neutralized"}
    shaken = {"a.2rc.1": ["neutralized"]}
    session = actions("G-PR35", units, states=shaken, dice=[4, 12])
    play(session, "fire g.pr35.4 at a.2rc.1", "stand")
    assert states(session, "a.2rc.1") == {"neutralized", "fatigued"}
    assert rolled(session) == [4, 12]


def test_the_second_hex_of_a_retreat_by_choice_may_be_declined() -> None:
    """HAN-FB-01, HAN-RE-02"""
    session = actions("G-PR35", {**FAR, "g.pr35.1": "1511", "a.2rc.1": "1311"})
    play(session, "move g.pr35.1 1511-1411")
    lengths = {len(a.split()[-1].split("-")) for a in answers(session) if a.startswith("retreat")}
    assert lengths == {1, 2}


# -- HAN-AS-04: results of a round ----------------------------------------------------------------------


def assault(marks: dict[str, list[str]], dice: list[int], **more: Any) -> Session:
    """A tank company assaults a rifle squadron, which has used its fire; nobody retreats."""
    units = {**FAR, "g.pr35.4": "1411", "a.11rdp1.2": "1311"}
    bad = {"a.11rdp1.2": ["opp used"], **marks}
    session = actions("G-PR35", units, states=bad, dice=dice, **more)
    play(session, "assault 1311 from g.pr35.4")
    while asked(session).key == "assault.retreat":
        play(session, "pass")
    return session


def test_a_1_on_a_defender_costs_a_step_and_a_check() -> None:
    """HAN-AS-04"""
    session = assault({}, [2, 7, 12])
    assert {"reduced", "fatigued"} <= states(session, "a.11rdp1.2")
    assert at(session, "a.11rdp1.2") == "1311"


def test_an_n_on_a_defender_neutralizes_it_or_makes_it_check() -> None:
    """HAN-AS-04"""
    session = assault({}, [9, 7])
    assert "neutralized" in states(session, "a.11rdp1.2")
    session = assault({"a.11rdp1.2": ["opp used", "neutralized"]}, [9, 7, 12])
    assert {"neutralized", "fatigued"} <= states(session, "a.11rdp1.2")


def test_a_neutralized_defender_checks_before_it_leaves() -> None:
    """HAN-AS-04"""
    shaken = {"a.11rdp1.2": ["opp used", "neutralized"]}
    session = assault(shaken, [6, 7, 12])
    assert answers(session) == ["leave", "stand"]
    play(session, "leave")
    assert at(session, "a.11rdp1.2") == "1311"
    session = assault(shaken, [6, 7, 12])
    play(session, "stand")
    assert {"neutralized", "fatigued"} <= states(session, "a.11rdp1.2")


def test_a_1_on_an_attacker_costs_a_step_and_only_a_demoralized_one_withdraws() -> None:
    """HAN-AS-04"""
    session = assault({"g.pr35.4": ["fatigued"]}, [7, 2, 12])
    assert (at(session, "g.pr35.4"), "demoralized" in states(session, "g.pr35.4")) == ("1411", True)
    session = assault({}, [7, 2, 5])
    assert "reduced" in states(session, "g.pr35.4")
    assert at(session, "g.pr35.4") == "1311"


def test_an_n_throws_an_attacker_back_neutralized_and_a_z_unshaken() -> None:
    """HAN-AS-04, HAN-MI-02: without mines, OPP Used or Dispersed."""
    units = {**FAR, "g.sr3i.1": "1411", "a.2rc.1": "1311"}
    used = {"a.2rc.1": ["opp used"]}
    for die, shaken in ((9, {"neutralized"}), (6, set[str]())):
        session = actions("G-SR3-I", units, states=used, dice=[7, die, 7], mines=["1411"])
        play(session, "assault 1311 from g.sr3i.1", "pass")
        assert (at(session, "g.sr3i.1"), states(session, "g.sr3i.1")) == ("1411", shaken)
        assert rolled(session) == [7, die, 7]  # the last is the check of the lost assault


def test_an_attacker_goes_elsewhere_when_its_own_hex_is_full_and_dies_where_it_cannot() -> None:
    """HAN-AS-04, HAN-FB-01"""
    session = assault({}, [7, 7, 7])
    (home,) = hexes(session, "1411")
    for n in (1, 2, 5):
        session.game.place(f"g.pr35.{n}", home, rule="LAB")
    play(session, "pass", "break g.pr35.4")
    assert asked(session).key == "retreat.forced"
    play(session, answers(session)[0])
    assert session.game.grid.distance(unit(session, "g.pr35.4").hex, home) > 0
    assert {"opp used", "dispersed"} <= states(session, "g.pr35.4")
    ring = {"a.2rc.1": "1310", "a.2rc.2": "1211", "a.2rc.3": "1212", "a.2rc.4": "1312"}
    session = assault({}, [7, 7, 7])
    for unit_id, number in {**ring, "a.12rc.1": "1412"}.items():
        session.game.place(unit_id, *hexes(session, number), rule="LAB")
    for n in (1, 2, 5):
        session.game.place(f"g.pr35.{n}", home, rule="LAB")
    play(session, "pass", "break g.pr35.4")
    assert at(session, "g.pr35.4") == "eliminated"
