"""Odds before the dice and notices after them: what matters stands in sight without scrolling."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tui.driver import (
    close_dialogs,
    play_of,
    prepared_at,
    press,
    running,
    screen_text,
    table,
)
from wargame.model.events import DiceRolled
from wargame.store.campaign import Campaign
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.handover import briefing_dialog
from wargame.tui.widgets.dice import faces, last_reading
from wargame.tui.widgets.row import row
from wargame.tui.widgets.rows import Rows


@pytest.mark.parametrize("scenario", ["arras/learning", "hannut/orp"])
async def test_the_dice_and_the_cell_they_meet_are_in_sight_at_once(scenario: str) -> None:
    pick = random.Random(5).randrange
    seen = 0
    async with running(scenario) as (app, pilot):
        play = play_of(app)
        while seen < 12 and play.session.ask is not None:
            outcome = play.answer(play.session.ask.sample(pick))
            assert outcome is not None
            if not outcome.read_chart or play.session.ask is None:
                continue  # nothing was read, or the end of the game is shown first
            table(app).show_outcome(outcome)
            await pilot.pause()
            dialog = app.screen
            assert isinstance(dialog, Dialog)
            body, text = dialog.query_one("#body", Rows), screen_text(app)
            reading = last_reading(outcome.entries)
            assert reading is not None
            rolls = [
                e.dice
                for entry in outcome.entries
                for e in entry.events
                if isinstance(e, DiceRolled)
            ]
            assert body.scroll_offset.y == 0
            assert faces(rolls[0]) in text, text
            heads = [n for n, entry in enumerate(body.entries) if _headed(entry.spans)]
            if reading.column and heads:  # else there is no room for the line, and no bare heading
                lit = [n for n, entry in enumerate(body.entries) if _lit(entry.spans)]
                assert lit, text
                assert heads[0] < lit[0], text
                last = body.scroll_offset.y + body.size.height
                assert body._starts[lit[0]] < last, text
                seen += 1
            ask = play.session.ask
            if ask is not None and outcome.handover:
                assert ask.rule in text, text
            await close_dialogs(app, pilot)
    assert seen


@pytest.mark.parametrize("key", ["combat.attack", "combat.no_retreat", "air.intercept"])
async def test_every_outcome_of_the_odds_is_in_sight(tmp_path: Path, key: str) -> None:
    async with running() as (app, pilot):
        for seed in (1, 3, 5, 6):
            path = tmp_path / f"odds-{seed}.wg"
            prepared_at(path, "arras/learning", lambda ask: ask.key == key, seed=seed)
            assert "" == app.play_save(str(path))
            await pilot.pause()
            await close_dialogs(app, pilot)
            await press(pilot, "escape")
            await press(pilot, "tab", *(["enter"] if key == "combat.attack" else []))
            odds, text = play_of(app).view().odds, screen_text(app)
            assert odds is not None, text
            for outcome in odds.outcomes:
                if outcome.code:
                    line = next(line for line in text.splitlines() if f" {outcome.code} " in line)
                    assert outcome.words in line, text
                assert f"{round(outcome.chance * 100)}%" in text, text
                assert all(word in text for word in (outcome.code or outcome.words).split()), text


def _lit(spans: tuple[tuple[str, str], ...]) -> bool:
    return any(style == "lit" for _, style in spans)


def _headed(spans: tuple[tuple[str, str], ...]) -> bool:
    return [style for _, style in spans if style].count("key") > 2


async def test_players_go_by_their_names_where_they_gave_one() -> None:
    async with running("toy/crossroads") as (app, pilot):
        play = play_of(app)
        assert play.player("red") == "Red"
        play.session.header.players.update({"red": "Anna", "blue": " "})
        assert (play.player("red"), play.player("blue")) == ("Red (Anna)", "Blue")
        app.push_screen(briefing_dialog(play))
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert app.screen._heading == "Red (Anna): the decision is yours"


@pytest.mark.parametrize(("rows", "left"), [(4, ["ask 1"]), (40, [])])
async def test_a_card_gives_way_to_a_number_only_while_it_shows_the_row(
    rows: int, left: list[str]
) -> None:
    async with running("toy/crossroads", size=(80, 24)) as (app, pilot):
        found: list[str | None] = []
        offered = [row(f"{n + 1} somewhere") for n in range(rows)]
        through = {"table.option_1": "ask 1"}
        card = Dialog("Rolled", [], [("choose", "go on", "on")], rows=offered, through=through)
        app.push_screen(card, found.append)
        await pilot.pause()
        assert ("1 somewhere" in screen_text(app)) == bool(left)
        await press(pilot, "1")
        assert left == found


def test_where_nobody_decides_any_more_the_cursor_is_on_a_unit() -> None:
    campaign, chance = Campaign.new("toy/crossroads", 3, None), random.Random(3)
    while campaign.session.ask is not None:
        campaign.answer(campaign.session.ask.sample(chance.randrange))
    play = Play(campaign)
    assert play.cursor in {unit.hex for unit in play.game.state.units.values()}


def test_who_is_asked_again_in_a_turn_is_told_only_what_came_since() -> None:
    """News of before the turn was told when it began: not at every question after one of the other side."""
    play = Play(Campaign.new("eastfront/minsk", 3, None))
    told: list[str] = []
    while len(told) < 2:
        outcome = play.answer("done")
        assert outcome is not None
        if play.session.ask and play.session.ask.side == "axis" and outcome.handover:
            dialog = briefing_dialog(play, outcome)
            body = dialog._body(76, 40) if callable(dialog._body) else dialog._body
            told.append("".join(text for entry in body for text, _ in entry.spans))
    assert all("last turn" not in text and "unprepared" not in text for text in told), told


def test_a_question_to_the_other_side_leads_to_what_it_is_about(tmp_path: Path) -> None:
    """Where there are secrets the cursor goes to nothing that the other side has looked at."""
    given = (
        "allocate cw.hq.i cw.hq.viii cw.hq.xxx",
        "allocate ge.hq.isspz", "done", "done", "done", "done", "done",
        "attack 3515 from cw.27ab cw.3.185th cw.3.8th cw.3.9th", "allocate sp=1",
    )  # fmt: skip
    play = Play(Campaign.new("normandy/epsom", 3, tmp_path / "odon.wg"))
    assert play.session.ask is not None
    for answer in (play.session.ask.options()[0].answer, *given):
        play.answer(answer)
    assert play.session.ask is not None
    assert ("german", "combat.defence") == (play.session.ask.side, play.session.ask.key)
    assert "3515" == play.game.grid.name(play.cursor)
    play.close()
    with Campaign.open(tmp_path / "odon.wg") as again:
        assert "3515" == again.session.game.grid.name(Play(again).cursor), "and where it goes on"
