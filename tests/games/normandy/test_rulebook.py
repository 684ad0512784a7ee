"""The rulebook of Normandy is whole, and prints the numbers of the data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from wargame.content.figures import in_halves
from wargame.content.rulebook import Rulebook
from wargame.content.toml import asset, read_text
from wargame.games.normandy.content import NormandyContent, load_content

RULES = {
    "SQ": 4, "WX": 8, "AA": 6, "SL": 12, "AS": 6, "OP": 17, "CB": 6, "SU": 15, "HQ": 1, "RP": 10,
    "BD": 6, "RF": 4, "OM": 6, "MV": 10, "ZC": 5, "SM": 4, "RV": 12, "CO": 25, "ST": 5, "RT": 6,
    "AD": 4, "DR": 7, "EN": 12, "IT": 6, "VP": 13, "WN": 6,
}  # fmt: skip
"""How many rules each group has."""
EXAMPLES = 19
"""Worked examples."""
Cells = list[str]


@pytest.fixture(scope="module")
def campaign() -> NormandyContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def epsom() -> NormandyContent:
    return load_content("epsom")


@pytest.fixture(scope="module")
def text() -> str:
    return read_text(asset("rules", "normandy.md"))


def table(text: str, head: str) -> list[Cells]:
    """The cells of the table that begins with this line, without its head."""
    lines = text[text.index(head) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def spoken(values: Iterable[int]) -> Cells:
    """Numbers as they are printed."""
    return [str(value) for value in values]


def row(found: list[Cells], first: str) -> Cells:
    """The row of a table that begins so."""
    return next(cells for cells in found if cells[0].startswith(first))


# The rules


def test_every_rule_stands_once_and_none_besides(text: str) -> None:
    found = Rulebook.of(text).rules
    assert Counter(rule.split("-")[1] for rule in found) == RULES
    wanted = {f"NOR-{group}-{n:02}" for group, most in RULES.items() for n in range(1, most + 1)}
    assert set(found) == wanted
    assert len(wanted) == 216


def test_every_section_referred_to_exists(text: str) -> None:
    known = {section.id for section in Rulebook.of(text).sections}
    named = re.findall(r"\((?:see )?(\d+\.\d+)\)|\bchapters? (\d+)\b|\bin (\d+\.\d+)\b", text)
    assert {one for found in named for one in found if one} - known == set()


def test_every_worked_example_is_told(text: str) -> None:
    assert EXAMPLES == len(re.findall(r"^\*Example\.\*", text, re.MULTILINE))


# Weather, air, support


def test_NOR_AA_03_air_points(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| weather | 1 | 2 | 3 |")
    printed = {cells[0].casefold(): cells[1:] for cells in found}
    assert printed == {w: spoken(points) for w, points in campaign.air.points.items()}
    periods = [cells[1] for cells in table(text, "| turns | modifier |")]
    assert periods == ["-2", "0", "+3"]
    assert periods == [f"{p.modifier:+d}" if p.modifier else "0" for p in campaign.air.period]


def test_NOR_SL_11_facilities(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| facility | hex | nation | points |")
    printed = [[c[0], *re.findall(r"\d{4}", c[1]), c[2].casefold(), c[3][0]] for c in found]
    name = campaign.grid.name
    wanted = [
        [f.title, *[name(h) for h in f.hexes], f.nation, str(f.points)]
        for f in campaign.facilities.values()
    ]
    assert sorted(map(str, printed)) == sorted(map(str, wanted))


def test_NOR_AS_03_NOR_AS_04_income(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| Level | 1 | 2 | 3 |")
    assert [cells[1:7] for cells in found] == [spoken(r.income) for r in campaign.support.level]
    (german,) = table(text, "| 2d6 | 2-3 | 4-5 |")
    assert german[1:] == spoken(r.points for r in campaign.support.german_income)


def test_NOR_RP_04_replacements(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| pool and turns |")
    rows = campaign.replacement.allied
    assert [cells[1:7] for cells in found] == [spoken(r.points) for r in rows]
    (german,) = table(text, "| German: die less the last Interdiction Level |")
    assert german[1:] == spoken(r.points for r in campaign.replacement.german)


def test_NOR_SU_14_reach_of_the_build_up(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| turns | farthest hex |")[:-1]
    printed = [(int(cells[0].rpartition("T")[2]), int(cells[1])) for cells in found]
    assert printed == [(r.up_to, r.reach) for r in campaign.limits.build_up]


def test_2_4_the_calendar_shades_the_turns_of_the_cities(
    campaign: NormandyContent, text: str
) -> None:
    found = table(text, "| turn | begins | remarks |")
    halves = [cells[n : n + 3] for n in (0, 3) for cells in found]
    assert [int(cells[0]) for cells in halves] == [*campaign.turns]
    for cells, turn in zip(halves, campaign.turns.values(), strict=True):
        assert turn.shaded == ("cities" in cells[2]), cells
        day, month = cells[1].split()
        assert turn.date.startswith(f"{day}-") or turn.date.startswith(f"{day} {month}"), cells
        assert month in turn.date, cells


# Movement and combat


def test_10_3_terrain(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| terrain | foot MP | mech MP |")
    for terrain in campaign.terrain.terrain:
        if not terrain.land:
            continue
        cells = row(found, terrain.title.partition(" ")[0])
        assert in_halves(terrain.foot) == cells[1], cells
        assert in_halves(terrain.mech) == cells[2] or "road" in cells[2], cells
        assert str(terrain.drm) == cells[3], cells
    for river in campaign.terrain.river:
        cells = row(found, river.title)
        assert str(river.drm) == cells[3], cells
        assert river.foot is None or f"+{in_halves(river.foot)}" == cells[1], cells
        assert river.mech is None or f"+{in_halves(river.mech)}" == cells[2], cells
    added = campaign.terrain.added
    for title, what in {"Bombed": added.bombed, "targeted": added.targeted}.items():
        assert f"+{in_halves(what.foot)}" == row(found, title)[1]
        assert f"+{in_halves(what.mech)}" == row(found, title)[2]


def test_10_4_the_levels_of_interdiction(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| effect on German units at Level |")
    levels = campaign.air.level
    for cells in found:
        if printed := re.match(r"strategic allowance (\d+)", cells[0]):
            assert cells[1:] == spoken(r.strategic[int(printed[1])] for r in levels)
    primary = row(found, "primary road")
    assert primary[1:] == [in_halves(r.mech_primary).replace("½", "1/2") for r in levels]


def test_12_5_modifiers_that_stand_by_themselves(campaign: NormandyContent, text: str) -> None:
    found = table(text, "| modifier | value |")
    titles = {
        "operation": "Operation attack", "combined arms": "combined arms", "bombed": "Bombed",
        "division": "division", "concentric": "concentric", "heavy": "an hvy unit",
        "disorganized": "all defenders Disorganized", "isolated": "any defender Isolated",
        "unsupported": "half or more", "low ratio": "ratio below 1:3",
    }  # fmt: skip
    for name, title in titles.items():
        assert f"{campaign.modifiers[name].value:+d}" == row(found, title)[1], name


def test_NOR_RV_10_two_thirds(campaign: NormandyContent, text: str) -> None:
    rule, part = Rulebook.of(text).find("NOR-RV-10").text, campaign.limits.reserve.move
    printed = re.findall(r"(\d+) for (?:an MA of )?(\d+)", rule)
    assert len(printed) == 7
    assert all(int(moves) == int(ma) * part.num // part.den for moves, ma in printed)


def test_NOR_AD_02_advances(campaign: NormandyContent, text: str) -> None:
    rule = Rulebook.of(text).find("NOR-AD-02").text
    rows = {r.result: (r.mech, r.foot) for r in campaign.limits.advance}
    assert rows["DR1"] == (1, 1)
    assert "1 hex after `DR1`" in rule
    assert rows["DR2"] == (2, 2)
    assert "2 after `DR2`" in rule
    assert rows["DR3"] == rows["DR4"] == (3, 2)
    assert rows["eliminated"] == (2, 1)


# Scenarios


def test_20_2_the_set_up_of_the_odon(epsom: NormandyContent, text: str) -> None:
    found = table(text, "| side | hex | units |")
    assert sum(len(cells[2].split(";")) for cells in found) == len(epsom.units)
    stands = Counter(
        epsom.grid.name(unit.setup) if unit.setup is not None else f"T{unit.arrival}"
        for unit in epsom.units.values()
    )
    assert {cells[1]: len(cells[2].split(";")) for cells in found} == stands
    reduced = sum(cells[2].count(", reduced") for cells in found)
    assert reduced == sum(unit.state == "reduced" for unit in epsom.units.values())


def test_20_2_the_points_of_the_odon(epsom: NormandyContent, text: str) -> None:
    points = epsom.scenario.points
    assert points is not None
    found = table(text, "| CW points | for |")
    printed = {m[0]: int(cells[0]) for cells in found if (m := re.findall(r", (\d{4})$", cells[1]))}
    assert printed == {goal.hex: goal.vp for goal in points.hex}
    beyond = row([cells[::-1] for cells in found], "a CW combat unit")
    assert int(beyond[1]) == points.beyond.vp
    assert tuple(re.findall(r"\d{4}", beyond[0])) == points.beyond.hexes


def test_3_2_areas_cities_and_heights(campaign: NormandyContent, text: str) -> None:
    name, places = campaign.grid.name, table(text, "| kind | where |")
    for cells in table(text, "| area | name | entry hexes |"):
        area = next(a for a in campaign.off_map.area if a.id == cells[0])
        assert cells[2].split(", ") == [name(h) for h in area.hexes]
    for title, hexes in {"Cities": campaign.cities, "Heights": campaign.heights}.items():
        assert re.findall(r"\d{4}", row(places, title)[1]) == sorted(name(h) for h in hexes)
    works = {row(places, f"German {kind}")[1]: kind for kind in ("Entrenchments", "Improved")}
    for printed, kind in works.items():
        own = [h for h, what in campaign.positions.items() if what.startswith(kind.lower()[:8])]
        assert sorted(printed.split(", ")) == sorted(name(h) for h in own)
