"""The printed matter of Arras against its rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from wargame.content.errors import DataError
from wargame.content.sequence import walk
from wargame.games.arras.content import (
    ArrasContent,
    Interception,
    Mobility,
    Result,
    UnitType,
    load_content,
    scenarios,
)
from wargame.hexes.hexside import side_key

DICE = range(1, 7)


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


def column(content: ArrasContent, name: str) -> dict[int, tuple[Result, Result]]:
    return content.crt[[c.name for c in content.columns].index(name)]


def factors(unit: UnitType) -> tuple[int, int]:
    return unit.attack, unit.defence


# Order of battle


def test_ARR_UN_02_the_order_of_battle_has_132_ground_units(arras: ArrasContent) -> None:
    assert len(arras.units) == 132
    assert list(arras.units) == sorted(arras.units)
    assert Counter(unit.nation for unit in arras.units.values()) == {
        "british": 43,
        "french": 17,
        "german": 72,
    }


def test_ARR_UN_02_each_formation_has_its_number_of_units(arras: ArrasContent) -> None:
    assert Counter(unit.formation for unit in arras.units.values()) == {
        "1st Army Tank Brigade": 9,
        "151st Brigade (50th Division)": 6,
        "Frankforce column troops": 9,
        "Arras garrison (Petreforce)": 5,
        "150th Brigade (50th Division)": 3,
        "13th Brigade (5th Division)": 6,
        "17th Brigade (5th Division)": 5,
        "3e DLM": 11,
        "13e BCC": 2,
        "1re DLM (detachment)": 4,
        "7. Panzer-Division": 32,
        "SS-Totenkopf-Division (mot)": 19,
        "5. Panzer-Division": 21,
    }


def test_ARR_UN_01_a_french_tank_is_3_3_and_german_infantry_2_3(arras: ArrasContent) -> None:
    assert factors(arras.units["fr-1cuir-1"]) == (3, 3)
    assert factors(arras.units["de-sr7-1"]) == (2, 3)


def test_ARR_MV_03_infantry_and_guns_have_2_mp(arras: ArrasContent) -> None:
    units = arras.units.values()
    assert {u.allowance for u in units if u.kind == "infantry" or u.gun} == {2}


def test_ARR_MV_04_transport_has_4_mp(arras: ArrasContent) -> None:
    assert {u.allowance for u in arras.units.values() if u.transport} == {4}


def test_ARR_MV_05_heavy_tanks_have_2_mp(arras: ArrasContent) -> None:
    heavy = [u for u in arras.units.values() if u.kind == "heavy_tank"]
    assert {(u.side, u.allowance) for u in heavy} == {("allied", 2)}


def test_ARR_MV_06_other_tanks_have_3_or_4_mp(arras: ArrasContent) -> None:
    tanks = [u for u in arras.units.values() if u.kind in ("tank", "light_tank")]
    assert {u.allowance for u in tanks} == {3, 4}


def test_ARR_BO_02_03_08_ranges_go_by_nation(arras: ArrasContent) -> None:
    ranges = {(u.nation, u.range) for u in arras.units.values() if u.artillery}
    assert ranges == {("british", 5), ("french", 3), ("german", 4)}
    assert {u.range for u in arras.units.values() if not u.artillery} == {0}


def test_ARR_AR_01_ARR_GE_01_the_british_and_french_have_one_air_unit_the_german_four(
    arras: ArrasContent,
) -> None:
    assert list(arras.air) == ["de-jg27", "de-lg2", "de-stg2", "de-zg26", "fr-air", "uk-air"]
    assert Counter(unit.side for unit in arras.air.values()) == {"allied": 2, "german": 4}


def test_ARR_AR_13_air_units_have_two_ratings(arras: ArrasContent) -> None:
    ratings = {unit.id: (unit.air, unit.strike) for unit in arras.air.values()}
    assert ratings == {
        "uk-air": (0, 0),
        "fr-air": (0, 0),
        "de-stg2": (-1, 1),
        "de-lg2": (-1, 1),
        "de-zg26": (0, 0),
        "de-jg27": (1, -1),
    }


def test_ARR_RF_05_guns_transport_and_weak_units_cannot_refit(arras: ArrasContent) -> None:
    some = ("de-sr6-1", "de-aa37", "de-88-1", "de-ar78-1", "uk-tr-1", "de-pj42-1")
    assert [unit_id for unit_id in some if arras.units[unit_id].refits] == ["de-sr6-1"]


def test_ARR_RF_07_refit_areas_go_by_formation(arras: ArrasContent) -> None:
    found = {(u.nation, u.refit_area) for u in arras.units.values()}
    assert found == {
        ("british", "A-N"),
        ("french", "A-W"),
        ("german", "G-S"),
        ("german", "G-E"),
    }
    assert arras.units["de-aa8"].refit_area == "G-E"


def test_ARR_EV_09_rommel_is_a_wheeled_leader_of_6_mp(arras: ArrasContent) -> None:
    rommel = arras.rommel
    assert (rommel.allowance, rommel.mobility, rommel.combat_unit) == (6, "wheeled", False)
    assert rommel.id not in arras.units


@pytest.mark.parametrize("scenario_id", ["campaign", "learning"])
def test_ARR_ST_01_ARR_ST_02_the_set_up_obeys_stacking(scenario_id: str) -> None:
    content = load_content(scenario_id)
    stacks = Counter((u.setup, u.transport) for u in content.units.values() if u.setup is not None)
    nations = {(u.setup, u.nation) for u in content.units.values() if u.setup is not None}
    assert max(stacks.values()) <= 3
    assert len(nations) == len({where for where, _ in nations})


def test_ARR_RE_03_reinforcements_have_a_turn_and_an_area_of_their_side(
    arras: ArrasContent,
) -> None:
    late = [u for u in arras.units.values() if u.setup is None]
    assert len(late) == 37
    assert all(arras.areas[u.area].side == u.side and u.arrival for u in late)


# Tables


def test_ARR_CO_08_attackers_are_never_hurt_at_two_to_one(arras: ArrasContent) -> None:
    for number, odds in enumerate(arras.columns):
        if odds.attack >= 2 * odds.defence:
            assert {arras.crt[number][die][0] for die in DICE} == {"-"}


def test_ARR_CO_07_three_to_one_hurts_only_the_defender_from_disruption_to_elimination(
    arras: ArrasContent,
) -> None:
    assert [column(arras, "3:1")[die] for die in DICE] == [
        ("-", "D"),
        ("-", "D"),
        ("-", "R1"),
        ("-", "R1"),
        ("-", "R2"),
        ("-", "E"),
    ]


def test_ARR_CO_06_each_column_to_the_right_is_better_for_the_attacker(
    arras: ArrasContent,
) -> None:
    harm = ["-", "D", "R1", "R2", "E"]
    for worse, better in pairwise(arras.crt):
        for die in DICE:
            assert harm.index(better[die][0]) <= harm.index(worse[die][0])
            assert harm.index(better[die][1]) >= harm.index(worse[die][1])


def test_ARR_CO_06_the_chances_of_table_4_2(arras: ArrasContent) -> None:
    chances = {row.label: row.cells for row in arras.charts["chances"].rows}
    assert chances == {
        "1:3": ("0", "4", "5", "1", "0", "0", "0"),
        "1:2": ("1", "3", "4", "2", "0", "0", "0"),
        "1:1": ("2", "2", "3", "2", "1", "0", "0"),
        "3:2": ("3", "1", "2", "2", "1", "1", "0"),
        "2:1": ("6", "0", "1", "2", "2", "1", "0"),
        "3:1": ("6", "0", "0", "2", "2", "1", "1"),
        "4:1": ("6", "0", "0", "1", "2", "2", "1"),
        "5:1": ("6", "0", "0", "0", "2", "2", "2"),
        "6:1": ("6", "0", "0", "0", "1", "2", "3"),
    }


def test_ARR_CO_06_disrupt_both_is_the_only_entry_that_strikes_both(arras: ArrasContent) -> None:
    entries = {results[die] for results in arras.crt for die in DICE}
    assert {entry for entry in entries if "-" not in entry} == {("D", "D")}


def test_ARR_CO_14_the_shifts_of_table_4_3(arras: ArrasContent) -> None:
    assert {shift.id: shift.value for shift in arras.shifts.values()} == {
        "disrupted": 1,
        "gun88": -1,
        "village": -1,
        "woods": -1,
        "city": -2,
        "hill": -1,
        "water": -1,
        "night": -1,
        "mixed": -1,
        "rommel_att": 1,
        "rommel_def": -1,
    }


def test_ARR_AR_04_the_sixths_of_table_4_5(arras: ArrasContent) -> None:
    results: tuple[Interception, ...] = ("interceptor_down", "continues", "aborted", "mission_down")
    found = {}
    for net in range(-2, 3):
        seen = Counter(arras.intercepted(die + net) for die in DICE)
        found[net] = tuple(seen[result] for result in results)
    assert found == {
        -2: (3, 2, 1, 0),
        -1: (2, 2, 2, 0),
        0: (1, 2, 2, 1),
        1: (0, 2, 2, 2),
        2: (0, 1, 2, 3),
    }


def test_ARR_BO_05_ARR_BO_06_the_chances_of_table_4_4(arras: ArrasContent) -> None:
    chart = arras.charts["bombard_odds"]
    columns = ("clear", "village, woods", "armour, village or woods", "city")
    found = {row.label: [chart.cell(c, row.label) for c in columns] for row in chart.rows}
    assert found == {
        "0": ["3", "2", "1", "1"],
        "+1": ["4", "3", "2", "2"],
        "-1": ["2", "1", "0", "0"],
    }


def test_ARR_EV_01_the_36ths_of_table_4_8(arras: ArrasContent) -> None:
    seen = Counter(arras.event_by_roll[a + b] for a in DICE for b in DICE)
    assert seen == {
        "max_air": 2,
        "german_paralysis": 4,
        "refugees": 3,
        "rommel": 7,
        "none": 16,
        "allied_paralysis": 4,
    }


def test_ARR_RE_02_the_reinforcement_chart(arras: ArrasContent) -> None:
    chart = arras.charts["reinforcement"]
    found = [chart.cell(chart.columns[0], str(turn)) for turn in range(1, 9)]
    assert found == ["none", "1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-6"]


def test_ARR_NI_01_turn_5_is_the_night(arras: ArrasContent) -> None:
    assert [turn for turn in arras.turns if arras.is_night(turn)] == [5]


def test_ARR_MV_07_the_terrain_chart_shows_what_the_engine_charges(arras: ArrasContent) -> None:
    chart = arras.charts["terrain"]
    assert chart.cell("foot MP", "woods") == "1"
    assert chart.cell("wheeled MP", "woods") == "2"
    assert chart.cell("tracked MP", "main road step") == "1/2"
    assert chart.cell("combat shift", "city (Arras)") == "-2"
    assert chart.cell("bombardment", "village, town, suburb") == "-1"


def test_every_chart_names_its_rule_and_has_rows(arras: ArrasContent) -> None:
    wanted = "terrain crt shifts bombard intercept air reinforcement events turns victory chances"
    assert set(wanted.split()) <= set(arras.charts)
    for chart in arras.charts.values():
        assert chart.rows
        assert chart.rule.startswith("ARR-")


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
    names = [arras.grid.name(h) for h in west.nearby]
    assert arras.nearby_cost == 2
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
    assert {unit.kind for unit in arras.units.values()} == set(arras.kill_vp)
    assert arras.kill_vp["tank"] == 2
    assert arras.kill_vp["transport"] == 1
    assert arras.rommel_vp == 3


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
    assert [(s.id, s.turns) for s in scenarios()] == [("campaign", 10), ("learning", 4)]


def test_an_unknown_scenario_is_named_with_the_nearest() -> None:
    with pytest.raises(DataError, match='the nearest valid one is "learning"'):
        load_content("lerning")


def test_content_is_loaded_once_and_has_a_digest(arras: ArrasContent) -> None:
    assert load_content("campaign") is arras
    assert arras.digest != load_content("learning").digest
