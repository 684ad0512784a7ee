"""Numbers dealt out at the table: rows counted up and down or ticked, the sums checked live."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.table import start
from tests.toy import TOY
from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Odds
from wargame.flow.session import Session
from wargame.store.campaign import Campaign
from wargame.tui.asks import Controller, Desk, Give, Say, controller
from wargame.tui.asks.pointing import Pointing
from wargame.tui.play import Play


@pytest.fixture
def session() -> Session:
    return start()


def allotting(session: Session) -> Controller:
    """Four points for two units and a reserve."""
    rows = [
        Share("r1", "Red 1", 1, purse="all", units=("r1",)),
        Share("r2", "Red 2", 1, purse="all", units=("r2",), note="weak"),
        Share("reserve", "Reserve", 4, purse="all"),
    ]
    ask = Allotment(
        "red", "test.allot", "Who?", rows, {"all": Purse("points", 4, must=2)}, rule="TOY-MV-01",
        proposed={"r1": 1, "reserve": 1},
    )  # fmt: skip
    return controller(Desk(session.game, TOY, ask), session.game.grid.hex("0101"))


def test_an_allotment_opens_with_what_is_proposed(session: Session) -> None:
    view = allotting(session).view()
    assert [(i.text, i.mark, i.note) for i in view.items] == [
        ("Red 1", "on", ""), ("Red 2", "off", "weak"), ("1 of 4  Reserve", "", ""),
    ]  # fmt: skip
    assert (view.answer, view.preview) == ("allocate r1 reserve=1", ("points: 2 of 4 given",))
    assert "As proposed: Red 1, Reserve 1. {commit} again gives it." == view.proposed
    unarmed = Pointing.unarmed(view)
    assert [("Tab", "choose"), ("Enter", "as proposed")] == [*unarmed.keys[:2]]
    assert "a" not in dict(unarmed.keys)
    found = allotting(session)
    for action in ("next", "next", "toggle"):
        found.act(action)
    assert found.view().proposed.startswith("As dealt out: ")
    assert ("Enter", "as dealt out") in Pointing.unarmed(found.view()).keys


def test_enter_takes_up_what_is_proposed_and_enter_again_gives_it(tmp_path: Path) -> None:
    play = Play(Campaign.new("normandy/epsom", 3, tmp_path / "odon.wg"))
    assert play.session.ask is not None
    play.answer(play.session.ask.options()[0].answer)
    assert (play.session.n, play.act("commit")) == (1, None)
    assert play.message is not None
    assert "As proposed: I Corps, VIII Corps, XXX Corps." in play.message.text
    assert "Enter" == play.view().keys[0][0], "now the key gives it"
    play.act("commit")
    assert "allocate cw.hq.i cw.hq.viii cw.hq.xxx" == play.session.entries[-1].answer
    play.close()


def test_the_chances_of_counted_rows_are_shown_before_any_is_pointed_at(session: Session) -> None:
    odds = Odds("2:1", (), ())
    ask = Allotment(
        "red", "test.allot", "How many?", [Share("sp", "SP", 3)], {}, rule="TOY-MV-01",
        proposed={"sp": 1}, odds=lambda _: odds,
    )  # fmt: skip
    view = controller(Desk(session.game, TOY, ask), session.game.grid.hex("0101")).view()
    assert odds == Pointing.unarmed(view).odds


def test_a_row_of_one_is_ticked_and_others_are_counted(session: Session) -> None:
    found = allotting(session)
    assert ("Space", "untick") in found.view().keys
    found.act("1")
    assert ("Space", "tick") in found.view().keys
    found.pick(2)
    assert {("Space", "one more"), ("t", "one less")} <= {*found.view().keys}


def test_a_number_gives_one_more_and_the_sum_is_checked_at_once(session: Session) -> None:
    found = allotting(session)
    for _ in range(3):
        found.act("3")
    view = found.view()
    assert (view.answer, view.refusal) == ("", "That takes 5 points; there are 4.")
    assert found.act("commit") == Say("That takes 5 points; there are 4.", "TOY-MV-01")
    found.act("target")
    assert found.act("commit") == Give("allocate r1 reserve=3")
    found.act("3")
    found.act("3")
    assert found.view().items[2].text == "0 of 4  Reserve"
    found.act("all")
    assert found.act("commit") == Give("allocate r1 reserve=1")
    found.act("cancel")
    assert found.view().refusal == "2 points must be given; that is 0."


def test_of_two_rows_that_share_all_one_gets_what_the_other_loses(session: Session) -> None:
    rows = [Share("left", "Left", 5, purse="all"), Share("right", "Right", 5, purse="all")]
    ask = Allotment(
        "red", "test.allot", "Where?", rows, {"all": Purse("points", 5, must=5)},
        rule="TOY-MV-01", proposed={"left": 3, "right": 2},
    )  # fmt: skip
    found = controller(Desk(session.game, TOY, ask), session.game.grid.hex("0101"))
    given = [found.view().answer]
    for action in ("1", "2", "2", "target", "cancel", "1"):
        found.act(action)
        given.append(found.view().answer)
    assert given == [
        "allocate left=3 right=2", "allocate left=4 right=1", "allocate left=3 right=2",
        "allocate left=2 right=3", "allocate left=3 right=2", "", "allocate left=1 right=4",
    ]  # fmt: skip


def test_the_cursor_and_tab_choose_the_row_of_an_allotment(session: Session) -> None:
    found = allotting(session)
    found.look(session.game.state.units["r2"].hex)
    assert found.view().at == 1
    found.act("toggle")
    assert found.view().answer == "allocate r1 r2 reserve=1"
    found.act("next")
    assert found.view().at == 2
    found.act("back")
    found.act("back")
    assert found.view().focus == session.game.state.units["r1"].hex
    found.act("pass")
    assert "can get up to 1" in str(found.why(session.game.state.units["r1"].hex))
    assert "gets anything" in str(found.why(session.game.grid.hex("0101")))
