"""Plays a campaign by random legal answers, the same every time."""

from __future__ import annotations

from random import Random

from wargame.store.campaign import Campaign


def play(campaign: Campaign, answers: int, seed: int = 1) -> int:
    """Give up to *answers* random legal answers; how many were given."""
    random = Random(seed)
    for number in range(answers):
        ask = campaign.session.ask
        if ask is None:
            return number
        campaign.answer(ask.sample(random.randrange))
    return answers
