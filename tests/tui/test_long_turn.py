"""A long turn at the table: quiet sectors, all at once, and a key meant for the question before."""

from __future__ import annotations

from tests.games.ardennes.combat import B110, MECH, MECH2
from tests.games.ardennes.table import position as germans_at
from tests.games.ardennes.test_advance import won
from tests.games.normandy.table import EPSOM, position
from tests.games.normandy.test_advance import ENEMY, emptied
from tests.games.normandy.test_arrivals import landing
from tests.games.normandy.test_engineering import building
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.tui.asks import Controller, Desk, Give, Pointing, Say, Twice, controller

ARMOR = "de.3pz.2"
UNITS = {
    "cw.15.44th": "3015", "cw.15.46th": "3016", "cw.3.8th": "3414", "cw.hq.viii": "3115",
    "cw.hq.i": "3413", "ge.2ss.derfuhrer": "3021", "ge.hq.isspz": "3220",
}  # fmt: skip


def control(session: Session, cursor: str) -> Controller:
    """The open question with the cursor on a hex."""
    assert session.ask is not None
    desk = Desk(session.game, session.definition, session.ask)
    return controller(desk, session.game.grid.hex(cursor))


def test_tab_leaves_out_who_stands_outside_a_running_operation() -> None:
    session = position(
        "allied.tactical", UNITS, scenario=EPSOM, turn=11,
        states={"cw.hq.viii": ["supported", "operation"], "cw.hq.i": ["supported"]},
        more={"cw.15.44th": {"hq": "cw.hq.viii"}, "cw.15.46th": {"hq": "cw.hq.viii"},
              "cw.3.8th": {"hq": "cw.hq.i"}},
    )  # fmt: skip
    found = control(session, "3015")
    seen = set[str]()
    for _ in range(6):
        view = found.view()
        seen.add(view.items[view.at].text)
        found.act("next")
    assert seen == {
        "44th, 15th Scottish Div", "46th, 15th Scottish Div", "VIII Corps"
    }, seen  # fmt: skip
    assert "2 in quiet sectors" in found.view().hint


def test_one_key_leads_to_the_order_that_lands_all_and_each_is_told_once() -> None:
    session = landing({"us.2.9th": "waiting", "us.2.23rd": "waiting", "us.hq.v": "2514"})
    found = control(session, "2514")
    found.act("all")
    assert found.view().answer == "land all", found.view()
    entry = session.answer("land all")
    lines = Teller(session.definition, session.game, session.steps).lines(entry.events)
    assert 2 == sum("land" in line.text or "placed" in line.text for line in lines)


def test_the_key_does_what_the_bar_says_of_it_where_a_stack_is_highlighted() -> None:
    waiting = {"us.2.9th": "waiting", "us.2.23rd": "waiting", "us.hq.v": "2514"}
    session = landing({**waiting, "us.1.16th": "2614", "us.1.18th": "2614"})
    found = control(session, "2614")
    assert ("a", "Land all that fit, on their beaches") in found.view().keys
    found.act("all")
    assert found.view().answer == "land all"
    found = control(session, "2614")
    found.act("commit")
    assert ("a", "whole stack") in found.view().keys
    found.act("all")
    assert "Move 16th" in found.view().hint
    assert "18th" in found.view().hint


def test_the_key_that_ends_a_segment_right_after_a_battle_is_wanted_twice() -> None:
    session = emptied("DR1", units={**ENEMY, "us.30.117th": "1818", "ge.275.gr985": "1918"})
    session.answer("pass")
    twice = Twice(session)
    said = twice.checked(Give("done"))
    assert isinstance(said, Say), session.segment
    assert "Combat Segment" in said.text
    assert Give("done") == twice.checked(Give("done"))


def test_right_after_a_battle_too_where_attacks_lie_within_another_moment() -> None:
    """Ardennes: they are made in an Activation, and "nobody goes on" is said in one of them."""
    others = {MECH2: "3020", B110: "2919"}
    session = won({MECH: "2917"}, path=("2819",), others=others, states={MECH2: ["active"]})
    session.answer("done")
    assert session.ask is not None
    assert session.ask.key == "attack"
    twice = Twice(session)
    assert "Attacks" in getattr(twice.checked(Give("done")), "text", "")
    assert Give("done") == twice.checked(Give("done"))


def test_the_key_that_ends_a_segment_reached_with_the_last_move_is_wanted_twice() -> None:
    """The last unit has moved: who now says "no more moves" says it to the attacks."""
    units = {ARMOR: "3118", "us.110.28": "2918"}
    session = germans_at("ops.german.move", units, active=[ARMOR], turn=16)
    twice = Twice(session)
    twice.put()
    assert Give("done") == twice.checked(Give("done"))
    session.answer(f"move {ARMOR} 3118-3018")
    twice.put()
    assert session.ask is not None
    assert session.ask.key == "attack"
    assert "Attacks" in getattr(twice.checked(Give("done")), "text", "")
    assert Give("done") == twice.checked(Give("done"))
    session.undo()
    twice.put()
    session.answer("done")
    twice.put()
    assert Give("done") == twice.checked(Give("done"))


def test_attacks_that_nobody_has_made_are_given_up_by_two_keys() -> None:
    """Whoever says "no more moves" twice loses none of them."""
    units = {ARMOR: "3018", "us.110.28": "2918"}
    session = germans_at("ops.german.move", units, active=[ARMOR], turn=16)
    twice = Twice(session)
    twice.put()
    session.answer("done")
    twice.put()
    assert session.ask is not None
    assert session.ask.key == "attack"
    assert "Attacks" in getattr(twice.checked(Give("done")), "text", "")
    assert Give("done") == twice.checked(Give("done"))


def test_a_question_within_the_segment_is_ended_at_once() -> None:
    """An attack that is declared asks for tactics: nothing was ended by the key before."""
    session = germans_at(
        "ops.german.attack", {ARMOR: "3018", "us.110.28": "2918"}, active=[ARMOR], card="G13",
        turn=18, hands={"german": ["G36"]},
    )  # fmt: skip
    twice = Twice(session)
    twice.put()
    session.answer(f"attack 2918 from {ARMOR}")
    twice.put()
    assert session.ask is not None
    assert session.ask.key == "tactics.attack"
    assert Give("done") == twice.checked(Give("done"))


def test_who_has_dealt_out_numbers_ends_the_next_question_at_once() -> None:
    """Works are begun in one answer: the key that blows no bridge then cannot have been meant for them."""
    session = building({"ge.275.gr983": "3421", "ge.hq.lxxxiv": "3422"}, side="german")
    twice = Twice(session)
    twice.put()
    assert session.ask is not None
    assert session.ask.key == "engineering.place"
    session.answer("allocate 3421")
    twice.put()
    assert session.ask.key == "engineering.demolition"
    assert Give("done") == twice.checked(Give("done"))


def test_a_key_takes_up_the_row_that_a_notice_let_go() -> None:
    pointing = Pointing()
    pointing.begin(chosen=True)
    assert pointing.let_go()
    assert [True, False] == [pointing.takes_up("next") for _ in range(2)]
    pointing.begin(chosen=False)
    assert not pointing.let_go()
    assert not pointing.takes_up("next")
