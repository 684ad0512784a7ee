"""Roadblocks: where, when, what they bar (ARD-RB-02 to -14, -21), what is told of them beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.barring import ARMOR, FOOT, INTO, MECH, PARAS, W8, moving
from tests.games.ardennes.table import (
    asked,
    at,
    is_legal,
    left,
    names,
    play,
    reach,
    refused_by,
    roadblocks,
    rolls,
    table,
)
from wargame.flow.ask import IllegalAnswer
from wargame.games.ardennes.asks.awaiting import awaiting
from wargame.games.ardennes.front import best_hold, proximate_enemies
from wargame.games.ardennes.roadblocks import anywhere, candidates, why_no_roadblock
from wargame.games.ardennes.supply import Lines

PEIPER, VOLKS = "de.kgpeiper.1ss", "de.164.62"
MANDERFELD = ["3310", "3410", "3510"]
"""German hexes around it: no Bridge check there."""


def found(units: Mapping[str, str], where: str, *, by: str = ARMOR, **more: Any) -> list[str]:
    """The candidates beside a hex that a unit has come into."""
    g = table(units, **{"turn": 18, **more})
    return names(g, candidates(g, g.grid.hex(where), [by]))


# -- worked examples --------------------------------------------------------------------------------


def test_w8_the_strongest_candidate_stops_it() -> None:
    """W8, ARD-RB-05, ARD-RB-07, ARD-RB-12, ARD-RB-21"""
    assert ["2220", "2419"] == found({**W8, ARMOR: "2319"}, "2319")
    session = moving(dice=[8])
    play(session, f"{INTO}-2318")
    assert at(session, ARMOR) == "2319"
    assert ["2220"] == roadblocks(session)
    assert left(session) == 0


def test_w8_from_the_20th_on_vp_hexes_alone() -> None:
    """W8, ARD-RB-14"""
    assert ["2220"] == found({**W8, ARMOR: "2319"}, "2319", turn=20)


# -- what it bars -----------------------------------------------------------------------------------


def test_rb_02_it_bars_germans() -> None:
    """ARD-RB-02"""
    session = moving({ARMOR: "2319"}, roadblocks=["2220"])
    assert refused_by(session, f"move {ARMOR} 2319-2220") == "ARD-RB-02"


def test_rb_03_it_bars_proximity() -> None:
    """ARD-RB-03  With 2218 and 2217 closed and the rest too far, 2219 sees no German in 2317... but through 2318."""
    units = {ARMOR: "2318", PARAS: "2120"}
    g = table(units, turn=18)
    assert proximate_enemies(g, g.grid.hex("2120"), "allied")
    shut = ["2219", "2119", "2220", "2320", "2319"]
    g = table(units, turn=18, roadblocks=shut)
    assert not proximate_enemies(g, g.grid.hex("2120"), "allied")


def test_rb_04_it_bars_german_supply() -> None:
    """ARD-RB-04, ARD-SP-02  Not the Allied one."""
    g = table({ARMOR: "3420"}, roadblocks=["3018"])
    where = g.grid.hex("3018")
    assert not Lines(g, "german").free >> where & 1
    assert Lines(g, "allied").free >> where & 1


def test_rb_05_germans_stop_where_a_road_leads_to_it() -> None:
    """ARD-RB-05"""
    session = moving(roadblocks=["2220"], german=["2419", "2219"], turn=20)
    assert refused_by(session, f"{INTO}-2318") == "ARD-RB-05"
    assert is_legal(
        moving({ARMOR: "2317"}, roadblocks=["2219"], turn=20), f"move {ARMOR} 2317-2318-2319"
    )


def test_rb_06_strategic_moves_keep_away() -> None:
    """ARD-RB-06  Not beside a Roadblock, nor where a Roadblock or Bridge check would be made."""
    bare, own = {ARMOR: "3317"}, ["3018"]
    way = f"strategic {ARMOR} 3317-3218"
    assert is_legal(moving(bare), way)
    assert refused_by(moving(bare, roadblocks=["3217"]), way) == "ARD-RB-06"
    assert refused_by(moving(bare, german=own), f"{way}-3118") == "ARD-RB-06"
    done = {"ops.german.activation": {"checked": 1}}
    assert is_legal(moving(bare, german=own, frames=done), f"{way}-3118")


def test_rb_06_the_refusal_says_which_of_them_it_is() -> None:
    """ARD-RB-06"""
    way, peiper = f"strategic {ARMOR} 3317-3218", "de.kgpeiper.1ss"
    at_bridges = moving({peiper: "3110"}, frames={"ops.german.activation": {"checked": 1}})
    for session, answer, why in (
        (moving({ARMOR: "3317"}, roadblocks=["3217"]), way, "next to the Roadblock in 3217"),
        (moving({ARMOR: "3317"}, german=["3018"]), f"{way}-3118", "a Roadblock check would be due"),
        (at_bridges, f"strategic {peiper} 3110-3010-2909", "a Bridge check would be due there"),
    ):
        with pytest.raises(IllegalAnswer, match=why):
            asked(session).read(answer)


def test_rb_06_bridges_too() -> None:
    """ARD-RB-06, ARD-BR-01  2909 lies beside two Bridges."""
    peiper, done = "de.kgpeiper.1ss", {"ops.german.activation": {"checked": 1}}
    session = moving({peiper: "3110"}, frames=done)
    assert refused_by(session, f"strategic {peiper} 3110-3010-2909") == "ARD-RB-06"
    session = moving({peiper: "3110"}, frames=done, german=["2910", "2810"])
    assert is_legal(session, f"strategic {peiper} 3110-3010-2909")


def test_rb_06_the_hex_it_went_through_is_no_candidate() -> None:
    """ARD-RB-06, 5.6.2  Through Clervaux (2818, VP) and on; but not past it."""
    start = {ARMOR: "2918", FOOT: "3620"}
    session = moving(start, turn=20, allied=["2818"])
    assert is_legal(session, f"strategic {ARMOR} 2918-2818-2718")
    assert "2718" in reach(session, f"strategic {ARMOR}")
    assert refused_by(session, f"strategic {ARMOR} 2918-2917") == "ARD-RB-06"


def test_rb_06_it_is_judged_with_the_stack_in_the_hex() -> None:
    """ARD-RB-06, ARD-RB-09, R-383  At 3525 its ZOC cuts Echternach (3625) off, which it does not from 3426."""
    assert is_legal(moving({ARMOR: "3426"}, turn=20), f"strategic {ARMOR} 3426-3525")
    at_auw = moving({VOLKS: "3411", MECH: "3309"}, german=MANDERFELD)
    assert refused_by(at_auw, f"strategic {VOLKS} 3411-3510") == "ARD-RB-06"


def test_rb_06_what_it_came_through_is_german() -> None:
    """ARD-RB-06, ARD-HC-01, R-383  The Bridge 2810-2909 behind it is checked by nobody: typed, or clicked."""
    done = {"ops.german.activation": {"checked": 1}}
    session = moving({PEIPER: "3010"}, frames=done, german=["2810", "2910"], allied=["2909"])
    assert is_legal(session, f"strategic {PEIPER} 3010-2909-2810")
    assert "2810" in reach(session, f"strategic {PEIPER}")


# -- the check --------------------------------------------------------------------------------------


def test_rb_07_above_hv_there_is_none_and_the_check_is_made() -> None:
    """ARD-RB-07, 5.6.4  One check an Activation, whether or not one is laid."""
    session = moving({ARMOR: "2420", MECH: "2418"}, dice=[9], turn=18)
    play(session, INTO)
    assert [9] == rolls(session, "roadblock")
    play(session, f"move {MECH} 2418-2318")
    assert [9] == rolls(session, "roadblock")
    assert not roadblocks(session)


def test_rb_07_without_a_candidate_the_check_is_kept() -> None:
    """5.6.3"""
    session = moving({ARMOR: "2520", FOOT: "3620", PARAS: "2118"}, dice=[9])
    play(session, f"move {ARMOR} 2520-2420-2319")
    assert [9] == rolls(session, "roadblock")


def test_rb_07_a_march_does_not_pass_by_a_check() -> None:
    """ARD-RB-07, ARD-RB-09, R-383  From 3411 its ZOC cuts Auw (3511) off, from 3510 it does not."""
    session = moving({VOLKS: "3411", MECH: "3309"}, german=MANDERFELD, dice=[1])
    way = [session.game.grid.hex(n) for n in ("3411", "3510", "3511")]
    assert ["in 3510 Manderfeld: Roadblock in 3511 Auw, 20 %"] == awaiting(
        session.game, [VOLKS], way
    )
    play(session, f"move {VOLKS} 3411-3510-3511")
    assert at(session, VOLKS) == "3510"
    assert ["3511"] == roadblocks(session)


def test_rb_08_an_empty_position_on_a_road() -> None:
    """ARD-RB-08  3406 is a Position without Road; 2420 no Position; an occupied hex is not empty."""
    g = table({FOOT: "3620"}, turn=18)
    for number in ("3406", "2420"):
        said = why_no_roadblock(g, g.grid.hex(number))
        assert said is not None
        assert said.rule == "ARD-RB-08"
    assert "2220" not in found({**W8, ARMOR: "2319", "us.501.101": "2220"}, "2319")


def test_rb_08_not_where_one_lies() -> None:
    """5.6.2"""
    assert ["2419"] == found({**W8, ARMOR: "2319"}, "2319", roadblocks=["2220"])


def test_rb_09_in_allied_supply() -> None:
    """ARD-RB-09  Germans all around Bastogne cut it off."""
    ring = {
        "de.2.2": "1922",
        "de.304.2": "2119",
        "de.60.116": "2121",
        "de.156.116": "2320",
        "de.130pz.lehr": "2217",
    }
    g = table({ARMOR: "2319", **ring}, turn=18)
    said = why_no_roadblock(g, g.grid.hex("2220"), [ARMOR, *ring])
    assert said is not None
    assert said.rule == "ARD-RB-09"
    assert why_no_roadblock(table({ARMOR: "2319"}, turn=18), g.grid.hex("2220"), [ARMOR]) is None


def test_rb_10_no_german_town() -> None:
    """ARD-RB-10  A German village may be barred, a German town not."""
    assert ["2419"] == found({**W8, ARMOR: "2319"}, "2319", german=["2220", "2419"])


def test_rb_11_no_other_german_beside_it() -> None:
    """ARD-RB-11"""
    assert ["2419"] == found({**W8, ARMOR: "2319", MECH: "2320"}, "2319")
    assert [] == found({**W8, ARMOR: "2319", MECH: "2319"}, "2319")


def test_rb_11_not_where_the_stack_has_stood() -> None:
    """5.6.2  The hex just left, two steps on as well: the way 3309-3210-3110 leaves 3210 behind."""
    peiper = "de.kgpeiper.1ss"
    session = moving(
        {peiper: "3309", FOOT: "3620"}, dice=[10], german=["3308", "3209", "3111", "3410"]
    )
    play(session, f"move {peiper} 3309-3210-3110-3010")
    assert [10] == rolls(session, "roadblock")
    trod = session.state.frames
    kept = next(f for f in trod if f.name.endswith(".activation")).kept["trod"]
    assert isinstance(kept, tuple)
    assert {"3309", "3210", "3110"} == {session.game.grid.name(int(n)) for n in kept[1::2]}


def test_rb_12_weak_candidates_not_in_an_allied_zoc() -> None:
    """ARD-RB-12  2219 (HV 2) is in the ZOC of the 506th; Bastogne (HV 8) would not mind."""
    assert "2219" not in found({**W8, ARMOR: "2319"}, "2319")
    assert "2219" in found({ARMOR: "2319"}, "2319")
    assert "2220" in found({ARMOR: "2319", PARAS: "2120"}, "2319")


def test_rb_13_strong_ones_are_vp_hexes() -> None:
    """ARD-RB-13  Baraque de Fraiture (2213, HV 5) has no VP."""
    g = table({FOOT: "3620"}, turn=18)
    said = why_no_roadblock(g, g.grid.hex("2213"))
    assert said is not None
    assert said.rule == "ARD-RB-13"
    assert why_no_roadblock(g, g.grid.hex("2316")) is None


@pytest.mark.parametrize(("turn", "rule"), [(19, None), (20, "ARD-RB-14")])
def test_rb_14_from_the_20th_on(turn: int, rule: str | None) -> None:
    """ARD-RB-14"""
    g = table({FOOT: "3620"}, turn=turn)
    said = why_no_roadblock(g, g.grid.hex("2419"))
    assert rule == (said and said.rule)


def test_rb_21_highest_hv_then_westernmost() -> None:
    """ARD-RB-21"""
    assert ["2220", "2419", "2219"] == found({ARMOR: "2319"}, "2319")
    g = table({FOOT: "3620"}, turn=18)
    order = [(-g.content.hold[h], g.grid.column(h)) for h in best_hold(g, anywhere(g))]
    assert order
    assert order == sorted(order)


# -- what is told beforehand --------------------------------------------------------------------------


def test_what_waits_on_the_way() -> None:
    """ARD-RB-07, ARD-BR-01, ARD-ZC-02  Chances where dice decide, what may be tried where a player does."""
    peiper = "de.kgpeiper.1ss"
    units = {peiper: "3309", FOOT: "3620"}
    g = moving(units, german=["3308", "3410"]).game
    way = [g.grid.hex(n) for n in ("3309", "3210", "3110", "3010", "2909")]
    said = awaiting(g, [peiper], way)
    assert ["in 3210", "in 2909", "in 2909"] == [line[:7] for line in said]
    assert ["Roadblock in 3110", "Bridge to 2810", "Bridge to 2910"] == [
        next(w for w in ("Roadblock in 3110", "Bridge to 2810", "Bridge to 2910") if w in line)
        for line in said
    ]
    assert all(line.endswith("30 %") for line in said)
    g = moving(units, german=["3308", "3410"], mode="2p").game
    assert all("the Allies may try" in line for line in awaiting(g, [peiper], way))
    g = moving(W8).game
    last = awaiting(g, [ARMOR], [g.grid.hex(n) for n in ("2420", "2319", "2219")])[-1]
    assert last.startswith("ends in the ZOC of")


def test_what_may_bar_the_way_once_the_allied_player_has_declined() -> None:
    """ARD-RB-22  He keeps the check for the hex that is aimed at; dice do not wait."""
    unit, ways = "de.902.lehr", ("2617", "2517", "2417", "2317", "2218")
    said = {}
    for mode in ("2p", "gs"):
        g = moving({unit: "2617"}, mode=mode).game
        said[mode] = awaiting(g, [unit], [*map(g.grid.hex, ways)])
    assert ["Roadblock in 2516, 20 %", "Roadblock in 2218 Noville, 40 %"] == [
        line.rpartition(" a ")[2] for line in said["2p"]
    ]
    assert ["in 2517: Roadblock in 2516, 20 %"] == said["gs"]
