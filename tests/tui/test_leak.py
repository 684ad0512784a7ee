"""Hidden information at the table: whatever the other side hides, the screen is the same.

A position is written twice with the same public story and other secrets behind it.  Then every
screen, panel, overlay and typed query is shown for both, and compared cell by cell with its colours.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.night
from tests.flow.test_veil import HOLES
from tests.night.story import LAST, STORY, TRUTH, Told, tell, truth_but, unveiled, write
from tests.toy.content import OTHER
from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from tests.tui.test_curtain import curtain_is_down
from wargame import games
from wargame.exports.margin import marks_of
from wargame.tui.app import TableApp
from wargame.tui.screens.charts import ChartsScreen
from wargame.tui.screens.dialog import Dialog
from wargame.tui.screens.replay import ReplayScreen
from wargame.tui.screens.situation import SituationScreen
from wargame.tui.widgets.command_line import CommandLine

SIZES = ((80, 24), (120, 40), (200, 60))
PLACES = [(3, SIZES[0]), (19, SIZES[0]), (LAST, SIZES[2]), (8, SIZES[1])]
"""Preparing, both sides after the fight, and moving before it."""
LINES = (
    "go b1", "go b3", "go r1", "go r3", "go Blue 1", "go Red 1", "why attack 0503 from r2",
    "why move b1 0702-0602", "why play flare", "overlay zoc", "rule X",
)  # fmt: skip
Shots = dict[str, object]
Part = Callable[[TableApp, Pilot[int], Shots], Awaitable[None]]


@pytest.fixture(autouse=True)
def night(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Night patrol is known, and one save of it is written again and again."""
    monkeypatch.setitem(games.MODULES, "night", "tests.night:NIGHT")
    return saves / "night.wg"


def cells(app: TableApp) -> list[list[tuple[str, str]]]:
    """Every piece of the screen with its style, and where the terminal's cursor stands."""
    strips = app.screen._compositor.render_strips()
    lines = [[(part.text, str(part.style)) for part in strip] for strip in strips]
    return [*lines, [(str(app.cursor_position), "")]]


async def tour(save: Path, size: tuple[int, int], *parts: Part) -> Shots:
    """What the player who decides can look at, by what was done to see it."""
    shots: Shots = {}
    async with running(save=save, size=size) as (app, pilot):
        shots["curtain"] = cells(app)
        await press(pilot, "enter")
        shots["table"] = cells(app)
        for part in parts:
            await part(app, pilot, shots)
        app.open_replay(play_of(app).campaign, viewer=play_of(app).session.viewer)
        await pilot.pause()
        await _replay(app, pilot, shots, "replay")
        await press(pilot, "escape", "u")
        shots["undo"] = cells(app)
    os.utime(save, (0, 0))  # the browser tells when a save was written
    async with running(size=size) as (app, pilot):
        await press(pilot, "l")
        await pilot.pause()
        shots["browser"] = cells(app)
        await press(pilot, "r")
        await _replay(app, pilot, shots, "replay of a save")
    return shots


async def _panels(app: TableApp, pilot: Pilot[int], shots: Shots) -> None:
    for key in ("f2", "f3", "f4", "f5", "f6"):
        await press(pilot, key)
        shots[key] = cells(app)
        await press(pilot, "home")
        shots[f"{key} from its start"] = cells(app)
    shots["journal lines"] = [str(told) for told in play_of(app).book.told]
    for key, shown in (("f7", ChartsScreen), ("b", Dialog), ("v", SituationScreen)):
        await press(pilot, "escape", key)
        assert isinstance(app.screen, shown)
        shots[key] = cells(app)
    await press(pilot, "escape")
    for key in ("tab", "question_mark", "minus", "0", "0", "plus", "plus", "plus"):
        await press(pilot, key)
        shots[f"key {key} {len(shots)}"] = cells(app)


async def _typed(app: TableApp, pilot: Pilot[int], shots: Shots) -> None:
    for line in LINES:
        table(app).on_command_line_entered(CommandLine.Entered(line))
        await pilot.pause()
        shots[f"typed {line}"] = cells(app)
        if app.screen is not table(app):
            await press(pilot, "escape")
    for start in ("", "a", "m", "p", "go "):
        shots[f"completion of {start}"] = table(app)._complete(start)


async def _hexes(app: TableApp, pilot: Pilot[int], shots: Shots) -> None:
    await press(pilot, "f3", "escape")
    play, screen = play_of(app), table(app)
    for where, name in enumerate(play.game.grid.names):
        play.look(where)
        screen.refresh_view()
        await pilot.pause()
        shots[f"hex {name}"] = cells(app)
        await press(pilot, "question_mark")
        shots[f"why not {name}"] = cells(app)


async def _replay(app: TableApp, pilot: Pilot[int], shots: Shots, name: str) -> None:
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    last = screen.replay.last
    for n in sorted({*range(0, last, 4), 2, 15, last}):
        screen.action_go(n)
        await pilot.pause()
        shots[f"{name} {n}"] = cells(app)
    await press(pilot, "home", "full_stop", "right_square_bracket")
    shots[f"{name} jumps"] = cells(app)


async def pair(save: Path, n: int, secrets: Told, size: tuple[int, int], *parts: Part) -> set[str]:
    """What looks different when the secrets are others."""
    truth = await tour(write(save, tell(n, TRUTH)), size, *parts)
    otherwise = await tour(write(save, tell(n, secrets)), size, *parts)
    assert truth.keys() == otherwise.keys()
    return {shot for shot in truth if truth[shot] != otherwise[shot]}


def others(n: int) -> Told:
    """The story with other secrets of the side that does not decide after *n* answers."""
    ask = tell(n, TRUTH).ask
    assert ask is not None
    return truth_but(OTHER[ask.side])


@pytest.mark.parametrize(("n", "size"), PLACES)
async def test_no_screen_tells_the_other_sides_secrets(
    night: Path, n: int, size: tuple[int, int]
) -> None:
    parts = (_panels, _typed, _hexes) if size == SIZES[1] else (_panels, _typed)
    assert set() == await pair(night, n, others(n), size, *parts)


EXPOSED = {
    "cover": {"table", "undo", "browser", "replay 22", "replay of a save 21"},
    "tell": {"table", "undo", "replay 15", "replay of a save 15"},
    "answer": {"replay 2", "replay of a save 2"},
}
"""Where a hole in the veil must show at least."""


@pytest.mark.parametrize("hole", HOLES)
async def test_a_hole_in_the_veil_is_found(
    night: Path, monkeypatch: pytest.MonkeyPatch, hole: str
) -> None:
    monkeypatch.setattr(tests.night, "NIGHT", unveiled(**HOLES[hole]))
    assert EXPOSED[hole] <= await pair(night, LAST, others(LAST), SIZES[1])


async def test_at_the_end_everything_is_shown(night: Path) -> None:
    write(night, tell(len(STORY), TRUTH))
    async with running(save=night, size=SIZES[1]) as (app, pilot):
        assert "mine.red" in play_of(app).game.state.markers
        assert "deploy r1 r2 r3" in [entry.answer for entry in play_of(app).session.told]
        assert not curtain_is_down(app)
        app.open_replay(play_of(app).campaign)
        await press(pilot, "right", "right")
        assert "Red 1 is placed on 0102" in screen_text(app)


async def handed_over(save: Path, size: tuple[int, int], field: str) -> Shots:
    """What the next player meets after red has laid a mine, the cursor on it."""
    shots: Shots = {}
    write(save, tell(2, TRUTH))
    async with running(save=save, size=size) as (app, pilot):
        await press(pilot, "enter", "plus", "plus", "f3")
        await type_line(pilot, f"go {field}")
        await type_line(pilot, "overlay zoc")
        await type_line(pilot, f"mine {field}")
        shots["curtain"] = cells(app)
        await press(pilot, "enter")
        shots["briefing"] = cells(app)
        await press(pilot, "enter")
        shots["table"] = cells(app)
        await press(pilot, "colon", "up")
        shots["typed before"] = cells(app)
        await press(pilot, "escape", "f5", "home")
        shots["journal"] = cells(app)
        await press(pilot, "escape", "u")
        shots["taking back"] = cells(app)
        await press(pilot, "n", "?")
        shots["why"] = cells(app)
    return shots


@pytest.mark.parametrize("size", SIZES[::2])
async def test_a_handover_leaves_nothing_of_what_was_done(
    night: Path, size: tuple[int, int]
) -> None:
    first, second = [await handed_over(night, size, field) for field in ("0302", "0304")]
    assert [] == [shot for shot in first if first[shot] != second[shot]]


async def test_nor_does_taking_back_across_it(night: Path) -> None:
    shots = []
    for field in ("0302", "0304"):
        secrets = {**TRUTH, "red": replace(TRUTH["red"], mine=field)}
        write(night, tell(3, secrets))
        async with running(save=night, size=SIZES[1]) as (app, pilot):
            await press(pilot, "enter", "u", "y")
            assert curtain_is_down(app)
            shots.append(cells(app))
    assert shots[0] == shots[1]


async def test_a_note_is_kept_for_the_side_that_left_it(night: Path) -> None:
    write(night, tell(8, TRUTH))
    async with running(save=night) as (app, pilot):
        await press(pilot, "enter", "f10", "n", *"trap", "enter")
        campaign = play_of(app).campaign
        assert ["trap"] == [mark.text for mark in marks_of(campaign, "red")]
        assert [] == marks_of(campaign, "blue")
        assert [] == marks_of(campaign, "")
