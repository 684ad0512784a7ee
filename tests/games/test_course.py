"""What turned a battle: the answers after which the score or the units on the map had moved."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from wargame import games
from wargame.exports import course
from wargame.exports.course import _chance, course_lines, turnings
from wargame.flow.fuzz import Picker
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.model.events import ChartRead, DiceRolled
from wargame.store.campaign import Campaign
from wargame.tui.play import Play
from wargame.tui.table.handover import end_dialog


def played(scenario: str, seed: int, most: int | None = None) -> Replay:
    """A game of random answers, or so many of them."""
    pick = random.Random(seed).randrange
    with Campaign.new(scenario, seed, None) as campaign:
        session = campaign.session
        while session.ask is not None and session.n != most:
            campaign.answer(session.ask.sample(pick))
        return Replay(session.definition, session.header, session.entries)


def test_turning_points_tell_chance_losses_and_score() -> None:
    replay = played("arras/learning", 5)
    found = turnings(replay.definition, replay)
    fought = next(turning for turning in found if turning.chance < 1)
    assert fought.lost
    assert fought.told.startswith("Attack ")
    assert [turning.n for turning in found] == sorted(turning.n for turning in found)
    text = "\n".join(course_lines(replay.definition, replay))
    assert replay.n == replay.last
    assert f"a chance of {fought.chance:.0%}; off the map: {fought.lost[0]}" in text
    assert f"after {replay.last} answers" in text


def test_of_turning_points_that_count_alike_the_last_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A town that changed hands three times was turned by the third."""
    replay = played("normandy/epsom", 2)
    monkeypatch.setattr(course, "_MOST", 1000)
    found = turnings(replay.definition, replay)
    weights = [turning.weight for turning in found]
    weight = next(w for w in weights if weights.count(w) > 1)
    monkeypatch.setattr(course, "_MOST", sum(w > weight for w in weights) + 1)
    alike = [turning.n for turning in found if turning.weight == weight]
    told = {turning.n for turning in turnings(replay.definition, replay)}
    assert {alike[-1]} == told.intersection(alike)


def test_points_that_the_end_of_a_turn_gives_are_not_told_of_its_last_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course, "_MOST", 1000)
    replay = played("normandy/campaign", 1, most=400)
    found, ended = turnings(replay.definition, replay), 0
    for turning in found:
        replay.seek(turning.n - 1)
        before = replay.game.state.turn()
        replay.seek(turning.n)
        counted = not turning.lost and before != replay.game.state.turn()
        assert counted == (turning.told == "the turn is over")
        assert not counted or turning.chance == 1, "no die of that answer did it"
        ended += counted
    assert ended


def test_a_side_has_not_suffered_what_it_chose_and_factors_keep_their_letters() -> None:
    """Columns of march are no losses, and "A 6 - D -1" is the attack against the defence."""
    replay = played("hannut/orp", 12)
    text = "\n".join(course_lines(replay.definition, replay))
    assert "Neutralized 3x" in text
    assert "In Column" not in text
    assert ": A 6 - D -1;" in text


def test_nobody_wins_a_draw() -> None:
    """EF-VP-04  Not "draw won: Draw"."""
    path = Path(__file__).parent / "eastfront" / "endings" / "minsk-draw.txt"
    head, *answers = path.read_text().splitlines()
    with Campaign.new("eastfront/minsk", json.loads(head)["seed"], None) as campaign:
        for answer in answers:
            campaign.answer(answer)
        session = campaign.session
        replay = Replay(session.definition, session.header, session.entries)
        assert any(
            line.startswith("Nobody won: Draw (41 points)")
            for line in course_lines(session.definition, replay)
        )
        body = end_dialog(Play(campaign))._body
        assert not callable(body)
        assert "Winner: nobody" in [entry.text for entry in body]


def test_the_chance_of_a_turning_point_is_that_of_the_odds() -> None:
    """With what was added to the dice, and of all rows that say the same."""
    key = "attack.next"
    definition, info = games.find("eastfront/minsk")
    looked = 0
    for seed in range(1, 5):
        session = Session.start(definition, new_header(definition, info.id, seed))
        pick = Picker(seed)
        while (ask := session.ask) is not None and session.n < 250:
            answer = ask.sample(pick)
            odds = ask.odds(ask.read(answer)[0]) if ask.key == key else None
            session.answer(answer)
            events = session.entries[-1].events
            reads = [e for e in events if isinstance(e, ChartRead)]
            if (
                odds is None
                or len(reads) != 1
                or sum(isinstance(e, DiceRolled) for e in events) != 1
            ):
                continue
            told = sum(o.chance for o in odds.outcomes if o.code == reads[0].result)
            charts = definition.charts(session.game.content)
            assert float(told) == pytest.approx(_chance(charts, session.entries[-1]))
            looked += 1
    assert looked
