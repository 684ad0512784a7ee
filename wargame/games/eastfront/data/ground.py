"""Terrain, places, nations, seas and weather as frozen models."""

from __future__ import annotations

from typing import Literal

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.eastfront.data.files import Side, Weather, Zone

Ae = Literal["full", "half", "none"]
"""EF-CB-22  How much of the armour effect works."""
Surface = Literal["dry", "frost", "mud", "snow"]
"""Columns of the terrain table; a blizzard is snow and more."""
SURFACE: dict[Weather, Surface] = {
    "C": "dry", "M": "mud", "F": "frost", "S": "snow", "B": "snow",
}  # fmt: skip


class TerrainRow(TomlModel):
    """EF-MV-10  A row of the terrain table; MP as combat-motorised, foot; 0 = a one-hex move only."""

    id: str
    title: str
    dry: tuple[int, int]
    frost: tuple[int, int]
    mud: tuple[int, int]
    snow: tuple[int, int]
    drm: int
    drm_hard: int | None = None
    """In frost, snow and blizzard."""
    ae: Ae
    path: int
    """EF-SP-14  What a supply path pays."""

    def price(self, surface: Surface, foot: bool) -> int:
        """MP of the hex; 0 = a one-hex move only."""
        prices: tuple[int, int] = getattr(self, surface)
        return prices[int(foot)]


class PlaceRow(TomlModel):
    """What a place changes."""

    drm: int
    ae: Ae | None = None


class WaterRow(TomlModel):
    """A hexside: more MP, and the DRM if every attacker crosses it."""

    dry: int
    mud: int
    snow: int
    drm: int


class MoveRow(TomlModel):
    """EF-MV-10 to EF-MV-17"""

    highway: int
    highway_mud: int
    blizzard: int
    into_zoc: int
    zoc_to_zoc: int
    harassed: int
    overrun: int
    overrun_odds: int
    follower: int
    """EF-EX-12  MA of HQ and engineers in exploitation."""


class PathRow(TomlModel):
    """EF-WX-03  More for every hex of a supply path."""

    mud: int
    blizzard: int


class TerrainFile(TomlModel):
    """terrain.toml"""

    terrain: tuple[TerrainRow, ...]
    trained: dict[str, int]
    place: dict[str, PlaceRow]
    water: dict[str, WaterRow]
    move: MoveRow
    path: PathRow


class Port(TomlModel):
    """EF-NV-14  A port and the sea hexes at it."""

    hex: HexNumber
    size: Literal["major", "minor"]
    sea: tuple[HexNumber, ...]
    estuary: bool = False


class AreaRow(TomlModel):
    """A sea or lake by the name it has on the map."""

    name: str
    hexes: tuple[HexNumber, ...]


class PassageRow(TomlModel):
    """EF-NV-11  Two sea hexes joined by a passage, while the hex that controls it is own."""

    name: str
    hexes: tuple[HexNumber, HexNumber]
    control: HexNumber | None = None


class FortRow(TomlModel):
    """Forts at the start."""

    level: int
    hexes: tuple[HexNumber, ...]


class LadogaRow(TomlModel):
    """EF-IS-01, EF-SP-30  The lake hexes that carry, the port and the far shore; the western head."""

    lake: tuple[HexNumber, ...]
    port: HexNumber
    to: HexNumber
    west: HexNumber


class GaugeRow(TomlModel):
    """EF-RA-10"""

    standard: tuple[HexNumber, ...]


class GeographyFile(TomlModel):
    """geography.toml"""

    nations: tuple[str, ...]
    soviet_abroad: tuple[HexNumber, ...]
    """EF-HC-01  Soviet at the start outside the USSR."""
    routes: dict[Side, tuple[str, ...]]
    """EF-NV-24  Transport points at the start, group and port."""
    vp: dict[int, tuple[HexNumber, ...]]
    factories: dict[HexNumber, int]
    oil: dict[HexNumber, int]
    fortresses: dict[HexNumber, int]
    sources: dict[Side, tuple[HexNumber, ...]]
    sp: dict[HexNumber, int]
    """At the start."""
    srp: dict[HexNumber, int]
    ladoga: LadogaRow
    forts: dict[Side, FortRow]
    port: tuple[Port, ...]
    area: tuple[AreaRow, ...]
    passage: tuple[PassageRow, ...]
    opens: dict[str, int]
    gauge: GaugeRow


class MonthRow(TomlModel):
    """EF-WX-01  The weather of a month by zone, a letter for each roll."""

    name: str
    A: str
    B: str
    C: str
    D: str

    def of(self, zone: Zone, roll: int) -> Weather:
        """The weather of a zone for a roll of 1 to 10."""
        letters: dict[str, Weather] = {"C": "C", "M": "M", "F": "F", "S": "S", "B": "B"}
        return letters[str(getattr(self, zone))[roll - 1]]


class FreezingRow(TomlModel):
    """EF-WX-04"""

    in_a_row: int
    winter: tuple[str, ...]
    gulf_from_column: int
    gulf_rows: tuple[int, int]


class WinterRow(TomlModel):
    """EF-WX-05, EF-WX-06  The first winter, by turns, and the roll that costs a step."""

    first: int
    last: int
    loss: int


class WeatherFile(TomlModel):
    """weather.toml"""

    month: tuple[MonthRow, ...]
    zones: dict[Zone, tuple[int, int]]
    freezing: FreezingRow
    winter: WinterRow
