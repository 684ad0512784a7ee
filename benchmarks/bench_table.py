"""The whole table in a terminal of 120 x 40: key to frame, cold start, memory, beside small apps."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.measure import goal
from benchmarks.terminal import Terminal
from wargame.flow.ask import Ask, AttackAsk, OrdersAsk, PathAsk
from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign

KEYS = 240
ROUNDS = 5
QUIET = 0.06
"""Seconds without a change after which a frame is taken to be whole."""
AT_REST = 0.8
"""The same for a program that starts: it may think between two frames."""

EMPTY = ("-c", "from textual.app import App; App().run()")
"""The reference of cold start and memory."""
SMALL = (
    "-c",
    """
from textual.app import App
from textual.widgets import Static

class Small(App):
    def compose(self):
        yield Static("0")

    def on_key(self):
        number = self.query_one(Static)
        number.update(str(int(str(number.content)) + 1))

Small().run()
""",
)
"""The reference of key to frame: one number changes on a screen that is empty otherwise."""

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
WANDER = (*[RIGHT] * 14, DOWN, DOWN, *[LEFT] * 14, DOWN, DOWN)
"""Across the map and back: the view scrolls both ways."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Keys pressed at an open question of a scenario."""

    what: str
    scenario: str
    reached: Callable[[Ask[Any]], bool]
    """Whether the trial begins at a question."""
    first: Sequence[str]
    """Keys that are not measured: they lead to where the trial begins."""
    keys: Sequence[str]
    """Pressed again and again."""


def _moves(ask: Ask[Any]) -> bool:
    return isinstance(ask, PathAsk)


def _orders(ask: Ask[Any]) -> bool:
    return isinstance(ask, OrdersAsk)


def _attacks(ask: Ask[Any]) -> bool:
    return isinstance(ask, AttackAsk)


TRIALS = (
    Trial("cursor, Arras, a unit taken", "arras/campaign", _moves, ("\t", "\r"), WANDER),
    Trial("cursor, Hannut, a unit taken", "hannut/campaign", _orders, ("\t", "\r"), WANDER),
    Trial("next unit, its destinations", "arras/campaign", _moves, (), ("\t",)),
    Trial("zoom", "arras/campaign", _moves, ("\t", "\r"), ("+", "-", "-", "-", "+", "+")),
    Trial("odds of an attack", "arras/campaign", _attacks, ("\r",), (" ",)),
)


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    with tempfile.TemporaryDirectory() as folder:
        env = _environment(Path(folder))
        return [*_starts(env), *_keys(env, Path(folder))]


def _environment(folder: Path) -> dict[str, str]:
    """A player's first day, but for the compiled modules: every program may keep those."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return {
        "WARGAME_SAVES": str(folder / "saves"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }


# -- cold start and memory ---------------------------------------------------------------------


def _starts(env: dict[str, str]) -> Iterator[tuple[str, str]]:
    programs = {
        "empty": EMPTY,
        "arras/campaign": ("-m", "wargame", "play", "arras/campaign"),
        "hannut/campaign": ("-m", "wargame", "play", "hannut/campaign"),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for n in range(ROUNDS + 1):
        for name, command in programs.items():
            figures = _start(command, env)
            if n:  # the first round compiles
                found[name].append(figures)
    base = [min(column) for column in zip(*found.pop("empty"), strict=True)]
    for name, rounds in found.items():
        seconds, memory = (min(column) for column in zip(*rounds, strict=True))
        value = goal(seconds / base[0], "x an empty Textual app", most=2)
        yield f"cold start, {name}, {seconds * 1000:.0f} ms", value
        value = goal(memory / base[1], "x an empty Textual app", most=1.5)
        yield f"memory, {name}, {memory:.0f} MB", value


def _start(command: Sequence[str], env: dict[str, str]) -> tuple[float, float]:
    """Seconds until nothing moves any more, and megabytes then."""
    with Terminal([sys.executable, *command], env) as terminal:
        return terminal.start(AT_REST), terminal.memory


# -- key to frame ------------------------------------------------------------------------------


def _keys(env: dict[str, str], folder: Path) -> Iterator[tuple[str, str]]:
    with Terminal([sys.executable, *SMALL], env) as terminal:
        terminal.start(AT_REST)
        yield "key to frame, a number on an empty screen", _summed(*_pressed(terminal, "x"))
    for n, trial in enumerate(TRIALS):
        save = folder / f"trial-{n}.wg"
        _reach(trial, save)
        with Terminal([sys.executable, "-m", "wargame", "play", str(save)], env) as terminal:
            terminal.start(AT_REST)
            for key in trial.first:
                terminal.press(key, AT_REST / 2)
            yield f"key to frame, {trial.what}", _summed(*_pressed(terminal, *trial.keys))


def _pressed(terminal: Terminal, *keys: str) -> tuple[list[float], float]:
    """Milliseconds of each key that changed anything; milliseconds of processor time a key."""
    before = terminal.cpu
    times = [terminal.press(key, QUIET) * 1000 for key in islice(cycle(keys), KEYS)]
    seen = [each for each in times if each > 0]
    return seen, (terminal.cpu - before) * 1000 / len(seen)


def _summed(times: Sequence[float], cpu: float) -> str:
    last = goal(quantiles(times, n=100)[98], "ms p99", most=33)
    return f"{last}; p50 {median(times):.1f} ms, CPU {cpu:.1f} ms a key"


def _reach(trial: Trial, path: Path) -> None:
    """A save that stands at a question of that kind, some answers into the game."""
    pick = Picker(1)
    with Campaign.new(trial.scenario, 1, path) as campaign:
        while (ask := campaign.session.ask) and (campaign.session.n < 6 or not trial.reached(ask)):
            campaign.answer(ask.sample(pick))
