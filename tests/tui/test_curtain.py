"""The curtain: when it falls, what it hides, and the PIN that lifts it."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy
from tests.night.content import FACE_DOWN
from tests.night.story import LAST, TRUTH, tell
from tests.night.veil import SHEER, VEIL, SheerVeil
from tests.tui.driver import play_of, press, running, screen_text, table, type_line
from wargame.store.campaign import Campaign
from wargame.store.pin import has_pin, set_pin
from wargame.tui.app import TableApp
from wargame.tui.screens.curtain import Curtain, wanted
from wargame.tui.settings import with_value

TOY = "toy/crossroads"
SPOTS = ("0302", "0405", "0604")


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy keeps secrets."""
    monkeypatch.setattr(tests.toy, "TOY", dataclasses.replace(tests.toy.TOY, veil=SHEER))


def face(app: TableApp) -> tuple[str, str, tuple[int, int]]:
    """Everything a terminal shows: text, colours, where its cursor stands."""
    return screen_text(app), app.export_screenshot(), (app.cursor_position.x, app.cursor_position.y)


async def handed_over(units: dict[str, str], size: tuple[int, int]) -> tuple[object, ...]:
    """The screen under the curtain, with units on these hexes."""
    async with running(TOY, size=size) as (app, pilot):
        await press(pilot, "enter")
        game = play_of(app).session.game
        for unit, where in units.items():
            game.place(unit, game.grid.hex(where), rule="LAB")
        await type_line(pilot, "pass")
        seen = [face(app)]
        await press(pilot, "right", "f5", "question_mark", "f10")
        assert isinstance(app.screen, Curtain)
        await pilot.resize_terminal(size[0] + 3, size[1] + 2)
        await pilot.pause()
        seen.append(face(app))
        return tuple(seen)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("side", ["r", "b"])
async def test_nothing_of_a_sides_units_is_seen_through_it(
    side: str, size: tuple[int, int]
) -> None:
    seen = set()
    for order in itertools.islice(itertools.permutations(SPOTS), 3):
        units = {f"{side}{n}": where for n, where in enumerate(order, 1)}
        seen.add(await handed_over(units, size))
    assert 1 == len(seen)


@pytest.mark.usefixtures("secret")
async def test_the_table_comes_back_when_it_is_lifted() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter")
        await type_line(pilot, "pass")
        assert "Hand over to the Blue player." in screen_text(app)
        await press(pilot, "enter")
        assert "Blue: the decision is yours" in screen_text(app)
        await press(pilot, "enter")
        assert table(app) is app.screen


@pytest.mark.usefixtures("secret")
async def test_it_hands_over_to_a_player_by_name() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "enter")
        play_of(app).session.header.players.update({"blue": "Ben"})
        await type_line(pilot, "pass")
        assert "Hand over to Ben, the Blue player." in screen_text(app)


@pytest.mark.usefixtures("secret")
async def test_it_falls_before_a_save_is_seen_and_after_a_takeback() -> None:
    async with running(TOY) as (app, pilot):
        assert "Hand over to the Red player." in screen_text(app)
        await press(pilot, "enter")
        await type_line(pilot, "pass")
        await press(pilot, "enter", "enter", "u", "y")
        assert "Hand over to the Red player." in screen_text(app)
        await press(pilot, "escape")
        assert app.play is None


@pytest.mark.parametrize(
    ("mode", "secrets", "falls"),
    [
        ("needed", False, False),
        ("needed", True, True),
        ("always", False, True),
        ("off", True, False),
    ],
)
def test_when_it_falls(mode: str, secrets: bool, falls: bool, saves: Path) -> None:
    with Campaign.new(TOY, 3, saves / "x.wg") as campaign:
        definition = dataclasses.replace(campaign.definition, veil=SHEER if secrets else None)
        campaign.session.definition = definition
        assert falls is wanted(campaign, "red", mode)
        assert not wanted(campaign, "", mode)
        set_pin(campaign, "red", "1")
        assert wanted(campaign, "red", mode)


@pytest.mark.parametrize("level", ["open", "aside", "curtain"])
def test_it_falls_only_for_what_the_table_itself_would_show(
    level: str, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SheerVeil, "level", lambda *_: level)
    with Campaign.new(TOY, 3, saves / "x.wg") as campaign:
        campaign.session.definition = dataclasses.replace(campaign.definition, veil=SHEER)
        assert (level == "curtain") is wanted(campaign, "red", "needed")
        assert wanted(campaign, "red", "always")


def test_night_patrol_needs_one_while_something_lies_face_down() -> None:
    session = tell(LAST, TRUTH)
    assert "curtain" == VEIL.level(session.state)
    bare = session.state.copy()
    bare.cups = {cup: [] for cup in bare.cups}
    for unit in bare.units.values():
        unit.states.discard(FACE_DOWN)
    assert "aside" == VEIL.level(bare)


def curtain_is_down(app: TableApp) -> bool:
    """Whether the curtain hides the table."""
    return isinstance(app.screen, Curtain)


async def with_pin(pilot: Pilot[int]) -> None:
    """Red sets a PIN, then both sides pass until red decides again."""
    await press(pilot, "f10", "p", *"19", "enter", *"19", "enter")


async def test_a_pin_lifts_it(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await with_pin(pilot)
        assert "The Red player has a PIN now." in screen_text(app)
        play_of(app).close()
    async with running(save=saves / "toy-crossroads.wg") as (app, pilot):
        assert curtain_is_down(app)
        await press(pilot, *"20", "enter")
        assert "That is not the PIN" in screen_text(app)
        for _ in range(5):
            await press(pilot, *"7", "enter")
        await press(pilot, *"19", "enter")
        assert table(app) is app.screen


async def test_a_forgotten_pin_is_logged(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await with_pin(pilot)
        play_of(app).close()
    async with running(save=saves / "toy-crossroads.wg") as (app, pilot):
        await press(pilot, "f2")
        assert "This removes the PIN of the Red player and is noted in the save" in screen_text(app)
        await press(pilot, "n")
        assert curtain_is_down(app)
        assert has_pin(play_of(app).campaign, "red")
        await press(pilot, "f2", "y")
        assert table(app) is app.screen
        campaign = play_of(app).campaign
        assert not has_pin(campaign, "red")
        assert "forgotten" in next(r.text for r in campaign.remarks if r.kind == "note")


async def test_two_different_pins_set_none() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "p", *"19", "enter", *"18", "enter")
        assert "no PIN was set" in screen_text(app)
        assert not has_pin(play_of(app).campaign, "red")


async def test_a_pin_is_taken_away_by_who_knows_it() -> None:
    async with running(TOY) as (app, pilot):
        await with_pin(pilot)
        await press(pilot, "f10", "p", *"18", "enter")
        assert has_pin(play_of(app).campaign, "red")
        await press(pilot, "f10", "p", *"19", "enter", "r")
        assert not has_pin(play_of(app).campaign, "red")


async def test_an_empty_new_pin_takes_the_old_one_away() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "f10", "p", "enter")
        assert "no PIN was set" in screen_text(app)
        await with_pin(pilot)
        await press(pilot, "f10", "p", *"19", "enter", "c", "escape")
        assert has_pin(play_of(app).campaign, "red")
        await press(pilot, "f10", "p", *"19", "enter", "c", "enter")
        assert not has_pin(play_of(app).campaign, "red")
        assert "has no PIN any more" in screen_text(app)


async def test_the_option_decides_without_secrets() -> None:
    async with running(TOY) as (app, pilot):
        app.settings = with_value(app.settings, "curtain", "always")
        await type_line(pilot, "pass")
        assert curtain_is_down(app)
