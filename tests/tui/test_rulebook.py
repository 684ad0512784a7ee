"""The rulebook at several sizes: its lines keep clear of the scroll bar."""

from __future__ import annotations

import pytest

from tests.tui.driver import close_dialogs, running, type_line
from wargame.tui.widgets.row import wrap
from wargame.tui.widgets.rows import Rows


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 24)])
async def test_no_line_touches_the_scroll_bar(size: tuple[int, int]) -> None:
    async with running("arras/learning", size=size) as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, "rule ARR-MV-07")
        text = app.screen.query_one("#text", Rows)
        room = text.scrollable_content_region.width
        lines = sum(len(wrap(entry, room - 1)) for entry in text.entries)
        assert text.show_vertical_scrollbar
        assert (room, lines) == (text.virtual_size.width, text.virtual_size.height)
