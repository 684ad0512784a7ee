"""A toy game in the registry and an empty saves folder for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.played import play
from wargame import games
from wargame.store.campaign import Campaign


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The saves folder of this test, with the toy as the only game."""
    monkeypatch.setattr(games, "MODULES", {"toy": "tests.toy:TOY"})
    folder = tmp_path / "saves"
    monkeypatch.setenv("WARGAME_SAVES", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A save of 30 answers, closed."""
    path = tmp_path / "game.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        play(campaign, 30)
    return path
