"""The printed matter of Arras against its rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from wargame.games.arras import GAME
from wargame.games.arras.content import ArrasContent, load_content
from wargame.games.arras.data.counters import UnitType
from wargame.games.arras.data.files import Interception, Result

ON_FOOT = ("infantry", "artillery", "gun_88")
DICE = range(1, 7)


@pytest.fixture(scope="module")
def arras() -> ArrasContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def learning() -> ArrasContent:
    return load_content("learning")


def column(content: ArrasContent, name: str) -> dict[int, tuple[Result, Result]]:
    return content.crt[[c.name for c in content.combat.columns].index(name)]


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
    assert {u.allowance for u in units if u.kind in ON_FOOT} == {2}


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
    for number, odds in enumerate(arras.combat.columns):
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
    chances = {row.label: row.cells for row in GAME.charts(arras)["chances"].rows}
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
    chart = GAME.charts(arras)["bombard_odds"]
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
    chart = GAME.charts(arras)["reinforcement"]
    found = [chart.cell(chart.columns[0], str(turn)) for turn in range(1, 9)]
    assert found == ["none", "1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-6"]


def test_ARR_NI_01_turn_5_is_the_night(arras: ArrasContent) -> None:
    assert [turn for turn in arras.turns if arras.is_night(turn)] == [5]


def test_ARR_MV_07_the_terrain_chart_shows_what_the_engine_charges(arras: ArrasContent) -> None:
    chart = GAME.charts(arras)["terrain"]
    assert chart.cell("foot MP", "woods") == "1"
    assert chart.cell("wheeled MP", "woods") == "2"
    assert chart.cell("tracked MP", "main road step") == "1/2"
    assert chart.cell("combat shift", "city (Arras)") == "-2"
    assert chart.cell("bombardment", "village, town, suburb") == "-1"


def test_every_chart_names_its_rule_and_has_rows(arras: ArrasContent) -> None:
    wanted = "terrain crt shifts bombard intercept air reinforcement events turns victory chances"
    assert set(wanted.split()) <= set(GAME.charts(arras))
    for chart in GAME.charts(arras).values():
        assert chart.rows
        assert chart.rule.startswith("ARR-")
