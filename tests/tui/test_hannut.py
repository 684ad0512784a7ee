"""Hannut on the table: orders beside moves, odds before they are given, reactions, overlays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.driver import (
    close_dialogs,
    play_of,
    prepared,
    press,
    running,
    screen_text,
    type_line,
)
from tests.tui.test_snapshots import check
from wargame.flow.ask import Option, Refusal
from wargame.flow.session import Session, new_header
from wargame.games.hannut import GAME
from wargame.tui.app import TableApp
from wargame.tui.asks import Desk, Give, Say, controller
from wargame.tui.asks.actors import Actor
from wargame.tui.asks.batch import BatchController
from wargame.tui.asks.orders import OrdersController
from wargame.tui.asks.view import View
from wargame.tui.screens.dialog import Dialog
from wargame.tui.typed_line import complete, read_line

SEED = 10
DASH = "move a.1rc.2 column 0706-0705-0805-0905-1005-1104-1204-1303-1404-1503"
TO_REACTION = ("column a.1rc.1", "column a.1rc.hq", DASH)
TO_FIGHT = (*TO_REACTION, "pass", "pass", "fire g.sr3iii.14 at a.1rc.2", "pass")
"""A squadron of S35 stands In Column in 1503, next to the rifle companies that are active."""
SIZES = ((80, 24), (120, 40))


def fight() -> Session:
    """German rifles are active, an S35 squadron next to them."""
    session = Session.start(GAME, new_header(GAME, "orp", SEED))
    for answer in TO_FIGHT:
        session.answer(answer)
    return session


def control(session: Session, cursor: str) -> OrdersController:
    """The controller of the open question."""
    assert session.ask is not None
    desk = Desk(session.game, GAME, session.ask, room=lambda: 30)
    found = controller(desk, session.game.grid.hex(cursor))
    assert isinstance(found, BatchController)
    assert isinstance(found.inner, OrdersController)
    return found.inner


def taken(session: Session, cursor: str) -> OrdersController:
    """The controller with the first unit of a hex taken."""
    found = control(session, cursor)
    found.act("commit")
    return found


def texts(view: View) -> list[str]:
    return [item.text for item in view.items]


@asynccontextmanager
async def laid(
    saves: Path, answers: tuple[str, ...], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[TableApp, Pilot[int]]]:
    """The table with a save in which *answers* have been given."""
    save = prepared(saves / "hannut-orp.wg", "hannut/orp", *answers, seed=SEED)
    async with running(save=save, size=size) as (app, pilot):
        await close_dialogs(app, pilot)
        yield app, pilot


# -- the controller --------------------------------------------------------------------------


def test_every_unit_that_can_act_is_listed_with_what_it_can_do() -> None:
    view = control(fight(), "0101").view()
    assert "12. Kp./Schtz.Rgt. 3" in texts(view)
    note = view.items[texts(view).index("12. Kp./Schtz.Rgt. 3")].note
    assert "1604 move, fire 2, assault 7, load" == note


def test_a_unit_that_can_do_but_one_thing_says_in_how_many_ways() -> None:
    session = fight()
    assert session.ask is not None
    desk = Desk(session.game, GAME, session.ask)
    unit = Option("u", "Unit")
    for n, told in ((1, "retreat"), (10, "retreat, 10 ways")):
        orders = tuple(Option(f"retreat u {to}", "") for to in range(n))
        assert told == Actor(unit, (), orders).note(desk)


def test_enter_takes_a_unit_and_lists_its_moves_and_its_other_orders() -> None:
    found = taken(fight(), "1603")
    listed = texts(found.view())
    for text in ("Move", "Move, In Column", "Assaults 1503", "Loads"):
        assert text in listed
    assert any(text.startswith("Fires at 2e Esc. (S35)") for text in listed)
    assert found.view().answer == ""
    assert "reach" in [layer.kind for layer in found.view().layers]


def test_taking_a_unit_leads_the_cursor_to_it_lest_a_second_enter_moves_it() -> None:
    session = fight()
    found = control(session, "1703")
    found.act("commit")
    first = found.view().focus
    assert first is not None
    found.look(first)
    assert isinstance(found.act("commit"), Say)


def test_enter_on_a_hex_out_of_reach_says_so_and_offers_no_move_of_the_unit_there() -> None:
    session = fight()
    far = session.game.grid.hex("2501")
    session.game.place("g.sr3iii.12", far, rule="LAB")
    found = taken(session, "1603")
    found.look(far)
    name = found.desk.unit("g.sr3iii.12")
    assert ("Enter", f"take {name}") in found.view().keys
    said = found.act("commit")
    assert isinstance(said, Say)
    assert f"{name} is taken instead." in said.text
    assert "outside the scenario's area" in said.text
    assert ("", far) == (found.view().answer, found.view().focus)
    assert isinstance(found.act("commit"), Say)


def test_a_move_is_led_by_the_cursor() -> None:
    session = fight()
    found = taken(session, "1603")
    found.look(session.game.grid.hex("1703"))
    assert "in all" in found.view().preview[-1]
    assert Give("move g.sr3iii.13 1603-1703") == found.act("commit")


def test_pointing_at_an_enemy_offers_the_orders_against_it_with_exact_odds() -> None:
    session = fight()
    found = taken(session, "1603")
    found.look(session.game.grid.hex("1503"))
    view = found.view()
    assert "fire g.sr3iii.13 at a.1rc.2" == view.answer
    assert view.odds is not None
    assert ("3", (("target In Column", 1),)) == (view.odds.column, view.odds.shifts)
    assert 1 == sum(told.chance for told in view.odds.outcomes)
    assert Give(view.answer) == found.act("commit")


def test_an_assault_shows_its_first_round() -> None:
    session = fight()
    found = taken(session, "1603")
    found.look(session.game.grid.hex("1503"))
    while not found.view().answer.startswith("assault"):
        found.act("next")
    odds = found.view().odds
    assert odds is not None
    assert "4" == odds.column
    assert "the defenders hit an attacker" in odds.basis


def test_pointing_at_an_enemy_before_a_unit_is_taken_offers_plain_orders_first() -> None:
    session = fight()
    found = control(session, "1503")
    first = [item.text for item in found.view().items if item.here][:8]
    assert all(" move half" not in text for text in first)
    assert {"fires", "assaults"} == {word for text in first for word in text.split()} & {
        "fires", "assaults", "assault",
    }  # fmt: skip


def test_numbers_stay_with_their_rows_wherever_the_cursor_goes() -> None:
    session = fight()
    found = control(session, "1603")
    units = texts(found.view())
    for where in ("1604", "1801", "1603"):
        found.look(session.game.grid.hex(where))
        assert units == texts(found.view())
    found.look(session.game.grid.hex("1503"))
    assert all(item.here for item in found.view().items), "of so many rows those about the hex"
    found.look(session.game.grid.hex("1603"))
    found.act("commit")
    orders = texts(found.view())
    for where in ("1503", "1702", "1105", "1603"):
        found.look(session.game.grid.hex(where))
        assert orders == texts(found.view())
    fire = next(n for n, text in enumerate(orders, 1) if text.startswith("Fires"))
    found.act(str(fire))
    assert found.view().answer.startswith("fire g.sr3iii")


def test_tab_leads_the_cursor_to_the_target() -> None:
    session = fight()
    found = taken(session, "1603")
    while not found.view().answer.startswith("fire"):
        found.act("next")
    assert session.game.grid.hex("1503") == found.view().focus


def test_moving_on_goes_back_to_the_move() -> None:
    session = fight()
    found = taken(session, "1603")
    found.look(session.game.grid.hex("1503"))
    found.look(session.game.grid.hex("1703"))
    assert found.view().answer.startswith("move g.sr3iii.13")


def test_an_assault_by_several_names_them_all() -> None:
    listed = texts(taken(fight(), "1603").view())
    assert "13. Kp./Schtz.Rgt. 3, 14. (MG) Kp./Schtz.Rgt. 3 assault 1503" in listed


def test_why_not_names_the_range_or_the_hex_that_blocks() -> None:
    session = fight()
    found = taken(session, "1603")
    far = found.why(session.game.grid.hex("1105"))
    assert isinstance(far, Refusal)
    assert "reaches 1" in far.reason


def test_why_not_on_its_own_hex_says_that_it_stands_there() -> None:
    session = fight()
    found = taken(session, "1603")
    said = found.why(session.game.grid.hex("1603"))
    assert isinstance(said, str)
    assert "stands in 1603" in said


def test_why_not_speaks_of_the_order_that_is_highlighted() -> None:
    session = fight()
    found = taken(session, "1603")
    found.act(str(texts(found.view()).index("Loads") + 1))
    said = found.why(session.game.grid.hex("1603"))
    assert isinstance(said, str)
    assert said.startswith("It is legal and needs no hex: ")
    found.look(session.game.grid.hex("1503"))
    assert f"It is legal: {found.view().hint}" == found.why(session.game.grid.hex("1503"))


def test_why_not_is_one_sentence_about_the_highlighted_unit() -> None:
    session = fight()
    found = control(session, "1603")
    for unit in session.game.state.units.values():
        if unit.hex >= 0:
            said = found.why(unit.hex)
            reason = said.reason if isinstance(said, Refusal) else said
            assert 1 == reason.count("It is legal") or "It is legal" not in reason


def test_escape_goes_back_to_the_units() -> None:
    found = taken(fight(), "1603")
    found.act("cancel")
    assert "Pick a unit" in found.view().hint


def test_a_waypoint_bends_the_route_and_escape_drops_it() -> None:
    session = fight()
    found = taken(session, "1603")
    found.look(session.game.grid.hex("1602"))
    assert found.act("waypoint") is None
    found.look(session.game.grid.hex("1702"))
    assert "1602" in found.view().answer
    found.act("cancel")
    assert "Move" in texts(found.view())


def test_a_pass_that_leaves_units_without_their_turn_wants_the_key_twice() -> None:
    found = control(fight(), "1603")
    said = found.act("pass")
    assert isinstance(said, Say)
    assert "6 units can still act" in said.text
    out = dict(found.view().keys)["p"]
    assert said.text.endswith(f"Press {{pass}} again: {out}.")
    assert Give("pass") == found.act("pass")
    assert isinstance(found.act("pass"), Say)


def test_a_small_question_is_one_list() -> None:
    session = fight()
    session.answer("fire g.sr3iii.13 at a.1rc.2 and move")
    while session.ask is not None and session.ask.side == "allied":
        session.answer("stand" if session.ask.key == "react.fallback" else "pass")
    found = control(session, "0101")
    view = found.view()
    assert "ops.go_on" == (session.ask.key if session.ask else "")
    assert "Move" == view.items[0].text
    assert session.game.grid.hex("1603") == view.focus
    assert Give("done") == found.act("pass")


# -- the command line ------------------------------------------------------------------------


def test_orders_are_completed_like_moves() -> None:
    session = fight()
    assert "fire g.sr3iii.12 at a.1rc.2" in complete(session, "fire g.sr3iii.12")
    assert "move g.sr3iii.13 column" in complete(session, "move g.sr3iii.13")
    assert "assault 1503 from g.sr3iii.13" in complete(session, "assault")
    typed = read_line(session, "move g.sr3iii.13 1801").text
    assert typed.startswith("move g.sr3iii.13 1603-")


# -- the table -------------------------------------------------------------------------------


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
async def test_a_fire_order_with_its_odds(saves: Path, size: tuple[int, int]) -> None:
    async with laid(saves, TO_FIGHT, size) as (app, pilot):
        await press(pilot, "g", *"1603", "enter", "enter", "g", *"1503", "enter")
        check(f"hannut-fire-{size[0]}x{size[1]}", screen_text(app))


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
async def test_a_reaction_prompt(saves: Path, size: tuple[int, int]) -> None:
    async with laid(saves, TO_REACTION, size) as (app, _):
        check(f"hannut-reaction-{size[0]}x{size[1]}", screen_text(app))


async def test_a_reaction_is_passed_from_the_notice_itself(saves: Path) -> None:
    async with laid(saves, TO_REACTION[:-1]) as (app, pilot):
        await type_line(pilot, "move a.1rc.2 column 1503")
        assert isinstance(app.screen, Dialog)
        await press(pilot, "p")
        assert "pass" == play_of(app).session.entries[-1].answer


async def test_a_click_on_an_enemy_and_another_give_the_order(saves: Path) -> None:
    async with laid(saves, TO_FIGHT, (120, 40)) as (app, pilot):
        await press(pilot, "g", *"1603", "enter", "enter")
        where = play_of(app).game.grid.hex("1503")
        play_of(app).look(where)
        await press(pilot, "f2", "enter")
        assert "fire g.sr3iii.13 at a.1rc.2" == play_of(app).session.entries[-1].answer


async def test_an_overlay_is_on_a_key(saves: Path) -> None:
    async with laid(saves, TO_FIGHT) as (app, pilot):
        for name, word in (
            ("Line of sight", "lines of sight are blocked in"),
            ("Range", "range 1"),
            ("Command range", "Command range of"),
            ("Active formation", "III./Sch"),
        ):
            await press(pilot, "g", *"1603", "enter", "f3")
            await type_line(pilot, f"overlay {name}")
            assert word in screen_text(app)


async def test_the_inspector_shows_cup_and_marker(saves: Path) -> None:
    async with laid(saves, TO_FIGHT) as (app, pilot):
        await press(pilot, "g", *"1010", "enter", "f3")
        text = screen_text(app)
        assert "marker: G-SR3-III" in text
        assert "in the cup: " in text
