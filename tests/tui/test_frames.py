"""What the cursor changes is shown at once: the map and the panels beside it in one frame."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Region

from tests.tui.driver import press, running, screen_text
from wargame.tui.app import TableApp
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows


def watch_frames(app: TableApp, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Whatever is sent to the terminal from now on."""
    frames: list[Any] = []
    monkeypatch.setattr(
        app, "_display", lambda _, update: None if update is None else frames.append(update)
    )
    return frames


@pytest.mark.parametrize("key", ["right", "down", "tab"])
async def test_one_frame_shows_all_that_the_cursor_changes(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "tab", "enter")
        before = screen_text(app).splitlines()
        frames = watch_frames(app, monkeypatch)
        await press(pilot, key)
        after = screen_text(app).splitlines()
        changed = [
            y for y, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]
        ]
        assert any(y < 16 for y in changed), "the map"
        assert any(y > 18 for y in changed), "the prompt"
        assert 1 == len(frames)


async def test_a_scroll_bar_that_comes_and_goes_lays_nothing_out_anew() -> None:
    async with running("arras/learning", size=(200, 60)) as (app, pilot):
        laid: list[object] = []
        app.screen.screen_layout_refresh_signal.subscribe(app, laid.append)
        panel = app.screen.query_one("#hex", Rows)
        shown = []
        for n in (2, 100, 2):
            panel.fill([row(f"line {n}")] * n)
            await pilot.pause()
            bar = panel.vertical_scrollbar
            shown.append(len({tuple(line) for line in bar.render_lines(bar.size.region)}) > 1)
        assert [False, True, False] == shown
        assert not laid


async def test_a_layout_draws_no_scroll_bar_that_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running("arras/learning", size=(200, 60)) as (app, pilot):
        panel = app.screen.query_one("#journal", Rows)
        bar = panel.vertical_scrollbar
        drawn: list[str] = []
        refresh = bar.refresh

        def seen(*regions: Region, **how: bool) -> Any:
            drawn.append("again")
            return refresh(*regions, **how)

        monkeypatch.setattr(bar, "refresh", seen)
        app.screen.refresh(layout=True)
        await pilot.pause()
        assert not drawn
        panel.fill([row("line")] * 300)
        await pilot.pause()
        assert drawn
