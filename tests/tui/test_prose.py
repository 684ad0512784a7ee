"""Every sentence that names a key names the key the player has set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import wargame.tui
from tests.tui.driver import close_dialogs, play_of, press, running, screen_text, screen_words
from wargame import games
from wargame.content.teach import lessons_of
from wargame.tui.app import TableApp
from wargame.tui.keymap import full_name, shown

TOY = "toy/crossroads"
SOURCES = sorted(Path(wargame.tui.__file__).parent.rglob("*.py"))
NAMED = re.compile(
    r"\b(?:F(?:[1-9]|1[0-2])|Enter|Esc|Escape|Tab|Space|Backspace|PgUp|PgDn|Ctrl[-+]\w)\b"
)
LETTER = re.compile(r"(?<![\w'{<.(/%@-])([b-zB-HJ-Z?])(?![\w'}=>/\].-])")
BRACED = re.compile(r"\{([a-z][a-z_0-9]*(?:\.[a-z_0-9]+)?)\}")
FINE = {
    "80 x 24": "a size",
    " x ": "a size",
    "answer N": "a number in a command",
    "D (disrupted) and E (eliminated)": "letters of a chart",
    "Z is for": "a letter of the chart",
    '"u,ctrl+z"': "an example in the keymap file",
    "Esc twice": "the tester takes every key, so how it is left cannot be changed",
}
"""What looks like a key in a sentence and is none."""


def literals(path: Path) -> Iterator[str]:
    """The texts in a file, docstrings left out; what an f-string fills in is a 0."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skip = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skip |= {id(value) for value in node.values}
            parts = (v.value if isinstance(v, ast.Constant) else "0" for v in node.values)
            yield "".join(str(part) for part in parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skip:
            yield node.value


def prose(text: str) -> bool:
    """Whether a text is a sentence, rather than a name, a pattern, a drawing or a style sheet."""
    words = re.findall(r"[a-z]{2,}", text)
    return len(words) > 1 and " " in text and not re.search(r"[{;]\s*\n|\\|__|%[A-Za-z]", text)


def taught() -> list[str]:
    """What the explanations of all games say."""
    found = [lessons_of(name) for name in games.MODULES]
    return [f"{lesson.text} {lesson.do}" for some in found if some for lesson in some.lesson]


def naming_keys(texts: Iterator[str] | list[str]) -> list[str]:
    """The sentences among some texts that name a key outright."""
    odd = []
    for text in texts:
        bare = text
        for fine in FINE:
            bare = bare.replace(fine, "")
        if prose(bare) and (NAMED.search(bare) or LETTER.search(bare)):
            odd.append(text)
    return odd


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_sentence_of_the_table_names_a_key_outright(path: Path) -> None:
    assert [] == naming_keys(literals(path))


def test_no_explanation_names_a_key_outright() -> None:
    assert [] == naming_keys(taught())


@pytest.mark.parametrize(
    "text",
    [
        "Taken back to answer 3. U gives it again.",
        "Press p again to pass.",
        "Tab goes to the next one.",
        "The rule is on F1 here.",
        "There are none yet: m and w leave one.",
    ],
)
def test_a_key_in_a_sentence_is_noticed(text: str) -> None:
    assert [text] == naming_keys([text])


def test_every_action_that_a_sentence_names_exists() -> None:
    known = {action.id for action in TableApp().actions}
    texts = [text for path in SOURCES for text in literals(path)] + taught()
    named = {full_name(name) for text in texts for name in BRACED.findall(text)}
    assert {"table.redo", "replay.bookmark", "load.trash", "rows.choose"} < named
    assert [] == [name for name in sorted(named - known) if not name.endswith("0")]


@pytest.mark.parametrize(
    ("key", "sign"),
    [
        ("question_mark", "?"),
        ("ctrl+q", "Ctrl+Q"),
        ("shift+tab", "Shift+Tab"),
        ("ctrl+left", "Ctrl+left"),
        ("f9", "F9"),
        ("U", "U"),
        ("space", "Space"),
    ],
)
def test_keys_as_they_stand_on_the_keyboard(key: str, sign: str) -> None:
    assert sign == shown(key)


async def test_undo_that_was_moved_is_named_so_in_hint_bar_and_help(config: Path) -> None:
    (config / "keymap.toml").write_text('[table]\nundo = "x"\nredo = "f11"\nexplain = "f12"\n')
    async with running(TOY, size=(100, 40)) as (app, pilot):
        assert "x  undo" in screen_text(app)
        await press(pilot, "enter", "right", "down", "enter", "x")
        assert "F11 gives it again" in screen_text(app)
        await press(pilot, "f9")
        text = screen_text(app)
        assert "x takes an answer back" in " ".join(text.split())
        assert re.search(r"x +Take back the last answer", text)


async def test_explanations_name_own_keys(config: Path) -> None:
    (config / "keymap.toml").write_text(
        '[table]\nnext = "f11"\npass = "x"\nexplain = "f12"\npanel_sequence = "ctrl+t"\n'
    )
    async with running("arras/learning") as (app, pilot):
        text = screen_words(app)
        assert "f12: next page" in text.replace("F12", "f12")
        assert "Ctrl+T" in text
        await press(pilot, "f12", "f12")
        assert "F11 to 4 RTR" in " ".join(screen_text(app).replace("│", "").split())


async def test_dialogs_have_keys_of_their_own(config: Path) -> None:
    (config / "keymap.toml").write_text('[dialog]\nyes = "j"\nchoose = "f12"\n')
    async with running(TOY) as (app, pilot):
        await press(pilot, "p")
        assert "F12  go on" in screen_text(app)
        await press(pilot, "enter")
        assert "go on" in screen_text(app)
        await press(pilot, "f12", "u")
        assert "j  the Red player agrees" in screen_text(app)
        await press(pilot, "x")
        assert 1 == play_of(app).session.n
        await press(pilot, "j")
        assert 0 == play_of(app).session.n


async def test_the_game_menu_has_keys_of_its_own(config: Path) -> None:
    (config / "keymap.toml").write_text('[game]\nsettings = "f2"\n[pick]\nleave = "f3"\n')
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10")
        assert "F2 Settings" in screen_text(app)
        assert "F3 leaves" in screen_text(app)
        await press(pilot, "t", "f2")
        assert "SettingsScreen" == type(app.screen).__name__
        await press(pilot, "escape", "f10", "f3")
        assert "TableScreen" == type(app.screen).__name__


async def test_the_replay_the_browser_and_the_menu_show_own_keys(config: Path) -> None:
    (config / "keymap.toml").write_text(
        '[replay]\nbookmark = "b"\nplay_on = "f5"\n[load]\ncopy = "k"\n[menu]\nload = "o"\n'
    )
    async with running(TOY) as (app, pilot):
        await press(pilot, "p")
        await close_dialogs(app, pilot)
        await press(pilot, "f10", "r")
        assert "b mark" in screen_text(app)
        assert "F5 play on" in screen_text(app)
        await press(pilot, "v")
        assert "b and w leave one" in screen_text(app)
        await press(pilot, "escape", "f10", "l")
        assert "o  Load" in screen_text(app)
        await press(pilot, "o")
        assert "k copy" in screen_text(app)
