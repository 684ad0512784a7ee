"""The order of battle and the limits of Normandy against its rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from wargame.content.toml import asset, read_text
from wargame.games.normandy.content import NormandyContent, load_content
from wargame.games.normandy.data.charts import normandy_charts
from wargame.games.normandy.data.counters import UnitType

STATES = {"F": "full", "R": "reduced", "C": "cadre"}


@pytest.fixture(scope="module")
def normandy() -> NormandyContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "normandy.md"))


def tables(text: str, heading: str) -> list[list[str]]:
    """The cells of all markdown tables whose first line starts like this, without their heads."""
    found = []
    for part in text.split(heading)[1:]:
        lines = part.split("\n\n", 1)[0].splitlines()[2:]
        found += [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return found


# Order of battle


def test_section_6_the_totals_by_nationality(normandy: NormandyContent) -> None:
    units = normandy.units.values()
    assert Counter(u.nation for u in units) == {"us": 94, "cw": 67, "ge": 137}
    fighting = Counter(u.nation for u in units if u.combat_unit)
    assert fighting == {"us": 79, "cw": 56, "ge": 118}
    assert Counter(u.nation for u in units if u.hq) == {"us": 7, "cw": 5, "ge": 11}
    assert Counter(u.nation for u in units if u.support) == {"us": 8, "cw": 6, "ge": 8}
    assert {(u.nation, u.side) for u in units} == {
        ("us", "allied"),
        ("cw", "allied"),
        ("ge", "german"),
    }


def test_section_6_the_numbers_by_class(normandy: NormandyContent) -> None:
    found = Counter(u.kind for u in normandy.units.values())
    allied = "US-INF 42 US-ABN 8 US-CCH 4 US-CC 8 US-CCR 6 US-CAV 7 US-RGR 1 FR-GT 3 CW-INF 31"
    allied += " CW-MOT 5 CW-ARM 5 CW-IAB 5 CW-TNK 3 CW-PAR 3 CW-CDO 2 CW-SML 2"
    german = "G-INF 39 G-STA 15 G-FJ 9 G-LW 3 G-KG 3 G-PZR 1 G-PZL 1 G-PZW 1 G-PZM 2 G-PGR 10"
    german += " G-SSG 12 G-SSP 5 G-HVY 4 G-STG 5 G-OBS 2 G-SCH 1 G-BN 3 G-GAR 2"
    support = "US-ART 8 CW-ART 6 G-WRF 3 G-FLK 3 G-ART 1 G-FAR 1 US-HQ 7 CW-HQ 5 G-HQ 10 G-FHQ 1"
    words = f"{allied} {german} {support}".split()
    wanted = {kind: int(n) for kind, n in zip(words[::2], words[1::2], strict=True)}
    assert {kind: found[kind] for kind in normandy.classes} == wanted
    assert sum(wanted.values()) == 298


def test_section_6_every_class_is_printed_as_in_the_rulebook(
    normandy: NormandyContent, rulebook: str
) -> None:
    printed = tables(rulebook, "| class | unit | strength | steps |")
    assert len(printed) == len(normandy.classes) == 44
    for cells, row in zip(printed, normandy.classes.values(), strict=True):
        flags = {word for word in re.split(r",? |, ", cells[8]) if word.isalpha()} - {"range"}
        reach = re.search(r"range (\d)", cells[8])
        strength = cells[2].replace("-/", "") if row.strength else cells[2]
        assert [cells[0], cells[1]] == [row.id, row.title]
        assert strength == row.values[0]
        assert cells[3:8] == [
            str(n) for n in (row.steps, row.mobility, row.allowance, row.strategic, row.stacking)
        ]
        assert (flags, int(reach[1]) if reach else 0) == (set(row.flags), row.range)


def test_section_6_every_unit_is_printed_as_in_the_rulebook(
    normandy: NormandyContent, rulebook: str
) -> None:
    printed = {row[0]: row for row in tables(rulebook, "| id | unit | formation | class | state |")}
    assert set(printed) == set(normandy.units)
    for unit in normandy.units.values():
        _, name, formation, kind, state, place = printed[unit.id]
        assert (name, formation, kind) == (unit.name, unit.formation, unit.kind)
        assert STATES[state] == unit.state
        assert place.replace("Area ", "") == _place(normandy, unit)


def _place(content: NormandyContent, unit: UnitType) -> str:
    if unit.setup is not None:
        return content.grid.name(unit.setup)
    return f"T{unit.arrival} {unit.area}"


def test_section_6_a_unit_stands_on_a_side_it_has(normandy: NormandyContent) -> None:
    for unit in normandy.units.values():
        assert unit.state in unit.cls.sides, unit.id
        shown = [unit.strength(side) or unit.rating(side) for side in unit.cls.sides]
        assert sorted(shown, reverse=True) == shown
        assert unit.strength("cadre") == 1 if unit.combat_unit and unit.steps > 1 else True


def test_NOR_ST_01_to_03_steps(normandy: NormandyContent) -> None:
    kinds = normandy.units
    regiment, static, battalion = kinds["us.1.18th"], kinds["ge.709.gr729"], kinds["ge.st7"]
    assert [u.steps for u in (regiment, static, battalion, kinds["us.hq.v"])] == [3, 2, 1, 1]
    assert [regiment.strength(s) for s in regiment.cls.sides] == [4, 2, 1]
    assert [static.strength(s) for s in static.cls.sides] == [2, 1]
    assert [regiment.steps_left(s) for s in regiment.cls.sides] == [3, 2, 1]
    assert [static.steps_left(s) for s in static.cls.sides] == [2, 1]
    assert battalion.steps_left("full") == kinds["us.hq.v"].steps_left("full") == 1


def test_NOR_SL_08_artillery_has_two_ratings(normandy: NormandyContent) -> None:
    flak, guns = normandy.units["ge.flk3.1"], normandy.units["us.art.v"]
    assert [[u.rating("full"), u.rating("reduced")] for u in (flak, guns)] == [[1, 0], [2, 1]]
    assert [flak.cls.range, guns.cls.range, flak.strength("full")] == [2, 3, 0]
    assert {"art", "hvy"} == flak.flags


def test_NOR_SM_04_only_infantry_rides_in_lorries(normandy: NormandyContent) -> None:
    foot = {u.kind: u.strategic for u in normandy.units.values() if u.side == "allied"}
    assert (foot["US-INF"], foot["CW-INF"]) == (20, 20)
    assert {foot[kind] for kind in ("US-ABN", "US-RGR", "CW-PAR", "CW-CDO")} == {10}


def test_section_6_every_formation_resolves(normandy: NormandyContent) -> None:
    formations = normandy.formations
    assert len(formations) == 100
    assert sum(len(f.units) for f in formations.values()) == 298
    assert {u.formation_id for u in normandy.units.values()} == set(formations)
    for formation in formations.values():
        kinds = [normandy.units[unit_id] for unit_id in formation.units]
        assert {(u.side, u.nation) for u in kinds} == {(formation.side, formation.nation)}
        assert formation.division == ("Div" in formation.name)
        assert not (formation.division and any(u.hq or u.support for u in kinds))
    divisions = Counter(f.nation for f in formations.values() if f.division)
    assert divisions == {"us": 23, "cw": 16, "ge": 36}


def test_section_1_army_level_artillery(normandy: NormandyContent) -> None:
    pools = {f.id: f.army for f in normandy.formations.values() if f.army}
    found = {u.id: pools[u.formation_id] for u in normandy.units.values() if u.support
             and u.formation_id in pools}  # fmt: skip
    assert found == {
        "us.art.army": "us1",
        "cw.art.9agra": "cw2",
        **dict.fromkeys(("ge.flk3.1", "ge.flk3.2", "ge.flk3.4", "ge.wrf7", "ge.wrf9"), "gepgw"),
    }
    assert set(pools.values()) <= set(normandy.armies)


def test_6_2_every_hq_has_an_army_and_room(normandy: NormandyContent) -> None:
    assert set(normandy.hqs) == {u.id for u in normandy.units.values() if u.hq}
    rooms = Counter((normandy.units[row.id].nation, row.room) for row in normandy.hqs.values())
    assert rooms == {("us", 15): 7, ("cw", 15): 5, ("ge", 12): 10, ("ge", 8): 1}
    for row in normandy.hqs.values():
        nation = normandy.units[row.id].nation
        pools = [normandy.armies[name] for name in (row.army, row.later) if name]
        assert {army.nation for army in pools} == {nation}


@pytest.mark.parametrize(
    ("hq", "before", "on", "after"),
    [
        ("us.hq.v", "us1", 28, "us1"),
        ("us.hq.viii", "us1", 28, "us3"),
        ("us.hq.xii", "us1", 28, "us3"),
        ("cw.hq.i", "cw2", 24, "cwc"),
        ("cw.hq.iicdn", "cw2", 24, "cwc"),
        ("cw.hq.xxx", "cw2", 24, "cw2"),
    ],
)
def test_NOR_AS_05_hqs_change_their_pool(
    normandy: NormandyContent, hq: str, before: str, on: int, after: str
) -> None:
    assert [normandy.army_of(hq, turn) for turn in (on - 1, on)] == [before, after]


def test_6_2_the_armies_of_the_rulebook(normandy: NormandyContent, rulebook: str) -> None:
    for names, pool, note in tables(rulebook, "| HQ | army | note |"):
        for hq in names.split(", "):
            row = normandy.hqs[hq]
            assert re.findall(r"`(\w+)`", pool) == [p for p in (row.army, row.later) if p]
            assert ("8 combat units" in note and "schlieben" in hq) == (row.room == 8)


def test_NOR_SL_09_caps_and_NOR_AS_06_starting_points(normandy: NormandyContent) -> None:
    caps = {army.id: army.cap for army in normandy.armies.values()}
    assert caps == {"us1": 20, "us3": 20, "cw2": 20, "cwc": 20, "ge7": 14, "gepgw": 14}
    assert normandy.scenario.reserve == {"us1": 6, "cw2": 6, "ge7": 4, "gepgw": 5}
    new = {a.id: (a.parent, a.first, a.share) for a in normandy.armies.values() if a.parent}
    assert new == {"us3": ("us1", 28, 2), "cwc": ("cw2", 24, 2)}


def test_6_2_what_the_fortress_may_hold(normandy: NormandyContent) -> None:
    held = {u.id for u in normandy.units.values() if normandy.takes("ge.hq.cherbourg", u)}
    divisions = ("709", "243", "91", "77")
    wanted = {u.id for u in normandy.units.values() if u.id.split(".")[1] in divisions
              and u.nation == "ge"}  # fmt: skip
    assert held == wanted | {"ge.gar.a", "ge.gar.b", "ge.far", "ge.pz206"}
    assert normandy.takes("ge.hq.lxxxiv", normandy.units["ge.pz206"])
    assert not normandy.takes("us.hq.v", normandy.units["cw.27ab"])


def test_NOR_RP_10_NOR_VP_09_divisions_that_other_tables_name(normandy: NormandyContent) -> None:
    leaves = {row.turn: normandy.formations[row.formation] for row in normandy.replacement.leaves}
    assert {turn: f.name for turn, f in leaves.items()} == {12: "101st Abn Div", 18: "82nd Abn Div"}
    airborne = normandy.formations[normandy.victory.points.airborne_formation]
    assert (airborne.name, len(airborne.units)) == ("6th Airborne Div", 3)
    assert set(normandy.limits.supply.airborne) <= set(normandy.classes)


def test_section_6_arrivals_by_turn(normandy: NormandyContent) -> None:
    found: Counter[tuple[int, str]] = Counter()
    for unit in normandy.units.values():
        if unit.arrival:
            found[unit.arrival, unit.nation] += 1
    assert [found[1, n] for n in ("us", "cw", "ge")] == [5, 3, 2]
    assert sum(found.values()) == 298 - sum(u.setup is not None for u in normandy.units.values())
    assert max(turn for turn, _ in found) == 35
    german = {u.area for u in normandy.units.values() if u.nation == "ge" and u.area}
    assert german == {"A", "B", "C", "D", "E"}
    beaches = {u.nation: set[str]() for u in normandy.units.values()}
    for unit in normandy.units.values():
        beaches[unit.nation] |= {unit.area} - {""}
    assert (beaches["us"], beaches["cw"]) == ({"Utah", "Omaha"}, {"Gold", "Juno"})


# Limits


def test_NOR_RV_10_two_thirds(normandy: NormandyContent) -> None:
    part = normandy.limits.reserve.move
    assert [part.of(n) for n in (4, 5, 6, 7, 8, 10, 12)] == [2, 3, 4, 4, 5, 6, 8]


def test_NOR_MV_08_parts_of_the_allowance(normandy: NormandyContent) -> None:
    m = normandy.limits.movement
    assert [p.of(5) for p in (m.shaken, m.unsupplied, m.reserve, m.landed)] == [2, 3, 2, 2]


def test_NOR_SU_14_the_build_up(normandy: NormandyContent) -> None:
    turns = (1, 2, 3, 5, 8, 9, 24, 25, 40)
    found = [normandy.build_up_reach(turn) for turn in turns]
    assert found == [6, 6, 8, 12, 12, 14, 14, None, None]


def test_NOR_OP_07_hqs_of_an_operation(normandy: NormandyContent) -> None:
    limits = normandy.limits.operation
    assert [limits.most_hqs("allied", t) for t in (24, 25)] == [2, 3]
    assert limits.most_hqs("german", 30) == 2


def test_NOR_WN_03_the_price_of_a_withdrawal(normandy: NormandyContent) -> None:
    assert [normandy.victory.withdrawal.cost(turn) for turn in (20, 28, 34)] == [64, 32, 8]


def test_the_letters_of_states_and_markers_differ(normandy: NormandyContent) -> None:
    for rows in (normandy.printed_states.state, normandy.printed_states.marker):
        assert len({row.letter for row in rows}) == len({row.id for row in rows}) == len(rows)


@pytest.mark.parametrize("scenario_id", ["campaign", "epsom"])
def test_every_chart_has_rows_and_a_rule_of_the_rulebook(scenario_id: str, rulebook: str) -> None:
    charts = normandy_charts(load_content(scenario_id))
    assert all(chart.rows for chart in charts.values())
    assert all(f"**{chart.rule}**" in rulebook for chart in charts.values())
    assert len(charts) == 38
