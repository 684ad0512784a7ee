"""What answers did on the map, read from events alone."""

from __future__ import annotations

from tests.toy.test_toy import lay
from wargame.flow.deed import Deed, deed_of, places_of
from wargame.model import events as ev

SESSION = lay("toy.red.move", r1="0103", r2="0203", b1="0503")
GRID = SESSION.game.grid
A, B, C, D = (GRID.hex(name) for name in ("0103", "0203", "0303", "0503"))


def roll(*, unit: str = "", **facts: str | int) -> ev.DiceRolled:
    """A die thrown by a unit."""
    return ev.DiceRolled("fire", (3,), 6, (), "red", unit, tuple(facts.items()), "R")


READ = ev.ChartRead("combat", "", "3", "x", 3, (), (), (), "R")


def did(*events: ev.Event, order: str = "") -> Deed:
    """What events did in the position."""
    return deed_of(events, places_of(SESSION.state), order, GRID)


def test_a_march_in_stages_is_one_way() -> None:
    found = did(ev.UnitMoved("r1", (A, B), "moves", "R"), ev.UnitMoved("r1", (B, C), "moves", "R"))
    assert ((A, B, C),) == found.paths
    assert (C,) == found.scene


def test_a_roll_that_names_its_target_is_a_line_of_fire() -> None:
    found = did(roll(unit="r1", target="b1"), READ)
    assert (((A, D),), (D,)) == (found.shots, found.targets)


def test_a_roll_that_names_nobody_goes_by_the_order() -> None:
    found = did(roll(), READ, order="attack 0503 from r1 r2")
    assert (((A, D), (B, D)), (D,)) == (found.shots, found.targets)


def test_an_order_aims_at_a_unit_as_at_a_hex() -> None:
    found = did(roll(unit="r1"), READ, order="fire r1 at b1")
    assert (((A, D),), (D,)) == (found.shots, found.targets)
    assert Deed() == did(roll(), READ, order="move r1 0103-0203")


def test_who_is_struck_or_lost_by_dice_is_a_target_where_it_stood_then() -> None:
    found = did(
        ev.UnitMoved("b1", (D, C), "falls back", "R"),
        roll(unit="r1", target="b1"),
        ev.UnitBoxed("b1", "lost", "R"),
    )
    assert (((A, C),), (C,)) == (found.shots, found.targets)


def test_a_roll_about_a_hex_is_aimed_at_it_and_what_befalls_units_far_off_is_not_its_doing() -> (
    None
):
    landed, shaken = ev.StateGained("r1", "flown", "R"), ev.StateGained("b1", "shaken", "R")
    found = did(roll(hex=D), READ, landed, shaken, order="attack 0203 from r2")
    assert ((), (D,)) == (found.shots, found.targets), "r1 rests two hexes away"


def test_a_state_without_dice_strikes_nobody() -> None:
    assert Deed() == did(ev.StateGained("r1", "moved", "R"))
    assert (A,) == did(roll(), ev.StateGained("r1", "shaken", "R")).targets
    assert (A,) == did(roll(), ev.UnitsMarked(("r1",), ("shaken",), (), "R")).targets
