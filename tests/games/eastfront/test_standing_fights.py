"""EF-AU-06 to EF-AU-10, EF-SQ-07, EF-SQ-12  Orders for aircraft, ships, bands, reserves and battles; the rear; watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from tests.games.eastfront.laid import (
    answers,
    asked,
    by_seat,
    equal_by_hand,
    given,
    laid,
    way_out,
    where,
)
from wargame.flow.ask import IllegalAnswer
from wargame.flow.session import Session
from wargame.games.eastfront.state import RESERVE
from wargame.model import events as ev

FAR = {"S-63": "4030"}
Units = Mapping[str, str | Mapping[str, Any]]


MADE: list[tuple[Session, Callable[[], Session]]] = []
"""The games of the running test, and how each begins again."""


def laid_out(*args: Any, **more: Any) -> Session:
    """A game that is compared with the same by hand when its test is over."""
    session = laid(*args, **more)
    MADE.append((session, partial(laid, *args, **more)))
    return session


@pytest.fixture(autouse=True)
def as_by_hand() -> Iterator[None]:
    """EF-AU-02  Whatever orders have done in a test, the same answers typed lead to the same table."""
    MADE.clear()
    yield
    for session, again in MADE:
        if by_seat(session):
            equal_by_hand(session, again())


# -- in the air and at sea ------------------------------------------------------------------------


def test_an_air_unit_follows_its_hq() -> None:
    """EF-AU-06"""
    units: Units = {"A-HP2": "0635", "A-JG51": "0727", "G-VII": "0635", **FAR}
    session = laid_out("eastfront.axis.initial.air", units)
    assert asked(session)[1] == "air.mission"
    given(session, "air follow A-JG51 A-HP2")
    (answer,) = [text for text in answers(session) if text.startswith("fly")]
    assert answer.startswith("fly TF A-JG51 ")
    assert session.game.grid.distance(
        session.state.units["A-JG51"].hex, session.state.units["A-HP2"].hex
    ) < session.game.grid.distance(session.game.grid.hex("0727"), session.game.grid.hex("0635"))


@pytest.mark.parametrize(
    ("how", "came"), [("always", ["V-WES1"]), ("never", []), ("equal", [])]
)  # fmt: skip
def test_interception_is_flown_as_ordered(how: str, came: Sequence[str]) -> None:
    """EF-AU-06  One fighter for each aircraft of the mission, never, or with equal values only."""
    units: Units = {
        "A-H4": "0635", "A-JG51": "1035", "A-KG2": "1035", "G-VII": "1035", "S-63": "1333",
        "V-WES1": "1333", "V-WES2": "1333",
    }  # fmt: skip
    session = laid_out("eastfront.axis.initial.air", units, dice=(1,) * 12)
    missions = (
        [o.answer for o in session.ask.options() if o.answer.startswith("fly AF A-KG2")]
        if session.ask
        else []
    )
    assert missions, "the bombers can reach the field"
    session.answer("fly AF A-JG51+A-KG2 1333")
    assert asked(session) == ("soviet", "air.intercept")
    given(session, f"air intercept {how}")
    flown = [text.split()[1] for text in answers(session) if text.startswith("intercept")]
    assert flown == (["V-WES1", "V-WES2"] if came else [])
    assert asked(session)[1] != "air.intercept"


def test_chosen_hexes_get_defensive_support_and_the_rest_stays_on_the_ground() -> None:
    """EF-AU-06"""
    units: Units = {
        "A-H4": "0635", "G-VII": "1035", "G-XLIII": "1035", "S-63": "1135", "V-WES1": "1333",
        "V-WES4": "1333",
    }  # fmt: skip
    session = laid_out("eastfront.axis.combat.declare", units)
    session.answer("attack 1135 normal from G-VII G-XLIII")
    for _ in range(8):
        if asked(session) == ("soviet", "air.support"):
            break
        session.answer(way_out(session))
    given(session, "air cover 1135", "air rest")
    assert answers(session)[:2] == ["support DS V-WES4 1135", "done"]


def at_sea() -> Session:
    """Romanian destroyers that sail past the Black Sea Fleet."""
    units: Units = {
        "N-RO": "1958",
        "N-XC": "3058",
        "N-XB": "3058",
        "A-H4": "0635",
        "G-VII": "0935",
        **FAR,
    }
    session = laid_out("eastfront.axis.movement.naval", units, dice=(10,) * 20)
    session.answer("sail N-RO 2156")
    return session


@pytest.mark.parametrize(("how", "sent"), [("always", True), ("never", False), ("equal", True)])
def test_ships_react_as_ordered(how: str, *, sent: bool) -> None:
    """EF-AU-07"""
    session = at_sea()
    assert asked(session) == ("soviet", "naval.react")
    given(session, f"naval react {how}")
    assert any(text.startswith("react ") for text in answers(session)) == sent
    assert asked(session)[1] != "naval.react"


def test_ships_stay_where_they_are() -> None:
    """EF-AU-07"""
    units: Units = {"N-RO": "1958", "A-H4": "0635", "G-VII": "0935", **FAR}
    session = laid_out("eastfront.axis.movement.naval", units)
    assert asked(session) == ("axis", "naval")
    given(session, "naval stay")
    assert answers(session)[0] == "done"


# -- reserves, reaction, answers in a battle, bands -----------------------------------------------


def test_the_same_units_stay_in_reserve() -> None:
    """EF-AU-09"""
    units: Units = {"A-HP2": "0635", "G-XLVI": "0635", "G-XXIV": "0735", **FAR}
    session = laid_out("eastfront.axis.movement.reserve", units)
    assert asked(session)[1] == "reserve"
    given(session, "reserve keep A-HP2 G-XLVI")
    assert answers(session) == ["reserve G-XLVI", "done"]
    assert RESERVE in session.state.units["G-XLVI"].states
    assert RESERVE not in session.state.units["G-XXIV"].states


def reacting() -> Session:
    """A Soviet tank corps that may react to what the Axis has moved."""
    units: Units = {
        "S-HW": "1735", "S-6M": "1635", "S-63": "1835", "A-H4": "0635", "G-VII": "1035",
    }  # fmt: skip
    return laid_out("eastfront.axis.reaction.move", units)


def test_reaction_is_never_made_or_goes_towards_a_hex() -> None:
    """EF-AU-09"""
    session = reacting()
    assert asked(session) == ("soviet", "react"), (asked(session), session.segment)
    given(session, "reserve never S-HW")
    assert answers(session)[0] == "done"
    session = given(reacting(), "reserve toward S-HW 1335")
    (moved, *rest) = answers(session)
    assert moved.startswith("move S-6M 1635-")
    before = session.game.grid.distance(
        session.game.grid.hex("1635"), session.game.grid.hex("1335")
    )
    now = session.game.grid.distance(session.state.units["S-6M"].hex, session.game.grid.hex("1335"))
    assert now < before
    assert rest[-1:] in (["done"], [])


HIDDEN: dict[str, Any] = {
    "control": {"axis": ["1834", "1833", "1933", "1733", "1734", "1832", "1932"]}
}


def test_bands_go_for_the_marked_line() -> None:
    """EF-AU-08  An attack on a marked hex, else nearer to one."""
    units: Units = {
        "S-P01": {"hex": "1933", "states": ["active"]},
        "S-63": "4030",
        "A-H4": "0635",
        "G-VII": "0935",
    }

    def hiding() -> Session:
        return laid_out(
            "eastfront.soviet.movement.partisan", units, layout=HIDDEN, turn=40, dice=(1,) * 9
        )

    session = given(hiding(), "partisans mark 1734")
    assert answers(session)[0].startswith("march S-P01 ")
    assert answers(session)[1] == "attack S-P01 1734 rail"


def test_bands_are_placed_near_the_marked_line_and_made_active() -> None:
    """EF-AU-08"""
    units: Units = {"S-P02": "1933", "S-63": "4030", "A-H4": "0635", "G-VII": "0935"}
    session = laid_out("eastfront.soviet.replacement.partisan", units, layout=HIDDEN, turn=40)
    assert asked(session)[1] == "bands.raise"
    given(session, "partisans mark 1734")
    assert answers(session)[0] == "rise S-P02"
    assert answers(session)[1] == "raise S-P01 1832"


def test_security_troops_sweep_whatever_they_can_reach() -> None:
    """EF-AU-08"""
    units: Units = {
        "S-P01": {"hex": "1834", "states": ["active"]}, "G-VII": "1835", "G-S1": "1834", "A-H4": "0635", **FAR,
    }  # fmt: skip
    session = laid_out("eastfront.axis.movement.partisan", units, turn=40, dice=(1,) * 9)
    given(session, "partisans sweep")
    assert answers(session)[:2] == ["sweep S-P01 G-S1", "done"], "alone"


BREST: Units = {
    "A-H4": "0635", "G-VII": "1035", "G-XLIII": "1035", "G-XLVI": "1036", "S-63": "1135", "S-44": "1135",
    "S-HW": "1735",
}  # fmt: skip


def brest(dice: int = 8) -> Session:
    """Three corps attack Brest; both sides have something to lose, and the city may be held."""
    session = laid_out("eastfront.axis.combat.declare", BREST, dice=(dice,) * 30)
    session.answer("attack 1135 normal from G-VII G-XLIII G-XLVI")
    session.answer("allocate 0635=2")  # who pays
    return session


def test_steps_are_lost_in_the_order_that_was_given() -> None:
    """EF-AU-10"""
    session = given(brest(), "combat lose G-XLIII GI")
    assert answers(session)[0] == "lose G-XLIII"
    session = given(brest(), "combat lose GX")
    assert answers(session) in ([], ["lose G-XLVI"]), (
        "a class; where none of it is there its player is asked"
    )
    assert asked(session)[1] == "losses"


@pytest.mark.parametrize(
    ("how", "held"), [("always", True), ("never", False), ("1", True), ("0", False)]
)
def test_a_hex_is_held_as_ordered(how: str, *, held: bool) -> None:
    """EF-AU-10  Up to so many steps more."""
    session = brest()
    session.answer("lose G-VII")
    given(session, f"combat stand {how}")
    session.answer("lose S-44")
    assert answers(session)[0] == ("stand" if held else "retreat")
    assert asked(session)[1] != "stand"


@pytest.mark.parametrize("how", ["1", "always"])
def test_nobody_pays_to_hold_a_hex_in_which_nobody_is_left(how: str) -> None:
    """EF-AU-10, EF-CB-27, R-351"""
    session = laid_out("eastfront.axis.combat.declare", {**BREST, "S-44": "4030"}, dice=(8,) * 30)
    given(session, f"combat stand {how}")
    for _ in range(12):
        if any(entry.key == "stand" for entry in session.entries):
            break
        attack = "attack 1135 normal from G-VII G-XLIII G-XLVI"
        session.answer(attack if session.why_not(attack) is None else way_out(session))
    (stood,) = [entry.answer for entry in session.entries if entry.key == "stand"]
    assert stood == "retreat"


@pytest.mark.parametrize(("goal", "end"), [("hq", "1235"), ("1240", "1236")])
def test_units_retreat_towards_an_hq_or_a_hex(goal: str, end: str) -> None:
    """EF-AU-10  For a player who is not there."""
    session = brest()
    session.answer("lose G-VII")
    given(session, "combat lose S-44", "combat stand never", f"combat retreat {goal}")
    assert answers(session) == ["lose S-44", "retreat", f"retreat S-63 {end}"]
    assert where(session, "S-63") == end


# -- the rear, and watching -----------------------------------------------------------------------


def moving(**options: str) -> Session:
    """The enemy has air units and may be asked while the Axis moves."""
    units: Units = {
        "A-H4": "0635",
        "G-VII": "0935",
        "S-63": "1535",
        "S-44": "4029",
        "V-WES4": "2032",
    }
    return laid_out("eastfront.axis.movement.ground", units, options=options)


def test_the_rear_is_prepared_while_the_enemy_moves_and_carried_out_first() -> None:
    """EF-SQ-07  Only with the option, only far from the enemy, only while he moves; what is illegal by then is dropped."""
    session = moving(rear_area_orders="on")
    assert asked(session) == ("soviet", "air.mission")
    with pytest.raises(IllegalAnswer, match="8 hexes from every enemy"):
        session.answer("order rear rail S-63 4030")
    given(session, "rear rail S-44 2032", "rear start mend-rail S-44 4029")
    before = where(session, "S-44")
    for _ in range(60):
        if asked(session) == ("soviet", "move"):
            break
        assert where(session, "S-44") == before, "it is stored, not executed"
        session.answer(way_out(session))
    assert answers(session) == ["rail S-44 2032"]
    while "movement.ground" in session.segment:
        session.answer(way_out(session))
    dropped = [
        event for entry in session.entries for event in entry.events
        if isinstance(event, ev.Noted) and event.what == "order_dropped"
    ]  # fmt: skip
    assert [dict(event.facts)["order"] for event in dropped] == ["start mend-rail S-44 4029"]
    heard = [event for entry in session.told_to("axis") for event in entry.events]
    assert not set(dropped) & {event for event in heard if isinstance(event, ev.Noted)}
    assert not session.state.lists.get("standing.soviet")
    with pytest.raises(IllegalAnswer, match="while the opponent moves"):
        session.answer(f"order rear rail {'G-VII' if asked(session)[0] == 'axis' else 'S-44'} 0635")
    with pytest.raises(IllegalAnswer, match="no kind of order"):
        given(moving(), "rear rail S-44 2032")


def test_a_march_into_a_watched_hex_lets_the_other_side_fly() -> None:
    """EF-SQ-12 (c)"""
    for watched in (True, False):
        session = moving()
        if watched:
            assert asked(session) == ("soviet", "air.mission")
            session.answer("watch 1035")
        while asked(session) != ("axis", "move"):
            session.answer("done")
        session.answer("move G-VII 0935-1035-1135")
        assert (asked(session) == ("soviet", "air.mission")) == watched
        if watched:
            assert where(session, "G-VII") == "1035"
            session.answer("done")
        assert where(session, "G-VII") == "1135"
