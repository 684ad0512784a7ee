"""Tactics: who may play which card when, what it does, the cards the automated Allies draw (ARD-CC, ARD-CT, ARD-TC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import (
    FOOT,
    FOOT2,
    MECH,
    MECH2,
    PEIPER,
    PZ,
    R109,
    R112,
    VDH,
    combat,
)
from tests.games.ardennes.table import asked, at, h, notes, play, table, unit
from wargame.flow.session import Session
from wargame.games.ardennes.state import ArdGame
from wargame.games.ardennes.tactics import Support, why_no_tactic, why_not_played

HERE = "2918"
ATTACK, DEFENCE = {MECH: "2917"}, {R112: HERE}


def why(g: ArdGame, card: str, *units: str, attacking: bool = True, at_hex: str = HERE) -> str:
    """The rule under which a card may not be played for units; "" if it may."""
    kind = g.content.cards[card]
    found = why_not_played(g, kind, Support(kind.side, attacking, h(at_hex), units))
    return found.rule if found else ""


def tactic(
    g: ArdGame, name: Any, *units: str, attacking: bool = True, far: int = 0, at_hex: str = HERE
) -> str:
    """The rule under which a tactic is not legal for units; "" if it is."""
    side = g.content.units[units[0]].side
    found = why_no_tactic(g, name, Support(side, attacking, h(at_hex), units), far)
    return found.rule if found else ""


def asked_for(stage: str, **more: Any) -> Session:
    """A combat for 2918 before a stage."""
    return combat(stage, more.pop("by", ATTACK), more.pop("on", DEFENCE), HERE, **more)


# -- whom a tactic supports -------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["dispersed", "low supply", "out of supply", "isolated"])
def test_cc_01_in_supply_and_not_dispersed(state: str) -> None:
    """ARD-CC-01, ARD-SS-01, ARD-US-08"""
    g = table({**ATTACK, MECH2: "2917"}, states={MECH: [state]})
    assert "ARD-CC-01" == why(g, "GS15", MECH)
    assert not why(g, "GS15", MECH, MECH2)
    assert not why(table(ATTACK, states={MECH: ["out of fuel"]}), "GS15", MECH)


def test_cd_05_of_the_formation() -> None:
    """ARD-CD-05: supplemental cards need any unit of the side."""
    g = table({**ATTACK, PEIPER: "3018"})
    assert not why(g, "G13", MECH)
    assert "ARD-CD-05" == why(g, "G13", PEIPER)
    assert not why(g, "GS15", PEIPER)
    g = table({**ATTACK, PEIPER: "3018"}, states={MECH: ["dispersed"]})
    assert "ARD-CD-05" == why(g, "G13", MECH, PEIPER)
    g = table({R112: HERE})
    assert not why(g, "N04", R112, attacking=False)
    assert not why(g, "A32", R112, attacking=False)


def test_cc_03_vdh_none() -> None:
    """ARD-CC-03: attacking or defending; those with it may."""
    g = table({VDH: HERE, FOOT: HERE})
    assert "ARD-CC-01" == why(g, "GS15", VDH)
    assert "ARD-CC-01" == why(g, "GS15", VDH, attacking=False)
    assert not why(g, "GS15", VDH, FOOT)


# -- which are legal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("artillery", "ga gd aa ad"), ("corps artillery", "ga gd aa ad"), ("panzer battalion", "ga gd"),
        ("tank battalion", "aa ad"), ("infiltration", "ga"), ("press the attack", "ga"),
        ("assault coordination", "ga aa"), ("reinforce battle", "ga gd aa ad"), ("screen", "ad"),
        ("bug out", "ad"), ("airpower", "ga gd aa ad"),
    ],
)  # fmt: skip
def test_tc_01_who_plays_what(name: str, legal: str) -> None:
    """ARD-TC-01, ARD-CT-03, ARD-CT-04, ARD-CT-06, ARD-CT-07, ARD-CT-11"""
    g = table({FOOT: "2916", R112: HERE}, turn=23)
    for key, who, attacking in (
        ("ga", FOOT, True),
        ("gd", FOOT, False),
        ("aa", R112, True),
        ("ad", R112, False),
    ):
        assert (key in legal.split()) == (not tactic(g, name, who, attacking=attacking)), key


def test_ct_04_infiltration_needs_infantry() -> None:
    """ARD-CT-04"""
    g = table({FOOT: "2917", MECH: "2917"})
    assert "ARD-CT-04" == tactic(g, "infiltration", MECH)
    assert not tactic(g, "infiltration", MECH, FOOT)


def test_ct_05_fixed_artillery_has_a_range() -> None:
    """ARD-CT-05: of the hex attacked from a Westwall hex; German, attacking or defending."""
    g = table({FOOT: "2917", R112: HERE})
    far = min(g.grid.distance(w, h(HERE)) for w in g.content.westwall)
    for attacking in (True, False):
        assert not tactic(g, "fixed artillery", FOOT, attacking=attacking, far=far)
        assert "ARD-CT-05" == tactic(g, "fixed artillery", FOOT, attacking=attacking, far=far - 1)
    assert "ARD-CT-05" == tactic(g, "fixed artillery", R112, far=9)
    assert {3, 4} == {c.range for c in g.content.cards.values() if c.tactic == "fixed artillery"}


@pytest.mark.parametrize(("mode", "rule"), [("2p", "ARD-DX-10"), ("gs", "ARD-DX-12")])
def test_dx_10_no_allied_artillery_on_the_first_day(mode: str, rule: str) -> None:
    """ARD-DX-10, ARD-DX-12: Corps Artillery and German guns fire."""
    g = table({R112: HERE, MECH: "2917"}, turn=16, mode=mode)
    assert rule == tactic(g, "artillery", R112, attacking=False)
    assert not tactic(g, "corps artillery", R112, attacking=False)
    assert not tactic(g, "artillery", MECH)
    assert not tactic(table({R112: HERE}, turn=17, mode=mode), "artillery", R112, attacking=False)


@pytest.mark.parametrize("turn", range(16, 28))
def test_we_01_airpower_on_clear_days(turn: int) -> None:
    """ARD-WE-01: December 23 to 27"""
    g = table({R112: HERE}, turn=turn)
    assert ("" if turn >= 23 else "ARD-WE-01") == tactic(g, "airpower", R112)


def test_ev_01_fuzes_from_the_18th() -> None:
    """ARD-EV-01: Proximity Fuzes"""
    assert why(table({R112: HERE}, turn=17), "AS15", R112)
    assert not why(table({R112: HERE}, turn=18), "AS15", R112)


def test_ct_03_bug_out() -> None:
    """ARD-CT-03, ARD-TC-01: not in a VP hex, not where the stack cannot go"""
    g = table({R112: HERE, R109: "2220", MECH: "2917"})
    assert not tactic(g, "bug out", R112, attacking=False)
    assert "ARD-CT-03" == tactic(g, "bug out", R109, attacking=False, at_hex="2220")
    mech = "us.ccr-9.9ad"
    g = table({R112: HERE, mech: HERE}, states={mech: ["dispersed"]})
    assert "ARD-CT-03" == tactic(g, "bug out", R112, mech, attacking=False)


# -- how many ---------------------------------------------------------------------------------------


def test_cc_02_as_many_as_the_cards_value() -> None:
    """ARD-CC-02, ARD-CC-15: of all attacks of the Activation together; each draws a chit more."""
    hands = {"german": ["GS15", "GS16", "G14"], "allied": []}
    session = asked_for(
        "tactics", card="G13", hands=hands, by={MECH: "2917", "de.901.lehr": "2917"}
    )
    play(session, "play GS15", "play G14")
    assert "tactics.attack" != asked(session).key
    used = {"ops.german.activation": {"tactics": 2}}
    session = combat("tactics", ATTACK, DEFENCE, card="G13", hands=hands, frames=used, quiet=False)
    assert "tactics.attack" != asked(session).key


def test_cc_03_a_defender_plays_one() -> None:
    """ARD-CC-03, ARD-CC-14"""
    session = asked_for("answer", hands={"allied": ["AS12", "N01"], "german": []})
    assert "tactics.defence" == asked(session).key
    play(session, "play AS12")
    assert "tactics.defence" != asked(session).key
    session = combat("answer", {R112: "2917"}, {MECH: HERE}, side="allied", mode="gs",
                     hands={"german": ["GS15", "GS16"]})  # fmt: skip
    play(session, "play GS15")
    assert "tactics.defence" != asked(session).key


def test_cc_14_the_allied_attacker_too() -> None:
    """ARD-CC-14"""
    session = combat("tactics", {R112: "2917"}, {MECH: HERE}, side="allied", card="A32",
                     hands={"allied": ["AS12", "N01", "N02"]})  # fmt: skip
    play(session, "play AS12", "play N01")
    assert "tactics.attack" != asked(session).key


def test_us_08_dispersed_defenders_play_none() -> None:
    """ARD-US-08, ARD-SS-01: nothing is asked, the automated Allies draw nothing."""
    for states in (["dispersed"], ["low supply"]):
        session = asked_for("answer", states={R112: states})
        assert "tactics.defence" != asked(session).key
        cups = {"allied deck": ["N04"]}
        session = asked_for("answer", states={R112: states}, mode="gs", cups=cups)
        assert ["N04"] == session.state.cups["allied deck"]


def test_dx_03_no_card_in_the_opening() -> None:
    """ARD-DX-03"""
    tracks = {"opening": 1, "allied impulses": 0}
    session = asked_for("answer", turn=16, tracks=tracks, hands={"allied": ["A32"]})
    assert "tactics.defence" != asked(session).key


def test_dx_03_the_question_tells_nothing() -> None:
    """The defender is asked whatever he holds."""
    for hand in (["AS12"], ["AS02"]):
        assert "tactics.defence" == asked(asked_for("answer", hands={"allied": hand})).key


# -- what they do -----------------------------------------------------------------------------------


def test_ct_02_inactive_stacks_join() -> None:
    """ARD-CT-02: adjacent, not Dispersed, not used up; they attack once."""
    others = {FOOT: "3018", FOOT2: "3019", PZ: "2919"}
    states = {FOOT2: ["dispersed"], PZ: ["attacked"]}
    session = asked_for(
        "tactics", card="G46", hands={"german": ["G43"]}, others=others, states=states
    )
    play(session, "play G43")
    assert "tactics.join" == asked(session).key
    assert FOOT in str(asked(session).options())
    assert PZ not in str(asked(session).options())
    assert FOOT2 not in str(asked(session).options())


def test_ct_02_who_could_join_is_told_before_the_card_is_spent() -> None:
    """ARD-CT-02: with their number, and the chances with all of them; nobody is told too."""
    for others, told, basis in (
        ({FOOT: "3018"}, "1 can join", "5 against"),
        ({}, "nobody can join", "3 against"),
    ):
        session = asked_for("tactics", card="G46", hands={"german": ["G43"]}, others=others)
        ask = asked(session)
        label = next(o.label for o in ask.options() if o.answer == "play G43")
        assert f"Fifth Panzer Army: assault coordination ({told})" == label
        odds = ask.odds("play G43")
        assert odds
        assert odds.basis.startswith(basis), odds


def test_ct_03_bugging_out_promises_no_combat() -> None:
    """ARD-CT-03: no chances of hits that nobody draws for."""
    odds = asked(asked_for("answer", hands={"allied": ["A33"], "german": []})).odds("play A33")
    assert odds
    assert "no combat" == odds.column
    assert ["they slip away before a chit is drawn"] == [o.words for o in odds.outcomes]


def test_ct_08_a_stack_comes_up() -> None:
    """ARD-CT-08: it joins the attack and counts for the draw."""
    session = asked_for(
        "tactics", card="G46", hands={"german": ["G37"], "allied": []}, others={PZ: "3017"}
    )
    play(session, "play G37")
    assert "react.reinforce" == asked(session).key
    play(session, f"join {PZ} 3017-3018")
    assert "3018" == at(session, PZ)
    assert "attacked" in unit(session, PZ).states


def test_ct_08_nobody_who_has_moved() -> None:
    """ARD-CT-08"""
    session = asked_for("tactics", card="G46", hands={"german": ["G37"], "allied": []},
                        others={PZ: "3017"}, states={PZ: ["moved"]})  # fmt: skip
    play(session, "play G37")
    assert "react.reinforce" != asked(session).key


@pytest.mark.parametrize(("who", "may"), [(MECH2, True), (PEIPER, False)])
def test_ct_10_no_stronger_than_the_defenders(who: str, may: bool) -> None:
    """ARD-CT-10: three into three, six not."""
    session = combat("answer", {R112: "2917"}, {MECH: HERE}, side="allied", turn=20,
                     hands={"german": ["G37"]}, others={who: "2920"})  # fmt: skip
    play(session, "play G37")
    assert may == (asked(session).key == "react.reinforce")
    if may:
        play(session, f"join {who} 2920-2919-2918")
        assert HERE == at(session, who)


def test_ct_03_bugging_out_ends_the_combat() -> None:
    """ARD-CT-03: no chits, no Dispersed; the attackers may advance one hex."""
    session = asked_for("answer", hands={"allied": ["A33"], "german": []})
    play(session, "play A33", "retreat 2919")
    assert "2919" == at(session, R112)
    assert "advance" == asked(session).key
    assert not notes(session, "hits")
