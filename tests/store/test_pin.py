"""PINs: salted in the save, checked, forgotten with a note."""

from __future__ import annotations

from pathlib import Path

from wargame.store.campaign import Campaign
from wargame.store.pin import forget_pin, has_pin, pin_fits, set_pin


def test_a_pin_is_kept_and_checked(save: Path) -> None:
    with Campaign.open(save) as campaign:
        assert not has_pin(campaign, "red")
        set_pin(campaign, "red", "1940")
    with Campaign.open(save) as campaign:
        assert has_pin(campaign, "red")
        assert not has_pin(campaign, "blue")
        assert pin_fits(campaign, "red", "1940")
        assert not pin_fits(campaign, "red", "1941")
        assert not pin_fits(campaign, "red", "")


def test_the_save_does_not_tell_a_pin(save: Path) -> None:
    with Campaign.open(save) as campaign:
        set_pin(campaign, "red", "rosebud")
        set_pin(campaign, "blue", "rosebud")
        hashes = [remark.data["hash"] for remark in campaign.remarks]
    assert "rosebud" not in save.read_text()
    assert hashes[0] != hashes[1]


def test_a_pin_is_changed_and_taken_away(save: Path) -> None:
    with Campaign.open(save) as campaign:
        set_pin(campaign, "red", "1")
        set_pin(campaign, "red", "2")
        assert not pin_fits(campaign, "red", "1")
        set_pin(campaign, "red", "")
        assert not has_pin(campaign, "red")
        assert pin_fits(campaign, "red", "")


def test_a_forgotten_pin_leaves_a_note(save: Path) -> None:
    with Campaign.open(save) as campaign:
        set_pin(campaign, "red", "1")
        forget_pin(campaign, "red", "Red")
    with Campaign.open(save) as campaign:
        assert not has_pin(campaign, "red")
        notes = [remark.text for remark in campaign.remarks if remark.kind == "note"]
        assert ["The PIN of the Red player was forgotten and taken away."] == notes
