"""The printed matter of Hannut against its rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from wargame.content.toml import asset, read_text
from wargame.games.hannut import GAME
from wargame.games.hannut.content import HannutContent, load_content
from wargame.games.hannut.data.files import Result

ROLLS = range(2, 13)
COLUMNS = range(-1, 9)
KINDS = {"HQ": "hq", "AT gun": "at_gun", "armoured car": "armoured_car"}


@pytest.fixture(scope="module")
def hannut() -> HannutContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def orp() -> HannutContent:
    return load_content("orp")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "hannut.md"))


def table(text: str, heading: str) -> list[list[str]]:
    """The cells of the markdown table whose first line starts like this, without its head."""
    lines = text[text.index(heading) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


# Order of battle


def test_section_6_the_order_of_battle_has_82_german_and_47_french_units(
    hannut: HannutContent,
) -> None:
    assert Counter((u.side, u.kind) for u in hannut.units.values()) == {
        ("german", "tank"): 24,
        ("german", "infantry"): 36,
        ("german", "at_gun"): 5,
        ("german", "armoured_car"): 4,
        ("german", "hq"): 13,
        ("allied", "tank"): 16,
        ("allied", "infantry"): 13,
        ("allied", "motorized"): 6,
        ("allied", "armoured_car"): 2,
        ("allied", "at_gun"): 2,
        ("allied", "hq"): 8,
    }


def test_section_6_each_formation_has_its_number_of_units(hannut: HannutContent) -> None:
    found = [(f.id, len(f.units)) for f in hannut.formations.values()]
    german = (
        "PR5 7 PR6 7 SR3-I 6 SR3-II 6 SR3-III 7 AA3 6 PR35 7 PR36 7 SR33-I 6 SR33-II 7 SR12-I 6"
    )
    german += " SR12-II 6 AA7 4"
    french = "1RC 5 2RC 5 12RC 5 11RDP-I 7 11RDP-II 7 11RDP-III 7 29RD 5 1RDP-I 6"
    assert " ".join(f"{name} {count}" for name, count in found) == f"{german} {french}"


def test_section_6_every_counter_is_printed_as_in_chapter_13(
    hannut: HannutContent, rulebook: str
) -> None:
    chapter = rulebook[rulebook.index("## 13 ") : rulebook.index("## 14 ")]
    heads = re.findall(
        r"^`(\S+)` - (.*)\. Marker `(\S+)`, command range (\d+)", chapter, re.MULTILINE
    )
    assert heads == [(f.id, f.name, f.marker, str(f.command)) for f in hannut.formations.values()]
    rows = [line for line in chapter.splitlines() if re.match(r"\| .* \| \d \| \d", line)]
    units = list(hannut.units.values())
    assert len(rows) == len(units) == 129
    for line, unit in zip(rows, units, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        place = hannut.grid.name(unit.setup) if unit.setup is not None else ""
        entry = hannut.grid.name(hannut.areas[unit.area].hex) if unit.area else ""
        assert cells[0] == unit.name
        assert KINDS.get(cells[1], cells[1]) == unit.kind
        assert cells[2:9] == [
            unit.mobility,
            unit.family,
            str(unit.steps),
            f"{unit.attack}/{unit.reduced}" if unit.steps == 2 else str(unit.attack),
            str(unit.defence),
            str(unit.range),
            str(unit.allowance),
        ]
        assert cells[-1] == (place or f"GT{unit.arrival}, {unit.area} ({entry})")
        if len(cells) > 11:
            assert cells[9] == (str(unit.loaded_allowance) if unit.loads else "-")
            assert (cells[10] == "Stu.Pio") == unit.pioneer


def test_section_6_the_units_stand_in_table_order_germans_first(hannut: HannutContent) -> None:
    units = list(hannut.units.values())
    assert [u.order for u in units] == list(range(129))
    assert [u.side for u in units] == ["german"] * 82 + ["allied"] * 47
    assert list(hannut.markers) == sorted(hannut.markers)


def test_HAN_CM_01_each_formation_has_one_hq_and_a_marker(hannut: HannutContent) -> None:
    for formation in hannut.formations.values():
        assert [u for u in formation.units if hannut.units[u].hq] == [formation.hq]
        assert hannut.markers[formation.marker].formation == formation.id


def test_HAN_FM_04_four_german_companies_are_sturmpioniere(hannut: HannutContent) -> None:
    found = [u.id for u in hannut.units.values() if u.pioneer]
    assert found == ["g.pi39.1", "g.pi39.2", "g.pi79.1", "g.pi79.2"]


def test_HAN_LO_01_only_german_infantry_loads(hannut: HannutContent) -> None:
    loading = {(u.side, u.kind) for u in hannut.units.values() if u.loads}
    assert loading == {("german", "infantry")}
    assert sum(u.loads for u in hannut.units.values()) == 36
    waiting = {u.formation_id for u in hannut.units.values() if u.loads and not u.loaded}
    assert waiting == {"SR33-I", "SR33-II"}


def test_HAN_TM_09_tracked_units_are_the_tank_family(hannut: HannutContent) -> None:
    for unit in hannut.units.values():
        assert (unit.mobility == "tracked") == (unit.family == "T")
        assert unit.afv != unit.soft


def test_HAN_RC_01_german_tanks_tank_hqs_and_at_guns_react_on_8(hannut: HannutContent) -> None:
    found = Counter(
        (u.side, u.kind) for u in hannut.units.values() if hannut.reaction_value(u) == 8
    )
    assert found == {("german", "tank"): 24, ("german", "at_gun"): 5, ("german", "hq"): 4}


def test_HAN_AT_01_at_guns_and_hqs_do_not_assault(hannut: HannutContent) -> None:
    assert {u.kind for u in hannut.units.values() if not u.assaults} == {"at_gun", "hq"}


def test_5_12_a_reduced_unit_has_its_second_factor(hannut: HannutContent) -> None:
    s35, hq = hannut.units["a.2rc.1"], hannut.units["a.2rc.hq"]
    assert [(u.attack, u.reduced, u.steps) for u in (s35, hq)] == [(8, 5, 2), (2, 0, 1)]


@pytest.mark.parametrize("scenario_id", ["campaign", "orp"])
def test_HAN_ST_01_the_set_up_is_legal(scenario_id: str) -> None:
    content = load_content(scenario_id)
    placed = [u for u in content.units.values() if u.setup is not None]
    stacks = Counter((u.setup, u.hq) for u in placed)
    sides = {(u.setup, u.side) for u in placed}
    assert {u.setup for u in placed} <= content.board
    assert max(n for (_, hq), n in stacks.items() if not hq) <= content.limits.stack == 3
    assert max(n for (_, hq), n in stacks.items() if hq) <= content.limits.stack_hqs == 2
    assert len(sides) == len({where for where, _ in sides})


def test_HAN_EN_01_reinforcements_have_a_turn_and_an_entry(hannut: HannutContent) -> None:
    late = {
        (f.arrival, f.id, hannut.grid.name(hannut.areas[f.area].hex))
        for f in hannut.formations.values()
        if f.arrival
    }
    assert sorted(late) == [
        (2, "PR36", "2710"),
        (2, "PR6", "2704"),
        (2, "SR3-II", "2701"),
        (3, "SR12-I", "2710"),
        (3, "SR12-II", "2716"),
        (5, "29RD", "1218"),
        (6, "1RDP-I", "0218"),
    ]
    assert sum(u.setup is None for u in hannut.units.values()) == 43


# Fire


def test_HAN_CRT_02_the_fire_table_of_the_charts_with_its_repairs(hannut: HannutContent) -> None:
    printed = """
        Z Z Z N 1 1 1 1 1 1
        Z Z Z N Z Z Z 1 1 1
        - Z Z N N Z Z Z 1 1
        - - Z N Z Z Z Z Z 1
        - - - N N Z Z Z Z Z
        - - - - - - - - - -
        - - - - - - - - - Z
        - - - - - - N N N N
        - - - N N N N N N 1
        - N N N N N N 1 1 1
        N N N N N N 1 1 1 1
    """
    rows = [line.split() for line in printed.split("\n") if line.strip()]
    assert [[hannut.crt[column][roll] for column in COLUMNS] for roll in ROLLS] == rows


def test_HAN_CRT_02_the_rulebook_prints_the_same_table(
    hannut: HannutContent, rulebook: str
) -> None:
    chart = {row.label: row.cells for row in GAME.charts(hannut)["crt"].rows}
    for row in table(rulebook, "| 2d6 | -1 | 0 |"):
        assert chart[row[0]] == tuple(row[1:])


def test_HAN_CRT_03_to_08_columns_of_attacks_without_a_firing_unit(hannut: HannutContent) -> None:
    assert hannut.combat.mine_column == 2
    assert hannut.combat.calibre_column == {"light": 4, "medium": 5, "heavy": 6, "stuka": 8}


def test_HAN_CRT_10_red_results_spare_afvs(hannut: HannutContent) -> None:
    assert hannut.combat.red == (8, 9, 10, 11, 12)
    for column in COLUMNS:
        for roll in ROLLS:
            printed = hannut.crt[column][roll]
            assert hannut.fire_result(column, roll, afv=False) == printed
            assert hannut.fire_result(column, roll, afv=True) == ("-" if roll >= 8 else printed)


def test_HAN_CRT_10_the_36ths_of_table_4_2(hannut: HannutContent) -> None:
    order: tuple[Result, ...] = ("-", "N", "Z", "1")
    found = {}
    for column in COLUMNS:
        afv, soft = (hannut.fire_odds(column, afv=afv) for afv in (True, False))
        found[column] = ([afv[r] for r in order], [soft[r] for r in order])
    assert found == {
        -1: ([33, 0, 3, 0], [32, 1, 3, 0]),
        0: ([30, 0, 6, 0], [27, 3, 6, 0]),
        1: ([26, 0, 10, 0], [23, 3, 10, 0]),
        2: ([21, 15, 0, 0], [15, 21, 0, 0]),
        3: ([21, 8, 6, 1], [15, 14, 6, 1]),
        4: ([21, 0, 14, 1], [15, 6, 14, 1]),
        5: ([21, 0, 14, 1], [11, 9, 14, 2]),
        6: ([21, 0, 12, 3], [11, 7, 12, 6]),
        7: ([21, 0, 9, 6], [11, 7, 9, 9]),
        8: ([21, 0, 5, 10], [6, 4, 10, 16]),
    }


def test_HAN_GE_02_columns_end_at_8_and_below_minus_1_nothing_fires(
    hannut: HannutContent,
) -> None:
    assert [hannut.fire_column(n) for n in (-2, -1, 8, 11)] == [None, -1, 8, 8]


def test_HAN_GE_07_HAN_GE_08_chances_of_two_dice(hannut: HannutContent) -> None:
    ladder = [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert [hannut.reaction_odds(n) for n in ROLLS] == ladder
    assert [hannut.check_odds(n) for n in (1, 2, 8, 11, 12)] == [1, 1, 26, 35, 35]


def test_HAN_FM_01_to_10_the_firing_modifiers(hannut: HannutContent) -> None:
    assert {m.id: (m.direct, m.assault, m.first_round) for m in hannut.firing.values()} == {
        "fatigued": (-1, -1, False),
        "neutralized": (-1, None, False),
        "column": (-1, -1, True),
        "stupio": (0, 1, False),
        "moved": (-2, -1, True),
        "distance": (-1, 1, False),
        "dispersed": (-1, -1, False),
        "river": (0, -3, True),
        "ooc": (-1, None, False),
        "at_vs_inf": (0, 0, False),
    }
    assert [m.id for m in hannut.firing.values() if m.halves] == ["at_vs_inf"]
    assert [m.rule for m in hannut.firing.values()] == [f"HAN-FM-{n:02}" for n in range(1, 11)]


def test_HAN_AS_09_lines_that_apply_to_a_defenders_fire(hannut: HannutContent) -> None:
    defends = {m.id for m in hannut.firing.values() if m.defends}
    assert defends == {"fatigued", "column", "distance", "dispersed", "at_vs_inf"}


def test_HAN_TM_01_to_08_the_target_modifiers(hannut: HannutContent) -> None:
    found = {m.id: (m.direct, m.indirect, m.assault, m.defence) for m in hannut.target.values()}
    assert found == {
        "woods": (-1, -1, -1, 0),
        "orchards": (-1, -1, -1, 0),
        "village": (-2, -2, -1, 0),
        "column": (1, 1, 1, 0),
        "dispersed": (1, 1, 1, 0),
        "higher": (0, 0, -1, 0),
        "neutralized": (0, 0, 0, -1),
        "ooc": (0, 0, 0, -1),
    }
    soft_only = [m.id for m in hannut.target.values() if m.soft_only]
    assert soft_only == ["woods", "orchards", "village"]


def test_HAN_RC_03_to_07_HAN_FF_01_to_06_numbers_of_checks(hannut: HannutContent) -> None:
    r, f = hannut.reaction, hannut.factors
    added = [r.out_of_command, r.neutralized, r.fatigued, r.demoralized, r.distance]
    assert added == [1, 2, 1, 2, 1]
    assert (f.basic("german"), f.basic("allied"), f.least) == (8, 7, 2)
    assert (f.demoralized, f.fatigued, f.hq, f.neutralized) == (-3, -2, -1, -1)


def test_4_6_the_reaction_odds_of_a_unit_in_good_order(hannut: HannutContent) -> None:
    assert [row.cells for row in GAME.charts(hannut)["reaction_odds"].rows] == [
        ("7 (21)", "6 (15)", "5 (10)"),
        ("6 (15)", "5 (10)", "4 (6)"),
    ]


def test_4_8_eight_states_with_letters_of_their_own(hannut: HannutContent) -> None:
    assert len({row.letter for row in hannut.states.values()}) == len(hannut.states) == 8


# Indirect fire


def test_HAN_IF_01_artillery_markers_and_missions(hannut: HannutContent) -> None:
    corps = [[m.calibre for m in hannut.missions("G-ART-KORPS", turn)] for turn in (3, 6, 7)]
    assert corps == [["medium", "heavy"], ["medium", "heavy"], ["medium"]]
    assert [len(hannut.missions(m, 5)) for m in ("G-ART-75", "F-ART-76", "F-ART-71")] == [2, 3, 2]


def test_HAN_IF_04_HAN_CU_01_what_the_schedule_puts_in_the_cup(hannut: HannutContent) -> None:
    always = ("F-ART-76", "G-ART-103", "G-ART-75")
    assert hannut.fire_markers(1) == (*always, "G-STUKA-1", "G-STUKA-2")
    assert hannut.fire_markers(5) == ("F-ART-71", *always, "G-ART-KORPS", "G-STUKA-1")
    assert hannut.fire_markers(9) == ("F-ART-71", *always, "G-ART-KORPS")


def test_HAN_IF_02_transmission(hannut: HannutContent) -> None:
    t = hannut.indirect.transmission
    assert (t.needed("german"), t.needed("allied")) == (8, 7)
    assert (t.neutralized_hq, t.armoured_car, hannut.indirect.observe) == (1, 2, 6)
