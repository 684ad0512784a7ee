"""Supplemental cards that the automated Allies draw for a command: their gs lines (ARD-EV-01, ARD-CD-10, ARD-DX-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import down, events, improved, position, roadblocks, rolls
from wargame.flow.session import Session
from wargame.model import events as ev

PANZER, PARAS, REGIMENT = "de.3pz.2", "us.506.101", "us.110.28"
FAR = {"de.980.272": "3620"}
STAVELOT = {PANZER: "2708"}
"""A hex from the Bridge 2609-2709 over the Amblève; Stavelot, 2609, has HV 5, the bank of 2709 3."""
WEST = ["2509-2609"]
"""The other Bridge of Stavelot, which is down."""


def drawn(card: str, units: Mapping[str, str], *dice: int, **more: Any) -> Session:
    """An Allied impulse of Level 2 that draws a card, and another that does nothing."""
    return position(
        "ops.allied.command", {**FAR, **units}, cups={"allied deck": [card, "AS07"]},
        dice=[1, *dice, 1], tracks={"played": 1}, **{"mode": "gs", "turn": 18, **more},
    )  # fmt: skip


def chosen(session: Session, what: str) -> list[str]:
    """What was decided of that name."""
    return [e.chosen for e in events(session, ev.Decided) if e.what == what]


@pytest.mark.parametrize(("roll", "gone"), [(7, ["2609-2709"]), (8, [])])
def test_ev_01_engineers_blow_the_nearest_bridge(roll: int, gone: list[str]) -> None:
    """ARD-EV-01  At -2 against the higher HV of its ends that are not German: 7 is 5, which Stavelot has."""
    session = drawn("AS02", STAVELOT, roll, down=WEST)
    assert (chosen(session, "engineers"), rolls(session)) == (["2609|2709"], [roll])
    assert (down(session), roadblocks(session)) == ([*WEST, *gone], [])


@pytest.mark.parametrize(("roll", "gone"), [(5, ["2609-2709"]), (6, [])])
def test_ev_01_a_german_end_lends_no_hv(roll: int, gone: list[str]) -> None:
    """ARD-EV-01  With Stavelot German the near bank counts, 3: 5 less 2."""
    assert down(drawn("AS02", STAVELOT, roll, german=["2609"], down=WEST)) == [*WEST, *gone]


def test_ev_01_not_a_bridge_that_is_german() -> None:
    """ARD-EV-01  Neither end German-occupied, nor both German-owned: the next nearest."""
    assert chosen(drawn("AS02", {PANZER: "2709"}, 1), "engineers") != ["2609|2709"]
    owned = drawn("AS02", STAVELOT, 1, german=["2609", "2709"], down=WEST)
    assert chosen(owned, "engineers") != ["2609|2709"]


def test_dx_11_no_bridges_on_the_first_day() -> None:
    """ARD-DX-11  A Roadblock on the candidate with the highest HV Proximate to a German; nothing is rolled."""
    session = drawn("AS02", STAVELOT, turn=16)
    assert (rolls(session), down(session)) == ([], [])
    assert roadblocks(session) == chosen(session, "roadblock")


def test_ev_01_engineers_dig_where_nothing_else_is_to_do() -> None:
    """ARD-EV-01, ARD-IP-01  Under the lowest # Proximate stack In Supply that may have one."""
    units = {PANZER: "3821", PARAS: "3721", REGIMENT: "3720"}
    session = drawn("AS02", units)
    assert chosen(session, "engineers") == ["3720"]
    assert (improved(session), roadblocks(session)) == (["3720"], [])
    assert improved(drawn("AS02", units, states={REGIMENT: ["low supply"]})) == ["3721"]
    assert improved(drawn("AS02", units, improved=["3720"])) == ["3720", "3721"]


@pytest.mark.parametrize("card", ["AS05", "AS06", "AS10", "AS14"])
def test_ev_01_laid_aside(card: str) -> None:
    """ARD-EV-01  Air Resupply, Dumps Evacuated and "Nuts!" wait for what they answer."""
    session = drawn(card, {PANZER: "2516"})
    assert session.state.cups["allied aside"] == [card]
    assert card not in session.state.cups["allied discards"]


@pytest.mark.parametrize("card", ["AS12", "AS15"])
def test_ev_01_a_tactic_drawn_for_a_command(card: str) -> None:
    """ARD-EV-01, 5.14.1  A draw that can do nothing is spent."""
    session = drawn(card, {PANZER: "2516"})
    assert card in session.state.cups["allied discards"]
    assert (roadblocks(session), improved(session), down(session)) == ([], [], [])
