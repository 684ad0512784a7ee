"""The impulse of the automated Allies: Command Level, cards, deployment, Activation (ARD-SQ-05, -06, ARD-CD-07, -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import (
    CAMPAIGN,
    at,
    events,
    improved,
    notes,
    position,
    roadblocks,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.automaton.formation import expedited, may_dig, named, reasons
from wargame.games.ardennes.automaton.replace import replaced
from wargame.games.ardennes.automaton.supply import resupplied
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import ArdGame
from wargame.model import events as ev

U501, U506, U502, U327 = "us.501.101", "us.506.101", "us.502.101", "us.327.101"
ENG, PANZER, FAR = "us.35eng", "de.3pz.2", {"de.980.272": "3620"}
TANKS = "us.cca-4.4ad"
ACTION_CARDS = load_content(CAMPAIGN).action_cards


def board(units: Mapping[str, str] | None = None, **more: Any) -> ArdGame:
    """A table of a German alone on December 20."""
    return position(
        "ops.german.command", {**FAR, **(units or {})}, **{"mode": "gs", "turn": 20, **more}
    ).game


def impulse(
    cards: Sequence[str], units: Mapping[str, str] | None = None, *, played: int | None = None,
    dice: Sequence[int] | None = None, **more: Any,
) -> Session:  # fmt: skip
    """An Allied impulse that draws *cards* in their order; *played* German cards make the Level of them all."""
    tracks = {
        "played": max(1, len(cards) - 1) if played is None else played,
        **more.pop("tracks", {}),
    }
    deck = [*cards, *(["AS07"] if len(cards) == 1 else [])]
    return position(
        "ops.allied.command",
        {**FAR, **(units or {})},
        cups={"allied deck": deck, "actions": sorted(ACTION_CARDS)},
        dice=[1] * 12 if dice is None else dice,
        tracks=tracks,
        **{"mode": "gs", "turn": 20, **more},
    )


def decided(session: Session, what: str) -> list[ev.Decided]:
    """Decisions whose name begins with *what*."""
    return [e for e in events(session, ev.Decided) if e.what.startswith(what)]


def levels(session: Session) -> list[int]:
    """The Level of every Allied impulse begun."""
    return [note["level"] for note in notes(session, "allied_impulse")]


# -- the Command Level ------------------------------------------------------------------------------


def drawn(session: Session) -> list[str]:
    """The Allied cards that were drawn."""
    found = events(session, ev.ItemDrawn)
    return [e.item for e in found if e.kind == "card" and e.by == "allied"]


def test_w14_the_first_no_command_is_not_counted() -> None:
    """W14, ARD-CD-07: No Command (not counted), V Corps, No Command (counts), XII Corps: four cards, three counted."""
    session = impulse(["N01", "A30", "N04", "A39", "AS07"], played=2, turn=19)
    assert levels(session) == [3]
    assert [note["counts"] for note in notes(session, "no_command")] == [0, 1]
    assert drawn(session) == ["N01", "A30", "N04", "A39"]


@pytest.mark.parametrize(("turn", "counts"), [(18, 1), (19, 0)])
def test_cd_07_from_the_19th(turn: int, counts: int) -> None:
    """ARD-CD-07: before, each No Command is a draw."""
    session = impulse(["N01", "A30", "AS07"], played=1, turn=turn)
    assert [note["counts"] for note in notes(session, "no_command")] == [counts]
    assert drawn(session) == ["N01", "A30", "AS07"][: 3 - counts]


def test_cd_07_in_each_impulse() -> None:
    """ARD-CD-07: what one impulse has used up the next one has again."""
    session = impulse(["N01", "AS07"], played=1, turn=19)
    assert [note["counts"] for note in notes(session, "no_command")] == [0]
    assert track(session, "no command") == 0
    used = impulse(["N01", "AS07"], played=1, turn=19, tracks={"no command": 1})
    assert [note["counts"] for note in notes(used, "no_command")] == [1]


def test_the_deck_is_made_anew_when_it_runs_out() -> None:
    """ARD-CD-10"""
    session = impulse(["A39", "A40"], played=3, dice=[1] * 6)
    assert drawn(session)[:2] == ["A39", "A40"]
    assert len(drawn(session)) == 4


# -- deployment -------------------------------------------------------------------------------------


def test_reserves_come_before_an_activation() -> None:
    """ARD-AA-18, 5.14.3 (a): in ascending #, as many as the Command Value, by Method A."""
    units = {
        U501: "reserve",
        U506: "reserve",
        U502: "reserve",
        ENG: "2220",
        "us.158eng": "2220",
        PANZER: "2518",
    }
    session = impulse(["A32"], units, turn=18)
    assert ["2218", "2316", "reserve"] == [at(session, u) for u in (U501, U506, U502)]
    assert decided(session, "activate A32") == []


def test_one_reserve_unit_on_the_first_day() -> None:
    """ARD-DX-13"""
    units = {U501: "reserve", U506: "reserve", ENG: "2220", PANZER: "2518"}
    session = impulse(["A32"], units, turn=16)
    assert [at(session, u) for u in (U501, U506)].count("reserve") == 1
    assert track(session, "early reserve") == 1


def test_out_of_contact_from_the_18th() -> None:
    """ARD-RD-02: units OutOfContact after the Reserves, from December 18."""
    units = {U501: "1531", ENG: "2220", PANZER: "2518"}
    assert at(impulse(["A14"], units, turn=18), U501) != "1531"
    assert not decided(impulse(["A14"], units, turn=17), "deploy")


def test_a_spare_unit_is_looked_at_when_its_turn_comes() -> None:
    """ARD-RD-10: also one that was activated twice today, which is no Activation."""
    units = {U501: "1531", ENG: "2220", PANZER: "2518"}
    g = board(units, turn=18)
    assert reasons(g, [U501]) != {}
    session = impulse(["A14"], units, turn=18, states={U501: ["acted"]})
    assert at(session, U501) == "1531"


def test_method_b_for_who_is_left() -> None:
    """ARD-RD-07, 5.14.3 (a): from December 18, out of Reserve alone."""
    units = {U501: "reserve", U506: "1531"}
    session = impulse(["A14"], units, turn=18)
    assert [e.chosen[0] for e in decided(session, f"deploy {U501}")] == ["B"]
    assert at(session, U501) == "1531"
    assert at(impulse(["A14"], units, turn=17), U501) == "reserve"


# -- who is activated -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "more", "said"),
    [
        ({"us.334.84": "0408", PANZER: "0407"}, {}, ("in danger of Surround", 2)),
        ({TANKS: "1531"}, {"states": {TANKS: ["dispersed"]}}, ("Dispersed",)),
        ({TANKS: "1531"}, {}, ("OutOfContact (a)", 0, 0)),
        ({TANKS: "2118", PANZER: "2318"}, {}, ("may dig in", 2)),
    ],
)
def test_reasons_to_act(
    units: dict[str, str], more: dict[str, Any], said: tuple[int | str, ...]
) -> None:
    """ARD-AA-01, ARD-AA-02, ARD-AA-03"""
    g = board(units, **more)
    own = next(iter(units))
    assert {own: said} == reasons(g, [own])


def test_danger_in_a_vp_hex_is_no_reason() -> None:
    """ARD-AA-01"""
    g = board({"us.334.84": "0407", PANZER: "0408"}, improved=[])
    assert reasons(g, ["us.334.84"]).get("us.334.84", ("",))[0] != "in danger of Surround"


def test_where_an_ip_may_be_placed() -> None:
    """ARD-AA-03, ARD-US-05: lead In Supply, no City/Town, no IP yet, a German within three hexes."""
    units = {TANKS: "2118", PANZER: "2318"}
    assert may_dig(board(units), TANKS)
    assert not may_dig(board(units, improved=["2118"]), TANKS)
    assert not may_dig(board(units, states={TANKS: ["low supply"]}), TANKS)
    assert not may_dig(board(units, states={TANKS: ["dispersed"]}), TANKS)
    assert not may_dig(board({TANKS: "2220", PANZER: "2420"}), TANKS)
    assert not may_dig(board({TANKS: "2118", PANZER: "2518"}), TANKS)


def test_an_army_card_names_its_busiest_corps() -> None:
    """ARD-AA-19: units in Reserve and units with a reason, ties the lowest corps number; all told."""
    g = board({U501: "reserve", U506: "reserve", "us.12.4": "reserve"})
    cards = {c.id: c for c in g.content.cards.values()}
    units, corps, _ = named(g, cards["A43"])
    assert corps == "VIII"
    assert {g.content.units[u].corps for u in units} == {"VIII"}
    last = [e for e in g.journal if isinstance(e, ev.Decided)][-1]
    assert ("VIII", 2, 0) in [row[:3] for row in last.working]
    tie = board({U501: "reserve", "us.393.99": "reserve"})
    assert named(tie, cards["A43"])[1] == "V"


def test_expedite() -> None:
    """5.14.3 (c): the earliest unit of the formation, the lowest #, a day sooner."""
    units = {"us.134.35": "waiting", "us.137.35": "waiting"}
    g = board(units)
    assert expedited(g, list(units)) == "us.134.35"
    session = impulse(["A23"], units)
    assert unit(session, "us.134.35").numbers["due"] == 24
    assert "due" not in unit(session, "us.137.35").numbers


# -- the Activation ---------------------------------------------------------------------------------


def test_three_action_cards() -> None:
    """ARD-AA-09: three are drawn, even if none finds anything to do; every unit is told with its reason."""
    session = impulse(["A17"], {TANKS: "2118", PANZER: "2318"}, improved=[])
    assert len([e for e in events(session, ev.ItemDrawn) if e.kind == "action"]) == 3
    assert (TANKS, "may dig in", 2) in decided(session, "activate A17")[0].working


def test_ip_then_recovery() -> None:
    """ARD-AA-09, ARD-AC-09: a stack that did not act digs in; a Dispersed unit recovers and digs nothing."""
    units = {"us.334.84": "2217", "us.335.84": "2118", PANZER: "2518", "de.2.2": "2418"}
    session = impulse(["A16"], units, states={"us.335.84": ["dispersed"]})
    assert states(session, "us.335.84") == set()
    assert "2118" not in improved(session)


# -- supplemental cards -----------------------------------------------------------------------------


def test_rear_area_troops_lay_a_roadblock() -> None:
    """ARD-EV-01: on the candidate with the highest HV Proximate to a German."""
    session = impulse(["AS16"], {PANZER: "2518"})
    assert len(roadblocks(session)) == 1
    rows = decided(session, "roadblock")[0].working
    assert max(int(row[1]) for row in rows) == rows[0][1]


def test_air_resupply_is_laid_aside() -> None:
    """ARD-EV-01: and flies in the next Supply Phase to VP hexes first, then to most steps."""
    session = impulse(["AS05"])
    assert "AS05" in session.state.cups["allied aside"]
    states_ = {u: ["out of supply"] for u in (U501, U327, ENG)}
    g = board(
        {U501: "2218", U327: "2118", ENG: "2220"},
        cups={"allied aside": ["AS05", "AS06"]},
        states=states_,
    )
    assert [("AS05", "2220"), ("AS06", "2118")] == [(c, g.grid.name(x)) for c, x in resupplied(g)]


def test_red_ball_and_third_army() -> None:
    """ARD-EV-01: the earliest unit of the whole calendar; all of the III Corps, once."""
    units = {"us.134.35": "waiting", "us.329.83": "waiting"}
    assert unit(impulse(["AS13"], units), "us.134.35").numbers["due"] == 24
    session = impulse(["AS11"], units)
    assert unit(session, "us.134.35").numbers["due"] == 24
    assert "due" not in unit(session, "us.329.83").numbers
    assert "AS11" in session.state.cups["allied out"]


def test_airpower_drawn_as_a_command_does_nothing() -> None:
    """ARD-EV-01"""
    session = impulse(["AS07"], turn=23)
    assert decided(session, "activate") == []


# -- replacements -----------------------------------------------------------------------------------


def test_replacements_by_share_lost() -> None:
    """ARD-RP-01: the largest share of its steps first, then the lowest #; infantry and mechanized apart."""
    g = board({U501: "1531", U327: "1631", TANKS: "1731"}, lost={U501: 1, U327: 1, TANKS: 1})
    assert [U501] == replaced(g, [U327, U501], 1, 0)
    assert [TANKS] == replaced(g, [U327, TANKS], 0, 1)
    assert [U501, U327] == replaced(g, [U327, U501], 2, 0)


def test_replacements_that_find_no_room_go_to_the_next() -> None:
    """ARD-RP-01, ARD-ST-01, R-148  A hex of five steps has room for one."""
    crowd, other = ("us.112.28", "us.109.28", "us.12.4"), "us.22.4"
    units = {**dict.fromkeys(crowd, "2220"), other: "2218", "de.3pz.2": "3218"}
    lost = {crowd[0]: 2, crowd[1]: 2, other: 1}
    session = position("end.replacements.allied", units, turn=19, mode="gs", lost=lost)
    steps_lost = [unit(session, u).numbers.get("lost", 0) for u in (crowd[0], crowd[1], other)]
    assert steps_lost == [1, 2, 0]
