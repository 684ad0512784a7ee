"""A save whose every chain value is right, but that names hexes which the map has not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.torture.hostile import chained
from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError

FORGED = (
    ["UnitMoved", "r1", [7, "HEX"], "moves", "TOY-MV-01"],
    ["UnitPlaced", "r1", "HEX", "TOY-MV-01"],
    ["HexTaken", "HEX", "red", "TOY-VC-02"],
    ["MarkerPlaced", "m", "mine", "red", "HEX", "", 1, "TOY-MV-01"],
    ["LayerSet", "works", [["HEX", 1]], "TOY-MV-01"],
)
NOWHERE = (99_999, -5, -1)


@pytest.fixture
def records(saves: Path) -> tuple[Path, list[Any]]:
    """The lines of a save of three answers."""
    path, pick = saves / "map.wg", Picker(1)
    saves.mkdir(exist_ok=True)
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        while campaign.session.n < 3 and campaign.session.ask:
            campaign.answer(campaign.session.ask.sample(pick))
    return path, [json.loads(line) for line in path.read_bytes().splitlines()]


def _with(event: list[Any], where: int) -> Any:
    return json.loads(json.dumps(event).replace('"HEX"', str(where)))


@pytest.mark.parametrize("where", NOWHERE)
@pytest.mark.parametrize("event", FORGED, ids=lambda event: event[0])
def test_an_answer_that_names_such_a_hex_is_damage_from_there_on(
    records: tuple[Path, list[Any]], wg: Run, event: list[Any], where: int
) -> None:
    path, lines = records
    forged = 10_000_000 if event[0] == "LayerSet" and where > 0 else where
    lines[3]["events"].append(_with(event, forged))
    path.write_bytes(chained(lines))
    with Campaign.open(path) as campaign:
        assert campaign.damaged
        assert 1 == campaign.session.n
        assert f"hex {forged} is not on the map" in " ".join(campaign.notices)
    found = wg("verify map")
    assert 3 == found.code
    assert f"hex {forged} is not on the map" in found.out + found.err


def test_a_marker_may_lie_in_a_box(records: tuple[Path, list[Any]]) -> None:
    path, lines = records
    lines[3]["events"].append(["MarkerPlaced", "m", "mine", "red", -1, "pool", 1, "TOY-MV-01"])
    path.write_bytes(chained(lines))
    with Campaign.open(path, write=False) as campaign:
        assert not any("not on the map" in notice for notice in campaign.notices)


@pytest.mark.parametrize("where", NOWHERE)
def test_an_opening_that_names_such_a_hex_is_refused(
    records: tuple[Path, list[Any]], where: int
) -> None:
    path, lines = records
    lines[0]["state"]["control"][str(where)] = "red"
    path.write_bytes(chained(lines))
    with pytest.raises(DamagedSaveError, match=f"hex {where} is not on the map"):
        Campaign.open(path)
