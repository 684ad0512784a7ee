"""Card Preparation and the last steps of a day (ARD-CA-01, ARD-FU-01, ARD-CD-01 to -10, ARD-SS-18, ARD-BR-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import (
    answers,
    asked,
    down,
    notes,
    play,
    position,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.data.files import Mode
from wargame.games.ardennes.state import OUT_OF_FUEL, army_of

PANZER = "de.3pz.2"
FAR = {PANZER: "3219", "us.110.28": "2018"}
DECKS = {
    f"{side} {cup}": () for side in ("german", "allied") for cup in ("deck", "box", "discards")
}


def morning(step: str = "calendar", **more: Any) -> Session:
    """Before a step of Card Preparation of a day; all cards are nowhere."""
    units = more.pop("units", FAR)
    cups = {**DECKS, **more.pop("cups", {})}
    return position(f"cards.{step}", units, **{"turn": 18, "cups": cups, **more})


def evening(units: dict[str, str], **more: Any) -> Session:
    """Before the end of a day."""
    return position("end.status", {**FAR, **units}, **{"turn": 18, **more})


# -- the calendar -----------------------------------------------------------------------------------


def test_ca_01_units_enter_reserve() -> None:
    """ARD-CA-01  On its day, or when a rule has put it on another."""
    units = {**FAR, "de.9sspz.9ss": "waiting", "us.501.101": "waiting", "br.2hcr": "waiting"}
    session = morning(units=units)
    assert "reserve" == unit(session, "de.9sspz.9ss").box
    assert "reserve" == unit(session, "us.501.101").box
    assert "waiting" == unit(session, "br.2hcr").box


def test_ca_01_cards_join_the_deck() -> None:
    """ARD-CA-01, ARD-CD-01"""
    session = morning(mode="gs")
    cards = {
        c
        for cup, found in session.state.cups.items()
        for c in found
        if cup.endswith(("deck", "hand"))
    }
    assert {"G20", "G21", "G40", "A13", "A14", "A35"} <= cards
    assert not {"G22", "A15"} & cards


@pytest.mark.parametrize("mode", ["2p", "gs"])
def test_cd_10_supplemental_cards_of_the_automated_allies(mode: Mode) -> None:
    """ARD-CD-10  AS11 and AS15 join on the 18th; with two players the box has all."""
    session = morning(mode=mode, hands={"german": ["GS15"], "allied": []})
    joined = {c for c in session.state.cups["allied deck"] if c.startswith("AS")}
    discarded = {*session.state.cups["allied discards"]}
    assert ({"AS11", "AS15"} <= joined | discarded) == (mode == "gs")


def test_cd_06_no_command_cards_are_removed_wherever_they_lie() -> None:
    """ARD-CD-06"""
    session = morning(
        hands={"allied": ["N10", "A07"]},
        cups={"allied deck": ["N09", "N08"], "allied discards": []},
    )
    assert {"N09", "N10"} == {*session.state.cups["allied out"]}


def test_ev_01_a_crisis_holds_british_cards_up() -> None:
    """ARD-EV-01  Allied Command Crisis: units and cards due on the 22nd come on the 23rd."""
    late: dict[str, Any] = {"turn": 22, "tracks": {"crisis": 1}}
    there = [c for found in morning(**late).state.cups.values() for c in found]
    assert "A21" in there
    assert not {"A27", "A28"} & {*there}
    late["turn"] = 23
    there = [c for found in morning(**late).state.cups.values() for c in found]
    assert {"A27", "A28", "A22"} <= {*there}


def test_ob_01_viii_corps_changes_armies() -> None:
    """ARD-OB-01  First Army through the 19th, Third Army from the 20th."""
    g = morning().game
    found = []
    for day in (19, 20):
        g.set_track("turn", day, rule="ARD-SQ-01")
        found.append(army_of(g, "us.110.28"))
    assert ["1A", "3A"] == found


# -- fuel -------------------------------------------------------------------------------------------


def dry_morning(hand: Sequence[str], **more: Any) -> Session:
    """The fuel of December 23, when the 2nd Panzer Division has none."""
    return position("cards.fuel", FAR, turn=23, hands={"german": list(hand)}, **more)


def test_fu_01_mechanized_units_of_the_division() -> None:
    """ARD-FU-01  All of them, and nobody else, for the day."""
    session = dry_morning(["G14"], mode="gs")
    dry = {u.id for u in session.state.units.values() if OUT_OF_FUEL in u.states}
    kinds = session.game.content.formations[("german", "2")]
    assert dry == {k.id for k in kinds if k.mech}


def test_fu_01_the_division_card_is_discarded_from_the_hand() -> None:
    """ARD-FU-01, 5.4.5  At `cards.fuel`; it counts for nothing."""
    session = dry_morning(["G13", "G14"], mode="gs")
    assert "G13" not in session.state.cups["german hand"]
    assert "G13" in session.state.cups["german discards"]
    assert 0 == track(session, "played")


def test_fu_01_and_whenever_it_is_drawn() -> None:
    """ARD-FU-01, ARD-CD-03  The next card is drawn at once."""
    session = position(
        "cards.fuel", FAR, turn=23, mode="gs",
        hands={"german": ["G14", "G15", "G16", "G17", "G18"]},
        cups={**DECKS, "german deck": ["G13", "G19"]}, tracks={"impulse": 0}, dice=[1, 1],
    )  # fmt: skip
    assert ["G14", "G15", "G16", "G17", "G18", "G19"] == sorted(session.state.cups["german hand"])
    assert ["G13"] == session.state.cups["german discards"]


def test_ev_01_fuel_priority_from_the_hand() -> None:
    """ARD-EV-01  It or another card goes, and the formation keeps its fuel; not the formation's own card."""
    session = dry_morning(["G13", "G14", "GS06"], mode="gs")
    assert "react.fuel" == asked(session).key
    assert asked(session).prompt.startswith("2 Pz has no fuel today"), "as its card is called"
    assert ["discard GS06", "discard G14", "no"] == answers(session)
    play(session, "discard G14")
    assert {"G13", "GS06"} <= {*session.state.cups["german hand"]}
    assert not [u for u in session.state.units.values() if OUT_OF_FUEL in u.states]
    assert 0 == track(session, "played")


def test_ev_01_fuel_priority_refused() -> None:
    """ARD-EV-01"""
    session = play(dry_morning(["G13", "GS06"], mode="gs"), "no")
    assert OUT_OF_FUEL in states(session, PANZER)
    assert "G13" not in session.state.cups["german hand"]


def test_ev_01_two_players_are_asked_whatever_is_in_hand() -> None:
    """ARD-EV-01, ARD-CD-03  Whether the question is put tells the Allies nothing."""
    for hand in (["G14"], ["G14", "GS06"]):
        assert "react.fuel" == asked(dry_morning(hand)).key
    assert ["no"] == answers(dry_morning(["G14"]))


# -- decks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "count"), [(19, 3), (20, 5)])
def test_cd_09_supplemental_cards(turn: int, count: int) -> None:
    """ARD-CD-09  Four German, three Allied, from the 20th five, unseen until they are drawn."""
    box = {
        "german box": ["GS01", "GS02", "GS03", "GS04", "GS05"],
        "allied box": ["AS01", "AS02", "AS03", "AS04", "AS05", "AS06"],
    }
    session = position(
        "cards.supplemental", FAR, turn=turn, cups={**DECKS, **box},
        hands={"german": [], "allied": []},
    )  # fmt: skip
    pile = notes(session, "pile")
    assert [("german", 4), ("allied", count)] == [(n["side"], n["count"]) for n in pile]


def test_cd_09_not_for_the_automated_allies() -> None:
    """ARD-CD-10  CD-09 does not add to their deck."""
    session = position("cards.supplemental", FAR, turn=19, mode="gs", cups=DECKS)
    assert not [c for c in session.state.cups["allied deck"] if c.startswith("?")]


def test_cd_02_the_allotment() -> None:
    """ARD-CD-02  As many as the day allots; the hand of the day is drawn from them; kept cards do not count."""
    deck = [f"G{n:02}" for n in range(1, 31)]
    session = position(
        "cards.build", FAR, turn=18, mode="gs", hands={"german": ["G31", "G32"]},
        cups={"german deck": deck}, tracks={"impulse": 0},
    )  # fmt: skip
    assert [18] == [n["count"] for n in notes(session, "pile") if n["side"] == "german"]
    assert 18 - 4 == track(session, "german pile")
    assert 6 == len(session.state.cups["german hand"])


def test_cd_02_fewer_than_the_allotment() -> None:
    """ARD-CD-02, 4.6  Then all form the pile."""
    session = position(
        "cards.build", FAR, turn=18, mode="gs", hands={"german": ["G31"]},
        cups={"german deck": ["G01", "G02"]}, tracks={"impulse": 0},
    )  # fmt: skip
    assert ["G01", "G02", "G31"] == sorted(session.state.cups["german hand"])
    assert 0 == track(session, "german pile")


def test_cd_02_used_cards_come_back_and_hands_stay() -> None:
    """ARD-CD-02, ARD-CD-03, ARD-CD-09  Supplemental ones to their box, unseen ones out of the deck."""
    session = position(
        "end.advance", FAR, turn=18, hands={"german": ["G14"], "allied": ["A07"]},
        cups={"german deck": ["G15", "?1"], "german discards": ["G13", "GS08"], "german box": ["GS09"]},
    )  # fmt: skip
    cups = session.state.cups
    assert 19 == session.state.turn()
    assert "G14" in cups["german hand"]
    assert {"GS08", "GS09"} <= {*cups["german box"], *cups["german hand"]}
    assert {"G13", "G15"} <= {*cups["german deck"], *cups["german hand"]}
    assert not cups["german discards"]


def test_fu_01_fuel_comes_back_overnight() -> None:
    """ARD-FU-01, ARD-AC-10  OutOfFuel and the Activations of the day are over."""
    session = position("end.advance", FAR, turn=18, states={PANZER: [OUT_OF_FUEL]})
    assert OUT_OF_FUEL not in states(session, PANZER)


# -- the end of a day -------------------------------------------------------------------------------


def test_sq_01_dispersed_units_rest() -> None:
    """Section 3, row 27  Who is not Proximate to an enemy is Dispersed no more."""
    near = {"us.110.28": "2918", "us.112.28": "2018", PANZER: "3018"}
    session = evening(near, states={"us.110.28": ["dispersed"], "us.112.28": ["dispersed"]})
    assert "dispersed" in states(session, "us.110.28")
    assert "dispersed" not in states(session, "us.112.28")


@pytest.mark.parametrize(
    ("turn", "friend", "stays"),
    [(17, "3219", True), (18, "3219", False), (18, "2620", True), (18, "2621", False)],
)
def test_ss_18_the_paratroops(turn: int, friend: str, stays: bool) -> None:
    """ARD-SS-18  From the 18th on lost unless within 2 hexes of another German unit."""
    session = evening({"de.vdh.vdh": "2618", PANZER: friend}, turn=turn)
    assert (unit(session, "de.vdh.vdh").hex >= 0) == stays


def test_br_03_bridges_are_mended() -> None:
    """ARD-BR-03  Both hexes controlled and in Supply, no enemy Proximate."""
    mended = evening({PANZER: "3219"}, down=["3018-3118"], german=["3018", "3118"])
    assert [] == down(mended)
    theirs = evening({PANZER: "3219"}, down=["3018-3118"], german=["3118"], allied=["3018"])
    assert ["3018-3118"] == down(theirs)
    near = evening(
        {PANZER: "3219", "us.110.28": "2917"}, down=["3018-3118"], german=["3018", "3118"]
    )
    assert ["3018-3118"] == down(near)
