"""How things stand, in text: the levels, what is held, what is lost, who is to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame import games
from wargame.exports.situation import forces, situation, winning
from wargame.flow.opening import new_header, open_table
from wargame.flow.replay import Replay
from wargame.store.campaign import Campaign

SAVED = Path(__file__).parents[1] / "store" / "format2"


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
    turns = [int(line.removeprefix("Turn ")) for line in told if line.startswith("Turn ")]
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


def test_forces_are_told_by_name_but_very_many_kinds_by_their_codes() -> None:
    told = {}
    for scenario in ("arras/learning", "eastfront/barbarossa"):
        definition, info = games.find(scenario)
        table = open_table(definition, new_header(definition, info.id, 0))
        told[scenario] = forces(definition, table).lines
    assert told["arras/learning"][0].startswith("Allied 11: heavy tank 4, transport 2")
    assert told["eastfront/barbarossa"][0].startswith("Axis 115: 28 GI, 27 AIR")


def test_the_calendar_has_units_events_and_weather() -> None:
    told = sections("eastfront/minsk")
    came = told["To come"]
    assert ("Turn 2, Jul I 1941", "  Soviet, 2228 Polotsk: 62nd Rifle Corps") == (came[0], came[3])
    assert "  the last turn" == came[-1]
    assert "Zone B, rows 16 to 32: clear 80%, mud 20%" == told["Weather to come"][0]


def test_losses_are_a_curve_of_steps_where_a_game_counts_them() -> None:
    with Campaign.open(SAVED / "eastfront-minsk.wg", write=False) as campaign:
        session = campaign.session
        replay = Replay(session.definition, session.header, session.entries)
        told = {part.title: part.lines for part in situation(session.definition, replay)}
    curve = told["Steps lost, a turn a sign"]
    assert ["Axis ▇▆▃▂ 12, 5 in turn 1", "Soviet ▇▇▄█ 19, 6 in turn 4"] == curve
