"""A monster: 75 x 70 hexes, 1,200 counters, 60,000 answers; makes its save first, which takes minutes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import quantiles

from benchmarks.bench_save import _json, _open
from benchmarks.crowd import SCENARIO, crowd
from benchmarks.measure import goal, ratio, seconds
from wargame import games
from wargame.flow.fuzz import Picker
from wargame.flow.imagined import imagined
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.model import events as ev
from wargame.model.dice import mix
from wargame.store.campaign import Campaign
from wargame.store.glance import glance
from wargame.store.load import load
from wargame.store.save import SaveFile

EARLY, LATE, SAVES = 600, 60_000, 20
BIG = crowd(1200, turns=10_000)


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    games.MODULES["toy"] = "benchmarks.bench_scale:BIG"
    try:
        with tempfile.TemporaryDirectory() as folder:
            early, late = (Path(folder) / f"{n}.wg" for n in (EARLY, LATE))
            _make(early, late)
            return _figures(early, late)
    finally:
        del games.MODULES["toy"]


def _make(early: Path, late: Path) -> None:
    session, pick = Session.start(BIG, new_header(BIG, SCENARIO, 1)), Picker(1)
    for path, most in ((early, EARLY), (late, LATE)):
        while session.ask is not None and session.n < most:
            session.answer(session.ask.sample(pick))
        SaveFile.create(path, session.header, session.entries).close()


def _figures(early: Path, late: Path) -> list[tuple[str, str]]:
    beside = ratio(partial(_answers, late), partial(_answers, early), 3)
    return [
        *of_save(late),
        (f"an answer after {LATE:,} against after {EARLY}", goal(beside, "x", most=1.1)),
        ("list the open question", goal(_options(late), "ms", most=20)),
        ("imagine a move and a state", goal(_imagine(late), "x a copy", most=0.1)),
    ]


def of_save(path: Path) -> list[tuple[str, str]]:
    """What a long save of any game costs before a question is answered."""
    opening = ratio(partial(seconds, partial(_open, path)), partial(_json, path), 3)
    return [
        (f"open {LATE:,} answers, ready to play", goal(opening, "x json.loads", most=1.5)),
        ("memory then", goal(_memory(path), "MB", most=150)),
        ("seek anywhere, p99", goal(_seek(path), "ms", most=50)),
        (f"list {SAVES} such saves", goal(_list(path), "ms", most=200)),
    ]


def _answers(path: Path) -> float:
    """Seconds for an answer of a campaign that is going on: the same ones, taken back each time."""
    session = _session(path)
    start, pick, spent = session.n, Picker(2), 0.0
    for _ in range(60):
        assert session.ask is not None
        spent += seconds(partial(session.answer, session.ask.sample(pick)))
    session.undo(start, consent=True)
    return spent


def _session(path: Path) -> Session:
    return Campaign.open(path, write=False).session


def _memory(path: Path) -> float:
    """Most memory of a program that opens the save and does nothing else."""
    code = (
        "import sys; from pathlib import Path; from wargame import games; "
        "from wargame.store.campaign import Campaign; "
        "games.MODULES['toy'] = 'benchmarks.bench_scale:BIG'; "
        "Campaign.open(Path(sys.argv[1]), write=False); print(open('/proc/self/status').read())"
    )
    words = [sys.executable, "-c", code, str(path)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout  # noqa: S603
    return int(said.partition("VmHWM:")[2].split()[0]) / 1024


def _seek(path: Path) -> float:
    found = load(path)
    film = Replay(games.game(found.header.game), found.header, found.entries)
    film.seek(film.last)
    goals = (mix(1, n) % len(found.entries) for n in range(300))
    return quantiles([seconds(partial(film.seek, n)) * 1000 for n in goals], n=100)[98]


def _list(path: Path) -> float:
    links = [path.with_name(f"s{n}.wg") for n in range(SAVES)]
    for link in links:
        os.link(path, link)
    return min(seconds(lambda: [glance(link) for link in links]) for _ in range(3)) * 1000


def _options(path: Path) -> float:
    ask = _session(path).ask
    assert ask is not None
    return min(seconds(ask.options) for _ in range(3)) * 1000


def _imagine(path: Path) -> float:
    g = _session(path).game
    unit = next(u for u in g.state.units.values() if u.hex >= 0)
    way = (unit.hex, g.grid.neighbours[unit.hex][0])
    facts: list[ev.Event] = [
        ev.UnitMoved(unit.id, way, "moves", ""),
        ev.StateGained(unit.id, "tired", ""),
    ]

    def think() -> None:
        with imagined(g, facts):
            pass

    return min(seconds(think) for _ in range(200)) / min(seconds(g.state.copy) for _ in range(20))
