"""The classes of harm: each makes its cases by number, the same every time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias

from tests.store.played import play
from tests.torture import crashes, names
from tests.torture.examine import examine
from tests.torture.hostile import broken, rechained
from tests.torture.mail import Mail
from wargame.store.campaign import Campaign


class Class(Protocol):
    """A class of harm at work in a folder."""

    file: Path
    """What its last case lies in."""

    def case(self, number: int) -> list[str]:
        """What went wrong in a case; [] if nothing."""


Change: TypeAlias = Callable[[bytes, Random], bytes]
Crash: TypeAlias = Callable[[Path, Random], list[str]]


PLAYED = ((1, 10), (2, 25), (3, 25), (4, 60))
"""The games that are harmed, in turn: who plays, and how many answers."""


class Files:
    """Played games, changed, beside a good one that must go on being listed."""

    def __init__(self, folder: Path, change: Change, scenario: str) -> None:
        self.file = folder / "bad.wg"
        self._change = change
        self._games = [_played(folder / "good.wg", scenario, *by) for by in PLAYED]

    def case(self, number: int) -> list[str]:
        """A changed file, looked at by every command."""
        raw = self._games[number % len(PLAYED)]
        self.file.write_bytes(self._change(raw, Random(f"{number}")))
        return examine(self.file, deeply=number % 8 == 0)


def _played(path: Path, scenario: str, by: int, answers: int) -> bytes:
    path.unlink(missing_ok=True)
    with Campaign.new(scenario, by, path) as campaign:
        play(campaign, answers, by)
    return path.read_bytes()


class Crashes:
    """A game that is played while something fails."""

    def __init__(self, folder: Path, crash: Crash) -> None:
        self.file = folder / "none.wg"
        self._folder, self._crash = folder, crash

    def case(self, number: int) -> list[str]:
        """One such game."""
        return self._crash(self._folder, Random(f"{number}"))


SCENARIOS = {
    "toy": "toy/crossroads",
    "arras": "arras/learning",
    "hannut": "hannut/orp",
    "normandy": "normandy/epsom",
    "ardennes": "ardennes/skyline",
    "eastfront": "eastfront/minsk",
}
"""A short scenario of each game."""
CLASSES: dict[str, Callable[[Path], Class]] = {
    "faults": lambda folder: Crashes(folder, crashes.fault),
    "power": lambda folder: Crashes(folder, crashes.power_cut),
    "names": lambda folder: Crashes(folder, names.cut),
    "foreign": lambda folder: Crashes(folder, crashes.foreign),
    "kills": lambda folder: Crashes(folder, crashes.kill),
    "mail-toy": partial(Mail, scenario="toy/crossroads"),
    "mail-arras": partial(Mail, scenario="arras/learning"),
    **{
        f"{change.__name__}-{game}": partial(Files, change=change, scenario=scenario)
        for change in (broken, rechained)
        for game, scenario in SCENARIOS.items()
    },
}
