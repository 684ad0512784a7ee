"""The rulebook of East Front is whole, reads well in 80 columns, and prints the numbers of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from wargame.cli.prose import aligned
from wargame.content.rulebook import Rulebook
from wargame.content.sequence import walk
from wargame.content.toml import asset, read_text
from wargame.games.eastfront.content import EastFrontContent, load_content
from wargame.games.eastfront.data.counters import UnitClass
from wargame.games.eastfront.data.ground import Surface
from wargame.games.eastfront.data.tables import ALL_STEPS, Output

RULES = {
    "SQ": "1-8 10-12", "IN": "1-4", "UN": "1-6", "SK": "1-3", "HC": "1-5", "ZC": "1-4",
    "WX": "1-7", "IS": "1-4", "SU": "1-2 10-18", "RF": "1-3 10-19", "EN": "1-4 10-19",
    "NV": "10-24", "MV": "1-4 10-22", "RA": "1 10-19", "PT": "1 10-19", "RX": "1-2 10-16",
    "CB": "1-6 10-18 20-34", "EX": "1-3 10-13", "XC": "1-5 10-13", "AR": "10-27",
    "RP": "1-3 10-16", "SP": "1-4 10-30", "EP": "1-3 10-13", "VP": "1-8", "PE": "1-25",
    "SC": "1-7", "AU": "1-12",
}  # fmt: skip
"""The numbers of each group of rules."""
EXAMPLES = 18
WIDTH = 80
PRINTED: tuple[Surface, ...] = ("dry", "mud", "snow")
"""Columns of the terrain table; frost is dry but for swamps."""
Cells = list[str]


@pytest.fixture(scope="module")
def campaign() -> EastFrontContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def minsk() -> EastFrontContent:
    return load_content("minsk")


@pytest.fixture(scope="module")
def text() -> str:
    return read_text(asset("rules", "eastfront.md"))


@pytest.fixture(scope="module")
def book(text: str) -> Rulebook:
    return Rulebook.of(text)


def numbers(ranges: str) -> Iterable[int]:
    """1, 2, 3, 10 for "1-3 10"."""
    for part in ranges.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def table(text: str, head: str) -> list[Cells]:
    """The cells of the table that begins with this line, without its head."""
    lines = text[text.index(head) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def tables(text: str) -> list[list[Cells]]:
    """Every table of the book."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[line.strip("|").split("|") for line in one.splitlines()] for one in found]


def row(found: list[Cells], first: str) -> Cells:
    """The row of a table that begins so."""
    return next(cells for cells in found if cells[0].startswith(first))


def spoken(values: Iterable[int]) -> Cells:
    """Numbers as they are printed."""
    return [str(value) for value in values]


def said(rule: str, book: Rulebook) -> str:
    """A rule on one line."""
    return " ".join(book.find(rule).text.split())


# The rules


def test_every_rule_stands_once_and_none_besides(book: Rulebook) -> None:
    wanted = {f"EF-{group}-{n:02}" for group, own in RULES.items() for n in numbers(own)}
    assert len(wanted) == 303
    assert set(book.rules) == wanted


def test_every_rule_and_section_named_exists(book: Rulebook, text: str) -> None:
    assert set(Rulebook.links(text)) - set(book.rules) == set()
    known = {section.id for section in book.sections}
    named = re.findall(r"\((\d{1,2}(?:\.\d+)?)\)|\bchapters? (\d+)\b|\(chapter (\d+)\)", text)
    assert {one for found in named for one in found if one} - known == set()
    looked_up = {cells[n] for cells in table(text, "| looking for | section |") for n in (1, 3)}
    looked_up = {one for cell in looked_up for one in cell.split(", ")}
    assert looked_up - known == set()


def test_every_worked_example_is_told(text: str) -> None:
    assert EXAMPLES == len(re.findall(r"^\*Example[^*]*\.\*", text, re.MULTILINE))


def test_every_table_fits_eighty_columns(text: str) -> None:
    assert len(tables(text)) > 20
    plain = [[[cell.strip() for cell in row] for row in one] for one in tables(text)]
    assert [one[0] for one in plain if max(map(len, aligned(one))) > WIDTH] == []


def test_every_segment_of_the_table_is_played(campaign: EastFrontContent, text: str) -> None:
    printed = [cells[1] for cells in table(text, "| no. | segment | who |")]
    assert len(printed) == len(set(printed)) == 44
    steps = {step.id for step in walk(campaign.sequence)}
    missing = {name for name in printed if f"eastfront.axis.{name}" not in steps}
    assert missing <= {"engineering.initial", "engineering.secondary"}


# Units and ground


def marks(cls: UnitClass) -> set[str]:
    """What is marked beside a class."""
    named = {
        "minor": cls.minor, "c/m": cls.cm, "armoured": cls.armoured, "small": cls.small,
        "forest": cls.forest, "mountain": cls.mountain, "engineer": cls.engineer,
        "static": cls.static, "no ZOC": cls.zoc == "none", "own hex": cls.zoc == "own",
    }  # fmt: skip
    return {name for name, marked in named.items() if marked}


def test_EF_UN_01_classes(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| code | class | att |")
    classes = campaign.classes.class_
    assert [cells[0] for cells in found] == [cls.id for cls in classes]
    for cells, cls in zip(found, classes, strict=True):
        assert cells[2:5] == spoken((cls.attack, cls.defence, cls.ma)), cls.id
        assert set(filter(None, cells[5].split(", "))) == marks(cls), cls.id


def test_EF_MV_10_terrain(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| terrain | dry | mud |")
    for terrain in campaign.terrain.terrain:
        if terrain.id == "lake":
            continue
        cells = next(c for c in found if terrain.id in c[0])
        for surface, cell in zip(PRINTED, cells[1:4], strict=True):
            price = (terrain.price(surface, False), terrain.price(surface, True))
            assert cell.split(" ")[0] == "/".join(str(p or "P") for p in price), terrain.id
        assert cells[4].split(",")[0] == str(terrain.drm)
        assert cells[5] == terrain.ae
    for name in ("minor river", "major river"):
        cells, water = row(found, name), campaign.terrain.water[name]
        added = [cell.split(",")[0] for cell in cells[1:5]]
        wanted = [f"+{water.dry}", f"+{water.mud}", f"+{water.snow}", str(water.drm)]
        assert added == wanted


def test_EF_SP_14_supply_paths(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| hex | cost | hex | cost |")
    printed = {name: int(cells[1]) for cells in found for name in cells[0].split(", ")}
    wanted = {row.id: row.path for row in campaign.terrain.terrain}
    assert printed == {"frozen lake" if k == "lake" else k: v for k, v in wanted.items()}


def test_EF_WX_01_weather(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| month | A | B | C | D |")
    printed = {month: cells[1:] for cells in found for month in cells[0].split(", ")}
    months = campaign.weather.month
    assert len(printed) == 12
    assert printed == {month.name: [month.A, month.B, month.C, month.D] for month in months}


def test_5_1_what_is_printed_on_the_map(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| what | where |")
    name, known, kind = campaign.grid.name, campaign.geography, ""
    named: dict[str, list[str]] = {}
    for cells in found:
        kind = cells[0] or kind
        named.setdefault(kind, []).extend(filter(None, cells[1].split(", ")))
    hexes = {key: [place.strip(",")[-4:] for place in own] for key, own in named.items()}
    for side, sources in known.sources.items():
        assert sorted(hexes[f"{side.title()} sources"]) == sorted(map(name, sources))
    assert sorted(hexes["Fortresses"]) == sorted(map(name, known.fortresses))
    title = {where: place.name for where, place in campaign.map.places.items()}
    for points in (1, 2, 3, 4):
        own = [title[h] for h, worth in known.factories.items() if worth == points]
        assert sorted(p.strip(",") for p in named[f"Factory {points}"]) == sorted(own)
    assert sorted(named["Oil"]) == sorted(f"{title[h]} {n}" for h, n in known.oil.items())


# Combat


def test_EF_CB_20_results(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| roll | 1:3 |")
    assert [cells[1:] for cells in found] == [list(row) for row in campaign.combat.rows]
    assert tuple(cells[0] for cells in found) == tuple(map(str, range(12)))
    for cells in table(text, "| code | attacker loses |"):
        result = campaign.results[cells[0]]
        steps = ["-" if not n else f"{n} step" + "s" * (n > 1) for n in range(4)]
        lost = "all" if result.defender == ALL_STEPS else steps[result.defender]
        assert cells[1:3] == [steps[result.attacker], lost], result
        assert cells[3].rstrip("hexs ") in (
            {"-", "no"} if not result.retreat else {str(result.retreat)}
        )
        assert (cells[4] == "yes") == result.second


def test_EF_CB_21_modifiers(campaign: EastFrontContent, text: str) -> None:
    found, drm = table(text, "| case | DRM |"), campaign.limits.attack
    wanted = {
        "one active OC": drm.chit, "delayed": drm.delayed, "hasty": drm.hasty,
        "attackers in 3": drm.from_three, "every defending": drm.isolated, "CE": drm.engineers,
        "a Soviet unit": drm.unprepared, "minor allies": drm.minor_ally, "mud": drm.mud,
        "snow": drm.snow.drm, "blizzard": drm.blizzard, "... Axis": drm.blizzard_axis,
        "first winter": drm.first_winter,
    }  # fmt: skip
    assert {name: row(found, name)[1] for name in wanted} == {
        name: f"{value:+d}" for name, value in wanted.items()
    }


def test_EF_AR_10_support(campaign: EastFrontContent, book: Rulebook) -> None:
    rule, air = said("EF-AR-10", book), campaign.limits.air
    assert ", ".join(f"+{drm} from {points}" for points, drm in air.net.items()) in rule
    assert f"{air.aborted} to {air.eliminated - 1}: the enemy is aborted" in rule


# Supply, rail, reinforcements


def test_EF_SP_10_production(campaign: EastFrontContent, text: str) -> None:
    def printed(side: str) -> list[Cells]:
        return table(text, f"| {side}, turns | SP |")

    def output(made: Output) -> Cells:
        return spoken((made.sp, made.srp, made.inf, made.arm, made.air))

    periods = campaign.production.period
    dates = [f"T{p.turns[0]}-T{p.turns[1]}" for p in periods]
    for side, made in (
        ("Axis", [p.axis for p in periods]),
        ("Soviet", [p.soviet for p in periods]),
    ):
        rows = [[date, *output(own)] for date, own in zip(dates, made, strict=True)]
        assert printed(side) == rows


def test_EF_RA_12_capacity(campaign: EastFrontContent, text: str) -> None:
    found, rail = table(text, "| net | capacity |"), campaign.limits.rail
    numbers_of = [[int(n) for n in re.findall(r"\d+", cells[1])] for cells in found]
    east, main = list(rail.east.values()), list(rail.soviet_main.values())
    wanted = [[rail.axis_main], [east[0], 37, east[1]], [rail.finnish], main[:1], main[1:]]
    wanted += [[rail.caucasus], [rail.major_city, rail.city], [rail.tail_points]]
    assert numbers_of == wanted


def test_EF_EN_10_works(campaign: EastFrontContent, text: str) -> None:
    printed = sorted(cells[2] for cells in table(text, "| function | by | marker |"))
    levels = {f"{w.mark}{w.level}" if w.mark != "R" else "Repair" for w in campaign.works.work}
    assert {re.split(r"[ ;]", cell)[0] for cell in printed} == levels


def test_EF_PT_10_bands(campaign: EastFrontContent, text: str) -> None:
    rows = [
        [f"T{p.turns[0]}-T{p.turns[1]}", str(p.bands), f"{p.new} on even turns" if p.even else str(p.new)]
        for p in campaign.partisans.period
    ]  # fmt: skip
    assert table(text, "| turns | bands | new bands |") == rows


def test_EF_RF_14_reaction_forces(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| force | units | within |")
    forces = campaign.forces.reaction
    assert [cells[0] for cells in found] == [force.id for force in forces]
    for cells, force in zip(found, forces, strict=True):
        assert cells[2] == (str(force.within) if force.within else "-"), force.id
        bound = f"in {force.nation}" if force.home or force.anywhere else str(force.leash)
        assert cells[4] == bound, force.id
        assert cells[5] == (str(force.release) if force.release else "below"), force.id
        count = len([u for u in campaign.units.values() if u.force == force.id])
        named = re.search(r"(\d)(?:-(\d))?,", cells[1])
        assert named is not None
        assert count == int(named[2] or named[1]), force.id


def test_EF_PE_22_guards(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| turn | unit | becomes |")
    assert {cells[1]: int(cells[0][1:]) for cells in found} == campaign.events.guards


# Victory and scenarios


def test_EF_VP_02_counts(campaign: EastFrontContent, text: str) -> None:
    found = table(text, "| turn | date | A0 |")
    halves = [cells[n : n + 4] for n in (0, 4) for cells in found]
    wanted = [(count.turn, count.axis, count.soviet) for count in campaign.victory.count]
    assert [(int(t[1:]), int(a), int(s)) for t, _, a, s in halves] == wanted


def test_EF_VP_01_all_points(campaign: EastFrontContent, book: Rulebook) -> None:
    assert f"worth {sum(campaign.points.values())} in all" in said("EF-VP-01", book)


def test_EF_SC_01_stocks(campaign: EastFrontContent, text: str) -> None:
    found, name = table(text, "| stocks at the start |"), campaign.grid.name
    sp = {h: int(c[1][0]) for c in found for h in re.findall(r"\d{4}", c[0])}
    srp = {h: int(c[2]) for c in found for h in re.findall(r"\d{4}", c[0]) if c[2]}
    assert sp == {name(h): n for h, n in campaign.geography.sp.items()}
    assert srp == {name(h): n for h, n in campaign.geography.srp.items()}


def test_EF_SC_04_the_units_of_minsk(minsk: EastFrontContent, book: Rulebook) -> None:
    named = set(re.findall(r"\b[ASGV]-[A-Z0-9]+\b", said("EF-SC-04", book)))
    named |= {f"V-WES{n}" for n in range(1, 6)}
    assert named == set(minsk.scenario.units)


def test_EF_SC_07_the_points_of_minsk(minsk: EastFrontContent, book: Rulebook) -> None:
    score, points, printed = minsk.scenario.score, 0, dict[str, int]()
    assert score is not None
    for cells in table(book.find("EF-SC-07").text, "| points | for |"):
        points = int(cells[0].split()[0]) if cells[0] else points
        printed |= dict.fromkeys(re.findall(r"\d{4}", cells[1]), points)
    assert printed == score.places
    levels = [int(n) for n in re.findall(r"\b(48|43|38|33)\b", said("EF-SC-07", book))]
    assert levels == [band.at_least for band in minsk.scenario.band if band.at_least is not None]
