"""The map, areas, sequence and scenarios of Normandy as data."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from itertools import pairwise

import pytest

from tests.games.normandy.test_content import tables
from wargame.content.toml import asset, read_text
from wargame.games.normandy.content import NormandyContent, load_content
from wargame.games.normandy.data.files import Mobility
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

BOTH: tuple[Mobility, ...] = ("foot", "mech")


@pytest.fixture(scope="module")
def normandy() -> NormandyContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def epsom() -> NormandyContent:
    return load_content("epsom")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "normandy.md"))


def names(content: NormandyContent, hexes: Iterable[Hex]) -> list[str]:
    """Their numbers, in order."""
    return sorted(content.grid.name(h) for h in hexes)


def side(content: NormandyContent, text: str) -> HexsideKey:
    """A hexside written 1612-1613."""
    a, b = map(content.grid.hex, text.split("-"))
    assert content.grid.adjacent(a, b)
    return side_key(a, b)


def digest(lines: Iterable[str]) -> str:
    """A short hash of lines in any order."""
    return blake2b("\n".join(sorted(lines)).encode(), digest_size=6).hexdigest()


def costs(
    content: NormandyContent, mobility: Mobility, route: str, *, mech_primary: int = 1
) -> list[int]:
    """Half MPs of each step by road, with the bridges that stand at the start."""
    prices = content.prices(content.bridges, mech_primary)[mobility]
    return [prices[a][content.grid.direction(a, b)] for a, b in pairwise(content.grid.route(route))]


def off_road(content: NormandyContent, mobility: Mobility, route: str) -> list[int]:
    """Half MPs of each step where no road rate applies."""
    prices = content.off_road(content.bridges)[mobility]
    return [prices[a][content.grid.direction(a, b)] for a, b in pairwise(content.grid.route(route))]


# Ground


def test_section_7_terrain_by_number_of_hexes(normandy: NormandyContent) -> None:
    assert (normandy.grid.cols, normandy.grid.rows, normandy.map.km_per_hex) == (54, 40, 4)
    assert Counter(normandy.map.terrain) == {
        "bocage": 1110, "sea": 547, "clear": 198, "rough": 78, "out of play": 77, "town": 66,
        "forest": 51, "city": 24, "marsh": 9,
    }  # fmt: skip
    assert len(normandy.land) == 1536


def test_section_7_the_map_is_the_one_that_was_printed(normandy: NormandyContent) -> None:
    """A hex, hexside, bridge or road that changes by mistake changes a hash."""
    printed, name = normandy.map, normandy.grid.name
    found = {
        "terrain": digest(f"{name(h)} {kind}" for h, kind in enumerate(printed.terrain)),
        "rivers": digest(
            f"{name(a)} {name(b)} {cls} {printed.hexside_names[a, b]}"
            for (a, b), cls in printed.hexsides.items()
        ),
        "bridges": digest(f"{name(a)} {name(b)}" for a, b in printed.bridges),
        "roads": digest(f"{name(a)} {name(b)} {cls}" for (a, b), cls in printed.road_step.items()),
        "places": digest(f"{name(h)} {p.name} {p.kind}" for h, p in printed.places.items()),
    }
    assert found == {
        "terrain": "0f8bb6a9ee05",
        "rivers": "bc9d0bb16d99",
        "bridges": "caf2ad085679",
        "roads": "ff454ce5da6b",
        "places": "7c03892142ea",
    }


def test_section_7_rivers_and_roads_by_number(normandy: NormandyContent) -> None:
    rivers = Counter(normandy.map.hexsides.values())
    assert rivers == {"minor river": 466, "major river": 57, "flooded river": 39}
    assert Counter(normandy.map.road_step.values()) == {"secondary": 404, "primary": 372}
    assert (len(normandy.map.roads), len(normandy.map.places)) == (86, 157)


def test_section_7_a_bridge_wherever_a_road_crosses_a_river(normandy: NormandyContent) -> None:
    printed = normandy.map
    assert printed.bridges == set(printed.road_step) & set(printed.hexsides)
    assert len(printed.bridges) == 95
    down = {side(normandy, "3914-4014"), side(normandy, "3916-4016")}
    assert printed.bridges - normandy.bridges == down
    assert {normandy.map.hexsides[s] for s in down} == {"flooded river"}


@pytest.mark.parametrize(
    ("crossings", "river"),
    [
        ("1612-1613 1613-1712 1613-1713", ""),
        ("1411-1510 1310-1410", "Merderet"),
        ("1411-1412", "Douve"),
        ("1813-1912 1915-1916 1918-2018", "Vire"),
        ("3714-3715 3516-3617 3321-3421 3321-3422", "Orne"),
        ("1431-1432 1532-1632", "Sélune"),
    ],
)
def test_section_7_key_crossings_have_bridges(
    normandy: NormandyContent, crossings: str, river: str
) -> None:
    for text in crossings.split():
        over = side(normandy, text)
        assert over in normandy.bridges, text
        assert river in ("", normandy.map.hexside_names[over])


def test_section_7_the_cities_and_heights(normandy: NormandyContent, rulebook: str) -> None:
    printed = normandy.map
    cities = {h for h, place in printed.places.items() if place.kind == "city"}
    assert cities == normandy.cities
    row = next(r for r in tables(rulebook, "| kind | where |") if r[0].startswith("Cities"))
    told = dict(re.findall(r"([^,]+?) (\d{4})", row[1]))
    assert {name.strip(): n for name, n in told.items()} == {
        printed.places[h].name: normandy.grid.name(h) for h in normandy.cities
    }
    assert len(told) == 24
    heights = {normandy.grid.name(h): normandy.map.name(h) for h in normandy.heights}
    assert heights == {
        "3318": "Hill 112",
        "3619": "Verrières Ridge",
        "2218": "Hill 192",
        "2431": "Hill 314",
        "4626": "Mont Ormel",
    }


def test_NOR_CO_08_terrain_that_excuses_an_attack(normandy: NormandyContent) -> None:
    rows = normandy.terrain.terrain
    assert {row.id for row in rows if row.exempt} == {
        *("bocage", "rough", "forest", "marsh", "town", "city")
    }
    assert {row.id for row in rows if row.land and not row.builds} == {"marsh", "city"}
    assert {row.id for row in rows if row.arms} == {"clear", "town"}
    assert [row.id for row in rows if row.shelter] == ["city"]
    assert {row.id for row in rows if row.stand} == {row.id for row in rows if row.rubble}
    assert [(r.id, r.shuts, r.attackers) for r in normandy.terrain.river] == [
        ("minor river", False, ("foot", "mech")),
        ("major river", True, ("foot",)),
        ("flooded river", True, ()),
    ]


def test_4_9_the_rulebook_prints_the_same_drms(normandy: NormandyContent, rulebook: str) -> None:
    printed = {row[0]: row for row in tables(rulebook, "| terrain | foot MP | mech MP | DRM |")}
    drms = {row.id: row.drm for row in normandy.terrain.terrain if row.land}
    drms |= {row.id: row.drm for row in normandy.terrain.river}
    for name, drm in drms.items():
        label = next(label for label in printed if label.startswith(name))
        assert int(printed[label][3]) == drm
    added = normandy.terrain.added
    assert [added.improved.drm, added.entrenchment.drm, added.fortress.drm] == [-1, -2, -1]
    assert [added.rubble.drm, added.heights.drm, added.bombed.drm] == [-1, -1, 2]


# Movement


def test_EX_07_a_brigade_by_road_into_an_enemy_zone(normandy: NormandyContent) -> None:
    assert costs(normandy, "mech", "2814-2914-3015-3115-3215") == [1, 1, 1, 1]
    assert off_road(normandy, "mech", "3215-3315") == [2]
    assert side(normandy, "3015-3115") in normandy.bridges
    assert costs(normandy, "foot", "1310-1210-1209") == [4, 4]


def test_EX_08_the_road_to_caen_is_twelve_hexes(normandy: NormandyContent) -> None:
    route = "4229-4228-4127-4027-4026-3925-3924-3923-3823-3822-3721-3720-3620-3619"
    steps = pairwise(normandy.grid.route(route))
    assert all(b in normandy.map.road_links[a] for a, b in steps)
    assert normandy.air.level[2].strategic[normandy.units["ge.lehr.pzr130"].strategic] == 12


def test_EX_13_reserve_movement_to_avranches(normandy: NormandyContent) -> None:
    route = "1220-1221-1222-1322-1423-1424-1425-1325-1326-1327-1328-1329-1430"
    assert costs(normandy, "mech", route) == [1] * 12
    wet = costs(normandy, "mech", route, mech_primary=normandy.terrain.road.wet_mech)
    assert wet == [2] * 12
    assert normandy.limits.reserve.move.of(normandy.units["us.4a.cca"].allowance) == 6


def test_EX_16_a_targeted_hex(normandy: NormandyContent) -> None:
    at = normandy.grid.hex("3321")
    over = [s for s in normandy.bridges if at in s]
    assert {normandy.map.hexside_names[s] for s in over} == {"Orne"}
    assert len(over) == 2
    added = normandy.terrain.added.targeted
    assert off_road(normandy, "mech", "3320-3321")[0] + added.price("mech") == 8
    assert added.price("foot") == 4


def test_NOR_MV_05_rivers_without_a_bridge(normandy: NormandyContent) -> None:
    prices, seen = normandy.off_road(()), defaultdict[tuple[str, str], set[int]](set)
    for (a, b), row in normandy.rivers.items():
        way, ground = normandy.grid.direction(a, b), normandy.ground.rows[b]
        for m in BOTH:
            if ground.price(m):
                seen[row.id, m].add(max(prices[m][a][way] - ground.price(m), 0))
    assert seen == {
        ("minor river", "foot"): {2},
        ("minor river", "mech"): {4},
        ("major river", "foot"): {6},
        ("major river", "mech"): {0},
        ("flooded river", "foot"): {0},
        ("flooded river", "mech"): {0},
    }


def test_NOR_EN_11_a_bridge_that_has_fallen(normandy: NormandyContent) -> None:
    grid = normandy.grid
    a, b = grid.hex("3714"), grid.hex("3715")
    way, over = grid.direction(a, b), side(normandy, "3714-3715")
    whole, fallen = (normandy.prices(x, 1) for x in (normandy.bridges, normandy.bridges - {over}))
    assert [whole[m][a][way] for m in BOTH] == [2, 2]
    assert [fallen[m][a][way] for m in BOTH] == [2 + 6, 0]


def test_NOR_MV_07_nobody_enters_the_sea(normandy: NormandyContent) -> None:
    for prices in normandy.prices(normandy.bridges, 1).values():
        for h in range(normandy.grid.size):
            for near, cost in zip(normandy.grid.around[h], prices[h], strict=True):
                assert not cost or near in normandy.land


def test_4_9_mech_enters_marsh_by_road_only(normandy: NormandyContent) -> None:
    assert normandy.map.terrain[normandy.grid.hex("1714")] == "marsh"
    for h in normandy.ground.hexes(lambda row: row.id == "marsh"):
        for near in normandy.grid.neighbours[h]:
            way = normandy.grid.direction(near, h)
            cost = normandy.prices(normandy.bridges, 1)["mech"][near][way]
            assert not cost or normandy.ground.road(near, h)


def test_the_distances_of_the_worked_examples(normandy: NormandyContent) -> None:
    at, far = normandy.grid.hex, normandy.grid.distance
    assert far(at("3713"), at("3914")) == 2  # EX-04
    assert far(at("1411"), at("1810")) == 4  # EX-06
    assert far(at("1820"), at("1818")) == 2  # EX-10
    assert {"1817", "1918"} <= set(names(normandy, normandy.grid.neighbours[at("1818")]))  # EX-12
    assert at("3415") in normandy.naval  # EX-09
    assert far(at("3415"), at("3412")) == 3
    assert at("3417") not in normandy.naval
    assert normandy.grid.adjacent(at("1818"), at("1718"))  # EX-14
    assert normandy.grid.adjacent(at("1718"), at("1717"))


def test_EX_06_the_ways_of_the_paratroops(normandy: NormandyContent) -> None:
    assert [normandy.map.hexsides[side(normandy, s)] for s in ("1411-1510", "1410-1411")] == [
        "flooded river",
        "flooded river",
    ]
    german = {"1310", "1412"}
    assert not german & set(names(normandy, normandy.allied_at_start))
    path = set(names(normandy, map(normandy.grid.hex, ("1510", "1611", "1710", "1810"))))
    assert path <= set(names(normandy, normandy.allied_at_start))


# Areas


def test_NOR_OM_01_the_areas_in_their_row(normandy: NormandyContent) -> None:
    areas = [area for area in normandy.areas.values() if area.next]
    assert [area.id for area in areas] == list("ABCDE")
    for west, east in pairwise(areas):
        assert east.id in west.next
        assert west.id in east.next
    assert sum(len(area.next) for area in areas) == 8
    for area in areas:
        assert set(area.hexes) <= normandy.edge & normandy.map.road_hexes
    entries = [n for area in areas for n in map(normandy.grid.name, area.hexes)]
    assert entries == [
        *["0134", "0940", "1640", "3040", "4540", "5434", "5428", "5420", "5417", "5412"]
    ]
    exits = {normandy.grid.name(h) for h in normandy.off_map.use.exits}
    assert exits == {n for n in entries if n.startswith("54")}


def test_NOR_RF_04_other_hexes_of_the_edge(normandy: NormandyContent) -> None:
    beside = names(normandy, normandy.beside["C"])
    assert beside == ["4140", "4240", "4340", "4440", "4640", "4740", "4840", "4940"]
    west = {normandy.grid.row(h) for h in normandy.edge if normandy.grid.column(h) == 1}
    assert west == {30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40}


def test_NOR_RF_01_the_beaches(normandy: NormandyContent) -> None:
    found = {nation: names(normandy, hexes) for nation, hexes in normandy.beaches.items()}
    assert found == {"us": ["1810", "2511"], "cw": ["3112", "3413", "3613"]}


# Set-up


def test_section_7_control_at_the_start(normandy: NormandyContent) -> None:
    assert len(normandy.allied_at_start) == 46
    for unit in normandy.units.values():
        if unit.setup is not None:
            assert (unit.setup in normandy.allied_at_start) == (unit.side == "allied"), unit.id
    assert digest(names(normandy, normandy.allied_at_start)) == "7f2417363da7"


def test_section_7_fortifications(normandy: NormandyContent) -> None:
    found = defaultdict(list)
    for h, kind in normandy.positions.items():
        found[kind].append(normandy.grid.name(h))
    assert found == {
        "entrenchment": ["0804", "0805", "0903", "0905", "1004"],
        "improved position": ["0703", "1104", "1408", "1508", "1608", "2110", "3515", "4014"],
    }
    assert names(normandy, normandy.off_map.fortress.hexes) == ["0804", "0903"]
    assert normandy.off_map.fortress.hq in normandy.hqs


@pytest.mark.parametrize("scenario_id", ["campaign", "epsom"])
def test_NOR_MV_06_NOR_BD_05_the_set_up_is_legal(scenario_id: str) -> None:
    content = load_content(scenario_id)
    stacks = defaultdict(list)
    for unit in content.units.values():
        if unit.setup is not None:
            stacks[unit.setup].append(unit)
    assert set(stacks) <= content.land
    for stack in stacks.values():
        assert sum(unit.stacking for unit in stack) <= content.limits.stacking.most
        assert len({unit.nation for unit in stack}) == 1


def test_NOR_BD_02_the_boundary_lies_between_the_nations(normandy: NormandyContent) -> None:
    assert normandy.boundary == (27,) * 40
    for unit in normandy.units.values():
        if unit.setup is not None and unit.nation != "ge":
            west = normandy.grid.column(unit.setup) < 27
            assert west == (unit.nation == "us")
