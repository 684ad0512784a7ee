"""Roadblocks: how they go, who takes their place, what the Allied player decides (ARD-RB-01, -15 to -20, -22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.barring import ARMOR, FOOT, INTO, MECH, PARAS, W8, moving
from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    down,
    play,
    position,
    roadblocks,
    rolls,
    table,
)
from wargame import games
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.games.ardennes.state import ROADBLOCK
from wargame.model import events as ev
from wargame.model.state import Fact

# -- worked examples --------------------------------------------------------------------------------


def clearing(die: int, **more: Any) -> Session:
    """The next impulse of W8: an Activation begins beside Roadblock 2220."""
    units = {
        ARMOR: "2319",
        FOOT: "3620",
        PARAS: "2118",
        "us.501.101": "reserve",
        "us.327.101": "reserve",
    }
    begin = {"ops.german.move": {"begun": 0}, "ops.german.activation": {"checked": 1}}
    return position(
        "ops.german.move", {**units, **more.pop("units", {})},
        **{"mode": "gs", "turn": 18, "frames": begin, "roadblocks": ["2220"], "dice": [die], **more},
    )  # fmt: skip


def test_w9_a_unit_takes_the_place_of_a_roadblock() -> None:
    """W9, ARD-RB-17, ARD-RB-18, ARD-RB-19"""
    session = clearing(6)
    assert at(session, "us.501.101") == "2220"
    assert at(session, "us.327.101") == "reserve"
    assert not roadblocks(session)


def test_w9_above_hv_it_just_goes() -> None:
    """W9, ARD-RB-18"""
    session = clearing(9)
    assert at(session, "us.501.101") == "reserve"
    assert not roadblocks(session)


# -- what clears it ---------------------------------------------------------------------------------


def test_rb_01_rb_15_an_allied_unit_lifts_it() -> None:
    """ARD-RB-01, ARD-RB-15  The hex counts as empty for it."""
    session = position(
        "ops.allied.move", {PARAS: "2118", "us.501.101": "2018", FOOT: "3620"},
        turn=18, roadblocks=["2219"],
    )  # fmt: skip
    play(session, f"move {PARAS} 2118-2219")
    assert not roadblocks(session)


def supply_phase(units: Mapping[str, str], *, roadblock: str) -> Session:
    """Through a Supply Phase."""
    return position("supply.roadblocks", units, turn=18, roadblocks=[roadblock])


def test_rb_16_out_of_communication_with_the_germans() -> None:
    """ARD-RB-16  Allied ZOC all around it."""
    around = dict(
        zip(["us.501.101", "us.506.101", "us.502.101"], ["2419", "2320", "2218"], strict=True)
    )
    assert [] == roadblocks(supply_phase({ARMOR: "2620", **around}, roadblock="2319"))
    assert ["2319"] == roadblocks(supply_phase({ARMOR: "2620"}, roadblock="2319"))


def test_rb_16_out_of_communication_with_the_allies() -> None:
    """ARD-RB-16  Germans all around it."""
    around = {"de.2.2": "2318", "de.304.2": "2419", "de.60.116": "2320", "de.156.116": "2220"}
    assert [] == roadblocks(supply_phase(around, roadblock="2319"))


def test_rb_17_after_a_move_in_a_later_activation() -> None:
    """ARD-RB-17, 5.7.1  A stack that ends its move beside it; no roll where neither Supply nor VP ask for one."""
    session = moving(
        roadblocks=["2419"], dice=[10], frames={"ops.german.activation": {"checked": 1}}
    )
    assert ["2419"] == roadblocks(session)
    play(session, INTO)
    assert not roadblocks(session)
    assert [10] == rolls(session, "clearing")


def test_rb_17_not_in_the_activation_that_laid_it() -> None:
    """ARD-RB-17, 5.7.1"""
    session = moving({ARMOR: "2420", MECH: "2418", PARAS: "2118"}, dice=[8])
    play(session, INTO)
    assert ["2220"] == roadblocks(session)
    play(session, f"move {MECH} 2418-2318")
    assert ["2220"] == roadblocks(session)


@pytest.mark.parametrize("state", ["dispersed", "out of fuel"])
def test_rb_17_units_that_cannot_move_clear_too(state: str) -> None:
    """5.7.1"""
    assert not roadblocks(clearing(9, states={ARMOR: [state]}))


def test_rb_17_only_active_units_clear() -> None:
    """ARD-RB-17"""
    assert ["2220"] == roadblocks(clearing(9, active=[FOOT]))


def test_rb_18_no_roll_without_supply_and_vp() -> None:
    """ARD-RB-18, 5.7.2  A village that no Allied line reaches: the marker goes without a roll."""
    cut = {
        "de.2.2": "2418", "de.304.2": "2518", "de.60.116": "2520", "de.156.116": "2318",
        "de.901.lehr": "2317", "de.902.lehr": "2320",
    }  # fmt: skip
    session = clearing(1, units=cut, roadblocks=["2419"], active=[ARMOR])
    assert not roadblocks(session)
    assert [] == rolls(session, "clearing")


def test_rb_18_out_of_contact_after_reserve() -> None:
    """ARD-RB-18  With nobody in Reserve a unit OutOfContact comes."""
    units = {"us.501.101": "1220", "us.327.101": "set aside"}
    session = clearing(1, units=units)
    assert at(session, "us.501.101") == "2220"


def test_rb_18_nobody_at_all() -> None:
    """5.7.3  None found: the marker goes."""
    nobody = {"us.501.101": "set aside", "us.327.101": "set aside"}
    session = clearing(1, units=nobody)
    assert not roadblocks(session)


def test_rb_19_division_then_corps_then_army() -> None:
    """ARD-RB-19  The closest unit is of the 101st; without one of it the corps, then the army."""
    none = {"us.501.101": "set aside", "us.327.101": "set aside"}
    corps = clearing(1, units={**none, "us.44eng": "reserve", "us.2cav": "reserve"})
    assert at(corps, "us.44eng") == "2220"
    army = clearing(1, units={**none, "us.16.1": "reserve", "us.cca-4.4ad": "reserve"})
    assert at(army, "us.16.1") == "2220"


def advancing(**more: Any) -> Session:
    """A combat for 2319 that the defenders have left."""
    battle: dict[str, Fact] = {
        "attacker": "german", "target": "2319", "units": (ARMOR,), "defenders": (PARAS,),
        "origins": (), "path": (),
    }  # fmt: skip
    g = table({FOOT: "3620"}).grid
    told: dict[str, Fact] = {**battle, "target": g.hex("2319"), "origins": (g.hex("2420"),)}
    frames = {"ops.german.battle": told}
    return position(
        "ops.german.advance", {FOOT: "3620", **W8}, mode="gs", turn=18, frames=frames, **more
    )


def test_rb_20_an_advance_is_a_move() -> None:
    """ARD-RB-20, 5.11.3"""
    session = advancing(dice=[8])
    assert asked(session).key == "advance"
    play(session, f"advance {ARMOR} 2319")
    assert ["2220"] == roadblocks(session)


def test_rb_20_an_advance_clears_too() -> None:
    """ARD-RB-17, ARD-RB-20  A Roadblock of an earlier Activation beside the hex it ends in."""
    session = advancing(dice=[10, 10], roadblocks=["2419"])
    play(session, f"advance {ARMOR} 2319")
    assert not roadblocks(session)


# -- two players ------------------------------------------------------------------------------------


def test_rb_22_the_allied_player_says_whether_and_where() -> None:
    """ARD-RB-22, 5.6.3  He may pick any candidate; the roll is the same."""
    session = moving(mode="2p", dice=[3])
    play(session, f"{INTO}-2318")
    assert asked(session).key == "react.roadblock"
    assert asked(session).side == "allied"
    assert {"roadblock 2220", "roadblock 2419", "no"} == set(answers(session))
    play(session, "roadblock 2419")
    assert ["2419"] == roadblocks(session)


def test_rb_22_declining_keeps_the_check() -> None:
    """5.6.3"""
    session = moving(mode="2p")
    play(session, f"{INTO}-2318", "no")
    assert at(session, ARMOR) == "2318"
    assert asked(session).key == "react.roadblock"
    assert {"roadblock 2419", "no"} == set(answers(session))


def test_rb_22_manteuffel_is_asked_whatever_his_hand() -> None:
    """ARD-EV-01, ARD-RB-22  Right after a Roadblock near a unit of his army; the stack then goes on."""
    for held in (["GS15"], ["GS11"]):
        session = moving(mode="2p", dice=[3], hands={"german": held})
        play(session, f"{INTO}-2318", "roadblock 2419")
        assert asked(session).key == "react.manteuffel"
    play(session, "event GS11")
    assert not roadblocks(session)
    assert at(session, ARMOR) == "2318"


def test_rb_22_he_may_decline_the_roll_of_a_clearing() -> None:
    """5.7.4"""
    session = clearing(1, mode="2p")
    assert asked(session).key == "react.clear"
    play(session, "no")
    assert not roadblocks(session)
    assert at(session, "us.501.101") == "reserve"
    yes = play(clearing(1, mode="2p"), "yes")
    assert at(yes, "us.501.101") == "2220"
    assert down(yes) == []


def test_rb_22_he_is_asked_only_where_a_unit_could_come() -> None:
    """ARD-RB-18, ARD-RB-22  With nobody to come the marker goes at once; else the question names who would."""
    nobody = {"us.501.101": "set aside", "us.327.101": "set aside"}
    session = clearing(1, mode="2p", units=nobody)
    assert asked(session).key == "move"
    assert not roadblocks(session)
    assert [] == rolls(session, "clearing")
    labels = [option.label for option in asked(clearing(1, mode="2p")).options()]
    assert ["Roll: on 1 to 8 501/101 takes its place", "Let it go"] == labels


def test_a_roadblock_that_goes_stands_in_the_journal() -> None:
    """ARD-RB-17  One that is laid does not: the roll, or the card, tells it."""
    session = clearing(9)
    teller = Teller(games.game("ardennes"), session.game, session.steps)
    where = session.game.grid.hex("2220")
    laid, gone = (ev.LayerSet(ROADBLOCK, ((where, n),), "ARD-RB-17") for n in (1, 0))
    told = [line.text for line in teller.lines([laid, gone])]
    assert ["The Roadblock in 2220 (Bastogne) is gone"] == told
