"""The report on the screen: from the menu, from the end of a game, to a file."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.tui.driver import close_dialogs, play_of, press, running, screen_text, table, type_line
from wargame.tui.screens.report import ReportScreen, report_rows
from wargame.tui.table.screen import TableScreen
from wargame.tui.widgets.rows import Rows


def test_a_heading_is_told_by_the_rule_under_it() -> None:
    rows = list(report_rows(["Arras", "=====", "text", "", "Losses", "------", "  more"]))
    told = [row.spans for row in rows]
    assert told == [
        (("Arras", "heading"),),
        (("text", ""),),
        (),
        (("Losses", "heading"),),
        (("  more", ""),),
    ]


async def test_the_report_of_a_running_game() -> None:
    async with running("arras/learning", seed=3) as (app, pilot):
        await close_dialogs(app, pilot)
        await press(pilot, "f10", "a")
        assert isinstance(app.screen, ReportScreen)
        assert "After-action report" in screen_text(app)
        assert "Arras 1940: The left column" in screen_text(app)
        await press(pilot, "end")
        assert "No dice were left to chance." in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


def test_the_report_is_written_to_a_file(saves: Path) -> None:
    asyncio.run(_write_report())
    (found,) = saves.glob("*.report.md")
    assert found.read_text(encoding="utf-8").startswith("Arras 1940: The left column\n")


async def _write_report() -> None:
    async with running("arras/learning", seed=3) as (app, pilot):
        await close_dialogs(app, pilot)
        await type_line(pilot, "report")
        await press(pilot, "w")
        assert "Written to" in screen_text(app)


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("arras/learning", ("Allied points:", "German points:", "Margin ")),
        ("hannut/orp", ("The Germans hold victory hexes worth ", "Score ")),
    ],
)
async def test_the_end_reckons_and_leads_to_the_report(
    scenario: str, told: tuple[str, ...]
) -> None:
    async with running(scenario, seed=3) as (app, pilot):
        await close_dialogs(app, pilot)
        play, chance = play_of(app), random.Random(5)
        while play.session.ask is not None:
            play.campaign.answer(play.session.ask.sample(chance.randrange))
        play.renew()
        table(app).refresh_table()
        await pilot.pause()
        entries = table(app).query_one("OrdersPanel > #preview", Rows).entries
        orders = " ".join(entry.text for entry in entries)
        assert all(words in orders for words in told), "beside the map too"
        await press(pilot, "enter")
        assert all(words in screen_text(app) for words in told)
        await press(pilot, "a")
        assert "Result: " in screen_text(app)
