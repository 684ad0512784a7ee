"""The shelf of a game: what is read, and when; counters, areas, ground and tables of results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import Field

from wargame.content.areas import Area, areas_by_id
from wargame.content.errors import DataError
from wargame.content.ground import Ground, ground_of, sides_of
from wargame.content.map import MapContent, read_map
from wargame.content.roster import CounterModel, as_json, check_arrival, check_on_board, roster
from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import GameFiles, Shelf
from wargame.content.table import by_column
from wargame.content.toml import HexNumber, TomlModel, read_toml
from wargame.hexes.grid import Grid
from wargame.hexes.hexside import side_key

MAP = """
id = "m"
title = "Map"
cols = 3
rows = 3
km_per_hex = 1
terrain = ["...", ".w.", "..."]
bridges = ["0101|0201"]
[legend]
"." = "clear"
"w" = "wood"
[[road]]
class = "main"
path = "0101-0201-0301"
[[road]]
class = "minor"
path = "0201-0202"
[[hexside]]
class = "river"
sides = ["0101|0201", "0102|0202"]
"""
SCENARIO = """
id = "s"
title = "S"
turns = 2
minutes = 10
first_turn = 1
last_turn = 2
blurb = "Short."
[board]
cols = [1, 2]
rows = [1, 3]
[[band]]
level = "win"
winner = "red"
at_least = 1
[[band]]
level = "draw"
winner = "draw"
"""
GRID = Grid.of(3, 3)


class Goal(TomlModel):
    """goal.toml"""

    hex: HexNumber


class Row(TomlModel):
    """A terrain."""

    id: str
    cost: int


class Unit(CounterModel):
    """A counter."""

    name: str = ""
    strength: int = Field(alias="s")


TABLE = (Row(id="clear", cost=2), Row(id="wood", cost=4))


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def printed(folder: Path) -> MapContent:
    return read_map(write(folder, "map.toml", MAP))


def ground(folder: Path) -> Ground[Row]:
    paper = printed(folder)
    board = frozenset(h for h in range(9) if paper.grid.column(h) < 3)
    return ground_of(paper, board, TABLE, shut=["river"])


# Files


def test_a_table_is_read_once_when_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, "scenarios/s.toml", SCENARIO)
    files = GameFiles(tmp_path, write(tmp_path, "map.toml", MAP), ScenarioFile, {"red": "Red"})

    class Content(Shelf[ScenarioFile]):
        """The printed matter."""

        goal = files.table("goal.toml", Goal)

    content = Content(files, "s")
    assert [content.grid.name(h) for h in sorted(content.board)] == [
        "0101", "0102", "0103", "0201", "0202", "0203",
    ]  # fmt: skip
    write(tmp_path, "data/goal.toml", 'hex = "0202"')
    assert content.goal is Content.goal
    assert content.goal.hex == content.grid.hex("0202")
    assert [content.band(score).level for score in (1, 0)] == ["win", "draw"]
    assert content.by_side("home", ("red", "blue"), {"red": ("0101",)}) == {
        "red": frozenset({0}),
        "blue": frozenset(),
    }
    assert content.digest == files.digest("s")
    write(tmp_path, "data/goal.toml", 'hex = "0203"')
    assert content.digest != files.digest("s")


def test_a_hex_that_is_not_on_the_map_is_named_with_the_nearest(tmp_path: Path) -> None:
    file = write(tmp_path, "goal.toml", 'hex = "0204"')
    with pytest.raises(DataError, match=r'goal\.toml, hex: "0204" is not known.*"020'):
        read_toml(file, Goal, GRID)


# Counters

FORMATIONS: list[dict[str, Any]] = [
    {"id": "A", "name": "First", "side": "red", "units": [{"id": "a1", "s": 3, "hex": "0101"}]},
    {"id": "B", "name": "Second", "side": "blue", "turn": 2, "area": "W", "marker": "M",
     "units": [{"id": "b1", "s": 1}, {"id": "b2", "s": 2, "side": "red"}]},
]  # fmt: skip


def test_a_counter_takes_from_its_formation_what_it_does_not_say() -> None:
    found = roster(Path("units.toml"), FORMATIONS, Unit, GRID)
    assert list(found) == ["a1", "b1", "b2"]
    assert (found["a1"].formation, found["a1"].formation_id, found["a1"].side) == (
        "First",
        "A",
        "red",
    )
    assert (found["b1"].arrival, found["b1"].area, found["b1"].order) == (2, "W", 1)
    assert found["b2"].side == "red"
    assert as_json(found.values(), "id hex:setup turn:arrival area s:strength", GRID)[:2] == [
        {"id": "a1", "hex": "0101", "turn": None, "area": None, "s": 3},
        {"id": "b1", "hex": None, "turn": 2, "area": "W", "s": 1},
    ]


def test_what_other_files_say_of_a_counter_is_added() -> None:
    def stronger(row: Any) -> dict[str, int]:
        return {"s": row["s"] + row["order"]}

    found = roster(Path("units.toml"), FORMATIONS, Unit, GRID, stronger)
    assert [unit.strength for unit in found.values()] == [3, 2, 4]


def test_a_wrong_counter_is_named_with_its_key() -> None:
    wrong = [{**FORMATIONS[0], "units": [{"id": "a1", "s": "many"}]}]
    with pytest.raises(DataError, match=r"units\.toml, unit\.a1\.s"):
        roster(Path("units.toml"), wrong, Unit, GRID)
    twice = [FORMATIONS[0], FORMATIONS[0]]
    with pytest.raises(DataError, match=r"unit\.a1: this stands twice"):
        roster(Path("units.toml"), twice, Unit, GRID)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, "needs either hex, or turn and area"),
        ({"turn": 2}, "needs either hex, or turn and area"),
        ({"hex": "0101", "turn": 2, "area": "W"}, "needs either hex, or turn and area"),
        ({"turn": 2, "area": "V"}, '"V" is not known'),
    ],
)
def test_a_unit_begins_on_the_board_or_arrives_somewhere(row: Any, message: str) -> None:
    file = Path("units.toml")
    formation = {"id": "A", "name": "First", "side": "red", "units": [{"id": "a", "s": 1, **row}]}
    unit = roster(file, [formation], Unit, GRID)["a"]
    with pytest.raises(DataError, match=message):
        check_arrival(file, unit, ("W",))


def test_a_unit_on_the_map_stands_in_the_part_that_is_played() -> None:
    file = Path("units.toml")
    unit = roster(file, FORMATIONS, Unit, GRID)["a1"]
    check_on_board(file, unit, {0, 1})
    with pytest.raises(DataError, match=r"unit\.a1\.hex: is not on the board in play"):
        check_on_board(file, unit, {1})


# Areas


def test_the_rest_of_the_edge_comes_nearest_first() -> None:
    row = {"id": "W", "side": "red", "name": "West", "hexes": ["0102"], "edge": "west"}
    area = Area[str].model_validate(row, context={"grid": GRID})
    found = areas_by_id(Path("areas.toml"), [area], GRID)["W"]
    assert (found.hex, found.others(GRID)) == (1, (0, 2))
    astray = area.model_copy(update={"edge": "east"})
    with pytest.raises(
        DataError, match=r"areas\.toml, area\.W\.hexes: 0102 is not on the east edge"
    ):
        areas_by_id(Path("areas.toml"), [astray], GRID)


# Ground


def test_nothing_passes_an_unbridged_river_or_the_end_of_the_board(tmp_path: Path) -> None:
    found = ground(tmp_path)
    at = found.map.grid.hex
    assert not found.barred(at("0101"), at("0201"))
    assert found.barred(at("0102"), at("0202"))
    assert found.barred(at("0201"), at("0301"))
    for h, six in enumerate(found.map.grid.around):
        barred = [found.barred(h, b) for b in six]
        assert [bool(found.barriers()[h] >> d & 1) for d in range(6)] == barred
        assert set(found.contact()[h]) == {b for b in six if not found.barred(h, b)}
        assert [price == 0 for price in found.prices(["foot"], lambda *_: 1)["foot"][h]] == barred


def test_terrain_and_roads_are_read_by_hex(tmp_path: Path) -> None:
    found = ground(tmp_path)
    at = found.map.grid.hex
    assert found.by_hex(lambda row: row.cost)[at("0202")] == 4
    assert found.hexes(lambda row: row.cost > 2) == {at("0202")}
    assert found.road(at("0101"), at("0201")) == "main"
    assert found.road(at("0201"), at("0301")) is None
    assert found.road_links()[at("0201")] == (at("0101"), at("0202"))
    best = {found.map.grid.name(h): cls for h, cls in found.roads(("main", "minor")).items()}
    assert best == {"0101": "main", "0201": "main", "0202": "minor"}
    assert found.entry_prices(["foot"], lambda *_: 3)["foot"][at("0301")] == 0
    assert sides_of(found.map, "river") == {side_key(0, 3), side_key(1, 4)}


def test_a_terrain_without_a_row_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match='"wood" is not known'):
        ground_of(printed(tmp_path), frozenset(range(9)), TABLE[:1])


# Tables of results


def test_results_stand_by_column_and_roll() -> None:
    rows = {1: ("a", "b"), 2: ("c", "d")}
    found = by_column(Path("t.toml"), "crt", rows, rolls=(1, 2), columns=("x", "y"))
    assert found == {"x": {1: "a", 2: "c"}, "y": {1: "b", 2: "d"}}


def test_a_table_with_a_gap_is_refused() -> None:
    with pytest.raises(DataError, match=r"crt: does not cover 1 to 2"):
        by_column(Path("t.toml"), "crt", {1: "a"}, rolls=(1, 2), columns=("x",))
    with pytest.raises(DataError, match=r"crt\.2: has 1 results for 2 columns"):
        by_column(Path("t.toml"), "crt", {1: "ab", 2: "c"}, rolls=(1, 2), columns=("x", "y"))
