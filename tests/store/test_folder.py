"""Which file a name or a path means."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import address, existing, fresh, listing, named, resolve, saves_folder


def test_the_environment_names_the_folder(saves: Path) -> None:
    assert saves_folder() == saves


def test_a_checkout_has_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARGAME_SAVES")
    assert saves_folder().name == "saves"
    assert (saves_folder().parent / "pyproject.toml").is_file()


def test_an_installed_program_uses_the_players_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WARGAME_SAVES")
    monkeypatch.setattr("wargame.store.folder._CHECKOUT", tmp_path)
    assert "wargame" in saves_folder().parts


def test_a_name_lies_in_the_folder_with_suffix(saves: Path) -> None:
    assert resolve("first game") == saves / "first game.wg"
    assert resolve("game.wg") == saves / "game.wg"


@pytest.mark.parametrize(
    "name",
    ["", "  ", ".", "..", "../x", "a/b", "/etc/passwd", ".hidden", "a\0b", "a\nb", "a@3", "x" * 200,
     "a\\b", "\x1b[2J", "~/x"],
)  # fmt: skip
def test_a_name_cannot_escape(name: str) -> None:
    with pytest.raises(SaveError):
        named(name)


def test_the_refusal_says_what_a_name_may_be(saves: Path) -> None:
    assert named("my branch ünï 王") == saves / "my branch ünï 王.wg"
    with pytest.raises(SaveError, match="no slash, backslash, colon or quotation mark"):
        named("../evil")


def test_a_name_that_is_a_link_out_of_the_folder_is_refused(saves: Path, tmp_path: Path) -> None:
    saves.mkdir()
    (tmp_path / "precious").write_text("keep")
    (saves / "trap.wg").symlink_to(tmp_path / "precious")
    with pytest.raises(SaveError, match="leads out"):
        resolve("trap")


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    assert resolve(str(tmp_path / "a.save")) == tmp_path / "a.save"
    (tmp_path / "b.wg").touch()
    assert resolve(str(tmp_path / "b")) == tmp_path / "b.wg"


def test_a_bare_name_may_mean_a_file_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.wg").touch()
    assert resolve("here.wg") == Path("here.wg")


def test_an_address_is_a_save_and_an_answer(save: Path) -> None:
    assert address(str(save)) == (save, None)
    assert address(f"{save}@12") == (save, 12)


def test_a_missing_save_is_named_with_the_nearest(saves: Path) -> None:
    Campaign.new("toy/crossroads", 1, saves / "evening.wg").close()
    with pytest.raises(SaveError, match='the nearest in the saves folder is "evening"'):
        existing("evenign")


def test_the_listing_has_the_latest_first(saves: Path) -> None:
    assert listing() == []
    saves.mkdir()
    for name, time in (("old", 100), ("new", 200)):
        (saves / f"{name}.wg").touch()
        os.utime(saves / f"{name}.wg", (time, time))
    (saves / "other.txt").touch()
    assert [found.name for found in listing()] == ["new", "old"]


def test_a_fresh_name_is_not_taken(saves: Path) -> None:
    saves.mkdir()
    (saves / "toy.wg").touch()
    (saves / "toy-2.wg").touch()
    assert fresh("toy") == saves / "toy-3.wg"
