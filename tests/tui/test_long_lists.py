"""Lists of many rows: none is longer than its panel, all rows can be come to."""

from __future__ import annotations

import pytest

from tests.toy import TOY
from tests.tui.driver import running
from wargame import games
from wargame.flow.ask import Choice, Option
from wargame.flow.orders import MixedAsk
from wargame.flow.session import Session, new_header
from wargame.hexes.grid import Hex
from wargame.tui.asks import Desk, Give, Say, controller
from wargame.tui.asks.actors import beside
from wargame.tui.asks.orders import OrdersController
from wargame.tui.asks.view import Item, View
from wargame.tui.widgets.orders_panel import OrdersPanel
from wargame.tui.widgets.rows import Rows


@pytest.fixture
def session() -> Session:
    """The toy at its first question."""
    return Session.start(TOY, new_header(TOY, "toy/crossroads", 3))


def hex_of(session: Session, name: str) -> Hex:
    return session.game.grid.hex(name)


def test_a_list_of_many_hexes_is_whole_until_one_is_pointed_at(session: Session) -> None:
    ends = [hex_of(session, f"0{column}{row:02d}") for column in (2, 3, 4) for row in range(1, 7)]
    options = [(Option(f"hit {end}", f"Hits {end}", (), (end,)), end) for end in ends]
    ask = Choice("red", "test.choice", "Where?", options, rule="TOY-MV-01")
    found = controller(Desk(session.game, TOY, ask), ends[3])

    def shown() -> list[str]:
        return [item.text for item in found.view().items]

    first = [f"Hits {end}" for end in (ends[3], *ends[:3], *ends[4:])]
    assert shown() == first[:12], "a cursor that stands in one of them by chance hides none"
    found.act("next")
    found.look(found.view().focus or 0)
    assert shown() == first[:12], "nor does going through them"
    found.act("back")
    assert shown() == first[12:], "the row that is marked is always in the list"
    found.look(ends[5])
    assert shown() == [f"Hits {ends[5]}"]
    assert Give(f"hit {ends[5]}") == found.act("1")


def test_the_key_for_all_marks_the_only_one_who_may(session: Session) -> None:
    where = hex_of(session, "0202")
    rows = [
        (Option("dig r1 0202", "Red 1 digs in", ("r1",), (where,)), 1),
        (Option("done", "No more"), 0),
    ]
    ask = Choice("red", "test.dig", "Dig in?", rows, rule="TOY-CB-03", each=True)
    found = controller(Desk(session.game, TOY, ask), 0)
    assert isinstance(found.act("commit"), Say)
    assert found.act("all") is None
    assert Give("dig r1 0202") == found.act("commit")


def test_what_each_must_do_is_done_by_all_on_one_key(session: Session) -> None:
    units = ("b1", "b2")
    options = [
        (Option(f"target {unit}", f"Roll for {unit}", (unit,), (0,)), unit) for unit in units
    ]
    for each in (True, False):
        ask = Choice("red", "test.choice", "Which next?", options, rule="TOY-MV-01", each=each)
        found = controller(Desk(session.game, TOY, ask), 5)
        assert each == (("a", "all in turn") in found.view().keys)
        assert found.act("all") == (Give("all") if each else None)


def test_a_list_of_targets_is_no_longer_than_its_panel_and_next_turns_the_page(
    session: Session,
) -> None:
    options = [
        (Option(f"bomb {h} with r1", f"Red 1 bombs {h}", ("r1",), (h,)), h) for h in range(16)
    ]
    ask = Choice("red", "test.mission", "Where?", options, rule="TOY-MV-01", odds=lambda _: None)
    found = controller(Desk(session.game, TOY, ask), hex_of(session, "0606"))
    assert [f"Bombs {h}" for h in range(12)] == [item.text for item in found.view().items]
    found.act("next")
    found.pick(11)
    found.act("next")
    assert [f"Bombs {h}" for h in range(12, 16)] == [item.text for item in found.view().items]
    assert 12 == found.view().more
    found.act("2")
    assert ("bomb 13 with r1", 13) == (found.view().answer, found.view().focus)


@pytest.mark.parametrize(("height", "shown"), [(12, 12), (15, 15), (40, 16)])
def test_a_higher_panel_shows_more_rows(session: Session, height: int, shown: int) -> None:
    options = [
        (Option(f"bomb {h} with r1", f"Red 1 bombs {h}", ("r1",), (h,)), h) for h in range(16)
    ]
    ask = Choice("red", "test.mission", "Where?", options, rule="TOY-MV-01", odds=lambda _: None)
    view = controller(Desk(session.game, TOY, ask, room=lambda: height), 0).view()
    assert (shown, 16 - shown) == (len(view.items), view.more)


def test_of_very_many_rows_those_of_the_hex_come_first_and_the_next_ones_after_them() -> None:
    game = games.game("eastfront")
    session = Session.start(game, new_header(game, "barbarossa", 1))
    assert isinstance(session.ask, MixedAsk)
    desk = Desk(session.game, game, session.ask)
    found = OrdersController(desk, session.ask, 0)
    units = [actor.option for actor in found.actors]
    assert len(units) > desk.room()
    rows = [Option(f"{n}", f"{n}", (), unit.hexes) for n, unit in enumerate(units)]
    for at, unit in enumerate(units):
        shown = beside(desk, rows, at, len(rows))
        same = [n for n, other in enumerate(units) if {*other.hexes} & {*unit.hexes}]
        assert shown[: len(same)] == same
        assert len(shown) == max(desk.room(), len(same)) == len(set(shown))
        assert at in shown
        assert shown == beside(desk, rows, at, 0), "as with orders of no unit"


async def test_lines_below_a_list_do_not_jump_by_one_line() -> None:
    """From unit to unit lists differ by a row: a line more that leaves the text cut is not worth a jump."""
    async with running("toy/crossroads", size=(120, 40)) as (app, pilot):
        panel = app.screen.query_one(OrdersPanel)
        preview, room = panel.query_one("#preview", Rows), panel.size.height
        heights = []
        for spare, told in ((4, 5), (5, 5), (4, 5), (5, 4), (7, 5)):
            items = tuple(Item(f"unit {n}") for n in range(room - spare))
            panel.show(View("", items=items, preview=tuple(f"line {n}" for n in range(told))))
            await pilot.pause()
            heights.append(preview.size.height)
    assert heights == [3, 3, 3, 4, 5], "it grows by one line only where all is told then"
