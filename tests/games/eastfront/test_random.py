"""Random games of the smallest scenario come to an end, and nothing is broken on the way."""

from __future__ import annotations

import random
from itertools import product

import pytest

from wargame.flow.opening import open_table
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME
from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.eligible import movers, why_still
from wargame.games.eastfront.invariants import broken
from wargame.games.eastfront.state import EfGame, on_map
from wargame.games.eastfront.walk import EXPLOITATION, INITIAL, allowance, spent
from wargame.model import events as ev
from wargame.model.state import State


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_minsk_is_played_to_its_end(seed: int) -> None:
    session = Session.start(GAME, new_header(GAME, "minsk", seed))
    chance, turns = random.Random(seed), set()
    while session.ask is not None:
        turns.add(session.state.turn())
        session.answer(session.ask.sample(chance.randrange))
        assert [] == broken(session.game)
        if session.n % 5 == 0:
            _known_movers_are_right(session.game)
    assert {1, 2, 3, 4} == turns
    ended = session.state.ended
    assert ended is not None
    assert "points" == ended.reason
    assert ended.level in {band.level for band in GAME.load("minsk").scenario.band}  # type: ignore[attr-defined]


def _known_movers_are_right(g: EfGame) -> None:
    """Who was found to move before, and has not changed since, would be found again."""
    for side, phase in product(SIDES, (INITIAL, EXPLOITATION)):
        afresh = [
            u.id for u in on_map(g, side)
            if why_still(g, u.id, phase) is None and allowance(g, u.id, phase) > spent(g, u.id, phase)
        ]  # fmt: skip
        assert afresh == list(movers(g, side, phase))


def test_a_turn_is_taken_back_and_played_again() -> None:
    session = Session.start(GAME, new_header(GAME, "minsk", 7))
    chance, given = random.Random(7), []
    for _ in range(60):
        assert session.ask is not None
        given.append(session.ask.sample(chance.randrange))
        session.answer(given[-1])
    again = Session.start(GAME, new_header(GAME, "minsk", 7))
    for answer in given:
        again.answer(answer)
    assert session.chain == again.chain


@pytest.mark.parametrize("scenario", ["campaign", "minsk"])
def test_no_fact_changes_nothing(scenario: str) -> None:
    """A count, state, tie, track, list, layer or hex that is told of was otherwise before."""
    session = Session.start(GAME, new_header(GAME, scenario, 4))
    chance = random.Random(4)
    while session.ask is not None and session.n < 400:
        session.answer(session.ask.sample(chance.randrange))
    g, idle = open_table(GAME, session.header), list[ev.Event]()
    for entry in session.entries:
        for event in entry.events:
            if _is_so(g.state, event):
                idle.append(event)
            g.emit(event)
    assert session.n > 200
    assert [] == idle


def _is_so(s: State, event: ev.Event) -> bool:
    """Whether what an event tells is so already."""
    match event:
        case ev.NumberSet(unit, name, value):
            return s.number(unit, name) == value
        case ev.StateGained(unit, state):
            return state in s.units[unit].states
        case ev.StateLost(unit, state):
            return state not in s.units[unit].states
        case ev.Tied(unit, tie, to):
            return s.units[unit].ties.get(tie, "") == to
        case ev.TrackSet(name, value):
            return s.tracks.get(name, 0) == value
        case ev.ListSet(name, items):
            return tuple(s.lists.get(name, ())) == items
        case ev.LayerSet(layer, changes):
            return all(s.layers.get(layer, {}).get(at, 0) == value for at, value in changes)
        case ev.HexTaken(where, side):
            return s.control.get(where) == side
        case ev.UnitPlaced(unit, where):
            return s.units[unit].hex == where
        case ev.FrameSet(at, name, value):
            return s.frames[at].values.get(name) == value
    return False
