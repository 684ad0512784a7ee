"""Renaming, copying, deleting, bringing back: nothing is overwritten, nothing leaves the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.played import play
from wargame.store import shelf
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, LockedSaveError, SaveError
from wargame.store.folder import listing
from wargame.store.load import load
from wargame.store.remark import Remark


@pytest.fixture
def kept(saves: Path) -> Path:
    """A save of 12 answers in the folder, with a bookmark at answer 10."""
    path = saves / "first.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        play(campaign, 10)
        campaign.remark("bookmark", "here")
        play(campaign, 2)
    return path


@pytest.fixture
def hurt(kept: Path) -> Path:
    """A save whose eighth answer was changed."""
    lines = kept.read_text().splitlines(keepends=True)
    lines[8] = lines[8].replace('"answer":"', '"answer":"x')
    path = kept.with_name("hurt.wg")
    path.write_text("".join(lines))
    return path


def names() -> list[str]:
    """The saves in the folder."""
    return sorted(save.name for save in listing())


def test_a_save_gets_another_name(kept: Path) -> None:
    data = kept.read_bytes()
    path = shelf.rename(kept, "second")
    assert ["second"] == names()
    assert data == path.read_bytes()


def test_the_same_name_changes_nothing(kept: Path) -> None:
    assert kept == shelf.rename(kept, "first")
    assert ["first"] == names()


def test_a_name_that_is_taken_is_refused(kept: Path, hurt: Path) -> None:
    before = hurt.read_bytes()
    for work in (shelf.rename, shelf.duplicate, shelf.recover):
        with pytest.raises(SaveError, match="exists already"):
            work(kept, "hurt")
    assert before == hurt.read_bytes()
    assert ["first", "hurt"] == names()


@pytest.mark.parametrize("name", ["../out", "/out", "a/b", "", ".hidden"])
def test_a_name_outside_the_folder_is_refused(kept: Path, name: str) -> None:
    for work in (shelf.rename, shelf.duplicate, shelf.recover):
        with pytest.raises(SaveError, match="cannot be the name"):
            work(kept, name)
    assert ["first"] == names()


def test_a_copy_is_the_same(kept: Path) -> None:
    copy = shelf.duplicate(kept, "copy")
    assert kept.read_bytes() == copy.read_bytes()
    assert ["copy", "first"] == names()


def test_a_deleted_save_lies_in_the_trash_and_comes_back(kept: Path) -> None:
    data = kept.read_bytes()
    gone = shelf.discard(kept)
    assert [] == names()
    assert kept.parent / "trash" / "first.wg" == gone
    assert ["first"] == [save.name for save in shelf.trashed()]
    assert kept == shelf.restore(gone)
    assert data == kept.read_bytes()
    assert [] == shelf.trashed()


def test_two_deleted_saves_of_one_name_are_both_kept(kept: Path) -> None:
    shelf.discard(kept)
    with Campaign.new("toy/crossroads", 8, kept):
        pass
    shelf.discard(kept)
    assert ["first", "first-2"] == sorted(save.name for save in shelf.trashed())


def test_a_save_comes_back_beside_one_that_took_its_name(kept: Path) -> None:
    gone = shelf.discard(kept)
    with Campaign.new("toy/crossroads", 8, kept):
        pass
    assert "first-2" == shelf.restore(gone).stem
    assert ["first", "first-2"] == names()


def test_a_save_that_is_being_played_stays(kept: Path) -> None:
    with Campaign.open(kept):
        with pytest.raises(LockedSaveError):
            shelf.discard(kept)
        with pytest.raises(LockedSaveError):
            shelf.rename(kept, "other")
    assert ["first"] == names()


def test_the_program_that_plays_a_save_may_rename_it_and_plays_on(kept: Path) -> None:
    with Campaign.new("toy/crossroads", 8, kept.with_name("other.wg")):
        pass
    with Campaign.open(kept) as campaign:
        with pytest.raises(SaveError, match="exists already"):
            campaign.rename("other")
        assert "second" == campaign.rename("second").stem
        n = campaign.session.n
        campaign.answer("pass")
    assert ["other", "second"] == sorted(names())
    with Campaign.open(kept.with_name("second.wg")) as again:
        assert n + 1 == again.session.n


def test_only_saves_of_the_folder_are_touched(kept: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.wg"
    outside.write_bytes(kept.read_bytes())
    for work in (shelf.discard, shelf.restore):
        with pytest.raises(SaveError, match="does not lie in"):
            work(outside)
    with pytest.raises(SaveError, match="does not lie in"):
        shelf.rename(outside, "other")
    assert outside.is_file()


def test_a_trash_that_leads_out_of_the_folder_is_not_used(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (kept.parent / "trash").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SaveError, match="leads out"):
        shelf.discard(kept)
    assert kept.is_file()


def test_what_is_good_of_a_damaged_save_is_recovered(hurt: Path) -> None:
    path = shelf.recover(hurt, "whole")
    assert (7, False) == (len(load(path).entries), load(path).damaged)
    with Campaign.open(path) as campaign:
        assert "" == campaign.read_only
        play(campaign, 1)


def test_a_note_is_added_to_a_save_nobody_plays(kept: Path) -> None:
    shelf.annotate(kept, Remark("note", {"n": 3, "text": "early"}))
    assert [(10, "here"), (3, "early")] == [(r.place, r.text) for r in load(kept).remarks]


def test_nothing_is_added_to_a_damaged_save(hurt: Path) -> None:
    before = hurt.read_bytes()
    with pytest.raises(DamagedSaveError):
        shelf.annotate(hurt, Remark("note", {"n": 3, "text": "early"}))
    assert before == hurt.read_bytes()


def test_a_torn_last_line_is_dropped_before_a_note_is_added(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-20])
    shelf.annotate(kept, Remark("note", {"n": 3, "text": "early"}))
    assert [] == load(kept).problems
    assert "early" == load(kept).remarks[-1].text
