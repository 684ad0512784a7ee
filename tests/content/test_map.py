"""Map files: what they give and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.content.errors import DataError
from wargame.content.map import MapContent, read_map

SMALL = """
id = "small"
title = "Small"
cols = 3
rows = 3
km_per_hex = 1.0
terrain = ["..w", "...", "v.."]
bridges = ["0101|0201"]
elevation_rows = ["000", "010", "002"]
elevation = [{ hex = "0202", level = 1, name = "Knoll" }]
place = [{ hex = "0103", name = "Ville", kind = "village" }]
[legend]
"." = "clear"
w = "woods"
v = "village"
[[road]]
class = "minor"
name = "Lane"
path = "0101-0102-0202-0302"
[[road]]
class = "main"
name = "Highway"
path = "0102-0202"
[[rail]]
class = "railway"
path = "0101-0102"
[[hexside]]
class = "river"
name = "Brook"
sides = ["0201|0101"]
[[hexside]]
class = "cliff"
sides = ["0302|0303"]
"""


def load(tmp_path: Path, text: str = SMALL) -> MapContent:
    file = tmp_path / "small.toml"
    file.write_text(text, encoding="utf-8")
    return read_map(file)


def refusal(tmp_path: Path, old: str, new: str) -> DataError:
    assert old in SMALL
    with pytest.raises(DataError) as caught:
        load(tmp_path, SMALL.replace(old, new, 1))
    return caught.value


def test_terrain_and_elevation_are_indexed_by_hex(tmp_path: Path) -> None:
    small = load(tmp_path)
    at = small.grid.hex
    assert [small.terrain[at(n)] for n in ("0301", "0103", "0202")] == ["woods", "village", "clear"]
    assert [small.elevation[at(n)] for n in ("0101", "0202", "0303")] == [0, 1, 2]


def test_what_is_off_the_board_is_drawn_as_out_of_play(tmp_path: Path) -> None:
    small = load(tmp_path)
    knoll, ville = small.grid.hex("0202"), small.grid.hex("0103")
    drawn = small.within(frozenset(range(small.grid.size)) - {knoll})
    assert [drawn.terrain[h] for h in (knoll, ville)] == ["out of play", "village"]
    assert (drawn.elevation[knoll], small.elevation[knoll]) == (0, 1)
    assert small.within(frozenset(range(small.grid.size))) is small


def test_places_come_before_heights_and_numbers_in_a_name(tmp_path: Path) -> None:
    small = load(tmp_path)
    names = [small.name(small.grid.hex(n)) for n in ("0103", "0202", "0101")]
    assert names == ["Ville", "Knoll", "0101"]


def test_the_best_road_class_counts_where_two_share_a_step(tmp_path: Path) -> None:
    small = load(tmp_path)
    at = small.grid.hex
    first, second, third = sorted((at("0102"), at("0202"))), at("0101"), at("0302")
    assert small.road_step[first[0], first[1]] == "main"
    assert small.road_step[second, at("0102")] == "minor"
    assert small.road_links[at("0202")] == tuple(sorted((at("0102"), third)))
    assert small.road_hexes == {at("0101"), at("0102"), at("0202"), at("0302")}


def test_hexsides_and_bridges_are_keyed_in_order(tmp_path: Path) -> None:
    small = load(tmp_path)
    brook = (small.grid.hex("0101"), small.grid.hex("0201"))
    assert small.hexsides[brook] == "river"
    assert small.hexside_names[brook] == "Brook"
    assert small.bridges == {brook}
    assert small.side_lines(small.grid.hex("0101")) == ["river towards 0201 (bridge)"]
    assert small.side_lines(small.grid.hex("0302")) == ["cliff towards 0303"]
    assert sorted(small.hexsides.values()) == ["cliff", "river"]


def test_a_short_row_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, '"..w"', '".."').key == "terrain.0"


def test_a_missing_row_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, ', "v.."', "").key == "terrain"


def test_a_code_outside_the_legend_names_its_hex(tmp_path: Path) -> None:
    assert "hex 0301" in str(refusal(tmp_path, '"..w"', '"..W"'))


def test_a_level_that_is_no_digit_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, '"010"', '"0x0"').key == "elevation_rows"


def test_a_hex_off_the_map_is_named_with_the_nearest(tmp_path: Path) -> None:
    error = refusal(tmp_path, 'hex = "0103"', 'hex = "0105"')
    assert error.key == "place.0.hex"
    assert error.nearest in {"0101", "0102", "0103"}


def test_two_places_in_a_hex_are_refused(tmp_path: Path) -> None:
    twice = 'place = [{ hex = "0103", name = "Other", kind = "village" }, '
    assert "share hex 0103" in str(refusal(tmp_path, "place = [", twice))


def test_a_gap_in_a_road_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, "0101-0102-0202-0302", "0101-0102-0302")
    assert error.key == "road.0.path"
    assert "0102 and 0302 are not neighbours" in str(error)


def test_a_path_of_one_hex_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, '"0102-0202"', '"0102"').key == "road.1.path"


def test_an_unknown_road_class_is_named_with_the_nearest(tmp_path: Path) -> None:
    assert refusal(tmp_path, 'class = "minor"', 'class = "minnor"').nearest == "minor"


def test_a_hexside_between_distant_hexes_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "0302|0303", "0101|0303").key == "hexside.1.sides.0"


def test_a_hexside_of_two_classes_is_refused(tmp_path: Path) -> None:
    assert "already a river" in str(refusal(tmp_path, "0302|0303", "0101|0201"))


def test_a_bridge_over_dry_land_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, '"0101|0201"]', '"0101|0102"]')
    assert error.key == "bridges.0"
    assert error.nearest == "0101|0201"


def test_a_bridge_over_a_cliff_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, '"0101|0201"]', '"0302|0303"]').key == "bridges.0"
