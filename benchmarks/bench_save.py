"""Saving and loading: a long save against json.loads of its lines, an answer against a bare write."""

from __future__ import annotations

import gc
import json
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles

from benchmarks.measure import goal, ratio, seconds
from wargame import games
from wargame.flow.definition import GameDefinition
from wargame.flow.fuzz import Picker
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.session import Session, new_header
from wargame.model.dice import mix
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.store.save import SaveFile

ANSWERS = 5_000


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    games.MODULES["toy"] = "benchmarks.crowd:LONG"
    try:
        return [*_figures("toy", ANSWERS), *_figures("arras", ANSWERS)]
    finally:
        del games.MODULES["toy"]


def _figures(game_id: str, most: int) -> list[tuple[str, str]]:
    definition = games.game(game_id)
    scenario = definition.scenarios[0].id
    session = Session.start(definition, new_header(definition, scenario, 1))
    pick = Picker(1)
    while session.ask is not None and session.n < most:
        session.answer(session.ask.sample(pick))
    gc.collect()
    gc.freeze()  # what was made so far shall not be looked through during the measurement
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.wg"
        SaveFile.create(path, session.header, session.entries).close()
        return [
            (f"load {session.n:,} answers, {game_id}, to playable", _load(path)),
            (f"read and check {session.n:,} answers, {game_id}", _read(path)),
            (f"seek in {session.n:,} answers, {game_id}, p99", _seek(path, definition)),
            (f"an answer on the disk, {game_id}", _durable(Path(folder), session)),
        ]


def _load(path: Path) -> str:
    ours = partial(seconds, partial(_open, path))
    return goal(ratio(ours, partial(_json, path)), "x json.loads", most=1.5)


def _read(path: Path) -> str:
    ours = partial(seconds, partial(load, path))
    return goal(ratio(ours, partial(_json, path)), "x json.loads", most=1.5)


def _open(path: Path) -> None:
    Campaign.open(path).close()


def _json(path: Path) -> float:
    lines = path.read_text(encoding="utf-8").splitlines()
    return seconds(lambda: [json.loads(line) for line in lines])


def _seek(path: Path, definition: GameDefinition) -> str:
    loaded = load(path)
    replay = Replay(definition, loaded.header, loaded.entries)
    replay.seek(replay.last)
    times = [
        seconds(partial(replay.seek, mix(1, n) % len(loaded.entries))) * 1000 for n in range(300)
    ]
    return goal(quantiles(times, n=100)[98], "ms", most=50)


def _durable(folder: Path, session: Session) -> str:
    """Appending the same lines through the save and by bare write and fsync, by turns."""
    lines = session.entries[1:200]
    save = SaveFile.create(folder / "save.wg", session.header)
    handle = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    try:
        return goal(
            ratio(partial(_each, lines, save.append), partial(_each, lines, _bare(handle))),
            "x write and fsync",
            most=1.15,
        )
    finally:
        os.close(handle)
        save.close()


def _bare(handle: int) -> Callable[[Entry], object]:
    def write(entry: Entry) -> None:
        os.write(handle, f"{entry.line()}\n".encode())
        os.fsync(handle)

    return write


def _each(lines: list[Entry], write: Callable[[Entry], object]) -> float:
    def go() -> None:
        for entry in lines:
            write(entry)

    return seconds(go)
