"""What a side run by the rules does comes out step by step beside the map; its candidates stand on it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.transcript import FOLDER
from tests.tui.driver import HandClock, play_of, prepared, press, running, screen_text, screen_words
from wargame.model.events import ItemDrawn
from wargame.store.campaign import Campaign
from wargame.tui.map.view import MapView
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.table.by_rule import comes_in_steps
from wargame.tui.table.film import FilmDialog
from wargame.tui.widgets.row import row

_GIVEN = re.compile(r"^german> (.+)$", re.MULTILINE)


def answers(count: int) -> list[str]:
    """The first answers of the golden game against Allies run by the rules."""
    text = (FOLDER / "ardennes-skyline-gs.txt").read_text(encoding="utf-8")
    return _GIVEN.findall(text)[:count]


def up_to(count: int, folder: Path) -> Path:
    """A save of that game after so many answers."""
    given = answers(count)
    return prepared(folder / "a.wg", "ardennes/skyline", *given, seed=35, options={"mode": "gs"})


async def test_a_combat_is_a_small_theatre_chit_by_chit(tmp_path: Path) -> None:
    before = answers(40).index("draw 5")
    path = up_to(before, tmp_path)
    async with running(save=path, size=(120, 40)) as (app, pilot):
        clock = app.clock
        assert isinstance(clock, HandClock)
        await press(pilot, "5")
        assert isinstance(app.screen, FilmDialog)
        assert "Drawn, then the Allied side, by the rules · 1 of" in screen_text(app)
        assert "so far" not in screen_text(app)
        await clock.tick(pilot)
        assert screen_text(app).count("so far") == 1
        assert re.search(r"Chit: drew C\d\d .*\. .*; so far D\d A\d", screen_text(app))
        for _ in app.screen.parts:
            await clock.tick(pilot)
        assert "2818 Clervaux comes first: a City/Town goes before" in screen_words(app)
        await press(pilot, "enter")
        assert "Advance after the combat" in screen_text(app)
        view = app.screen.query_one(MapView)
        goal = play_of(app).deeds[0].ranked[0]
        assert view._layers["ranked"][goal] == "1"


async def test_at_its_end_a_turn_by_the_rules_stands_in_short_above_its_steps(
    tmp_path: Path,
) -> None:
    path = up_to(17, tmp_path)
    async with running(save=path, size=(80, 24)) as (app, pilot):
        await press(pilot, "p", "p")
        assert isinstance(app.screen, FilmDialog)
        assert "In short" not in screen_text(app), "it is told step by step first"
        await press(pilot, "x")
        assert "In short" in screen_text(app)
        assert "A33 (VIII Corps): 44 Eng from 2621 Wiltz to 2622" in screen_words(app)
        assert "Nothing came of N01 (No Command)" in screen_words(app)
        await press(pilot, "enter", "b")
        briefed = screen_text(app)
        assert briefed.index("Since your last turn:") < briefed.index("In short")
        assert briefed.index("A07 (28 Inf): IP in 2919") < briefed.index("Drawn")


async def test_a_long_summary_takes_the_whole_height_once_the_film_has_ended(
    tmp_path: Path,
) -> None:
    path = up_to(17, tmp_path)
    async with running(save=path, size=(80, 24)) as (app, pilot):
        await press(pilot, "p", "p")
        assert isinstance(app.screen, FilmDialog)
        app.screen.summary = [row((f"what came of card {n}.", "")) for n in range(10)]
        await press(pilot, "x")
        for n in range(10):
            assert f"what came of card {n}." in screen_text(app)


async def test_what_the_other_side_draws_first_is_its_own_doing(tmp_path: Path) -> None:
    before = answers(40).index("draw 5") - 1
    path = up_to(before, tmp_path)
    async with running(save=path, size=(120, 40)) as (app, pilot):
        await press(pilot, "p")
        assert isinstance(app.screen, FilmDialog)
        assert "Drawn, then" not in screen_text(app)
        assert "Allied side, by the rules" in screen_text(app)


async def test_who_wants_it_at_once_gets_it_at_once(tmp_path: Path) -> None:
    before = answers(40).index("draw 5")
    path = up_to(before, tmp_path)
    async with running(save=path, size=(120, 60)) as (app, pilot):
        app.change_settings(app.settings.turned("pace", -1))
        await press(pilot, "5")
        assert "Advance after the combat" in screen_text(app), "it opens where something is decided"
        await press(pilot, "pageup")
        assert screen_text(app).count("so far") > 1
        assert "·" not in screen_text(app).partition("by the rules")[2].partition("\n")[0]


def test_draws_alone_of_a_side_run_by_the_rules_come_with_what_they_brought() -> None:
    campaign = Campaign.new("ardennes/skyline", 1, None, options={"mode": "gs"})
    play, (entry, *_) = Play(campaign), campaign.session.entries
    for side, steps in (("allied", True), ("german", False)):
        drew = ItemDrawn(f"{side} pile", "A08", 1, "card", side, "ARD-CD-10")
        outcome = Outcome(entry._replace(events=(drew,)), "german", "german", "")
        assert comes_in_steps(play, outcome) is steps


async def test_who_has_asked_for_the_key_once_more_is_taken_at_its_word(tmp_path: Path) -> None:
    """The hand warns of cards left; the watch over slips of the key does not ask a third time."""
    path = up_to(29, tmp_path)
    async with running(save=path, size=(80, 24)) as (app, pilot):
        play = play_of(app)
        await press(pilot, "p")
        assert play.message is not None
        assert "can be played. Press" in play.message.text
        assert play.session.n == 29
        await press(pilot, "p")
        assert play.session.n == 30
