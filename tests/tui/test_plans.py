"""Plans at the table, without a screen: reactors in one table, stacks that go together, what is told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.flow.test_plan import COMES, NEAR
from tests.games.hannut.table import actions
from tests.tui.driver import press, running, screen_text, type_line
from wargame.flow.session import Session
from wargame.games.hannut import GAME
from wargame.store.campaign import Campaign
from wargame.tui.asks import Desk, Give, controller
from wargame.tui.asks.reacting import ReactorsController
from wargame.tui.places import sought
from wargame.tui.play import Play

POSITION = """
scenario = "toy/crossroads"
turn = 2
segment = "toy.red.move"
clear = true
units = { r1.hex = "0202", r2.hex = "0202", r3.hex = "0204", b1.hex = "0803" }
"""


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Two red units stand in 0202, and nobody near."""
    position = tmp_path / "stack.toml"
    position.write_text(POSITION)
    return Play(Campaign.lab(position, tmp_path / "stack.wg"))


def given(play: Play) -> list[str]:
    return [entry.answer for entry in play.session.entries[1:]]


def at(play: Play, where: str) -> None:
    """The player moves the cursor, as the screen does."""
    play.point(play.game.grid.hex(where))


def reacting(session: Session) -> ReactorsController:
    """The table of those who may fire."""
    assert session.ask is not None
    found = controller(Desk(session.game, GAME, session.ask), 0)
    assert isinstance(found, ReactorsController)
    return found


@pytest.fixture
def fire() -> ReactorsController:
    """Three squadrons may fire at a company."""
    session = actions("G-PR35", NEAR)
    session.answer(COMES)
    session.answer("pass")
    return reacting(session)


def test_reactors_are_rows_with_their_chance_and_nobody_is_ticked(fire: ReactorsController) -> None:
    view = fire.view()
    assert ["off"] * 3 == [item.mark for item in view.items]
    assert all(item.note.startswith("17% to strike: fires at 1.") for item in view.items)
    assert "They act" not in view.hint


def test_those_ticked_act_in_that_order_and_the_rest_pass(fire: ReactorsController) -> None:
    fire.act("3")
    fire.act("1")
    wanted = "fire a.2rc.2 at g.pr35.1; fire a.1rc.1 at g.pr35.1; pass"
    assert Give(wanted) == fire.act("commit")
    assert "Enter" == fire.view().keys[0][0]
    assert "2 act" in fire.view().keys[0][1]
    odds = fire.view().odds
    assert odds is not None
    assert ("2 act", "nobody is struck") == (odds.column, odds.outcomes[0].words)
    assert Fraction(1071, 1296) ** 2 == odds.outcomes[0].chance
    fire.act("all")
    assert 3 == fire.view().answer.count("fire")
    fire.act("cancel")
    assert ["off"] * 3 == [item.mark for item in fire.view().items]


def test_the_row_that_is_marked_acts_alone(fire: ReactorsController) -> None:
    fire.pick(0)
    assert Give("fire a.1rc.1 at g.pr35.1") == fire.act("commit")
    assert fire.view().odds is not None


def test_a_hex_says_where_those_ticked_retreat_to() -> None:
    session = actions("G-PR35", NEAR)
    session.answer(COMES)
    found = reacting(session)
    found.act("all")
    found.look(session.game.grid.hex("1111"))
    answer = found.view().answer
    assert "retreat a.2rc.1 1211-1111; retreat a.2rc.2 1211-1111; retreat a.1rc.1 1211-1111; pass" == answer  # fmt: skip
    found.act("next")
    before = found.view().answer
    found.act("target")
    assert before != found.view().answer


def test_a_stack_goes_together_on_few_keys(play: Play) -> None:
    at(play, "0202")
    play.act("all")
    at(play, "0302")
    outcome = play.act("commit")
    assert outcome is not None
    assert ["move r1 0202-0302", "move r2 0202-0302"] == given(play)


def test_the_next_of_a_stack_is_taken_next_and_drawn_on_top(play: Play) -> None:
    at(play, "0202")
    play.act("commit")
    at(play, "0302")
    play.act("commit")
    tops = [layer.marks for layer in play.view().layers if layer.kind == "top"]
    assert [{play.game.grid.hex("0202"): "r2"}] == tops
    play.act("cancel")
    assert "Pick a unit, 2 can act" in play.view().hint


def test_what_ended_a_plan_is_told(play: Play) -> None:
    play.answer("move r1 0202-0302; move r1 0302-0202")
    assert play.message is not None
    assert "This was not given any more: Move Red 1 0302-0202. The first" in play.message.text


async def test_orders_stand_in_the_header_and_end_by_a_key(tmp_path: Path) -> None:
    position = tmp_path / "stack.toml"
    position.write_text(POSITION)
    Campaign.lab(position, tmp_path / "stack.wg").close()
    async with running(save=tmp_path / "stack.wg", size=(120, 40)) as (app, pilot):
        await type_line(pilot, "order all never leave victory")
        assert "1 order stands" in screen_text(app)
        await press(pilot, "S", "A")
        assert "1 order stands" not in screen_text(app)


def test_orders_that_were_set_aside_are_given_together_and_each_was_pointed_at(play: Play) -> None:
    play.act("then")
    assert play.message is not None
    assert play.message.text.startswith("Nothing is chosen yet")
    at(play, "0202")
    play.act("commit")
    for goes in ("0302", "0303"):
        at(play, goes)
        play.act("then")
    assert [] == given(play)
    assert ("Enter", "give 2 orders") == play.view().keys[0]
    assert 2 == len([line for line in play.view().preview if "go to" in line])
    play.act("cancel")
    assert ("Enter", "give 1 order") == play.view().keys[0]
    at(play, "0202")
    at(play, "0303")
    assert "1 more before" in play.view().keys[0][1]
    play.act("commit")
    assert ["move r1 0202-0302", "move r2 0202-0203-0303"] == given(play)


def test_the_way_out_after_orders_that_were_set_aside_comes_last(play: Play) -> None:
    at(play, "0204")
    play.act("commit")
    at(play, "0304")
    play.act("then")
    play.act("pass")
    assert ["move r3 0204-0304", "pass"] == given(play)


def test_a_unit_that_is_named_is_the_one_that_is_taken(play: Play) -> None:
    for name in ("r2", "r1", "r2"):
        (found,) = sought(play.session, name)
        play.point(found.hex, found.unit)
        play.act("commit")
        assert f"Move {play.definition.face.unit_name(play.game, name)}" in play.view().hint
        play.act("cancel")
    (place,) = sought(play.session, "0202")
    assert ("", play.game.grid.hex("0202")) == (place.unit, place.hex)


def test_orders_that_wait_are_given_also_when_another_unit_was_looked_at(play: Play) -> None:
    at(play, "0202")
    play.act("commit")
    at(play, "0302")
    play.act("then")
    play.act("cancel")
    play.act("next")
    assert "give 1 order" == dict(play.view().keys)[";"]
    play.act("then")
    assert ["move r1 0202-0302"] == given(play)
