"""What is typed and pressed at the table is understood, or a sentence says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from wargame.store.folder import listing
from wargame.tui.widgets.command_line import CommandLine

TOY = "toy/crossroads"
_NAMED = {":": "colon", "/": "slash", ".": "full_stop"}


async def test_redo_says_what_it_did() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "u", "U")
        assert "Answer 1 is given again" in screen_text(app)


async def test_go_finds_the_beginning_of_a_name_and_goes_on_to_the_next() -> None:
    async with running(TOY) as (app, pilot):
        play = play_of(app)
        seen = []
        for _ in range(4):
            await press(pilot, "g", *"red", "enter")
            seen.append(
                (play.game.grid.name(play.cursor), play.message.text[:6] if play.message else "")
            )
        assert 3 == len({where for where, _ in seen})
        assert seen[0] == seen[3]
        assert ["1 of 3", "2 of 3", "3 of 3"] == [said for _, said in seen[:3]]


async def test_a_go_line_that_finds_nothing_stays_open() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "g", *"zz", "enter")
        assert "is no hex, place or unit on the map" in screen_text(app)
        line = table(app).query_one(CommandLine)
        assert ("go zz", True) == (line.value, line.has_focus)
        await press(pilot, "p", "u")
        assert ("go zzpu", 0) == (line.value, play_of(app).session.n)
        await press(pilot, "escape")
        assert table(app).map.has_focus


async def test_an_empty_line_takes_an_old_message_away() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "why not me")
        assert play_of(app).message is not None
        await press(pilot, "colon", "enter")
        assert play_of(app).message is None


async def test_empty_names_and_texts_are_told() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "b")
        assert "Enter takes the line; Esc leaves everything as it is." in screen_text(app)
        await press(pilot, "enter")
        assert "A bookmark without a text is not kept." in screen_text(app)
        await press(pilot, "f10", "s", "ctrl+u", "enter")
        assert "A save needs a name" in screen_text(app)
        await press(pilot, "f5", "up", "B", "ctrl+u", "enter")
        assert "A save needs a name; nothing was branched." in screen_text(app)


async def test_a_briefing_in_mid_turn_still_tells_what_came_before_it() -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, "b")
        text = screen_text(app)
        assert "Weather: drew" in text
        assert "Red 1 moves" not in text


async def test_a_panel_that_has_the_keys_says_so_and_its_key_gives_them_back() -> None:
    async with running(TOY) as (app, pilot):
        for key in ("f2", "f3", "f4", "f5", "f6"):
            assert "goes back to the map" not in screen_text(app)
            await press(pilot, key)
            does = "choose from this list" if key == "f2" else "scroll this panel"
            assert f"Arrows {does}; Esc goes back to the map." in screen_text(app)
            assert "heavy" == table(app).panels.styles.border_left[0]
            await press(pilot, key)
            assert table(app).map.has_focus
            assert "goes back to the map" not in screen_text(app)
            await press(pilot, key, "escape")
            assert "goes back to the map" not in screen_text(app)


@pytest.mark.parametrize(
    ("first", "ask"),
    [
        ((), ("f10", "s")),
        (("f5", "up"), ("B",)),
        (("f10", "r", "end"), ("c",)),
        (("f10", "l", "l"), ("n",)),
    ],
)
async def test_a_name_that_cannot_be_is_refused(
    first: tuple[str, ...], ask: tuple[str, ...], saves: Path
) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await press(pilot, *first)
        for name in ("a:b", "../evil", "a/b", "."):
            await press(pilot, *ask, "ctrl+u")
            await press(pilot, *(_NAMED.get(c, c) for c in name), "enter")
            said = " ".join(screen_text(app).replace("│", " ").split())
            assert f'"{name}" cannot be the name of' in said
            assert ["toy-crossroads"] == [save.name for save in listing()]
            assert not list(saves.parent.rglob("*evil*"))


async def test_nothing_is_begun_or_copied_out_of_the_saves_folder(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "save ../evil")
        assert "cannot be the name of" in screen_text(app)
        assert "cannot be the name of" in app.play_new(TOY, name="../evil")
        assert not list(saves.parent.rglob("*evil*"))
