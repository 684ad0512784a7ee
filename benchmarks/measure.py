"""Times of alternating runs: on a noisy machine only the ratio of best times means something."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

ROUNDS = 7


def seconds(work: Callable[[], object]) -> float:
    """How long *work* takes once."""
    began = perf_counter()
    work()
    return perf_counter() - began


def ratio(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS) -> float:
    """The best of our times divided by the best of theirs, taken by turns."""
    times = [(ours(), theirs()) for _ in range(rounds)]
    return min(a for a, _ in times) / min(b for _, b in times)


def goal(value: float, what: str, *, least: float = 0, most: float = 0) -> str:
    """A ratio beside its goal."""
    wanted = f"at least {least:g}" if least else f"at most {most:g}"
    good = value >= least if least else value <= most
    return f"{value:.2f} {what} (goal {wanted}){'' if good else '  MISSED'}"
