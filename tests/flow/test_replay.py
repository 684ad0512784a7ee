"""A replay shows every position and runs no rule."""

from __future__ import annotations

import pytest

from tests.flow.table import picker, play, start
from tests.toy import TOY
from wargame.flow.replay import Replay
from wargame.flow.script import SEGMENTS
from wargame.model.codec import state_to_json
from wargame.model.dice import mix


def test_seeking_equals_folding_forwards_and_backwards() -> None:
    session, pick = start(6), picker(6)
    seen = [(state_to_json(session.state), session.segment)]
    while session.ask is not None:
        session.answer(session.ask.sample(pick))
        seen.append((state_to_json(session.state), session.segment))
    replay = Replay(TOY, session.header, session.entries)
    places = [*range(session.n + 1), *(mix(6, i) % (session.n + 1) for i in range(50)), 0]
    for n in places:
        replay.seek(n)
        assert (state_to_json(replay.game.state), replay.segment) == seen[n]
        assert replay.n == n


def test_seeking_is_held_within_the_record() -> None:
    session = play(start(6))
    replay = Replay(TOY, session.header, session.entries)
    replay.seek(10_000)
    assert replay.n == replay.last == session.n
    replay.seek(-3)
    assert replay.n == 0


def test_replay_runs_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(start(6))
    for name in sorted(SEGMENTS):
        monkeypatch.delitem(SEGMENTS, name)
    replay = Replay(TOY, session.header, session.entries)
    replay.seek(replay.last)
    assert replay.game.state == session.state


@pytest.mark.parametrize("kind", ["segment", "turn", "battle"])
def test_the_next_and_the_previous_stop_are_found(kind: str) -> None:
    session = play(start(6))
    replay = Replay(TOY, session.header, session.entries)
    stops = []
    while replay.n < replay.last:
        replay.seek(replay.next_where(kind))
        stops.append(replay.n)
    assert stops[-1] == replay.last
    assert stops == sorted(set(stops))
    back = replay.next_where(kind, back=True)
    assert back == (stops[-2] if len(stops) > 1 else 0)


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to replay"):
        Replay(TOY, start().header, [])
