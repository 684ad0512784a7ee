"""What a player of the real game would miss in combat and in the air: requirements 1, 2, 3, 5, 9, 13, 15, 16."""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.games.eastfront.played import key, lost, position, until
from tests.games.table import answers, asked, events, is_legal, play, unit
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME
from wargame.model import events as ev


@pytest.fixture(scope="module")
def first_turn() -> tuple[list[tuple[str, str, str]], Session]:
    """The first game-turn of Minsk: every question with its segment and side; an attack is made where one may be."""
    session, found = Session.start(GAME, new_header(GAME, "minsk", 5)), []
    while session.ask is not None and session.state.turn() == 1:
        found.append((session.segment, asked(session).side, key(session)))
        listed = answers(session) if key(session) in ("attack", "strike", "react") else []
        wanted = [a for a in listed if a != "done"][:1]
        default = ["done"] if is_legal(session, "done") else answers(session)[:1]
        play(session, *(wanted or default))
    return found, session


def test_air_missions_are_offered_in_six_phases_alone(
    first_turn: tuple[list[tuple[str, str, str]], Session],
) -> None:
    """EF-AR-10, EF-SU-02  Requirement 13: phases 1, 5, 6, 7, 8, 9 and those of the bonus turn, nowhere else."""
    found, _ = first_turn
    phases = {segment.split(".")[2] for segment, _, asked_ in found if asked_.startswith("air.")}
    assert {"initial", "movement", "combat", "bonus"} <= phases
    assert phases <= {"initial", "bonus", "movement", "reaction", "combat", "exploit", "excombat"}


def test_the_bonus_turn_is_a_whole_one(
    first_turn: tuple[list[tuple[str, str, str]], Session],
) -> None:
    """EF-SU-01, EF-SU-02, EF-SU-18, EF-SQ-04  Requirement 5: movement, reaction, combat, supply; then reinforcement; no exploitation."""
    found, session = first_turn
    axis = [
        s.removeprefix("eastfront.axis.") for s, _, _ in found if s.startswith("eastfront.axis.")
    ]
    bonus = [name for name, _ in groupby(s for s in axis if s.startswith("bonus"))]
    assert ["bonus.movement", "bonus.combat.declare"] == [
        s for s in bonus if s in ("bonus.movement", "bonus.combat.declare")
    ]
    assert not any("exploit" in s for s in bonus)
    assert axis.index("bonus.combat.declare") < axis.index("movement.ground")
    assert "exploit.move" in axis, "the normal turn follows with all its phases"
    soviet = [s for s, _, _ in found if s.startswith("eastfront.soviet.")]
    assert not any(".bonus." in s for s in soviet), "without a declaration there is none (EF-SU-01)"
    assert 0 == session.state.tracks["bonus"]


def test_both_players_act_in_each_combat_phase() -> None:
    """EF-CB-06, EF-XC-05, EF-XC-12  Requirement 1: the other side declares and resolves hasty attacks twice in a player-turn."""
    units = {"S-7M": "1833", "G-VI": "1732", "G-IX": "1733"}
    session = position("axis.combat.declare", units, dice=(4, 4, 4, 4))
    struck: list[tuple[str, str]] = []
    while len(struck) < 2:
        if key(session) == "strike":
            struck.append((session.segment.removeprefix("eastfront.axis."), asked(session).side))
            play(session, "attack 1732 hasty from S-7M")
        else:
            play(session, answers(session)[0] if key(session) in ("losses", "retreat") else "done")
    assert [("combat.react_declare", "soviet"), ("excombat.react_declare", "soviet")] == struck


def test_isolation_is_computed_in_each_combat_phase() -> None:
    """EF-CB-01, EF-XC-01, EF-IN-03  Requirement 3: in 7.1 and 9.1, for hexes as well as units, apart from supply."""
    ring = {"axis": ["1832", "1834", "1932", "1933", "1732", "1733"]}
    units = {"G-IX": "1732", "G-VII": "1733", "S-47": "1833"}
    session = position("axis.combat.isolation", units, control=ring)
    where = session.game.grid.hex("1833")
    assert 1 == session.state.layers["cut soviet"][where]
    assert 0 == unit(session, "S-47").numbers.get("level", 0), "isolation is not supply"
    until(session, "attack")
    session.game.take(session.game.grid.hex("1932"), "soviet", rule="test")
    until(session, "arrivals", "supply.move", "replacements", "chits")
    assert not session.state.layers["cut soviet"].get(where)


def test_a_chit_is_a_thing_at_an_hq() -> None:
    """EF-SP-19, EF-SP-13, EF-EP-11  Requirement 9: made of stocks, flipped, in range alone, taken off at the end."""
    units = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833", "A-HP2": "1634"}
    session = position(
        "axis.combat.declare", units, states={"A-HP2": ["ready chit"]}, dice=(1,) * 9
    )
    play(session, "chit A-HP2", "attack 1833 normal from G-IX G-VII")
    gained = [e.state for e in events(session, ev.StateGained) if e.unit == "A-HP2"]
    shed = [e.state for e in events(session, ev.StateLost) if e.unit == "A-HP2"]
    assert ("used chit" in gained, "ready chit" in shed) == (True, True)
    while any(frame.name == "eastfront.axis" for frame in session.state.frames):
        play(
            session,
            answers(session)[0] if key(session) in ("losses", "arrivals.supply") else "done",
        )
    assert not unit(session, "A-HP2").states & {"used chit", "ready chit"}


def test_the_defender_chooses() -> None:
    """EF-CB-23, EF-CB-24, EF-CB-27  Requirement 16: the owner takes losses, says whether to stand, and where each unit goes."""
    units = {
        "G-XXIV": "2033", "G-XLVI": "1932", "G-XLVII": "1932", "G-XXXIX": "2131", "S-7M": "2032", "S-47": "2032", "A-HP2": "1932",
    }  # fmt: skip
    for roll in range(1, 11):
        session = position(
            "axis.combat.declare", units, dice=(roll,), fort={"2032": 0}, more={"A-HP2": {"sp": 9}}
        )
        play(until(session, "attack"), "attack 2032 normal from G-XLVI G-XLVII G-XXIV G-XXXIX")
        keys = []
        while key(session) in ("attack.payers", "losses", "stand", "retreat"):
            keys.append((key(session), asked(session).side))
            play(session, "retreat" if key(session) == "stand" else answers(session)[0])
        if ("stand", "soviet") in keys and ("losses", "soviet") in keys:
            break
    assert keys.index(("losses", "soviet")) < keys.index(("stand", "soviet"))
    assert sum(lost(session, "S-7M", "S-47")) >= 1
    assert {"2032"}.isdisjoint(
        {
            session.game.grid.name(unit(session, u).hex)
            for u in ("S-7M", "S-47")
            if unit(session, u).hex >= 0
        }
    )
