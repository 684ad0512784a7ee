"""Scenario files: the folder, the checks every game shares, levels of victory, the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.content.errors import DataError
from wargame.content.map import MapReader
from wargame.content.scenario import (
    Band,
    BoardLimits,
    ScenarioFile,
    ScenarioFolder,
    band_of,
    board_of,
    check_once,
    chosen,
)
from wargame.hexes.grid import Grid

TEXT = """
id = "short"
title = "Short"
turns = 2
minutes = 10
first_turn = 1
last_turn = 2
blurb = "Two turns."
board = { cols = [1, 2], rows = [1, 3] }
band = [{ level = "win", winner = "red", at_least = 1 }, { level = "draw", winner = "draw" }]
"""


def folder(path: Path, **files: str) -> ScenarioFolder[ScenarioFile]:
    path.mkdir(exist_ok=True)
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return ScenarioFolder(path, ScenarioFile, ("red", "blue"))


def test_the_longest_comes_first(tmp_path: Path) -> None:
    long = TEXT.replace("short", "long").replace("minutes = 10", "minutes = 90")
    found = folder(tmp_path / "scenarios", short=TEXT, long=long)
    assert found.ids() == ("long", "short")
    assert list(found.read("short").played()) == [1, 2]
    assert found.read("short") is found.read("short")


@pytest.mark.parametrize(
    ("text", "wanted", "said"),
    [
        (TEXT, "shrot", 'scenario: "shrot" is not known; the nearest valid one is "short".'),
        (TEXT.replace('"short"', '"other"'), "short", 'id: must be "short", like the file.'),
        (TEXT.replace('"red"', '"rde"'), "short", 'winner: "rde" is not known; the nearest valid'),
        (TEXT + "colour = 1\n", "short", "colour: this key is not known"),
    ],
)
def test_a_wrong_file_is_told_by_file_and_key(
    tmp_path: Path, text: str, wanted: str, said: str
) -> None:
    with pytest.raises(DataError) as refused:
        folder(tmp_path / "scenarios", short=text).read(wanted)
    assert said in str(refused.value)


def test_a_score_gives_the_first_band_it_reaches() -> None:
    bands = [Band(level=str(n), winner="red", at_least=n) for n in (5, 2)]
    bands.append(Band(level="lost", winner="blue"))
    assert [band_of(bands, score).level for score in (9, 5, 4, 2, 1, -9)] == [
        "5", "5", "2", "2", "lost", "lost",
    ]  # fmt: skip


def test_the_board_is_a_part_of_the_map() -> None:
    read = MapReader(Path("scenarios/short.toml"), Grid.of(4, 4))
    inside = board_of(read, BoardLimits(cols=(2, 3), rows=(1, 2)))
    assert sorted(read.grid.name(h) for h in inside) == ["0201", "0202", "0301", "0302"]
    with pytest.raises(DataError, match="board"):
        board_of(read, BoardLimits(cols=(2, 5), rows=(1, 2)))


def test_ids_are_chosen_and_stand_once() -> None:
    assert chosen("f", "units", ("all",), ["b", "a"]) == ("b", "a")
    assert chosen("f", "units", ("a",), ["b", "a"]) == ("a",)
    with pytest.raises(DataError, match="nearest valid one is"):
        chosen("f", "units", ("inf-1",), ["inf-2"])
    with pytest.raises(DataError, match="stands twice"):
        check_once("f", "unit", ["a", "b", "a"])
