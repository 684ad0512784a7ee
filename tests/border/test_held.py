"""What orders did is taken back alone, and the question is left to its player, where dice fell before it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.border import BORDER
from tests.border.table import asked, hexes, lay, where
from tests.border.test_seats import EAST, Lists
from tests.flow.test_undo import snapshot
from tests.toy.content import ToyGame
from wargame import games
from wargame.cli.line.loop import LineMode
from wargame.flow.ask import Ask, IllegalAnswer
from wargame.flow.seat import HELD, Decision, is_by_seat
from wargame.flow.session import Session
from wargame.flow.standing_answers import Standing
from wargame.store.campaign import Campaign
from wargame.store.save import SaveFile
from wargame.tui.play import Play

AHEAD = "march r2 0205-0305"


class Drill:
    """Red's second unit goes ahead by itself."""

    def plays(self, _g: ToyGame, side: str) -> bool:
        return side == "red"

    def decide(self, known: ToyGame, ask: Ask[Any]) -> Decision | None:
        starts = (
            ask.key == "border.order" and known.grid.name(known.state.units["r2"].hex) == "0205"
        )
        moved = starts and known.grid.name(known.state.units["r1"].hex) != "0203"
        return Decision(AHEAD) if moved else None


def drilled() -> Session:
    """Blue has fired at a marcher; then the other unit has marched by its orders, and Red is asked."""
    lists: Lists = {"watch.blue": hexes("0403")}
    units = {"r1": "0203", "r2": "0205", "b1": "0806"}
    session = lay("border.red.order", units, dice=(1, 1), lists=lists)
    session.definition = replace(BORDER, seats=(Drill(),))
    session.answer(EAST)
    session.answer("fire")
    assert (AHEAD, True) == (session.entries[-1].answer, is_by_seat(session.entries[-1]))
    return session


def test_what_orders_did_is_taken_back_alone_where_dice_fell_before() -> None:
    session = drilled()
    after, n = snapshot(session), session.n
    assert (n - 1, "rolled dice" in session.barrier()[1]) == (session.barrier()[0], True)
    with pytest.raises(IllegalAnswer, match="rolled dice"):
        session.undo()
    assert (n - 1, n - 1) == (Standing(session).goal(session), session.undo(n - 1).to)
    assert ("0205", ("red", "border.order"), True) == (
        where(session, "r2"), asked(session), session.held,
    )  # fmt: skip
    session.settle()
    assert n - 1 == session.n  # it is the player's
    again = session.again()
    assert again is not None
    assert (AHEAD, True) == (again.answer, is_by_seat(again))
    assert (after, [], False) == (snapshot(session), session.redo, session.held)


def test_a_question_left_to_its_player_is_his_once() -> None:
    session = drilled()
    session.undo(session.n - 1)
    session.answer("orders hold")  # whatever is said, orders go on from there
    assert (AHEAD, False) == (session.entries[-1].answer, session.held)


def test_a_save_knows_that_a_question_was_left_to_its_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "MODULES", {"border": "tests.border:BORDER"})
    monkeypatch.setattr("tests.border.BORDER", replace(BORDER, seats=(Drill(),)))
    session, path = drilled(), tmp_path / "a.wg"
    last, n = session.entries[-1], session.n
    with Campaign(session, path, SaveFile.create(path, session.header, session.entries)) as first:
        assert n - 1 == first.undo(n - 1).to
    with Campaign.open(path) as second:
        assert (n - 1, True) == (second.session.n, second.session.held)
        assert last == second.redo()
    with Campaign.open(path) as third:
        assert (n, False) == (third.session.n, third.session.held)


def test_every_face_says_that_orders_leave_a_question_to_its_player() -> None:
    play = Play(Campaign(drilled(), None, None))
    assert play.undo()
    assert play.message is not None
    assert f". {HELD} {{redo}} gives it again." in play.message.text
    campaign, said = Campaign(drilled(), None, None), list[str]()
    LineMode(campaign, lambda: None, said.append).take("undo")
    n = campaign.session.n
    assert said[0] == f"Taken back: answers {n + 1} to {n + 1}. {HELD}"
