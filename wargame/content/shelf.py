"""The shelf of a game: its map, tables and scenarios, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel

from wargame.content.map import MapContent, MapReader, read_map
from wargame.content.scenario import Band, ScenarioFile, ScenarioFolder, band_of, board_of
from wargame.content.sequence import Step, read_sequence
from wargame.content.toml import asset, digest, read_rows, read_toml
from wargame.content.words import read_words
from wargame.hexes.grid import Grid, Hex

Found = TypeVar("Found", bound=ScenarioFile)
Model = TypeVar("Model", bound=BaseModel)
Read = TypeVar("Read")
Side = TypeVar("Side", bound=str)


@dataclass(frozen=True)
class GameFiles(Generic[Found]):
    """Where the printed matter of a game lies: its folder with data/ and scenarios/, its map."""

    home: Path
    map_file: Path
    model: type[Found]
    """Of its scenarios."""
    sides: Mapping[str, str]
    """The players' sides and how they are called."""

    @cached_property
    def map(self) -> MapContent:
        """The map, the same for every scenario."""
        return read_map(self.map_file)

    @cached_property
    def scenarios(self) -> ScenarioFolder[Found]:
        """The scenarios there are."""
        return ScenarioFolder(self.home / "scenarios", self.model, tuple(self.sides))

    def data(self, name: str) -> Path:
        """A data file."""
        return self.home / "data" / name

    def words(self) -> Mapping[str, str]:
        """The sentences of words.toml."""
        return read_words(self.data("words.toml"))

    def table(self, name: str, model: type[Model]) -> Table[Model]:
        """A data file as an attribute of whatever class it is written in."""
        return Table(self, name, partial(read_toml, model=model))

    def rows(self, name: str, model: type[Model]) -> Table[dict[Any, Model]]:
        """A data file that is one list of rows, by the first thing that each says, in the same way."""
        return Table(self, name, partial(read_rows, model=model))

    def digest(self, scenario_id: str) -> str:
        """The hash of everything a scenario is read from."""
        files = self.data("").glob("*.toml")
        return digest([self.map_file, *files, self.scenarios.path(scenario_id)])


@dataclass
class Table(Generic[Read]):
    """A data file that belongs to all scenarios, read once, when it is first asked for."""

    files: GameFiles[Any]
    name: str
    reader: Callable[..., Read]
    """Of its path; takes the grid of its hexes."""
    _read: Read | None = field(default=None, repr=False)
    _called: str = field(default="", repr=False)

    def __set_name__(self, owner: type, name: str) -> None:
        """Remember what the class calls it."""
        self._called = name

    def __get__(self, instance: object, owner: type) -> Read:
        """The file as it was read; hexes in it are those of the game's map.

        Whoever has asked holds it from then on as an attribute of his own.
        """
        if self._read is None:
            self._read = self.reader(self.files.data(self.name), grid=self.files.map.grid)
        if instance is not None:
            vars(instance)[self._called] = self._read
        return self._read


class Shelf(Generic[Found]):
    """What is printed for one scenario; a game adds its tables and what follows from them."""

    def __init__(self, files: GameFiles[Found], scenario_id: str) -> None:
        """Nothing is read but the scenario; an unknown one is refused with the nearest."""
        self.files = files
        self.scenario = files.scenarios.read(scenario_id)

    def but(self, **other: Any) -> Self:
        """The same with other values in place of what the files say, as for a variant or a test."""
        found = copy(self)
        vars(found).update(other)
        return found

    @cached_property
    def map(self) -> MapContent:
        """The printed map."""
        return self.files.map

    @cached_property
    def grid(self) -> Grid:
        """Its geometry."""
        return self.files.map.grid

    @cached_property
    def sequence(self) -> Step:
        """The turn sequence."""
        return read_sequence(self.files.data("sequence.toml"))

    @cached_property
    def digest(self) -> str:
        """Of the map, the data files and the scenario."""
        return self.files.digest(self.scenario.id)

    @cached_property
    def board(self) -> frozenset[Hex]:
        """The hexes in play; any other counts as off the map."""
        return board_of(self.read, self.scenario.board)

    @property
    def drawn(self) -> MapContent:
        """The map as it is drawn: what is not in play can be seen."""
        return self.map.within(self.board)

    @cached_property
    def road_hexes(self) -> frozenset[Hex]:
        """The hexes of a road within the board."""
        return self.map.road_hexes & self.board

    @property
    def read(self) -> MapReader:
        """Reads hexes that stand in the scenario's file."""
        return MapReader(self.files.scenarios.path(self.scenario.id), self.grid)

    def by_side(
        self, key: str, sides: Sequence[Side], rows: Mapping[Side, tuple[str, ...]]
    ) -> dict[Side, frozenset[Hex]]:
        """A set of hexes of the scenario for each side, empty where the file names none."""
        return {
            side: frozenset(self.read.hexes(f"{key}.{side}", rows.get(side, ()))) for side in sides
        }

    def band(self, score: int) -> Band:
        """The level of victory a score gives."""
        return band_of(self.scenario.band, score)


def game_files(home: Path, model: type[Found], sides: Mapping[str, str]) -> GameFiles[Found]:
    """The files of the game in a folder; its map is called like the folder."""
    return GameFiles(home, asset("maps", f"{home.name}.toml"), model, sides)
