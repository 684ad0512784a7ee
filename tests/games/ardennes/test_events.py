"""Events of supplemental cards (ARD-EV-01), card by card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    down,
    improved,
    is_legal,
    notes,
    play,
    position,
    refused_by,
    roadblocks,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.events import choices
from wargame.games.ardennes.state import OUT_OF_FUEL, due_of

PANZER, RECON, ALLIED = "de.3pz.2", "de.2aa.2", "us.110.28"
FAR = {PANZER: "3219", ALLIED: "2018"}


def with_card(
    card: str, units: Mapping[str, str] | None = None, *, keep: tuple[str, ...] = (), **more: Any
) -> Session:
    """Before a command of the side of a card, which is in its hand."""
    side = "german" if card.startswith("G") else "allied"
    hands = {side: [card, *keep], **more.pop("hands", {})}
    return position(f"ops.{side}.command", {**FAR, **(units or {})}, hands=hands, **more)


@pytest.mark.parametrize(("card", "last"), [("GS01", 21), ("GS05", 17), ("GS12", 17)])
def test_not_after_its_day(card: str, last: int) -> None:
    """ARD-EV-01  Command Crisis through the 21st, Hesitates and Stösser through the 17th."""
    units = {"br.5gds.gds": "waiting", "us.504.82": "waiting", "de.vdh.vdh": "set aside"}
    session = with_card(card, units, turn=last)
    assert any(a.startswith(f"event {card}") for a in answers(session))
    late = with_card(card, units, turn=last + 1)
    assert not [a for a in answers(late) if a.startswith(f"event {card}")]
    assert "ARD-EV-01" == refused_by(late, f"event {card}")


def test_gs01_command_crisis() -> None:
    """ARD-EV-01  British units due on the 22nd come on the 23rd; the card is out of play."""
    session = with_card(
        "GS01", {"br.5gds.gds": "waiting", "br.33armd": "waiting", "us.ccb-2.2ad": "waiting"}
    )
    play(session, "event GS01")
    days = [due_of(session.game, u) for u in ("br.5gds.gds", "br.33armd", "us.ccb-2.2ad")]
    assert [23, 23, 22] == days
    assert ["GS01"] == session.state.cups["german out"]


def test_gs02_engineers_mend_a_bridge() -> None:
    """ARD-EV-01, ARD-BR-03"""
    session = with_card("GS02", down=["3018-3118"], german=["3118", "3018"])
    assert is_legal(session, "event GS02 3018|3118")
    play(session, "event GS02 3018|3118")
    assert [] == down(session)


def test_gs02_not_beside_the_enemy() -> None:
    """ARD-EV-01  No Allied unit at either end, nor an Allied ZOC that no German fills."""
    units = {ALLIED: "2918"}
    session = with_card("GS02", units, down=["3018-3118"], german=["3118"])
    assert not is_legal(session, "event GS02 3018|3118")
    filled = with_card("GS02", {**units, PANZER: "3018"}, down=["3018-3118"], german=["3118"])
    assert is_legal(filled, "event GS02 3018|3118")
    inside = with_card("GS02", {ALLIED: "3018"}, down=["3018-3118"], german=["3118"])
    assert not is_legal(inside, "event GS02 3018|3118")


def test_gs02_a_new_bridge_over_a_minor_river_alone() -> None:
    """ARD-EV-01  Not over the Meuse."""
    session = with_card("GS02", {RECON: "3119"})
    offered = [a for a in _orders(session, "GS02") if "|" in a]
    g = session.game
    sides = [tuple(sorted(g.grid.hex(n) for n in a.split()[-1].split("|"))) for a in offered]
    assert sides
    assert all(side in g.content.rivers for side in sides)
    assert not [side for side in sides if side in g.content.majors]


def _orders(session: Session, card: str) -> list[str]:
    """Every answer that begins with an event."""
    g = session.game
    found = choices(g, g.content.cards[card])
    return [f"event {card} {about.what}".strip() for about in found]


def test_gs04_commandos_two_players() -> None:
    """ARD-EV-01  The Allied player discards a random card."""
    session = with_card("GS04", hands={"allied": ["A07", "A08"]}, dice=[2])
    play(session, "event GS04")
    assert ["A07"] == session.state.cups["allied hand"]
    assert "A08" in session.state.cups["allied discards"]


def test_gs04_commandos_alone() -> None:
    """ARD-EV-01  The Level of the next Allied impulse is 2 lower."""
    session = with_card("GS04", mode="gs")
    play(session, "event GS04")
    assert 1 == track(session, "commandos")


def test_gs05_hesitates() -> None:
    """ARD-EV-01  The 82nd or the 101st arrives on the 19th."""
    units = {"us.504.82": "waiting", "us.505.82": "waiting", "us.501.101": "waiting"}
    session = play(with_card("GS05", units), "event GS05 82")
    assert [19, 19, 18] == [due_of(session.game, u) for u in units]


@pytest.mark.parametrize(("card", "name"), [("GS08", "fury"), ("GS10", "freeze")])
def test_gs08_gs10_last_a_day(card: str, name: str) -> None:
    """ARD-EV-01  Fury of Bastogne, Ground Freeze from the 20th."""
    session = play(with_card(card, turn=20), f"event {card}")
    assert 1 == track(session, name)
    after = position("end.advance", FAR, turn=20, tracks={name: 1})
    assert 0 == track(after, name)
    if card == "GS10":
        assert "ARD-EV-01" == refused_by(with_card(card, turn=19), f"event {card}")


def test_gs11_manteuffel_as_an_order() -> None:
    """ARD-EV-01  A Roadblock within 2 hexes of a unit of the 5th Panzer Army."""
    session = with_card("GS11", {PANZER: "2620"}, roadblocks=["2619", "2220"])
    assert ["event GS11 2619"] == _orders(session, "GS11")
    play(session, "event GS11 2619")
    assert ["2220"] == roadblocks(session)


@pytest.mark.parametrize(
    ("roll", "where"),
    [
        (1, "2617"),
        (2, "2717"),
        (3, "2718"),
        (4, "2619"),
        (5, "2518"),
        (6, "2517"),
        (7, "2618"),
        (10, "2618"),
    ],
)
def test_gs12_stosser_drifts(roll: int, where: str) -> None:
    """ARD-EV-01  1 to 6: a hex N, NE, SE, S, SW, NW; 7 to 10 on target."""
    session = with_card("GS12", {"de.vdh.vdh": "set aside"}, dice=[roll])
    play(session, "event GS12 2618")
    assert where == at(session, "de.vdh.vdh")


def test_gs12_stosser_is_lost_in_an_allied_hex() -> None:
    """ARD-EV-01  And not to be dropped in a town."""
    session = with_card("GS12", {"de.vdh.vdh": "set aside", ALLIED: "2617"}, dice=[1])
    assert not is_legal(session, "event GS12 2220")
    assert not is_legal(session, "event GS12 2617")
    play(session, "event GS12 2618")
    assert "eliminated" == unit(session, "de.vdh.vdh").box
    assert ["GS12"] == session.state.cups["german out"]


def test_gs13_a_fuel_dump() -> None:
    """ARD-EV-01  With a German in a VP hex west of column 29; two players: the Allies may have evacuated it."""
    dry: dict[str, Any] = {"states": {PANZER: [OUT_OF_FUEL]}, "turn": 23}
    east = with_card("GS13", {PANZER: "3219"}, **dry)
    east.game.set_list("dry", ["2"], rule="ARD-FU-01")
    assert not is_legal(east, "event GS13 2")
    for answer, fuel in (("yes", False), ("no", True)):
        session = with_card("GS13", {PANZER: "2818"}, hands={"allied": ["AS10"]}, **dry)
        session.game.set_list("dry", ["2"], rule="ARD-FU-01")
        play(session, "event GS13 2")
        assert ("allied", "react.dumps") == (asked(session).side, asked(session).key)
        play(session, answer)
        assert (OUT_OF_FUEL not in states(session, PANZER)) == fuel


def test_gs13_the_question_tells_no_hand() -> None:
    """ARD-EV-01, ARD-CD-03  It is put whatever the Allies hold."""
    session = with_card("GS13", {PANZER: "2818"}, states={PANZER: [OUT_OF_FUEL]}, turn=23)
    session.game.set_list("dry", ["2"], rule="ARD-FU-01")
    play(session, "event GS13 2")
    assert ["no"] == answers(session)


def test_gs13_as10_alone() -> None:
    """ARD-EV-01  gs: AS10 laid aside cancels the next Captured Fuel Dump."""
    session = with_card(
        "GS13", {PANZER: "2818"}, states={PANZER: [OUT_OF_FUEL]}, turn=23, mode="gs",
        cups={"allied aside": ["AS10"], "allied discards": []},
    )  # fmt: skip
    session.game.set_list("dry", ["2"], rule="ARD-FU-01")
    play(session, "event GS13 2")
    assert OUT_OF_FUEL in states(session, PANZER)
    assert [] == session.state.cups["allied aside"]


def test_gs14_night_march() -> None:
    """ARD-EV-01, ARD-AC-10  A division moves; it does not count as activated, whoever was before."""
    session = with_card("GS14", {RECON: "3218"}, states={PANZER: ["former"]})
    told = {o.answer: o.label for o in asked(session).options()}
    assert told["event GS14 2"].endswith("Night March: 2 Pz, movement only"), (
        "as its card is called"
    )
    play(session, "event GS14 2")
    assert {"active", "night march"} <= states(session, PANZER)
    assert {"active", "night march"} <= states(session, RECON)
    assert not unit(session, PANZER).numbers.get("today")


def test_gs14_not_who_came_out_of_reserve() -> None:
    """ARD-RD-12  Deployed units may not act this impulse."""
    session = with_card("GS14", {RECON: "3218"}, states={RECON: ["deployed"]}, mode="gs")
    play(session, "event GS14 2")
    assert "active" not in states(session, RECON)


def test_gs17_model() -> None:
    """ARD-EV-01  A card comes out of the discards; none that would be discarded for want of fuel."""
    session = with_card("GS17", cups={"german discards": ["G13", "G14"]})
    session.game.set_list("dry", ["2"], rule="ARD-FU-01")
    assert not is_legal(session, "event GS17 G13")
    assert not is_legal(session, "event GS17 GS17")
    play(session, "event GS17 G14")
    assert "G14" in session.state.cups["german hand"]


# -- Allied cards -----------------------------------------------------------------------------------


def test_as01_raise_the_alarm() -> None:
    """ARD-EV-01, ARD-DX-09  Asked before the first Allied impulse, whatever is in hand."""
    first: dict[str, Any] = {"turn": 16, "tracks": {"allied impulses": 0}}
    for card, offered in (("AS12", ["no"]), ("AS01", ["alarm VIII", "no"])):
        session = with_card(card, **first)
        assert "react.alarm" == asked(session).key
        assert offered == answers(session)
    play(session, "alarm VIII")
    assert "VIII" == track(session, "alarm")
    assert ["AS01"] == session.state.cups["allied out"]
    assert "command" == asked(with_card("AS01", turn=17, tracks={"allied impulses": 0})).key


@pytest.mark.parametrize(("roll", "gone"), [(8, True), (9, False)])
def test_as02_engineers_blow_a_bridge(roll: int, gone: bool) -> None:
    """ARD-EV-01, ARD-BR-02  On 1-8 with the card."""
    session = with_card("AS02", dice=[roll])
    play(session, "event AS02 3018|3118")
    if "react.greif" == asked(session).key:
        play(session, "no")
    assert (["3018-3118"] == down(session)) == gone


def test_as02_not_on_the_first_day() -> None:
    """ARD-DX-10  The Allies blow no Bridge on the 16th; Roadblock and IP they may."""
    session = with_card("AS02", turn=16)
    offered = _orders(session, "AS02")
    assert not [a for a in offered if "|" in a]
    assert [a for a in offered if "roadblock" in a]
    assert f"event AS02 position {at(session, ALLIED)}" in offered


def test_as02_a_roadblock_or_a_position_without_a_roll() -> None:
    """ARD-EV-01, ARD-RB-08 to -14, ARD-IP-01"""
    session = with_card("AS02")
    play(session, "event AS02 roadblock 2419")
    assert ["2419"] == roadblocks(session)
    session = play(with_card("AS02"), "event AS02 position 2018")
    assert ["2018"] == improved(session)
    low = with_card("AS02", states={ALLIED: ["low supply"]})
    assert not is_legal(low, "event AS02 position 2018")


def test_as02_a_roadblock_beside_no_german() -> None:
    """4.8, ARD-RB-11"""
    session = with_card("AS02", {PANZER: "2518"})
    assert not is_legal(session, "event AS02 roadblock 2419")


def test_as11_third_army_turns_north() -> None:
    """ARD-EV-01, ARD-CA-01  From the 18th: III Corps a day sooner; a unit due today or past enters Reserve."""
    units = {"us.cca-4.4ad": "waiting", "us.134.35": "waiting"}
    assert "ARD-EV-01" == refused_by(with_card("AS11", units, turn=17), "event AS11")
    session = play(with_card("AS11", units, turn=19), "event AS11")
    assert "reserve" == unit(session, "us.cca-4.4ad").box
    assert 24 == due_of(session.game, "us.134.35")
    assert ["AS11"] == session.state.cups["allied out"]


def test_as13_red_ball() -> None:
    """ARD-EV-01  One unit of any corps."""
    session = with_card("AS13", {"us.134.35": "waiting", "us.cca-4.4ad": "waiting"})
    play(session, "event AS13 us.134.35")
    assert [24, 20] == [due_of(session.game, u) for u in ("us.134.35", "us.cca-4.4ad")]


def test_as16_rear_area_troops() -> None:
    """ARD-EV-01"""
    session = play(with_card("AS16"), "event AS16 roadblock 2419")
    assert ["2419"] == roadblocks(session)
    assert 1 == len([n for n in notes(session, "event") if n["card"] == "AS16"])


@pytest.mark.parametrize("card", ["GS06", "GS09", "AS05", "AS07", "AS10", "AS12", "AS14"])
def test_not_a_command(card: str) -> None:
    """ARD-EV-01  Reactions, cards of the Supply Phase and those that are tactics."""
    session = with_card(card)
    assert not [a for a in answers(session) if a.startswith("event")]
