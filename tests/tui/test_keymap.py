"""The players' own keys: read, refused with the nearest name, shown, tested, written."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import wargame.tui
from tests.tui.driver import close_dialogs, play_of, press, running, screen_text, table
from wargame.cli.doctor import examine
from wargame.store.errors import SaveError
from wargame.tui.actions import OWNERS, all_actions
from wargame.tui.app import TableApp
from wargame.tui.key_report import keymap_facts, undelivered
from wargame.tui.keymap import key_name, load_keymap, write_keymap
from wargame.tui.table.keys import action_of, label

TOY = "toy/crossroads"


def problems(config: Path, text: str) -> str:
    """What is wrong with a keymap file."""
    (config / "keymap.toml").write_text(text)
    return " ".join(load_keymap(TableApp().actions).problems)


async def test_a_key_is_given_to_another_action(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundo = "i"\n')
    async with running(TOY) as (app, pilot):
        assert "i  undo" in screen_text(app)
        await press(pilot, "enter", "right", "down", "enter")
        assert 1 == play_of(app).session.n
        await press(pilot, "u")
        assert 1 == play_of(app).session.n
        await press(pilot, "i")
        assert 0 == play_of(app).session.n
        await press(pilot, "f9", "end")
        assert "Changed in keymap.toml" in screen_text(app)


async def test_two_keys_change_places_and_one_action_has_two(config: Path) -> None:
    (config / "keymap.toml").write_text('table.undo = "U"\ntable.redo = ["u", "?", "ctrl+r"]\n'
                                       'table.why = "f12"\n')  # fmt: skip
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "down", "enter", "U")
        assert 0 == play_of(app).session.n
        await press(pilot, "ctrl+r")
        assert 1 == play_of(app).session.n
        await press(pilot, "U", "question_mark")
        assert 1 == play_of(app).session.n


async def test_a_row_after_the_ninth_leaves_its_capital_to_an_action(config: Path) -> None:
    (config / "keymap.toml").write_text('table.undo = "K"\n')
    async with running(TOY) as (app, pilot):
        assert ("", "L") == table(app).panels._row_keys[17:19]
        await press(pilot, "enter", "right", "down", "enter", "K")
        assert 0 == play_of(app).session.n
    (config / "keymap.toml").write_text('table.undo = "K"\ntable.option_12 = "K"\n')
    assert "is the key of table.option_12 already" in load_keymap(all_actions()).problems[0]


def test_without_a_file_nothing_changes() -> None:
    assert {} == load_keymap(all_actions()).keys


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[table]\nundoo = "i"', 'the nearest valid one is "table.undo"'),
        ('[table]\nundo = "escpae"', 'the nearest valid one is "escape"'),
        ('[table]\nundo = "ctlr+z"', '"ctlr+z" is not a key'),
        ("[table]\nundo = 7", "a key must stand here"),
        ("[table]\nundo = []", "a key must stand here"),
        ("undo", "cannot be read"),
        ('[table]\nundo = "o"', '"o" is the key of table.overlays already'),
        ('[table]\nundo = "h"', '"h" is the key of map.west already'),
        ('[table]\nundo = "ctrl+q"', '"ctrl+q" is the key of app.quit already'),
    ],
)
def test_what_is_wrong_is_said(config: Path, text: str, said: str) -> None:
    assert said in problems(config, text)
    assert {} == load_keymap(TableApp().actions).keys


async def test_what_is_wrong_is_told_and_the_rest_holds(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundo = "i"\nrdo = "x"\n')
    async with running(TOY) as (app, pilot):
        assert "table.redo" in screen_text(app)
        await close_dialogs(app, pilot)
        assert "i  undo" in screen_text(app)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("?", "question_mark"),
        ("+", "plus"),
        ("A", "A"),
        ("ctrl+left", "ctrl+left"),
        ("f12", "f12"),
        ("", ""),
        ("ctrl+", ""),
        ("strg+a", ""),
    ],
)
def test_names_of_keys(text: str, name: str) -> None:
    assert name == key_name(text)


async def test_the_tester_tells_what_a_key_does() -> None:
    async with running() as (app, pilot):
        app.open_help()
        await press(pilot, "t", "o", "ctrl+left", "f1", "tab")
        text = screen_text(app)
        for word in ("table.overlays", "ctrl+left", "table.rule", "table.next"):
            assert word in text
        await press(pilot, "escape")
        assert "KeyTester" == type(app.screen).__name__
        await press(pilot, "escape")
        assert "HelpScreen" == type(app.screen).__name__


async def test_a_keymap_file_is_written_once(config: Path) -> None:
    async with running() as (app, pilot):
        app.open_help()
        await press(pilot, "w", "enter")
        text = (config / "keymap.toml").read_text()
        assert '# undo = "u"  # Take back the last answer' in text
        await press(pilot, "w")
        assert "left alone" in screen_text(app)
        assert text == (config / "keymap.toml").read_text()


def test_the_written_file_is_valid_as_it_stands_and_without_its_comments(config: Path) -> None:
    path = write_keymap(TableApp().actions)
    assert config == path.parent
    assert ({}, ()) == (
        load_keymap(TableApp().actions).keys,
        load_keymap(TableApp().actions).problems,
    )
    lines = [line.removeprefix("# ") for line in path.read_text().splitlines()[3:]]
    path.write_text("\n".join(lines))
    found = load_keymap(TableApp().actions)
    assert () == tuple(found.problems)
    assert len(TableApp().actions) == len(found.keys)
    with pytest.raises(SaveError, match="is there already and was left alone") as refused:
        write_keymap(all_actions())
    assert str(path) in str(refused.value)


def test_the_prompt_bar_shows_and_understands_own_keys(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundo = "ctrl+u"\n')
    keymap = load_keymap(all_actions())
    assert "type('undo')" == action_of(label("u", keymap), keymap)
    assert "type('undo')" == action_of("u")
    assert "Enter" == label("Enter", keymap)


def own_classes() -> list[type[DOMNode]]:
    """Every screen and widget of the table."""
    for module in pkgutil.walk_packages(wargame.tui.__path__, "wargame.tui."):
        importlib.import_module(module.name)
    found, todo = [], list(DOMNode.__subclasses__())
    while todo:
        one = todo.pop()
        todo += one.__subclasses__()
        if one.__module__.startswith("wargame.tui") and one not in found:
            found.append(one)
    return found


def bindings() -> list[tuple[type[DOMNode], object]]:
    """Every binding of every class of the table."""
    return [(one, binding) for one in own_classes() for binding in vars(one).get("BINDINGS", [])]


def test_every_binding_has_an_id_and_a_place_in_the_keymap() -> None:
    known = {action.id for action in TableApp().actions}
    unnamed = [b for _, b in bindings() if not (isinstance(b, Binding) and b.id)]
    assert [] == unnamed
    strays = {b.id for _, b in bindings() if isinstance(b, Binding) and b.id not in known}
    assert {"map.north_east", "map.north_west", "map.south_east",
            "map.south_west"} >= strays  # fmt: skip
    assert len(OWNERS) == len({id(owner) for owner in OWNERS})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[dialog]\nyes = "n"', '"n" is the key of dialog.no already'),
        ('[dialog]\nyes = "down"', '"down" is the key of rows.down already'),
        ('[replay]\nbookmark = "w"', '"w" is the key of replay.note already'),
        ('[load]\ncopy = "r"', '"r" is the key of load.replay already'),
        ('[load]\ncopy = "enter"', '"enter" is the key of rows.choose already'),
        ('[game]\ncopy = "escape"', '"escape" is the key of pick.leave already'),
        ('[curtain]\nopen = "f2"', '"f2" is the key of curtain.forgot already'),
        ('[curtain]\nopen = "ctrl+c"', '"ctrl+c" is the key of app.ask_quit already'),
        ('[text]\nleave = "x"', '"x" is needed to type with'),
        ('[dialog]\nyess = "j"', 'the nearest valid one is "dialog.yes"'),
    ],
)
def test_keys_of_dialogs_replay_curtain_and_browser_are_refused_in_a_sentence(
    config: Path, text: str, said: str
) -> None:
    assert said in problems(config, text)


async def test_the_tester_knows_the_keys_of_dialogs() -> None:
    async with running() as (app, pilot):
        app.open_help()
        await press(pilot, "t", "y", "m")
        text = screen_text(app)
        for word in ("table.yes", "dialog.yes", "replay.bookmark", "dialog.menu"):
            assert word in text


async def test_the_help_lists_the_keys_of_every_screen() -> None:
    async with running(size=(100, 260)) as (app, pilot):
        app.open_help()
        await pilot.pause()
        text = screen_text(app)
        for word in ("Dialogs", "Yes, do it", "Replay", "Bookmark here", "Campaigns", "Curtain"):
            assert word in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[table]\n\nundo = "i"\nundoo = "x"', "line 4, table.undoo"),
        ('table.undo = "o"', "line 1, table.undo"),
        ('[dialog]\nyes = "j"\n[table]\nyes = "escpae"', "line 4, table.yes"),
        ('[table]\nundo == "i"', "line 2"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(config: Path, text: str, said: str) -> None:
    assert said in problems(config, text)


def test_the_report_tells_where_the_file_would_be(config: Path) -> None:
    facts = keymap_facts(load_keymap(all_actions()))
    assert str(config / "keymap.toml") in facts["keymap file"]


def test_the_report_tells_what_is_read_and_what_is_wrong(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundo = "i"\nrdo = "x"\n')
    facts = keymap_facts(load_keymap(all_actions()))
    assert "yes, 1 key changed" == facts["keymap is read"]
    assert "line 3, table.rdo" in facts["keymap problem 1"]
    assert '"table.redo"' in facts["keymap problem 1"]
    (config / "keymap.toml").write_text("[table\n")
    facts = keymap_facts(load_keymap(all_actions()))
    assert "nothing" == facts["keymap is read"]
    assert "cannot be read" in facts["keymap problem 1"]


def test_the_report_tells_keys_a_terminal_may_keep(config: Path) -> None:
    actions = TableApp().actions
    kept = undelivered(actions, load_keymap(actions), {"VTE_VERSION": "7000", "TERM": "xterm"})
    assert 1 == len(kept)
    assert all(key in str(kept) for key in ("F1 (table.rule)", "F10 (table.menu)"))
    assert {} == undelivered(actions, load_keymap(actions), {"TERM": "xterm-256color"})
    (config / "keymap.toml").write_text(
        '[table]\nrule = "ctrl+r"\nmenu = "ctrl+i"\nundo = "super+u"\n'
    )
    kept = undelivered(actions, load_keymap(actions), {"VTE_VERSION": "7000"})
    assert "table.rule" not in str(kept)
    assert "comes as Tab" == kept["Ctrl+I for table.menu"]
    assert "few terminals" in kept["Super+U for table.undo"]


def test_the_doctor_reports_the_keymap(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundoo = "i"\n')
    keys = examine()["keys"]
    assert str(config / "keymap.toml") == keys["keymap file"]
    assert "line 2" in keys["keymap problem 1"]
