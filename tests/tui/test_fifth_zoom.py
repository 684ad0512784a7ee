"""The fifth zoom in a real terminal, or what looks like one: it is asked, and believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.driver import running, table
from tests.tui.test_terminal import Terminal
from wargame.picture.spoken import QUERY

ASKED = QUERY.encode()
CELL, PLAIN, SIXEL = b"\x1b[6;20;10t", b"\x1b[?62;22c", b"\x1b[?62;4;22c"
KITTY = b"\x1b_Gi=31;OK\x1b\\"


@pytest.fixture
def terminal(saves: Path) -> Iterator[Terminal]:
    """The table, open and ready, in a terminal that says nothing for itself."""
    found = Terminal(saves)
    try:
        found.wait_for(b"Orders")
        yield found
    finally:
        found.close()


def test_a_silent_terminal_gets_the_question_and_no_picture_and_may_be_asked_again(
    terminal: Terminal,
) -> None:
    assert ASKED not in terminal.written  # the table does not wait for it
    terminal.command(b"zoom picture")
    terminal.wait_for(b"does not answer")
    assert terminal.written.count(ASKED) == 1
    rest = terminal.written.replace(ASKED, b"")
    assert b"\x1b_G" not in rest
    assert b"\x1bP" not in rest
    terminal.command(b"zoom picture")
    terminal.wait_for(ASKED)
    terminal.type(KITTY + CELL + PLAIN)
    terminal.wait_for(b"\x1b_Ga=T,q=2,U=1,")
    terminal.wait_for("\U0010eeee".encode())
    terminal.command(b"zoom out")
    terminal.wait_for(b"\x1b_Ga=d,d=I")
    assert not any(
        0x100000 <= ord(char) < 0x10E000 for char in terminal.written.decode(errors="ignore")
    )


def test_one_that_answers_sixel_gets_sixel(terminal: Terminal) -> None:
    terminal.command(b"zoom close")
    terminal.type(b"+")
    terminal.wait_for(ASKED)
    terminal.type(CELL + SIXEL)
    terminal.wait_for(b"\x1bP0;1q")
    assert b"\x1b_Ga=T" not in terminal.written


async def test_where_nothing_can_be_asked_zooming_stops_at_the_fourth() -> None:
    async with running("arras/learning") as (app, pilot):
        view = table(app).map
        view.zoom = "close"
        view.action_zoom(1)
        await pilot.pause()
        assert (view.zoom, view.pictured) == ("close", False)
        assert "no terminal that can be asked" in await view.draw_board()
