"""The tables of Normandy that dice are read in, and those of support and combat."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.normandy.test_content import tables
from wargame.content.toml import asset, read_text
from wargame.games.normandy import GAME as NORMANDY
from wargame.games.normandy import dice
from wargame.games.normandy.content import NormandyContent, load_content
from wargame.games.normandy.data.charts import normandy_charts
from wargame.games.normandy.data.files import WeatherId
from wargame.games.normandy.odds import column_of
from wargame.rules.table import Throw


@pytest.fixture(scope="module")
def normandy() -> NormandyContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "normandy.md"))


def mean(chances: dict[str, Fraction]) -> float:
    """The mean of a throw that gives numerals."""
    return round(float(sum(int(n) * chance for n, chance in chances.items())) + 1e-9, 1)


# Weather, sea, air


def test_NOR_WX_05_the_36ths_of_table_4_1(normandy: NormandyContent) -> None:
    order: tuple[WeatherId, ...] = ("storm", "rain", "overcast", "clear")
    found = {}
    for turn in (2, 7, 8, 13, 29):
        chances = dice.weather(normandy, turn).chances()
        found[turn] = [int(36 * chances.get(kind, 0)) for kind in order]
    storm = [10, 16, 7, 3]
    assert found == {2: [1, 9, 11, 15], 7: storm, 8: storm, 13: [3, 12, 11, 10], 29: [0, 6, 9, 21]}


def test_NOR_WX_05_the_sixths_of_table_4_2(normandy: NormandyContent) -> None:
    found = {}
    for kind in normandy.weathers:
        chances = dice.sea(normandy, kind).chances()
        found[kind] = [int(6 * chances.get(sea, 0)) for sea in normandy.seas]
    assert found == {
        "storm": [0, 1, 2, 3],
        "rain": [1, 2, 2, 1],
        "overcast": [2, 2, 2, 0],
        "clear": [3, 2, 1, 0],
    }


def test_EX_01_EX_02_forecasts_sea_and_gale(normandy: NormandyContent) -> None:
    assert dice.weather(normandy, 6).result(7) == "overcast"
    assert dice.sea(normandy, "clear").result(5) == "moderate"
    assert [dice.weather(normandy, turn).result(n) for turn, n in ((7, 5), (8, 8))] == [
        "storm",
        "rain",
    ]
    assert dice.sea(normandy, "storm").result(4) == "gale"
    a, b = (normandy.facilities[f"mulberry-{x}"] for x in "ab")
    assert (dice.gale(a).result(3), dice.gale(b).result(4)) == ("destroyed", "nothing")
    assert (a.first, b.first) == (5, 6)


def test_NOR_AA_03_air_points(normandy: NormandyContent) -> None:
    assert dice.air_points(normandy, "clear", 3).result(4) == "9"  # EX-03
    assert {dice.air_points(normandy, "storm", t).result(d) for t in (1, 30) for d in (1, 6)} == {
        "0"
    }
    assert dice.air_points(normandy, "rain", 1).result(6) == "0"
    means = [
        mean(dice.air_points(normandy, kind, 10).chances())
        for kind in ("clear", "overcast", "rain")
    ]
    assert means == [10.5, 5.0, 0.8]
    assert mean(dice.air_points(normandy, "rain", 25).chances()) == 3.8


def test_NOR_AA_04_NOR_IT_05_what_weather_allows(normandy: NormandyContent) -> None:
    found = {
        row.id: (row.support, row.support_operation, row.targeted, row.drm, row.wet, row.bombers)
        for row in normandy.sky.weather
    }
    assert found == {
        "storm": (0, 0, 0, -2, True, False),
        "rain": (1, 1, 0, -1, True, False),
        "overcast": (1, 1, 2, 0, False, False),
        "clear": (2, 3, 4, 0, False, True),
    }


def test_NOR_SL_12_what_the_sea_lets_through(normandy: NormandyContent) -> None:
    kinds = ("beach", "mulberry", "port")
    found = {row.id: [row.share(k) for k in kinds] for row in normandy.sky.sea}  # type: ignore[arg-type]
    assert found == {"calm": [2] * 3, "moderate": [2] * 3, "rough": [1, 2, 2], "gale": [0, 0, 1]}
    assert [row.id for row in normandy.sky.sea if row.naval] == ["calm", "moderate"]
    assert [row.id for row in normandy.sky.sea if not row.replacements] == ["gale"]


def test_NOR_IT_04_levels_and_allowances(normandy: NormandyContent) -> None:
    assert dice.interdiction(normandy, 6).result(4) == "2"  # EX-08
    assert dice.interdiction(normandy, 3).result(2) == "1"  # EX-16
    assert [dice.interdiction(normandy, n).result(6) for n in (0, 6, 7)] == ["0", "2", "3"]
    by_printed = {24: [24, 18, 12, 6], 14: [14, 10, 7, 3], 12: [12, 9, 6, 3]}
    by_printed |= {10: [10, 7, 5, 2], 8: [8, 6, 4, 2]}
    levels = normandy.air.level
    for printed, allowances in by_printed.items():
        assert [row.strategic[printed] for row in levels] == allowances
    german = {u.strategic for u in normandy.units.values() if u.side == "german"}
    assert german == set(levels[0].strategic)
    assert [row.mech_primary for row in levels] == [1, 1, 2, 2]


def test_NOR_CB_05_carpet_bombing(normandy: NormandyContent) -> None:
    far, near = (dice.bombs(normandy, near=n).chances() for n in (False, True))
    assert [int(36 * chance) for chance in far.values()] == [3, 7, 16, 9, 1]
    assert [int(36 * chance) for chance in near.values()] == [6, 4, 16, 9, 1]
    steps = {row.id: row.steps for row in normandy.air.bombs}
    assert sum(chance * steps[result] for result, chance in far.items()) == Fraction(37, 36)
    assert dice.bombs(normandy, near=True).result(4) == "short"  # EX-14
    assert [dice.bombs(normandy, near=False).result(n) for n in (4, 7, 9)] == [
        "thin",
        "heavy",
        "crushing",
    ]


# Support and replacements


def test_NOR_SL_04_the_rulebook_prints_the_same_levels(
    normandy: NormandyContent, rulebook: str
) -> None:
    rows = normandy.support.level
    levels, points = tables(rulebook, "| facility points | 0-1 |")
    assert levels[1:] == [str(row.level) for row in rows]
    assert points[1:] == [str(row.level * normandy.support.points.by_level) for row in rows]
    assert [row.up_to for row in rows] == [1, 3, 5, 7, 9, 12, None]


def test_NOR_AS_03_allied_income(normandy: NormandyContent) -> None:
    means = [mean(dice.allied_income(normandy, level).chances()) for level in range(7)]
    assert means == [0.7, 2.0, 3.0, 4.2, 5.3, 6.8, 8.5]
    assert [dice.allied_income(normandy, n).result(d) for n, d in ((3, 5), (4, 2))] == [
        "5",
        "4",
    ]  # EX-04


def test_NOR_AS_03_the_cell_that_is_lit_is_the_one_that_was_read(normandy: NormandyContent) -> None:
    """The column is the Support Level, the line the die, as they are recorded."""
    chart = NORMANDY.charts(normandy)["income"]
    for level in range(7):
        throw = dice.allied_income(normandy, level)
        for die in range(1, 7):
            assert throw.result(die) == chart.cell(throw.column, chart.line_of(str(die), die))


def test_NOR_AS_04_german_income(normandy: NormandyContent) -> None:
    def throw(turn: int, level: int, *, withdrawn: bool = False) -> Throw[str]:
        return dice.german_income(normandy, turn, level, withdrawn=withdrawn)

    assert mean(throw(1, 0).chances()) == 6.3
    assert throw(10, 2).result(9) == "5"  # EX-05
    assert [throw(29, 0).result(n) for n in (2, 12)] == ["3", "8"]
    assert [throw(28, 3).result(2), throw(30, 0, withdrawn=True).result(12)] == ["2", "4"]


def test_4_4_facilities(normandy: NormandyContent) -> None:
    def total(nation: str, turn: int, kind: str) -> int:
        return sum(
            f.points
            for f in normandy.facilities.values()
            if f.nation == nation and f.kind == kind and f.first <= turn <= (f.last or 99)
        )

    assert [total("us", 13, "beach"), total("cw", 13, "beach"), total("cw", 15, "beach")] == [
        5,
        6,
        5,
    ]
    assert [total("us", 5, "mulberry"), total("cw", 5, "mulberry")] == [2, 0]
    assert [total(n, 1, "port") for n in ("us", "cw")] == [7, 3]
    assert {f.works for f in normandy.facilities.values() if f.kind == "port"} == {2, 8}
    cherbourg = normandy.facilities["cherbourg"]
    assert cherbourg.later is not None
    assert (cherbourg.later.works, cherbourg.later.points) == (12, 4)


def test_4_4_facilities_are_places_of_the_map(normandy: NormandyContent) -> None:
    for facility in normandy.facilities.values():
        place = normandy.map.places[facility.hexes[0]]
        kinds = {"beach": ("beach",), "port": ("port", "city"), "mulberry": ("beach", "port")}
        assert place.kind in kinds[facility.kind], facility.id
        assert set(facility.hexes) <= normandy.land


def test_NOR_RP_04_replacements(normandy: NormandyContent) -> None:
    def line(nation: str, turn: int, sea: str = "calm") -> list[str]:
        throw = dice.replacements(normandy, nation, turn, sea)  # type: ignore[arg-type]
        return [throw.result(d) for d in range(1, 7)]

    assert [line("us", 6), line("us", 7)] == [list("001111"), list("334455")]
    cw = [line("cw", turn) for turn in (6, 7, 28, 29)]
    assert cw == [list("000111"), list("112223"), list("112223"), list("000111")]
    assert line("us", 20, "gale") == list("000000")
    german = [dice.german_replacements(normandy, n, withdrawn=False) for n in (0, 2)]
    assert [[t.result(d) for d in (2, 3, 5, 6)] for t in german] == [list("0112"), list("0011")]
    assert dice.german_replacements(normandy, 0, withdrawn=True).result(6) == "0"


# Combat


def test_4_11_the_rulebook_prints_the_same_table(normandy: NormandyContent, rulebook: str) -> None:
    printed = tables(rulebook, "| total | 1:3 | 1:2 |")
    chart = normandy_charts(normandy)["crt"]
    assert [[row.label, *row.cells] for row in chart.rows] == [
        [cell.strip("`") for cell in row] for row in printed
    ]
    assert tuple(row.name for row in normandy.combat.columns) == chart.columns


def test_4_11_each_column_is_the_one_before_further_up(normandy: NormandyContent) -> None:
    up = [1, 1, 1, 2, 1, 1, 1, 1]
    columns = zip(normandy.crt, normandy.crt[1:], up, strict=False)
    for weaker, stronger, lines in columns:
        assert all(weaker[n + lines].code == stronger[n].code for n in range(2, 15))


def test_NOR_CO_12_columns(normandy: NormandyContent) -> None:
    def name(attack: int, defence: int) -> str:
        found, poor = column_of(normandy, attack, defence)
        return normandy.combat.columns[found].name + "!" * poor

    examples = [(12, 8), (12, 5), (12, 3), (5, 2), (1, 2), (2, 5), (1, 3), (1, 4), (99, 1)]
    assert [name(a, d) for a, d in examples] == [
        *["3:2", "2:1", "4:1", "2:1", "1:2", "1:3", "1:3", "1:3!", "8:1"]
    ]


def test_NOR_CO_18_totals_beyond_the_table(normandy: NormandyContent) -> None:
    assert normandy.result(0, -4) == normandy.result(0, 0)
    assert normandy.result(8, 18).code == "D3 DX DR4"
    found = normandy.result(2, 11)
    assert (found.attacker, found.defenders_shaken, found.retreat, found.defender) == (
        1,
        True,
        1,
        0,
    )
    bad = normandy.result(0, 0)
    assert (bad.attacker, bad.attackers_shaken, bad.attackers_retreat) == (2, True, True)


@pytest.mark.parametrize(
    ("attack", "told"),
    [
        (("1:1", 0, 3, 2), (1.28, 0.44, 8)),
        (("2:1", 0, 3, 3), (0.89, 0.75, 42)),
        (("3:1", 0, 3, 3), (0.83, 0.81, 58)),
        (("3:1", -1, 4, 3), (1.06, 0.75, 42)),
        (("2:1", -1, 4, 3), (1.17, 0.72, 28)),
        (("4:1", 2, 3, 4), (0.61, 1.44, 92)),
        (("6:1", -3, 4, 4), (1.03, 0.92, 42)),
        (("8:1", 4, 2, 5), (0.33, 2.92, 100)),
    ],
)
def test_4_11_mean_losses_and_chances_of_retreat(
    normandy: NormandyContent,
    attack: tuple[str, int, int, int],
    told: tuple[float, float, int],
) -> None:
    column, drm, white, black = attack
    names = [row.name for row in normandy.combat.columns]
    found = dice.battle(normandy, names.index(column), drm, white, black)
    cells = {cell.code: cell for by_total in normandy.crt for cell in by_total.values()}
    lost = [
        (chance * (cells[code].attacker + w), chance * (cells[code].defender + b))
        for (code, w, b), chance in found.items()
    ]
    means = [round(float(sum(part)), 2) for part in list(zip(*lost, strict=True))[:2]]
    back = sum(chance for (code, _, _), chance in found.items() if cells[code].retreat)
    assert (*means, round(100 * float(back))) == told


def test_4_14_modifiers(normandy: NormandyContent) -> None:
    assert {row.id: row.value for row in normandy.modifiers.values()} == {
        "bombed": 2,
        "operation": 1,
        "combined arms": 1,
        "heavy": -1,
        "division": 1,
        "concentric": 1,
        "disorganized": 1,
        "isolated": 1,
        "unsupported": -2,
        "low ratio": -2,
        "naval": 1,
        "ground support": 1,
        "artillery": 1,
    }
    spent, guns = normandy.combat.support, normandy.combat.artillery
    assert (spent.attack, spent.attack_most, spent.attack_most_operation) == ((-2, 0, 1, 2), 2, 3)
    assert (spent.defence, normandy.combat.drm_most) == ((0, -1), 6)
    assert (guns.attack_most, guns.attack_most_operation, guns.defence_most) == (3, 4, 2)


def test_4_15_attrition_numbers(normandy: NormandyContent) -> None:
    table = normandy.combat.attrition
    attacker = [row.up_to for row in table.attacker], [row.number for row in table.attacker]
    defender = [row.up_to for row in table.defender], [row.number for row in table.defender]
    assert attacker == ([2, 5, 8, None], [1, 2, 3, 4])
    assert defender == ([3, 6, 9, None], [1, 2, 3, 4])
    white, black = table.white, table.black
    assert (white.position, white.bombed, white.ground_support) == (1, -1, -1)
    assert (black.artillery, black.improved, black.entrenchment) == (1, -1, -2)
    assert (table.least, table.most) == (0, 5)
    hard = {row.id for row in normandy.terrain.terrain if row.attrition}
    assert hard == {"bocage", "rough", "forest", "town", "city"}


# Single dice


def test_single_dice(normandy: NormandyContent) -> None:
    def wins(throw: Throw[str]) -> list[int]:
        return [die for die in range(1, 7) if throw.result(die) != "nothing"]

    assert wins(dice.demolition(normandy, retreating=False)) == [1, 2, 3, 4]
    assert wins(dice.demolition(normandy, retreating=True)) == [1, 2, 3]
    assert wins(dice.hq_caught(normandy)) == [1]
    assert wins(dice.regroup(normandy)) == [1, 2, 3]
    assert wins(dice.rest(normandy)) == [6]
    assert wins(dice.isolation(normandy)) == wins(dice.targeted_bridge(normandy)) == [5, 6]
    assert [wins(dice.late(normandy, n)) for n in (2, 3)] == [[], [1]]
    assert [wins(dice.struck(normandy, n)) for n in (2, 3)] == [[], [1]]
    assert [wins(dice.bombed_bridge(row)) for row in normandy.air.bombs[2:]] == [
        [],
        [1, 2, 3],
        [1, 2, 3],
    ]
