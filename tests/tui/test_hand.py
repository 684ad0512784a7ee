"""A hand of cards at the table: look, open, use; whole formations at once, parts of them by ticks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wargame import games
from wargame.flow.hand import HandAsk
from wargame.flow.opening import new_header
from wargame.flow.session import Session
from wargame.tui.asks import Desk, Give, Say
from wargame.tui.asks.hand import HandController


@pytest.fixture(scope="module")
def session() -> Session:
    definition, info = games.find("ardennes/skyline")
    header = new_header(definition, info.id, 5, options={"mode": "gs"})
    return Session.start(definition, header)


@pytest.fixture
def found(session: Session) -> HandController:
    """Pz Lehr, 26 VG, XLVII Pz Corps, Fifth Panzer Army, Bridge Engineers, Night March."""
    ask: object = session.ask
    assert isinstance(ask, HandAsk)
    assert session.ask is not None
    desk = Desk(session.game, session.definition, session.ask)
    return HandController(desk, ask, session.game.grid.hex("3319"))


def test_cards_are_looked_at_before_they_are_opened(found: HandController) -> None:
    view = found.view()
    assert [item.text for item in view.items][:3] == ["Pz Lehr", "26 VG", "XLVII Pz Corps"]
    assert view.hint.startswith("6 in hand, 2 to draw today, 0 spent")
    assert (view.at, view.answer, view.layers) == (-1, "", ())
    assert isinstance(found.act("commit"), Say)
    found.act("next")
    view = found.view()
    assert view.preview[0] == "G14: commands Lehr; Command Value 2"
    assert "1 activate 4 units" in view.preview
    assert view.layers[0].marks.keys() == {found.desk.game.grid.hex(h) for h in ("3219", "3319")}


def test_a_formation_acts_as_a_whole_by_two_numbers(found: HandController) -> None:
    assert found.act("1") is None
    assert found.view().keys[0] == ("Enter", "activate 4 units")
    given = found.act("1")
    assert isinstance(given, Give)
    assert found.desk.refusal(given.answer) is None


def test_of_too_many_units_some_are_ticked(found: HandController) -> None:
    found.act("3")
    assert found.act("1") is None
    view = found.view()
    assert view.hint.startswith("6 of 12 named")
    assert "3 Pz/2, 3 steps, 3218" == view.items[0].text, "and where it stands"
    row = next(n for n, item in enumerate(view.items, 1) if item.mark == "off")
    found.act(str(row))
    assert found.view().refusal.startswith("G36 XLVII Pz Corps activates 6 units at most")
    assert isinstance(found.act("commit"), Say)
    found.act("all")
    assert isinstance(found.act("commit"), Give)


def test_a_closed_use_says_why_and_escape_goes_back_stage_by_stage(found: HandController) -> None:
    found.act("1")
    closed = [n for n, item in enumerate(found.view().items, 1) if item.note == "closed"]
    said = found.act(str(closed[0]))
    assert isinstance(said, Say)
    assert "in an attack" in said.text
    found.act("2")
    assert len(found.view().items) == 12
    found.act("cancel")
    assert found.view().hint == "Pz Lehr: choose what it does."
    found.act("cancel")
    assert len(found.view().items) == 6


def test_a_hand_with_something_to_play_is_not_passed_by_one_key(found: HandController) -> None:
    said = found.act("pass")
    assert isinstance(said, Say)
    assert said.text == "4 cards can be played. Press {pass} again: pass: no more impulses today."
    found.act("next")
    assert isinstance(found.act("pass"), Say)
    assert found.act("pass") == Give("done")


def test_a_card_that_only_makes_an_event_says_why_it_does_nothing_in_the_opening(
    found: HandController,
) -> None:
    """Bridge Engineers and Night March have no command: their number opens them all the same."""
    for n in ("5", "6"):
        assert found.act(n) is None
        (use,) = found.view().items
        assert (use.text, use.note) == ("its event", "closed")
        said = found.act("1")
        assert isinstance(said, Say)
        assert "In the opening a card is played for an Activation" in said.text
        found.act("cancel")


def test_a_card_without_a_use_says_so(found: HandController) -> None:
    found._hand = [replace(found._hand[0], uses=())]
    said = found.act("1")
    assert isinstance(said, Say)
    assert said.text == "Pz Lehr can be used for nothing now."
    assert len(found.view().items) == 1
