"""What the screens look like as text; WARGAME_REGEN=1 writes the goldens anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.driver import press, running, screen_text, type_line

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
