"""Giving up from the game menu."""

from __future__ import annotations

from tests.tui.driver import play_of, press, running, screen_text
from wargame.tui.table.concession import word_of

TOY = "toy/crossroads"


async def test_the_menu_offers_to_concede_where_a_game_allows_it() -> None:
    """Nobody gives up by one key, and it is said who would."""
    async with running("eastfront/minsk") as (app, pilot):
        session = play_of(app).session
        await press(pilot, "f10")
        assert "Concede: the other side has won" in screen_text(app)
        await press(pilot, "c")
        assert "The Axis side is asked: it is the one that would concede." in screen_text(app)
        await press(pilot, "enter")
        assert session.ask is not None
        await press(pilot, "f10", "c", "y")
        ended = session.state.ended
        assert ended is not None
        assert ("soviet", "Soviet decisive") == (ended.winner, ended.level)
        assert "Soviet decisive" in screen_text(app)
        assert "" == word_of(play_of(app)), "nobody is asked any more"


async def test_the_menu_of_a_game_without_concession_does_not_name_it() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10")
        assert "Concede" not in screen_text(app)
        await press(pilot, "c")
        assert play_of(app).session.ask is not None
