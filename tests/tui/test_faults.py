"""Mistakes of the table itself: each is reported and told once, and no game is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from tests.tui.test_keymap import own_classes
from wargame.picture.cells import CellPicture
from wargame.store.seeds import seed_for
from wargame.tui.app import TableApp
from wargame.tui.map.canvas import MapCanvas
from wargame.tui.play import Play
from wargame.tui.screens.dialog import PickDialog
from wargame.tui.screens.menu import MenuScreen
from wargame.tui.screens.replay import ReplayScreen
from wargame.tui.screens.trouble import TroubleDialog, stopped
from wargame.tui.table import panels
from wargame.tui.widgets.guarded import BLOT, Guarded
from wargame.tui.widgets.orders_panel import OrdersPanel
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_bars import PromptBar

TOY = "toy/crossroads"


def fail(*_: object, **__: object) -> None:
    """A fault."""
    raise ZeroDivisionError("a fault in the table")


async def frames(app: TableApp, pilot: Pilot[int], count: int = 5) -> None:
    """Draw the whole screen anew, several times."""
    for _ in range(count):
        for widget in app.screen.walk_children():
            widget.refresh()
        await pilot.pause()


def dialogs(app: TableApp) -> int:
    """How many notices of trouble are open."""
    return sum(isinstance(screen, TroubleDialog) for screen in app.screen_stack)


def report(saves: Path) -> str:
    """What was written down, one report after the other."""
    found = (saves.parent / "state" / "wargame" / "reports").iterdir()
    return "".join(p.read_text() for p in sorted(found, key=lambda p: p.stat().st_mtime_ns))


@pytest.mark.parametrize(("place", "key"), [("why", "question_mark"), ("look", "right")])
async def test_a_mistake_of_the_table_loses_nothing(
    saves: Path, monkeypatch: pytest.MonkeyPatch, place: str, key: str
) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        await type_line(pilot, "move r1 0102-0203")
        with monkeypatch.context() as patch:
            patch.setattr(Play, place, fail)
            await press(pilot, key)
        text = screen_text(app)
        assert "Something went wrong" in text
        assert "every answer up to 1 is kept" in text
        assert "ZeroDivisionError" in report(saves)
        await press(pilot, "enter")
        assert "Move which unit?" in screen_text(app)
        await type_line(pilot, "pass")
        assert 2 == play_of(app).session.n


async def test_a_row_of_the_map_that_cannot_be_drawn_is_left_blank(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = MapCanvas.render_line

    def broken(self: MapCanvas, y: int) -> Strip:
        if y == 3:
            fail()
        return drawn(self, y)

    async with running(TOY) as (app, pilot):
        app.strict = False
        before = table(app)
        monkeypatch.setattr(MapCanvas, "render_line", broken)
        await frames(app, pilot)
        assert "could not be drawn" in screen_text(app)
        assert "every answer up to 0 is kept" in screen_text(app)
        assert 1 == dialogs(app)
        assert 1 == report(saves).count("Traceback")
        await press(pilot, "enter")
        await frames(app, pilot)
        assert before is app.screen
        assert [4] == [n for n, line in enumerate(screen_text(app).splitlines()) if BLOT in line]
        await press(pilot, "enter", "right", "down", "enter")
        assert 1 == play_of(app).session.n
        assert 1 == report(saves).count("Traceback")


WIDGETS: list[tuple[type[object], str]] = [
    (Rows, "render_line"),
    (OrdersPanel, "render"),
    (PromptBar, "render"),
    (PromptBar, "show"),
    (OrdersPanel, "show"),
    (CellPicture, "draw"),
]


@pytest.mark.parametrize(("owner", "method"), WIDGETS)
async def test_a_fault_at_every_frame_is_told_once_and_the_game_goes_on(
    saves: Path, monkeypatch: pytest.MonkeyPatch, owner: type[object], method: str
) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        monkeypatch.setattr(owner, method, fail)
        await press(pilot, "right", "right", "left")
        await frames(app, pilot)
        assert 1 == dialogs(app)
        await press(pilot, "enter")
        await type_line(pilot, "move r1 0102-0203")
        await frames(app, pilot)
        assert 0 == dialogs(app)
        assert (1, table(app)) == (play_of(app).session.n, app.screen)
        assert 1 == report(saves).count("Traceback")


async def test_the_inspector_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        monkeypatch.setattr(panels, "hex_rows", fail)
        await press(pilot, "f3")
        assert 1 == dialogs(app)
        await press(pilot, "enter", "f3", "right", "f2")
        assert 0 == dialogs(app)
        assert "Move which unit?" in screen_text(app)


async def test_a_fault_in_a_timer_leads_back_to_the_table() -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "f10", "r")
        film = app.screen
        assert isinstance(film, ReplayScreen)
        fired = asyncio.Event()

        def fire() -> None:
            fired.set()
            fail()

        film.set_timer(0.001, fire)
        await fired.wait()
        await pilot.pause()
        assert 1 == dialogs(app)
        await press(pilot, "enter")
        assert table(app) is app.screen
        assert 1 == play_of(app).session.n


async def test_a_fault_in_a_worker_leads_back_to_the_table(saves: Path) -> None:
    async def work() -> None:
        fail()

    async with running(TOY) as (app, pilot):
        app.strict = False
        table(app).run_worker(work())
        await pilot.pause()
        await pilot.pause()
        assert 1 == dialogs(app)
        assert "ZeroDivisionError" in report(saves)
        await press(pilot, "enter")
        assert table(app) is app.screen


async def test_a_dialog_that_cannot_open_leads_back_to_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        monkeypatch.setattr(PickDialog, "on_mount", fail)
        for _ in range(3):
            await press(pilot, "f10")
            assert 1 == dialogs(app)
            await press(pilot, "enter")
            assert table(app) is app.screen
        await press(pilot, "f10", "m")
        assert isinstance(app.screen, MenuScreen)
        assert app.play is None


@pytest.mark.parametrize("method", ["compose", "on_mount"])
async def test_a_table_that_cannot_be_laid_leads_to_the_menu(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    async with running() as (app, pilot):
        app.strict = False
        monkeypatch.setattr(panels.Panels, method, fail)
        app.play_new(TOY, seed=seed_for(3))
        await frames(app, pilot)
        assert 1 == dialogs(app)
        await press(pilot, "m")
        assert isinstance(app.screen, MenuScreen)


async def test_faults_without_end_end_the_program_with_a_sentence(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        await type_line(pilot, "move r1 0102-0203")
        for _ in range(20):
            app._handle_exception(ZeroDivisionError("deep"))
        assert [] == app._exit_renderables
        app._handle_exception(ZeroDivisionError("deep"))
        assert app.stopped
        assert app.faults.report is not None
        assert saves.parent / "state" / "wargame" / "reports" == app.faults.report.parent
        text = app.faults.report.read_text()
        assert "deep" in text
        assert '{"wargame":' in text
    assert "resume at answer 1" in stopped(play_of(app).campaign, app.faults.report)


async def test_reports_follow_each_other(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(TOY) as (app, pilot):
        app.strict = False
        for name, error in (("why", KeyError), ("look", IndexError)):

            def broken(*_: object, kind: Callable[[str], Exception] = error) -> None:
                raise kind("odd")

            with monkeypatch.context() as patch:
                patch.setattr(Play, name, broken)
                await press(pilot, "question_mark" if name == "why" else "right")
            await press(pilot, "enter")
        assert report(saves).index("KeyError") < report(saves).index("IndexError")


def test_every_part_of_the_table_is_guarded() -> None:
    bare = [
        owner.__name__
        for owner in own_classes()
        if issubclass(owner, Widget) and not issubclass(owner, Guarded)
    ]
    beneath = ["BoardCanvas", "DrawnView", "LineBar", "LineCorner"]
    beneath += ["MapCanvas", "MapView", "SpannedView"]
    assert beneath == sorted(bare)
    assert not issubclass(App, Guarded)
