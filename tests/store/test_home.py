"""What lay among the saves moves to its own folders once, and nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.store.home import config_folder, reports_folder, settle


@pytest.fixture(autouse=True)
def old(saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A saves folder as earlier versions left it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (saves / "reports").mkdir(parents=True)
    for name in ("settings.json", "keymap.toml", "arras.report.txt", "reports/fault-1.txt"):
        (saves / name).write_text(name)
    (saves / "battle.report.md").write_text("the course of a battle is an export and stays")
    return saves


def test_settings_keys_and_reports_move_once(old: Path) -> None:
    settings, reports = settle()
    assert "settings.json, keymap.toml" in settings
    assert str(config_folder()) in settings
    assert str(reports_folder()) in reports
    assert (config_folder() / "keymap.toml").read_text() == "keymap.toml"
    assert {path.name for path in reports_folder().iterdir()} == {"arras.report.txt", "fault-1.txt"}
    assert {path.name for path in old.iterdir()} == {"reports", "battle.report.md"}
    assert settle() == []


def test_what_is_there_already_stays(old: Path) -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "settings.json").write_text("newer")
    assert "settings.json" not in settle()[0]
    assert (config_folder() / "settings.json").read_text() == "newer"
    assert (old / "settings.json").read_text() == "settings.json"


def test_what_cannot_be_moved_is_told(old: Path) -> None:
    config_folder().parent.mkdir(parents=True)
    config_folder().write_text("a file is in the way")
    assert "cannot be moved" in settle()[0]
    assert (old / "settings.json").is_file()
