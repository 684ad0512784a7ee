"""Every test of the table has a saves folder of its own and knows the toy game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.rest import at_rest
from wargame import games


@pytest.fixture(autouse=True)
def _steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """No caret blinks, and nothing sleeps: what a screen shows does not hang on the time."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _input: None)
    for wait in ("app.wait_for_idle", "pilot.wait_for_idle", "pilot.Pilot._wait_for_screen"):
        monkeypatch.setattr(f"textual.{wait}", at_rest)


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The saves folder."""
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("WARGAME_SAVES", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLORTERM", "truecolor")  # whatever terminal the tests run in
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setitem(games.MODULES, "toy", "tests.toy:TOY")
    return folder


@pytest.fixture
def config(saves: Path) -> Path:
    """The folder of settings and keys."""
    folder = saves.parent / "config" / "wargame"
    folder.mkdir(parents=True)
    return folder
