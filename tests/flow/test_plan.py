"""Plans: several answers of a player in one line, what ends them, and that the log cannot tell."""

from __future__ import annotations

from typing import cast

import pytest

from tests.flow.test_standing_answers import lay
from tests.games.arras.battle import RIFLES, TWO_S35, attack, battle, order
from tests.games.arras.table import play
from tests.games.arras.test_air import raid
from tests.games.hannut.table import actions, asked, orders
from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.at_table import Forced, Plan, Plans, _Step
from wargame.flow.plan import onward, reactors, read_plan, together
from wargame.flow.session import Session
from wargame.flow.shorthand import expand, whole

NEAR = {"g.pr35.8": "2510", "g.pr35.1": "1412", "a.2rc.1": "1311", "a.2rc.2": "1311", "a.1rc.1": "1310"}  # fmt: skip
"""A company that comes next to three squadrons."""
COMES = "move g.pr35.1 1412-1411-1410"


def watched(*dice: int) -> tuple[Session, Plans]:
    """The squadrons stay, and may fire at the company."""
    session = actions("G-PR35", NEAR, dice=dice)
    plans = Plans(session)
    session.answer(COMES)
    session.answer(plans.begin("none"))
    assert "react.opportunity" == asked(session).key
    return session, plans


def given(session: Session, since: int = 2) -> list[str]:
    """The answers after the first *since*."""
    return [entry.answer for entry in session.entries[since + 1 :]]


def test_all_who_may_react_stand_in_one_table_with_their_best_chance_first() -> None:
    session, _ = watched()
    rows = reactors(asked(session), session.seen)
    assert ["a.1rc.1", "a.2rc.1", "a.2rc.2"] == [row.unit for row in rows]
    assert {row.chances[0] for row in rows} == {asked(session).odds(rows[0].options[0].answer).effect("allied")}  # type: ignore[union-attr]  # fmt: skip


def test_those_that_are_ticked_react_in_order_and_the_others_do_not() -> None:
    session, plans = watched(12, 12)
    session.answer(plans.begin("react a.2rc.2 a.1rc.1"))
    fire = ["fire a.2rc.2 at g.pr35.1", "fire a.1rc.1 at g.pr35.1"]
    assert [*fire, "pass"] == given(session)
    by_hand, _ = watched(12, 12)
    for answer in (*fire, "pass"):
        by_hand.answer(answer)
    assert by_hand.chain == session.chain


def test_a_result_ends_the_plan_and_the_player_is_asked_again() -> None:
    session, plans = watched(2, 3)  # the check passes, and the company is hit
    session.answer(plans.begin("all"))
    assert ["fire a.1rc.1 at g.pr35.1"] == given(session)
    assert plans.said().startswith("This was not given any more")
    assert "" == plans.said()


def test_a_plan_answers_no_later_question() -> None:
    session, plans = watched(12, 12, 12)
    session.answer(plans.begin("all"))
    session.answer("done" if session.why_not("done") is None else "move g.pr35.1 1410-1409")
    assert "pass" not in given(session, 6)


def test_an_interrupted_move_goes_on_to_where_it_was_going() -> None:
    session, plans = watched(12)
    session.answer(plans.begin("react a.1rc.1"))
    assert "ops.go_on" == asked(session).key
    assert "move g.pr35.1 1411-1410" == onward(session)
    assert onward(session) == plans.begin("on")
    session.answer(onward(session))
    assert "" == onward(session)


@pytest.mark.parametrize(
    ("line", "why"),
    [("all", "one after the other"), ("on", "No move"), ("none", "cannot be passed")],
)
def test_a_plan_that_cannot_be_made_says_why(line: str, why: str) -> None:
    session = actions("G-PR35", NEAR)
    with pytest.raises(IllegalAnswer, match=why):
        Plans(session).begin(line)
    assert 0 == session.n


def test_a_unit_that_cannot_act_is_named() -> None:
    _, plans = watched()
    with pytest.raises(IllegalAnswer, match=r"g\.pr35\.8 cannot act here; who can: a\.1rc\.1"):
        plans.begin("react g.pr35.8")


# -- groups ---------------------------------------------------------------------------------------


def test_units_go_together_by_single_moves_the_slowest_bounds_the_way() -> None:
    session = lay(r1="0203", b1="0803")
    plans = Plans(session)
    session.answer(plans.begin("move r1+r2 0302-0303"))
    assert ["move r1 0203-0302-0303", "move r2 0203-0302-0303"] == given(session, 0)


def test_a_group_and_a_unit_go_without_the_verb_where_there_is_one_kind_of_march() -> None:
    session = lay(r1="0203", b1="0803")
    assert "move r1 0203-0302" == whole(session, "r1 0302")
    session.answer(Plans(session).begin("r1+r2 0302"))
    assert ["move r1 0203-0302", "move r2 0203-0302"] == given(session, 0)
    assert "b1 0302" == whole(session, "b1 0302")


def test_what_is_refused_without_its_verb_is_refused_as_the_order_that_it_is() -> None:
    session = lay(r1="0203", b1="0803")
    who = next(head.label for head in cast("PathAsk", session.ask).heads())
    assert "move r1 0203-0302" == whole(session, f"{who} 0302"), "by its name too"
    with pytest.raises(IllegalAnswer) as plain:
        session.answer("move r1 0203")
    with pytest.raises(IllegalAnswer) as without:
        session.answer(whole(session, "r1 0203"))
    assert str(plain.value) == str(without.value)
    assert "no order" not in str(without.value)


def test_a_hex_where_no_way_leads_tells_why_instead_of_asking_for_a_path() -> None:
    session = lay(r1="0203", b1="0803")
    with pytest.raises(IllegalAnswer) as refused:
        whole(session, "move r1 0803")
    assert "name every hex" not in str(refused.value)
    assert "move r1 0803" == expand(session, "move r1 0803")


def test_a_group_may_stand_in_a_list_of_orders_and_a_refused_one_says_why() -> None:
    session = lay(r1="0203")
    plans = Plans(session)
    session.answer(plans.begin("move r1+r2 0302; move r1 0909; pass"))
    session.answer("pass")
    session.answer("pass")
    assert ["move r1 0203-0302", "pass", "move r2 0203-0302", "pass"] == given(session, 0)
    told = plans.said()
    assert told.startswith("This was not given any more: Move Red 1 0909; Pass. The first")


def test_what_the_other_side_does_ends_a_group_move() -> None:
    session = lay((6,), r1="0203")
    plans = Plans(session)
    session.answer(plans.begin("move r1+r2 0302"))
    assert "fire.who" == asked(session).key
    session.answer("pass")
    assert ["move r1 0203-0302", "pass", "move r2 0203-0302"] == given(session, 0)
    assert "fire.who" == asked(session).key


def test_a_plan_outlasts_what_the_other_side_answers_as_long_as_nothing_changes() -> None:
    session = lay(r1="0203")
    plans = Plans(session)
    session.answer(plans.begin("move r1 0203-0302; move r2 0203-0302; pass"))
    session.answer(plans.begin("pass"))
    assert ["move r1 0203-0302", "pass", "move r2 0203-0302"] == given(session, 0)
    session.answer(plans.begin("pass"))
    assert "pass" == given(session, 0)[-1]


def test_a_plan_ends_its_turn_but_passes_no_question_that_came_between() -> None:
    session = lay((6,), r1="0203")
    plans = Plans(session)
    session.answer(plans.begin("move r1 0203-0302; pass"))
    assert "fire.who" == asked(session).key
    session.answer(plans.begin("pass"))
    assert ["move r1 0203-0302", "pass", "pass"] == given(session, 0)


TWO = "move g.pr35.1 1412-1411-1410; move g.pr35.8 2410"


def passes(session: Session, plans: Plans) -> None:
    """The other side lets all pass."""
    while asked(session).side == "allied":
        session.answer(plans.begin("pass"))


def test_an_order_that_was_carried_out_ends_its_action_when_the_next_is_for_another() -> None:
    session = actions("G-PR35", NEAR)
    plans = Plans(session)
    session.answer(plans.begin(TWO))
    passes(session, plans)
    assert ["pass", "done", "move g.pr35.8 2510-2410"] == given(session, 4)[:3]
    assert "" == plans.said()


def test_an_order_that_did_not_end_where_it_was_to_leaves_its_action_open() -> None:
    session = actions("G-PR35", NEAR, dice=(2, 3))
    plans = Plans(session)
    session.answer(plans.begin(TWO))
    session.answer("pass")
    session.answer("fire a.1rc.1 at g.pr35.1")  # hit on the way
    passes(session, plans)
    assert "move g.pr35.8 2510-2410" not in given(session, 0)
    assert plans.said().startswith("This was not given any more: Move 8.")


def test_what_ended_a_plan_in_another_segment_is_not_told_as_news() -> None:
    session = actions("G-PR35", NEAR)
    steps = [_Step("move g.pr35.8 0101", (), (), None)]
    assert Plan("german", steps, session.segment).left(session)
    assert "" == Plan("german", steps, "hannut.another").left(session)


def test_a_group_is_a_stack_where_the_game_has_one() -> None:
    session = actions("F-2RC", NEAR)
    assert () == read_plan(session, "move a.2rc.1+a.2rc.2 1311-1211")
    ask, goal = orders(session), [session.game.grid.hex("1211")]
    assert 1 == len(together(ask, ["a.2rc.1", "a.2rc.2"], goal))


# -- told, not asked ------------------------------------------------------------------------------


def test_an_order_that_changes_nothing_is_told() -> None:
    lone = {"fr-1cuir-1": "0409"}
    asks = battle(lone, {**RIFLES, "de-sr7-2": "0410"}, 1)
    assert "no" == asked(play(asks, order(asks, "0410"))).settled
    game = battle(lone, {**RIFLES, "de-sr7-2": "0410"}, 1)
    forced = Forced(game)
    attack(game, "0410")
    assert "no" == game.entries[2].answer
    (said,) = forced.said()
    assert said.startswith("Not asked, since it makes no difference: 3 against")
    assert [] == forced.said()
    assert {2} == set(game.by_table)


def test_an_order_that_may_matter_is_asked() -> None:
    game = battle(TWO_S35, RIFLES, 1)
    Forced(game)
    play(game, order(game, "0410"))
    assert "combat.no_retreat" == asked(game).key


def test_a_plan_whose_last_answer_is_not_asked_for_ends_without_a_word() -> None:
    units = ("de-sr6-1", "de-k7", "de-tr-1")
    session = raid(6, 6, 6, de_sr6_1="1010", de_k7="1010", de_tr_1="1010")
    plans = Plans(session)
    session.answer("strike 1010 with uk-air")
    session.answer(plans.begin("all"))
    assert "air.target" != asked(session).key
    assert 3 == sum("disrupted" in session.game.state.units[unit].states for unit in units)
    assert "" == plans.said()
