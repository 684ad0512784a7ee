"""Questions that interrupt a march survive saving, and being answered again (ARD-RB-22, ARD-BR-02, ARD-EV-01, 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest

from tests.games.ardennes.combat import MECH, R110, R112, combat
from tests.games.ardennes.table import asked, play, position
from wargame.flow.session import Session
from wargame.games.ardennes.invariants import broken

ARMOR, FOOT, PARAS, PEIPER, ENGINEERS = (
    "de.3pz.2", "de.77.26", "us.506.101", "de.kgpeiper.1ss", "us.291eng",
)  # fmt: skip
W8 = {ARMOR: "2420", FOOT: "3620", PARAS: "2118", "us.501.101": "reserve"}
INTO = f"move {ARMOR} 2420-2319-2318"


def roadblock() -> Session:
    """The Allied player is asked for a Roadblock."""
    return play(position("ops.german.move", W8, turn=18, dice=[3]), INTO)


def manteuffel() -> Session:
    """A Roadblock has just been laid."""
    return play(roadblock(), "roadblock 2419")


def bridge() -> Session:
    """The Allied player is asked for a Bridge."""
    units = {PEIPER: "2810", FOOT: "3620", ENGINEERS: "2609"}
    done = {"ops.german.activation": {"checked": 1}}
    session = position("ops.german.move", units, turn=18, dice=[3], frames=done)
    return play(session, f"move {PEIPER} 2810-2709")


def greif() -> Session:
    """The Bridge is about to go."""
    return play(bridge(), "yes")


def cleared() -> Session:
    """A Roadblock beside active Germans is about to go."""
    begin = {"ops.german.move": {"begun": 0}}
    return position(
        "ops.german.move",
        {**W8, ARMOR: "2319", "us.501.101": "reserve"},
        turn=18,
        dice=[3],
        frames=begin,
        roadblocks=["2220"],
    )


def reinforcing(on_the_way: Mapping[str, str] = MappingProxyType({})) -> Session:
    """2 Pz fights for 2508 and calls Peiper up."""
    session = combat(
        "tactics", {MECH: "2507"}, {R112: "2508"}, "2508", turn=18, card="G46", dice=[5],
        hands={"german": ["G44", "GS15", "GS11"], "allied": ["AS12"]}, others={PEIPER: "2810", **on_the_way},
        quiet=False,
    )  # fmt: skip
    return play(session, "play G44")


def blocked() -> Session:
    """On its way the Allied player is asked for a Roadblock."""
    return play(reinforcing(), f"join {PEIPER} 2810-2709-2609")


def test_ARD_ST_01_reinforcements_may_be_stopped_in_a_full_hex_they_pass() -> None:
    """A Bridge is asked about while they stand in 2709 with two divisions of 26 VG."""
    session = reinforcing({FOOT: "2709", "de.78.26": "2709"})
    play(session, f"join {PEIPER} 2810-2709-2609")
    assert asked(session).key == "react.bridge"
    assert [] == broken(session.game)


def directed() -> Session:
    """It is laid, and Manteuffel may lift it."""
    return play(blocked(), "roadblock 2609")


def split() -> Session:
    """An Allied stack goes apart; its first part has gone."""
    session = combat("hits", {MECH: "2917"}, {R110: "2918", R112: "2918"}, kept={"hits": 2})
    return play(session, "retreat apart", "retreat 2919")


def tactic() -> Session:
    """The defender's one tactic."""
    return combat("answer", {MECH: "2917"}, {R112: "2918"}, hands={"allied": ["AS12"]})


def alarm() -> Session:
    """Before the first Allied impulse of December 16."""
    hands = {"allied": ["AS01"], "german": ["GS15"]}
    units = {ARMOR: "3219", R110: "2018"}
    return position(
        "ops.allied.command", units, turn=16, hands=hands, tracks={"allied impulses": 0}
    )


def fuel() -> Session:
    """A division is about to be without fuel."""
    hands = {"german": ["G13", "G14", "GS06"]}
    return position("cards.fuel", {ARMOR: "3219", R110: "2018"}, turn=23, hands=hands)


@pytest.mark.parametrize(
    ("begin", "key", "substep", "answer"),
    [
        (roadblock, "react.roadblock", "ardennes.react.roadblock", "roadblock 2220"),
        (manteuffel, "react.manteuffel", "ardennes.react.manteuffel", "no"),
        (bridge, "react.bridge", "ardennes.react.bridge", "yes"),
        (greif, "react.greif", "ardennes.react.greif", "no"),
        (cleared, "react.clear", "ardennes.react.roadblock_clear", "yes"),
        (reinforcing, "react.reinforce", "ardennes.react.reinforce", "done"),
        (blocked, "react.roadblock", "ardennes.react.roadblock", "roadblock 2609"),
        (directed, "react.manteuffel", "ardennes.react.manteuffel", "event GS11"),
        (split, "react.split", "ardennes.react.split_stack", "retreat 3019"),
        (tactic, "tactics.defence", "", "play AS12"),
        (alarm, "react.alarm", "ardennes.react.alarm", "alarm VIII"),
        (fuel, "react.fuel", "ardennes.react.fuel", "discard G14"),
    ],
)
def test_interrupts_survive_a_save(
    begin: Callable[[], Session], key: str, substep: str, answer: str
) -> None:
    """3  The game stops at the question, stands there when it is loaded or the answer taken back, and goes on alike."""
    session = begin()
    assert (asked(session).key, session.state.substep) == (key, substep)
    again = Session.resume(session.definition, session.header, session.entries)
    assert again.state == session.state
    assert asked(again).key == key
    play(session, answer)
    play(again, answer)
    assert again.state == session.state
    assert (session.state.substep, asked(session).key) != (substep, key) or key == "react.split"
    again.undo(consent=True)
    assert (asked(again).key, again.state.substep) == (key, substep)
    play(again, answer)
    assert again.state == session.state
