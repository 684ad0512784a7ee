"""The action cards of the automated Allies: every line of every card, situations, actions (ARD-AA-10, -11, -17, -20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import (
    CAMPAIGN,
    at,
    events,
    h,
    improved,
    names,
    notes,
    position,
    table,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.automaton.actions import Deed, active_stacks, deed
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.front import protects_vp, too_few_to_attack
from wargame.games.ardennes.state import ArdGame
from wargame.model import events as ev

FOOT, FOOT2, TANKS = "us.334.84", "us.335.84", "us.cca-4.4ad"
ARMOR, MECH, GUN, PIONEERS = "de.3pz.2", "de.2.2", "de.77.26", "de.39.26"

FITS: dict[str, dict[str, Any]] = {
    "danger withdraw": {"units": {FOOT: "0408", ARMOR: "0407"}},
    "out restore": {"units": {TANKS: "4001", MECH: "3401"}, "states": {TANKS: ["low supply"]}},
    "vpopen occupy": {"units": {TANKS: "0411", ARMOR: "0112"}, "states": {TANKS: ["low supply"]}},
    "vpthin join": {
        "units": {FOOT: "3030", "us.35eng": "3031", MECH: "3231"},
        "states": {FOOT: ["low supply"]},
    },
    "gap plug": {"units": {TANKS: "3521", ARMOR: "3417"}},
    "route block": {"units": {FOOT: "2708", GUN: "3010"}},
    "idle close": {"units": {TANKS: "0226", GUN: "0825"}},
    "weak attack": {"units": {TANKS: "3409", GUN: "3108"}},
    "flank attack": {
        "units": {FOOT: "3225", PIONEERS: "3227"},
        "states": {PIONEERS: ["low supply"]},
    },
    "vplost attack": {"units": {FOOT: "1702", MECH: "1304"}, "german": ["1802"]},
    "always hold": {"units": {TANKS: "0226", GUN: "0825"}},
}
"""By line a position on December 20 in which no other situation is true, of those that come before it."""

COMES = {
    "danger withdraw": "0411", "out restore": "3801", "vpopen occupy": "0512", "vpthin join": "3031",
    "gap plug": "3318", "route block": "2909", "idle close": "0725", "weak attack": "3209",
    "flank attack": "3226", "vplost attack": "1802", "always hold": "0226",
}  # fmt: skip
"""Where the stack stands when the line has been carried out."""
FOUGHT = {"weak attack": "3108", "flank attack": "3227"}
"""The hex that is attacked."""

CARDS = load_content(CAMPAIGN).action_cards
LINES = [(card.id, n) for card in CARDS.values() for n in range(3)]


def at_work(units: Mapping[str, str], active: Sequence[str] = (), **more: Any) -> ArdGame:
    """A table on December 20 on which the given units, or all Allied ones of 84th and 4th Armored, act."""
    own = active or [u for u in units if u in (FOOT, TANKS)]
    states = {u: list(found) for u, found in more.pop("states", {}).items()}
    for own_unit in own:
        states[own_unit] = [*states.get(own_unit, []), "active"]
    return table(units, states=states, **{"mode": "gs", "turn": 20, **more})


def activation(card: str, units: Mapping[str, str], **more: Any) -> Session:
    """An Activation of 84th and 4th Armored on December 20 that draws *card* first."""
    active = [u for u in units if u in (FOOT, TANKS, FOOT2)]
    cups = {
        "actions": [card, *(c for c in sorted(CARDS) if c != card)],
        "allied deck": ["N04"],
    }
    return position(
        "ops.allied.orders", units, active=active, card="A43", cups=cups, dice=[1, 1, 1],
        **{"mode": "gs", "turn": 20, **more},
    )  # fmt: skip


def act(g: ArdGame, card: str, own: Sequence[str] = (FOOT, TANKS)) -> Deed | None:
    """What a card makes the active stacks do."""
    return deed(g, CARDS[card], list(own))


def decided(g: ArdGame) -> ev.Decided:
    """The last decision, with its working."""
    return [e for e in g.journal if isinstance(e, ev.Decided)][-1]


def goal(g: ArdGame, done: Deed | None) -> str:
    """The hex where a deed ends."""
    assert done is not None
    return names(g, done.path[-1:])[0]


# -- the cards --------------------------------------------------------------------------------------


def test_there_are_sixty_lines() -> None:
    """ARD-AA-20: the balance of table 4.11."""
    actions = [line.split()[1] for card in CARDS.values() for line in card.lines]
    count = {name: actions.count(name) for name in set(actions)}
    assert count == {
        "attack": 14, "plug": 8, "occupy": 8, "withdraw": 7, "block": 7, "join": 7, "close": 5,
        "restore": 3, "hold": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("card", "n"), LINES)
def test_every_line_is_taken(card: str, n: int) -> None:
    """ARD-AA-20: lines are tried from the top; the first that fits is carried out, the working tells all."""
    line = CARDS[card].lines[n]
    session = activation(card, **FITS[line])
    told = next(e for e in events(session, ev.Decided) if e.what == f"action {card}")
    lead = next(u for u in FITS[line]["units"] if u in (FOOT, TANKS))
    assert told.chosen == f"line {n + 1} {line}: {lead}"
    tried = [row[0] for row in told.working if row[-1] == "does not fit"]
    assert [*range(1, n + 1)] == tried
    assert at(session, lead) == COMES[line]
    fought = [names(session.game, note["hexes"]) for note in notes(session, "declared")]
    assert fought == ([[FOUGHT[line]]] if line in FOUGHT else [])
    assert unit(session, lead).numbers["today"] == 1


def test_nothing_fits() -> None:
    """ARD-AA-20: if no line fits the card does nothing, and every stack tried is told, with what is wanting."""
    g = at_work(**FITS["idle close"])
    assert act(g, "AC01") is None
    wanting = ("far", "weak: nobody", "plugs nothing")
    assert [(n, TANKS, why, "does not fit") for n, why in enumerate(wanting, 1)] == [
        (row[0], row[2], row[3], row[-1]) for row in decided(g).working
    ]


def test_what_did_not_fit_is_known_until_the_table_changes() -> None:
    """ARD-AA-20: a card after one that found nothing tells what it would have told alone, and sees what changed."""
    tried, fresh = (at_work(**FITS["idle close"]) for _ in range(2))
    assert [act(tried, "AC01"), act(tried, "AC01"), act(fresh, "AC01")] == [None, None, None]
    before = decided(tried)
    assert before == decided(fresh)
    tried.place(GUN, h("0326"), rule="lab")
    act(tried, "AC01")
    after = at_work({TANKS: "0226", GUN: "0326"})
    act(after, "AC01")
    assert decided(tried) == decided(after) != before


def test_lines_go_before_stacks() -> None:
    """ARD-AA-20: line 1 is tested on every stack, in ascending #, before line 2."""
    units = {FOOT: "0408", ARMOR: "0407", TANKS: "3409", GUN: "3108"}
    g = at_work(units)
    done = act(g, "AC01")  # danger withdraw, weak attack, gap plug
    assert done is not None
    assert (FOOT,) == done.units


def test_who_has_acted_is_skipped() -> None:
    """ARD-AA-20, ARD-AC-10: nor a stack with a unit that acted, or acted twice today."""
    fits = FITS["danger withdraw"]
    assert (
        act(
            at_work(
                **fits,
            ),
            "AC10",
        )
        is not None
    )
    g = at_work(fits["units"], states={FOOT: ["acted"]})
    assert active_stacks(g, [FOOT]) == []
    g = at_work(fits["units"])
    g.set_number(FOOT, "today", 2, rule="lab")
    assert active_stacks(g, [FOOT]) == []


def test_the_whole_hex_acts() -> None:
    """ARD-AA-10: the lead is the lowest # of the formation; every unit of its hex goes along."""
    g = at_work({**FITS["idle close"]["units"], "us.44eng": "0226"})
    stack = active_stacks(g, [TANKS])[0]
    assert (TANKS, {TANKS, "us.44eng"}) == (stack.lead, set(stack.units))


def test_a_dispersed_unit_keeps_its_stack_from_moving() -> None:
    """5.15"""
    g = at_work(FITS["danger withdraw"]["units"], states={FOOT: ["dispersed"]})
    assert active_stacks(g, [FOOT])[0].ends == []
    assert act(g, "AC10") is None


# -- reach, Protect VP ------------------------------------------------------------------------------


def test_reach_never_holds_its_own_hex() -> None:
    """ARD-AA-22"""
    stack = active_stacks(at_work({TANKS: "2018", GUN: "3620"}), [TANKS])[0]
    assert h("2018") not in stack.ends
    assert h("2118") in stack.ends


def test_one_hex_on_the_first_day() -> None:
    """ARD-AA-22, ARD-DX-09"""
    g = at_work({TANKS: "2018", GUN: "3620"}, turn=16)
    found = active_stacks(g, [TANKS])[0].ends
    assert set(found) <= set(g.grid.neighbours[h("2018")])
    assert found


def test_a_vp_hex_is_not_vacated() -> None:
    """ARD-AA-11: not while a German is Proximate or within two hexes."""
    assert protects_vp(table({FOOT: "2220", GUN: "2422"}), h("2220"))
    assert protects_vp(table({FOOT: "2220", GUN: "2320"}), h("2220"))
    assert not protects_vp(table({FOOT: "2220", GUN: "3620"}), h("2220"))
    assert not protects_vp(table({FOOT: "2218", GUN: "2318"}), h("2218"))


def test_few_do_not_attack_out_of_a_vp_hex() -> None:
    """ARD-AA-11: under four steps."""
    assert too_few_to_attack(table({FOOT: "2220"}), h("2220"))
    assert not too_few_to_attack(table({FOOT: "2220", TANKS: "2220"}), h("2220"))
    assert not too_few_to_attack(table({FOOT: "2218"}), h("2218"))


# -- actions ----------------------------------------------------------------------------------------


def test_withdraw_to_the_highest_hv_out_of_danger() -> None:
    """WITHDRAW, ARD-AA-01: Surrounded or not, the hexes are ranked by HV, then nearness to a source."""
    g = at_work(**FITS["danger withdraw"])
    done = act(g, "AC10")
    rows = [row for row in decided(g).working if row[-1] not in ("fits", "does not fit")]
    assert rows[0][0] == goal(g, done)
    assert sorted(rows, key=lambda row: (-int(row[1]), int(row[2]))) == rows


def test_a_vp_hex_is_not_left_for_danger() -> None:
    """DANGER: not in a VP hex."""
    g = at_work({FOOT: "0407", ARMOR: "0408"})
    done = act(g, "AC20")
    assert done is not None
    assert done.line == "always hold"


def test_occupy_the_highest_vp() -> None:
    """OCCUPY, ARD-AA-22: highest VP, then HV, then westernmost."""
    g = at_work(**FITS["vpopen occupy"])
    done = act(g, "AC02")
    rows = [row for row in decided(g).working if row[-1] not in ("fits", "does not fit")]
    assert rows[0][0] == goal(g, done)
    assert sorted(rows, key=lambda row: (-int(row[1]), -int(row[2]), int(row[3]))) == rows


def test_close_to_the_nearest_german() -> None:
    """CLOSE, IDLE"""
    g = at_work(**FITS["idle close"])
    done = act(g, "AC03")
    rows = [row for row in decided(g).working if row[-1] not in ("fits", "does not fit")]
    assert rows[0][0] == goal(g, done)
    assert min(int(row[1]) for row in rows) == rows[0][1]


def test_an_empty_vp_hex_goes_before_an_attack() -> None:
    """VPLOST"""
    g = at_work(**FITS["vplost attack"])
    done = act(g, "AC06")
    assert done is not None
    assert done.attack is None
    assert goal(g, done) == "1802"


def test_three_to_one_before_the_19th() -> None:
    """WEAK: 2:1, and 3:1 before December 19."""
    fits = FITS["weak attack"]
    for turn, wanted in ((19, True), (18, False)):
        done = act(at_work(**fits, turn=turn), "AC09")
        assert wanted == (done is not None and done.attack is not None), turn


@pytest.mark.parametrize(
    ("units", "dug"),
    [({FOOT: "0714", ARMOR: "0513"}, ["0714"]), (FITS["always hold"]["units"], [])],
)
def test_hold(units: dict[str, str], dug: list[str]) -> None:
    """HOLD, R-197: nothing but an IP, where one is legal: a German within three hexes."""
    session = activation("AC20", units)
    own = next(iter(units))
    told = next(e.chosen for e in events(session, ev.Decided))
    assert told == f"line 3 always hold: {own}"
    assert (at(session, own), improved(session)) == (units[own], dug)
    assert unit(session, own).numbers["today"] == 1


def test_a_lost_vp_hex_is_attacked() -> None:
    """VPLOST: a German stands in Givet, at 2:1 and better."""
    units = {FOOT: "0314", TANKS: "0314", FOOT2: "0314", PIONEERS: "0315"}
    session = activation("AC06", units)
    assert [names(session.game, note["hexes"]) for note in notes(session, "declared")] == [["0315"]]
    weak = activation("AC06", {FOOT: "0314", MECH: "0315"})
    assert notes(weak, "declared") == []
