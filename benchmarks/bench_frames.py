"""Key to frame on the whole table, at two sizes of the terminal and in every game."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from shutil import copy
from statistics import median, quantiles
from typing import Any, NamedTuple

from benchmarks.bench_table import AT_REST, environment
from benchmarks.measure import goal
from benchmarks.terminal import Terminal
from wargame.flow.ask import Ask, AttackAsk, OrdersAsk, PathAsk
from wargame.flow.fuzz import Picker
from wargame.store.campaign import Campaign

KEYS = 100
_FEW = 3
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
CROWDED, STIRRED = 600, 150
"""Answers after which the front of Normandy is that of July, and a day of Ardennes is a crowded one."""
TAKEN = ("\t", "\r")
"""Keys that take the first unit."""
CURTAIN = ("\r",)
"""The key that lifts it, in a game with secrets."""


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
    answers: int = 6
    """How many answers into the game at least."""


def _moves(ask: Ask[Any]) -> bool:
    found: object = ask
    return isinstance(found, PathAsk) and not isinstance(found, AttackAsk) and _several(found)


def _several(ask: PathAsk) -> bool:
    return len({head.answer for head in ask.heads()}) > 1


def _group(ask: Ask[Any]) -> bool:
    """A question of movement in which four units may go at least."""
    found: object = ask
    units = (head.units for head in found.heads()) if isinstance(found, PathAsk) else ()
    return _moves(ask) and len({*chain(*units)}) > _FEW


def _orders(ask: Ask[Any]) -> bool:
    """A question with orders that have a chance."""
    found: object = ask
    return isinstance(found, OrdersAsk) and any(o.answer.startswith("fire") for o in found.others())


def _attacks(ask: Ask[Any]) -> bool:
    return isinstance(ask, AttackAsk)


TRIALS = (
    Trial("cursor, Arras, a unit taken", "arras/campaign", _moves, TAKEN, WANDER),
    Trial("cursor, Hannut, a unit taken", "hannut/campaign", _orders, TAKEN, WANDER),
    Trial("cursor, Normandy, a unit taken", "normandy/campaign", _moves, TAKEN, WANDER, CROWDED),
    Trial(
        "cursor, Ardennes, a unit taken",
        "ardennes/campaign",
        _group,
        (*CURTAIN, *TAKEN),
        WANDER,
        STIRRED,
    ),
    Trial("next unit, Arras", "arras/campaign", _moves, (), ("\t",)),
    Trial("next unit, Hannut", "hannut/campaign", _orders, (), ("\t",)),
    Trial("next unit, Normandy", "normandy/campaign", _moves, (), ("\t",), CROWDED),
    Trial("next unit, Ardennes", "ardennes/campaign", _group, CURTAIN, ("\t",), STIRRED),
    Trial("zoom, Arras", "arras/campaign", _moves, TAKEN, ZOOM),
    Trial("zoom, Hannut", "hannut/campaign", _orders, TAKEN, ZOOM),
    Trial("zoom, Normandy", "normandy/campaign", _moves, TAKEN, ZOOM, CROWDED),
    Trial("zoom, Ardennes", "ardennes/campaign", _group, (*CURTAIN, *TAKEN), ZOOM, STIRRED),
    Trial("odds of an attack, Arras", "arras/campaign", _attacks, ("\r",), (" ",)),
    Trial("odds of each order, Hannut", "hannut/campaign", _orders, ("3",), ("\t",)),
    Trial("odds of an attack, Normandy", "normandy/campaign", _attacks, ("\r",), (" ",), CROWDED),
    Trial(
        "odds of an attack, Ardennes",
        "ardennes/campaign",
        _attacks,
        (*CURTAIN, "\r"),
        (" ",),
        STIRRED,
    ),
    Trial("cursor, East Front, a unit taken", "eastfront/campaign", _moves, TAKEN, WANDER, STIRRED),
    Trial("next unit, East Front", "eastfront/campaign", _moves, (), ("\t",), STIRRED),
    Trial("zoom, East Front", "eastfront/campaign", _moves, TAKEN, ZOOM, STIRRED),
    Trial(
        "odds of an attack, East Front", "eastfront/campaign", _attacks, ("\r",), (" ",), STIRRED
    ),
)


def run() -> Iterator[tuple[str, str]]:
    """Every figure of this module, as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _figures(environment(Path(folder)), Path(folder))


def _figures(env: dict[str, str], folder: Path) -> Iterator[tuple[str, str]]:
    with Terminal([sys.executable, *SMALL], env) as terminal:
        terminal.start(AT_REST)
        small = _pressed(terminal, "x")
    yield "a number on an empty screen", _summed(small)
    base = _p99([each.wall for each in small])
    for n, trial in enumerate(TRIALS):
        _reach(trial, folder / f"trial-{n}.wg")
        for width, height in SIZES:
            save = str(copy(folder / f"trial-{n}.wg", folder / f"trial-{n}-{width}.wg"))
            command = [sys.executable, "-m", "wargame", "play", save]
            with Terminal(command, env, size=(width, height)) as terminal:
                terminal.start(AT_REST)
                for key in trial.first:
                    terminal.press(key, AT_REST / 2)
                presses = _pressed(terminal, *trial.keys)
            if len(presses) < KEYS // 4:
                yield (
                    f"{trial.what}, {width} x {height}",
                    f"{len(presses)} of {KEYS} keys changed anything  MISSED",
                )
                continue
            ratio = _p99([each.wall for each in presses]) / base
            yield f"{trial.what}, {width} x {height}", f"{_summed(presses)}; {ratio:.1f} x"


class Press(NamedTuple):
    """A key that changed something."""

    wall: float
    """Milliseconds from the key to the last cell that changes."""
    cpu: float
    """Milliseconds of processor time until the table was at rest."""
    n: int
    """Which key of the trial it was, from 1."""


def _pressed(terminal: Terminal, *keys: str) -> list[Press]:
    """Press keys; those that changed anything."""
    found = []
    for n, key in enumerate(islice(cycle(keys), KEYS), 1):
        before = terminal.cpu
        wall = terminal.press(key, QUIET) * 1000
        if wall > 0:
            found.append(Press(wall, (terminal.cpu - before) * 1000, n))
    return found


def _summed(presses: Sequence[Press]) -> str:
    walls, cpus = [each.wall for each in presses], [each.cpu for each in presses]
    worst = max(presses)
    last = goal(_p99(walls), "ms p99", most=33)
    half = f"p50 {median(walls):.1f}, worst {worst.wall:.0f} (key {worst.n})"
    return f"{last}; {half}; CPU p50 {median(cpus):.1f}, p99 {_p99(cpus):.1f}; {len(walls)} keys"


def _p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100, method="inclusive")[98]


def _reach(trial: Trial, path: Path) -> None:
    """A save that stands at a question of that kind, some answers into the game."""
    pick = Picker(1)
    with Campaign.new(trial.scenario, 1, path) as campaign:
        while (ask := campaign.session.ask) and (
            campaign.session.n < trial.answers or not trial.reached(ask)
        ):
            campaign.answer(ask.sample(pick))
