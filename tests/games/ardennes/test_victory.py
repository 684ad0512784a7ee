"""Victory, replacements, exits (ARD-VC-01, ARD-RP-01, ARD-MV-11, ARD-SC-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import answers, asked, notes, play, position, unit
from wargame.flow.session import Session

PANZER, RECON, INFANTRY = "de.3pz.2", "de.2aa.2", "de.77.26"
ALLIED, FAR = "us.110.28", {"us.110.28": "1018"}


def evening(units: Mapping[str, str] | None = None, **more: Any) -> Session:
    """Before victory is looked at."""
    found = {**FAR, PANZER: "3219", **(units or {})}
    return position("end.victory", found, **{"turn": 18, **more})


def points(session: Session) -> int:
    """What the German has."""
    return int(notes(session, "score")[-1]["points"])


def test_vc_01_a_vp_hex_is_controlled_and_in_supply() -> None:
    """ARD-VC-01, 9.1  German Supply must reach it."""
    assert 0 == points(evening())
    assert 1 == points(evening({INFANTRY: "2818"})) == points(evening(german=["2818"]))
    cut = evening({ALLIED: "2918", "us.112.28": "2717", "us.109.28": "2819"}, german=["1802"])
    assert 0 == points(cut)


@pytest.mark.parametrize(("lost", "worth"), [(0, 6), (1, 4)])
def test_vc_01_exits(lost: int, worth: int) -> None:
    """ARD-VC-01, ARD-MV-11  2 a step of a mechanized unit without brackets."""
    session = evening({RECON: "exited", "de.304.2": "exited"}, lost={"de.304.2": lost})
    kinds = session.game.content.units
    steps = sum(kinds[u].steps for u in (RECON, "de.304.2") if not kinds[u].bracketed) - lost
    assert min(12, 2 * steps) == points(session)
    assert worth <= points(session)


def test_vc_01_exits_are_worth_twelve_at_most() -> None:
    """ARD-VC-01, 9.1  And infantry nothing."""
    ss = [f"de.{n}" for n in ("304.2", "2.2", "901.lehr", "902.lehr", "130pz.lehr", "3pz.2")]
    assert 12 == points(evening(dict.fromkeys(ss, "exited")))
    assert 0 == points(evening({INFANTRY: "exited"}))


def test_vc_01_below_five_from_the_22nd() -> None:
    """ARD-VC-01, 9.3"""
    assert not evening(turn=21).state.ended
    ended = evening(turn=22).state.ended
    assert ended is not None
    assert "allied" == ended.winner
    six = evening({"de.2.2": "exited"}, turn=22)
    assert 6 == points(six)
    assert not six.state.ended


def test_vc_01_the_last_day() -> None:
    """ARD-VC-01, 9.4  Points decide at the end of the 27th; below five the Allies win at once."""
    held = {"de.304.2": "exited", "de.2.2": "exited", "de.901.lehr": "exited"}
    last = evening(held, turn=27)
    assert 12 == points(last)
    assert last.state.ended is not None
    assert ("allied", "Allied win") == (last.state.ended.winner, last.state.ended.level)


def test_vc_01_forty_points() -> None:
    """ARD-VC-01, 9.2, 9.5  Looked at first, on any day."""
    g = evening().game
    every = [g.grid.name(h) for h in g.content.points]
    session = evening(german=every)
    ended = session.state.ended
    assert points(session) >= 40
    assert ended is not None
    assert ("german", "Automatic German victory") == (ended.winner, ended.level)


MEUSE = ("0315", "0512", "0617", "0826", "1328", "2224", "3027", "3625")
"""Givet, Dinant and the towns of the road to them: 9 points."""
OVER = {PANZER: "0315", "de.2.2": "0315", "de.304.2": "0215"}


@pytest.mark.parametrize(
    ("units", "more", "won"),
    [
        (OVER, {}, True),
        ({**OVER, "de.304.2": "0512"}, {}, False),
        ({**OVER, "de.304.2": "0512", RECON: "0215"}, {}, False),
        ({**OVER, "de.304.2": "0512", INFANTRY: "0215"}, {}, False),
        (OVER, {"states": {"de.304.2": ["low supply"]}}, False),
        (OVER, {"german": [h for h in MEUSE if h != "0512"]}, False),
        (OVER, {"german": [h for h in MEUSE if h != "3027"]}, False),
    ],
    ids=["won", "two", "bracketed", "infantry", "short", "one town", "no road"],
)
def test_vc_01_over_the_meuse(units: dict[str, str], more: dict[str, Any], won: bool) -> None:
    """ARD-VC-01, 9.2  Two of the six towns, in Supply, and three large mechanized units In Supply over the river."""
    found = {"us.110.28": "0226", **units}
    session = position("end.victory", found, **{"turn": 20, "german": MEUSE, **more})
    ended = session.state.ended
    assert (ended and ended.reason) == ("meuse" if won else None)


def test_vc_01_the_six_towns() -> None:
    """9.2"""
    g = evening().game
    rule = g.content.victory.german
    assert {"1802", "1205", "0906", "0407", "0512", "0315"} == {g.grid.name(h) for h in rule.places}
    assert (2, 3, 40) == (rule.held, rule.across, rule.points)


def test_sc_01_skyline_ends_on_the_17th() -> None:
    """ARD-SC-01  No automatic end: on the 16th the game goes on, on the 17th the points decide."""
    units = {PANZER: "2818", RECON: "2918", ALLIED: "2018"}
    first = position("end.victory", units, turn=16, scenario="skyline", german=["2818", "2918"])
    assert not first.state.ended
    session = position(
        "end.victory", units, turn=17, scenario="skyline", german=["2818", "2918", "3018", "3118", "2919"]
    )  # fmt: skip
    assert session.state.ended is not None
    assert 4 == points(session)
    assert "Draw" == session.state.ended.level


# -- replacements -----------------------------------------------------------------------------------


def rest(units: Mapping[str, str] | None = None, **more: Any) -> Session:
    """Before German replacements of the 19th: two steps of infantry, one mechanized."""
    found = {PANZER: "3219", INFANTRY: "3220", **FAR, **(units or {})}
    lost = {PANZER: 1, INFANTRY: 1}
    return position("end.replacements.german", found, **{"turn": 19, "lost": lost, **more})


def test_rp_01_a_step_a_unit() -> None:
    """ARD-RP-01  One step, out of its purse."""
    session = rest(lost={PANZER: 2, INFANTRY: 1})
    assert "replacements" == asked(session).key
    play(session, next(a for a in answers(session) if PANZER in a and INFANTRY in a))
    assert 1 == unit(session, PANZER).numbers["lost"]
    assert not unit(session, INFANTRY).numbers.get("lost")


def test_rp_01_not_more_mechanized_steps_than_the_day_has() -> None:
    """ARD-RP-01, 4.6"""
    session = rest({"de.2.2": "3218"}, lost={PANZER: 1, "de.2.2": 1, INFANTRY: 1})
    given = [a for a in answers(session) if a != "done"]
    assert given
    assert not [a for a in given if PANZER in a and "de.2.2" in a]


@pytest.mark.parametrize("state", ["low supply", "out of supply", "isolated"])
def test_rp_01_only_in_full_supply(state: str) -> None:
    """ARD-RP-01, ARD-SS-02"""
    session = rest(states={PANZER: [state], INFANTRY: [state]})
    assert "events.supply" == asked(session).key, "the next day"


def test_rp_01_not_beside_the_enemy_nor_the_dead() -> None:
    """ARD-RP-01"""
    session = rest({ALLIED: "3119", INFANTRY: "eliminated"}, built=["3119-3219"])
    assert "events.supply" == asked(session).key, "the next day"


FOUR = {"us.501.101": "1831", "us.506.101": "1631", "us.502.101": "1431", "us.327.101": "1231"}
TANKS = {"us.cca-4.4ad": "1031", "us.ccb-4.4ad": "0831", "us.ccr-4.4ad": "0631"}


@pytest.mark.parametrize("mode", ["2p", "gs"])
def test_rp_01_the_allies(mode: str) -> None:
    """ARD-RP-01, 4.6  Three steps of infantry and two mechanized on the 23rd, by their player or by the rules."""
    units = {**FOUR, **TANKS, PANZER: "3219"}
    session = position(
        "end.replacements.allied", units, turn=23, mode=mode, german=["3012", "2818", "3123"],
        lost=dict.fromkeys([*FOUR, *TANKS], 1),
    )  # fmt: skip
    if mode == "2p":
        assert (asked(session).key, asked(session).side) == ("replacements", "allied")
        play(session, answers(session)[0])
    left = [sum(unit(session, u).numbers.get("lost", 0) for u in found) for found in (FOUR, TANKS)]
    assert left == [1, 1]


def test_rp_01_the_german_first() -> None:
    """ARD-RP-01, 3  Both sides, the German first; by the rules no Allied question."""
    units = {**FOUR, PANZER: "3219", INFANTRY: "3220"}
    for mode, sides in (("2p", ["german", "allied"]), ("gs", ["german"])):
        session = position(
            "end.replacements.german", units, turn=19, mode=mode, lost=dict.fromkeys(units, 1)
        )
        asked_: list[str] = []
        while asked(session).key == "replacements":
            asked_.append(asked(session).side)
            play(session, answers(session)[0])
        assert asked_ == sides
