"""What could be brought against a hex is told where the cursor rests."""

from __future__ import annotations

from tests.tui.driver import clock, play_of, press, running, screen_text, table

BEST = "Allied, this turn: 0708 at 4:1,"


async def test_what_if_is_told_once_the_cursor_rests_on_a_stack() -> None:
    async with running("arras/campaign") as (app, pilot):
        play, thought = play_of(app), table(app).panels.thought
        play.point(play.game.grid.hex("0708"))
        table(app).refresh_view()
        await pilot.pause()
        assert BEST not in screen_text(app)
        assert [0.25] == await clock(app).tick(pilot)
        assert BEST in screen_text(app)
        assert [] == await clock(app).tick(pilot)  # it is worked out once
        await press(pilot, "f3")
        assert "What if" in screen_text(app)
        play.point(play.game.grid.hex("0709"))
        table(app).refresh_view()
        await pilot.pause()
        assert ([], ()) == (await clock(app).tick(pilot), thought.lines)  # nobody stands there
        assert "What if" not in screen_text(app)
