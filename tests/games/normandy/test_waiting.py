"""What the question of movement says of units that wait to land or to enter (NOR-RF-01 to -03, NOR-MV-06)."""

from __future__ import annotations

from tests.games.normandy.table import asked, play
from tests.games.normandy.test_arrivals import german, landing


def test_the_question_says_who_waits_to_land_or_to_enter() -> None:
    """NOR-RF-01, NOR-RF-03"""
    two = landing({"us.2.9th": "waiting", "us.2.23rd": "waiting", "us.hq.v": "2514"})
    assert "2 units wait to land, on a beach: land all. Or end" in asked(two).prompt
    play(two, "land us.2.9th")
    assert "1 unit waits to land, on a beach. Or end" in asked(two).prompt
    play(two, "land us.2.23rd")
    assert "wait" not in asked(two).prompt
    coming = german("tactical", {"ge.3fj.fjr9": "waiting"}, turn=5)
    assert "1 unit waits to enter. Or end" in asked(coming).prompt


def test_the_question_tells_of_the_whole_queue() -> None:
    """NOR-RF-02  Those of later turns wait too; in a Gale none can land."""
    later = {"us.2.9th": "waiting", "us.9.60th": "waiting", "us.hq.v": "2514"}  # T1 and T3
    session = landing(later, turn=5)
    assert "2 units wait to land, on a beach, 1 of them first. Or end" in asked(session).prompt
    stormy = landing(later, turn=5, tracks={"landing us": 0})
    assert "2 units wait to land, but none can now. Or end" in asked(stormy).prompt


def test_the_question_warns_of_beaches_that_are_too_full() -> None:
    """NOR-MV-06  Before the segment ends, not by its end."""
    four = ("us.2.9th", "us.2.23rd", "us.2.38th", "us.29.175th")
    session = landing({**dict.fromkeys(four, "waiting"), "us.hq.v": "2514"})
    play(session, *(f"land {u} 2511" for u in four[:3]))
    assert "too full" not in asked(session).prompt
    play(session, f"land {four[3]} 2511")
    said = "2511 is too full: who has landed there and stays goes back to the queue. Or end"
    assert said in asked(session).prompt
