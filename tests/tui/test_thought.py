"""What could be brought against a hex is told where the cursor rests."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.ledger import ROWS
from tests.tui.driver import clock, play_of, press, running, screen_text, table
from wargame.store.campaign import Campaign
from wargame.tui.play import Play

BEST = "Allied, this turn: 0708 at 4:1,"


async def test_what_if_is_told_once_the_cursor_rests_on_a_stack() -> None:
    async with running("arras/campaign") as (app, pilot):
        play, thought = play_of(app), table(app).panels.thought
        play.point(play.game.grid.hex("0708"))
        table(app).refresh_view()
        await pilot.pause()
        assert BEST not in screen_text(app)
        assert [0.25] == await clock(app).tick(pilot)
        assert BEST in screen_text(app)
        assert [] == await clock(app).tick(pilot)  # it is worked out once
        await press(pilot, "f3")
        assert "What if" in screen_text(app)
        play.point(play.game.grid.hex("0709"))
        table(app).refresh_view()
        await pilot.pause()
        assert ([], ()) == (await clock(app).tick(pilot), thought.lines)  # nobody stands there
        assert "What if" not in screen_text(app)


async def test_attacks_set_aside_are_reckoned_and_given_together(tmp_path: Path) -> None:
    save = tmp_path / "turn.wg"
    Campaign.lab(ROWS / "lab" / "turn.toml", save).close()
    async with running(save=save) as (app, pilot):
        session = play_of(app).session
        await press(pilot, "e", "2", "semicolon")
        assert "1. 1er Cuirassiers" in screen_text(app)
        rows = [item.text for item in play_of(app).view().items]
        assert not [text for text in rows if text.startswith("0410")]
        await press(pilot, "1")
        assert "2 orders:" not in screen_text(app)
        await clock(app).tick(pilot)
        told = table(app).panels.thought.lines[0]
        assert told.startswith("2 orders: 17% 0 of 2 hexes cleared, 50% 1 of 2")
        assert "2 orders: 17% 0 of 2 hexes" in screen_text(app)
        await press(pilot, "enter")
        assert "attack 0410 from fr-1cuir-1 fr-1cuir-2" == session.entries[1].answer


def test_an_attack_that_enter_prepared_shows_its_odds_and_is_given_by_the_third(
    tmp_path: Path,
) -> None:
    with Campaign.lab(ROWS / "lab" / "turn.toml", tmp_path / "turn.wg") as campaign:
        play = Play(campaign)
        assert play.act("commit") is None
        view = play.view()
        assert ("", False) == (view.answer, view.odds is None)
        assert play.act("commit") is None
        assert play.message is not None
        assert re.fullmatch(r"As shown: .* on 1010\. {commit} again attacks\.", play.message.text)
        assert play.view().odds == view.odds
        outcome = play.act("commit")
        assert outcome is not None
        assert outcome.entry.answer.startswith("attack ")
