"""Surprise turns of East Front, clause by clause (EF-SU-01, EF-SU-11 to EF-SU-14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.eastfront.played import key, position
from tests.games.eastfront.table import table
from tests.games.table import answers, asked, is_legal, play, unit
from wargame.flow.session import Session
from wargame.games.eastfront.eligible import SURPRISE_HQS, movers
from wargame.games.eastfront.walk import BONUS_MOVE, EXPLOITATION, REACTION, allowance

HQS = {
    "A-HP2": "1732",
    "A-H4": "1632",
    "G-IX": "1733",
    "G-XXIV": "1632",
    "G-XII": "0635",
    "S-17M": "2033",
    "S-HW": "2033",
}
READY = {"A-HP2": ["ready chit"], "A-H4": ["ready chit"]}


def declared(**more: Any) -> Session:
    """Before the declaration of a surprise turn in T45."""
    return position("axis.initial.surprise", HQS, states=READY, turn=45, **more)


def bonus(session: Session) -> bool:
    """Whether a bonus turn is played."""
    return any(".bonus" in frame.name for frame in session.state.frames)


def test_two_chits_make_a_surprise() -> None:
    """EF-SU-11, EF-SU-01, EF-SU-10  Two HQs in supply within 8 hexes, in clear, frost or snow; both chits are used."""
    session = declared()
    assert ("initial.surprise", {"pass", "surprise A-H4 A-HP2"}) == (
        key(session),
        set(answers(session)),
    )
    play(session, "surprise A-H4 A-HP2")
    assert {"used chit"} == {s for u in READY for s in unit(session, u).states if "chit" in s}
    assert "axis" == session.state.tracks["surprise"]
    while key(session) == "air.mission" and not bonus(session):
        play(session, "done")
    assert bonus(session)
    passed = play(declared(), "pass")
    assert "" == passed.state.tracks["surprise"]
    while key(passed) == "air.mission":
        play(passed, "done")
    assert not bonus(passed)
    for worse in (
        {"more": {"A-H4": {"level": 1}}}, {"weather": {"B": "M", "C": "M"}}, {"weather": {"B": "B", "C": "B"}},
    ):  # fmt: skip
        assert "initial.surprise" != key(declared(**worse))
    for weather in "FS":
        assert "initial.surprise" == key(declared(weather={"B": weather, "C": weather}))
    apart = position("axis.initial.surprise", {**HQS, "A-H4": "0635"}, states=READY, turn=45)
    assert "initial.surprise" != key(apart), "more than 8 hexes apart"
    assert "initial.surprise" != key(
        position("axis.initial.surprise", HQS, states=READY, turn=41)
    ), "out of its window"


def test_who_moves_in_a_surprise_turn() -> None:
    """EF-SU-12, EF-SU-13  Units within 8 hexes of either HQ; in June 1941 every Axis unit that EF-PE-02 lets."""
    g = table(HQS, turn=45, tracks={"surprise": "axis", "bonus": 1})
    g.set_list(SURPRISE_HQS, ("A-H4", "A-HP2"), rule="test")
    assert {"G-IX", "G-XXIV"} <= set(movers(g, "axis", BONUS_MOVE))
    assert "G-XII" not in movers(g, "axis", BONUS_MOVE), "too far from both"
    june = table(HQS, turn=1, tracks={"surprise": "axis", "bonus": 1})
    assert "G-XII" in movers(june, "axis", BONUS_MOVE)


@pytest.mark.parametrize(("turn", "move", "exploit"), [(45, (3, 3), 6), (1, (5, 6), 3)])
def test_how_far(turn: int, move: tuple[int, int], exploit: int) -> None:
    """EF-SU-13  Half the MA, rounded up, foot and c/m alike; in June 1941 all of it, and half in the exploitation that follows."""
    g = table(HQS, turn=turn, tracks={"surprise": "axis", "bonus": 1})
    assert move == (allowance(g, "G-IX", BONUS_MOVE), allowance(g, "G-XXIV", BONUS_MOVE))
    assert exploit == allowance(g, "G-XXIV", EXPLOITATION)


@pytest.mark.parametrize(
    ("turn", "die", "moves"), [(45, 8, True), (45, 7, False), (1, 10, True), (1, 9, False)]
)
def test_reaction_in_a_surprise_turn(turn: int, die: int, moves: bool) -> None:
    """EF-SU-14  Each eligible unit must roll 8, in June 1941 10; then half its MA, rounded down, 1 at least."""
    units = {"S-17M": "2033", "S-HW": "2033", "G-XII": "0635"}
    session = position(
        "axis.bonus.reaction", units, dice=(die,), turn=turn, surprise="axis", bonus=1
    )
    while key(session) == "air.mission":
        play(session, "done")
    assert ("react", "soviet") == (key(session), asked(session).side)
    assert 3 == allowance(session.game, "S-17M", REACTION, bonus=True)
    assert not is_legal(session, "move S-17M 2033-2034-2035-2036-2037")
    play(session, "move S-17M 2033-2034")
    assert ("2034" if moves else "2033") == session.game.grid.name(unit(session, "S-17M").hex)
    assert [] == session.state.script
