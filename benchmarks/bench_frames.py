"""Key to frame on the whole table, at two sizes of the terminal and in both games."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.bench_table import AT_REST, environment
from benchmarks.measure import goal
from benchmarks.terminal import Terminal
from wargame.flow.ask import Ask, AttackAsk, OrdersAsk, PathAsk
from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign

KEYS = 60
QUIET = 0.06
"""Seconds without a change after which a frame is taken to be whole."""
SIZES = ((80, 24), (200, 60))
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
"""The reference: one number changes on a screen that is empty otherwise."""

DOWN, RIGHT, LEFT = "\x1b[B", "\x1b[C", "\x1b[D"
WANDER = (*[RIGHT] * 14, DOWN, DOWN, *[LEFT] * 14, DOWN, DOWN)
"""Across the map and back: the view scrolls both ways."""
ZOOM = ("+", "-", "-", "-", "+", "+")
TAKEN = ("\t", "\r")
"""Keys that take the first unit."""


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
    """A question with orders that have a chance."""
    found: object = ask
    return isinstance(found, OrdersAsk) and any(o.answer.startswith("fire") for o in found.others())


def _attacks(ask: Ask[Any]) -> bool:
    return isinstance(ask, AttackAsk)


TRIALS = (
    Trial("cursor, Arras, a unit taken", "arras/campaign", _moves, TAKEN, WANDER),
    Trial("cursor, Hannut, a unit taken", "hannut/campaign", _orders, TAKEN, WANDER),
    Trial("next unit, Arras", "arras/campaign", _moves, (), ("\t",)),
    Trial("next unit, Hannut", "hannut/campaign", _orders, (), ("\t",)),
    Trial("zoom, Arras", "arras/campaign", _moves, TAKEN, ZOOM),
    Trial("zoom, Hannut", "hannut/campaign", _orders, TAKEN, ZOOM),
    Trial("odds of an attack, Arras", "arras/campaign", _attacks, ("\r",), (" ",)),
    Trial("odds of each order, Hannut", "hannut/campaign", _orders, TAKEN, ("\t",)),
)


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    with tempfile.TemporaryDirectory() as folder:
        return list(_figures(environment(Path(folder)), Path(folder)))


def _figures(env: dict[str, str], folder: Path) -> Iterator[tuple[str, str]]:
    with Terminal([sys.executable, *SMALL], env) as terminal:
        terminal.start(AT_REST)
        yield "a number on an empty screen", _summed(*_pressed(terminal, "x"))
    for n, trial in enumerate(TRIALS):
        for width, height in SIZES:
            save = folder / f"trial-{n}-{width}.wg"
            _reach(trial, save)
            command = [sys.executable, "-m", "wargame", "play", str(save)]
            with Terminal(command, env, size=(width, height)) as terminal:
                terminal.start(AT_REST)
                for key in trial.first:
                    terminal.press(key, AT_REST / 2)
                yield f"{trial.what}, {width} x {height}", _summed(*_pressed(terminal, *trial.keys))


def _pressed(terminal: Terminal, *keys: str) -> tuple[list[float], float]:
    """Milliseconds of each key that changed anything; milliseconds of processor time a key."""
    before = terminal.cpu
    times = [terminal.press(key, QUIET) * 1000 for key in islice(cycle(keys), KEYS)]
    seen = [each for each in times if each > 0]
    return seen, (terminal.cpu - before) * 1000 / KEYS


def _summed(times: Sequence[float], cpu: float) -> str:
    last = goal(quantiles(times, n=100)[98], "ms p99", most=33)
    return f"{last}; p50 {median(times):.1f} ms, CPU {cpu:.1f} ms a key, {len(times)} keys"


def _reach(trial: Trial, path: Path) -> None:
    """A save that stands at a question of that kind, some answers into the game."""
    pick = Picker(1)
    with Campaign.new(trial.scenario, 1, path) as campaign:
        while (ask := campaign.session.ask) and (campaign.session.n < 6 or not trial.reached(ask)):
            campaign.answer(ask.sample(pick))
