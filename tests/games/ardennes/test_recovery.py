"""Recovery and improved positions (ARD-AC-08, ARD-AC-09, ARD-IP-01, ARD-US-05, ARD-SS-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import (
    answers,
    asked,
    improved,
    is_legal,
    play,
    position,
    states,
)
from wargame import games
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header
from wargame.games.ardennes.state import IMPROVED
from wargame.model import events as ev

REGIMENT, OTHER, FAR = "us.110.28", "us.112.28", {"de.3pz.2": "3520"}


def resting(units: Mapping[str, str] | None = None, **more: Any) -> Session:
    """Before an Allied Recovery."""
    found = {REGIMENT: "2618", **FAR, **(units or {})}
    return position("ops.allied.recover", found, **{"turn": 18, **more})


def test_ac_09_who_did_nothing_recovers() -> None:
    """ARD-AC-09  A Dispersed unit recovers; the other may dig in."""
    session = resting({OTHER: "2719"}, states={REGIMENT: ["dispersed"]})
    assert "dispersed" not in states(session, REGIMENT)
    assert ["dig us.112.28 2719", "done"] == sorted(answers(session))


def test_ac_09_not_both_in_one_activation() -> None:
    """ARD-AC-09, 5.12"""
    session = resting({OTHER: "2719"}, states={REGIMENT: ["dispersed"]})
    assert not is_legal(session, f"dig {REGIMENT} 2618")


@pytest.mark.parametrize("did", ["moved", "attacked"])
def test_ac_09_who_moved_or_attacked_does_not(did: str) -> None:
    """ARD-AC-09"""
    session = resting({OTHER: "2719"}, states={REGIMENT: ["dispersed", did]})
    assert "dispersed" in states(session, REGIMENT)
    busy = resting({OTHER: "2719"}, states={REGIMENT: [did]})
    assert not is_legal(busy, f"dig {REGIMENT} 2618")


def test_ac_09_only_active_units() -> None:
    """ARD-AC-09"""
    session = resting({OTHER: "2719"}, active=[OTHER], states={REGIMENT: ["dispersed"]})
    assert "dispersed" in states(session, REGIMENT)


def test_ac_09_a_dispersed_unit_may_not_dig() -> None:
    """ARD-US-05, ARD-AC-09"""
    session = resting({OTHER: "2719"}, states={REGIMENT: ["dispersed", "moved"]})
    assert not is_legal(session, f"dig {REGIMENT} 2618")


def test_ac_09_a_night_march_is_movement_alone() -> None:
    """ARD-EV-01  Nobody recovers or digs in it."""
    night = {"ops.allied.activation": {"night": 1}}
    session = resting({OTHER: "2719"}, states={REGIMENT: ["dispersed"]}, frames=night)
    assert asked(session).key != "recover"
    assert "dispersed" in states(session, REGIMENT)


def test_ip_01_one_a_hex() -> None:
    """ARD-IP-01"""
    session = resting({OTHER: "2618"})
    play(session, f"dig {REGIMENT} 2618")
    assert ["2618"] == improved(session)
    assert asked(session).key != "recover"


def test_ip_01_not_in_a_town() -> None:
    """ARD-IP-01  Bastogne 2220."""
    session = resting({OTHER: "2220"})
    assert [f"dig {REGIMENT} 2618", "done"] == answers(session)


@pytest.mark.parametrize(
    ("state", "may"), [("low supply", True), ("out of supply", False), ("isolated", False)]
)
def test_ss_05_out_of_supply_units_do_not_dig(state: str, may: bool) -> None:
    """ARD-SS-05, ARD-SS-08  LowSupply may."""
    session = resting({OTHER: "2719"}, states={REGIMENT: [state]})
    assert may == is_legal(session, f"dig {REGIMENT} 2618")


def test_ip_01_it_goes_with_the_last_unit() -> None:
    """ARD-IP-01"""
    session = position(
        "ops.allied.move", {REGIMENT: "2618", OTHER: "2618", **FAR}, turn=18, improved=["2618"]
    )
    play(session, f"move {REGIMENT} 2618-2718")
    assert ["2618"] == improved(session)
    play(session, f"move {OTHER} 2618-2718")
    assert [] == improved(session)


def test_ip_01_at_start_under_those_that_are_named() -> None:
    """ARD-IP-01, ARD-OB-01"""
    session = position("ops.german.command", clear=False, turn=16)
    assert ["3115", "3304", "3406", "3407", "3409", "3413", "3512"] == sorted(improved(session))


def test_ip_01_a_position_that_is_built_and_one_that_goes_stand_in_the_journal() -> None:
    definition = games.game("ardennes")
    session = Session.start(
        definition, new_header(definition, "skyline", 5, options={"mode": "2p"})
    )
    teller = Teller(definition, session.game, session.steps)
    where = session.game.grid.hex("3120")
    built, gone = (ev.LayerSet(IMPROVED, ((where, n),), "ARD-IP-01") for n in (1, 0))
    decided = ev.Decided("allied", "improved positions", "3120", (), "ARD-AA-09")
    told = [line.text for line in teller.lines([built, gone])]
    assert [
        "An improved position is built on 3120",
        "The improved position on 3120 is gone",
    ] == told
    again: list[ev.Event] = [ev.LayerSet(IMPROVED, ((where, 1),), "ARD-AA-09"), decided]
    assert not any("built on" in line.text for line in teller.lines(again))
