"""Who holds an off-map area: strength, ties, displacement, control (NOR-OM-03, NOR-OM-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    at,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
    states,
    track,
)
from wargame.flow.session import Session
from wargame.games.normandy.entry import holder

CCA, CCB, GR, GR2, GR3 = "us.4a.cca", "us.4a.ccb", "ge.331.gr557", "ge.331.gr558", "ge.331.gr559"
FAR = {"us.1.16th": "2513", "ge.275.gr983": "4229"}


def ended(side: str, units: Mapping[str, str], **more: Any) -> Session:
    """After the last answer of a side's Strategic Movement Segment; the areas are settled next."""
    laid = {"turn": 31, "weather": "clear", **more}
    session = position(f"{side}.strategic", {**FAR, **units}, **laid)
    assert asked(session).key == "movement.strategic"
    return play(session, "done")


def hex_of(session: Session, number: str) -> int:
    """A hex by its number."""
    return session.game.grid.hex(number)


def hold(session: Session, area: str) -> str:
    """Who controls an area."""
    return holder(session.game, area)


# -- control ----------------------------------------------------------------------------------------


def test_all_areas_are_german_until_somebody_else_is_alone_there() -> None:
    """NOR-OM-06, NOR-OM-03"""
    session = position("allied.strategic", {**FAR, CCA: "area B"}, turn=31, weather="clear")
    assert [hold(session, area) for area in "ABCDE"] == ["german"] * 5
    play(session, "done")
    assert [hold(session, area) for area in "ABCDE"] == ["german", "allied", *["german"] * 3]
    assert notes(session, "area_taken") == [{"area": "B", "side": "allied"}]
    assert "cadre" not in states(session, CCA) | states(session, CCB), "nobody was displaced"


def test_an_area_is_kept_when_nobody_is_left_in_it() -> None:
    """NOR-OM-03  Control changes only when the other side alone is in it."""
    session = ended("allied", {}, areas={"A": "allied"})
    assert (hold(session, "A"), notes(session, "area_taken")) == ("allied", [])


def test_control_changes_at_the_end_of_ones_own_movement_phase() -> None:
    """NOR-OM-03  "a player's Movement Phase, only his combat units": not in the enemy's."""
    session = ended("german", {CCA: "area B", GR: "5130"})
    assert hold(session, "B") == "german"
    own = ended("allied", {CCA: "area B", GR: "5130"})
    assert hold(own, "B") == "allied"


def test_staffs_and_guns_neither_hold_nor_take_an_area() -> None:
    """NOR-OM-03  Only combat units count."""
    session = ended("allied", {"us.hq.viii": "area A", "us.art.viii": "area A"})
    assert hold(session, "A") == "german"
    over = ended("allied", {CCA: "area A", "ge.wrf7": "area A", "ge.hq.lxxxiv": "area A"})
    assert asked(over).key == "area.displaced"
    play(over, "shift B")
    assert hold(over, "A") == "allied"
    assert (at(over, "ge.wrf7"), at(over, "ge.hq.lxxxiv")) == ("area B", "area B")
    assert "reduced" not in states(over, "ge.wrf7"), "only combat units lose steps"


# -- both sides in an area --------------------------------------------------------------------------


def test_the_weaker_side_leaves_for_a_step_each() -> None:
    """NOR-OM-03, R-84  5 against 3 and 1: the owner chooses among areas of his and entry hexes."""
    units = {CCA: "area B", GR: "area B", GR2: "area B", "ge.wrf7": "area B"}
    session = ended("allied", units, states={GR2: ["cadre"]})
    assert (asked(session).key, asked(session).side) == ("area.displaced", "german")
    assert set(answers(session)) == {"shift A", "shift C", "enter 1640", "enter 3040"}
    assert at(session, GR2) == "eliminated", "a cadre has no step to lose"
    play(session, "enter 1640")
    assert (at(session, GR), at(session, "ge.wrf7")) == ("1640", "1640")
    assert states(session, GR) >= {"reduced"}
    assert hold(session, "B") == "allied"
    assert session.state.control[session.game.grid.hex("1640")] == "german"
    assert states(session, CCA) & {"reduced", "cadre"} == set(), "who stays loses nothing"


def test_total_strength_counts_not_the_number_of_units() -> None:
    """NOR-OM-03  3 + 3 against 5: the Americans go, though they came to take it."""
    units = {CCA: "area C", GR: "area C", GR2: "area C"}
    session = ended("allied", units, areas={"B": "allied"})
    assert (asked(session).key, asked(session).side) == ("area.displaced", "allied")
    assert set(answers(session)) == {"shift B", "shift D", "enter 4540"}
    play(session, "shift D")
    assert (at(session, CCA), states(session, CCA) & {"reduced"}) == ("area D", {"reduced"})
    assert (hold(session, "C"), hold(session, "D")) == ("german", "allied")
    assert not states(session, GR) & {"reduced"}


@pytest.mark.parametrize(("held", "loser"), [("german", "allied"), ("allied", "german")])
def test_on_a_tie_the_side_that_held_the_area_stays(held: str, loser: str) -> None:
    """NOR-OM-03, NOR-OM-06  3 against 3, whoever's phase it is: the holder is the defender."""
    units = {CCA: "area B", GR: "area B"}
    for side in ("allied", "german"):
        session = ended(side, units, states={CCA: ["reduced"]}, areas={"B": held})
        assert (asked(session).key, asked(session).side) == ("area.displaced", loser)
        assert hold(session, "B") == held
        gone, stays = (CCA, GR) if loser == "allied" else (GR, CCA)
        assert states(session, gone) & {"cadre", "reduced"}
        play(session, "shift A")
        assert (at(session, gone), at(session, stays)) == ("area A", "area B")


def test_halves_of_supply_and_order_do_not_count() -> None:
    """NOR-OM-06  No terrain, no ZOC, no combat: current strength before halving decides."""
    marks = {CCA: ["disorganized", "out of supply"]}
    session = ended("allied", {CCA: "area B", GR: "area B"}, states=marks)
    assert asked(session).side == "german", "5 against 3"


def test_an_area_has_no_stacking_limit() -> None:
    """NOR-OM-06  Five regiments, ten points, go into one area; a hex holds seven (R-84)."""
    units = dict.fromkeys((GR, GR2, GR3, "ge.352.gr914", "ge.275.gr985"), "area B")
    more = dict.fromkeys((CCA, CCB, "us.6a.cca", "us.6a.ccb"), "area B")
    session = ended("allied", {**units, **more})
    assert set(answers(session)) == {"shift A", "shift C", "enter 1640", "enter 3040"}
    assert "no room for all" in asked(session).options()[2].label
    play(session, "shift C")
    assert {at(session, u) for u in units} == {"area C"}


# -- nowhere to go ----------------------------------------------------------------------------------


def test_who_finds_no_place_is_eliminated() -> None:
    """NOR-OM-03, NOR-VP-05  A and C are full of Americans, the entry hexes too; it is no retreat."""
    units = {
        GR: "area B", CCA: "area B", CCB: "area A", "us.6a.cca": "area C", "us.6a.ccb": "1640",
        "us.hq.viii": "3040",
    }  # fmt: skip
    session = ended("allied", units)
    assert at(session, GR) == "eliminated"
    assert hold(session, "B") == "allied"
    assert track(session, "pockets") == 0
    assert notes(session, "area_lost") == [{"units": (GR,), "area": "B"}]


def test_the_allies_lose_their_steps_in_full() -> None:
    """NOR-OM-03, NOR-VP-04  One by displacement, the others for want of a place."""
    units = {
        CCA: "area A", GR: "area A", GR2: "area A", GR3: "area B", "ge.352.gr914": "0134",
        "ge.275.gr985": "0940",
    }  # fmt: skip
    session = ended("german", units)
    assert at(session, CCA) == "eliminated"
    assert track(session, "lost allied") == 3


def test_germans_are_displaced_to_a_b_and_c_only() -> None:
    """NOR-OM-03, NOR-OM-04, R-84  From C not to D."""
    session = ended("allied", {GR: "area C", CCA: "area C"})
    assert set(answers(session)) == {"shift B", "enter 4540"}


def test_the_ways_out_of_normandy_are_named_to_a_unit_that_is_too_far() -> None:
    """NOR-WN-04  The roads of the east edge."""
    session = position("german.tactical", {GR: "4229", **FAR}, turn=30, tracks={"withdrawn": 28})
    reason = refusal(session, f"leave {GR} east").reason
    assert reason.endswith(
        "cannot reach a way to the east edge (5434, 5428, 5420, 5417, 5412) with 1 MP left for it."
    )


def test_after_withdrawal_no_german_goes_to_an_area() -> None:
    """NOR-OM-04, R-84  Neither from one to the next nor displaced: by an entry hex alone."""
    gone = {"withdrawn": 28}
    stays = position("german.strategic", {GR: "area A", **FAR}, turn=30, tracks=gone)
    assert refused_by(stays, f"leave {GR} B") == "NOR-OM-04"
    before = position("german.strategic", {GR: "area A", **FAR}, turn=27)
    assert is_legal(before, f"leave {GR} B")
    session = ended("allied", {GR: "area B", CCA: "area B"}, turn=30, tracks=gone)
    assert set(answers(session)) == {"enter 1640", "enter 3040"}


def test_an_empty_area_of_the_enemy_will_do_and_is_taken_in_ones_own_phase() -> None:
    """NOR-OM-03  "friendly-controlled or empty"."""
    units = {GR: "area B", CCA: "area B"}
    session = ended("allied", units, areas={"A": "allied", "C": "allied"})
    assert {"shift A", "shift C"} <= set(answers(session))
    play(session, "shift A")
    assert (at(session, GR), hold(session, "A")) == ("area A", "allied")
    held = ended("german", {GR: "area A", CCA: "area B"}, areas={"A": "allied"})
    assert hold(held, "A") == "german"


def test_out_of_an_entry_hex_that_is_too_full_they_go_on() -> None:
    """NOR-OM-03, NOR-RT-04, R-84  1640 holds 6 points: one hex on, and to a second where that is full too."""
    units = {
        GR: "area B", CCA: "area B", CCB: "area A", "us.6a.cca": "area C", "us.6a.ccb": "3040",
        "ge.352.gr914": "1640", "ge.275.gr985": "1640", "ge.352.gr916": "1640",
    }  # fmt: skip
    session = ended("allied", units)
    assert asked(session).key == "area.further", "1640 was the one place there was"
    near = {
        session.game.grid.name(h) for h in session.game.grid.neighbours[hex_of(session, "1640")]
    }
    assert {a.removeprefix("further ") for a in answers(session)} <= near
    play(session, "further 1639")
    assert at(session, GR) == "1639"
    assert hold(session, "B") == "allied"
    assert at(session, "ge.352.gr914") == "1640"


def test_what_finds_no_room_in_two_hexes_is_lost_for_want_of_a_retreat() -> None:
    """NOR-OM-03, NOR-RT-04, NOR-VP-05, R-127"""
    full = ["ge.352.gr914", "ge.275.gr985", "ge.352.gr916"]
    more = [GR2, "ge.353a", "ge.3fj.fjr5", "ge.3fj.fjr8", "ge.3fj.fjr9", "ge.5fj.fjr14"]
    units = {
        GR: "area B", CCA: "area B", CCB: "area A", "us.6a.cca": "area C", "us.6a.ccb": "3040",
        **dict.fromkeys(full, "1640"), **dict.fromkeys(more[:3], "1639"),
        **dict.fromkeys(more[3:], "1638"),
    }  # fmt: skip
    session = ended("allied", units)
    play(session, "further 1639", "further 1638")
    assert at(session, GR) == "eliminated"
    assert [at(session, u) for u in (*full, *more)] == ["1640"] * 3 + ["1639"] * 3 + ["1638"] * 3
    assert track(session, "pockets") == 1


def test_an_hq_without_a_place_returns_as_a_destroyed_one_does() -> None:
    """NOR-OM-03, NOR-HQ-01, R-84"""
    units = {
        "ge.hq.lxxxiv": "area B", CCA: "area B", CCB: "area A", "us.6a.cca": "area C",
        "us.6a.ccb": "1640", "us.hq.viii": "3040",
    }  # fmt: skip
    session = ended("allied", units)
    assert at(session, "ge.hq.lxxxiv") == "waiting"
    assert [(n["unit"], n["turn"]) for n in notes(session, "hq_destroyed")] == [
        ("ge.hq.lxxxiv", 35)
    ]


def test_an_hq_that_leaves_the_map_leaves_its_operation() -> None:
    """NOR-OP-17, R-146  With the last one the Operation is over, and is judged this turn."""
    session = position(
        "allied.strategic", {**FAR, "us.hq.viii": "0134"}, turn=21, weather="clear",
        operations={"us1": {"turn": 1, "hqs": ["us.hq.viii"], "hexes": []}}, areas={"A": "allied"},
    )  # fmt: skip
    play(session, "leave us.hq.viii A")
    assert "operation" not in states(session, "us.hq.viii")
    assert track(session, "op us1") == 0
    assert session.state.lists["ended"] == ["us1"]


def test_an_area_counts_though_it_is_lost_again_in_the_same_turn() -> None:
    """NOR-VP-07  The first time it is theirs; retaken later, nothing more."""
    held = {**FAR, CCA: "area B", GR: "area A", GR2: "area A", GR3: "area A"}
    session = position("allied.strategic", held, turn=31, weather="clear")
    play(session, "done")
    assert (hold(session, "B"), track(session, "taken B")) == ("allied", 2)
    while asked(session).key != "movement.strategic":
        session.answer(asked(session).options()[0].answer)
    play(session, *(f"leave {u} B" for u in (GR, GR2, GR3)), "done")
    assert at(session, CCA) == "eliminated" or asked(session).key == "area.displaced"
    if asked(session).key == "area.displaced":
        play(session, answers(session)[0])
    assert hold(session, "B") == "german"
    while track(session, "turn") == 31:
        session.answer(asked(session).options()[0].answer)
    assert [n["area"] for n in notes(session, "area_scored")] == ["B"]
    assert track(session, "taken B") == 1


@pytest.mark.parametrize("mark", ["disorganized", "regroup"])
def test_who_is_in_disorder_does_not_go_on_from_an_area(mark: str) -> None:
    """NOR-OM-02, NOR-SM-03  It would be Strategic Movement."""
    units = {**FAR, CCA: "area B", CCB: "area B"}
    session = position("allied.strategic", units, turn=31, weather="clear", states={CCA: [mark]})
    assert refused_by(session, f"leave {CCA} C") == "NOR-SM-03"
    assert refused_by(session, f"move {CCA} 3040") == "NOR-SM-03"
    assert is_legal(session, f"leave {CCB} C")
