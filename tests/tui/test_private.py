"""The contract with the private parts of Textual: what `wargame/tui/private.py` stands on."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.widget import Widget

from tests.tui.test_keymap import own_classes
from wargame.tui import FPS, private

CALLED = {
    MessagePump._dispatch_message: "self, message",
    Widget._set_dirty: "self, regions",
    Widget._size_updated: "self, size, virtual_size, container_size, layout",
    ScrollView._size_updated: "self, size, virtual_size, container_size, layout",
    ScrollView._scroll_update: "self, virtual_size",
    App._start_widget: "self, parent, widget",
    App._dispatch_message: "self, message",
    App._dispatch_action: "self, namespace, action_name, params",
    App._handle_exception: "self, error",
    LinuxDriver._enable_mouse_support: "self",
    LinuxDriver._disable_mouse_support: "self",
    LinuxDriver._sigcont_application: "self, _",
    LinuxDriver._run_input_thread: "self",
}
"""Each private method with what it takes, as the table calls and overrides it."""
AWAITED = (MessagePump._dispatch_message, App._dispatch_message, App._dispatch_action)
KEPT = {Driver.__init__: {"_mouse", "_auto_restart"}, LinuxDriver.__init__: {"_must_signal_resume"}}
"""Private attributes by where they are set."""


@pytest.mark.parametrize("method", CALLED, ids=lambda method: method.__qualname__)
def test_textual_calls_its_private_methods_as_before(method: Callable[..., Any]) -> None:
    assert ", ".join(inspect.signature(method).parameters) == CALLED[method]
    assert inspect.iscoroutinefunction(method) == (method in AWAITED)


def test_the_driver_keeps_what_the_table_reads() -> None:
    for where, names in KEPT.items():
        assert names <= set(where.__code__.co_names)
    assert "getincrementaldecoder" in LinuxDriver.run_input_thread.__code__.co_names
    assert "_driver" in App.__init__.__code__.co_names


def test_a_view_keeps_its_scroll_bars_where_textual_looks_for_them() -> None:
    for part in ("vertical_scrollbar", "horizontal_scrollbar", "scrollbar_corner"):
        bar = inspect.getattr_static(Widget, part)
        assert {f"_{part}", "_start_widget"} <= set(bar.fget.__code__.co_names)


@pytest.mark.parametrize("vertical", [True, False])
def test_a_scroll_bar_looks_as_textual_draws_it(vertical: bool) -> None:
    style = Style(color="#102030", bgcolor="#f0e0d0")
    size = Size(1, 12) if vertical else Size(12, 1)
    strips = private.bar_lines(size, vertical, (40, 12, 7.5), style)
    assert len(strips) == size.height
    drawn = ScrollBarRender(40, 12, 7.5, vertical=vertical, style=style)
    console = Console(width=size.width, height=size.height, color_system="truecolor")
    lines = console.render_lines(drawn, console.options.update(height=size.height), pad=False)
    assert [_cells(line) for line in lines] == [_cells(strip) for strip in strips]


def _cells(line: Iterable[Segment]) -> list[tuple[str, Style | None]]:
    return [(char, segment.style) for segment in line for char in segment.text]


def test_the_size_of_a_scrolled_view_is_set_without_a_layout() -> None:
    assert isinstance(inspect.getattr_static(ScrollView, "virtual_size"), Reactive)
    assert "_scroll_update" in ScrollView._size_updated.__code__.co_names


def test_events_are_stamped_by_the_clock_that_is_read() -> None:
    before = private.now()
    stamped = events.Key("a", "a").time
    assert before <= stamped <= private.now()


@pytest.mark.parametrize(
    ("character", "name"), [("?", "question_mark"), ("a", "a"), (":", "colon"), (" ", "space")]
)
def test_keys_are_called_as_before(character: str, name: str) -> None:
    assert private.key_of(character) == name


def test_nothing_else_overrides_a_private_method_of_textual() -> None:
    found = [
        f"{one.__module__}.{one.__name__}.{name}"
        for one in own_classes()
        if one.__module__ != private.__name__
        for name, value in vars(one).items()
        if name.startswith("_") and not name.endswith("__") and inspect.isfunction(value)
        and any(name in vars(base) for base in one.__mro__ if _of_textual(base))
    ]  # fmt: skip
    assert found == []


def _of_textual(base: type[object]) -> bool:
    return issubclass(base, DOMNode | MessagePump) and base.__module__.startswith("textual")


def test_a_second_frame_does_not_wait_as_long_as_textual_would() -> None:
    asked = "import wargame.tui.run; from textual import constants; print(constants.MAX_FPS)"
    environment = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}
    found = subprocess.run(
        [sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True
    )
    assert str(FPS) == found.stdout.strip()
