"""What lies where a file is to be read or written, and is none of ours: pipes, links, devices, odd dates."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from wargame.content.errors import DataError
from wargame.exports.files import place
from wargame.flow.lab import read_position
from wargame.store import shelf, whole
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import listing, named
from wargame.tui.keymap import keymap_file, load_keymap
from wargame.tui.save_facts import facts
from wargame.tui.settings import Settings, load_settings, settings_file


def test_a_pipe_is_not_copied(saves: Path) -> None:
    saves.mkdir()
    os.mkfifo(saves / "pipe.wg")
    with pytest.raises(SaveError, match="is not a file"):
        shelf.duplicate(saves / "pipe.wg", "other")


def test_nothing_is_written_through_a_link_or_over_a_pipe(tmp_path: Path) -> None:
    mine, link, pipe = (tmp_path / name for name in ("mine.txt", "link.txt", "pipe.txt"))
    mine.write_text("mine")
    link.symlink_to(mine)
    os.mkfifo(pipe)
    with pytest.raises(SaveError, match="is a link and stays"):
        whole.write_over(link, b"new")
    with pytest.raises(SaveError, match="is no ordinary file and stays"):
        whole.write_over(pipe, b"new")
    assert (mine.read_text(), link.is_symlink(), pipe.is_fifo()) == ("mine", True, True)


def test_a_save_is_for_its_owner_alone(save: Path, saves: Path) -> None:
    assert stat.S_IMODE(save.stat().st_mode) == 0o600
    saves.mkdir()
    (saves / "open.wg").write_bytes(save.read_bytes())
    copy = shelf.duplicate(saves / "open.wg", "copy")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_an_export_stays_in_the_saves_folder_unless_a_path_is_written_out(
    save: Path, saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves.mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    campaign = Campaign.open(save, write=False)
    assert place(campaign, "report", "r.txt") == saves / "r.txt"
    assert place(campaign, "report", "./r.txt").resolve().parent == Path.cwd()


def test_a_kill_before_a_new_file_has_its_name_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", killed)
    before = [*tmp_path.iterdir()]
    with pytest.raises(KeyboardInterrupt):
        whole.write_new(tmp_path / "new.wg", b"data")
    assert [*tmp_path.iterdir()] == before


def test_where_no_nameless_file_can_be_made_a_new_file_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    whole.write_new(tmp_path / "new.wg", b"data")
    assert [path.read_bytes() for path in tmp_path.glob("new*")] == [b"data"]
    with pytest.raises(SaveError, match="exists already"):
        whole.write_new(tmp_path / "new.wg", b"other")
    assert (tmp_path / "new.wg").read_bytes() == b"data"


def test_a_link_that_leads_to_itself_is_refused(saves: Path) -> None:
    saves.mkdir()
    (saves / "loop.wg").symlink_to("loop.wg")
    with pytest.raises(SaveError):
        Campaign.open(named("loop"))


@pytest.mark.parametrize("when", [2**40, 2**55, -(2**40)])
def test_a_date_that_no_calendar_has_is_left_out(save: Path, saves: Path, when: int) -> None:
    saves.mkdir()
    kept = saves / "kept.wg"
    kept.write_bytes(save.read_bytes())
    (found,) = listing()
    shown = facts(type(found)(found.name, found.path, float(when), found.size))
    assert (shown.when, shown.damage) == ("", "")


def test_settings_nested_without_end_are_left_at_their_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings_file().parent.mkdir()
    settings_file().write_text("[" * 100_000)
    assert load_settings() == Settings()


@pytest.mark.parametrize("text", [f"seed = {'9' * 5000}", f"seed = {'[' * 100_000}"])
def test_a_position_file_beyond_measure_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "vast.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=r"vast\.toml"):
        read_position(path)


@pytest.mark.parametrize("kind", ["pipe", "device", "vast", "loop"])
def test_what_has_no_end_is_read_neither_as_position_nor_as_settings_nor_as_keys(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings_file().parent.mkdir()
    for path in (tmp_path / "position.toml", settings_file(), keymap_file()):
        match kind:
            case "pipe":
                os.mkfifo(path)
            case "device":
                path.symlink_to("/dev/zero")
            case "vast":
                path.touch()
                os.truncate(path, 1 << 40)
            case _:
                path.symlink_to(path.name)
    with pytest.raises(DataError, match=r"position\.toml"):
        read_position(tmp_path / "position.toml")
    assert load_settings() == Settings()
    keymap = load_keymap(())
    assert keymap.keys == {}
    assert kind == "loop" or "keymap.toml" in keymap.problems[0]


def test_a_long_word_in_a_position_file_is_told_in_short(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(
        f'scenario = "toy/crossroads"\nsegment = "toy.red.combat"\nturn = "{"a" * 9000}"'
    )
    with pytest.raises(DataError) as refused:
        read_position(path)
    assert 'turn: a whole number is wanted here, not "aaaa' in str(refused.value)
    assert len(str(refused.value)) < 300
