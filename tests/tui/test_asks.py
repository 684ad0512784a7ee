"""The controllers, without a screen: what they show, and what keys do."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.games.eastfront.played import position as played
from tests.games.eastfront.played import until
from tests.games.normandy.table import EPSOM, position
from tests.toy import TOY
from wargame.flow.ask import About, Choice, Odds, Option, Outcome, Refusal, yes_or_no
from wargame.flow.session import Session, new_header
from wargame.hexes.grid import Hex
from wargame.tui.asks import Controller, Desk, Give, Say, controller
from wargame.tui.asks.attack import AttackController
from wargame.tui.asks.batch import BatchController
from wargame.tui.asks.choice import ChoiceController


@pytest.fixture
def session() -> Session:
    """The toy at its first question."""
    return Session.start(TOY, new_header(TOY, "toy/crossroads", 3))


def hex_of(session: Session, name: str) -> Hex:
    return session.game.grid.hex(name)


def control(session: Session, cursor: str) -> Controller:
    assert session.ask is not None
    return controller(Desk(session.game, TOY, session.ask), hex_of(session, cursor))


def choice(session: Session, cursor: str = "0101", *, in_order: bool = False) -> Controller:
    places = ["0202", "0303", "0202"]
    options = [
        (Option(f"to {name} {n}", f"Go to {name}", (), (hex_of(session, name),)), n)
        for n, name in enumerate(places)
    ]
    options.append((Option("pass", "Stay"), 9))
    about = About(in_order=in_order)
    ask = Choice("red", "test.choice", "Where?", options, rule="TOY-MV-01", about=about)
    return controller(Desk(session.game, TOY, ask), hex_of(session, cursor))


def battle(session: Session) -> BatchController:
    """Red stands next to blue and may attack."""
    game = session.game
    for unit, where in (("r1", "0702"), ("r2", "0703")):
        game.place(unit, hex_of(session, where), rule="LAB")
    session.answer("pass")
    found = control(session, "0101")
    assert isinstance(found, BatchController)
    assert isinstance(found.inner, AttackController)
    return found


def test_a_number_prepares_the_attack_on_its_hex_and_gives_nothing(session: Session) -> None:
    found = battle(session)
    first = found.view().items[0].text.partition(":")[0]
    assert found.act("1") is None
    assert f"Attack on {first}: who takes part?" == found.view().hint


# -- choices ---------------------------------------------------------------------------------


def test_a_choice_lists_its_options_and_leaves_pass_to_its_key(session: Session) -> None:
    view = choice(session).view()
    assert ["Go to 0202", "Go to 0303", "Go to 0202"] == [item.text for item in view.items]
    assert ("p", "stay") in view.keys


def test_a_refused_pass_names_no_ids_for_the_answers_stand_beside_it(session: Session) -> None:
    options = [
        (Option("place r1 0303", "Red first at 0303"), 1),
        (Option("place r1 0202", "there"), 2),
    ]
    ask = Choice("red", "test.must", "Where?", options, rule="TOY-MV-01")
    found = controller(Desk(session.game, TOY, ask), hex_of(session, "0101"))
    assert Say("This question cannot be passed.", "TOY-MV-01") == found.act("pass")


def test_the_options_of_the_first_hex_come_first(session: Session) -> None:
    view = choice(session, "0303").view()
    assert ["Go to 0303", "Go to 0202", "Go to 0202"] == [item.text for item in view.items]


def test_rows_keep_their_order_where_a_question_is_put_for_one_after_the_other(
    session: Session,
) -> None:
    view = choice(session, "0303", in_order=True).view()
    assert ["Go to 0202", "Go to 0303", "Go to 0202"] == [item.text for item in view.items]


def test_the_cursor_lights_options_and_renumbers_none(session: Session) -> None:
    found = choice(session)
    before = [item.text for item in found.view().items]
    found.look(hex_of(session, "0303"))
    view = found.view()
    assert before == [item.text for item in view.items]
    assert [False, True, False] == [item.here for item in view.items]
    assert (1, "to 0303 1") == (view.at, view.answer)
    found.act("3")
    found.look(hex_of(session, "0202"))
    assert Give("to 0202 2") == found.act("commit")


def test_tab_leads_the_cursor_to_the_option(session: Session) -> None:
    found = choice(session, "0202")
    for _ in range(3):
        found.act("next")
    view = found.view()
    assert hex_of(session, "0303") == view.focus
    found.look(hex_of(session, "0303"))
    assert view.answer == found.view().answer


def test_a_digit_answers(session: Session) -> None:
    found = choice(session, "0202")
    assert found.act("4") is None
    assert Give("to 0303 1") == found.act("3")


def test_pass_answers_a_choice(session: Session) -> None:
    assert Give("pass") == choice(session).act("pass")


def test_why_not_tries_the_same_order_at_the_cursor(session: Session) -> None:
    refusal = choice(session).why(hex_of(session, "0505"))
    assert isinstance(refusal, Refusal)
    assert "0505" in refusal.reason


def test_yes_and_no_have_their_keys(session: Session) -> None:
    ask = yes_or_no("red", "test.yes", "Dig in at 0404?", rule="TOY-CB-03")
    found = ChoiceController(Desk(session.game, TOY, ask), 0)
    assert Give("no") == found.act("no")
    assert Give("yes") == found.act("yes")
    assert hex_of(session, "0404") == found.view().focus


def test_yes_is_refused_where_it_is_no_answer(session: Session) -> None:
    assert isinstance(choice(session).act("yes"), Say)


@pytest.mark.parametrize("cursor", ["0101", "0202"])
def test_a_choice_has_no_default(session: Session, cursor: str) -> None:
    found = choice(session, cursor)
    view = found.view()
    assert (-1, "", None) == (view.at, view.answer, view.odds)
    assert "Enter" not in dict(view.keys)
    assert isinstance(found.act("commit"), Say)
    found.act("back")
    assert ("Enter", "Go to 0303" if cursor == "0202" else "Go to 0202") in found.view().keys


def test_of_very_many_ways_the_shortest_to_each_hex_is_a_row(session: Session) -> None:
    via = [hex_of(session, name) for name in ("0202", "0203", "0301", "0302")]
    ends = [hex_of(session, f"04{row:02d}") for row in range(1, 7)]
    ways = [*((h, end) for end in ends for h in via), *((end,) for end in ends)]
    options = [(Option(f"go {way}", f"Goes {way}", ("r1",), way), way) for way in ways]
    ask = Choice("red", "test.choice", "Where?", options, rule="TOY-MV-01")
    found = controller(Desk(session.game, TOY, ask), hex_of(session, "0601"))
    assert [f"Goes {(end,)}" for end in ends] == [item.text for item in found.view().items]
    assert "A number does it" in found.view().hint
    found.look(via[0])
    assert all(str(via[0]) in item.text for item in found.view().items)
    found.look(hex_of(session, "0601"))
    assert Give(f"go {(ends[2],)}") == found.act("3")


# -- paths -----------------------------------------------------------------------------------


def test_a_path_question_begins_with_the_unit_under_the_cursor(session: Session) -> None:
    found = control(session, "0103")
    view = found.view()
    assert "Red 2" == view.items[view.at].text
    assert "reach" in [layer.kind for layer in view.layers]


def test_enter_takes_the_unit_then_goes(session: Session) -> None:
    found = control(session, "0103")
    assert found.act("commit") is None
    found.look(hex_of(session, "0303"))
    view = found.view()
    assert "move r2 0103-0203-0303" == view.answer
    assert "in all 1 MP, 3 left" == view.preview[-1]
    assert Give("move r2 0103-0203-0303") == found.act("commit")


def test_a_waypoint_bends_the_route(session: Session) -> None:
    found = control(session, "0103")
    found.act("commit")
    found.look(hex_of(session, "0204"))
    assert found.act("waypoint") is None
    found.look(hex_of(session, "0303"))
    assert "move r2 0103-0204-0303" == found.view().answer
    found.act("cancel")
    assert "move r2 0103-0203-0303" == found.view().answer


def test_an_unreachable_hex_is_explained(session: Session) -> None:
    found = control(session, "0103")
    found.act("commit")
    found.look(hex_of(session, "0806"))
    view = found.view()
    assert "" == view.answer
    assert "cannot reach 0806" in view.refusal
    assert isinstance(found.act("commit"), Say)
    assert isinstance(found.why(hex_of(session, "0806")), Refusal)


def test_enter_on_another_unit_takes_that_one(session: Session) -> None:
    session.game.place("r3", hex_of(session, "0106"), rule="LAB")
    session.game.place("r1", hex_of(session, "0103"), rule="LAB")
    session.game.place("r2", hex_of(session, "0806"), rule="LAB")
    found = control(session, "0806")
    found.act("commit")
    found.look(hex_of(session, "0103"))
    assert ("Enter", "take Red 1") in found.view().keys
    said = found.act("commit")
    assert isinstance(said, Say)
    assert "cannot reach 0103" in said.text
    assert "Red 1 is taken instead" in said.text
    view = found.view()
    assert "Red 1" in view.hint
    assert ("", hex_of(session, "0103")) == (view.answer, view.focus)
    assert isinstance(found.act("commit"), Say)


def test_tab_goes_through_the_stack_of_the_unit_taken(session: Session) -> None:
    session.game.place("r1", hex_of(session, "0103"), rule="LAB")
    found = control(session, "0103")
    found.act("commit")
    assert "Red 1" in found.view().hint
    found.act("next")
    assert "Red 2" in found.view().hint
    found.act("next")
    assert "Red 1" in found.view().hint


def test_enter_beside_every_unit_takes_the_nearest_and_leads_there(session: Session) -> None:
    found = control(session, "0606")
    assert found.act("commit") is None
    view = found.view()
    assert ("Move Red 2: choose a hex.", hex_of(session, "0103")) == (view.hint, view.focus)


def test_units_keep_their_numbers_wherever_the_cursor_goes(session: Session) -> None:
    found = control(session, "0103")
    before = [item.text for item in found.view().items]
    for name in ("0104", "0606", "0102"):
        found.look(hex_of(session, name))
        assert before == [item.text for item in found.view().items]
    found.act("3")
    assert before[2] in found.view().hint


def test_a_digit_takes_the_unit_and_leads_the_cursor(session: Session) -> None:
    found = control(session, "0606")
    found.act("3")
    view = found.view()
    assert "Red 3" in view.hint
    assert hex_of(session, "0104") == view.focus


# -- attacks ---------------------------------------------------------------------------------


def test_tab_goes_on_from_units_that_are_not_on_the_map_yet() -> None:
    units = {"ge.9ss.ss-pzr9": "waiting", "ge.9ss.ss-pzgr19": "waiting", "cw.15.44th": "3015"}
    units |= {"ge.2ss.derfuhrer": "3021", "ge.hq.isspz": "3220"}
    session = position("german.tactical", units, scenario=EPSOM, turn=11)
    ask = session.ask
    assert ask is not None
    found = controller(Desk(session.game, session.definition, ask), hex_of(session, "3021"))
    marked = []
    for _ in range(len(found.view().items)):
        marked.append(found.view().at)
        found.act("next")
    assert sorted({*marked}) == list(range(4))


def test_an_attack_begins_with_its_target(session: Session) -> None:
    view = battle(session).view()
    assert all("Blue" in item.text for item in view.items)


def test_enter_brings_in_every_attacker_and_shows_the_odds(session: Session) -> None:
    found = battle(session)
    found.look(hex_of(session, "0803"))
    found.act("commit")
    view = found.view()
    assert ["on", "on"] == [item.mark for item in view.items]
    assert view.odds is not None
    assert "2:1" == view.odds.column
    assert "As shown: Red 1, Red 2 on 0803. {commit} again attacks." == view.proposed
    assert Give("attack 0803 from r1 r2") == found.act("commit")


def test_space_leaves_an_attacker_out(session: Session) -> None:
    found = battle(session)
    found.look(hex_of(session, "0803"))
    found.act("commit")
    found.act("toggle")
    assert "attack 0803 from r2" == found.view().answer
    assert "As shown: Red 2 on 0803. {commit} again attacks." == found.view().proposed


def test_an_attack_by_nobody_is_no_answer(session: Session) -> None:
    found = battle(session)
    found.look(hex_of(session, "0803"))
    found.act("commit")
    found.act("all")
    assert "" == found.view().answer
    assert isinstance(found.act("commit"), Say)
    found.act("all")
    assert isinstance(found.act("commit"), Give)


def test_a_hex_without_an_enemy_is_no_target(session: Session) -> None:
    found = battle(session)
    found.look(hex_of(session, "0101"))
    assert isinstance(found.act("target"), Say)
    assert isinstance(found.why(hex_of(session, "0101")), Refusal)


def test_escape_goes_back_to_the_targets(session: Session) -> None:
    found = battle(session)
    found.look(hex_of(session, "0803"))
    found.act("commit")
    found.act("cancel")
    assert "Choose the hex to attack." in found.view().hint


# -- stages ----------------------------------------------------------------------------------


def missions(session: Session) -> Controller:
    """Two units with fourteen orders each: two ways to deal with each of seven hexes."""
    options = [
        (Option(f"{verb} {name} with {unit}", f"{unit} {verb}s {name}", (unit,), (h,)), n)
        for n, (unit, h, verb) in enumerate(product(("r1", "r2"), range(7), ("bomb", "watch")))
        for name in (session.game.grid.name(h),)
    ]
    chances = [Fraction(n, 100) if n % 2 == 0 else Fraction(0) for n in range(28)]

    def odds(n: int) -> Odds:
        return Odds("", (), (Outcome("hit", chances[n], loss={"blue": 1}),))

    ask = Choice("red", "test.mission", "Who?", options, rule="TOY-MV-01", odds=odds)
    return controller(Desk(session.game, TOY, ask), hex_of(session, "0606"))


def test_many_orders_come_in_stages_of_unit_target_and_manner(session: Session) -> None:
    found = missions(session)
    assert ["Red 1", "Red 2"] == [item.text for item in found.view().items]
    assert found.act("2") is None
    view = found.view()
    assert ["0201", "0106", "0105"] == [item.text[:4] for item in view.items][:3], "best first"
    assert "26%, 2 ways" == view.items[0].note
    heat = next(layer for layer in view.layers if layer.kind == "target" and len(layer.marks) > 1)
    assert ["14%", "16%"] == [heat.marks[h] for h in (0, 1)]
    found.look(2)
    assert found.act("commit") is None
    assert "Choose how: a number does it." == found.view().hint
    assert ["18%", ""] == [item.note for item in found.view().items]
    found.act("cancel")
    assert "2 ways" in found.view().items[0].note
    found.look(3)
    found.act("commit")
    assert Give("watch 0104 with r2") == found.act("2")


def test_who_is_taken_begins_with_the_move_though_there_is_work_where_it_stands() -> None:
    """East Front: a corps builds a fort in its own hex, where the cursor is too when the corps is taken."""
    session = played("axis.movement.ground", {"G-VII": "0934", "A-H4": "0935"}, turn=3)
    until(session, "move")
    ask, where = session.ask, session.game.grid.hex("0934")
    assert ask
    found = controller(Desk(session.game, session.definition, ask), where)
    found.act("commit")
    assert "Move VII Corps: choose a hex" in found.view().hint
    assert any("Build a fort" in item.text for item in found.view().items)
    found.act("next")
    assert "Build a fort" in found.view().hint
