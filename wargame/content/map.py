"""The printed map: terrain, heights, places, roads, rails, hexsides and bridges. No rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key


class PlaceRow(TomlModel):
    """A named place."""

    hex: str
    name: str
    kind: str


class ElevationRow(TomlModel):
    """A hex above the plain, with the name of the height where it has one."""

    hex: str
    level: int
    name: str = ""


class LineRow(TomlModel):
    """A road or railway; the path is written 1401-1402-1403."""

    cls: str = Field(alias="class")
    name: str = ""
    path: str


class HexsideRow(TomlModel):
    """A run of hexsides of one class, written 1209|1309."""

    cls: str = Field(alias="class")
    name: str = ""
    sides: tuple[str, ...]


class MapFile(TomlModel):
    """assets/maps/<game>.toml as it stands in the file."""

    id: str
    title: str
    cols: int = Field(gt=0, le=99)
    rows: int = Field(gt=0, le=99)
    km_per_hex: float = Field(gt=0)
    terrain: tuple[str, ...]
    legend: dict[str, str]
    elevation_rows: tuple[str, ...] = ()
    elevation: tuple[ElevationRow, ...] = ()
    place: tuple[PlaceRow, ...] = ()
    road_classes: tuple[str, ...] = ("main", "minor")
    """Best first: where two roads share a step the earlier class counts."""
    road: tuple[LineRow, ...] = ()
    rail: tuple[LineRow, ...] = ()
    hexside: tuple[HexsideRow, ...] = ()
    water: tuple[str, ...] = ("river", "stream")
    """The hexside classes a bridge may span."""
    bridges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A named place on the map."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Road:
    """A drawn road or railway."""

    cls: str
    name: str
    path: tuple[Hex, ...]


OUT_OF_PLAY = "out of play"
"""Terrain that no scenario of a map uses, and what is drawn where one scenario does not."""


@dataclass(frozen=True, slots=True, eq=False)
class MapContent:
    """The map with dense hexes; every tuple by hex is indexed by Hex."""

    id: str
    title: str
    grid: Grid
    km_per_hex: float
    terrain: tuple[str, ...]
    legend: dict[str, str]
    elevation: tuple[int, ...]
    labels: dict[Hex, str]
    """Names of heights."""
    places: dict[Hex, Place]
    roads: tuple[Road, ...]
    rails: tuple[Road, ...]
    road_step: dict[HexsideKey, str]
    """The best road class of a step, by side key."""
    road_hexes: frozenset[Hex]
    road_links: tuple[tuple[Hex, ...], ...]
    """The hexes one road step away from each hex."""
    hexsides: dict[HexsideKey, str]
    hexside_names: dict[HexsideKey, str]
    bridges: frozenset[HexsideKey]

    def within(self, board: frozenset[Hex]) -> MapContent:
        """The same with a ground of its own outside of *board*, as it is drawn."""
        return self if len(board) == self.grid.size else _within(self, board)

    def name(self, h: Hex) -> str:
        """The place or height in a hex, or its number."""
        place = self.places.get(h)
        return place.name if place else self.labels.get(h) or self.grid.name(h)

    def numbered(self, h: Hex) -> str:
        """The number of a hex, with the place or height in it: "1204 Orp-le-Grand"."""
        number, name = self.grid.name(h), self.name(h)
        return number if name == number else f"{number} {name}"

    def side_lines(self, h: Hex) -> list[str]:
        """What is drawn on the hexsides around a hex: "stream towards 1709 (bridge)"."""
        sides = ((near, side_key(h, near)) for near in self.grid.neighbours[h])
        return [
            f"{cls} towards {self.grid.name(near)}{' (bridge)' * (side in self.bridges)}"
            for near, side in sides
            if (cls := self.hexsides.get(side))
        ]


@lru_cache(maxsize=8)
def _within(whole: MapContent, board: frozenset[Hex]) -> MapContent:
    every = range(whole.grid.size)
    return replace(
        whole,
        terrain=tuple(whole.terrain[h] if h in board else OUT_OF_PLAY for h in every),
        elevation=tuple(whole.elevation[h] if h in board else 0 for h in every),
    )


@dataclass(frozen=True, slots=True)
class MapReader:
    """Turns hex numbers of one file into hexes, and what is wrong into a DataError."""

    file: Path
    grid: Grid

    def hex(self, key: str, text: str) -> Hex:
        """A hex by its printed number."""
        try:
            return self.grid.hex(text)
        except ValueError as error:
            raise DataError.unknown(self.file, key, text, self.grid.names) from error

    def hexes(self, key: str, texts: tuple[str, ...]) -> tuple[Hex, ...]:
        """Several hexes in their order."""
        return tuple(self.hex(f"{key}.{n}", text) for n, text in enumerate(texts))

    def route(self, key: str, text: str) -> tuple[Hex, ...]:
        """A path of neighbouring hexes written 1401-1402."""
        path = tuple(self.hex(key, part) for part in text.split("-"))
        for a, b in pairwise(path):
            if not self.grid.adjacent(a, b):
                pair = f"{self.grid.name(a)} and {self.grid.name(b)}"
                raise DataError(self.file, key, f"{pair} are not neighbours")
        if len(path) < 2:
            raise DataError(self.file, key, f'"{text}" is no path of two hexes or more')
        return path

    def side(self, key: str, text: str) -> HexsideKey:
        """A hexside written 1209|1309."""
        a, _, b = text.partition("|")
        first, second = self.hex(key, a), self.hex(key, b)
        if not self.grid.adjacent(first, second):
            raise DataError(self.file, key, f'"{text}" is not a hexside')
        return side_key(first, second)


def read_map(path: Path) -> MapContent:
    """The map in the file, checked."""
    table = read_toml(path, MapFile)
    read = MapReader(path, Grid.of(table.cols, table.rows))
    roads = _lines(read, "road", table.road, table.road_classes)
    hexsides, hexside_names = _hexsides(read, table)
    step, links = _network(read.grid, roads, table.road_classes)
    elevation, labels = _heights(read, table)
    return MapContent(
        id=table.id,
        title=table.title,
        grid=read.grid,
        km_per_hex=table.km_per_hex,
        terrain=_terrain(read, table),
        legend=dict(table.legend),
        elevation=elevation,
        labels=labels,
        places=_places(read, table),
        roads=roads,
        rails=_lines(read, "rail", table.rail, ()),
        road_step=step,
        road_hexes=frozenset(h for h, linked in enumerate(links) if linked),
        road_links=links,
        hexsides=hexsides,
        hexside_names=hexside_names,
        bridges=_bridges(read, table, hexsides),
    )


def _by_hex(read: MapReader, key: str, rows: tuple[str, ...], table: MapFile) -> list[str]:
    """The characters of a block of rows, in hex order."""
    if len(rows) != table.rows:
        raise DataError(read.file, key, f"has {len(rows)} rows for a map of {table.rows}")
    codes = [""] * (table.cols * table.rows)
    for r, row in enumerate(rows, start=1):
        if len(row) != table.cols:
            wrong = f"has {len(row)} hexes for a map of {table.cols} columns"
            raise DataError(read.file, f"{key}.{r - 1}", wrong)
        for c, code in enumerate(row, start=1):
            codes[read.grid.hex(f"{c:02}{r:02}")] = code
    return codes


def _terrain(read: MapReader, table: MapFile) -> tuple[str, ...]:
    codes = _by_hex(read, "terrain", table.terrain, table)
    for h, code in enumerate(codes):
        if code not in table.legend:
            where = f'"{code}" in hex {read.grid.name(h)} is not in the legend'
            raise DataError(read.file, "terrain", where, valid=table.legend, word=code)
    return tuple(table.legend[code] for code in codes)


def _heights(read: MapReader, table: MapFile) -> tuple[tuple[int, ...], dict[Hex, str]]:
    levels, labels = [0] * (table.cols * table.rows), {}
    if table.elevation_rows:
        for h, digit in enumerate(_by_hex(read, "elevation_rows", table.elevation_rows, table)):
            if not digit.isdigit():
                wrong = f'"{digit}" in hex {read.grid.name(h)} is no level'
                raise DataError(read.file, "elevation_rows", wrong)
            levels[h] = int(digit)
    for n, row in enumerate(table.elevation):
        h = read.hex(f"elevation.{n}.hex", row.hex)
        levels[h] = row.level
        if row.name:
            labels[h] = row.name
    return tuple(levels), labels


def _places(read: MapReader, table: MapFile) -> dict[Hex, Place]:
    places: dict[Hex, Place] = {}
    for n, row in enumerate(table.place):
        h = read.hex(f"place.{n}.hex", row.hex)
        if h in places:
            both = f"{places[h].name} and {row.name} share hex {row.hex}"
            raise DataError(read.file, f"place.{n}.hex", both)
        places[h] = Place(row.name, row.kind)
    return places


def _lines(
    read: MapReader, key: str, rows: tuple[LineRow, ...], classes: tuple[str, ...]
) -> tuple[Road, ...]:
    for n, row in enumerate(rows):
        if classes and row.cls not in classes:
            raise DataError.unknown(read.file, f"{key}.{n}.class", row.cls, classes)
    return tuple(
        Road(row.cls, row.name, read.route(f"{key}.{n}.path", row.path))
        for n, row in enumerate(rows)
    )


def _network(
    grid: Grid, roads: tuple[Road, ...], classes: tuple[str, ...]
) -> tuple[dict[HexsideKey, str], tuple[tuple[Hex, ...], ...]]:
    """The best class of each road step, and the links of each hex along roads."""
    best: dict[HexsideKey, str] = {}
    links: defaultdict[Hex, set[Hex]] = defaultdict(set)
    for road in sorted(roads, key=lambda r: classes.index(r.cls)):
        for a, b in pairwise(road.path):
            best.setdefault(side_key(a, b), road.cls)
            links[a].add(b)
            links[b].add(a)
    return best, tuple(tuple(sorted(links[h])) for h in range(grid.size))


def _hexsides(
    read: MapReader, table: MapFile
) -> tuple[dict[HexsideKey, str], dict[HexsideKey, str]]:
    classes: dict[HexsideKey, str] = {}
    names: dict[HexsideKey, str] = {}
    for n, row in enumerate(table.hexside):
        for m, text in enumerate(row.sides):
            key = f"hexside.{n}.sides.{m}"
            side = read.side(key, text)
            if side in classes:
                raise DataError(read.file, key, f'"{text}" is already a {classes[side]}')
            classes[side] = row.cls
            if row.name:
                names[side] = row.name
    return classes, names


def _bridges(
    read: MapReader, table: MapFile, hexsides: dict[HexsideKey, str]
) -> frozenset[HexsideKey]:
    found: set[HexsideKey] = set()
    wet = [s for s, cls in hexsides.items() if cls in table.water]
    written = [f"{read.grid.name(a)}|{read.grid.name(b)}" for a, b in wet]
    for n, text in enumerate(table.bridges):
        side = read.side(f"bridges.{n}", text)
        if side not in wet:
            key, wrong = f"bridges.{n}", f'"{text}" spans no water'
            raise DataError(read.file, key, wrong, valid=written, word=text)
        found.add(side)
    return frozenset(found)
