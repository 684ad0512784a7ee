"""The typed command line: what a line means and how it can go on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.toy import TOY
from tests.tui.driver import (
    close_dialogs,
    play_of,
    press,
    running,
    screen_text,
    screen_words,
    table,
    type_line,
)
from wargame.exports.forms import FORMS
from wargame.flow.session import Session, new_header
from wargame.flow.shorthand import find_place
from wargame.store.load import load
from wargame.tui.screens.replay import ReplayScreen
from wargame.tui.table.commands import COMMANDS
from wargame.tui.typed_line import ALONE, WORDS, Typed, complete, listed, read_line
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.rows import Rows


@pytest.fixture
def session() -> Session:
    """The toy at its first question."""
    return Session.start(TOY, new_header(TOY, "toy/crossroads", 3))


def test_an_answer_stays_as_it_was_typed(session: Session) -> None:
    assert Typed("", "move r2 0103-0203") == read_line(session, " move  r2 0103-0203 ")


def test_a_unit_and_a_hex_become_the_cheapest_route(session: Session) -> None:
    assert Typed("", "move r2 0103-0203-0303") == read_line(session, "move r2 0303")


def test_a_unit_may_be_called_by_the_name_on_the_screen(session: Session) -> None:
    assert Typed("", "move r2 0103-0203-0303") == read_line(session, "move Red 2 to 0303")
    assert Typed("", "move r2 0103-0203-0303") == read_line(session, "move red 2  0303")


def test_a_route_through_points_is_found(session: Session) -> None:
    assert "move r2 0103-0204-0303" == read_line(session, "move r2 0204 0303").text


@pytest.mark.parametrize("line", ["undo", "UNDO", "undo 3", "rule TOY-MV-01", "go 0404", "quit"])
def test_words_of_the_table_are_commands(session: Session, line: str) -> None:
    assert line.split(maxsplit=1)[0].casefold() == read_line(session, line).command


def test_nonsense_is_left_to_the_question(session: Session) -> None:
    assert Typed("", "mvoe r9") == read_line(session, "mvoe r9")


def test_completion_offers_answers_before_commands(session: Session) -> None:
    assert "pass" == complete(session, "")[0]
    assert ["move r1", "move r2", "move r3"] == complete(session, "mo")


def test_completion_goes_on_with_the_hexes_in_reach(session: Session) -> None:
    found = complete(session, "move r2 03")
    assert "move r2 0303" in found
    assert all(line.startswith("move r2 03") for line in found)


@pytest.mark.parametrize("text", ["0403", "Crossroads", "cross"])
def test_a_place_is_found_by_number_or_name(session: Session, text: str) -> None:
    assert session.game.grid.hex("0403") == find_place(session, text)


def test_a_unit_is_found_by_id_or_name(session: Session) -> None:
    where = session.game.grid.hex("0102")
    assert where == find_place(session, "r1") == find_place(session, "red 1")
    assert find_place(session, "nowhere") is None


# -- what the words do at the table -----------------------------------------------------------


def test_every_word_does_something() -> None:
    assert list(WORDS) == list(COMMANDS)
    assert set(WORDS) > ALONE


def test_every_word_is_told_in_a_sentence() -> None:
    assert [] == [word for word, text in WORDS.items() if not 8 <= len(text) < 90]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("th", ["theme"]),
        ("theme d", ["theme dark"]),
        ("zoom c", ["zoom close"]),
        ("set curtain a", ["set curtain always"]),
        ("export h", ["export html"]),
        ("teach o", ["teach on", "teach off"]),
        ("panel j", ["panel journal"]),
        ("go cross", ["go Crossroads"]),
        ("overlay r", ["overlay Red ZOC"]),
    ],
)
def test_completion_knows_commands_and_what_follows_them(
    session: Session, line: str, found: list[str]
) -> None:
    assert [text.casefold() for text in found] == [
        text.casefold() for text in complete(session, line)
    ]


def test_an_empty_line_goes_on_with_every_command(session: Session) -> None:
    assert ["pass", *WORDS] == complete(session, "")


async def test_what_line_mode_tells_the_table_tells_too() -> None:
    told = (
        ("why r1 0101", "Yes: move r1 0102-0101, in all 1 MP."),
        ("why Red 1 0806", "No: r1 cannot reach 0806."),
        ("why r1 zzzz", "is not a hex number"),
        ("why move r1 0101", '"move r1 0102-0101" is legal now.'),
        ("why @7", 'There is no answer "7"; the last is 0.'),
        ("odds pass", "Chance has no part in this answer."),
        ("odds", "Say of which answer."),
        ("odds fly", "[TOY-MV-01]"),
        ("reach red 1", "Red 1 may go to "),
        ("reach b1", "Blue 1 cannot go now."),
        ("what b1", "This game does not say what attacks could be brought."),
        ("what nowhere", "is no hex, place or unit"),
        ("reach", "Say which unit"),
        ("unit nobody", 'There is no unit "nobody".'),
        ("status", "weather clear"),
        ("hex nowhere", "is no hex, place or unit"),
    )
    async with running("toy/crossroads") as (app, pilot):
        await type_line(pilot, "why @")
        shown = screen_text(app)
        await press(pilot, "escape")
        for line, said in told:
            play_of(app).message = None
            await type_line(pilot, line)
            message = play_of(app).message
            assert message is not None, line
            assert said in f"{message.text} [{message.rule}]"
    assert "The opening" in shown
    assert "No dice fell" in shown


def test_a_list_is_as_long_as_there_is_room() -> None:
    assert "undo  redo" == listed(["undo", "redo"], 20)
    assert "undo  … 2 more" == listed(["undo", "redo", "go"], 8)
    assert "undo  … 1 more" == listed(["undo", "redo"], 0)


def test_a_colon_too_many_is_forgiven(session: Session) -> None:
    assert Typed("undo", "3") == read_line(session, ":undo 3")


async def test_the_words_of_line_mode_look_around() -> None:
    async with running("toy/crossroads") as (app, pilot):
        grid = play_of(app).session.game.grid
        await type_line(pilot, "unit red 1")
        assert (grid.hex("0102"), "hex") == (play_of(app).cursor, table(app).panels.active)
        await type_line(pilot, "log")
        assert "journal" == table(app).panels.active
        await type_line(pilot, "hex crossroads")
        assert (grid.hex("0403"), "hex") == (play_of(app).cursor, table(app).panels.active)
        await type_line(pilot, "options")
        assert "orders" == table(app).panels.active
        await type_line(pilot, "map wide")
        await type_line(pilot, "map 0505")
        assert ("wide", grid.hex("0505")) == (table(app).map.zoom, play_of(app).cursor)


async def test_odds_are_told_before_the_answer_is_given() -> None:
    async with running("arras/learning") as (app, pilot):
        await type_line(pilot, "status")
        assert "21 May" in str(play_of(app).message)
        session, pick = play_of(app).session, random.Random(5).randrange
        while (ask := session.ask) is not None and ask.kind != "attack":
            session.answer(ask.sample(pick))
        assert ask is not None
        found = next(o.answer for o in ask.options() if ask.odds(o.answer))
        table(app).refresh_view()
        await type_line(pilot, f"odds {found}")
        assert "%" in str(play_of(app).message)
        await press(pilot, "colon")
        table(app).line.value = f"{found}; {found}"
        await press(pilot, "tab")  # of a plan that is typed out
        assert "has been attacked in this phase" in str(play_of(app).message)


async def test_colours_zoom_panels_and_settings_are_typed() -> None:
    async with running("toy/crossroads") as (app, pilot):
        for line in ("theme dark", "zoom close", "set curtain always", "panel journal"):
            await type_line(pilot, line)
        assert ("dark", "always") == (app.settings.theme, app.settings.curtain)
        assert ("close", "journal") == (table(app).map.zoom, table(app).panels.active)
        await type_line(pilot, "zoom out")
        assert "normal" == table(app).map.zoom
        await type_line(pilot, "set")
        assert "SettingsScreen" == type(app.screen).__name__
        await press(pilot, "escape")
        assert "Settings: theme dark, " in screen_words(app)


async def test_a_command_that_cannot_be_done_says_why() -> None:
    refused = (
        ("theme drak", 'The nearest is "dark"'),
        ("zoom clsoe", 'The nearest is "close"'),
        ("set curtian off", 'The nearest is "curtain"'),
        ("export pdf", '"pdf" is none of report'),
        ("replay 99", "There are answers 0 to 0"),
        ("panel x", '"x" is none of orders'),
        ("saves nowhere", "There is no save"),
    )
    async with running("toy/crossroads") as (app, pilot):
        for line, said in refused:
            assert said not in screen_words(app)
            await type_line(pilot, line)
            assert said in screen_words(app)


async def test_notes_bookmarks_replay_and_branch_are_typed(saves: Path) -> None:
    async with running("toy/crossroads") as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "bookmark the ford")
        await type_line(pilot, "note too late")
        found = [(mark.kind, mark.text) for mark in load(saves / "toy-crossroads.wg").remarks]
        assert [("bookmark", "the ford"), ("note", "too late")] == found
        await type_line(pilot, "replay 1")
        assert isinstance(app.screen, ReplayScreen)
        assert 1 == app.screen.replay.n
        await press(pilot, "escape")
        await type_line(pilot, "branch 0")
        await press(pilot, "enter")
        assert 0 == play_of(app).session.n
        assert (saves / "toy-crossroads-from-0.wg").is_file()


async def test_pin_explanations_keys_and_other_games_are_typed() -> None:
    async with running("arras/learning") as (app, pilot):
        await type_line(pilot, "teach off")
        assert not table(app).guide.on
        await type_line(pilot, "teach on")
        assert table(app).guide.on
        for line, screen in (
            ("pin", "TextDialog"),
            ("keys test", "KeyTester"),
            ("keys", "HelpScreen"),
            ("?", "HelpScreen"),
            ("new", "NewGameScreen"),
            ("saves", "LoadScreen"),
        ):
            await type_line(pilot, line)
            assert screen == type(app.screen).__name__
            await press(pilot, "escape", *(["escape"] if screen == "KeyTester" else []))
            assert table(app) is app.screen
        await type_line(pilot, "close")
        assert "MenuScreen" == type(app.screen).__name__


async def test_every_form_is_exported(saves: Path) -> None:
    async with running("arras/learning") as (app, pilot):
        await type_line(pilot, "done")
        await close_dialogs(app, pilot)
        for form in sorted(FORMS):
            await type_line(pilot, f"export {form}")
            path = saves / f"arras-learning{FORMS[form][0]}"
            assert path.name in "".join(screen_text(app).split())
            assert "Arras" in path.read_text()
        path.write_text("another")
        await type_line(pilot, f"export {form}")
        await press(pilot, "n")
        assert "stays as it was" in screen_words(app)
        assert path.read_text() == "another"
        await type_line(pilot, f"export {form}")
        await press(pilot, "y")
        assert "Arras" in path.read_text()
        for form in sorted(FORMS):
            await type_line(pilot, f"export {form} {saves / 'arras-learning.wg'}")
            await press(pilot, "y")
            assert "is a save and stays" in screen_words(app)


async def test_the_list_of_keys_does_what_is_chosen_in_it() -> None:
    async with running("toy/crossroads", size=(100, 60)) as (app, pilot):
        await press(pilot, "f9")
        rows = app.screen.query_one(Rows)
        at = next(n for n, entry in enumerate(rows.entries) if entry.id == "type('overlay')")
        rows.highlight(at)
        await press(pilot, "enter")
        assert "PickDialog" == type(app.screen).__name__
        await press(pilot, "escape", "f9")
        rows = app.screen.query_one(Rows)
        at = next(n for n, entry in enumerate(rows.entries) if entry.id == ":theme")
        rows.highlight(at)
        await press(pilot, "enter")
        assert "theme " == app.screen.query_one(CommandLine).value
