"""The map widget: keys, mouse, scrolling, caching."""

from __future__ import annotations

from asyncio import Event, create_task, sleep
from functools import partial
from itertools import count
from typing import Any, ClassVar

import pytest
from textual.app import App, ComposeResult

from benchmarks.bench_map import UNITS, large_table
from tests.tui.map.arras import arras_table
from wargame.hexes.grid import Hex
from wargame.picture.layout import ZOOMS, Zoom
from wargame.tui.map.marks import heat
from wargame.tui.map.view import MapView
from wargame.tui.themes import TEXTUAL_THEMES, palette_for

SIZES = [(80, 24), (120, 40), (200, 60)]


class Table(App[None]):
    """A screen with nothing but the map, which writes down what it hears."""

    CSS: ClassVar[str] = "Screen { layout: vertical; }"

    def __init__(self, zoom: Zoom = "normal") -> None:
        super().__init__()
        self.view = MapView(zoom=zoom, id="map")
        self.heard: list[tuple[str, Hex | None]] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.game, self.definition = arras_table()
        self.view.show(self.game, self.definition)
        self.view.cursor = self.at("1210")
        self.view.focus()

    def at(self, name: str) -> Hex:
        return self.game.grid.hex(name)

    def on_map_view_cursor_moved(self, event: MapView.CursorMoved) -> None:
        self.heard.append(("moved", event.hex))

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        self.heard.append(("chosen", event.hex))

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        self.heard.append(("hovered", event.hex))

    @property
    def cursor(self) -> str:
        return self.game.grid.name(self.view.cursor)

    @property
    def zoom(self) -> str:
        return str(self.view.zoom)

    def cell(self, name: str) -> tuple[int, int]:
        """Where a hex's centre is in the view."""
        view: Any = self.view
        y, x = view._picture.layout.centre(self.at(name))
        left, top = view._margin()
        return x + left - view.scroll_offset.x, y + top - view.scroll_offset.y


def rows(view: MapView) -> list[str]:
    return [view.render_line(y).text for y in range(view.size.height)]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["up"], "1209"),
        (["j"], "1211"),
        (["right", "right"], "1410"),
        (["h"], "1110"),
        (["y"], "1109"),
        (["u"], "1309"),
        (["b"], "1110"),
        (["n"], "1310"),
    ],
)
async def test_keys_move_the_cursor_not_the_scrollbar(keys: list[str], expected: str) -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*keys)
        assert expected == app.cursor
        assert app.heard[-1] == ("moved", app.at(expected))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", ["close", "normal", "wide", "theatre"])
async def test_the_cursor_is_in_view_at_every_zoom_and_corner(
    zoom: Zoom, size: tuple[int, int]
) -> None:
    app = Table(zoom)
    async with app.run_test(size=size) as pilot:
        for name in ("0101", "2418", "0118", "2401"):
            app.view.cursor = app.at(name)
            await pilot.pause()
            x, y = app.cell(name)
            assert 0 <= x < app.view.size.width
            assert 0 <= y < app.view.size.height
            assert (x, y) == (app.cursor_position.x, app.cursor_position.y)


async def test_zooming_keeps_the_cursor_in_the_middle() -> None:
    app = Table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("plus")
        assert app.zoom == "close"
        x, y = app.cell("1210")
        assert abs(x - 40) <= 4
        assert abs(y - 12) <= 4
        await pilot.press("minus", "minus")
        assert app.zoom == "wide"
        await pilot.press("0")
        assert app.zoom == "theatre"
        await pilot.press("0")
        assert app.zoom == "wide"
        assert app.cursor == "1210"


async def test_going_back_to_a_zoom_shows_what_has_happened_since() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = rows(app.view)
        await pilot.press("minus", "minus", "right")
        unit = next(u for u in app.game.state.units.values() if u.hex >= 0)
        unit.hex = app.at("1309")
        app.game.board.refresh(app.game.state, unit)
        app.view.show(app.game, app.definition)
        await pilot.press("plus", "plus", "home")
        await pilot.pause()
        after = rows(app.view)
        assert before != after
        view: Any = app.view
        view._prints.forget()
        view._start_picture()
        await pilot.pause()
        assert rows(app.view) == after


async def test_a_resize_never_loses_the_cursor() -> None:
    app = Table("close")
    async with app.run_test(size=(200, 60)) as pilot:
        app.view.cursor = app.at("2418")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        x, y = app.cell("2418")
        assert 0 <= x < 80
        assert 0 <= y < 24


async def test_a_click_selects_and_a_second_click_chooses() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.heard.clear()
        target = app.at("1311")
        await pilot.click("#map", offset=app.cell("1311"))
        assert app.heard[-1] == ("moved", target)
        await pilot.click("#map", offset=app.cell("1311"))
        assert app.heard[-1] == ("chosen", target)


async def test_enter_chooses() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        assert app.heard[-1] == ("chosen", app.at("1210"))


async def test_hovering_names_the_hex() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.hover("#map", offset=app.cell("1311"))
        assert app.heard[-1] == ("hovered", app.at("1311"))


async def test_a_cursor_step_renders_only_the_rows_it_touches() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = {y: app.view.render_line(y) for y in range(38)}
        await pilot.press("up")
        again = [y for y, strip in before.items() if app.view.render_line(y) is not strip]
        assert 5 <= len(again) <= 9


async def test_a_row_that_is_scrolled_is_not_made_again() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = app.view.render_lines(app.view.size.region)
        app.view.scroll_relative(y=3, animate=False, immediate=True)
        await pilot.pause()
        after = app.view.render_lines(app.view.size.region)
        assert all(old is new for old, new in zip(before[3:], after[:-3], strict=True))


async def test_lines_pass_the_filters_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for strip in app.view.render_lines(app.view.size.region):
            for part in strip:
                assert part.style is not None
                assert part.style.bgcolor is not None
                red, green, blue = part.style.bgcolor.get_truecolor()
                assert red == green == blue


async def test_an_event_shows_and_leaves_other_rows_alone() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = rows(app.view)
        unit = app.game.state.units[app.game.board.at[app.at("1008")][0]]
        unit.hex = app.at("1208")
        app.game.board.refresh(app.game.state, unit)
        app.view.show(app.game, app.definition)
        await pilot.pause()
        after = rows(app.view)
        assert before != after
        assert sum(a != b for a, b in zip(before, after, strict=True)) <= 10


async def test_layers_come_and_go() -> None:
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        bare = rows(app.view)
        app.view.set_layer("destination", {app.at("1211"): "2½"})
        assert any("2½" in row for row in rows(app.view))
        app.view.set_layer("target", {app.at("1312"): "3:1"})
        app.view.set_layer("destination", {})
        app.view.set_layer("target", {})
        assert bare == rows(app.view)


async def test_ascii_on_request() -> None:
    app = Table()
    async with app.run_test(size=(80, 24)) as pilot:
        app.view.set_look("mono", "ascii")
        await pilot.pause()
        assert all(row.isascii() for row in rows(app.view))


@pytest.mark.parametrize("name", [theme.name for theme in TEXTUAL_THEMES])
async def test_the_map_follows_the_apps_theme(name: str) -> None:
    app = Table()
    async with app.run_test(size=(80, 24)) as pilot:
        for theme in TEXTUAL_THEMES:
            app.register_theme(theme)
        app.theme = name
        await pilot.pause()
        view: Any = app.view
        assert name == view._painter.palette.name == palette_for(name)


async def test_no_color_leaves_the_sides_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        text = "\n".join(rows(app.view))
        assert "▐INF 2▌" in text
        assert "◄INF 3►" in text


def test_targets_marked_with_a_chance_have_a_tone_by_it_others_none() -> None:
    targets = {1: "100%", 2: "50%", 3: "49%", 4: "25%", 5: "24%", 6: "3:1", 7: ""}
    assert {1: 1, 2: 1, 3: 0, 4: 0, 5: 2} == heat(targets)


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_what_changed_at_another_zoom_is_seen_when_it_comes_back(zoom: Zoom) -> None:
    app = Table(zoom)
    async with app.run_test(size=(120, 40)) as pilot:
        view = app.view
        view.zoom = "normal" if zoom != "normal" else "wide"
        view.set_layer("destination", dict.fromkeys(app.game.grid.neighbours[view.cursor], "2"))
        view.cursor = app.at("1410")
        unit = next(u for u in app.game.state.units.values() if u.hex >= 0)
        unit.hex = app.at("1411")
        app.game.board.refresh_all(app.game.state)
        view.show(app.game, app.definition)
        view.zoom = zoom
        await pilot.pause()
        fresh = Table(zoom)
        async with fresh.run_test(size=(120, 40)) as again:
            fresh.view.set_layer("destination", view._layers["destination"])
            fresh.view.cursor = view.cursor
            fresh.view.show(app.game, app.definition)
            await again.pause()
            assert fresh.view._picture
            assert view._picture
            assert fresh.view._picture.sheet.chars == view._picture.sheet.chars
            assert fresh.view._picture.sheet.inks == view._picture.sheet.inks


@pytest.mark.parametrize("zoom", ["close", "normal", "wide"])
async def test_a_hex_out_of_view_is_drawn_when_it_comes_into_view(zoom: Zoom) -> None:
    app, late = Table(zoom), Table(zoom)
    async with app.run_test(size=(40, 20)) as pilot, late.run_test(size=(40, 20)) as other:
        far, view = late.at("1717"), late.view
        at_once: Any = app.view
        chips: dict[Hex, str | int] = {
            far: "2",
            **dict.fromkeys(late.game.grid.neighbours[far], "3"),
        }
        shown: Any = view
        asked = len(shown._prints.stale[zoom])
        view.set_layer("destination", chips)
        view.set_layer("target", {far: ""})
        assert len(shown._prints.stale[zoom]) == asked + len(chips.keys() - shown._contents.keys())
        for each in (view, app.view):
            each.centre(far)
        await other.pause()
        app.view.set_layer("destination", chips)
        app.view.set_layer("target", {far: ""})
        await pilot.pause()
        assert rows(app.view) == rows(view)
        assert not shown._prints.stale[zoom] & chips.keys()
        assert not at_once._prints.stale[zoom] & chips.keys()


async def test_maps_printed_ahead_are_those_that_would_be_printed() -> None:
    app, late = Table(), Table()
    async with app.run_test(size=(120, 40)) as pilot, late.run_test(size=(120, 40)) as slow:
        view = app.view
        await view.print_ahead(partial(sleep, 0))
        assert set(ZOOMS) == view._prints.by_zoom.keys()
        assert not any(view._prints.stale.values())
        view.cursor = late.view.cursor = app.at("1410")
        for zoom in ZOOMS:
            view.zoom = late.view.zoom = zoom
            await pilot.pause()
            await slow.pause()
            assert late.view.shown_text() == view.shown_text()


async def test_nothing_is_printed_ahead_out_of_turn() -> None:
    app = Table()
    async with app.run_test(size=(80, 24)):
        let, turns, view = Event(), count(1), app.view
        taken: list[int] = []

        async def turn() -> None:
            taken.append(next(turns))
            if len(taken) > 2:
                await let.wait()

        printing = create_task(view.print_ahead(turn))
        for _ in range(50):
            await sleep(0)
        shown: Any = view
        assert [1, 2, 3] == taken
        assert {"normal"} == shown._prints.by_zoom.keys()
        let.set()
        await printing
        assert set(ZOOMS) == shown._prints.by_zoom.keys()


async def test_a_map_of_another_look_is_not_printed_over() -> None:
    app = Table()
    async with app.run_test(size=(80, 24)):
        ahead = app.view.print_ahead(partial(sleep, 0))
        printing = create_task(ahead)
        await sleep(0)
        app.view.set_look("paper", "ascii")
        await printing
        assert app.view._prints.by_zoom.keys() == {"normal"}
        await app.view.print_ahead(partial(sleep, 0))
        assert app.view._prints.by_zoom.keys() == set(ZOOMS)


async def test_the_large_map_of_the_benchmark_is_drawn() -> None:
    """What is measured must be there: each of its units as a counter, or under one."""
    game, definition = large_table()
    app = Table()
    async with app.run_test(size=(120, 40)) as pilot:
        app.view.show(game, definition)
        await pilot.pause()
        shown = "\n".join(line.text for line in (app.view.render_line(y) for y in range(40)))
    assert len(game.state.units) == UNITS
    assert "3-3-4" in shown
