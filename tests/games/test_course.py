"""What turned a battle: the answers after which the score or the units on the map had moved."""

from __future__ import annotations

import random

from wargame.exports.course import course_lines, turnings
from wargame.flow.replay import Replay
from wargame.store.campaign import Campaign


def test_turning_points_tell_chance_losses_and_score() -> None:
    pick = random.Random(5).randrange
    with Campaign.new("arras/learning", 5, None) as campaign:
        session = campaign.session
        while session.ask is not None:
            campaign.answer(session.ask.sample(pick))
        replay = Replay(session.definition, session.header, session.entries)
        found = turnings(session.definition, replay)
        fought = next(turning for turning in found if turning.chance < 1)
        assert fought.lost
        assert fought.told.startswith("Attack ")
        assert [turning.n for turning in found] == sorted(turning.n for turning in found)
        text = "\n".join(course_lines(session.definition, replay))
        assert replay.n == replay.last
        assert f"a chance of {fought.chance:.0%}; off the map: {fought.lost[0]}" in text
        assert f"after {session.n} answers" in text
