"""What a move says before it is made: HAN-MI-02, HAN-RE-03."""

from __future__ import annotations

from tests.games.hannut.table import actions, at, orders

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Units far away that keep the segment and the game open."""
FIRST = "1e Esc. (S35)/2e Cuirassiers"


def test_who_may_fire_is_told_with_the_chance_of_check_and_shot_together() -> None:
    """HAN-RE-03: 5 or less (10 of 36), then column 6 against an AFV: 2 to 6 (15 of 36)."""
    session = actions("G-PR35", {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"})
    told = [f"{FIRST} may fire at 1511: 12% to strike"]
    assert told == orders(session).waits("move g.pr35.1 1612-1511-1510")
    assert [] == orders(session).waits("move g.pr35.1 1612-1712")
    assert at(session, "g.pr35.1") == "1612"


def test_several_firers_are_told_with_the_chance_that_any_strikes() -> None:
    """HAN-RE-03: each 150 of 1296, so one minus (1146/1296) squared."""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311", "a.2rc.2": "1310"}
    told = orders(actions("G-PR35", units)).waits("move g.pr35.1 1612-1511")
    assert len(told) == 3
    assert told[0] == f"{FIRST} may fire at 1511: 12% to strike"
    assert told[-1] == "22% that any of them strikes"


def test_opp_used_is_no_threat() -> None:
    """HAN-OU-01"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"a.2rc.1": ["opp used"]})
    assert [] == orders(session).waits("move g.pr35.1 1612-1511")


def test_mines_on_the_way_are_told_with_their_chance() -> None:
    """HAN-MI-02: column 2 against an AFV is N for 2 to 6, 15 of 36."""
    units = {**IDLE, "g.pr35.1": "1612"}
    session = actions("G-PR35", units, mines=["1511"])
    told = ["mines in 1511: 42% for each unit"]
    assert told == orders(session).waits("move g.pr35.1 1612-1511")
