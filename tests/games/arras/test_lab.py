"""Position files: tables that could not be are refused, with a sentence that names why."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.arras.table import position
from wargame.content.errors import DataError

PAIR = {"uk-6dli": "1005", "de-sr6-1": "1010"}


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        ({"units": {**PAIR, "de-sr6-2": "1005"}}, "units of both sides stand in 1005"),
        (
            {"units": {**PAIR, **{f"uk-{n}": "1005" for n in ("8dli", "9dli", "206at")}}},
            "1005 would hold 4 combat units; 3 is the most",
        ),
        ({"units": {**PAIR, "fr-1cuir-1": "1005"}}, "British and French units may not end stacked in 1005"),
        ({"units": {**PAIR, "de-rommel": "1012"}}, "Rommel stands without a German combat unit"),
        ({"units": {**PAIR, "de-rommel": "1005"}}, "Rommel stands without a German combat unit"),
        ({"units": {**PAIR, "de-rommel": "waiting"}}, 'Rommel is in the box "waiting"'),
        ({"units": {**PAIR, "uk-air": "1010"}}, "uk-air is an air unit"),
        ({"units": {**PAIR, "uk-air": "waiting"}}, "uk-air is an air unit"),
        ({"units": {**PAIR, "uk-8dli": "air"}}, 'uk-8dli is no unit for the box "air"'),
        ({"units": {**PAIR, "uk-8dli": "lost"}}, 'uk-8dli is no unit for the box "lost"'),
        ({"units": PAIR, "more": {"uk-6dli": {"box": "waiting"}}}, "not in both"),
        ({"units": PAIR, "states": {"uk-6dli": ["grounded"]}}, "uk-6dli is grounded"),
        ({"units": PAIR, "states": {"uk-air": ["disrupted"]}}, "uk-air is disrupted"),
        ({"units": PAIR, "states": {"uk-6dli": ["passed"]}}, "has passed its die"),
        (
            {"units": {**PAIR, "uk-8dli": "waiting"}, "states": {"uk-8dli": ["disrupted"]}},
            "uk-8dli is disrupted and not on the map",
        ),
        (
            {"units": {**PAIR, "uk-8dli": "eliminated"}, "more": {"uk-8dli": {"eliminated": 4}}},
            "in a turn to come",
        ),
        ({"units": {**PAIR, "uk-8dli": "1110"}, "set_": {"control": {"1110": "german"}}}, "1110"),
        ({"units": PAIR, "set_": {"interdiction": ["1108", "1108"]}}, "1108 carries a marker already"),
    ],
)  # fmt: skip
def test_tables_that_could_not_be_are_refused(wanted: dict[str, Any], word: str) -> None:
    """ARR-ST-01, ARR-ST-02, ARR-EV-09, ARR-AR-01, ARR-VI-04, ARR-GE-03"""
    with pytest.raises(DataError) as caught:
        position("allied.movement", turn=3, **wanted)
    assert word in str(caught.value)


def test_control_goes_with_who_stands_there() -> None:
    units = {**PAIR, "uk-8dli": "1110"}
    game = position("allied.movement", turn=3, units=units, set_={"control": {"1110": "allied"}})
    assert game.state.control[game.game.grid.hex("1110")] == "allied"
