"""What the Allied player orders once and for all about Roadblocks and Bridges (ARD-RB-22, ARD-BR-02)."""

from __future__ import annotations

import pytest

from tests.games.ardennes.table import asked, at, play, position, refusal, roadblocks
from tests.games.ardennes.test_interrupted import (
    ARMOR,
    W8,
    bridge,
    cleared,
    roadblock,
)
from wargame.flow.seat import is_by_seat
from wargame.flow.session import Session


@pytest.mark.parametrize(
    ("order", "laid", "where"),
    [("order roadblock best", ["2220"], "2319"), ("order roadblock never", [], "2318")],
)
def test_a_roadblock_ordered_beforehand_is_never_asked_about(
    order: str, laid: list[str], where: str
) -> None:
    """ARD-RB-21, ARD-RB-22  The question that stands open is answered too; the best place goes first."""
    session = play(roadblock(), order)
    assert asked(session).side == "german"
    assert is_by_seat(session.entries[-1])
    assert (laid, where) == (roadblocks(session), at(session, ARMOR))
    again = Session.resume(session.definition, session.header, session.entries)
    assert again.state == session.state


def test_the_newest_order_stands_until_it_is_revoked() -> None:
    """Only one of a kind stands."""
    session = play(bridge(), "order roadblock best", "order roadblock never")
    assert ["roadblock never"] == session.state.lists["standing.allied"]
    play(session, "revoke 1")
    assert not session.state.lists.get("standing.allied")


def test_bridges_and_clearing_follow_their_orders() -> None:
    """ARD-BR-02, ARD-RB-18"""
    session = play(bridge(), "order bridge blow")
    assert any(entry.answer == "yes" and is_by_seat(entry) for entry in session.entries)
    session = play(cleared(), "order clearing never")
    assert asked(session).side == "german"


def test_germans_and_those_who_play_alone_order_nothing() -> None:
    """ARD-RB-22"""
    session = position("ops.german.move", W8, turn=18)
    assert "Allied player" in refusal(session, "order roadblock best").reason
    session = roadblock()
    assert "best or never" in refusal(session, "order roadblock blow").reason
    assert "roadblock" in refusal(session, "order rodblock best").reason
