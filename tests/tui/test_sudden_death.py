"""A game that ended before its points were counted: every face tells the result, not the points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.driver import play_of, press, running, screen_text
from wargame.cli.app import run
from wargame.tui.table.handover import end_dialog

WIDE = (120, 40)
TABLE = """
scenario = "arras/campaign"
turn = 2
segment = "arras.end.events"
clear = true
dice = [3, 4]
[units.uk-6dli]
hex = "1005"
states = ["disrupted"]
[units.de-sr6-1]
hex = "1010"
"""


@pytest.fixture
def over(saves: Path, tmp_path: Path) -> Path:
    """A save that has ended by sudden death."""
    (tmp_path / "sudden.toml").write_text(TABLE)
    path = saves / "sudden.wg"
    assert run(["lab", str(tmp_path / "sudden.toml"), "--out", str(path)]) == 0
    return path


def test_the_command_line_tells_the_result(over: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["show", str(over), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["victory"]["level"] == shown["ended"]["level"] == "sudden death"
    assert shown["ended"]["reason"] == "every enemy unit is disrupted"


@pytest.mark.usefixtures("over")
async def test_the_browser_tells_the_result() -> None:
    async with running(size=WIDE) as (app, pilot):
        await press(pilot, "l")
        assert "sudden death, margin" in screen_text(app)


async def test_the_end_dialog_tells_the_result(over: Path) -> None:
    async with running(save=over, size=WIDE) as (app, pilot):
        await app.push_screen(end_dialog(play_of(app)))
        await pilot.pause()
        assert "Sudden death" in screen_text(app)
        await press(pilot, "end")
        assert "Margin +15: sudden death (by" in screen_text(app)
