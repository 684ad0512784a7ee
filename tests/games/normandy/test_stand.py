"""Determined stand (NOR-CO-21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.games.normandy.falling_back import open_field
from tests.games.normandy.strike import first, strike
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    events,
    notes,
    play,
    states,
    unit,
)
from wargame.flow.session import Session
from wargame.model import events as ev

STRONG = {"us.1.16th": "2017", "us.2.9th": "2017", "us.4.8th": "2117", "us.29.115th": "2118", "us.30.117th": "2117"}  # fmt: skip


TWO = {"ge.275.gr983": "2018", "ge.352.gr914": "2018"}


def saint_lo(*wanted: str, states_: Mapping[str, Sequence[str]] | None = None) -> Session:
    """EX-11  Five regiments before Saint-Lô, an Operation attack."""
    units = {**STRONG, "us.hq.xix": "2015", **TWO}
    return strike(
        units, f"attack 2018 from {' '.join(sorted(STRONG))}", *wanted,
        states={"us.hq.xix": ["supported", "operation"], **(states_ or {})},
        more={u: {"hq": "us.hq.xix"} for u in STRONG},
        give="allocate sp=2", sp={"us1": 2},
    )  # fmt: skip


# -- determined stand -----------------------------------------------------------------------------------


def test_ex_11_determined_stand() -> None:
    """NOR-CO-21, NOR-CO-19: two steps more, one from each; they stay, Disorganized."""
    session = saint_lo("DX DR2")
    assert asked(session).key == "combat.stand"
    assert asked(session).side == "german"
    play(session, "yes")
    gained = {(e.unit, e.state) for e in events(session, ev.StateGained)}
    for unit_id in TWO:
        assert at(session, unit_id) == "2018"
        assert {(unit_id, "reduced"), (unit_id, "disorganized")} <= gained
        assert unit(session, unit_id).box == ""
        assert "cadre" not in states(session, unit_id)
    assert not asked(session).key.startswith("combat.")


def test_who_does_not_stand_goes_back() -> None:
    """NOR-CO-21, NOR-RT-01"""
    session = play(saint_lo("DX DR2"), "no")
    assert asked(session).key == "combat.retreat"
    play(session, answers(session)[0])
    assert not notes(session, "stands")
    assert all(at(session, unit_id) != "2018" for unit_id in TWO)


def test_a_stand_does_not_shake_the_shaken_again() -> None:
    """NOR-CO-21, NOR-DR-05: a Disorganized unit pays its step and no other."""
    session = saint_lo("DR1", states_={"ge.275.gr983": ["disorganized"]})
    play(session, "yes", "allocate ge.275.gr983")
    gained = [e for e in events(session, ev.StateGained) if e.unit in TWO]
    lost = [e for e in gained if e.state in {"reduced", "cadre"}]
    assert [(e.unit, e.state, e.rule) for e in lost] == [("ge.275.gr983", "reduced", "NOR-CO-19")]
    assert notes(session, "stands") == [{"where": session.game.grid.hex("2018"), "steps": 1}]


def test_the_count_of_steps_goes_on_in_a_stand() -> None:
    """NOR-CO-21, NOR-CO-19 (R-126): who lost one by the dice is spared until the other has."""
    session = saint_lo("D1 DR1")
    play(session, "allocate ge.275.gr983", "yes")
    assert "reduced" in states(session, "ge.352.gr914")
    assert "cadre" not in states(session, "ge.275.gr983")


def test_a_stand_may_not_destroy_the_last_unit() -> None:
    """NOR-CO-21: two steps cannot be paid out of two, but out of three."""
    for shown, key in {"cadre": "combat.retreat", "reduced": "combat.stand"}.items():
        weak = {"ge.275.gr983": [shown], "ge.352.gr914": ["cadre"]}
        session = saint_lo("DX DR2", states_=weak)
        assert not notes(session, "black_costs")
        assert asked(session).key == key


def test_no_stand_in_the_open_and_one_in_a_position() -> None:
    """NOR-CO-21: city, town, Improved Position, Entrenchment; not after DR3."""
    enemy = {"ge.711.gr731": "3417", "ge.21.pzgr192": "3417"}
    assert asked(open_field("DR1", units=enemy)).key == "combat.retreat"
    for work in ("improved", "entrenchment"):
        session = open_field("DR1", units=enemy, works={"3417": work}, give="allocate sp=1")
        assert asked(session).key == "combat.stand"
    begun = open_field("DR1", units=enemy, works={"3417": "improved construction"})
    assert asked(begun).key == "combat.retreat"
    routed = saint_lo("D1 DX DR3", "D2 DX DR3")
    assert asked(first(routed, "combat.losses")).key == "combat.retreat"
