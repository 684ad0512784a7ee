"""Hits: the defender's, the attacker's, HoldChecks of the automated Allies (ARD-CR-01 to -17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import B110, FOOT, MECH, MECH2, PZ, R109, R110, R112, combat
from tests.games.ardennes.table import answers, asked, at, events, h, left, play, rolls, unit
from wargame import games
from wargame.exports.sums import loss_lines
from wargame.flow.replay import Replay
from wargame.flow.session import Session
from wargame.flow.tally import tally
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import LOST
from wargame.model import events as ev

CCB, CCR = "us.ccb-7.7ad", "us.ccr-7.7ad"
OUREN = "3016"
W6 = {"de.156.116": "3115", "de.16pz.116": "3116"}


def lost(session: Session, *units: str) -> list[int]:
    """Steps that units have lost."""
    return [unit(session, u).numbers.get(LOST, 0) for u in units]


def dispersed(session: Session, unit_id: str) -> bool:
    """Whether a unit was Dispersed, if only until the day was over."""
    return unit_id in [e.unit for e in events(session, ev.StateGained) if e.state == "dispersed"]


def hit(hits: int, defenders: dict[str, str], target: str = "2918", **more: Any) -> Session:
    """Two players: the defender has hits to absorb from a German at 2917, unless *by* says else."""
    by = more.pop("by", {MECH: "2917"})
    kept = {"hits": hits, **more.pop("kept", {})}
    return combat("hits", by, defenders, target, kept=kept, **more)


def countered(hits: int, attackers: dict[str, str], side: str = "german", **more: Any) -> Session:
    """The attacker has hits to absorb."""
    them = {R110: "2918"} if side == "german" else {FOOT: "2918"}
    return combat("counter", attackers, them, side=side, kept={"counter": hits}, **more)  # type: ignore[arg-type]


# -- the defender, by his owner ---------------------------------------------------------------------


def test_cr_17_a_step_or_a_hex_for_each_hit() -> None:
    """ARD-CR-17"""
    session = hit(2, {R112: "2918"})
    assert "hits.defence" == asked(session).key
    assert f"lose {R112}" in answers(session)
    assert "retreat 2919" in answers(session)
    play(session, f"lose {R112}", "retreat 2919")
    assert [1] == lost(session, R112)
    assert "2919" == at(session, R112)
    assert not dispersed(session, R112)


def test_cr_01_nobody_twice_before_all_have_lost() -> None:
    """ARD-CR-01, ARD-CR-17"""
    session = hit(3, {R112: "2918", R109: "2918"})
    play(session, f"lose {R112}")
    assert f"lose {R112}" not in answers(session)
    play(session, f"lose {R109}")
    assert {f"lose {R112}", f"lose {R109}"} <= {*answers(session)}


def test_cr_17_the_german_alone_too() -> None:
    """ARD-CR-17: a German defender against automated Allies decides for himself."""
    session = combat(
        "hits", {R112: "2917"}, {MECH: "2918"}, side="allied", mode="gs", kept={"hits": 1}
    )
    assert "hits.defence" == asked(session).key
    assert f"lose {MECH}" in answers(session)


def test_cr_17_both_apply_even_if_one_is_destroyed() -> None:
    """5.8.10: the last defender dies, the attacker takes his hit."""
    session = hit(3, {B110: "2918"}, kept={"counter": 1})
    while asked(session).key == "hits.defence":
        play(session, f"lose {B110}")
    assert "eliminated" == at(session, B110)
    assert [1] == lost(session, MECH)


# -- the attacker, by his owner ---------------------------------------------------------------------


def test_cr_11_the_first_hit_is_a_step() -> None:
    """ARD-CR-11: of any attacker"""
    session = countered(1, {MECH: "2917", PZ: "3018"})
    assert {f"lose {MECH}", f"lose {PZ}"} == {*answers(session)}
    play(session, f"lose {PZ}")
    assert [0, 1] == lost(session, MECH, PZ)


def test_cr_12_dispersed_absorbs_two() -> None:
    """ARD-CR-12: the third hit goes with the second; a fourth is a step again."""
    session = countered(4, {MECH: "2917", PZ: "3018"})
    play(session, f"lose {PZ}")
    assert {"disperse", f"lose {MECH}"} == {*answers(session)}
    play(session, "disperse")
    assert [1, 1] == lost(session, MECH, PZ)
    assert dispersed(session, PZ)
    assert dispersed(session, MECH)


def test_cr_12_steps_instead() -> None:
    """ARD-CR-12, ARD-CR-01: spread evenly; Dispersed later absorbs what is left."""
    session = countered(3, {MECH: "2917", PZ: "3018"})
    play(session, f"lose {PZ}", f"lose {MECH}")
    assert "disperse" in answers(session)
    play(session, "disperse")
    assert [1, 1] == lost(session, MECH, PZ)


# -- the attacker, automated ------------------------------------------------------------------------


def test_w7_five_steps_take_four_hits() -> None:
    """W7, ARD-CR-02, ARD-CR-13, ARD-CR-14, ARD-CR-15, ARD-CR-16"""
    session = countered(4, {CCB: "2917", CCR: "2917"}, "allied", mode="gs")
    assert [1, 1] == lost(session, CCB, CCR)
    assert dispersed(session, CCB)
    assert dispersed(session, CCR)
    facts = [e for e in events(session, ev.NumberSet) if e.name == LOST]
    assert [CCR, CCB] == [e.unit for e in facts][-2:]


def test_w7_two_steps_take_three() -> None:
    """W7, ARD-CR-13, ARD-CR-14, ARD-CR-15"""
    session = countered(3, {CCR: "2917"}, "allied", mode="gs")
    assert [1] == lost(session, CCR)
    assert dispersed(session, CCR)


def test_cr_14_fewer_than_four_steps() -> None:
    """ARD-CR-14: counted when the second hit comes; ARD-CR-16: the fourth is the second loss."""
    session = countered(2, {R112: "2917"}, "allied", mode="gs")
    assert [1] == lost(session, R112)
    assert dispersed(session, R112)
    session = countered(4, {R112: "2917"}, "allied", mode="gs")
    assert [2] == lost(session, R112)


def test_cr_16_further_hits_are_steps() -> None:
    """5.9: the fifth hit"""
    session = countered(5, {CCB: "2917", CCR: "2917"}, "allied", mode="gs")
    assert 3 == sum(lost(session, CCB, CCR))


def test_cr_13_the_largest_stack_loses() -> None:
    """ARD-CR-13, ARD-CR-02"""
    session = countered(1, {R109: "2917", CCB: "3018", CCR: "3018"}, "allied", mode="gs")
    assert [0, 0, 1] == lost(session, R109, CCB, CCR)
    session = countered(1, {R112: "2917", R109: "3018"}, "allied", mode="gs")
    assert [1, 0] == lost(session, R112, R109), "a tie: the lowest # leads"


# -- the defender, automated ------------------------------------------------------------------------


def auto(hits: int, defenders: dict[str, str], target: str = OUREN, **more: Any) -> Session:
    """The German alone: automated Allies have hits to absorb."""
    more.setdefault("by", W6)
    return hit(hits, defenders, target, mode="gs", **more)


def test_w6_hold_check_and_retreat() -> None:
    """W6, ARD-CR-06, ARD-CR-09, ARD-RT-10"""
    session = auto(2, {R112: OUREN}, dice=[7, 8])
    assert [1] == lost(session, R112)
    assert "3015" == at(session, R112)
    assert not dispersed(session, R112)
    assert [7, 8] == rolls(session, "hold")
    first = next(e for e in events(session, ev.ChartRead) if e.chart == "hold")
    assert (("HV", 2), ("steps", 3), ("attackers across a river", 2)) == first.shifts
    assert ("7", 7, ()) == (first.column, first.total, first.drm), "the die itself is as it fell"


def test_steps_lost_are_in_the_sums() -> None:
    """ARD-CR-01: a unit that is worn down is a loss too, though it stands"""
    session = auto(2, {R112: OUREN}, dice=[7, 8])
    game = games.game("ardennes")
    replay = Replay(game, session.header, session.entries)
    lines = [*loss_lines(game, replay, tally(game, replay))]
    assert "  steps lost: 1" == lines[-1]


@pytest.mark.parametrize(("die", "where"), [(5, "2918"), (6, "2919")])
def test_cr_06_hv_and_steps(die: int, where: str) -> None:
    """ARD-CR-06: Marnach 3 and two steps"""
    session = auto(1, {R110: "2918"}, "2918", by={MECH: "2917"}, dice=[die])
    assert (where == "2918") == (at(session, R110) == "2918")


def test_cr_05_hits_as_many_as_steps() -> None:
    """ARD-CR-05: no HoldCheck"""
    session = auto(2, {R110: "2918"}, "2918", by={MECH: "2917"}, dice=[1])
    assert [1] == rolls(session, "hold"), "the second hit is fewer than its steps"
    assert "2818" == at(session, R110)
    assert [1] == lost(session, R110)


def test_cr_05_a_loss_would_leave_no_zoc() -> None:
    """ARD-CR-05: of two [units] one is lost; alone in a village it had none to lose."""
    pair = {B110: "2918", "us.35eng": "2918"}
    session = auto(1, pair, "2918", by={MECH: "2917"})
    assert not rolls(session, "hold")
    assert "2918" != at(session, B110)


def test_cr_03_two_hexes_disperse_then_steps() -> None:
    """ARD-CR-03, ARD-CR-04, ARD-RT-06"""
    session = auto(3, {R112: "2918"}, "2918", by={MECH: "2917"}, german=["2818"], dice=[10])
    assert 2 == session.game.grid.distance(unit(session, R112).hex, h("2918"))
    assert dispersed(session, R112)
    assert [1] == lost(session, R112)
    assert [10] == rolls(session, "hold"), "the first and the third hit call for none"


def held(defenders: dict[str, str], **more: Any) -> int:
    """The number of a HoldCheck at Marnach."""
    session = auto(1, defenders, "2918", **{"by": {MECH: "2917"}, "dice": [1], **more})
    (check,) = [e for e in events(session, ev.ChartRead) if e.chart == "hold"]
    return int(check.column)


def test_cr_07_out_of_communication() -> None:
    """ARD-CR-07, ARD-CR-10: 3 + 3 - 3; and + 4 but for a friend In Supply beside it, for whom a retreat is free."""
    assert 6 == held({R112: "2918"})
    content = load_content("campaign")
    far, here = content.grid.distance, h("2918")
    ring = [content.grid.name(x) for x in sorted(content.board) if far(x, here) == 3]
    germans = (k for k in content.units.values() if k.side == "german" and not k.bracketed)
    cut = dict(zip((k.id for k in germans if k.id != MECH), ring, strict=False))
    assert 3 == held({R112: "2918"}, others={**cut, "us.35eng": "2919"})
    assert 7 == held({R112: "2918"}, others=cut)


def test_cr_07_surrounded() -> None:
    """ARD-CR-07, ARD-CR-10: three Germans close the ring; every way back costs a step."""
    closed = {PZ: "3018", MECH2: "2919", "de.901.lehr": "2818"}
    assert 7 == held({R112: "2918"}, others=closed)


def test_cr_08_retreated_before() -> None:
    """ARD-CR-08: in its present hex, 2919 with HV 4"""
    session = auto(
        1, {R112: "2919"}, "2918", by={MECH: "2917"}, dice=[9], kept={"path": (h("2919"),)}
    )
    assert [9] == rolls(session, "hold")
    assert "2919" == at(session, R112), "4 + 3 + 2"
    session = auto(
        1, {R112: "2919"}, "2918", by={MECH: "2917"}, dice=[10], kept={"path": (h("2919"),)}
    )
    assert dispersed(session, R112)


def test_cr_09_all_across_a_river() -> None:
    """ARD-CR-09: with or without Bridge"""
    assert 8 == held({R112: "2918"}, by={MECH: "2818"})
    assert 6 == held({R112: "2918"}, by={MECH: "2818", PZ: "2917"})


def test_cr_02_the_highest_number_of_several_steps() -> None:
    """ARD-CR-02, 5.9.4"""
    session = auto(1, {R110: "2918", R112: "2918"}, "2918", by={MECH: "2917"}, dice=[1])
    assert [0, 1] == lost(session, R110, R112)
    session = auto(1, {R110: "2918", B110: "2918"}, "2918", by={MECH: "2917"}, dice=[1])
    assert [1, 0] == lost(session, R110, B110), "two steps before one"


def test_cr_04_who_cannot_retreat_loses_steps() -> None:
    """5.9.1"""
    session = auto(
        1,
        {"us.ccr-9.9ad": "2918"},
        "2918",
        by={MECH: "2917"},
        states={"us.ccr-9.9ad": ["dispersed"]},
    )
    assert [1] == lost(session, "us.ccr-9.9ad")
    assert not rolls(session)
    assert not left(session)
