"""How things stand, in text: the levels, what is held, what is lost, who is to come."""

from __future__ import annotations

import pytest

from wargame import games
from wargame.exports.situation import forces, situation, winning
from wargame.flow.opening import new_header, open_table
from wargame.flow.replay import Replay
from wargame.store.campaign import Campaign


def sections(scenario: str) -> dict[str, list[str]]:
    """The situation at the start of a game."""
    with Campaign.new(scenario, 3, None) as campaign:
        session = campaign.session
        replay = Replay(session.definition, session.header, session.entries)
        return {part.title: list(part.lines) for part in situation(session.definition, replay)}


def test_the_levels_lie_around_the_score() -> None:
    told = sections("hannut/orp")["Levels of victory; the score is 0"]
    assert ["  German win: 3 (3 more)", "  draw: 2 (2 more)", "> French win: 1 or less"] == told


def test_victory_hexes_of_one_place_stand_together() -> None:
    held = sections("hannut/campaign")["Victory hexes"]
    assert held[0].startswith("German 3, worth 3: ")
    assert "Thisnes 1+1+1" in " ".join(held)


@pytest.mark.parametrize("scenario", ["arras/campaign", "hannut/campaign"])
def test_arrivals_are_told_in_the_order_they_come(scenario: str) -> None:
    told = sections(scenario)["To come"]
    turns = [int(line.split(",")[0].removeprefix("Turn ")) for line in told]
    assert turns
    assert sorted(turns) == turns


@pytest.mark.parametrize("scenario", ["arras/campaign", "hannut/orp"])
def test_a_menu_can_tell_the_forces_and_how_to_win(scenario: str) -> None:
    definition, info = games.find(scenario)
    table = open_table(definition, new_header(definition, info.id, 0))
    told = forces(definition, table).lines
    assert [side.title for side in definition.sides] == [line.split()[0] for line in told]
    levels = [line.partition(":")[0] for line in winning(definition, table).lines[:-1]]
    assert [band.level for band in table.content.scenario.band] == levels
    assert info.answers > 0
