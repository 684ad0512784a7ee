"""The cards that the automated Allies draw in a combat: tactics, bonus, units that come (ARD-CC, ARD-CT)."""

from __future__ import annotations

from typing import Any

from tests.games.ardennes.combat import (
    B110,
    MECH,
    R109,
    R110,
    R112,
    combat,
)
from tests.games.ardennes.table import events, h, left, notes, table
from tests.games.ardennes.test_tactics import ATTACK, DEFENCE, HERE, asked_for
from wargame.games.ardennes.automaton.tactics import Answer, defensive, offensive, reinforcing
from wargame.games.ardennes.battle import Battle
from wargame.model import events as ev


def drawn(
    card: str, *, on: dict[str, str] | None = None, target: str = HERE, **more: Any
) -> Answer:
    """What a card does that the automated Allies draw in defence."""
    on = on or DEFENCE
    units = {**ATTACK, **on, **more.pop("others", {})}
    g = table(units, **{"mode": "gs", **more})
    fight = Battle("german", h(target), (MECH,), tuple(on), (h(units[MECH]),))
    return defensive(g, fight, g.content.cards[card])


def test_cc_05_adds_the_lowest_reserve() -> None:
    """ARD-CC-05 (b): of the card's formation, if it covers a defender"""
    waiting = {R109: "reserve", R110: "reserve", "us.501.101": "reserve"}
    assert R110 == drawn("A07", others=waiting).unit
    assert R110 == drawn("A32", others=waiting).unit
    assert not drawn("A14", others=waiting).unit, "the 101st defends nothing"
    assert not drawn("N04", others=waiting).unit


def test_cc_05_only_a_small_stack() -> None:
    """ARD-CC-05: 1 to 3 steps"""
    waiting = {R110: "reserve"}
    assert not drawn("A07", on={R112: HERE, B110: HERE}, others=waiting).unit
    assert R110 == drawn("A07", on={R112: HERE, B110: HERE}, others=waiting, lost={R112: 1}).unit


def test_cc_05_else_out_of_contact() -> None:
    """ARD-CC-05, ARD-US-09, ARD-SS-15: not Dispersed, not Isolated"""
    far = {R109: "2030"}
    assert R109 == drawn("A07", others=far).unit
    assert not drawn("A07", others=far, states={R109: ["dispersed"]}).unit
    assert not drawn("A07", others=far, states={R109: ["isolated"]}).unit


def test_cc_05_on_the_first_day() -> None:
    """ARD-DX-09, ARD-DX-13: from the next hex, one Reserve unit a day"""
    assert not drawn("A07", others={R109: "2030"}, turn=16).unit
    used = {"early reserve": 1}
    assert not drawn("A07", others={R109: "reserve"}, turn=16, tracks=used).unit
    assert R109 == drawn("A07", others={R109: "reserve"}, turn=16).unit


def test_cc_05_else_the_tactic() -> None:
    """ARD-CC-05 (c): Screen, Artillery, Tank Battalion always; Assault Coordination never"""
    assert "screen" == drawn("A07").tactic
    assert "artillery" == drawn("N01").tactic
    assert "corps artillery" == drawn("A32").tactic
    assert "tank battalion" == drawn("N08").tactic
    assert not drawn("A42").tactic
    assert not drawn("A01").tactic, "the 99th is not there"
    assert not drawn("AS07").tactic, "no aircraft fly"
    assert "airpower" == drawn("AS07", turn=23).tactic
    assert not drawn("AS01").tactic


def test_cc_05_bug_out_when_it_must() -> None:
    """ARD-CC-05 (c): in danger or at 3:1, and free to go"""
    assert not drawn("N06").tactic
    assert "bug out" == drawn("N06", on={B110: HERE}).tactic
    assert not drawn("N06", on={B110: "2220"}, target="2220", others={MECH: "2219"}).tactic, (
        "a VP hex"
    )


def test_cc_05_a_unit_comes_into_the_combat() -> None:
    """ARD-CC-05: it defends at once, the card is discarded."""
    session = asked_for(
        "answer", mode="gs", others={R110: "reserve"}, cups={"allied deck": ["A07"]}, dice=[1]
    )
    placed = [e for e in events(session, ev.UnitPlaced) if e.unit == R110]
    assert h(HERE) == placed[-1].hex
    assert "A07" in session.state.cups["allied discards"]
    assert not left(session)


def test_ct_09_the_lowest_number_that_can_come() -> None:
    """ARD-CT-09, ARD-AA-11: not one that Protect VP holds, not one that has moved"""
    g = table({**ATTACK, **DEFENCE, R109: "2920", R110: "2921"}, mode="gs")
    fight = Battle("german", h(HERE), (MECH,), (R112,), (h("2917"),))
    units, path = reinforcing(g, fight, attacking=False)
    assert (R110,) == units
    assert h(HERE) == path[-1]
    there = {**ATTACK, **DEFENCE, R109: "2920", R110: "2921"}
    g = table(there, mode="gs", states={R110: ["moved"]})
    assert (R109,) == reinforcing(g, fight, attacking=False)[0]


def attack_drawn(card: str, bonus: Any = None, **more: Any) -> Answer:
    """What a card does that the automated Allies draw for an attack."""
    g = table({R112: "2917", MECH: HERE, **more.pop("others", {})}, **{"mode": "gs", **more})
    fight = Battle("allied", h(HERE), (R112,), (MECH,), (h("2917"),))
    return offensive(g, fight, g.content.cards[card], bonus)


def test_cc_04_one_tactic_or_the_bonus() -> None:
    """ARD-CC-04, ARD-AA-21: the card's tactic, else the bonus; never Screen nor Bug Out"""
    first, second = (attack_drawn(card, "tank battalion") for card in ("N01", "N04"))
    assert ("artillery", "N01") == (first.tactic, first.card)
    assert ("tank battalion", "") == (second.tactic, second.card)
    assert ["", ""] == [attack_drawn(*row).tactic for row in (["N06"], ["N04", "airpower"])]
    assert "airpower" == attack_drawn("N04", "airpower", turn=23).tactic
    silent = attack_drawn("N04", "artillery", states={R112: ["dispersed"]})
    assert [attack_drawn("N01", "artillery", turn=16).tactic, silent.tactic] == ["", ""]


def test_ct_02_automated_coordination() -> None:
    """ARD-CT-02, 5.16.4: every inactive stack that may attack and that Protect VP does not hold"""
    found = attack_drawn("A42", others={R109: "2919", "us.501.101": "2818"}, turn=20)
    assert (R109,) == found.units


def test_cc_04_a_card_is_drawn() -> None:
    """ARD-CC-04"""
    session = combat("tactics", {R112: "2917"}, {MECH: HERE}, side="allied", mode="gs",
                     cups={"allied deck": ["N01"]}, dice=[1])  # fmt: skip
    assert ["artillery"] == [n["tactic"] for n in notes(session, "tactic")]
