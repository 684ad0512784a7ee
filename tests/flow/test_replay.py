"""A replay shows every position and runs no rule."""

from __future__ import annotations

import pytest

from tests.flow.table import picker, play, start
from tests.night.story import LAST, TRUTH, tell
from tests.night.veil import NightVeil
from tests.toy import TOY, ToyGame
from wargame.flow.checks import board_faults
from wargame.flow.replay import Replay
from wargame.flow.script import SEGMENTS
from wargame.model.codec import state_to_json
from wargame.model.dice import mix
from wargame.model.state import Side, State


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


@pytest.mark.parametrize("viewer", [None, "red"])
def test_a_film_jumps_from_the_positions_it_kept(
    monkeypatch: pytest.MonkeyPatch, viewer: str | None
) -> None:
    """Wherever it goes, forwards, backwards and over a kept one: as if folded from the start."""
    monkeypatch.setattr("wargame.flow.replay._SPAN", 4)
    session = tell(LAST, TRUTH) if viewer else play(start(6), 60)
    record = session.definition, session.header, session.entries
    expected = []
    for n in range(len(session.entries)):
        film = Replay(*record, viewer)
        film.seek(n)
        expected.append((film.segment, state_to_json(film.game.state), film.game.board.zoc))
    film = Replay(*record, viewer)
    pick = picker(3)
    goals = [pick(len(expected)) for _ in range(40)]
    for n in (*goals, *range(9), *range(9, 0, -1), film.last, 0, film.last, film.last - 1):
        film.seek(n)
        assert expected[n] == (film.segment, state_to_json(film.game.state), film.game.board.zoc)
        assert [] == list(board_faults(session.definition, film.game))


def test_a_position_is_covered_only_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    session = tell(LAST, TRUTH)
    film = Replay(session.definition, session.header, session.entries, "red")
    covered: list[str] = []
    cover = NightVeil.cover

    def counted(veil: NightVeil, state: State, g: ToyGame, side: Side) -> None:
        covered.append(side)
        cover(veil, state, g, side)

    monkeypatch.setattr(NightVeil, "cover", counted)
    turns = [state.turn() for _, _, state in film.told_events()]
    assert (True, []) == (len(turns) > 20, covered)
    looked = [len(state.units) + len(state.markers) for _, _, state in film.told_events()]
    assert len(looked) == len(covered) == len(turns)
