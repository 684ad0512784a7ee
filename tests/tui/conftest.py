"""Every test of the table has a saves folder of its own and knows the toy game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from wargame import games


@pytest.fixture(autouse=True)
def _steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """No caret blinks: what a screen shows does not hang on how long a test takes."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _input: None)


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The saves folder."""
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("WARGAME_SAVES", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setitem(games.MODULES, "toy", "tests.toy:TOY")
    return folder
