"""What can be brought against a hex, what waits on a move, what several attacks come to (NOR-CO-07 to -24)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import asked, play, position
from wargame.flow.ask import Odds, PathAsk
from wargame.flow.planned import plan_told
from wargame.flow.session import Session
from wargame.flow.whatif import what_if, what_if_lines

FIELD, EAST = "3415", "3416"
ENEMY, REGIMENT = "ge.12ss.ss-pzgr25", "SS-PzGR 25, 12th SS Panzer Div"
NAMES = {n: f"{n}th, 3rd Canadian Inf Div" for n in (7, 8, 9)}


def before(segment: str, units: dict[str, str], **more: Any) -> Session:
    """British and Canadians under I Corps, with three support points, before Caen in July."""
    ties = {unit: {"hq": "cw.hq.i"} for unit in units if unit.startswith("cw.")}
    return position(
        segment,
        {**units, "cw.hq.i": "3613", ENEMY: EAST},
        states={"cw.hq.i": ["supported"]},
        more=ties,
        sp={"cw2": 3, "gepgw": 2},
        weather="clear",
        **more,
    )


def told(session: Session, name: str) -> list[str]:
    """What stands beside a hex."""
    return what_if_lines(session, what_if(session, session.game.grid.hex(name)))


def test_the_best_attack_that_can_still_come_and_its_odds_when_it_is_made() -> None:
    """NOR-CO-09, NOR-CO-18, NOR-MV-03"""
    session = before("allied.tactical", {"cw.3c.9th": "3413", "cw.3c.8th": "3414"}, dice=[3, 6])
    first, by, _ = told(session, EAST)
    assert first.startswith("Allied, this turn: 3416 at 2:1, ")
    assert by == f"  to 3415: {NAMES[8]}; {NAMES[9]}"
    found = what_if(session, session.game.grid.hex(EAST))
    for way in found.ways:
        ask: object = asked(session)
        assert isinstance(ask, PathAsk)
        play(session, ask.route(f"move {way.unit}", [way.hex]))
    play(session, "done", "done", "attack 3416 from cw.3c.8th cw.3c.9th")
    assert found.odds is not None
    made = asked(session).odds("allocate sp=1")
    assert made is not None
    assert (made.column, made.outcomes) == (found.odds.column, found.odds.outcomes)


def test_no_more_than_the_frontage_holds_and_of_one_nation() -> None:
    """NOR-CO-23, NOR-BD-05"""
    units = {f"cw.3c.{n}th": FIELD for n in NAMES} | {
        "cw.15.44th": "3315", "cw.15.46th": "3315", "us.1.16th": "3516",
    }  # fmt: skip
    found = what_if(session := before("allied.combat", units), session.game.grid.hex(EAST))
    assert len(found.ways) == 4
    assert {way.group for way in found.ways} == {"cw"}
    assert "us.1.16th" in found.others


def test_the_enemy_comes_in_his_next_turn_and_who_cannot_cross_does_not() -> None:
    """NOR-SQ-02, NOR-CO-11"""
    session = before("allied.tactical", {"cw.3c.9th": FIELD})
    lines = told(session, FIELD)
    assert lines[0].startswith("German, next turn: 3415 at ")
    assert lines[1] == f"  from 3416: {REGIMENT}"
    assert lines[2].startswith("the attackers lose steps ")
    far = before("allied.tactical", {"cw.3c.9th": "2711"})
    assert told(far, EAST) == ["Allied, this turn: nobody can attack 3416"]


def test_an_attack_cannot_be_made_twice_in_a_segment() -> None:
    """NOR-CO-09"""
    session = before("allied.combat", {"cw.3c.9th": FIELD, "cw.3c.8th": "3315"})
    session.game.lay("struck-3416", "struck", where=session.game.grid.hex(EAST), rule="T")
    assert told(session, EAST) == ["Allied, this turn: nobody can attack 3416"]


def test_several_attacks_as_one_distribution() -> None:
    """NOR-CO-18, NOR-CO-24  A hex is cleared by a retreat or the last step; the chances are those of each attack."""
    units = {"cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "ge.21.pzgr192": "3515"}
    session = before("allied.combat", units)
    orders = "attack 3416 from cw.3c.9th", "attack 3515 from cw.3c.8th"
    plan = plan_told(session, "; ".join(orders))
    assert plan is not None
    assert sum(o.chance for o in plan.odds.outcomes) == 1
    assert plan.odds.basis.startswith("one support point each")
    assert plan.lines[0].startswith("3416 cleared ")
    found = [_clears(session, target) for target in (EAST, "3515")]
    assert plan.odds.outcomes[-1].chance == found[0] * found[1]


def _clears(session: Session, name: str) -> Any:
    """The chance that one brigade clears a hex of its full defender."""
    attacks, where = session.definition.attacks, session.game.grid.hex(name)
    assert attacks is not None
    unit = "cw.3c.9th" if name == EAST else "cw.3c.8th"
    odds: Odds | None = attacks.odds(session.game, where, [unit])
    assert odds is not None
    return sum(o.chance for o in odds.outcomes if "german" in o.back or o.loss.get("german") == 3)


def test_a_move_tells_what_must_be_attacked_and_whether_supply_is_lost() -> None:
    """NOR-ZC-02, NOR-CO-07, NOR-SU-08"""
    session = before("allied.tactical", {"cw.3c.8th": "3414"})
    ask: object = asked(session)
    assert isinstance(ask, PathAsk)
    zone, duty = ask.waits("move cw.3c.8th 3414-3415")
    assert zone == f"enters the ZOC of {REGIMENT}"
    assert duty.startswith("must attack 3416, alone at 1:1: ")
    assert not ask.waits("move cw.3c.8th 3414-3314")


def test_a_unit_that_comes_before_two_hexes_is_told_of_the_one_attack_that_it_would_have_to_make() -> (
    None
):
    """NOR-CO-07, NOR-CO-09  Both together, with the odds against both."""
    units = {"cw.3c.8th": "3414", "ge.21.pzgr192": "3515"}
    ask: object = asked(before("allied.tactical", units))
    assert isinstance(ask, PathAsk)
    _, duty = ask.waits("move cw.3c.8th 3414-3415")
    assert duty.startswith("must attack 3416 and 3515 together, alone at 1:2: ")


@pytest.mark.parametrize(
    ("works", "said"),
    [
        ("improved", "Improved Position"),
        ("improved construction", "works begun"),
        ("entrenchment construction", "Improved Position"),
        ("entrenchment", "Entrenchment"),
    ],
)
def test_a_move_tells_the_works_that_the_last_unit_gives_up(works: str, said: str) -> None:
    """NOR-EN-08  Not while another combat unit stays, nor where none are."""
    units = {"ge.12ss.ss-pzgr26": "3320"}
    session = before("german.tactical", units, works={"3320": works})
    ask: object = asked(session)
    assert isinstance(ask, PathAsk)
    assert ask.waits("move ge.12ss.ss-pzgr26 3320-3321")[0] == f"gives up the {said} in 3320"
    two = {**units, "ge.12ss.ss-pzr12": "3320"}
    stays: object = asked(before("german.tactical", two, works={"3320": works}))
    assert isinstance(stays, PathAsk)
    lines = stays.waits("move ge.12ss.ss-pzgr26 3320-3321")
    assert not any(line.startswith("gives up") for line in lines)
