"""Rows that are numbers are picked by them; rows of a card keep their order wherever the cursor stands."""

from __future__ import annotations

from pathlib import Path

from tests.games.ardennes.combat import combat
from tests.games.ardennes.table import position
from tests.tui.driver import prepared, press, running, screen_words
from wargame.cli.question import option_lines, short_option_lines
from wargame.flow.hand import HandAsk
from wargame.games.ardennes.standing import ASIDES
from wargame.tui.asks import Desk, Give
from wargame.tui.asks.choice import ChoiceController
from wargame.tui.asks.hand import HandController


def test_so_many_chits_are_drawn_by_their_number() -> None:
    """ARD-CC-11  The row of two chits is that of the digit 2, though there is none of one."""
    session = combat("chits", {"de.2.2": "3018", "de.304.2": "3018"}, {"us.110.28": "2918"})
    assert session.ask is not None
    desk = Desk(session.game, session.definition, session.ask)
    found = ChoiceController(desk, session.game.grid.hex("2918"))
    view = found.view()
    rows = [(n, item.text) for n, item in enumerate(view.items, view.first)]
    assert rows[0] == (2, "Draw 2 chits")
    assert all(text == f"Draw {n} chits" for n, text in rows)
    assert found.act("1") is None
    assert found.act(str(rows[-1][0] + 1)) is None
    assert found.act("2") == Give("draw 2")
    for lines in (option_lines(session), short_option_lines(session, 40)):
        assert [f"{n}" for n, _ in rows] == [line.split()[0] for line in lines]


def test_what_a_card_is_about_keeps_its_order_wherever_the_cursor_stands() -> None:
    """ARD-EV-01  Night March: the division under the cursor is no longer put first."""
    units = {"de.2.2": "3218", "de.77.26": "3120", "de.130pz.lehr": "3319"}
    session = position("ops.german.command", units, mode="gs", turn=17, hands={"german": ["GS14"]})
    ask: object = session.ask
    assert isinstance(ask, HandAsk)
    assert session.ask is not None
    desk, listed = Desk(session.game, session.definition, session.ask), []
    for where in units.values():
        found = HandController(desk, ask, session.game.grid.hex(where))
        found.act("1")
        found.act("1")
        listed.append([item.text for item in found.view().items])
        assert 3 == len(listed[0])
    assert listed[0] == listed[1] == listed[2]


async def test_who_has_nothing_to_order_is_shown_no_form(tmp_path: Path) -> None:
    """ARD-RB-22  The orders are those of an Allied player of two."""
    path = prepared(tmp_path / "a.wg", "ardennes/skyline", seed=35, options={"mode": "gs"})
    async with running(save=path, size=(80, 24)) as (app, pilot):
        await press(pilot, "S")
        assert "No questions are let pass now" in screen_words(app)
        assert "order roadblock" not in screen_words(app)
    for mode, side, fits in (("gs", "german", 0), ("2p", "german", 0), ("2p", "allied", 1)):
        g = position("ops.german.command", {"de.2.2": "3218"}, mode=mode).game
        assert bool(fits) is ASIDES["order"].fits(g, side)
