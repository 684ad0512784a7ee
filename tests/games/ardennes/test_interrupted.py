"""Questions that interrupt a march survive saving, and being answered again (ARD-RB-22, ARD-BR-02, ARD-EV-01, 3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.ardennes.table import asked, play, position
from wargame.flow.session import Session

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
        {**W8, ARMOR: "2319"},
        turn=18,
        dice=[3],
        frames=begin,
        roadblocks=["2220"],
    )


@pytest.mark.parametrize(
    ("begin", "key", "substep", "answer"),
    [
        (roadblock, "react.roadblock", "ardennes.react.roadblock", "roadblock 2220"),
        (manteuffel, "react.manteuffel", "ardennes.react.manteuffel", "no"),
        (bridge, "react.bridge", "ardennes.react.bridge", "yes"),
        (greif, "react.greif", "ardennes.react.greif", "no"),
        (cleared, "react.clear", "ardennes.react.roadblock_clear", "yes"),
    ],
)
def test_interrupts_survive_a_save(
    begin: Callable[[], Session], key: str, substep: str, answer: str
) -> None:
    """3  The march stops at the question, stands there when the game is loaded, and goes on alike."""
    session = begin()
    assert (asked(session).key, session.state.substep) == (key, substep)
    again = Session.resume(session.definition, session.header, session.entries)
    assert again.state == session.state
    assert asked(again).key == key
    play(session, answer)
    play(again, answer)
    assert again.state == session.state
    assert session.state.substep != substep
