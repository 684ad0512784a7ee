"""The classes of harm: each makes its cases by number, the same every time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias

from tests.store.played import play
from tests.torture import crashes, names
from tests.torture.examine import examine
from tests.torture.hostile import broken, rechained
from wargame.store.campaign import Campaign


class Class(Protocol):
    """A class of harm at work in a folder."""

    file: Path
    """What its last case lies in."""

    def case(self, number: int) -> list[str]:
        """What went wrong in a case; [] if nothing."""


Change: TypeAlias = Callable[[bytes, Random], bytes]
Crash: TypeAlias = Callable[[Path, Random], list[str]]


class Files:
    """A played game, changed, beside a good one that must go on being listed."""

    def __init__(self, folder: Path, change: Change, scenario: str) -> None:
        self.file = folder / "bad.wg"
        self._change = change
        good = folder / "good.wg"
        good.unlink(missing_ok=True)
        with Campaign.new(scenario, 7, good) as campaign:
            play(campaign, 30)
        self._raw = good.read_bytes()

    def case(self, number: int) -> list[str]:
        """A changed file, looked at by every command."""
        self.file.write_bytes(self._change(self._raw, Random(f"{number}")))
        return examine(self.file)


class Crashes:
    """A game that is played while something fails."""

    def __init__(self, folder: Path, crash: Crash) -> None:
        self.file = folder / "none.wg"
        self._folder, self._crash = folder, crash

    def case(self, number: int) -> list[str]:
        """One such game."""
        return self._crash(self._folder, Random(f"{number}"))


CLASSES: dict[str, Callable[[Path], Class]] = {
    "faults": lambda folder: Crashes(folder, crashes.fault),
    "power": lambda folder: Crashes(folder, crashes.power_cut),
    "names": lambda folder: Crashes(folder, names.cut),
    "foreign": lambda folder: Crashes(folder, crashes.foreign),
    "kills": lambda folder: Crashes(folder, crashes.kill),
    "broken-toy": lambda folder: Files(folder, broken, "toy/crossroads"),
    "broken-arras": lambda folder: Files(folder, broken, "arras/learning"),
    "rechained-toy": lambda folder: Files(folder, rechained, "toy/crossroads"),
    "rechained-arras": lambda folder: Files(folder, rechained, "arras/learning"),
}
