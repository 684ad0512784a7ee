"""The whole table in a terminal of 120 x 40: cold start and memory, beside an empty app."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measure import goal
from benchmarks.terminal import Terminal

ROUNDS = 5
AT_REST = 0.8
"""The same for a program that starts: it may think between two frames."""

EMPTY = ("-c", "from textual.app import App; App().run()")
"""The reference of cold start and memory."""


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(Path(folder))
        return list(_starts(env))


def environment(folder: Path) -> dict[str, str]:
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
