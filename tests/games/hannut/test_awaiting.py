"""What a move says before it is made: HAN-MI-02, HAN-RE-03."""

from __future__ import annotations

from fractions import Fraction

from tests.games.hannut.table import actions, at, orders
from wargame.games.hannut.asks.awaiting import Chances, stopped

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Units far away that keep the segment and the game open."""
FIRST = "1e Esc. (S35)/2e Cuirassiers"


def test_who_may_fire_is_told_with_the_chance_of_check_and_shot_together() -> None:
    """HAN-RE-03: 5 or less (10 of 36), then column 6 against an AFV: 2 to 6 (15 of 36)."""
    session = actions("G-PR35", {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"})
    # Z, 4 to 6 (12 of 36), ends the move; the step lost to 2 or 3 leaves it Fatigued at worst
    told = [f"{FIRST} may fire at 1511: 12% to strike", "in all 9% to be stopped"]
    assert told == orders(session).waits("move g.pr35.1 1612-1511-1510")
    assert [] == orders(session).waits("move g.pr35.1 1612-1712")
    assert at(session, "g.pr35.1") == "1612"


def test_several_firers_are_told_with_the_chance_that_the_move_ends() -> None:
    """HAN-RE-03: of 1296 each has 1146 misses, 120 Z that end it and 30 steps lost.

    The second lost step is the last one: it goes on by 1146 x 1176 + 30 x 1146 of 1296 x 1296.
    """
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311", "a.2rc.2": "1310"}
    told = orders(actions("G-PR35", units)).waits("move g.pr35.1 1612-1511")
    assert len(told) == 3
    assert told[0] == f"{FIRST} may fire at 1511: 12% to strike"
    assert told[-1] == "in all 18% to be stopped"


def test_opp_used_is_no_threat() -> None:
    """HAN-OU-01"""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"a.2rc.1": ["opp used"]})
    assert [] == orders(session).waits("move g.pr35.1 1612-1511")


def test_mines_on_the_way_are_told_with_their_chance() -> None:
    """HAN-MI-02: column 2 against an AFV is N for 2 to 6, 15 of 36."""
    units = {**IDLE, "g.pr35.1": "1612"}
    session = actions("G-PR35", units, mines=["1511"])
    told = ["mines in 1511: 42% for each unit", "in all 42% to be stopped"]
    assert told == orders(session).waits("move g.pr35.1 1612-1511")


def test_who_is_worn_is_stopped_by_a_check_that_fails() -> None:
    """HAN-MO-03, HAN-FF-04, HAN-FF-06: factor 6 fails by 7 or more (21 of 36), 7 by 8, 5 by 6."""
    units = {**IDLE, "g.pr35.1": "1612", "g.pr35.2": "1612"}
    worn = {"g.pr35.1": ["fatigued"], "g.pr35.2": ["neutralized"]}
    g = actions("G-PR35", units, states=worn).game
    step: Chances = {"1": Fraction(1)}
    mine: Chances = {"N": Fraction(1, 3), "-": Fraction(2, 3)}
    assert Fraction(21, 36) == stopped(g, "g.pr35.1", [step])
    assert 1 == stopped(g, "g.pr35.1", [step, step])  # the second is its last
    # Neutralized already, it is only Fatigued by the first N, Demoralized by the second
    assert 0 == stopped(g, "g.pr35.2", [mine])
    first, second = Fraction(15, 36) / 3, Fraction(26, 36) / 3
    assert first * second == stopped(g, "g.pr35.2", [mine, mine])


def test_a_move_says_who_is_out_of_command_range_after_it() -> None:
    """HAN-CM-01: the range of PR 35 is 6."""
    units = {"a.1rc.1": "0505", "g.pr35.hq": "1612", "g.pr35.1": "2212", "g.pr35.8": "1812"}
    session = actions("G-PR35", units)
    told = ["out of command range: 1. (le.) Kp./Pz.Rgt. 35"]
    assert told == orders(session).waits("move g.pr35.1 2212-2312")
    assert told == orders(session).waits("move g.pr35.hq 1612-1512")
    assert [] == orders(session).waits("move g.pr35.1 2212-2112")
    far = actions("G-PR35", {**units, "g.pr35.1": "2312"})
    told = ["in command range again: 1. (le.) Kp./Pz.Rgt. 35"]
    assert told == orders(far).waits("move g.pr35.hq 1612-1712")
