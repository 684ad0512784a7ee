"""The rulebook at several sizes: its lines keep clear of the scroll bar."""

from __future__ import annotations

import pytest

from tests.tui.driver import close_dialogs, running, type_line
from wargame.tui.widgets.row import Row, wrap
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


async def test_the_number_of_a_section_finds_it_and_its_table_keeps_its_columns() -> None:
    async with running("arras/learning") as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, "rule ARR-MV-07")
        await pilot.press("slash", *"8.2", "enter")
        await pilot.pause()
        text = app.screen.query_one("#text", Rows)
        assert text.entries[0].text.startswith("8.2  Terrain")
        room = text.scrollable_content_region.width - 1
        tabled = [entry for entry in text.entries if _cells(entry) > 2]
        assert tabled
        assert all(len(entry.text.rstrip()) <= room for entry in tabled), "no cell is broken"


def _cells(entry: Row) -> int:
    return sum(bool(text.strip()) for text, _ in entry.spans) if not entry.id else 0
