"""A game is sent from the table, and what comes back is taken in from the list of saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import play_of, press, running, screen_text, screen_words, type_line
from wargame.store.campaign import Campaign
from wargame.store.folder import existing
from wargame.store.post import receive, write_parcel

TOY = "toy/crossroads"


async def test_a_game_goes_out_and_its_answer_comes_onto_the_table(
    saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        await type_line(pilot, "pass")
        await press(pilot, "enter", "f10", "o")
        assert "Send the game to the other player" in screen_text(app)
        await press(pilot, "enter")
        mail = next(saves.glob("*.wgmail"))  # noqa: ASYNC240 - nothing else runs
        assert "for-" in mail.name

        monkeypatch.setenv("WARGAME_SAVES", str(tmp_path / "other"))
        receive(mail, "theirs")
        with Campaign.open(existing("theirs")) as campaign:
            ask = campaign.session.ask
            assert ask is not None
            campaign.answer(next(iter(ask.options())).answer)
            write_parcel(campaign, "red", saves / "answer.wgmail")
            chain = campaign.session.chain
        monkeypatch.setenv("WARGAME_SAVES", str(saves))

        await type_line(pilot, "saves")
        await press(pilot, "i")
        assert "answer.wgmail" in screen_text(app)
        await press(pilot, "enter")
        assert play_of(app).session.chain == chain
        assert "the decision is yours" in screen_text(app)
        await press(pilot, "escape")
        assert "goes on from answer" in screen_text(app)
        await type_line(pilot, "saves")
        await press(pilot, "i", "enter")
        assert play_of(app).session.chain == chain


async def test_what_is_no_file_of_ours_is_refused_and_the_game_stays(saves: Path) -> None:
    async with running(TOY) as (app, pilot):
        await type_line(pilot, "move r1 0102-0203")
        (saves / "odd.wgmail").write_text("no save\n")
        await type_line(pilot, "saves")
        await press(pilot, "i", "enter")
        assert "not a save of this program" in screen_words(app)
        await press(pilot, "escape")
        assert play_of(app).session.n == 1
        assert not play_of(app).campaign.read_only
