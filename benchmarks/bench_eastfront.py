"""East Front in January 1943, and a save of 60,000 answers: makes both by random play first, which takes minutes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import process_time
from typing import Any

from benchmarks.bench_scale import LATE, of_save
from benchmarks.bench_table import AT_REST, environment
from benchmarks.measure import goal
from benchmarks.terminal import Terminal
from wargame.flow.ask import Ask
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME, isolation, supply
from wargame.games.eastfront.asks.rail import Railway
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.eligible import movers
from wargame.games.eastfront.state import EfGame
from wargame.games.eastfront.walk import INITIAL, Marcher
from wargame.store.save import SaveFile

FIRST_OF_1943 = 74
ROUNDS = 20
IDLE = {"pass", "done", "none", "end"}
"""Answers that do nothing."""


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    g = _position()
    fields = [
        t for side in SIDES for u in movers(g, side, INITIAL) for t in [_ms(partial(_go, g, u))]
    ]
    trains = [t for side in SIDES for t in _trains(g, side)]
    cut = [_ms(partial(isolation.determine, g)) for _ in range(ROUNDS)]
    judged = [_ms(partial(supply.judge, g, side)) for _ in range(ROUNDS) for side in SIDES]
    return [
        (f"where a unit goes, p99 of {len(fields)}", _figure(fields, 33)),
        (f"where a unit goes by rail, p99 of {len(trains)}", _figure(trains, 33)),
        ("isolation of both sides, p99", _figure(cut, 50)),
        ("supply of a side judged, p99", _figure(judged, 50)),
        *_long_save(),
    ]


def _long_save() -> list[tuple[str, str]]:
    """Files and table of a war in which somebody acts wherever he may."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "war.wg"
        session, pick = Session.start(GAME, new_header(GAME, "campaign", 1)), Picker(5)
        while session.ask is not None and session.n < LATE:
            session.answer(_busy(session.ask, pick))
        SaveFile.create(path, session.header, session.entries).close()
        command = [sys.executable, "-m", "wargame", "play", str(path)]
        with Terminal(command, environment(Path(folder))) as terminal:
            terminal.start(AT_REST)
            table = terminal.memory
        return [*of_save(path), ("memory of the table then", goal(table, "MB", most=200))]


def _busy(ask: Ask[Any], pick: Picker) -> str:
    """One of the answers that do something, if there is any among a few: passes alone end a war in 18,000."""
    tried = [ask.sample(pick) for _ in range(6)]
    return next((answer for answer in tried if answer not in IDLE), tried[0])


def _position() -> EfGame:
    session, pick = Session.start(GAME, new_header(GAME, "campaign", 5)), Picker(5)
    while session.ask is not None and session.state.turn() < FIRST_OF_1943:
        session.answer(session.ask.sample(pick))
    return session.game


def _go(g: EfGame, unit_id: str) -> list[int]:
    marcher = Marcher(g, (unit_id,), INITIAL)
    return [h for h in marcher.field().left if marcher.why_no_end(h) is None]


def _trains(g: EfGame, side: Side) -> list[float]:
    way = Railway(g, side)
    return [_ms(partial(way.ends, u)) for u in way.riders()]


def _ms(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return (process_time() - began) * 1000


def _figure(times: list[float], most: float) -> str:
    return goal(quantiles(times, n=100)[98], "ms", most=most)
