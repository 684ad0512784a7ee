"""What is asked is in sight when the notices before it are gone."""

from __future__ import annotations

from tests.tui.driver import close_dialogs, play_of, press, running, table
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
