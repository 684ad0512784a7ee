"""The save that the menu offers to continue."""

from __future__ import annotations

from pathlib import Path

from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign
from wargame.tui.save_facts import last_save

TOY = "toy/crossroads"


def test_a_game_that_is_over_is_none_to_continue(saves: Path) -> None:
    Campaign.new(TOY, 1, saves / "begun.wg").close()
    with Campaign.new(TOY, 1, saves / "ended.wg") as campaign:
        pick = Picker(1)
        while (ask := campaign.session.ask) is not None:
            campaign.answer(ask.sample(pick))
    found = last_save()
    assert found is not None
    assert "begun" == found.name
    (saves / "begun.wg").unlink()
    assert last_save() is None
