"""The map, victory, sequence and scenarios of Arras as data."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from wargame.content.errors import DataError
from wargame.content.sequence import walk
from wargame.games.arras import GAME
from wargame.games.arras.content import ArrasContent, load_content
from wargame.games.arras.data.files import Mobility
from wargame.hexes.hexside import side_key


@pytest.fixture(scope="module")
def arras() -> ArrasContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def learning() -> ArrasContent:
    return load_content("learning")


def path_costs(content: ArrasContent, mobility: Mobility, route: str) -> list[int]:
    """Half MPs of each step."""
    path, costs = content.grid.route(route), content.entry_cost[mobility]
    return [costs[a][content.grid.direction(a, b)] for a, b in pairwise(path)]


def off_road(content: ArrasContent, mobility: Mobility, a: str, b: str) -> int:
    first, second = content.grid.hex(a), content.grid.hex(b)
    direction = content.grid.direction(first, second)
    return content.entry_cost_no_road[mobility][first][direction]


# Map


def test_WE_03_roads(arras: ArrasContent) -> None:
    assert path_costs(arras, "tracked", "1008-1108-1109-1009") == [2, 1, 1]
    assert path_costs(arras, "tracked", "1108-1109-1210-1310") == [1, 2, 2]


def test_WE_04_a_lifted_pair_on_the_main_road(arras: ArrasContent) -> None:
    route = "1207-1106-1107-1108-1109-1009-0908-0808"
    assert path_costs(arras, "wheeled", route) == [2, 1, 1, 1, 1, 1, 1]


def test_WE_05_minor_roads_cancel_woods_and_streams(arras: ArrasContent) -> None:
    assert path_costs(arras, "tracked", "0707-0807-0806-0905") == [2, 2, 2]


def test_WE_06_a_stream_without_a_road_costs_one_more(arras: ArrasContent) -> None:
    assert path_costs(arras, "foot", "0707-0808") == [4]


def test_WE_15_past_the_gun(arras: ArrasContent) -> None:
    assert path_costs(arras, "tracked", "0613-0612-0711-0710-0810-0910") == [1, 1, 2, 2, 2]


def test_WE_17_exploitation_along_the_main_road(arras: ArrasContent) -> None:
    assert path_costs(arras, "tracked", "0507-0407-0306-0206-0105") == [1, 1, 1, 1]


def test_ARR_MV_08_a_city_hex_costs_1_mp_by_any_road(arras: ArrasContent) -> None:
    assert path_costs(arras, "wheeled", "1410-1310-1210-1110") == [2, 2, 2]
    assert path_costs(arras, "wheeled", "1110-1010") == [1]


def test_ARR_MV_07_a_road_works_only_along_the_drawn_road(arras: ArrasContent) -> None:
    assert path_costs(arras, "wheeled", "0905-0805") == [2]
    assert path_costs(arras, "wheeled", "0905-0806") == [2]
    assert path_costs(arras, "wheeled", "0706-0806") == [4]


def test_ARR_EV_07_without_roads_a_step_costs_the_off_road_price(arras: ArrasContent) -> None:
    assert off_road(arras, "wheeled", "0807", "0806") == 4
    assert off_road(arras, "foot", "0807", "0806") == 2
    assert off_road(arras, "tracked", "1108", "1109") == 4
    assert off_road(arras, "tracked", "1107", "1108") == 2


def test_ARR_GE_03_without_roads_a_bridged_river_costs_one_more(arras: ArrasContent) -> None:
    assert path_costs(arras, "foot", "1609-1709") == [2]
    assert off_road(arras, "foot", "1609", "1709") == 4
    assert off_road(arras, "foot", "1609", "1610") == 0


def test_ARR_MV_07_an_unbridged_river_is_prohibited(arras: ArrasContent) -> None:
    assert path_costs(arras, "foot", "1609-1610") == [0]
    assert path_costs(arras, "tracked", "1310-1309-1409") == [2, 2]


def test_ARR_MV_07_every_road_over_water_has_a_bridge(arras: ArrasContent) -> None:
    crossings = {side for side in arras.map.road_step if side in arras.map.hexsides}
    assert crossings == arras.map.bridges


def test_ARR_ZC_02_contact_crosses_streams_and_bridges_but_not_the_river(
    arras: ArrasContent,
) -> None:
    at = arras.grid.hex
    assert at("0708") in arras.contact[at("0707")]
    assert at("1709") in arras.contact[at("1609")]
    assert at("1610") not in arras.contact[at("1609")]
    for h, others in enumerate(arras.contact):
        assert all(h in arras.contact[other] for other in others)


def test_ARR_CO_16_the_barrier_mask_and_contact_agree(arras: ArrasContent) -> None:
    for h, six in enumerate(arras.grid.around):
        free = [b for d, b in enumerate(six) if not arras.barrier[h] >> d & 1]
        assert tuple(free) == arras.contact[h]


def test_ARR_CO_14_streams_and_rivers_give_the_water_shift(arras: ArrasContent) -> None:
    at = arras.grid.hex
    assert side_key(at("0707"), at("0708")) in arras.water
    assert side_key(at("1609"), at("1709")) in arras.water
    assert side_key(at("0808"), at("0708")) not in arras.water


def test_ARR_CO_14_ARR_BO_05_terrain_modifiers_by_hex(arras: ArrasContent) -> None:
    at = arras.grid.hex
    hexes = [at(n) for n in ("1413", "0708", "1503", "1110")]
    assert [arras.combat_shift[h] for h in hexes] == [0, -1, -1, -2]
    assert [arras.bombard_modifier[h] for h in hexes] == [0, -1, -1, -2]
    assert [h in arras.hill for h in hexes] == [True, False, True, False]


def test_ARR_RE_05_the_first_hex_of_a_reinforcement(arras: ArrasContent) -> None:
    at = arras.grid.hex
    assert [arras.edge_cost["foot"][at(n)] for n in ("1401", "1301", "1501")] == [1, 2, 2]
    assert arras.edge_cost_no_road["foot"][at("1401")] == 2
    assert {arras.edge_cost[m][at("0112")] for m in ("wheeled", "tracked")} == {4}


def test_ARR_RE_05_entry_areas_have_more_hexes_of_their_edge_nearby(arras: ArrasContent) -> None:
    west = arras.areas["G-W"]
    names = [arras.grid.name(h) for h in arras.nearby[west.id]]
    assert arras.terrain.entry.nearby == 2
    assert names == ["0110", "0111", "0112", "0116", "0117", "0118"]


def test_ARR_SU_03_every_supply_source_lies_on_a_road(arras: ArrasContent) -> None:
    assert len(arras.sources["allied"]) == 9
    assert len(arras.sources["german"]) == 10
    assert arras.sources["allied"] | arras.sources["german"] <= arras.road_hexes


# Victory


def test_ARR_VI_03_each_side_starts_with_objectives_of_30_vp(arras: ArrasContent) -> None:
    points: Counter[str] = Counter()
    for objective in arras.objectives:
        points[objective.control] += objective.vp
    assert points == {"allied": 30, "german": 30}


def test_ARR_VI_03_levels_of_victory(arras: ArrasContent) -> None:
    margins = (25, 20, 19, 6, 5, -5, -6, -19, -20, -40)
    levels = [arras.band(margin).level for margin in margins]
    assert levels == [
        *["Allied decisive"] * 2,
        *["Allied marginal"] * 2,
        *["draw"] * 2,
        *["German marginal"] * 2,
        *["German decisive"] * 2,
    ]
    assert arras.scenario.allied_bonus == 15


def test_ARR_VI_03_every_type_has_its_points(arras: ArrasContent) -> None:
    assert {unit.kind for unit in arras.units.values()} == set(arras.victory.kill)
    assert arras.victory.kill["tank"] == 2
    assert arras.victory.kill["transport"] == 1
    assert arras.victory.rommel_lost == 3


# Sequence


def phases(content: ArrasContent, player_turn: str) -> list[str]:
    step = next(step for step in walk(content.sequence) if step.id == player_turn)
    return [child.title for child in step.children]


def test_ARR_SQ_02_the_allied_player_bombards_after_he_moves(arras: ArrasContent) -> None:
    assert phases(arras, "arras.allied") == [
        "Supply",
        "Movement",
        "Air/Artillery bombardment",
        "Combat",
        "Mechanised exploitation",
        "Recovery",
    ]


def test_ARR_SQ_03_the_german_player_bombards_before_he_moves(arras: ArrasContent) -> None:
    assert phases(arras, "arras.german") == [
        "Supply",
        "Air/Artillery bombardment",
        "Movement",
        "Combat",
        "Mechanised exploitation",
        "Recovery",
    ]


def test_ARR_SQ_01_ARR_SQ_04_a_game_turn(arras: ArrasContent) -> None:
    root = arras.sequence
    assert (root.id, root.repeat) == ("arras.turn", True)
    ids = [child.id for child in root.children]
    assert ids == ["arras.turn.start", "arras.allied", "arras.german", "arras.end"]
    scripts = [s.script for s in walk(root.children[-1]) if s.script]
    assert scripts == ["arras.end.events", "arras.end.victory"]


def test_ARR_SQ_06_every_segment_has_a_script_and_every_step_a_rule(arras: ArrasContent) -> None:
    for step in walk(arras.sequence):
        assert step.rule.startswith("ARR-")
        runs = [child for child in step.children if not child.interrupt]
        assert bool(step.script) != bool(runs or step.interrupt)


def test_ARR_NI_01_ARR_RF_01_conditions_by_name(arras: ArrasContent) -> None:
    conditions = {(s.script, s.when) for s in walk(arras.sequence) if s.when}
    assert conditions == {
        ("arras.air", "day"),
        ("arras.exploitation", "day"),
        ("arras.refit", "refit_turn"),
    }


def test_ARR_CO_05_the_other_side_orders_no_retreat(arras: ArrasContent) -> None:
    sides = {step.id: step.side for step in walk(arras.sequence) if step.interrupt}
    assert sides["arras.allied.combat.noretreat"] == "german"
    assert sides["arras.german.combat.noretreat"] == "allied"
    assert sides["arras.allied.air.intercept"] == "german"
    assert sides["arras.german.air.intercept"] == "allied"
    assert "arras.end.rommel" in sides


# Scenarios


def test_the_learning_scenario_has_11_allied_and_13_german_units(learning: ArrasContent) -> None:
    sides = Counter(unit.side for unit in learning.units.values())
    assert sides == {"allied": 11, "german": 13}
    assert list(learning.air) == ["de-jg27", "de-stg2", "uk-air"]
    assert list(learning.turns) == [1, 2, 3, 4]
    assert learning.scenario.event_turns == (1, 3)


def test_the_learning_board_ends_at_its_limits(learning: ArrasContent) -> None:
    at = learning.grid.hex
    assert len(learning.board) == 60
    assert path_costs(learning, "tracked", "0909-0809") == [0]
    assert learning.contact[at("0809")] == ()
    assert learning.barrier[at("0809")] == 0b111111
    assert at("0106") not in learning.road_hexes
    assert learning.edge_cost["foot"][at("0809")] == 0


def test_the_learning_scenario_closes_arras_to_the_german(learning: ArrasContent) -> None:
    names = {learning.grid.name(h) for h in learning.closed["german"]}
    assert names == {"1110", "1210", "1310"}
    assert learning.closed["allied"] == frozenset()
    assert learning.depot["allied"] == learning.closed["german"]


def test_the_learning_objectives_and_levels(learning: ArrasContent) -> None:
    found = {o.name: (o.vp, o.control) for o in learning.objectives}
    assert found == {
        "Dainville": (1, "german"),
        "Agny": (2, "german"),
        "Beaurains": (3, "german"),
        "Telegraph Hill": (3, "german"),
        "Mercatel": (4, "german"),
        "Ficheux": (2, "german"),
    }
    winners = [learning.band(margin).winner for margin in (5, 4, 2, 1, -9)]
    assert winners == ["allied", "draw", "draw", "german", "german"]


def test_scenarios_come_longest_first() -> None:
    assert [(s.id, s.turns) for s in GAME.scenarios] == [("campaign", 10), ("learning", 4)]


def test_an_unknown_scenario_is_named_with_the_nearest() -> None:
    with pytest.raises(DataError, match='the nearest valid one is "learning"'):
        load_content("lerning")


def test_content_is_loaded_once_and_has_a_digest(arras: ArrasContent) -> None:
    assert load_content("campaign") is arras
    assert arras.digest != load_content("learning").digest
