"""What the screens look like as text; WARGAME_REGEN=1 writes the goldens anew."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color

from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from wargame.games.eastfront.declared import declare
from wargame.store.seeds import seed_for
from wargame.tui.app import TableApp
from wargame.tui.settings import CHOICES, Settings, save_settings

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 40), (200, 60))


def check(name: str, text: str) -> None:
    """Compare with the golden file."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("WARGAME_REGEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_with_a_move_in_preview(size: tuple[int, int]) -> None:
    async with running("toy/crossroads", size=size) as (app, pilot):
        await press(pilot, "enter", "right", "right")
        check(f"move-{size[0]}x{size[1]}", screen_text(app))


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_with_odds(size: tuple[int, int]) -> None:
    async with running("toy/crossroads", size=size) as (app, pilot):
        game = app.play.game if app.play else None
        assert game is not None
        for unit, where in (("r1", "0702"), ("r2", "0703")):
            game.place(unit, game.grid.hex(where), rule="LAB")
        await type_line(pilot, "pass")
        await press(pilot, "tab", "enter")
        check(f"attack-{size[0]}x{size[1]}", screen_text(app))


async def test_the_menu() -> None:
    async with running() as (app, _):
        check("menu-80x24", screen_text(app))


async def test_the_help() -> None:
    async with running("toy/crossroads") as (app, pilot):
        await press(pilot, "f9")
        check("help-80x24", screen_text(app))


async def test_a_handover() -> None:
    async with running("toy/crossroads") as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "pass")
        check("handover-80x24", screen_text(app))


@pytest.mark.parametrize("scenario", ["arras/learning", "hannut/orp"])
@pytest.mark.parametrize("size", SIZES)
async def test_the_opening_of_both_games(scenario: str, size: tuple[int, int]) -> None:
    async with running(scenario, size=size) as (app, pilot):
        await press(pilot, "escape", "tab", "enter")
        name = scenario.partition("/")[0]
        check(f"{name}-{size[0]}x{size[1]}", screen_text(app))


@pytest.mark.parametrize("scenario", ["arras/learning", "hannut/orp"])
async def test_a_lesson(scenario: str) -> None:
    async with running(scenario) as (app, pilot):
        await press(pilot, "e")
        check(f"lesson-{scenario.partition('/')[0]}-80x24", screen_text(app))


async def test_east_front_at_its_opening_with_a_declared_attack_and_its_situation() -> None:
    async with running("eastfront/minsk") as (app, pilot):
        await press(pilot, "escape", "tab", "enter")
        check("eastfront-80x24", screen_text(app))
        await press(pilot, "escape", "v")
        check("eastfront-situation-80x24", screen_text(app))
        await press(pilot, "escape")
        game = play_of(app).game
        declare(game, "axis", game.grid.hex("1135"), "normal", ["G-XII", "G-XXIV", "G-XLVII"])
        table(app).play.look(game.grid.hex("1135"))
        table(app).refresh_table()
        await pilot.pause()
        check("eastfront-declared-80x24", screen_text(app))


async def test_a_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame.tui.screens.seeding.drawn", lambda: seed_for(7))
    async with running() as (app, pilot):
        await press(pilot, "n", "down")
        check("new-80x24", screen_text(app))


@pytest.mark.parametrize("game", ["arras", "hannut"])
@pytest.mark.parametrize(("name", "key"), [("charts", "f7"), ("rulebook", "f8")])
async def test_charts_and_rulebook(game: str, name: str, key: str) -> None:
    scenario = {"arras": "arras/learning", "hannut": "hannut/orp"}[game]
    async with running(scenario) as (app, pilot):
        await press(pilot, "escape", key, "down")
        check(f"{name}-{game}-80x24", screen_text(app))


@pytest.mark.parametrize("size", SIZES)
async def test_the_replay(size: tuple[int, int]) -> None:
    async with running("arras/learning", size=size) as (app, pilot):
        await type_line(pilot, "done")
        app.open_replay(play_of(app).campaign)
        await pilot.pause()
        await press(pilot, "right")
        check(f"replay-{size[0]}x{size[1]}", screen_text(app))


@pytest.mark.parametrize("theme", [value for value, _ in CHOICES["theme"]])
async def test_a_theme(theme: str) -> None:
    """A piece of map and the prompt below it, with their colours."""
    save_settings(Settings(theme=theme))
    async with running("toy/crossroads") as (app, pilot):
        await press(pilot, "enter", "right", "right")
        check(f"theme-{theme}", f"{dump(app, 1, 9, 30)}\n{dump(app, 19, 22, 60)}")


def dump(app: TableApp, first: int, last: int, width: int) -> str:
    """Lines of the screen, below each the letters of its styles, and what the letters mean."""
    letters: dict[str, str] = {}
    lines: list[str] = []
    for strip in app.screen._compositor.render_strips()[first:last]:
        cells = [(char, _look(part)) for part in strip for char in part.text][:width]
        lines.append("".join(char for char, _ in cells).rstrip())
        marks = ""
        for look, same in groupby(look for _, look in cells):
            letter = letters.setdefault(look, _LETTERS[len(letters)])
            marks += letter * len(list(same))
        lines.append(marks)
    return "\n".join([*lines, *(f"{letter} {look}" for look, letter in letters.items())]) + "\n"


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def _look(part: Segment) -> str:
    """Colours and attributes of a piece of a line: "#16305a on #dfd8a6 bold"."""
    style = part.style
    if style is None:
        return "-"
    fore, back = (
        Color.from_rich_color(colour).hex.lower() if colour else "-"
        for colour in (style.color, style.bgcolor)
    )
    names = ("bold", "dim", "reverse", "underline", "italic")
    return " ".join([fore, "on", back, *(name for name in names if getattr(style, name))])
