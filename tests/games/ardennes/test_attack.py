"""Declaring attacks: who may attack what, once each (ARD-AT-01, ARD-US, ARD-SS)."""

from __future__ import annotations

import pytest

from tests.games.ardennes.combat import (
    B110,
    FOOT,
    FOOT2,
    MECH,
    MECH2,
    PEIPER,
    PZ,
    R110,
    R112,
    RECON,
)
from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    is_legal,
    play,
    position,
    refused_by,
    unit,
)
from wargame.flow.session import Session

BOTH = {MECH: "2917", R110: "2918"}


def attacking(units: dict[str, str], side: str = "german", **more: object) -> Session:
    """Before the attacks of an Activation of every unit of a side."""
    return position(f"ops.{side}.attack", units, **more)  # type: ignore[arg-type]


def test_at_01_active_units_next_to_it() -> None:
    """ARD-AT-01"""
    units = {**BOTH, MECH2: "2919", PZ: "3020"}
    session = attacking(units, active=[MECH, PZ])
    assert ["done", f"attack 2918 from {MECH}"] == answers(session)
    assert "ARD-AC-01" == refused_by(session, f"attack 2918 from {MECH2}")
    assert "ARD-AT-01" == refused_by(session, f"attack 2918 from {PZ}")
    assert "ARD-AT-01" == refused_by(session, f"attack 2919 from {MECH}")


def test_at_01_units_of_one_hex_may_split() -> None:
    """ARD-AT-01: any of those who may; the answer names them in ascending #."""
    session = attacking({**BOTH, MECH2: "2917", PZ: "3019"})
    assert is_legal(session, f"attack 2918 from {MECH} {PZ}")
    assert f"attack 2918 from {PZ} {MECH} {MECH2}" in answers(session)


def test_at_01_each_unit_and_each_hex_once() -> None:
    """ARD-AT-01"""
    session = attacking({**BOTH, R112: "2916", MECH2: "3018"}, hands={"german": []})
    session = position(
        "ops.german.attack", {**BOTH, R112: "2816", MECH2: "3018"},
        states={MECH: ["attacked"]},
        frames={"ops.german.activation": {"struck": (session.game.grid.hex("2918"),)}},
    )  # fmt: skip
    assert not session.ask or asked(session).key != "attack"


def test_at_01_who_has_attacked_stays_out() -> None:
    """ARD-AT-01, ARD-MV-08"""
    units = {**BOTH, MECH2: "3018", PZ: "3018"}
    session = attacking(units, states={MECH: ["attacked"], PZ: ["strategic"]})
    assert "ARD-AT-01" == refused_by(session, f"attack 2918 from {MECH}")
    assert "ARD-AT-01" == refused_by(session, f"attack 2918 from {PZ}")
    assert is_legal(session, f"attack 2918 from {MECH2}")


def test_at_01_not_over_a_major_river_without_bridge() -> None:
    """ARD-AT-01"""
    units = {PZ: "0412", MECH: "0413", R112: "0512"}
    session = attacking(units, turn=24)
    assert is_legal(session, f"attack 0512 from {PZ}")
    session = attacking(units, turn=24, down=["0412-0512"])
    assert (
        not session.ask
        or asked(session).key != "attack"
        or "ARD-AT-01" == refused_by(session, f"attack 0512 from {PZ}")
    )


def test_at_01_over_an_army_boundary() -> None:
    """ARD-AT-01, ARD-MV-09: the boundary stops movement and advance alone."""
    session = attacking({PEIPER: "2917", R110: "2918"}, turn=17)
    assert is_legal(session, f"attack 2918 from {PEIPER}")


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("dispersed", "ARD-US-05"),
        ("out of supply", "ARD-SS-05"),
        ("isolated", "ARD-SS-05"),
        ("out of fuel", "ARD-US-10"),
    ],
)
def test_states_that_do_not_attack(state: str, rule: str) -> None:
    """ARD-US-05, ARD-US-10, ARD-SS-05, ARD-SS-08"""
    session = attacking({**BOTH, MECH2: "3018"}, states={MECH: [state]})
    assert rule == refused_by(session, f"attack 2918 from {MECH}")
    assert ["done", f"attack 2918 from {MECH2}"] == answers(session)


def test_us_01_no_unit_in_brackets_alone() -> None:
    """ARD-US-01: with another unit it may."""
    session = attacking({**BOTH, RECON: "2917"})
    assert "ARD-US-01" == refused_by(session, f"attack 2918 from {RECON}")
    assert is_legal(session, f"attack 2918 from {MECH} {RECON}")
    session = attacking({RECON: "2917", R110: "2918"})
    assert not session.ask or asked(session).key != "attack"


def test_ss_04_a_low_supply_ally_does_not_lead() -> None:
    """ARD-SS-04, 5.8.2: the lowest # leads; Germans may in LowSupply."""
    units = {R110: "2917", R112: "2917", FOOT: "2918"}
    low = {R110: ["low supply"]}
    session = attacking(units, "allied", card="A43", states=low)
    assert "ARD-SS-04" == refused_by(session, f"attack 2918 from {R110}")
    assert "ARD-SS-04" == refused_by(session, f"attack 2918 from {R110} {R112}")
    assert ["done", f"attack 2918 from {R112}"] == answers(session)
    session = attacking(units, "allied", card="A43", states={R112: ["low supply"]})
    assert is_legal(session, f"attack 2918 from {R110} {R112}")
    session = attacking(BOTH, states={MECH: ["low supply"]})
    assert is_legal(session, f"attack 2918 from {MECH}")


def test_ss_04_a_unit_in_brackets_may_lead() -> None:
    """ARD-SS-04, ARD-US-01: those behind a lead in LowSupply are offered."""
    units = {R110: "2917", B110: "2917", R112: "2917", FOOT: "2918"}
    states = {R110: ["low supply"], R112: ["low supply"]}
    session = attacking(units, "allied", card="A43", states=states)
    assert ["done", f"attack 2918 from {B110} {R112}"] == answers(session)


def test_ac_08_no_attack_on_a_night_march() -> None:
    """ARD-EV-01"""
    session = attacking(BOTH, frames={"ops.german.activation": {"night": 1}})
    assert not session.ask or asked(session).key != "attack"


def test_at_01_declared_units_are_used_up() -> None:
    """ARD-AT-01, ARD-AC-08"""
    session = attacking({**BOTH, FOOT: "3018", FOOT2: "3018"}, hands={"german": [], "allied": []})
    play(session, f"attack 2918 from {FOOT} {FOOT2}")
    assert "attacked" in unit(session, FOOT).states
    assert "attacked" not in unit(session, MECH).states
    assert "2917" == at(session, MECH)
