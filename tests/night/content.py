"""What is printed: the toy's map and counters, two decks of cards, where mines can lie."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.toy.content import BLUE, RED, ToyContent
from tests.toy.content import load as load_toy
from wargame.content.sequence import read_sequence
from wargame.model.state import Side, State, Unit

SCENARIO = "night/patrol"
TURNS = 2
PLANS = ("west", "centre", "east")
FLARE, RALLY, DECOY, RUMOUR = "flare", "rally", "decoy", "rumour"
DECK = (FLARE, RALLY, DECOY, RUMOUR, DECOY, RUMOUR)
FACE_DOWN_CARDS = (DECOY, RUMOUR)
FACE_DOWN = "face down"
"""The state of a unit that the enemy sees only the back of."""
MINEFIELDS = {RED: ("0302", "0303", "0304"), BLUE: ("0502", "0503", "0504")}
"""Where a side may lay its mine."""


@cache
def load(scenario: str) -> ToyContent:
    """The toy's content with another sequence."""
    assert scenario == SCENARIO
    sequence = read_sequence(Path(__file__).parent / "sequence.toml")
    toy = load_toy("toy/crossroads")
    chart = replace(toy.chart, rule="NGT-CB-01")
    short = toy.scenario.model_copy(update={"last_turn": TURNS})
    return toy.but(sequence=sequence, scenario=short, chart=chart)


def setup(content: ToyContent, seed: int) -> State:
    """NGT-SU-01  Every unit waits face down; the decks are full, the hands empty."""
    units = {
        row.id: Unit(row.id, row.side, box="reserve", states={FACE_DOWN})
        for row in content.units.values()
    }
    cups: dict[str, list[str]] = {}
    for side in (RED, BLUE):
        cups |= {f"deck.{side}": list(DECK), f"hand.{side}": [], f"pile.{side}": []}
    tracks: dict[str, int | str] = {f"points.{side}": 0 for side in (RED, BLUE)}
    return State("night", SCENARIO, seed, units, tracks=tracks, cups=cups)


def posts(content: ToyContent, side: Side) -> list[str]:
    """NGT-SU-02  The hexes where a side's units begin, from north to south."""
    return sorted(
        content.grid.name(row.start) for row in content.units.values() if row.side == side
    )
