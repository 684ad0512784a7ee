"""Saves in a line: the one that the menu offers to continue, and those of the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import text_lines
from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign
from wargame.tui.save_facts import SaveFacts, last_save
from wargame.tui.screens.load import save_row

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


@pytest.mark.parametrize(
    ("place", "date"),
    [
        ("turn 1, over", "27 Nov 2026 03:06"),
        ("turn 13, at answer 150", "27 Nov 2026"),
        ("turn 113, at answer 15000", "27 Nov"),
    ],
)
def test_a_save_is_listed_with_as_much_of_its_date_as_there_is_room_for(
    place: str, date: str
) -> None:
    save = SaveFacts("minsk", Path("minsk.wg"), "27 Nov 2026 03:06", "East Front 1941-45: X", place)
    (line,) = text_lines([save_row(save, 18, 79)], 79)
    assert line.endswith(f"{place}{' ' * (77 - len(date) - line.index(place) - len(place))}{date}")
