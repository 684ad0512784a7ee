"""What the scenario files of every game share, and the folder they lie in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from wargame.content.errors import DataError
from wargame.content.map import MapReader
from wargame.content.toml import TomlModel, read_toml
from wargame.hexes.grid import Hex

DRAW = "draw"
ALL = ("all",)


class BoardLimits(TomlModel):
    """The columns and rows of the map in play, both ends included."""

    cols: tuple[int, int]
    rows: tuple[int, int]


class Band(TomlModel):
    """A level of victory from this score up; the last band has no `at_least`."""

    level: str
    winner: str
    """A side, or "draw"."""
    at_least: int | None = None

    @property
    def side(self) -> str:
        """The side that wins, "" for a draw."""
        return "" if self.winner == DRAW else self.winner


class ScenarioFile(TomlModel):
    """What stands in every scenario file; a game adds its own keys."""

    id: str
    title: str
    turns: int
    minutes: int
    answers: int = 0
    """About how many a whole game takes; 0 where that is not known."""
    first_turn: int
    last_turn: int
    blurb: str
    board: BoardLimits
    band: tuple[Band, ...]
    """Highest score first."""

    def played(self) -> range:
        """The turns of the scenario by number."""
        return range(self.first_turn, self.last_turn + 1)


Found = TypeVar("Found", bound=ScenarioFile)


@dataclass(frozen=True)
class ScenarioFolder(Generic[Found]):
    """The scenarios of a game: one file each, read once."""

    folder: Path
    model: type[Found]
    sides: tuple[str, ...]
    _read: dict[str, Found] = field(default_factory=dict, compare=False, repr=False)

    def path(self, scenario_id: str) -> Path:
        """The file of a scenario, whose id may begin with the name of the game: "toy/crossroads"."""
        return self.folder / f"{scenario_id.rpartition('/')[2]}.toml"

    def ids(self) -> tuple[str, ...]:
        """The scenarios there are, the longest first."""
        found = [self.read(path.stem) for path in sorted(self.folder.glob("*.toml"))]
        return tuple(s.id for s in sorted(found, key=lambda s: (-s.minutes, s.id)))

    def all(self) -> tuple[Found, ...]:
        """Every scenario, the longest first."""
        return tuple(self.read(scenario_id) for scenario_id in self.ids())

    def read(self, scenario_id: str) -> Found:
        """One scenario; raises DataError, for an unknown one with the nearest."""
        if scenario_id not in self._read:
            self._read[scenario_id] = self._checked(scenario_id)
        return self._read[scenario_id]

    def _checked(self, scenario_id: str) -> Found:
        known = sorted(path.stem for path in self.folder.glob("*.toml"))
        path = self.path(scenario_id)
        if path.stem not in known:
            game = self.folder.parent.name
            raise DataError.unknown(f"{game}/scenarios", "scenario", scenario_id, known)
        scenario = read_toml(path, self.model)
        if self.path(scenario.id) != path:
            raise DataError(path, "id", f'must be "{path.stem}", like the file')
        winners = (*self.sides, DRAW)
        for n, band in enumerate(scenario.band):
            if band.winner not in winners:
                raise DataError.unknown(path, f"band.{n}.winner", band.winner, winners)
        return scenario


def band_of(bands: Sequence[Band], score: int) -> Band:
    """The level of victory a score gives; *bands* from the highest score down."""
    return next(band for band in bands if band.at_least is None or score >= band.at_least)


def board_of(read: MapReader, limits: BoardLimits) -> frozenset[Hex]:
    """The hexes in play; corners off the map are refused."""
    (west, east), (north, south) = limits.cols, limits.rows
    read.hexes("board", (f"{west:02}{north:02}", f"{east:02}{south:02}"))
    return frozenset(
        read.grid.hex(f"{c:02}{r:02}")
        for c in range(west, east + 1)
        for r in range(north, south + 1)
    )


def chosen(
    file: Path | str, key: str, wanted: tuple[str, ...], known: Collection[str]
) -> tuple[str, ...]:
    """The ids a scenario names, each of them known; ["all"] stands for all there are."""
    if wanted == ALL:
        return tuple(known)
    for word in wanted:
        if word not in known:
            raise DataError.unknown(file, key, word, known)
    return wanted


def check_once(file: Path | str, key: str, ids: Iterable[str]) -> None:
    """Refuse an id that stands twice."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise DataError(file, f"{key}.{name}", "this stands twice")
        seen.add(name)
