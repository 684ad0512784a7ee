"""Teach mode: the texts fit and are true to the games, and the cards never stand in the way."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.flow.table import start
from tests.tui.driver import close_dialogs, play_of, press, running, screen_text, table, type_line
from wargame import games
from wargame.content.rulebook import Rulebook
from wargame.content.sequence import walk
from wargame.content.teach import Lesson, Lessons, lessons_of
from wargame.content.toml import asset, read_text
from wargame.store.campaign import Campaign
from wargame.store.remark import MARKS
from wargame.tui.actions import all_actions
from wargame.tui.guide import Guide, settled_choice
from wargame.tui.keymap import load_keymap
from wargame.tui.play import Play
from wargame.tui.settings import Settings, save_settings
from wargame.tui.widgets.lesson import card_rows
from wargame.tui.widgets.row import wrap

SCENARIOS: tuple[tuple[str, dict[str, str], int], ...] = (
    ("arras/learning", {}, 6),
    ("hannut/orp", {}, 6),
    ("normandy/epsom", {}, 6),
    ("ardennes/skyline", {"mode": "2p"}, 6),
    ("ardennes/skyline", {"mode": "gs"}, 2),
    ("eastfront/minsk", {}, 4),
)
"""What is explained, how it is chosen, in how many random games."""
EACH = pytest.mark.parametrize("name", ["arras", "hannut", "normandy", "ardennes", "eastfront"])
KEYS = load_keymap(all_actions())
_CARD = (35, 16)
"""Columns and lines of a card in the smallest terminal."""


def lessons(name: str) -> tuple[Lesson, ...]:
    """All lessons of a game."""
    found = lessons_of(name)
    assert found is not None
    return found.lesson


def sentences(text: str) -> int:
    """How many sentences a text has."""
    return len(re.findall(r"\.(?:\s|$)", text))


def questions(scenario: str, options: dict[str, str], count: int) -> set[tuple[str, str]]:
    """Segment and key of everything that is asked in some random games."""
    found: set[tuple[str, str]] = set()
    for seed in range(count):
        campaign, chance = Campaign.new(scenario, seed, None, options=options), random.Random(seed)
        session = campaign.session
        while session.ask is not None:
            found.add((session.segment, session.ask.key))
            campaign.answer(session.ask.sample(chance.randrange))
    return found


@EACH
def test_every_card_fits_the_smallest_terminal(name: str) -> None:
    width, height = _CARD
    for lesson in lessons(name):
        lines = sum(len(wrap(entry, width)) for entry in card_rows(lesson, (1, 3), KEYS))
        assert lines <= height, lesson.title


@EACH
def test_every_lesson_is_a_few_sentences(name: str) -> None:
    for lesson in lessons(name):
        assert 1 <= sentences(lesson.text) <= 5, lesson.title
        assert sentences(lesson.do) <= 3, lesson.title
        assert lesson.passing or lesson.do, lesson.title


@EACH
def test_lessons_name_segments_and_rules_that_exist(name: str) -> None:
    definition = games.game(name)
    content = definition.load(definition.scenarios[0].id)
    steps = {step.id for step in walk(content.sequence)}
    book = Rulebook.of(read_text(asset("rules", f"{name}.md")))
    for lesson in lessons(name):
        assert steps >= set(lesson.at), lesson.title
        assert lesson.rule in book.rules, lesson.title
    taught = lessons_of(name)
    assert taught is not None
    assert {s.id for s in definition.scenarios} > set(taught.scenarios)


@EACH
def test_every_segment_says_what_it_is_about_in_a_sentence(name: str) -> None:
    definition = games.game(name)
    content = definition.load(definition.scenarios[0].id)
    for step in walk(content.sequence):
        if step.script or step.interrupt:
            assert step.note.endswith("."), step.id
            assert 30 <= len(step.note) <= 150, step.id


@pytest.mark.parametrize(("scenario", "options", "count"), SCENARIOS)
def test_every_question_of_a_learning_game_is_explained(
    scenario: str, options: dict[str, str], count: int
) -> None:
    known = lessons_of(scenario.partition("/")[0])
    assert known is not None
    missing = {
        (segment, key)
        for segment, key in questions(scenario, options, count)
        if known.asked(segment, key) is None
    }
    assert missing == set()


def test_a_lesson_of_one_scenario_is_not_told_in_another() -> None:
    first = {
        scenario: Guide(Campaign.new(scenario, 1, None).session, on=True).lessons
        for scenario in ("normandy/epsom", "normandy/campaign")
    }
    told = {name: found and found.passed("normandy.air.weather") for name, found in first.items()}
    assert ["Welcome to the Odon", "Welcome to Normandy"] == [
        lesson and lesson.title for lesson in told.values()
    ]


def test_who_joins_an_attack_is_no_lesson_in_defence() -> None:
    known = lessons_of("ardennes")
    assert known is not None
    asked = [
        known.asked("ardennes.ops.german.tactics", key)
        for key in ("tactics.attack", "tactics.join")
    ]
    assert ["Tactics of the attacker", "Who joins the attack?"] == [
        lesson and lesson.title for lesson in asked
    ]


def test_no_file_is_no_teach_mode() -> None:
    assert lessons_of("toy") is None
    guide = Guide(Campaign.new("toy/crossroads", 1, None).session, on=True)
    guide.follow(Campaign.new("toy/crossroads", 1, None).session)
    assert guide.page is None


def test_each_lesson_comes_once() -> None:
    campaign, chance = Campaign.new("arras/learning", 4, None), random.Random(4)
    guide, titles = Guide(campaign.session, on=None), list[tuple[str, str]]()
    while campaign.session.ask is not None:
        guide.follow(campaign.session)
        titles += [(lesson.title, campaign.session.segment) for lesson in guide.pages]
        campaign.answer(campaign.session.ask.sample(chance.randrange))
    assert len(titles) == len(set(titles)) > 12
    assert ("Welcome to Arras", "arras.allied.movement") == titles[0]


def test_a_lesson_of_a_later_turn_is_told_when_it_comes() -> None:
    campaign, chance = Campaign.new("arras/learning", 4, None), random.Random(4)
    told: list[tuple[str, int]] = []
    guide, session = Guide(campaign.session, on=True), campaign.session
    guide.lessons = Lessons(scenarios=(), lesson=(timed("first", 0), timed("third", 3)))
    while session.ask is not None:
        guide.follow(session)
        told += [(lesson.title, session.state.turn()) for lesson in guide.pages]
        campaign.answer(session.ask.sample(chance.randrange))
    assert [("first", 1), ("third", 3)] == told


def timed(title: str, turn: int) -> Lesson:
    """A lesson told from a turn on."""
    at = ("arras.allied.movement",)
    return Lesson(at=at, title=title, rule="", text="Some.", do="Some.", turn=turn)


def test_a_game_that_goes_on_is_not_explained_again() -> None:
    campaign = Campaign.new("arras/learning", 4, None)
    campaign.answer("done")
    guide = Guide(campaign.session, on=None)
    guide.follow(campaign.session)
    assert ["Air strike"] == [lesson.title for lesson in guide.pages]


async def test_the_first_turn_opens_with_a_card_and_its_pages() -> None:
    async with running("arras/learning") as (app, pilot):
        assert "Welcome to Arras" in screen_text(app)
        assert "1 of 3" in screen_text(app)
        await press(pilot, "e", "e")
        assert "(ZOC)" in screen_text(app)
        await press(pilot, "e")
        assert "1 206 Battery" in screen_text(app)


async def test_a_card_never_stands_in_the_way_of_an_answer() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "p")
        assert 1 == play_of(app).session.n
        await close_dialogs(app, pilot)
        assert "Air strike" in screen_text(app)


async def test_in_a_small_terminal_acting_makes_room_and_e_brings_the_card_back() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "tab")
        assert "Welcome" not in screen_text(app)
        await press(pilot, "e")
        assert "Welcome to Arras" in screen_text(app)
        await press(pilot, "e", "e")
        assert "Your units move" in screen_text(app)
        await press(pilot, "f3")
        assert "Your units move" not in screen_text(app)
        await press(pilot, "escape", "e")
        assert "Your units move" in screen_text(app)
        await press(pilot, "g", *"0910", "enter")
        assert "Your units move" not in screen_text(app), "what is said of the hex has its room"


async def test_pages_left_unread_come_back_after_acting_and_after_an_answer() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "e", "enter")
        assert table(app).guide.page is None
        await press(pilot, "e")
        assert "1 of 2" in screen_text(app)
        await press(pilot, "p")
        await close_dialogs(app, pilot)
        await press(pilot, "escape", "e")
        assert "Air strike" in screen_text(app)
        shown = [page.title for page in table(app).guide.pages]
        assert "Your units move" in shown, shown


async def test_a_card_of_a_later_step_goes_with_the_answers_that_led_to_it() -> None:
    async with running("arras/learning", size=(120, 40)) as (app, pilot):
        screen = table(app)
        first = screen.guide.page
        assert first is not None
        while screen.guide.page in (first, None):
            await type_line(pilot, "pass")
            await close_dialogs(app, pilot)
        later = screen.guide.page
        await press(pilot, "u")
        assert screen.guide.page is not later, screen_text(app)
        assert later.title not in screen_text(app)


async def test_in_a_large_terminal_card_and_orders_stand_together() -> None:
    async with running("arras/learning", size=(120, 40)) as (app, pilot):
        await press(pilot, "escape", "e", "e", "e", "tab")
        text = screen_text(app)
        assert "Your units move" in text
        assert "2 368 Battery" in text


async def test_f1_opens_the_rule_of_the_card() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "e", "f1")
        assert "ARR-SU-02" in screen_text(app)


async def test_explanations_can_be_switched_off_at_the_table() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "E")
        assert "come only when you press e" in screen_text(app)
        await type_line(pilot, "done")
        assert table(app).guide.page is None
        await press(pilot, "e")
        assert "Air strike" in screen_text(app)


async def test_the_campaign_is_not_explained_unasked() -> None:
    async with running("arras/campaign") as (app, pilot):
        assert table(app).guide.page is None
        await press(pilot, "E")
        await type_line(pilot, "done")
        assert table(app).guide.page is not None


async def test_a_refusal_is_explained_by_its_rule_once() -> None:
    async with running("arras/learning", size=(120, 40)) as (app, pilot):
        await press(pilot, "escape")
        await type_line(pilot, "move uk-4rtr-a 1008-0808")
        text = screen_text(app)
        assert "Why not" in text
        page = table(app).guide.page
        assert page is not None
        assert page.rule in text
        assert page.text[:40] in " ".join(text.split())
        await press(pilot, "e")
        assert table(app).guide.page is None
        await type_line(pilot, "move uk-4rtr-a 1008-0808")
        assert table(app).guide.page is None
        await press(pilot, "E")
        await type_line(pilot, "move uk-4rtr-a 1008-1008")
        assert table(app).guide.page is None


async def test_switching_explanations_on_opens_that_of_the_question() -> None:
    async with running("arras/campaign") as (app, pilot):
        await press(pilot, "E")
        assert table(app).guide.page is not None
        assert "Explanations come" in screen_text(app)


async def test_campaigns_can_always_be_explained() -> None:
    save_settings(Settings(teach="always"))
    async with running("arras/campaign") as (app, _):
        assert table(app).guide.page is not None


async def test_the_setting_switches_it_off() -> None:
    save_settings(Settings(teach="off"))
    async with running("arras/learning") as (app, _):
        assert table(app).guide.page is None


async def test_the_settings_tell_of_the_game_that_goes_its_own_way() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "f10", "t")
        assert "game: off" not in screen_text(app)
        await press(pilot, "escape", "E", "f10", "t")
        assert "game: off (E)" in screen_text(app)


async def test_a_new_game_asks_whether_to_explain() -> None:
    async with running() as (app, pilot):
        await press(pilot, "n", "home")
        assert "[x] Explain as we go" in screen_text(app)
        await press(pilot, "down")
        assert "[ ] Explain as we go" in screen_text(app)
        await press(pilot, "up", "space")
        assert "[ ] Explain as we go" in screen_text(app)
        await press(pilot, "enter")
        assert "learning" == play_of(app).session.header.scenario
        assert table(app).guide.page is None


def test_an_explanation_of_several_segments_comes_once_to_each_side() -> None:
    guide = Guide(start(), on=True)
    lesson = Lesson(at=("a", "b"), title="Losses", rule="R", text="Why")
    later = lesson.model_copy(update={"turn": 3})
    assert guide._new(lesson, "red") is lesson
    assert guide._new(lesson, "red") is None
    assert guide._new(lesson, "blue") is lesson
    assert guide._new(later, "red") is later


async def test_a_page_fills_the_screen_from_edge_to_edge_in_lines_that_can_be_read() -> None:
    async with running("hannut/orp", size=(200, 60)) as (app, _):
        card = table(app).card
        assert (200, 118) == (card.outer_size.width, card.longest)
        lines = screen_text(app).splitlines()
        first = next(n for n, line in enumerate(lines) if line.startswith(" Welcome to Hannut"))
        assert max(map(len, lines[first : first + 4])) <= 119


def test_whether_lessons_come_is_kept_in_the_save(tmp_path: Path) -> None:
    path = tmp_path / "quiet.wg"
    with Campaign.new("arras/learning", 1, path) as campaign:
        assert settled_choice(campaign, True) is True, "as the scenario says: nothing is kept"
        assert [] == campaign.remarks
        assert settled_choice(campaign, False) is False
    with Campaign.open(path) as campaign:
        assert settled_choice(campaign, None) is False
        assert Play(campaign).teach is False
        assert settled_choice(campaign, True) is True
    with Campaign.open(path) as campaign:
        assert settled_choice(campaign, None) is True
        assert "lessons" not in {mark.kind for mark in campaign.remarks if mark.kind in MARKS}
