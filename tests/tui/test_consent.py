"""Taking back at the table what the other player knows: it is listed, and the PIN is asked for where there is one."""

from __future__ import annotations

from tests.tui.driver import play_of, press, running, screen_text, screen_words
from wargame.store.pin import set_pin

TOY = "toy/crossroads"


async def test_the_other_player_agrees_by_the_pin() -> None:
    async with running(TOY) as (app, pilot):
        await press(pilot, "p", "enter")
        campaign = play_of(app).campaign
        set_pin(campaign, "red", "19")
        await press(pilot, "u")
        text = screen_words(app)
        assert "What is taken back:" in text
        assert "needs the consent of the Red player" in text
        await press(pilot, "y", *"20")
        assert "The Red player's PIN" in screen_text(app)
        await press(pilot, "enter")
        assert "Without the PIN of the Red player nothing is taken back" in " ".join(
            screen_text(app).split()
        )
        assert (campaign.session.n, campaign.takebacks) == (1, [])
        await press(pilot, "u", "y", "escape")
        assert campaign.session.n == 1
        await press(pilot, "u", "y", *"19", "enter")
        assert campaign.session.n == 0
        assert [taken.consent for taken in campaign.takebacks] == [True]
