"""The map, victory, sequence and scenarios of Hannut as data."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from wargame.content.errors import DataError
from wargame.content.ground import sides_of
from wargame.content.rulebook import Rulebook
from wargame.content.sequence import walk
from wargame.content.toml import asset, read_text
from wargame.games.hannut import GAME
from wargame.games.hannut.content import HannutContent, load_content
from wargame.games.hannut.data.files import Mobility
from wargame.hexes.hexside import side_key


@pytest.fixture(scope="module")
def hannut() -> HannutContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def orp() -> HannutContent:
    return load_content("orp")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "hannut.md"))


def path_costs(
    content: HannutContent, mobility: Mobility, route: str, *, column: bool = False
) -> list[int]:
    """Half MPs of each step."""
    costs = (content.entry_cost_column if column else content.entry_cost)[mobility]
    return [costs[a][content.grid.direction(a, b)] for a, b in pairwise(content.grid.route(route))]


def sees(content: HannutContent, a: str, b: str) -> bool:
    return content.sight.clear(content.grid.hex(a), content.grid.hex(b))


def table(text: str, heading: str) -> list[list[str]]:
    """The cells of the markdown table whose first line starts like this, without its head."""
    lines = text[text.index(heading) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


# Map


def test_EX_05_a_b_a_column_and_a_company_across_country(hannut: HannutContent) -> None:
    road = "2311-2212-2111-2011-1910-1811-1710-1611"
    assert path_costs(hannut, "tracked", road, column=True) == [2] * 7
    assert path_costs(hannut, "tracked", "2109-2009-1909-1809-1709") == [4] * 4


def test_EX_05_c_e_a_bridge_serves_everybody(hannut: HannutContent) -> None:
    assert path_costs(hannut, "tracked", "1709-1609") == [8]
    assert path_costs(hannut, "motorized", "1709-1609") == [6]
    assert path_costs(hannut, "tracked", "1709-1609", column=True) == [2]
    assert path_costs(hannut, "tracked", "1306-1206") == [8]


def test_EX_05_d_a_stream_without_a_bridge(hannut: HannutContent) -> None:
    classes: tuple[Mobility, ...] = ("infantry", "motorized", "tracked")
    assert [path_costs(hannut, m, "1305-1205") for m in classes] == [[4], [12], [12]]
    assert [path_costs(hannut, m, "1305-1205", column=True) for m in classes] == [[0]] * 3


def test_EX_05_f_infantry_pays_half_a_point_on_a_road(hannut: HannutContent) -> None:
    road = "2011-1910-1811-1710-1709-1609"
    assert path_costs(hannut, "infantry", road, column=True) == [1] * 5


def test_EX_05_g_h_a_cliff_and_its_road_gap(hannut: HannutContent) -> None:
    classes: tuple[Mobility, ...] = ("infantry", "motorized", "tracked")
    assert [path_costs(hannut, m, "1103-1003") for m in classes] == [[4], [10], [8]]
    assert path_costs(hannut, "tracked", "1104-1005", column=True) == [2]
    assert path_costs(hannut, "tracked", "1104-1005") == [8]


def test_EX_12_mines_cost_a_column_too(hannut: HannutContent) -> None:
    assert hannut.mine_cost == {"infantry": 2, "motorized": 8, "tracked": 6}
    off, on = (path_costs(hannut, "tracked", "1406-1306", column=c)[0] for c in (False, True))
    assert (off + hannut.mine_cost["tracked"], on + hannut.mine_cost["tracked"]) == (10, 8)


def test_HAN_TE_01_to_09_the_rulebook_prints_the_same_costs(
    hannut: HannutContent, rulebook: str
) -> None:
    printed = table(rulebook, "| | infantry | motorized | tracked |")[:9]
    rows = [list(row.cells) for row in GAME.charts(hannut)["movement"].rows][:9]
    assert rows == [row[1:] for row in printed]


def test_HAN_CO_02_road_costs_only_where_a_road_crosses(hannut: HannutContent) -> None:
    assert path_costs(hannut, "motorized", "1103-1204", column=True) == [0]
    links = hannut.ground.road_links()
    for costs in hannut.entry_cost_column.values():
        for h, six in enumerate(costs):
            roads = [b for b, cost in zip(hannut.grid.around[h], six, strict=True) if cost]
            assert sorted(roads) == list(links[h])


def test_HAN_CO_03_every_road_over_water_has_a_bridge(hannut: HannutContent) -> None:
    assert hannut.water & set(hannut.map.road_step) == hannut.map.bridges
    assert len(hannut.map.bridges) == 13
    gaps = {
        tuple(map(hannut.grid.name, side))
        for side in sides_of(hannut.map, "cliff") & set(hannut.map.road_step)
    }
    assert gaps == {("1005", "1104"), ("0807", "0906")}


def test_HAN_FM_08_HAN_AS_10_a_bridged_stream_is_water(hannut: HannutContent) -> None:
    at = hannut.grid.hex
    assert side_key(at("1709"), at("1609")) in hannut.water
    assert side_key(at("1304"), at("1204")) in hannut.water
    assert side_key(at("1103"), at("1003")) not in hannut.water


def test_HAN_TM_01_to_03_cover_by_hex(hannut: HannutContent) -> None:
    hexes = [hannut.grid.hex(n) for n in ("1311", "1510", "1204")]
    found = {attack: [by_hex[h] for h in hexes] for attack, by_hex in hannut.cover.items()}
    assert found == {"direct": [0, -1, -2], "indirect": [0, -1, -2], "assault": [0, -1, -1]}
    assert [h in hannut.rough for h in hexes] == [False, True, True]


def test_HAN_LS_01_one_clear_trace_is_enough(hannut: HannutContent) -> None:
    at = hannut.grid.hex
    assert at("1303") in hannut.rough
    assert sees(hannut, "1404", "1204")
    assert sees(hannut, "1211", "1411")
    assert sees(hannut, "1311", "1510")


def test_HAN_LS_01_adjacent_hexes_see_each_other_and_sight_is_mutual(
    hannut: HannutContent,
) -> None:
    grid = hannut.grid
    for h in range(grid.size):
        assert all(hannut.sight.clear(h, other) for other in grid.neighbours[h])
    for h in range(0, grid.size, 7):
        for other in grid.within(h, 6):
            assert hannut.sight.clear(h, other) == hannut.sight.clear(other, h)


def test_HAN_LS_02_the_blocking_hex_is_named(hannut: HannutContent) -> None:
    at = hannut.grid.hex
    trace = hannut.sight.trace(at("1505"), at("1105"))
    assert (trace.clear, hannut.grid.name(trace.blocked), trace.why) == (
        False,
        "1405",
        "higher ground",
    )
    back = hannut.sight.trace(at("1105"), at("1505"))
    assert (hannut.grid.name(back.blocked), back.why) == ("1205", "village in the way")
    assert hannut.sight.trace(at("1404"), at("1204")).clear


def test_HAN_LS_01_what_an_observer_sees_comes_nearest_first(hannut: HannutContent) -> None:
    h = hannut.grid.hex("1404")
    seen = hannut.sight.seen_from(h, hannut.indirect.observe)
    far = [hannut.grid.distance(h, other) for other in seen]
    assert seen[0] == h
    assert far == sorted(far)


def test_HAN_EN_01_the_entry_hex(hannut: HannutContent) -> None:
    at = hannut.grid.hex
    assert {hannut.edge_cost_column["motorized"][area.hex] for area in hannut.areas.values()} == {2}
    assert [hannut.edge_cost["motorized"][at(n)] for n in ("2701", "2704")] == [4, 6]
    near = [hannut.grid.name(h) for h in hannut.areas["E3"].others(hannut.grid)[:4]]
    assert near == ["2709", "2711", "2708", "2712"]
    assert {hannut.grid.row(h) for h in hannut.areas["S1"].others(hannut.grid)} == {18}


def test_HAN_MI_01_where_mines_may_be_placed(hannut: HannutContent) -> None:
    at, grid = hannut.grid.hex, hannut.grid
    assert (hannut.mines, hannut.scenario.mines.place) == ((), 4)
    assert {grid.column(h) for h in hannut.mine_sites} == set(range(8, 18))
    assert not hannut.mine_sites & {o.hex for o in hannut.objectives}
    assert [at(n) in hannut.mine_sites for n in ("1303", "1006", "1707", "1806")] == [
        True,
        *[False] * 3,
    ]


# Victory


def test_HAN_VP_01_to_27_the_victory_hexes_are_worth_46(
    hannut: HannutContent, rulebook: str
) -> None:
    found = [(o.rule, hannut.grid.name(o.hex), str(o.vp)) for o in hannut.objectives]
    printed = re.findall(r"\*\*(HAN-VP-\d\d)\*\* (\d{4}), .*: (\d) VP\.", rulebook)
    assert found == printed
    assert len(found) == 27
    assert sum(o.vp for o in hannut.objectives) == 46


def test_8_1_the_germans_start_with_thisnes(hannut: HannutContent) -> None:
    german = {
        hannut.grid.name(o.hex) for o in hannut.objectives if hannut.control[o.hex] == "german"
    }
    assert german == {"2011", "2111", "2112"}
    assert set(hannut.control) == {o.hex for o in hannut.objectives}


def test_HAN_VC_01_levels_of_victory(hannut: HannutContent) -> None:
    levels = [hannut.band(s).level for s in (45, 44, 38, 33, 32, 29, 28, 23, 18, 17, -3)]
    assert levels == [
        "German decisive",
        "German substantial",
        *["German marginal"] * 2,
        *["draw"] * 2,
        "French marginal",
        *["French substantial"] * 2,
        *["French decisive"] * 2,
    ]


def test_EX_17_the_line_of_the_example_is_worth_20(hannut: HannutContent) -> None:
    held = "2011 2111 2112 1802 1901 1905 1609 1707 1203 1204 1205 1206 1006 1110 1011"
    hexes = {hannut.grid.hex(n) for n in [*held.split(), "1315", "1316", "1416"]}
    assert sum(o.vp for o in hannut.objectives if o.hex in hexes) == 20
    assert hannut.band(20 + 5 - 3).level == "French substantial"


def test_HAN_VC_01_sudden_death(hannut: HannutContent, orp: HannutContent) -> None:
    names = [hannut.grid.name(h) for h in hannut.sudden.gette]
    assert names == ["0106", "0214", "0413", "0609", "0708"]
    assert (hannut.sudden.tanks, hannut.sudden.wiped_out) == (6, True)
    assert (orp.sudden.gette, orp.sudden.tanks, orp.sudden.wiped_out) == ((), 0, True)


# Sequence


def test_section_3_the_steps_of_the_sequence(hannut: HannutContent) -> None:
    steps = {step.id: step for step in walk(hannut.sequence)}
    both = "setup.control admin.flip admin.hq_return admin.command admin.opp admin.cup"
    both += " ops.initiative ops.close ops.save_last end.sudden end.advance end.victory"
    wanted = {f"hannut.both.{name}" for name in both.split()}
    wanted |= {"hannut.allied.setup.mines", "hannut.german.ops.stuka"}
    own = "ops.recover ops.rally ops.actions ops.indirect ops.assault ops.assault.declare"
    own += " ops.assault.round1 ops.assault.between1 ops.assault.round2 ops.assault.between2"
    own += " ops.assault.round3 ops.assault.after assault.retreat assault.opportunity"
    own += " react.retreat react.opportunity react.return react.fallback"
    for side in ("german", "allied"):
        wanted |= {f"hannut.{side}.{name}" for name in own.split()}
    assert wanted <= set(steps)
    assert {steps[i].side for i in wanted if i.startswith("hannut.german")} <= {"german", ""}


def test_HAN_SP_01_a_turn_has_its_phases(hannut: HannutContent) -> None:
    setup, turn = hannut.sequence.children
    assert (setup.id, turn.id, turn.repeat) == ("hannut.setup", "hannut.turn", True)
    assert [child.id for child in turn.children] == [
        "hannut.both.admin",
        "hannut.both.ops",
        "hannut.both.end",
    ]


def test_HAN_SP_02_to_04_the_administrative_phase_in_order(hannut: HannutContent) -> None:
    admin = next(s for s in walk(hannut.sequence) if s.id == "hannut.both.admin")
    order = ["flip", "hq_return", "command", "opp", "cup"]
    assert [s.script for s in admin.children] == [f"hannut.admin.{name}" for name in order]


def test_HAN_SP_18_every_step_has_a_rule_and_something_to_run(hannut: HannutContent) -> None:
    for step in walk(hannut.sequence):
        assert step.rule.startswith("HAN-")
        assert step.script or step.interrupt or step.children
        assert not step.script or step.script.startswith("hannut.")


def test_HAN_RE_05_only_the_passive_side_reacts(hannut: HannutContent) -> None:
    steps = {step.id: step for step in walk(hannut.sequence)}
    for active, passive in (("german", "allied"), ("allied", "german")):
        actions = steps[f"hannut.{active}.ops.actions"]
        reactions = [s for s in actions.children if ".react." in s.id]
        assert [s.side for s in reactions] == [passive] * 3
        assert all(s.interrupt for s in reactions)


def test_every_rule_of_the_sequence_and_the_charts_is_in_the_rulebook(
    hannut: HannutContent, rulebook: str
) -> None:
    rules = Rulebook.of(rulebook).rules
    assert {step.rule for step in walk(hannut.sequence)} <= set(rules)
    assert {chart.rule for chart in GAME.charts(hannut).values()} <= set(rules)
    assert all(chart.rows for chart in GAME.charts(hannut).values())


# Scenarios


def test_8_2_the_learning_scenario_has_10_units_a_side(orp: HannutContent) -> None:
    assert Counter(unit.side for unit in orp.units.values()) == {"allied": 10, "german": 10}
    assert list(orp.formations) == ["PR5", "SR3-III", "1RC", "11RDP-III"]
    assert not any(unit.loaded or unit.arrival for unit in orp.units.values())
    where = {orp.grid.name(unit.setup) for unit in orp.units.values() if unit.setup is not None}
    assert {"1705", "1605", "1606", "1704", "1604", "1603", "0706", "0806"} <= where


def test_8_2_the_learning_turns_stand_for_noon_to_three(orp: HannutContent) -> None:
    assert [turn.time for turn in orp.turns.values()] == ["1200", "1300", "1400", "1500"]


def test_8_2_the_learning_markers(orp: HannutContent) -> None:
    assert list(orp.markers) == [
        *["F-11RDP-III", "F-1RC", "F-ART-76", "G-ART-75", "G-PR5", "G-SR3-III", "G-STUKA-1"]
    ]
    assert [m.name for m in orp.missions("F-ART-76", 2)] == ["I/76e RA (75)"]
    assert len(orp.missions("G-ART-75", 4)) == 2
    assert [orp.fire_markers(turn)[2:] for turn in (1, 2)] == [("G-STUKA-1",), ()]


def test_8_2_the_learning_board_ends_at_its_limits(orp: HannutContent) -> None:
    at = orp.grid.hex
    assert len(orp.board) == 14 * 9
    assert path_costs(orp, "tracked", "0605-0505") == [0]
    assert path_costs(orp, "tracked", "0609-0508", column=True) == [0]
    assert at("2011") not in orp.road_hexes
    assert orp.sight.clear(at("1307"), at("1507"))
    assert not orp.sight.clear(at("1309"), at("1509"))
    assert [orp.grid.name(h) for h in orp.mines] == ["1303", "1306"]


def test_8_2_the_learning_objectives_and_levels(orp: HannutContent) -> None:
    assert sum(o.vp for o in orp.objectives) == 9
    assert {orp.control[o.hex] for o in orp.objectives} == {"allied"}
    assert orp.control[orp.grid.hex("1707")] == "german"
    assert [orp.band(s).winner for s in (9, 3, 2, 1)] == ["german", "german", "draw", "allied"]


def test_HAN_SC_01_scenarios_come_longest_first() -> None:
    assert [(s.id, s.turns) for s in GAME.scenarios] == [("campaign", 12), ("orp", 4)]


def test_an_unknown_scenario_is_named_with_the_nearest() -> None:
    with pytest.raises(DataError, match='the nearest valid one is "campaign"'):
        load_content("campain")


def test_content_is_loaded_once_and_has_a_digest(hannut: HannutContent) -> None:
    assert load_content("campaign") is hannut
    assert hannut.digest != load_content("orp").digest
