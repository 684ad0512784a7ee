"""The charts of Ardennes print the numbers that the engine uses, and the rulebook says the same."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from wargame.content.chart import Chart
from wargame.content.rulebook import Rulebook
from wargame.content.sequence import walk
from wargame.content.teach import lessons_of
from wargame.content.toml import asset, read_text
from wargame.flow.session import Session, new_header
from wargame.games.ardennes import GAME
from wargame.games.ardennes.content import ArdennesContent, load_content
from wargame.games.ardennes.data.charts import ardennes_charts

RULES = {
    "RB": 22, "SP": 8, "US": 13, "SS": 18, "CT": 11, "CC": 15, "RD": 12, "CR": 17, "RT": 12,
    "AD": 11, "DX": 14, "AA": 22, "SQ": 6, "CD": 10, "AC": 10, "MV": 13, "ZC": 2, "ST": 1, "HC": 2,
    "BR": 3, "IP": 1, "FU": 1, "RP": 1, "WE": 1, "VC": 1, "GE": 7, "AT": 3, "CH": 1, "TC": 1,
    "EV": 1, "CA": 1, "OB": 1, "SC": 1,
}  # fmt: skip
"""How many rules each group has."""
EXAMPLES = 15
"""Worked examples, boxed."""


@pytest.fixture(scope="module")
def campaign() -> ArdennesContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def charts(campaign: ArdennesContent) -> dict[str, Chart]:
    return ardennes_charts(campaign)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.of(read_text(asset("rules", "ardennes.md")))


def test_fu_01_the_chart_names_german_divisions(charts: dict[str, Chart]) -> None:
    """ARD-FU-01: the 2nd Panzer Division, not the American 2nd Infantry Division"""
    dry = {row.label: row.cells[0] for row in charts["fuel"].rows}
    assert ("2 Pz", "2 Pz, 9 SS Pz", "2 Pz, Pz Lehr") == (dry["23"], dry["25"], dry["26"])
    assert not [cell for cell in dry.values() if "Inf" in cell]


# The rulebook


def test_every_rule_stands_once_and_none_besides(book: Rulebook) -> None:
    assert Counter(rule.split("-")[1] for rule in book.rules) == RULES
    wanted = {f"ARD-{group}-{n:02}" for group, most in RULES.items() for n in range(1, most + 1)}
    assert set(book.rules) == wanted
    assert len(wanted) == 243


def test_every_rule_and_section_named_exists(book: Rulebook) -> None:
    text = read_text(asset("rules", "ardennes.md"))
    assert set(Rulebook.links(text)) - set(book.rules) == set()
    known = {section.id for section in book.sections}
    named = re.findall(r"\((?:see )?(\d+(?:\.\d+)?)\)|\bchapters? (\d+)\b", text)
    assert {one for found in named for one in found if one} - known == set()


def test_every_worked_example_is_boxed() -> None:
    text = read_text(asset("rules", "ardennes.md"))
    assert len(re.findall(r"^> \*Example \(", text, re.MULTILINE)) == EXAMPLES


def test_every_chart_that_the_rulebook_names_is_there(charts: dict[str, Chart]) -> None:
    text = read_text(asset("rules", "ardennes.md")).replace("\n", " ")
    spans = re.findall(r"charts? ((?:\*[A-Z][\w ]+\*(?:, | and )?)+)", text)
    named = {title for one in spans for title in re.findall(r"\*([^*]+)\*", one)}
    assert len(named) > 10
    assert named - {chart.title for chart in charts.values()} == set()


@pytest.mark.parametrize("scenario", ["campaign", "skyline"])
def test_every_chart_has_rows_and_a_rule(scenario: str, book: Rulebook) -> None:
    for chart in ardennes_charts(load_content(scenario)).values():
        assert chart.rows or (scenario, chart.name) == ("skyline", ""), chart.name
        assert chart.rule in book.rules, chart.name


# Numbers said in the rulebook


def test_ARD_MV_01_costs(campaign: ArdennesContent, book: Rulebook) -> None:
    """ARD-MV-01"""
    rows = {row.id: row for row in campaign.terrain.terrain}
    text = book.find("ARD-MV-01").text.replace("\n", " ")
    clear, broken, woods, forest = (rows[n] for n in ("clear", "broken", "woods", "forest"))
    assert f"Clear {clear.inf}; Broken {broken.inf} for infantry and {broken.mech} for mech" in text
    assert f"Woods {woods.inf} and {woods.mech}; Forest {forest.inf} and {forest.mech}" in text
    assert clear.frozen == broken.frozen == 1
    assert f"Woods {woods.frozen}, Forest {forest.frozen}." in text


def test_ARD_FU_01_fuel_names_german_divisions(charts: dict[str, Chart]) -> None:
    """ARD-FU-01  The Allies have a 2nd and a 9th division too."""
    rows = {row.label: row.cells[0] for row in charts["fuel"].rows}
    assert (rows["17"], rows["21"]) == ("none", "1 SS Pz, Pz Lehr")
    assert (rows["23"], rows["25"]) == ("2 Pz", "2 Pz, 9 SS Pz")


def test_ARD_CC_07_the_draw(campaign: ArdennesContent) -> None:
    """ARD-CC-07"""
    draw = campaign.cup.draw
    found = (draw.unit, draw.tactic, draw.large, draw.large_steps, draw.elite, draw.out_of_supply)
    assert found == (1, 1, 1, 3, 1, 1)
    assert (draw.isolated, draw.screen, draw.large_side) == (2, -2, "attacker")


def test_ARD_CR_07_to_10_hold_check(campaign: ArdennesContent, book: Rulebook) -> None:
    """ARD-CR-07, ARD-CR-08, ARD-CR-09, ARD-CR-10"""
    table = campaign.tables.hold
    values = (table.cut_off, table.retreated, table.river, table.costly)
    for number, value in zip(range(7, 11), values, strict=True):
        word = "more" if value > 0 else "less"
        assert book.find(f"ARD-CR-{number:02}").title.find(f"{abs(value)} {word} if") > 0


def test_ARD_SS_16_surrender(campaign: ArdennesContent, charts: dict[str, Chart]) -> None:
    """ARD-SS-16"""
    for column in charts["surrender"].columns:
        steps = [charts["surrender"].cell(column, str(n)) for n in range(1, 11)].count("step")
        assert steps == getattr(campaign.tables.surrender, column)


def test_ARD_AD_11_advance(charts: dict[str, Chart]) -> None:
    """ARD-AD-11"""
    assert [row.cells for row in charts["advance"].rows] == [
        ("advance, no roll", "1-7", "none"),
        ("1-8", "1-4", "none"),
        ("1-3", "none", "none"),
    ]


def test_ARD_VC_01_levels(campaign: ArdennesContent, book: Rulebook) -> None:
    """ARD-VC-01"""
    text = book.find("ARD-VC-01").text.replace("\n", " ")
    for band, said in zip(
        campaign.scenario.band, ("28 or more", "20 to 27", "15 to 19", "9 to 14"), strict=False
    ):
        assert said.startswith(str(band.at_least))
        assert said in text
    table = campaign.victory
    assert f"with {table.german.points} VP" in text
    assert f"fewer than {table.allied.points}." in text
    assert f"at most {table.exit.most}" in text


# Charts


def test_ARD_CH_01_every_chit_is_printed(
    campaign: ArdennesContent, charts: dict[str, Chart]
) -> None:
    """ARD-CH-01"""
    assert [row.label for row in charts["chits"].rows] == [*campaign.chits]
    assert charts["chits"].cell("first", "C03") == "r 3/2 or more: D1"
    assert charts["chits"].cell("otherwise", "C03") == "r below 1: A2"
    assert charts["chits"].cell("otherwise", "C20") == "and defender has Artillery: A1"
    assert charts["chits"].cell("first", "C29") == "always: D1 A1"
    assert charts["chits"].cell("first", "C31") == "nothing"


def test_ARD_CD_01_every_card_is_printed(
    campaign: ArdennesContent, charts: dict[str, Chart]
) -> None:
    """ARD-CD-01"""
    chart = charts["cards"]
    assert len(chart.rows) == len(campaign.cards)
    assert chart.cell("tactic", "G04 277 VG") == "fixed artillery (FAR 3)"
    assert chart.cell("Command Value", "G46 Army Group B") == "4"
    kinds = Counter(row.cells[-1] for row in chart.rows)
    assert kinds["Allied, No Command"] == 10
    assert kinds["German, supplemental"] == 17
    assert kinds["Allied, supplemental"] == 16


def test_ARD_EV_01_every_event_is_explained(
    campaign: ArdennesContent, charts: dict[str, Chart]
) -> None:
    """ARD-EV-01"""
    titles = {card.title for card in campaign.cards.values() if card.event}
    assert titles == {row.label for row in charts["events"].rows}


def test_ARD_TC_01_every_tactic_is_explained(
    campaign: ArdennesContent, charts: dict[str, Chart]
) -> None:
    """ARD-TC-01"""
    tactics = {card.tactic for card in campaign.cards.values() if card.tactic}
    assert tactics == {row.label for row in charts["tactics"].rows}


def test_ARD_CA_01_every_unit_that_comes_is_on_the_calendar(
    campaign: ArdennesContent, charts: dict[str, Chart]
) -> None:
    """ARD-CA-01"""
    printed = " ".join(cell for row in charts["arrivals"].rows for cell in row.cells)
    for unit in campaign.units.values():
        assert unit.due is None or unit.title in printed


def test_7_3_victory_points_add_up(campaign: ArdennesContent, charts: dict[str, Chart]) -> None:
    """ARD-VC-01"""
    rows = charts["points"].rows
    assert sum(int(row.label) * (row.cells[0].count(",") + 1) for row in rows) == 86
    assert sum(row.cells[0].count(",") + 1 for row in rows) == len(campaign.points) == 35


def test_4_2_every_position_is_printed(campaign: ArdennesContent, charts: dict[str, Chart]) -> None:
    """ARD-RB-08"""
    found = [re.findall(r"\d{4}", row.cells[0]) for row in charts["hold_values"].rows]
    assert sum(map(len, found)) == len(campaign.hold) == 216


# Teaching


@pytest.mark.parametrize("mode", ["2p", "gs"])
def test_every_question_of_the_learning_game_is_explained(mode: str) -> None:
    known = lessons_of("ardennes")
    assert known is not None
    told = known.within("skyline")
    missing: set[tuple[str, str]] = set()
    for seed in range(4):
        header = new_header(GAME, "skyline", seed, options={"mode": mode})
        session, chance = Session.start(GAME, header), Random(seed)
        while session.ask is not None:
            if told.asked(session.segment, session.ask.key) is None:
                missing.add((session.segment, session.ask.key))
            session.answer(session.ask.sample(chance.randrange))
    assert missing == set()


def test_lessons_name_segments_and_rules_that_exist(book: Rulebook) -> None:
    known = lessons_of("ardennes")
    assert known is not None
    steps = {step.id for step in walk(load_content("skyline").sequence)}
    for lesson in known.lesson:
        assert steps >= set(lesson.at), lesson.title
        assert lesson.rule in book.rules, lesson.title
