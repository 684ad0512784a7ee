"""What is asked is in sight when the notices before it are gone."""

from __future__ import annotations

from tests.tui.driver import close_dialogs, play_of, press, running, screen_text, table
from wargame.tui.app import TableApp


def in_sight(app: TableApp) -> bool:
    """Whether the hex under the cursor is in the view of the map."""
    view = table(app).map
    top = view.content_region.y
    layout = view._picture.layout  # type: ignore[union-attr]
    _, x = layout.centre(play_of(app).cursor)
    across = x - view.scroll_offset.x
    line = view.line_of(play_of(app).cursor)
    return top <= line < top + view.content_region.height and 0 <= across < view.size.width


async def test_the_hex_that_is_asked_about_is_in_sight_after_a_draw() -> None:
    async with running("hannut/orp", seed=1) as (app, pilot):
        for _ in range(3):
            await press(pilot, "p", "p")
            await close_dialogs(app, pilot)
            assert in_sight(app), play_of(app).session.segment


async def test_dice_that_are_read_on_no_chart_are_told_with_what_they_came_to() -> None:
    async with running("eastfront/minsk", seed=1) as (app, pilot):
        play = play_of(app)
        table(app).show_outcome(play.answer("fly AF A-KG2 1132"))
        await pilot.pause()
        assert play.message is not None
        assert not play.message.bad
        assert "Hit on Western District fighters A, 4 added: rolled" in play.message.text
        shown = " ".join(screen_text(app).split())
        assert "Hit on Western District fighters A" in shown
        assert "Air missions: 6 ready" in shown
        assert play.answer("fly TF A-JG53 0935") is not None
        assert play.message is None, "no dice, nothing to tell"
