"""Carpet bombing: when it is offered and which hexes it may fall on (NOR-CB)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import answers, asked, play, refusal, refused_by, track
from tests.games.normandy.test_operations import allied, rows, running, supported
from wargame.flow.allot import Allotment
from wargame.flow.session import Session


def bombers(**more: Any) -> Session:
    """XIX Corps is to begin an Operation in Clear weather; 30th Division stands in 1817 and 1918."""
    units = {
        "us.30.119th": "1918",
        "ge.352.gr915": "1818",
        "ge.352.gr914": "1718",
        **more.pop("units", {}),
    }
    ties = {"us.30.119th": {"hq": "us.hq.xix"}, **more.pop("more", {})}
    first = {"weather": "clear", "turn": 25, **more}
    session = allied(units=units, more=ties, states=supported(), **first)
    play(session, "allocate us.hq.xix")
    if asked(session).key == "operation.german":
        play(session, "done")
    return session


def test_EX_14_three_air_units_on_connected_hexes() -> None:
    """NOR-CB-01, NOR-CB-03, NOR-CB-04  T25, Clear, begun this turn: 1818, 1718, 1717."""
    session = bombers()
    assert asked(session).key == "operation.carpet"
    assert answers(session)[0].startswith("allocate ")
    first, second = rows(session)[:2]  # those with somebody in them come first
    assert {first.key, second.key} == {"1718", "1818"}
    assert first.note.startswith("1 German unit, 3 steps")
    play(session, "allocate 1818 1718 1717")
    found = sorted(session.game.grid.name(m.hex) for m in session.state.marked("air unit"))
    assert found == ["1717", "1718", "1818"]
    assert (track(session, "carpets"), track(session, "carpet last")) == (1, 25)


def test_the_proposed_filler_does_not_bar_the_way_of_the_attackers() -> None:
    """NOR-CB-04, NOR-CB-05  Two hexes with Germans and an empty one that no Allied unit stands next to."""
    session = bombers(units={"us.1.16th": "1617"})  # next to 1618 and 1717
    named = [session.game.grid.hex(key) for key in answers(session)[0].split()[1:]]
    grid, board = session.game.grid, session.game.board
    empty = [h for h in named if not board.held["german"][h]]
    assert len(named) == 3
    assert len(empty) == 1
    assert not any(board.held["allied"][h] for h in grid.neighbours[empty[0]])


def test_exactly_three_connected_german_hexes_in_reach() -> None:
    """NOR-CB-04"""
    session = bombers()
    assert refused_by(session, "allocate 1818 1718") == "NOR-CB-04"
    assert "Exactly 3" in refusal(session, "allocate 1818 1718").reason
    assert refused_by(session, "allocate 1717 1718 2019") == "NOR-CB-04"
    assert "connected" in refusal(session, "allocate 1717 1718 2019").reason
    assert refused_by(session, "allocate 1817 1818 1718") == "NOR-CB-04"
    assert "no German-controlled" in refusal(session, "allocate 1817 1818 1718").reason
    assert refused_by(session, "allocate 1818 1718 3325") == "NOR-CB-04"
    play(session, "done")
    assert not list(session.state.marked("air unit"))
    assert not track(session, "carpets")


def test_a_hex_that_no_two_other_targets_touch_is_no_row() -> None:
    """NOR-CB-04  A German left behind among Allied hexes cannot be one of three that are connected."""
    ring = ["1914", "1916", "1815", "1816", "2015", "2016"]
    session = bombers(units={"ge.91.gr1057": "1915"}, control={"allied": ring})
    keys = {row.key for row in rows(session)}
    assert "1818" in keys
    assert "1915" not in keys
    found = refusal(session, "allocate 1818 1718 1915")
    assert found.reason.endswith("belongs to no connected group of 3 possible targets.")
    assert found.rule == "NOR-CB-04"


@pytest.mark.parametrize(
    "more",
    [
        {"weather": "overcast"},
        {"tracks": {"carpets": 4, "carpet last": 15}},
        {"tracks": {"carpets": 1, "carpet last": 23}},
    ],
)
def test_no_mission_without_clear_weather_or_too_many_or_too_soon(more: dict[str, Any]) -> None:
    """NOR-CB-03  Four in the game, three turns from one to the next."""
    assert asked(bombers(**more)).key != "operation.carpet"


def test_three_turns_later_is_soon_enough() -> None:
    """NOR-CB-03"""
    session = bombers(tracks={"carpets": 3, "carpet last": 22})
    assert asked(session).key == "operation.carpet"


def test_a_running_operation_brings_no_bombers() -> None:
    """NOR-CB-03  It must be initiated this turn."""
    session = running(weather="clear", turn=2)
    play(session, "allocate us.hq.vii us.hq.xix")
    if asked(session).key == "operation.german":
        play(session, "done")
    assert asked(session).key != "operation.carpet"


def test_the_answer_can_be_read_as_numbers() -> None:
    """NOR-CB-01  The question is an Allotment over hexes."""
    ask = asked(bombers())
    assert isinstance(ask, Allotment)
    assert {"1818", "1718", "1717"} <= {row.key for row in ask.rows()}


def test_a_hex_that_is_no_target_is_told_why_behind_another_too() -> None:
    """NOR-CB-04  Hexes are no numbers of the hexes before them."""
    session = bombers()
    first = next(o.answer.split()[1] for o in asked(session).options() if o.answer != "done")
    told = refusal(session, f"allocate {first} 4229")
    assert told.rule == "NOR-CB-04"
    assert "4229" in told.reason
    assert "at most" not in told.reason
