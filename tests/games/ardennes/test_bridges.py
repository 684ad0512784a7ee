"""Bridges: blown before the Germans, saved by Greif, crossed or not when they are down (ARD-BR), in both modes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    costs,
    down,
    names,
    play,
    position,
    refused_by,
    rolls,
    table,
)
from wargame.flow.session import Session
from wargame.games.ardennes.roadblocks import due_bridges
from wargame.games.ardennes.works import road, stands

PEIPER, FOOT, ENGINEERS, REGIMENT = "de.kgpeiper.1ss", "de.27.12", "us.291eng", "us.117.30"
UP = f"move {PEIPER} 2810-2709"
"""Beside 2609-2709, whose far hex is Stavelot (HV 5)."""
QUIET = {"ops.german.activation": {"checked": 1}}


def moving(units: Mapping[str, str] | None = None, *, mode: str = "gs", **more: Any) -> Session:
    """Before German moves on December 18, Peiper in 2810, the Roadblock check behind them."""
    found = {PEIPER: "2810", FOOT: "3620", **(units or {})}
    return position("ops.german.move", found, **{"mode": mode, "turn": 18, "frames": QUIET, **more})


def due(where: str, **more: Any) -> list[list[str]]:
    """Far hexes of the Bridges in danger where Germans come into a hex."""
    g = table({PEIPER: where, FOOT: "3620"}, **{"turn": 18, "mode": "gs", **more})
    return [[n for n in names(g, side) if n != where] for side in due_bridges(g, g.grid.hex(where))]


@pytest.mark.parametrize(("die", "gone"), [(5, ["2609-2709"]), (6, [])])
def test_br_01_not_above_the_far_hexs_hv(die: int, gone: list[str]) -> None:
    """ARD-BR-01"""
    session = play(moving(dice=[die]), UP)
    assert [die] == rolls(session, "demolition")
    assert gone == down(session)


def test_br_01_not_on_the_first_day() -> None:
    """ARD-BR-01, ARD-DX-10, ARD-DX-11"""
    assert [] == due("2709", turn=16)
    assert [["2609"]] == due("2709", turn=17)


def test_br_01_not_where_the_far_hex_is_german() -> None:
    """ARD-BR-01, ARD-HC-01"""
    assert [] == due("2709", german=["2609"])


def test_br_01_not_where_it_is_down() -> None:
    """ARD-BR-01"""
    assert [] == due("2709", down=["2609-2709"])


def test_br_01_westernmost_far_hex_first() -> None:
    """ARD-BR-01, W1"""
    assert [["2810"], ["2910"]] == due("2909")


def test_br_01_hv_0_is_not_checked() -> None:
    """ARD-BR-01  3724, over the Sauer from Echternach, has no HV."""
    assert [] == due("3625", allied=["3724"])


def test_br_01_one_check_a_bridge_an_activation() -> None:
    """ARD-BR-01"""
    session = moving({FOOT: "2810"}, dice=[6])
    play(session, UP, f"move {FOOT} 2810-2709")
    assert [6] == rolls(session, "demolition")


def test_br_01_a_unit_that_stays_provokes_nothing() -> None:
    """ARD-BR-01  It must enter a hex beside the Bridge."""
    session = moving({FOOT: "2709"})
    assert [] == rolls(session)


def test_br_03_a_destroyed_bridge_is_a_river_without_road() -> None:
    """ARD-BR-03"""
    session = moving({PEIPER: "2709"}, down=["2609-2709"])
    assert [14] == costs(session, f"move {PEIPER} 2709-2609")
    assert refused_by(session, f"strategic {PEIPER} 2709-2609") != ""
    g = session.game
    a, b = g.grid.hex("2609"), g.grid.hex("2709")
    assert not stands(g, a, b)
    assert not road(g, a, b)


def test_br_03_a_fallen_bridge_over_the_meuse() -> None:
    """ARD-BR-03, ARD-MV-03  A major river then cannot be crossed at all."""
    session = moving({PEIPER: "1205"}, down=["1104-1205"], german=["1304"], turn=20)
    assert refused_by(session, f"move {PEIPER} 1205-1104") == "ARD-MV-03"


def evening(**more: Any) -> Session:
    """After a Day End; the Our Bridge of Dasburg is down."""
    near = {PEIPER: "3520", **more.pop("units", {})}
    return position("end.status", near, **{"turn": 18, "down": ["3018-3118"], **more})


def test_br_03_mended_at_day_end_behind_the_front() -> None:
    """ARD-BR-03, 5.12  Both hexes of one side, in its Supply, no enemy Proximate."""
    assert [] == down(evening(german=["3018"]))
    assert ["3018-3118"] == down(evening())
    assert ["3018-3118"] == down(evening(german=["3018"], units={REGIMENT: "2918"}))
    assert ["3018-3118"] == down(evening(german=["3018"], units={"us.110.28": "2718"}))
    assert [] == down(evening(german=["3018"], units={"us.110.28": "2618"}))
    assert [] == down(evening(allied=["3018", "3118"], units={"us.110.28": "3018", PEIPER: "3620"}))


# -- two players ------------------------------------------------------------------------------------


def asks(units: Mapping[str, str], **more: Any) -> Session:
    """Two players; Peiper comes up to the Bridge."""
    return play(moving(units, mode="2p", **more), UP)


def test_br_02_a_unit_in_or_beside_the_far_hex_may_try() -> None:
    """ARD-BR-02  Destroyed on 1 to 5."""
    session = asks({REGIMENT: "2508"}, dice=[5])
    assert (asked(session).key, asked(session).side) == ("react.bridge", "allied")
    assert {"yes", "no"} == set(answers(session))
    play(session, "yes", "no")
    assert ["2609-2709"] == down(session)
    assert [] == down(play(asks({REGIMENT: "2508"}, dice=[6]), "yes"))


@pytest.mark.parametrize(("die", "gone"), [(8, ["2609-2709"]), (9, [])])
def test_br_02_engineers_do_it_well(die: int, gone: list[str]) -> None:
    """ARD-BR-02  With an eng unit on 1 to 8."""
    session = play(asks({ENGINEERS: "2609"}, dice=[die]), "yes", *(["no"] if gone else []))
    assert gone == down(session)


def test_br_02_nobody_near_and_no_card() -> None:
    """ARD-BR-02  The question is put all the same: whether it is must not tell what the Allies hold."""
    session = asks({})
    assert ["no"] == answers(session)
    assert [] == down(play(session, "no"))


def test_br_02_dispersed_units_may_not() -> None:
    """ARD-BR-02"""
    assert ["no"] == answers(asks({REGIMENT: "2609"}, states={REGIMENT: ["dispersed"]}))


def test_br_02_the_card() -> None:
    """ARD-BR-02  Engineers played: 1 to 8, wherever units stand."""
    session = asks({}, hands={"allied": ["AS02", "AS12"]}, dice=[8])
    assert {"event AS02", "no"} == set(answers(session))
    play(session, "event AS02", "no")
    assert ["2609-2709"] == down(session)
    assert "AS02" in session.state.cups["allied discards"]


# -- Operation Greif --------------------------------------------------------------------------------


def test_greif_saves_it_two_players() -> None:
    """ARD-EV-01  Asked whatever the German holds."""
    for held in (["GS15"], ["GS09"]):
        session = asks({REGIMENT: "2508"}, dice=[1], hands={"german": held})
        play(session, "yes")
        assert (asked(session).key, asked(session).side) == ("react.greif", "german")
    play(session, "event GS09")
    assert [] == down(session)


def test_greif_saves_it_for_a_german_alone() -> None:
    """ARD-EV-01  It counts for the Command Level where the impulse is German."""
    session = play(moving(dice=[1], hands={"german": ["GS09"]}), UP)
    assert asked(session).key == "react.greif"
    before = session.state.tracks.get("played", 0)
    play(session, "event GS09")
    assert [] == down(session)
    assert 1 == int(session.state.tracks["played"]) - int(before)
    assert at(session, PEIPER) == "2709"
