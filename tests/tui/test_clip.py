"""What goes to the clipboard of the terminal."""

from __future__ import annotations

from tests.tui.driver import press, running, screen_text, table, type_line

TOY = "toy/crossroads"


async def test_a_line_an_address_and_the_map_are_copied() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter", "right", "down", "enter")
        await press(pilot, "ctrl+y")
        assert "The address of this position" in screen_text(app)
        await press(pilot, "a")
        assert app.clipboard == "toy-crossroads@1"
        assert "Sent to the clipboard" in screen_text(app)
        assert "toy-crossroads@1" in screen_text(app)
        await type_line(pilot, "clip line")
        assert "moves" in app.clipboard
        assert "[TOY-" in app.clipboard
        first = app.clipboard
        table(app).panels.journal.at = 0
        await type_line(pilot, "clip line")
        assert app.clipboard not in ("", first)
        await type_line(pilot, "clip board")
        assert all(word in app.clipboard for word in ("0204", "╲"))
        assert all(line == line.rstrip() for line in app.clipboard.splitlines())
        await type_line(pilot, "clip bord")
        assert '"bord" is none of line, address, board' in screen_text(app)


async def test_escape_copies_nothing() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "ctrl+y", "escape")
        assert app.clipboard == ""
